"""Findings that a translator has looked at and does not want to see again."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.create_table(
        "ignored_findings",
        sa.Column("segment_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("pair_key", sa.BigInteger(), nullable=False),
        sa.Column("check", sa.String(length=50), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("ignored_by", sa.Text(), nullable=False),
        sa.Column("ignored_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["segment_id"],
            ["segments.id"],
            name=op.f("fk_ignored_findings_segment_id_segments"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "segment_id", "pair_key", "check", "message", name=op.f("pk_ignored_findings")
        ),
    )


def downgrade() -> None:
    """Take this version's changes back."""
    op.drop_table("ignored_findings")
