"""Segmentation rules in SRX."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synslator.text.languages import PROFILES
from synslator.text.segmentation import cut
from synslator.text.srx.rules import BadRules, Rule, SrxSegmenter, read_srx
from synslator.text.srx.writer import write_srx

RULES = """<?xml version="1.0" encoding="UTF-8"?>
<srx xmlns="http://www.lisa.org/srx20" version="2.0">
  <header segmentsubflows="yes" cascade="{cascade}"/>
  <body>
    <languagerules>
      <languagerule languagerulename="English">
        <rule break="no"><beforebreak>\\b(Dr|approx)\\.</beforebreak><afterbreak>\\s</afterbreak></rule>
      </languagerule>
      <languagerule languagerulename="Default">
        <rule break="yes"><beforebreak>[.!?]+</beforebreak><afterbreak>\\s+\\p{{Lu}}</afterbreak></rule>
        <rule break="yes"><beforebreak>[。！？]</beforebreak></rule>
      </languagerule>
    </languagerules>
    <maprules>
      <languagemap languagepattern="en.*" languagerulename="English"/>
      <languagemap languagepattern=".*" languagerulename="Default"/>
    </maprules>
  </body>
</srx>
"""


def pieces(text: str, language: str, cascade: str = "yes") -> list[str]:
    return [piece.text for piece in cut(text, read_srx(RULES.format(cascade=cascade).encode(), language))]


def test_the_first_rule_that_fits_decides() -> None:
    assert pieces("Ask Dr. Li. He knows.", "en-GB") == ["Ask Dr. Li.", "He knows."]
    assert pieces("Ask Dr. Li. He knows.", "de") == ["Ask Dr.", "Li.", "He knows."]
    assert pieces("一。二！三", "zh") == ["一。", "二！", "三"]


def test_without_cascade_only_the_first_map_counts() -> None:
    assert pieces("Ask Dr. Li. He knows.", "en", cascade="no") == ["Ask Dr. Li. He knows."]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<srx", "line 1"),
        (b"<srx/>", "no language rules"),
        (RULES.format(cascade="yes").replace("[.!?]+", "[.!?").encode(), "no pattern"),
        (
            RULES.format(cascade="yes").replace('languagepattern="en.*"', 'languagepattern="("').encode(),
            "no pattern",
        ),
        (RULES.format(cascade="yes").replace('"Default"/>', '"Missing"/>').encode(), "Missing"),
        (b'<!DOCTYPE srx [<!ENTITY a "b">]><srx/>', "entit"),
    ],
)
def test_bad_rules_are_named(data: bytes, words: str) -> None:
    with pytest.raises(BadRules) as problem:
        read_srx(data, "en", "my.srx")
    assert words in str(problem.value)
    assert "my.srx" in str(problem.value)


def test_a_language_without_rules_is_named() -> None:
    rules = RULES.format(cascade="yes").replace('languagepattern=".*"', 'languagepattern="fr"')
    with pytest.raises(BadRules, match="zh"):
        read_srx(rules.encode(), "zh")


def test_a_rule_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    import regex

    monkeypatch.setattr("synslator.text.srx.rules._SECONDS", 0.05)
    slow = SrxSegmenter([Rule(True, regex.compile(r"(?:(a+)+b)(?=c)"))])
    with pytest.raises(BadRules, match="took more than"):
        slow.starts("a" * 5000)


@given(st.text(alphabet="Dr. LiA!?。中 \n", max_size=40))
def test_places_agree_with_trying_every_one(text: str) -> None:
    """The slow twin asks each rule at each place by itself."""
    import regex

    rules = [
        (False, r"\b(?:Dr|approx)\.", r"\s"),
        (True, r"[.!?]+", r"\s+\p{Lu}"),
        (True, r"[。！？]", ""),
    ]
    expected = []
    for place in range(1, len(text)):
        for breaks, before, after in rules:
            if regex.search(f"(?:{before})\\Z", text[:place]) and regex.match(after, text[place:]):
                if breaks:
                    expected.append(place)
                break
    assert list(read_srx(RULES.format(cascade="yes").encode(), "en").starts(text)) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "en",
            "Ask Dr. Li. He knows. Is it no. 5? Yes!",
            ["Ask Dr. Li.", "He knows.", "Is it no. 5?", "Yes!"],
        ),
        ("de-AT", "Siehe Abb. A. Der 1. Satz. Ende.", ["Siehe Abb. A.", "Der 1. Satz.", "Ende."]),
        ("zh", "他说：“走吧。”我们走。好！", ["他说：“走吧。”", "我们走。", "好！"]),
        ("ar", "هل تفهم؟ نعم.", ["هل تفهم؟", "نعم."]),
        ("xx", "One. Two.", ["One.", "Two."]),
    ],
)
def test_the_rules_of_a_language_can_be_written_out_and_read_again(
    language: str, text: str, expected: list[str]
) -> None:
    rules = read_srx(write_srx(language).encode(), language)
    assert [piece.text for piece in cut(text, rules)] == expected


@pytest.mark.parametrize("language", [*PROFILES, "xx"])
def test_every_language_has_rules_that_can_be_read(language: str) -> None:
    assert read_srx(write_srx(language).encode(), language).starts("One. Two.")
