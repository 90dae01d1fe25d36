"""An index for repetitions within a document."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.create_index(
        "ix_segments_repeated",
        "segments",
        ["document_id", "source_key", "status"],
        sqlite_where=sa.text("removed_at IS NULL"),
        postgresql_where=sa.text("removed_at IS NULL"),
    )


def downgrade() -> None:
    """Take this version's changes back."""
    op.drop_index("ix_segments_repeated", "segments")
