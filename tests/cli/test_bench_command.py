"""`synslator bench` measures this machine and says what to expect."""

import json
from importlib.resources import files
from pathlib import Path

from click.testing import CliRunner

from synslator.cli import main
from synslator.cli.bench import ROWS

REFERENCE = json.loads(files("synslator.cli").joinpath("bench_figures.json").read_text(encoding="utf-8"))


def test_this_machine_stands_beside_that_of_the_docs(tiny_folder: Path) -> None:
    done = CliRunner().invoke(main, ["bench", "--seconds", "0.1", "--model", str(tiny_folder)])
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0].startswith("tiny ")
    assert lines[-1] == f"Docs: {REFERENCE['machine']}, {REFERENCE['model']} {REFERENCE['version']}."
    for (name, title, _), line in zip(ROWS, lines[2:-1], strict=True):
        here, docs = map(float, line.rsplit(maxsplit=2)[1:])
        assert line.startswith(title)
        assert here > 0
        assert docs == REFERENCE[name] > 0


def test_a_program_reads_the_same(tiny_folder: Path) -> None:
    done = CliRunner().invoke(main, ["bench", "--seconds", "0.1", "--json", "--model", str(tiny_folder)])
    found = json.loads(done.stdout)
    assert found["reference"] == REFERENCE
    assert found["keystrokes"] > 0
    assert {name for name, _, _ in ROWS} <= found.keys() & REFERENCE.keys()


def test_a_package_of_other_languages_is_refused_with_what_to_do(
    tmp_path: Path, tiny_vocabularies: dict[str, Path]
) -> None:
    from packages import make_package

    folder = make_package(tmp_path / "strange", tiny_vocabularies, name="strange", languages=("de", "fr"))
    done = CliRunner().invoke(main, ["bench", "--model", str(folder)])
    assert done.exit_code == 2
    assert "choose another package with --model" in done.output
