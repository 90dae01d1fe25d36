"""How good the machine expects its drafts to be."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

TABLES = ("segments", "versions")


def upgrade() -> None:
    """Bring the tables up to this version."""
    for table in TABLES:
        op.add_column(table, sa.Column("quality", sa.Integer))


def downgrade() -> None:
    """Take this version's changes back."""
    for table in TABLES:
        op.drop_column(table, "quality")
