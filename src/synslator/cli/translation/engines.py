"""The engine that a command translates with: the one place where it is chosen and opened."""

from pathlib import Path
from typing import TYPE_CHECKING

from synslator.errors import UsageProblem
from synslator.settings import Settings
from synslator.threads import available_cores

if TYPE_CHECKING:
    from synslator.cli.documents.memories import Matches
    from synslator.decoding.completion.completer import Completer
    from synslator.engines.drafter import Drafter
    from synslator.engines.protocol import Engine
    from synslator.formats.documents.machine_translation import Translator


def open_engine(settings: Settings, beam: int = 4, name: str = "vanilla") -> "Engine":
    """Open the configured model package and the engine that uses it."""
    from synslator.decoding.options import SearchOptions
    from synslator.engines.registry import Setup, make_engine
    from synslator.runtime.package import Package

    package = Package.open(Path(settings.model))
    options = SearchOptions.from_parameters(package.manifest.parameters, beam)
    return make_engine(name, Setup(package, options, workers=cores(settings)))


def open_drafts(
    settings: Settings, name: str, languages: tuple[str, str], matches: "Matches | None" = None
) -> "Translator":
    """Open a draft provider to translate documents; it learns from matches if there are any."""
    from synslator.engines.draft_providers import DRAFTS, DraftSetup, WithMemory

    provider = DRAFTS.named(name)
    source = provider.make(DraftSetup(*languages, lambda: open_drafter(settings, *languages, matches)))
    if source is None:
        raise UsageProblem(
            f"{name} does not translate {languages[0]} to {languages[1]}. Choose another with --drafts."
        )
    return WithMemory(source, matches.examples if matches else lambda text: ())


def open_drafter(
    settings: Settings, source_language: str, target_language: str, matches: "Matches | None" = None
) -> "Drafter":
    """Open an engine to translate documents between two languages; it learns from matches if there are."""
    from synslator.engines.drafter import Drafter

    engine = open_engine(settings, name="knn" if matches else "vanilla")
    manifest = engine.package.manifest
    there = (manifest.source_language, manifest.target_language)
    wanted = (source_language, target_language)
    if list(map(primary, there)) != list(map(primary, wanted)):
        raise UsageProblem(
            f"the model package {manifest.name} translates {there[0]} to {there[1]}, and {wanted[0]} to"
            f" {wanted[1]} was asked for; choose another package with --model"
        )
    return Drafter(engine, workers=cores(settings))


def primary(tag: str) -> str:
    """Return the language of a tag, without script and country: zh for zh-Hans-CN."""
    return tag.replace("_", "-").partition("-")[0].lower()


def new_completer(engine: "Engine", source: str) -> "Completer":
    """Begin to translate one source interactively."""
    from synslator.decoding.options import SearchOptions
    from synslator.engines.completers import completer_of

    return completer_of(engine, source, (), SearchOptions.from_parameters(engine.package.manifest.parameters))


def cores(settings: Settings) -> int:
    """Return how many cores translating may use."""
    return settings.threads or available_cores()
