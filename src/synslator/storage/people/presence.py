"""What is known of a live session: whose it is, and where in a document they are."""

from dataclasses import dataclass

from synslator.storage.people.organisations import Person


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where somebody is."""

    session: str
    client: str
    person: Person
    document: int
    segment: int | None = None
