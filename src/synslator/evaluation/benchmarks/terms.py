"""WMT 2023 terminology: are the terms that a client demands in the translation (Semenov et al., WMT 2023)?

A term is obeyed where its translation stands in the target, letters compared without case and words without
their endings: plural, possessive and verb forms of the last word count as the term. The share is over the
terms of all lines, a term that a line asks for counting once. Two dictionaries come with the lines: the
proper one, and one of random words of the reference.
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from synslator.engines.drafter import Drafter
from synslator.evaluation.benchmarks.cases import Cases
from synslator.evaluation.metrics.scores import CHRF_PLUS, Bleu, ChrF, Numbers
from synslator.evaluation.metrics.terms import has_term
from synslator.evaluation.predictions.observation import in_order
from synslator.evaluation.provenance import made
from synslator.evaluation.system import System
from synslator.progress import SILENT, Progress
from synslator.terms.usage import Demand
from synslator.text.languages import profile

FIELDS = ("source", "reference", "terms", "random_terms")
DICTIONARIES = {"proper": "terms", "random": "random_terms"}
Dictionary = Sequence[Sequence[str]]
"""The demanded terms of each line."""
Glossary = Sequence[Sequence[Sequence[str]]]
"""The terms of each line, in the source's language and in the target's."""


def measure_terms(
    system: System,
    cases: Cases,
    dictionary: str = "proper",
    obeying: bool = False,
    progress: Progress = SILENT,
) -> dict[str, Any]:
    """Return the share of terms obeyed, chrF and BLEU, with the terms and without, and how it was made.

    No engine takes terms by itself: unless `obeying` asks for a second search that places missing ones, the
    figures with and without terms are the same by nature.
    """
    started = time.perf_counter()
    sources = [case["source"] for case in cases.rows]
    terms: Glossary = [case[DICTIONARIES[dictionary]] for case in cases.rows]
    demanded: Dictionary = [[target for _, target in each] for each in terms]
    without = system.translate(sources, progress)
    targets = obeyed(system, sources, without, terms) if obeying else without
    seconds = time.perf_counter() - started
    language = system.engine.package.manifest.target_language
    references = [case["reference"] for case in cases.rows]
    return {
        "kind": "terms",
        **term_scores(targets, references, demanded, language),
        "without": term_scores(without, references, demanded, language),
        "intervals": {
            "success": cases.interval(term_counts(targets, demanded), success),
            "bleu": cases.interval(Bleu(language).statistics(targets, references), Bleu(language).score),
        },
        "dictionary": dictionary,
        "obey": obeying,
        "terms": sum(len(set(each)) for each in demanded),
        "lines": len(sources),
        "seconds": round(seconds, 1),
        "signatures": {"bleu": Bleu(language).signature, "chrf": ChrF().signature},
        "made": made(system, cases, seconds, dictionary=dictionary, obey=obeying).to_json(),
    }


def obeyed(system: System, sources: Sequence[str], drafts: Sequence[str], terms: Glossary) -> list[str]:
    """Return the drafts with the terms that they lack, as the workbench drafts with a termbase."""
    language = system.engine.package.manifest.target_language

    def one(number: int) -> str:
        source = sources[number]
        wanted = demands_of(source, terms[number], language)
        drafter = Drafter(system.engine, demands=lambda text: wanted)
        return drafter.obeyed([source], [drafts[number]], [system.examples(source)])[0]

    return list(in_order(one, range(len(sources)), system.workers))


def demands_of(source: str, terms: Sequence[Sequence[str]], language: str) -> list[Demand]:
    """Return what a termbase of these terms demands; terms that do not stand in the source count too."""
    wanted = dict.fromkeys(target.strip() for _, target in terms if target.strip())
    written = {target.strip(): term for term, target in reversed(terms)}
    ends = profile(language).endings
    found = [(max(source.find(written[target]), 0), written[target], target) for target in wanted]
    return [
        Demand((start, start + len(term) if term in source else start), target, (target,), (), ends)
        for start, term, target in found
    ]


def term_scores(
    targets: Sequence[str], references: Sequence[str], demanded: Dictionary, language: str
) -> dict[str, float]:
    """Return the share of terms that stand in the targets, and the scores of the targets."""
    bleu, chrf = Bleu(language), ChrF()
    return {
        "success": round(success(term_counts(targets, demanded).sum(axis=0)), 4),
        "chrf": round(chrf.score(chrf.statistics(targets, references).sum(axis=0)), 2),
        "chrf_plus": round(CHRF_PLUS.score(CHRF_PLUS.statistics(targets, references).sum(axis=0)), 2),
        "bleu": round(bleu.score(bleu.statistics(targets, references).sum(axis=0)), 2),
    }


def term_counts(targets: Sequence[str], demanded: Dictionary) -> Numbers:
    """Count the terms of each line that its target has, and those demanded: (lines, 2)."""
    rows = [
        [sum(has_term(target, demand) for demand in set(demands)), len(set(demands))]
        for target, demands in zip(targets, demanded, strict=True)
    ]
    return np.array(rows, np.float64).reshape(len(rows), 2)


def success(sums: Numbers) -> float:
    """Return the share of the demanded terms that are there."""
    return float(sums[0] / max(sums[1], 1))
