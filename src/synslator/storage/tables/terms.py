"""Termbases: concepts, and the terms for them in each language."""

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Integer, String, Table, Text

from synslator.storage.tables.base import Key, Moment, metadata

termbases = Table(
    "termbases",
    metadata,
    Column("id", Key, primary_key=True),
    Column("organisation_id", BigInteger),
    Column("name", Text, nullable=False, unique=True),
    Column("owner", Text, nullable=False),
    Column("revision", Integer, nullable=False, server_default="0"),
    Column("created_at", Moment, nullable=False),
)

concepts = Table(
    "concepts",
    metadata,
    Column("id", Key, primary_key=True),
    Column("termbase_id", ForeignKey("termbases.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("subject", Text, nullable=False, server_default=""),
    Column("definition", Text, nullable=False, server_default=""),
    Column("note", Text, nullable=False, server_default=""),
)

terms = Table(
    "terms",
    metadata,
    Column("id", Key, primary_key=True),
    Column("concept_id", ForeignKey("concepts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("language", String(35), nullable=False),
    Column("text", Text, nullable=False),
    Column("status", String(20), nullable=False),
    Column("note", Text, nullable=False, server_default=""),
    CheckConstraint("status IN ('preferred', 'admitted', 'forbidden')", name="status"),
)
