"""access: tokens end, the audit trail knows its organisation, copies of memories stay bound."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

YEAR = 365 * 86_400
"""Seconds that tokens of the version before, which had no end, are still good for."""


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.add_column("tokens", sa.Column("expires_at", sa.BigInteger()))
    op.add_column("tokens", sa.Column("last_used_at", sa.BigInteger()))
    tokens = sa.table("tokens", sa.column("expires_at", sa.BigInteger()))
    op.execute(tokens.update().values(expires_at=int(time.time()) + YEAR))
    op.add_column("audit", sa.Column("organisation_id", sa.BigInteger()))
    op.add_column("audit", sa.Column("address", sa.Text(), nullable=False, server_default=""))
    op.execute(
        "UPDATE audit SET organisation_id ="
        " (SELECT people.organisation_id FROM people WHERE people.login = audit.who)"
    )
    op.create_index("ix_audit_organisation", "audit", ["organisation_id", "id"])
    op.create_index("ix_audit_who_at", "audit", ["who", "at"])
    op.add_column("memories", sa.Column("bound_to", sa.Text()))


def downgrade() -> None:
    """Take this version's changes back."""
    op.drop_column("memories", "bound_to")
    op.drop_index("ix_audit_who_at", "audit")
    op.drop_index("ix_audit_organisation", "audit")
    op.drop_column("audit", "address")
    op.drop_column("audit", "organisation_id")
    op.drop_column("tokens", "last_used_at")
    op.drop_column("tokens", "expires_at")
