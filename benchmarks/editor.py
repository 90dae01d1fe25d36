"""The editor's promises (docs/editor.md), counted on a whole document in a real browser.

    python benchmarks/editor.py [--model PACKAGE] [--data DATA] [--segments N]

A document of so many sources of `it/test` is drafted, with a memory of `it/tm` and one that is written to.
Chromium opens one draft after the other and types the reference, one character after the other, each when the
machine has answered the one before. Counted are first suggestions that differ from the draft in the list;
confirmed texts that differ from what was typed; keys for which the suggestion vanished and came back, frame
by frame; layout shifts while typing, apart from the line that is written itself and its preview, which are
counted by themselves; and changes of the open segment's height. The last line is one JSON object.
"""

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import httpx
from page import BROWSERS, PATIENCE, pairs, percentile, server
from playwright.sync_api import Page, sync_playwright

from synslator.settings import shipped_model

REMEMBERED = 2000
"""Entries of the memory."""
JOB = 0.5
"""Seconds between two looks at a job."""

WATCH = """
localStorage.setItem('synslator.view', JSON.stringify({ tourSeen: true }));
window.counts = { frames: 0, keys: 0, departed: 0, vanished: 0, heights: 0,
    shift: 0, shiftInLine: 0, shiftInPreview: 0, painted: [] };
window.typing = false;
let key = null, height = 0;
const shown = () => document.querySelector('.ghost') !== null;
addEventListener('keydown', event => {
    if (!window.typing || event.key.length > 1) return;
    window.counts.keys += 1;
    const ghost = document.querySelector('.ghost')?.textContent ?? '';
    key = { had: ghost !== '', gone: false, at: event.timeStamp };
    if (ghost && !ghost.startsWith(event.key)) window.counts.departed += 1;
}, true);
const look = () => {
    const card = document.querySelector('.active-card');
    if (window.typing && card) {
        window.counts.frames += 1;
        if (key?.had && !shown()) key.gone = true;
        if (key?.gone && shown()) { window.counts.vanished += 1; key.gone = false; }
        if (height && card.offsetHeight !== height) window.counts.heights += 1;
        height = card.offsetHeight;
    } else height = 0, key = null;
    requestAnimationFrame(look);
};
requestAnimationFrame(look);
new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries()) {
        if (!window.typing) continue;
        const element = node => node?.nodeType === 1 ? node : node?.parentElement;
        const within = place => sources.every(one => !one.node || element(one.node)?.closest(place));
        const where = within('.cm-content') ? 'shiftInLine' : within('.preview') ? 'shiftInPreview' : 'shift';
        window.counts[where] += value;
    }
}).observe({ type: 'layout-shift' });
// Told when the machine has answered what is written, and that has been painted.
window.settled = () => new Promise(done => {
    const check = () => {
        const { answered } = document.querySelector('.active-card')?.dataset ?? {};
        if (answered !== 'true') return requestAnimationFrame(check);
        requestAnimationFrame(() => setTimeout(() => {
            if (key) window.counts.painted.push(performance.now() - key.at);
            done();
        }));
    };
    check();
});
window.written = () => [...document.querySelectorAll('.cm-content .cm-line')].map(line => {
    const copy = line.cloneNode(true);
    copy.querySelectorAll('.ghost').forEach(ghost => ghost.remove());
    return copy.textContent.replace(/\\u200b/g, '');
}).join('\\n');
"""


@dataclass
class Counts:
    """What differed."""

    segments: int = 0
    drafts: int = 0
    first_suggestions_that_differ: int = 0
    confirmed_texts_that_differ: int = 0
    asked_first: int = 0
    """Confirmations that a finding asked about."""


