"""Who has which document open and is in which segment, where several servers share a database."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from synslator.storage.clock import shared_now
from synslator.storage.people.organisations import Person
from synslator.storage.people.presence import Whereabouts
from synslator.storage.tables.people import places

SILENT = 15
"""Seconds without a sign of life after which a server's people are taken to have left."""


def enter(connection: Connection, place: Whereabouts, server: str) -> str | None:
    """Note a new session; return the session of the same page that it replaces, if there is."""
    forget_silent(connection)
    earlier = (
        places.c.client == place.client,
        places.c.document_id == place.document,
        places.c.login == place.person.login,
    )
    gone = connection.execute(delete(places).where(*earlier).returning(places.c.session)).scalars().first()
    values = {
        "session": place.session,
        "client": place.client,
        "login": place.person.login,
        "name": place.person.name,
        "organisation_id": place.person.organisation,
        "document_id": place.document,
        "server": server,
        "beat_at": shared_now(),
    }
    connection.execute(insert(places).values(values))
    return gone


def find(connection: Connection, session: str) -> Whereabouts | None:
    """Return where a session is."""
    row = connection.execute(select(*_COLUMNS).where(places.c.session == session)).one_or_none()
    return _place(row) if row else None


def holder(connection: Connection, segment: int) -> Whereabouts | None:
    """Return who is in a segment; until the transaction ends, nobody else can leave or take it."""
    forget_silent(connection)
    wanted = select(*_COLUMNS).where(places.c.segment_id == segment).with_for_update()
    row = connection.execute(wanted).one_or_none()
    return _place(row) if row else None


def move(connection: Connection, session: str, segment: int | None) -> None:
    """Note that a session is in another segment, or in none."""
    connection.execute(update(places).where(places.c.session == session).values(segment_id=segment))


def leave(connection: Connection, session: str) -> None:
    """Note that a session has ended."""
    connection.execute(delete(places).where(places.c.session == session))


def in_document(connection: Connection, document: int) -> Sequence[Whereabouts]:
    """Return who has a document open."""
    here = (places.c.document_id == document, ~_silent())
    wanted = select(*_COLUMNS).where(*here).order_by(places.c.beat_at, places.c.session)
    return [_place(row) for row in connection.execute(wanted)]


def beat(connection: Connection, server: str) -> None:
    """Say that a server is alive, and so are its people."""
    connection.execute(update(places).where(places.c.server == server).values(beat_at=shared_now()))


def forget_silent(connection: Connection) -> None:
    """Forget the people of servers that have fallen silent."""
    connection.execute(delete(places).where(_silent()))


def forget_server(connection: Connection, server: str) -> None:
    """Forget the people of one server, which is ending."""
    connection.execute(delete(places).where(places.c.server == server))


def _silent() -> ColumnElement[bool]:
    """Return the condition that a server is silent; a sign of life from the future is none."""
    return ~places.c.beat_at.between(shared_now() - SILENT, shared_now() + SILENT)


_COLUMNS = tuple(
    places.c[name]
    for name in ("session", "client", "login", "name", "organisation_id", "document_id", "segment_id")
)


def _place(row: Sequence[object]) -> Whereabouts:
    session, client, login, name, organisation, document, segment = row
    person = Person(str(login), str(name), int(str(organisation)))
    where = int(str(segment)) if segment is not None else None
    return Whereabouts(str(session), str(client), person, int(str(document)), where)
