"""assigned: who translates a document and until when; an index for documents with findings."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.add_column("documents", sa.Column("assignee", sa.Text(), nullable=False, server_default=""))
    op.add_column("documents", sa.Column("due", sa.Date()))
    op.create_index(
        "ix_segments_flagged",
        "segments",
        ["document_id"],
        sqlite_where=sa.text("removed_at IS NULL AND problems <> ''"),
        postgresql_where=sa.text("removed_at IS NULL AND problems <> ''"),
    )


def downgrade() -> None:
    """Take this version's changes back."""
    op.drop_index("ix_segments_flagged", "segments")
    op.drop_column("documents", "due")
    op.drop_column("documents", "assignee")
