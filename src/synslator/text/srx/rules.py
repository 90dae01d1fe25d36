"""Segmentation rules in SRX 2.0, as other tools exchange them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.parsers import expat

import regex

from synslator.errors import SynslatorError

_SECONDS = 2.0
"""How long one rule may search one text; rules come from outside."""


class BadRules(SynslatorError):
    """The rules cannot be used."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A place where a text is cut, or where it is not."""

    breaks: bool
    pattern: "regex.Pattern[str]"


@dataclass(slots=True)
class _Draft:
    breaks: bool = True
    texts: dict[str, str] = field(default_factory=dict)


class SrxSegmenter:
    """Cuts by SRX rules: at each place the first rule that fits decides."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = tuple(rules)

    def starts(self, text: str) -> Iterable[int]:
        """Return the places where a rule with a break is the first to fit."""
        decided: dict[int, bool] = {}
        for rule in self._rules:
            try:
                for found in rule.pattern.finditer(text, overlapped=True, timeout=_SECONDS):
                    decided.setdefault(found.end(), rule.breaks)
            except TimeoutError:
                raise BadRules(
                    f"The rule {rule.pattern.pattern!r} took more than {_SECONDS:g} s on one paragraph."
                ) from None
        return sorted(place for place, breaks in decided.items() if breaks and 0 < place < len(text))


def read_srx(data: bytes, language: str, name: str = "the rules") -> SrxSegmenter:
    """Read an SRX file and choose the rules for a language."""
    reader = _Reader(name)
    reader.parse(data)
    chosen: list[Rule] = []
    maps = [rules for pattern, rules in reader.maps if _fits(pattern, language, name)]
    for rules in maps if reader.cascade else maps[:1]:
        if rules not in reader.rules:
            raise BadRules(f"{name} maps {language!r} to the rules {rules!r}, which it does not hold.")
        chosen.extend(_compiled(draft, name) for draft in reader.rules[rules])
    if not chosen:
        raise BadRules(f"{name} has no segmentation rules for the language {language!r}.")
    return SrxSegmenter(chosen)


def check_form(data: bytes, name: str = "the rules") -> None:
    """Refuse what is no SRX file; its expressions are not compiled."""
    _Reader(name).parse(data)


def _fits(pattern: str, language: str, name: str) -> bool:
    try:
        return regex.fullmatch(pattern, language, flags=regex.IGNORECASE, timeout=_SECONDS) is not None
    except (regex.error, TimeoutError) as error:
        raise BadRules(
            f"{name} has the language pattern {pattern!r}, which is no pattern: {error}."
        ) from None


def _compiled(draft: _Draft, name: str) -> Rule:
    before = draft.texts.get("beforebreak", "")
    after = draft.texts.get("afterbreak", "")
    try:
        pattern = regex.compile(f"(?:{before})(?={after})", regex.V1)
    except regex.error as error:
        raise BadRules(f"{name} has the rule {before!r} {after!r}, which is no pattern: {error}.") from None
    return Rule(draft.breaks, pattern)


class _Reader:
    """Collects the rules and the language map of a file."""

    def __init__(self, name: str) -> None:
        self.rules: dict[str, list[_Draft]] = {}
        self.maps: list[tuple[str, str]] = []
        self.cascade = True
        self._name = name
        self._current: list[_Draft] = []
        self._text: list[str] | None = None

    def parse(self, data: bytes) -> None:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._refuse
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            reason = expat.errors.messages[error.code]
            raise BadRules(f"{self._name} is not valid SRX: line {error.lineno}: {reason}.") from None
        if not self.rules:
            raise BadRules(f"{self._name} is not an SRX file: it holds no language rules.")

    def _refuse(self, name: str, *_: object) -> None:
        raise BadRules(
            f"{self._name} declares the entity {name!r}; rules with entities of their own are refused."
        )

    def _start(self, qualified: str, given: dict[str, str]) -> None:
        match qualified.rpartition(" ")[2]:
            case "header":
                self.cascade = given.get("cascade", "yes") != "no"
            case "languagerule":
                self._current = self.rules.setdefault(given.get("languagerulename", ""), [])
            case "rule":
                self._current.append(_Draft(given.get("break", "yes") != "no"))
            case "beforebreak" | "afterbreak":
                self._text = []
            case "languagemap":
                self.maps.append((given.get("languagepattern", ""), given.get("languagerulename", "")))

    def _characters(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def _end(self, qualified: str) -> None:
        name = qualified.rpartition(" ")[2]
        if self._text is not None and name in {"beforebreak", "afterbreak"}:
            if self._current:
                self._current[-1].texts[name] = "".join(self._text)
            self._text = None
