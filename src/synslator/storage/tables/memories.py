"""Translation memories, their entries, the past of the entries, and imports."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from synslator.storage.tables.base import Key, Moment, metadata

memories = Table(
    "memories",
    metadata,
    Column("id", Key, primary_key=True),
    Column("organisation_id", BigInteger),
    Column("identity", String(32), nullable=False, unique=True),
    Column("name", Text, nullable=False, unique=True),
    Column("source_language", String(35), nullable=False),
    Column("target_language", String(35), nullable=False),
    Column("owner", Text, nullable=False),
    Column("permission", String(20), nullable=False),
    Column("revision", BigInteger, nullable=False, server_default="0"),
    Column("created_at", Moment, nullable=False),
    Column("bound_to", Text),
    CheckConstraint("permission IN ('inference only', 'may train')", name="permission"),
)
"""Without an organisation it belongs to that of the machine, whose people made it on the command line.

`bound_to` is set on a copy of a memory that may not be trained on: the owner of what was copied, who alone
may allow training.
"""

imports = Table(
    "imports",
    metadata,
    Column("id", Key, primary_key=True),
    Column("memory_id", ForeignKey("memories.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("file", Text, nullable=False),
    Column("fingerprint", String(64), nullable=False),
    Column("units", BigInteger, nullable=False, server_default="0"),
    Column("added", BigInteger, nullable=False, server_default="0"),
    Column("merged", BigInteger, nullable=False, server_default="0"),
    Column("refused", BigInteger, nullable=False, server_default="0"),
    Column("first_entry", BigInteger),
    Column("last_entry", BigInteger),
    Column("revision", BigInteger),
    Column("started_by", Text, nullable=False),
    Column("started_at", Moment, nullable=False),
)
"""The entries of an import have no revision of their own; until the import has one they do not exist."""

entries = Table(
    "entries",
    metadata,
    Column("id", Key, primary_key=True),
    Column("memory_id", ForeignKey("memories.id", ondelete="CASCADE"), nullable=False),
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("source_key", BigInteger, nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),
    Column("revision", BigInteger),
    Column("import_id", ForeignKey("imports.id", ondelete="CASCADE")),
    Column("deleted", Boolean, nullable=False, server_default=false()),
    Column("restored", Integer),
    Column("changed_by", Text, nullable=False),
    Column("changed_at", Moment, nullable=False),
    Column("document", Text),
    Column("details", Text),
    Index("ix_entries_memory", "memory_id", "id"),
    Index("ix_entries_source", "memory_id", "source_key"),
    Index(
        "ix_entries_revision",
        "memory_id",
        "revision",
        sqlite_where=text("revision IS NOT NULL"),
        postgresql_where=text("revision IS NOT NULL"),
    ),
)
"""Each pair in its present version. `restored` names the version that an undo brought back."""

past_versions = Table(
    "past_versions",
    metadata,
    Column("entry_id", ForeignKey("entries.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("deleted", Boolean, nullable=False),
    Column("restored", Integer),
    Column("changed_by", Text, nullable=False),
    Column("changed_at", Moment, nullable=False),
    Column("document", Text),
)

occurrences = Table(
    "occurrences",
    metadata,
    Column("id", Key, primary_key=True),
    Column("memory_id", ForeignKey("memories.id", ondelete="CASCADE"), nullable=False),
    Column("entry_id", ForeignKey("entries.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("document", Text),
    Column("segment", Text),
    Column("before_key", BigInteger),
    Column("after_key", BigInteger),
    Column("confirmed_by", Text, nullable=False),
    Column("confirmed_at", Moment, nullable=False),
    UniqueConstraint("memory_id", "document", "segment"),
)
"""Where a pair was confirmed, and between which neighbours; imported context has no document."""
