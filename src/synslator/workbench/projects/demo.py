"""The demo project that a first start makes, so that the first minute shows everything."""

from synslator.formats.exchange.model import Concept, Term
from synslator.memory.memory_set import MemoryUse
from synslator.storage.memories.entry_changes import Confirmation
from synslator.storage.memories.termbases import add_concepts
from synslator.storage.people.organisations import Person
from synslator.workbench.projects.demo_texts import CONTRACT, MANUAL, MEMORY, TERMS
from synslator.workbench.projects.projects import Wishes
from synslator.workbench.services import Services

NAME = "Demo"
LANGUAGES = ("zh", "en")


def make_demo(services: Services, who: Person) -> int:
    """Create the demo project with its memory and termbase, queue the drafts, and return its id."""
    memory = services.memories.create(
        "Demo memory", *LANGUAGES, owner=who.login, organisation=who.organisation
    )
    for source, target in MEMORY:
        services.memories.confirm(memory.id, Confirmation(source, target, who.login))
    termbase = services.termbases.create("Demo terms", who.login, who.organisation)
    with services.database.writing() as connection:
        add_concepts(connection, termbase.id, map(_concept, TERMS))
    wishes = Wishes(memories=[MemoryUse(memory.id, writable=True)], termbases=[termbase.id])
    project = services.projects.create(who, NAME, LANGUAGES, wishes)
    for name, text in (("manual.md", MANUAL), ("contract.txt", CONTRACT)):
        document = services.documents.add(who, project.id, name, text.encode())
        services.draft(who, document)
    return project.id


def _concept(given: tuple[str, tuple[tuple[str, str], ...], str]) -> Concept:
    chinese, english, definition = given
    terms = [Term("zh", chinese), *(Term("en", text, status) for text, status in english)]  # type: ignore[arg-type]
    return Concept(tuple(terms), definition=definition)
