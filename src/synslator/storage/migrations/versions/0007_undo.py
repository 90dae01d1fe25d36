"""The match rate of each version, so that an undo brings a segment back as it was."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.add_column("versions", sa.Column("rate", sa.Integer))


def downgrade() -> None:
    """Take this version's changes back."""
    op.drop_column("versions", "rate")
