"""Projects, and which memories and termbases they use."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, String, Table, Text

from synslator.storage.tables.base import Key, Moment, metadata

projects = Table(
    "projects",
    metadata,
    Column("id", Key, primary_key=True),
    Column("organisation_id", ForeignKey("organisations.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("source_language", String(35), nullable=False),
    Column("target_language", String(35), nullable=False),
    Column("settings", Text, nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),
    Column("created_by", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("changed_at", Moment, nullable=False),
    Index("ix_projects_organisation", "organisation_id", "changed_at"),
)
"""`settings` is JSON; `version` grows with every change of name or settings."""

project_memories = Table(
    "project_memories",
    metadata,
    Column("project_id", ForeignKey("projects.id", ondelete="CASCADE"), primary_key=True),
    Column("memory_id", ForeignKey("memories.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("place", Integer, nullable=False),
    Column("writable", Boolean, nullable=False),
    Column("penalty", Integer, nullable=False),
)

project_termbases = Table(
    "project_termbases",
    metadata,
    Column("project_id", ForeignKey("projects.id", ondelete="CASCADE"), primary_key=True),
    Column("termbase_id", ForeignKey("termbases.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("place", Integer, nullable=False),
)
