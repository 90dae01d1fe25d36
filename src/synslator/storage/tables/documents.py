"""Documents as they were uploaded, their segments, what became of each segment, and what was said of it."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

from synslator.storage.tables.base import Key, Moment, metadata

documents = Table(
    "documents",
    metadata,
    Column("id", Key, primary_key=True),
    Column("project_id", ForeignKey("projects.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("format", String(20), nullable=False),
    Column("reading", Text, nullable=False),
    Column("warnings", Text, nullable=False),
    Column("revision", Integer, nullable=False, server_default="1"),
    Column("structure", Integer, nullable=False, server_default="1"),
    Column("assignee", Text, nullable=False, server_default=""),
    Column("due", Date),
    Column("created_by", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("changed_at", Moment, nullable=False),
)
"""`reading` is how the file is read (JSON), so that it is always read to the same units.

`revision` counts the uploaded versions of the file, `structure` the changes of which segments there are.
`assignee` is the login of whoever translates it, `due` the day on which it must be done.
"""

document_files = Table(
    "document_files",
    metadata,
    Column("document_id", ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("uploaded_by", Text, nullable=False),
    Column("uploaded_at", Moment, nullable=False),
)

segments = Table(
    "segments",
    metadata,
    Column("id", Key, primary_key=True),
    Column("document_id", ForeignKey("documents.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("unit", Integer, nullable=False),
    Column("source", Text, nullable=False),
    Column("source_key", BigInteger, nullable=False),
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("tags", Text, nullable=False),
    Column("words", Integer, nullable=False),
    Column("target", Text, nullable=False),
    Column("status", String(20), nullable=False),
    Column("locked", Boolean, nullable=False, server_default=false()),
    Column("propagates", Boolean, nullable=False, server_default=true()),
    Column("origin", String(20), nullable=False),
    Column("rate", Integer),
    Column("quality", Integer),
    Column("problems", Text, nullable=False, server_default=""),
    Column("version", Integer, nullable=False, server_default="1"),
    Column("editor", String(64), nullable=False, server_default=""),
    Column("edit", BigInteger, nullable=False, server_default="0"),
    Column("changed_by", Text, nullable=False),
    Column("changed_at", Moment, nullable=False),
    Column("removed_at", Moment),
    CheckConstraint("status IN ('untranslated', 'draft', 'edited', 'confirmed', 'approved')", name="status"),
    Index("ix_segments_document", "document_id", "number"),
    Index(
        "ix_segments_progress",
        "document_id",
        "status",
        "words",
        sqlite_where=text("removed_at IS NULL"),
        postgresql_where=text("removed_at IS NULL"),
    ),
    Index("ix_segments_source", "source_key"),
    Index(
        "ix_segments_repeated",
        "document_id",
        "source_key",
        "status",
        sqlite_where=text("removed_at IS NULL"),
        postgresql_where=text("removed_at IS NULL"),
    ),
    Index(
        "ix_segments_flagged",
        "document_id",
        sqlite_where=text("removed_at IS NULL AND problems <> ''"),
        postgresql_where=text("removed_at IS NULL AND problems <> ''"),
    ),
)
"""What a translator works on. `version` grows with every change of a segment, whoever makes it.

`editor` and `edit` name the last edit that was saved: the page it came from and its sequence number there.
`problems` names the checks that found something, each between spaces. A segment that was merged away or is
not in a newer file stays, with the time at which it was removed.
"""

versions = Table(
    "versions",
    metadata,
    Column("id", Key, primary_key=True),
    Column("segment_id", ForeignKey("segments.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("target", Text, nullable=False),
    Column("status", String(20), nullable=False),
    Column("origin", String(20), nullable=False),
    Column("detail", Text, nullable=False, server_default=""),
    Column("rate", Integer),
    Column("quality", Integer),
    Column("made_by", Text, nullable=False),
    Column("made_at", Moment, nullable=False),
    UniqueConstraint("segment_id", "number"),
)
"""The past of each segment, the present included; typing without a long pause is one version."""

ignored_findings = Table(
    "ignored_findings",
    metadata,
    Column("segment_id", ForeignKey("segments.id", ondelete="CASCADE"), primary_key=True),
    Column("pair_key", BigInteger, primary_key=True),
    Column("check", String(50), primary_key=True),
    Column("message", Text, primary_key=True),
    Column("ignored_by", Text, nullable=False),
    Column("ignored_at", Moment, nullable=False),
)
"""What somebody does not want to be told again of a segment; `pair_key` stands for its source and target."""

comments = Table(
    "comments",
    metadata,
    Column("id", Key, primary_key=True),
    Column("segment_id", ForeignKey("segments.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("resolved", Boolean, nullable=False, server_default=false()),
    Column("made_by", Text, nullable=False),
    Column("made_at", Moment, nullable=False),
    Column("changed_at", Moment, nullable=False),
)
