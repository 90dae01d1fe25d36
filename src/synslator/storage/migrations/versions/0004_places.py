"""places."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.create_table(
        "places",
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("client", sa.String(64), nullable=False),
        sa.Column("login", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("document_id", sa.BigInteger(), nullable=False),
        sa.Column("segment_id", sa.BigInteger()),
        sa.Column("server", sa.Text(), nullable=False),
        sa.Column("beat_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("session", name=op.f("pk_places")),
        sa.UniqueConstraint("segment_id", name=op.f("uq_places_segment_id")),
    )
    op.create_index(op.f("ix_places_document_id"), "places", ["document_id"])


def downgrade() -> None:
    """Take this version's changes back."""
    op.drop_table("places")
