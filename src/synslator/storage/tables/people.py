"""Organisations, the people in them, how they sign in and what they may do.

On one's own machine there is one organisation with one person, and nobody signs in.
"""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, String, Table, Text, false

from synslator.storage.tables.base import Key, Moment, metadata

organisations = Table(
    "organisations",
    metadata,
    Column("id", Key, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("created_at", Moment, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", Key, primary_key=True),
    Column("organisation_id", ForeignKey("organisations.id"), nullable=False, index=True),
    Column("login", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("role", String(20), nullable=False, server_default="admin"),
    Column("password", Text),
    Column("disabled", Boolean, nullable=False, server_default=false()),
)
"""What somebody did is kept under the login, which never changes.

`role` is what they may do in every project that gives them no other; without a `password` (its argon2 hash)
nobody can sign in as them.
"""

sign_ins = Table(
    "sign_ins",
    metadata,
    Column("id", Key, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("secret", String(64), nullable=False, unique=True),
    Column("csrf", String(64), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
)
"""Who is signed in where. `secret` is the hash of what the cookie holds."""

tokens = Table(
    "tokens",
    metadata,
    Column("id", Key, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("secret", String(64), nullable=False, unique=True),
    Column("scope", String(20), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("revoked_at", Moment),
    Column("expires_at", Moment),
    Column("last_used_at", Moment),
)
"""What scripts sign in with. `secret` is the hash of the token; `last_used_at` is right to a minute."""

project_roles = Table(
    "project_roles",
    metadata,
    Column("project_id", ForeignKey("projects.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("role", String(20), nullable=False),
)
"""What somebody may do in one project, where it differs from what they may do elsewhere."""

places = Table(
    "places",
    metadata,
    Column("session", String(64), primary_key=True),
    Column("client", String(64), nullable=False),
    Column("login", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("organisation_id", BigInteger, nullable=False),
    Column("document_id", BigInteger, nullable=False, index=True),
    Column("segment_id", BigInteger, unique=True),
    Column("server", Text, nullable=False),
    Column("beat_at", Moment, nullable=False),
)
"""Live sessions of all servers that share the database; a segment is held by one of them at most."""
