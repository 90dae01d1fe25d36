"""What makes drafts of whole segments: the project's engine, or a service that a plug-in asks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from synslator.engines.protocol import Example
from synslator.formats.documents.machine_translation import Draft
from synslator.plugins import Registry

MACHINE = "machine"
"""The provider that is ours."""


class DraftSource(Protocol):
    """Translates plain texts, each with what the memory knows of it."""

    def draft(self, texts: Sequence[str], learned: Sequence[Sequence[Example]]) -> Sequence[Draft]:
        """Return a draft for each text, in order, made with its own examples; of a blank text a blank one."""
        ...


@dataclass(frozen=True)
class DraftSetup:
    """What a source of drafts is made from."""

    source_language: str
    target_language: str
    machine: Callable[[], DraftSource | None]
    """Opens what drafts without a plug-in; None where no model has these languages."""


@dataclass(frozen=True)
class DraftProvider:
    """A source of drafts that a project can choose."""

    name: str
    title: str
    summary: str
    """What it does, for translators. If texts leave the machine, it says where they go."""
    make: Callable[[DraftSetup], DraftSource | None]
    """Returns what translates between two languages, or None where it cannot."""


DRAFTS: Registry[DraftProvider] = Registry("synslator.drafts", DraftProvider, "draft provider")
"""By name, ours first."""


def draft_provider(name: str) -> DraftProvider:
    """Return the provider of a name, or ours where that of a project is not installed any more."""
    return DRAFTS.get(name, DRAFTS[MACHINE])


@dataclass(frozen=True)
class WithMemory:
    """A source of drafts and a memory, as the `Translator` of documents."""

    source: DraftSource
    learn: Callable[[str], Sequence[Example]]

    def translate(self, texts: Sequence[str]) -> Sequence[Draft]:
        """Return a draft for each text, in order, made with what the memory knows of it."""
        return self.source.draft(texts, [self.learn(text) for text in texts])


BUILT_IN = (
    DraftProvider(
        MACHINE,
        "the project's engine",
        "Drafts with the project's engine and model package. No text leaves the machine.",
        lambda setup: setup.machine(),
    ),
)
"""The entry point `builtin` of `synslator.drafts` leads here."""
