"""Everything that plug-ins can add to the workbench, in one list."""

from collections.abc import Sequence
from typing import Any

from synslator.engines.draft_providers import DRAFTS
from synslator.engines.registry import ENGINES
from synslator.formats.documents.formats import FORMATS
from synslator.memory.backends import BACKENDS
from synslator.plugins import OURS, Registration, Registry
from synslator.workbench.checks import CHECKS

REGISTRIES: tuple[Registry[Any], ...] = (FORMATS, CHECKS, ENGINES, BACKENDS, DRAFTS)


def plugins() -> Sequence[Registration]:
    """Return what other packages have registered."""
    return [found for registry in REGISTRIES for found in registry.registrations if found.package != OURS]
