"""The checks that Synslator brings."""

from synslator.workbench.checks.numbers import numbers
from synslator.workbench.checks.omissions import omissions
from synslator.workbench.checks.registry import Check
from synslator.workbench.checks.tags import tags
from synslator.workbench.checks.terminology import forbidden_terms, missing_terms
from synslator.workbench.checks.typography import punctuation, repeated_words, spaces
from synslator.workbench.checks.whole import inconsistent, length, untranslated

BUILT_IN = (
    Check(
        "numbers",
        "Numbers of the source that are missing, and others that are not in it.",
        numbers,
        blocking=True,
    ),
    Check("tags", "Tags that are missing, extra or wrongly nested.", tags, any_language=True, blocking=True),
    Check("terms", "Terms that were not translated as the termbase says.", missing_terms, blocking=True),
    Check("forbidden_terms", "Translations that the termbase forbids.", forbidden_terms),
    Check(
        "punctuation", "Punctuation that is wrong for the language, doubled, unpaired or lost.", punctuation
    ),
    Check("spaces", "Spaces that are doubled, in the wrong place or missing.", spaces),
    Check("repeated_words", "Words that stand there twice.", repeated_words),
    Check("length", "Translations that are much longer or shorter than usual.", length),
    Check("inconsistent", "Translations that differ from that of the same source elsewhere.", inconsistent),
    Check("omissions", "Parts of the source that the translation leaves out.", omissions),
    Check("untranslated", "Text that was left in the source language.", untranslated, blocking=True),
)
"""In the order of their findings. The entry point `builtin` of `synslator.checks` leads here."""
