"""What every check promises."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from synslator.workbench.checks.model import Finding, Pair, fixed
from synslator.workbench.checks.registry import Check

LANGUAGES = ("zh", "en", "de", "fr", "ja", "th", "sv", "xx")
TEXTS = st.text(alphabet="abA 1,.。?⟦⟧/2设置()“the\u00a0é😀", max_size=30)
PAIRS = st.builds(
    Pair, TEXTS, TEXTS, source_language=st.sampled_from(LANGUAGES), target_language=st.sampled_from(LANGUAGES)
)
ANY = settings(deadline=None, suppress_health_check=[HealthCheck.differing_executors])
"""Inherited tests run in each of the classes."""


class CheckContract:
    """A check, by translations that it objects to and others that it leaves alone."""

    check: ClassVar[Check]
    good: ClassVar[Sequence[Pair]]
    """It finds nothing in these."""
    bad: ClassVar[Sequence[tuple[Pair, str | None]]]
    """It finds something in these; with what its first fix makes of the translation, None without a fix."""

    def findings(self, pair: Pair) -> list[Finding]:
        """Run the check."""
        return list(self.check.find(pair))

    def test_it_has_good_and_bad_examples(self) -> None:
        assert self.good
        assert self.bad

    def test_a_good_translation_is_left_alone(self) -> None:
        assert [pair for pair in self.good if self.findings(pair)] == []

    def test_a_bad_translation_is_found_and_fixed_as_the_example_says(self) -> None:
        for pair, fix in self.bad:
            found = self.findings(pair)
            assert found, pair
            edits = next((one.fix for one in found if one.fix is not None), None)
            assert (None if edits is None else fixed(pair.target, edits)) == fix

    def test_a_finding_says_which_check_found_it_and_what(self) -> None:
        found = [finding for pair, _ in self.bad for finding in self.findings(pair)]
        assert {finding.check for finding in found} == {self.check.name}
        assert all(finding.message.strip() for finding in found)

    def test_only_a_fix_is_safe(self) -> None:
        found = [finding for pair, _ in self.bad for finding in self.findings(pair)]
        assert [finding for finding in found if finding.safe and finding.fix is None] == []

    @ANY
    @given(pair=PAIRS)
    def test_it_takes_any_text_and_points_into_it(self, pair: Pair) -> None:
        for finding in self.findings(pair):
            assert all(0 <= start <= end <= len(pair.target) for start, end in finding.target)
            assert all(0 <= start <= end <= len(pair.source) for start, end in finding.source)

    @ANY
    @given(pair=PAIRS)
    def test_a_fix_changes_something_and_makes_nothing_worse(self, pair: Pair) -> None:
        found = self.findings(pair)
        for finding in found:
            if finding.fix is not None:
                assert all(pair.target[slice(*edit.span)] == edit.was for edit in finding.fix)
                target = fixed(pair.target, finding.fix)
                assert target != pair.target
                assert len(self.findings(replace(pair, target=target))) <= len(found)

    @ANY
    @given(pair=PAIRS)
    def test_it_finds_the_same_again(self, pair: Pair) -> None:
        assert self.findings(pair) == self.findings(pair)

    def test_its_declaration_is_whole(self) -> None:
        assert isinstance(self.check, Check)
        if not self.check.summary.endswith("."):
            pytest.fail(f"The summary of {self.check.name} must be a sentence.")
