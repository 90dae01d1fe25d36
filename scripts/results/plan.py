"""What `make results` measures: the commands behind each file of `docs/results/measurements`.

In a command, `{data}` is the folder of the test sets, `{out}` the file for its result, `{sample}` how many
lines are used (a share of it where a set is dear, a multiple where it is cheap), `{opus}` the package of
OPUS-MT. What a command prints last as JSON is its result where it names no `{out}`.
"""

from collections.abc import Callable
from dataclasses import dataclass

import tables

DOMAINS = ("it", "law", "subtitle")
GENERAL = ("flores_sib", "ntrex", "wmt21", "wmt23")
RUNS = {"subtitle": " --run 40"}
"""The subtitles were sampled in scenes of forty lines, the other sets in tens."""
EVALUATE = "synslator evaluate"


@dataclass(frozen=True)
class Command:
    """A command, and the share of the sample that it takes."""

    line: str
    share: float = 1.0


@dataclass(frozen=True)
class Measurement:
    """A file, what it is made from, and about how long that takes on two cores."""

    name: str
    commands: tuple[Command, ...]
    write: Callable[[list[tables.Result]], tables.Result]
    minutes: float
    needs: str = ""
    """What a person has to name for it: without, it is left out and the old file stays."""
    plot: Callable[[list[tables.Result]], str] | None = None
    """A picture that lies beside the tables, under the same name."""


def on(domain: str, part: str = "test") -> str:
    """Return the options for a set of a domain."""
    return f"--test {{data}}/{domain}/{part}.tsv.xz --limit {{sample}} --save {{out}}{RUNS.get(domain, '')}"


def memory(domain: str) -> str:
    """Return the option for the memory of a domain."""
    return f"--memory {{data}}/{domain}/tm.tsv.xz"


def commands(*lines: str, share: float = 1.0) -> tuple[Command, ...]:
    """Return some commands that take the same share of the sample."""
    return tuple(Command(line, share) for line in lines)


