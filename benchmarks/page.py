"""How long a keystroke takes until its completion is painted in a real browser.

    python benchmarks/page.py [--model PACKAGE] [--data DATA] [--references N]

Chromium opens a document of the workbench and the references of `it/test` are typed into its segments, one
character after the other, each when the completion of the one before has been painted. The time runs from the
browser's own stamp of the key event to the frame after the completion was put into the page. The peer is the
server itself: `ratio` is the median of that time beside the median of what the server says that a completion
took. `agreed_ms` is the median of keystrokes that agree with the ghost text and are painted without waiting
for the server. The last line is one JSON object.
"""

import argparse
import json
import lzma
import math
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, sync_playwright

from synslator.settings import shipped_model

COMMAND = [sys.executable, "-c", "from synslator.cli import main; main()"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 30_000

WATCH = """
localStorage.setItem('synslator.view', JSON.stringify({ tourSeen: true }));
window.strokes = new Map();     // seq -> what is known of the keystroke that was sent under it
let pressed = null;
addEventListener('keydown', event => { pressed = event; }, true);
// The frame in which something put into the page now is painted: the next one has begun by the time after it.
const painted = then => requestAnimationFrame(() => setTimeout(() => then(performance.now())));
const Plain = WebSocket;
window.WebSocket = class extends Plain {
    constructor(...given) {
        super(...given);
        this.addEventListener('message', event => {
            const message = JSON.parse(event.data);
            const stroke = message.type === 'completion' && window.strokes.get(message.seq);
            if (stroke) painted(now => Object.assign(stroke, { total: now - stroke.at, server: message.ms }));
        });
    }
    send(text) {
        const message = JSON.parse(text);
        if (message.type === 'edit' && pressed) {
            const stroke = { at: pressed.timeStamp, agreed: null };
            const still = document.querySelector('.ghost') !== null;
            window.strokes.set(message.seq, stroke);
            window.last = message.seq;
            if (still) painted(now => { stroke.agreed = now - stroke.at; });
        }
        super.send(text);
    }
};
"""


def pairs(data: Path, name: str) -> list[tuple[str, str]]:
    """Return the pairs of a data set."""
    with lzma.open(data / f"{name}.tsv.xz", "rt", encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines]
    return [(row[0], row[1]) for row in rows]


def percentile(values: Sequence[float], share: int) -> float:
    """Return the value that so many percent do not exceed."""
    ordered = sorted(values)
    return round(ordered[math.ceil(len(ordered) * share / 100) - 1], 1) if ordered else 0.0


@contextmanager
def server(model: Path) -> Iterator[str]:
    """Run a server with a data folder of its own; return its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*COMMAND, "serve", "--port", "0", "--data-folder", folder, "--model", str(model)]
        environment = {name: value for name, value in os.environ.items() if name != "SYNSLATOR_DATA"}
        environment["SYNSLATOR_DEMO"] = "false"
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        ) as process:
            assert process.stdout
            try:
                yield process.stdout.readline().split()[3]
            finally:
                process.terminate()


def document_of(address: str, sources: Sequence[str]) -> str:
    """Make a project with a document of these segments; return the page's address of it."""
    with httpx.Client(base_url=f"{address}/api", timeout=60) as api:
        new = {
            "name": "typing",
            "source_language": "zh",
            "target_language": "en",
            "settings": {"draft": False},
        }
        project = api.post("/projects", json=new).raise_for_status().json()["id"]
        given = {"name": "typing.txt", "segmentation": "line"}
        content = "\n".join(sources).encode()
        made = api.post(f"/projects/{project}/documents", params=given, content=content).raise_for_status()
        return f"{address}/projects/{project}/documents/{made.json()['document']['id']}"


def typed(page: Page, text: str) -> None:
    """Type a text, each character when what the one before led to has been painted."""
    for character in text:
        page.keyboard.type(character)
        page.wait_for_function("() => window.strokes.get(window.last)?.total", timeout=PATIENCE)


def measured(page: Page, address: str, references: Sequence[str]) -> list[dict[str, Any]]:
    """Type the references into the segments of a document; return what was noted of each keystroke."""
    page.add_init_script(WATCH)
    page.goto(address)
    for number, reference in enumerate(references, 1):
        editor = page.get_by_role("textbox", name=f"Translation of segment {number}", exact=True)
        editor.wait_for(timeout=PATIENCE)
        typed(page, reference)
        page.keyboard.press("Escape")
        page.keyboard.press("Control+Enter")
        print(f"{number} of {len(references)}", file=sys.stderr)
    strokes: list[dict[str, Any]] = page.evaluate("[...window.strokes.values()]")
    return [stroke for stroke in strokes if stroke.get("total")]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", type=Path, default=shipped_model())
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("SYNSLATOR_DATA", "../shared/data")))
    parser.add_argument("--references", type=int, default=50)
    given = parser.parse_args()
    chosen = [pair for pair in pairs(given.data, "it/test") if 20 <= len(pair[1]) <= 90][: given.references]
    path = next(filter(None, map(shutil.which, BROWSERS)))
    with server(given.model) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        document = document_of(address, [source for source, _ in chosen])
        strokes = measured(browser.new_page(), document, [reference for _, reference in chosen])
        browser.close()
    total, own = [one["total"] for one in strokes], [one["server"] for one in strokes]
    agreed = [one["agreed"] for one in strokes if one["agreed"]]
    result = {
        "keystrokes": len(strokes),
        "p50_ms": percentile(total, 50),
        "p95_ms": percentile(total, 95),
        "server_p50_ms": percentile(own, 50),
        "server_p95_ms": percentile(own, 95),
        "agreed_ms": percentile(agreed, 50),
        "agreed_share": round(len(agreed) / max(1, len(strokes)), 2),
        "ratio": round(percentile(total, 50) / max(0.1, percentile(own, 50)), 2),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
