"""The demo projects that a first start makes, so that the first minute shows everything."""

from collections.abc import Iterable

from synslator.formats.exchange.model import Concept, Term
from synslator.memory.memory_set import MemoryUse
from synslator.storage.memories.entry_changes import Confirmation
from synslator.storage.memories.termbases import add_concepts
from synslator.storage.people.organisations import Person
from synslator.workbench.projects.demo_texts import CONTRACT, MANUAL, MEMORY, RELEASE_NOTES, TERMS
from synslator.workbench.projects.projects import Wishes
from synslator.workbench.services import Services

NAME, NAME_BACK = "Demo", "Demo into Chinese"
LANGUAGES = ("zh", "en")


def make_demo(services: Services, who: Person) -> None:
    """Create the demo project with its memory and termbase, and queue the drafts.

    Where a package translates into Chinese, create another one for that direction beside it.
    """
    termbase = services.termbases.create("Demo terms", who.login, who.organisation)
    with services.database.writing() as connection:
        add_concepts(connection, termbase.id, map(_concept, TERMS))
    memory = _memory(services, who, "Demo memory", LANGUAGES, MEMORY)
    wishes = Wishes(memories=[MemoryUse(memory, writable=True)], termbases=[termbase.id])
    _project(services, who, NAME, LANGUAGES, wishes, {"manual.md": MANUAL, "contract.txt": CONTRACT})
    back = LANGUAGES[1], LANGUAGES[0]
    if services.models.offered(*back):
        turned = ((target, source) for source, target in MEMORY)
        memory = _memory(services, who, "Demo memory into Chinese", back, turned)
        wishes = Wishes(memories=[MemoryUse(memory, writable=True)], termbases=[termbase.id])
        _project(services, who, NAME_BACK, back, wishes, {"release-notes.md": RELEASE_NOTES})


def _memory(
    services: Services,
    who: Person,
    name: str,
    languages: tuple[str, str],
    pairs: Iterable[tuple[str, str]],
) -> int:
    memory = services.memories.create(name, *languages, owner=who.login, organisation=who.organisation)
    for source, target in pairs:
        services.memories.confirm(memory.id, Confirmation(source, target, who.login))
    return memory.id


def _project(
    services: Services,
    who: Person,
    name: str,
    languages: tuple[str, str],
    wishes: Wishes,
    texts: dict[str, str],
) -> None:
    project = services.projects.create(who, name, languages, wishes)
    for file, text in texts.items():
        services.draft(who, services.documents.add(who, project.id, file, text.encode()))


def _concept(given: tuple[str, tuple[tuple[str, str], ...], str]) -> Concept:
    chinese, english, definition = given
    terms = [Term("zh", chinese), *(Term("en", text, status) for text, status in english)]  # type: ignore[arg-type]
    return Concept(tuple(terms), definition=definition)
