"""Measure what the docs say, and write `docs/results/measurements`: `make results`.

    python scripts/results [--data DATA] [--sample N] [--opus FILE] [--only NAME …] [--plan]

Every command of the plan is run, its result kept in `build/results` and made into a file. A result that is
there already is taken up only if the same code ran the same command on the same package, data and processor.
`--plan` lists the commands and does nothing.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from plan import ONCE, PAGES, PLAN, Command, Measurement

from synslator.evaluation.provenance import code, described_package_at, processor
from synslator.evaluation.testset import file_sha256
from synslator.settings import shipped_model

ROOT = Path(__file__).parents[2]


def main() -> None:
    """Measure, or list what would be."""
    given = arguments()
    if given.plan:
        show(given)
        return
    for one in PLAN:
        if given.only and one.name not in given.only:
            continue
        lines = [filled(command, given) for command in one.commands]
        if one.needs and not getattr(given, one.needs):
            print(f"{one.name}: left out, because --{one.needs} names no file", file=sys.stderr)
        else:
            write(one, [result(line, f"{one.name}.{n}", given) for n, line in enumerate(lines)], given)


def show(given: argparse.Namespace) -> None:
    """List the commands, about how long they take, and what is not made again."""
    for one in PLAN:
        print(
            f"{one.name} ({one.minutes:g} min)",
            *(f"  {filled(each, given)}" for each in one.commands),
            sep="\n",
        )
    for line, minutes in PAGES:
        print(f"{line} ({minutes:g} min)")
    for name, why in ONCE.items():
        print(f"{name}: not made again: {why}")
    whole = sum(one.minutes for one in PLAN) + sum(minutes for _, minutes in PAGES)
    print(f"about {whole:.0f} minutes on two cores")


def arguments() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("SYNSLATOR_DATA", "../shared/data")))
    parser.add_argument(
        "--sample", type=int, default=150, help="lines of a set, or a share or multiple of it"
    )
    parser.add_argument("--opus", type=Path, help="the package of OPUS-MT (.argosmodel)")
    parser.add_argument("--model", type=Path, default=shipped_model())
    parser.add_argument("--work", type=Path, default=ROOT / "build/results")
    parser.add_argument("--out", type=Path, default=ROOT / "docs/results/measurements")
    parser.add_argument("--only", nargs="+", choices=[one.name for one in PLAN])
    parser.add_argument("--plan", action="store_true", help="list the commands and do nothing")
    return parser.parse_args()


def filled(command: Command, given: argparse.Namespace) -> str:
    """Return a command with the values of this run, but for its output."""
    sample = str(max(1, round(given.sample * command.share)))
    named = {"{data}": str(given.data), "{sample}": sample, "{opus}": str(given.opus)}
    line = command.line
    for name, value in named.items():
        line = line.replace(name, value)
    return line


def result(line: str, name: str, given: argparse.Namespace) -> dict[str, Any]:
    """Return the result of a command: one that is there already if everything agrees, or a new one."""
    given.work.mkdir(parents=True, exist_ok=True)
    path, stamp = given.work / f"{name}.json", given.work / f"{name}.stamp.json"
    depends = depends_on(line, given)
    if path.exists() and stamp.exists() and read(stamp) == depends:
        return read(path)
    stamp.unlink(missing_ok=True)
    print(line, file=sys.stderr)
    began = time.perf_counter()
    words = line.replace("{out}", str(path)).split()
    program = {"python": [sys.executable], "synslator": [str(Path(sys.executable).with_name("synslator"))]}
    environment = os.environ | {"SYNSLATOR_MODEL": str(given.model)}
    done = subprocess.run(
        [*program[words[0]], *words[1:]], cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True
    )
    if "{out}" not in line:
        made = depends | {
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "seconds": round(time.perf_counter() - began, 1),
        }
        kept = {"result": printed(done.stdout.decode()), "made": made}
        path.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    stamp.write_text(json.dumps(depends, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return read(path)


def read(path: Path) -> dict[str, Any]:
    """Return what a file of a result holds."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def depends_on(line: str, given: argparse.Namespace) -> dict[str, Any]:
    """Return everything that a result depends on, without the folders of this machine."""
    files = [Path(word) for word in line.split() if Path(word).is_file()]
    command = " ".join(Path(word).name if Path(word).is_absolute() else word for word in line.split())
    return {
        "command": command,
        "code": code(),
        "package": described_package_at(given.model),
        "files": {one.name: file_sha256(one) for one in files},
        "processor": processor(),
    }


def printed(text: str) -> Any:
    """Return the JSON that a command printed last: its last line, or all of it."""
    last = text.strip().splitlines()[-1]
    try:
        return json.loads(last)
    except ValueError:
        return json.loads(text)


def write(one: Measurement, results: list[dict[str, Any]], given: argparse.Namespace) -> None:
    """Write the file of a measurement."""
    path = given.out / f"{one.name}.json"
    text = json.dumps(one.write(results), ensure_ascii=False, indent=1) + "\n"
    path.write_text(text, encoding="utf-8")
    if one.plot:
        (given.out.parent / f"{one.name}.svg").write_text(one.plot(results) + "\n", encoding="utf-8")
    print(path)


main()