def prepared(api: httpx.Client, sources: Sequence[str], memory: Sequence[tuple[str, str]]) -> tuple[int, int]:
    """Make a project with a memory and a drafted document; return their ids."""

    def ended(job: int) -> None:
        while (now := api.get(f"/jobs/{job}").json())["state"] not in ("done", "failed"):
            time.sleep(JOB)
        assert now["state"] == "done", now["message"]

    languages = {"source_language": "zh", "target_language": "en"}
    made = api.post("/memories", json={"name": "earlier", **languages}).raise_for_status().json()["id"]
    table = "\n".join(f"{one}\t{other}" for one, other in [("zh", "en"), *memory]).encode()
    job = api.post(f"/memories/{made}/import", params={"name": "earlier.tsv"}, content=table)
    ended(job.raise_for_status().json()["id"])
    uses = [{"memory": made, "writable": False, "penalty": 0}]
    new = {"name": "contract", **languages, "settings": {"draft": False}, "memories": uses}
    project = api.post("/projects", json=new).raise_for_status().json()["id"]
    given = {"name": "contract.txt", "segmentation": "line"}
    uploaded = api.post(
        f"/projects/{project}/documents", params=given, content="\n".join(sources).encode()
    ).raise_for_status()
    document = uploaded.json()["document"]["id"]
    ended(api.post(f"/documents/{document}/draft").raise_for_status().json()["id"])
    return project, document


def segments_of(api: httpx.Client, document: int) -> list[dict[str, Any]]:
    """Return the segments of a document as the server has them."""
    answer = api.get(f"/documents/{document}/segments", params={"limit": 5000})
    return list(answer.raise_for_status().json()["segments"])


def translated(page: Page, number: int, draft: str, text: str, counts: Counts) -> None:
    """Open a segment, compare its first suggestion, type a text and confirm it."""
    editor = page.get_by_role("textbox", name=f"Translation of segment {number}", exact=True)
    editor.wait_for(timeout=PATIENCE)
    page.evaluate("window.settled()")
    counts.segments += 1
    counts.drafts += bool(draft)
    shown = page.evaluate("document.querySelector('.ghost')?.textContent ?? ''")
    counts.first_suggestions_that_differ += shown != draft
    page.evaluate("window.typing = true")
    for character in text:
        page.keyboard.type(character)
        page.evaluate("window.settled()")
    page.evaluate("window.typing = false")
    assert page.evaluate("window.written()") == text
    page.keyboard.press("Control+Enter")
    if page.locator(".findings.questioned").count():
        counts.asked_first += 1
        page.keyboard.press("Control+Enter")


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", type=Path, default=shipped_model())
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("SYNSLATOR_DATA", "../shared/data")))
    parser.add_argument("--segments", type=int, default=200)
    given = parser.parse_args()
    chosen = list({one: two for one, two in pairs(given.data, "it/test") if 20 <= len(two) <= 60}.items())
    chosen = chosen[: given.segments]
    path = next(filter(None, map(shutil.which, BROWSERS)))
    counts = Counts()
    with server(given.model) as address, sync_playwright() as playwright:
        api = httpx.Client(base_url=f"{address}/api", timeout=60)
        project, document = prepared(
            api, [source for source, _ in chosen], pairs(given.data, "it/tm")[:REMEMBERED]
        )
        drafts = [one["target"] for one in segments_of(api, document)]
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.add_init_script(WATCH)
        page.goto(f"{address}/projects/{project}/documents/{document}")
        for number, (draft, (_, text)) in enumerate(zip(drafts, chosen, strict=True), 1):
            translated(page, number, draft, text, counts)
            print(f"{number} of {len(chosen)}", file=sys.stderr)
        page.get_by_text("All saved").wait_for(timeout=PATIENCE)
        now = segments_of(api, document)
        texts = [(one["target"], one["status"]) for one in now]
        counts.confirmed_texts_that_differ = sum(
            one != (text, "confirmed") for one, (_, text) in zip(texts, chosen, strict=True)
        )
        seen = page.evaluate("window.counts")
        browser.close()
    painted = seen.pop("painted")
    result = asdict(counts) | {
        "keys": seen["keys"],
        "keys_that_depart": seen["departed"],
        "suggestions_that_vanished_and_came_back": seen["vanished"],
        "frames": seen["frames"],
        "layout_shift": round(seen["shift"], 4),
        "layout_shift_in_the_line": round(seen["shiftInLine"], 4),
        "layout_shift_in_the_preview": round(seen["shiftInPreview"], 4),
        "height_changes": seen["heights"],
        "painted_p50_ms": percentile(painted, 50),
        "painted_p95_ms": percentile(painted, 95),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
