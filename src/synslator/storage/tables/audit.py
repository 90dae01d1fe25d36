"""What somebody did that somebody else may ask about later."""

from sqlalchemy import BigInteger, Boolean, Column, Index, String, Table, Text

from synslator.storage.tables.base import Key, Moment, metadata

audit = Table(
    "audit",
    metadata,
    Column("id", Key, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("who", Text, nullable=False),
    Column("action", String(50), nullable=False),
    Column("subject", Text, nullable=False),
    Column("allowed", Boolean, nullable=False),
    Column("detail", Text, nullable=False, server_default=""),
    Column("organisation_id", BigInteger),
    Column("address", Text, nullable=False, server_default=""),
    Index("ix_audit_subject_at", "subject", "at"),
    Index("ix_audit_organisation", "organisation_id", "id"),
    Index("ix_audit_who_at", "who", "at"),
)
"""Without an organisation it belongs to that of the machine; `address` is where a sign-in came from."""
