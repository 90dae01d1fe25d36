"""A check: names and commands in the source that the translation must keep as they are."""

import re
from collections.abc import Iterator

from synslator.workbench.checks.model import Finding, Pair, masked
from synslator.workbench.checks.registry import Check

_KEPT = re.compile(
    r"--?[A-Za-z][\w-]+"  # an option of a command
    r"|[A-Za-z]+(?:[A-Z][a-z0-9]+|_[A-Za-z0-9]+)+"  # CamelCase and snake_case
    r"|[\w-]+\.(?:py|js|json|ya?ml|toml|txt|md|sh|exe|dll)\b"  # a file
)


def kept_names(pair: Pair) -> Iterator[Finding]:
    """Find what is written as a program reads it and is missing in the translation."""
    target = masked(pair.target)
    for found in _KEPT.finditer(masked(pair.source)):
        if found[0] not in target:
            message = f"{found[0]} is missing. Names of programs, files and options stay as they are."
            yield Finding("kept_names", message, source=(found.span(),))


CHECKS = (Check("kept_names", "Names of programs, files and options that are missing.", kept_names),)
