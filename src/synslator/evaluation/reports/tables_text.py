"""The first table as a page for people."""

from collections.abc import Iterator
from typing import Any

from synslator.evaluation.reports.paper import BOX_GAINS

TITLES = {"it": "IT", "law": "Law", "subtitle": "Subtitles"}
PARTS = {
    "all": "all segments",
    "long": "references of six or more words",
    "not_in_memory": "references that the memory does not hold word for word",
}
PEERS = {"against_plain": "the plain model", "against_fine_tuned": "fine-tuning"}
LABELS = {"alone": "", "box": " + next 3-best", "box_and_language_model": " + next 3-best and LM"}
INTRODUCTION = """# The paper's first table on our data

Made by `make tables`; do not edit. The paper's figures stand beside ours in parentheses. Its test sets and
models are not ours, so compare the differences between rows, not the rows. BLEU is sacreBLEU's with the ends
of its 95 % interval, for which documents or runs of lines are drawn; p is two-sided, and corrected for all
comparisons of this page (Holm); multi-bleu (Moses tokens) is what the paper reports. The next N words are
counted as what stands between spaces, punctuation and case included. [evaluation.md](../evaluation.md)
explains every measure.
"""


def markdown(result: dict[str, Any]) -> str:
    """Return the whole page."""
    rows, missing = result["rows"], result["missing"]
    sections = [
        "\n".join(
            section(domain, *([row for row in some if row["domain"] == domain] for some in (rows, missing)))
        )
        for domain in dict.fromkeys(row["domain"] for row in [*rows, *missing])
    ]
    return "\n".join(
        [INTRODUCTION, *sample(result["limit"]), *sections, *reasons(missing), *circumstances(rows)]
    )


def sample(limit: int | None) -> Iterator[str]:
    """Yield a warning, where not all lines were used."""
    if limit:
        yield f"**A sample**: at most {limit} lines of each test set, spread evenly over it.\n"


def section(domain: str, rows: list[dict[str, Any]], missing: list[dict[str, Any]]) -> Iterator[str]:
    """One domain: a table for each part of its test set, and what was gained."""
    yield f"## {title_of(domain)}\n"
    for part, title in PARTS.items():
        measured = [row for row in rows if part in row["parts"]]
        if not measured and part != "all":
            continue
        count = f" ({measured[0]['parts'][part]['lines']} segments)" if measured else ""
        yield f"{title.capitalize()}{count}:\n"
        yield "| system | BLEU | chrF2 | multi-bleu | next word | next two | next three |"
        yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
        for row in measured:
            yield from table_rows(row, row["parts"][part], with_paper=part == "all")
        if part == "all":
            for row in missing:
                yield from unavailable_rows(row)
        yield ""
    for row in rows:
        for peer, title in PEERS.items():
            gain = row.get(peer, {})
            for part, measures in {"": gain, "not_in_memory": gain.get("not_in_memory", {})}.items():
                if measures:
                    where = f" ({PARTS[part]})" if part else ""
                    yield f"{row['label']} against {title}{where}: {difference(measures)}.\n"
        if gain := row.get("box_gains"):
            yield f"{row['label']}, what the box adds to the next word: {box_gains(gain)}.\n"


def unavailable_rows(row: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of a system that could not be measured: the paper's figures alone."""
    for name, paper in (row["paper"] or {"alone": {}}).items():
        figures = [paper.get("bleu"), *(paper.get("accuracy") or [None] * 3)]
        cells = ["" if one is None else f"({one:.2f})" for one in figures]
        yield f"| {' | '.join([row['label'] + LABELS[name], 'not available', '', *cells])} |"


def box_gains(gains: dict[str, Any]) -> str:
    """Return what the suggestion box and the language model add, in words."""
    return ";".join(
        f"{LABELS[name]} {first['points']:+.2f} points [{first['low']:+.2f}, {first['high']:+.2f}]"
        f" (paper: {BOX_GAINS[name]:+.2f})"
        for name, (first, *_) in gains.items()
    ).strip()


def title_of(domain: str) -> str:
    """Return a domain's name for people."""
    return TITLES.get(domain, domain)


def table_rows(row: dict[str, Any], scores: dict[str, Any], with_paper: bool) -> Iterator[str]:
    """Yield a system's lines: alone, and with the suggestion box where it was measured."""
    for name, shares in scores["exact"].items():
        paper = row["paper"].get(name, {}) if with_paper else {}
        drafts = ["", "", ""]
        if name == "alone":
            value, low, high = scores["bleu"]
            multi = beside(scores["multi_bleu"][0], paper.get("bleu"))
            drafts = [f"{value:.1f} [{low:.1f}, {high:.1f}]", f"{scores['chrf'][0]:.1f}", multi]
        theirs = paper.get("accuracy") or [None] * len(shares)
        predicted = [beside(mine, other) for mine, other in zip(shares, theirs, strict=True)]
        yield f"| {' | '.join([row['label'] + LABELS[name], *drafts, *predicted])} |"


def beside(ours: float, paper: float | None) -> str:
    """Our figure, and the paper's in parentheses where it has one."""
    return f"{ours:.2f}" if paper is None else f"{ours:.2f} ({paper:.2f})"


def difference(gain: dict[str, Any]) -> str:
    """Return what a system gains, in words."""
    names = {"bleu": "BLEU", "accuracy": "points of the next word"}
    return "; ".join(
        f"{gain[name]['value']:+.2f} {title} [{gain[name]['low']:+.2f}, {gain[name]['high']:+.2f}],"
        f" {chance(gain[name])}"
        for name, title in names.items()
    )


def chance(one: dict[str, float]) -> str:
    """Return how likely a difference is none, and that corrected for all differences of the table."""
    return f"p = {one['p']:.4f} ({one['p_corrected']:.4f} corrected)"


def reasons(missing: list[dict[str, Any]]) -> Iterator[str]:
    """Yield why some rows are not available."""
    if missing:
        yield "## Not available\n"
        yield from (f"- {title_of(one['domain'])}, {one['label']}: {one['reason']}" for one in missing)
        yield ""


def circumstances(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield how the numbers were made."""
    if not rows:
        return
    yield "## How this was made\n"
    for row in rows:
        how = row["made"]
        memory = (
            f", memory {how['memory']['name']} ({how['memory']['entries']:,} pairs)" if how["memory"] else ""
        )
        yield (
            f"- {title_of(row['domain'])}, {row['label']}: package {how['package']['name']}"
            f" {how['package']['version']}, engine {how['engine']}, {how['data']['name']}"
            f" ({how['data']['lines']} lines){memory}, beam {how['settings']['beam']}, {how['date']}"
        )
    used = ", ".join(f"{name} {version}" for name, version in rows[0]["made"]["versions"].items())
    yield f"\nVersions: {used}. `tables.json` holds every setting and checksum.\n"