TERMS = "--terms {data}/terms/cedict.tsv.xz"
OPUS = "python benchmarks/opus_mt.py --package {opus} --limit {sample} --save {out} --test {data}"
PLAN = (
    Measurement(
        "threshold",
        commands(*(f"{EVALUATE} calibrate --engine knn {memory(one)} {on(one, 'dev')}" for one in DOMAINS)),
        tables.threshold,
        8,
    ),
    Measurement(
        "quality",
        (
            *commands(*(f"{EVALUATE} quality {on(one)}" for one in DOMAINS)),
            *commands(f"{EVALUATE} quality {on('general', 'ntrex.test')}"),
            *commands(f"{EVALUATE} quality --engine knn {memory('it')} {on('it')}"),
        ),
        tables.quality,
        2,
    ),
    Measurement(
        "paper-settings",
        commands("python benchmarks/paper_knn.py --data {data} --limit {sample} --save {out}", share=0.4),
        tables.paper_settings,
        6,
    ),
    Measurement(
        "drafts",
        (
            *commands(*(f"{EVALUATE} bleu {TERMS} {on(one)}" for one in DOMAINS), share=4),
            *commands(
                *(f"{EVALUATE} bleu {TERMS} {on('general', f'{one}.test')}" for one in GENERAL), share=4
            ),
        ),
        tables.drafts,
        6,
    ),
    Measurement(
        "baselines",
        commands(
            *(
                f"{EVALUATE} bleu --engine {engine} {memory(domain)} {TERMS} {on(domain)}"
                for domain in DOMAINS
                for engine in ("vanilla", "copy", "knn-paper", "knn", "adaptive")
            ),
        ),
        tables.baselines,
        10,
    ),
    Measurement(
        "beam-completion",
        commands(
            *(
                f"{EVALUATE} accuracy --completion {how} {on(domain)}"
                for domain in DOMAINS
                for how in ("greedy", "beam")
            ),
            share=0.4,
        ),
        tables.beam_completion,
        15,
    ),
    Measurement(
        "outside",
        commands(
            *(f"{OPUS}/general/{one}.test.tsv.xz" for one in GENERAL), f"{OPUS}/it/test.tsv.xz", share=2
        ),
        tables.outside,
        8,
        needs="opus",
    ),
    Measurement(
        "simulation",
        commands(*(f"{EVALUATE} simulate {on(one)}" for one in DOMAINS)),
        tables.simulation,
        12,
        plot=tables.sensitivity,
    ),
    Measurement(
        "words",
        commands(
            f"{EVALUATE} words --test {{data}}/benchmarks/words.nist02.dev.zh-en.jsonl.xz --limit {{sample}}"
            " --save {out}",
        ),
        tables.whole,
        7,
    ),
    Measurement(
        "words-test",
        commands(
            f"{EVALUATE} words --test {{data}}/benchmarks/words.nist05.test.zh-en.jsonl.xz --limit {{sample}}"
            " --save {out}",
        ),
        tables.whole,
        7,
    ),
    Measurement(
        "spans",
        commands(
            f"{EVALUATE} spans --test {{data}}/benchmarks/spans.wets.dev.zh-en.jsonl.xz --limit {{sample}}"
            " --save {out}",
            share=2,
        ),
        tables.whole,
        6,
    ),
    Measurement(
        "terms",
        commands(
            f"{EVALUATE} terms --obey --test {{data}}/benchmarks/terms.wmt23.first.zh-en.jsonl.xz"
            " --limit {sample} --save {out}",
            share=2,
        ),
        tables.whole,
        4,
    ),
    Measurement(
        "imtlab",
        commands(
            f"{EVALUATE} imtlab --test {{data}}/benchmarks/imtlab.zh-en.jsonl.xz --limit {{sample}}"
            " --save {out}",
            share=0.4,
        ),
        tables.whole,
        5,
    ),
    Measurement("overlap", commands("python scripts/overlap.py {data}"), tables.overlap, 3),
    Measurement("bulk", commands("python benchmarks/decoding.py --data {data} --only-bulk"), tables.flat, 8),
    Measurement(
        "keystrokes",
        commands("python benchmarks/decoding.py --data {data} --quick --references 400"),
        tables.flat,
        8,
    ),
    Measurement("knn-speed", commands("python benchmarks/engines.py --data {data}"), tables.flat, 6),
    Measurement("lookup", commands("python benchmarks/memory.py --no-cluster"), tables.flat, 8),
    Measurement("documents", commands("python benchmarks/documents.py"), tables.flat, 2),
    Measurement("painted", commands("python benchmarks/page.py --data {data}"), tables.flat, 4),
    Measurement("people", commands("python benchmarks/server.py --data {data}"), tables.flat, 4),
)
PAGES = (("make tables LIMIT=80", 24.0), ("make report SAMPLE=25", 11.0), ("python scripts/docs", 0.1))
"""What is made besides, and its minutes: the paper's table, the report, and the pages."""
ONCE = {
    "below-half": "made once, from a cut of the memories that no command makes",
    "bulk-review": "a reader's check; `bulk` has the same comparison from a command",
    "coverage": "chosen on development sets, by the command that the file names",
    "keys-on-disk": "chosen on development sets, by the command that the file names",
    "greedy": "a reader's check of the completion that then replaced a draft; the page keeps the draft now",
    "installation": "a fresh clone and a stopwatch",
    "keystrokes-review": "a reader's check; `keystrokes` has the same comparison from a command",
    "language-model": "made once, from predictions that are not kept",
    "model": "logs of the training",
    "paper-knn": "a reader's check; `baselines` has the paper's kNN-MT from a command",
    "soak": "hours: `python benchmarks/decoding.py --only-soak --soak 100000`",
    "stream-all": "hours: `synslator evaluate adaptation`; the report has a sample",
    "suggestions": "compares two versions of the program",
    "termbase": "made once, by `python benchmarks/memory.py` of that day",
}
"""Files that no command makes again, and why."""
