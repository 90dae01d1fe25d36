"""accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Bring the tables up to this version."""
    # Columns are added in place: recreating a table would delete what refers to its rows.
    op.add_column("people", sa.Column("role", sa.String(20), nullable=False, server_default="admin"))
    op.add_column("people", sa.Column("password", sa.Text()))
    op.add_column("people", sa.Column("disabled", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("memories", sa.Column("organisation_id", sa.BigInteger()))
    op.add_column("termbases", sa.Column("organisation_id", sa.BigInteger()))
    op.create_table(
        "sign_ins",
        sa.Column("id", KEY, nullable=False),
        sa.Column("person_id", KEY, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("csrf", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_sign_ins_person_id_people"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_ins")),
        sa.UniqueConstraint("secret", name=op.f("uq_sign_ins_secret")),
    )
    op.create_index(op.f("ix_sign_ins_person_id"), "sign_ins", ["person_id"])
    op.create_table(
        "tokens",
        sa.Column("id", KEY, nullable=False),
        sa.Column("person_id", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("scope", sa.String(20), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_tokens_person_id_people"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("secret", name=op.f("uq_tokens_secret")),
    )
    op.create_index(op.f("ix_tokens_person_id"), "tokens", ["person_id"])
    op.create_table(
        "project_roles",
        sa.Column("project_id", KEY, nullable=False),
        sa.Column("person_id", KEY, nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["projects.id"],
            name=op.f("fk_project_roles_project_id_projects"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_project_roles_person_id_people"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("project_id", "person_id", name=op.f("pk_project_roles")),
    )
    op.create_index(op.f("ix_project_roles_person_id"), "project_roles", ["person_id"])


def downgrade() -> None:
    """Take this version's changes back."""
    for table in ("project_roles", "tokens", "sign_ins"):
        op.drop_table(table)
    for table in ("termbases", "memories"):
        op.drop_column(table, "organisation_id")
    for column in ("disabled", "password", "role"):
        op.drop_column("people", column)
