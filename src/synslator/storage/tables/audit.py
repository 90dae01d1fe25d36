"""What somebody did that somebody else may ask about later."""

from sqlalchemy import Boolean, Column, Index, String, Table, Text

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
    Index("ix_audit_subject_at", "subject", "at"),
)
