"""Long work that goes on in the background, and the effort log."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    String,
    Table,
    Text,
    false,
)

from synslator.storage.tables.base import Key, Moment, metadata

jobs = Table(
    "jobs",
    metadata,
    Column("id", Key, primary_key=True),
    Column("organisation_id", ForeignKey("organisations.id"), nullable=False),
    Column("project_id", ForeignKey("projects.id", ondelete="CASCADE"), index=True),
    Column("kind", String(20), nullable=False),
    Column("title", Text, nullable=False),
    Column("task", Text, nullable=False),
    Column("state", String(20), nullable=False),
    Column("cancelling", Boolean, nullable=False, server_default=false()),
    Column("done", BigInteger, nullable=False, server_default="0"),
    Column("total", BigInteger),
    Column("message", Text, nullable=False, server_default=""),
    Column("result", Text),
    Column("worker", Text),
    Column("created_by", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("started_at", Moment),
    Column("beat_at", Moment),
    Column("ended_at", Moment),
    CheckConstraint("state IN ('waiting', 'running', 'done', 'failed', 'cancelled')", name="state"),
    Index("ix_jobs_state", "state", "id"),
)
"""`task` is what is to be done and `result` what came of it, both JSON.

`worker` names the process that runs it and `beat_at` when that process last said so.
"""

effort = Table(
    "effort",
    metadata,
    Column("id", Key, primary_key=True),
    Column("project_id", ForeignKey("projects.id", ondelete="CASCADE"), nullable=False),
    Column("segment_id", ForeignKey("segments.id", ondelete="CASCADE"), nullable=False),
    Column("person", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("characters", BigInteger, nullable=False),
    Index("ix_effort_project", "project_id", "at_ms"),
)
"""What it took to translate; written only for projects that switched it on."""
