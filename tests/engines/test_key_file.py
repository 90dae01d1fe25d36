"""The keys of memory entries on disk: what is read is what was written, and damage costs nothing but time."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from packages import PAIRS
from synslator.decoding.knn.datastore import restored
from synslator.engines.keys.file import KeyFile, Noted
from synslator.engines.keys.folder import KeyFolder
from synslator.engines.keys.store import KeyStore
from synslator.engines.keys.tables import Standing
from synslator.engines.protocol import Example
from synslator.engines.registry import Setup, make_engine
from synslator.runtime.package import Package

ROOM = 1 << 24


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[KeyFolder]:
    folder = KeyFolder(tmp_path / "keys", ROOM)
    yield folder
    folder.close()


@pytest.fixture
def file(folder: KeyFolder, tiny_package: Package) -> KeyFile:
    return folder.file(tiny_package.manifest)


def fill(file: KeyFile, package: Package, memory: str = "a", first: int = 1) -> KeyStore:
    """Take the keys of all pairs in, as entries of a memory; return where they come from."""
    store = KeyStore(package, ROOM)
    store.of(PAIRS)
    file.write(memory, [Noted(n, pair) for n, pair in enumerate(PAIRS, first)], store.kept(PAIRS))
    return store


class Counting(KeyStore):
    """Keys that say for how many entries the model was asked."""

    asked = 0

    def compute(self, pairs):  # type: ignore[no-untyped-def]
        self.asked += len(pairs)
        return super().compute(pairs)


def test_what_was_written_is_read_by_another_process(
    file: KeyFile, tiny_package: Package, folder: KeyFolder
) -> None:
    computed = fill(file, tiny_package)
    again = KeyFolder(folder.folder, ROOM).file(tiny_package.manifest)
    found = again.read([*PAIRS, ("没有", "not there")])
    assert found.keys() == set(PAIRS)
    for pair, keys in computed.kept(PAIRS).items():
        for part, computed_part in zip(found[pair].parts, keys.parts, strict=True):
            np.testing.assert_array_equal(part, computed_part)
        assert not any(part.flags.owndata for part in found[pair].parts)  # nothing is converted
    again.close()


def test_prepared_keys_are_not_computed_again_and_say_the_same(file: KeyFile, tiny_package: Package) -> None:
    fill(file, tiny_package)
    texts = [source for source, _ in PAIRS]
    examples = [[Example(n, 1, source, target, 100)] for n, (source, target) in enumerate(PAIRS)]
    prepared = Counting(tiny_package, ROOM, file)
    alone = Counting(tiny_package, ROOM)
    drafts = [
        make_engine("knn", Setup(tiny_package, keys=store)).translate(texts, examples)
        for store in (prepared, alone)
    ]
    assert drafts[0] == drafts[1]
    assert prepared.asked == 0
    assert alone.asked == len(PAIRS)


def test_a_text_in_two_memories_goes_with_the_last_one(file: KeyFile, tiny_package: Package) -> None:
    fill(file, tiny_package, "a")
    fill(file, tiny_package, "b")
    file.write("a", [Noted(1, None)], {})
    assert file.read(PAIRS[:1])
    file.write("b", [Noted(1, None)], {})
    assert not file.read(PAIRS[:1])
    file.keep(["c"])
    assert not file.read(PAIRS)


def test_of_a_changed_entry_nothing_is_left_in_the_file(file: KeyFile, tiny_package: Package) -> None:
    store = fill(file, tiny_package)
    keys = store.kept(PAIRS)[PAIRS[0]]
    piece = file_bytes_of(file, PAIRS[0])
    other = (PAIRS[0][0], "Check the settings, please.")
    file.write("a", [Noted(1, other)], store.compute([other]))
    file.tidy()
    assert len(keys.values) > 0
    assert piece not in file.path.read_bytes()
    assert not Path(f"{file.path}-wal").read_bytes()
    assert file.read([other])


def file_bytes_of(file: KeyFile, pair: tuple[str, str]) -> bytes:
    """Return something of an entry's keys that stands in the file."""
    from synslator.engines.keys.content import digest

    with sqlite3.connect(file.path) as connection:
        row = connection.execute("SELECT content FROM keys WHERE digest = ?", (digest(pair),)).fetchone()
    connection.close()
    file.tidy()
    piece: bytes = row[0][-64:]
    assert piece in file.path.read_bytes()
    return piece


def test_damaged_keys_are_computed_again(file: KeyFile, tiny_package: Package) -> None:
    fill(file, tiny_package)
    file.stand("a", Standing(7, 7))
    file.tidy()
    file.close()
    connection = sqlite3.connect(file.path)
    connection.execute("UPDATE keys SET content = zeroblob(length(content)) WHERE number = 3")
    connection.commit()
    connection.close()
    store = Counting(tiny_package, ROOM, file)
    store.of(PAIRS)
    assert store.asked == 1
    assert file.missing(PAIRS) == [PAIRS[2]]
    # Whoever prepares keys begins again, and finds the one that is missing.
    assert file.standing("a") == Standing(7, 0)


@pytest.mark.parametrize("content", [b"", b"no database" * 1000, None])
def test_a_file_that_is_no_database_is_begun_again(
    file: KeyFile, tiny_package: Package, content: bytes | None
) -> None:
    fill(file, tiny_package)
    file.tidy()
    file.close()
    whole = file.path.read_bytes()
    file.path.write_bytes(whole[: len(whole) // 2] if content is None else content)
    store = Counting(tiny_package, ROOM, file)
    store.of(PAIRS)
    assert store.asked >= 1
    fill(file, tiny_package)
    fill(file, tiny_package)
    assert file.read(PAIRS).keys() == set(PAIRS)


def test_a_disk_that_cannot_be_written_is_done_without(tiny_package: Package, tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("not a folder")
    file = KeyFolder(tmp_path / "keys", ROOM).file(tiny_package.manifest)
    store = fill(file, tiny_package)
    assert file.read(PAIRS) == {}
    assert len(KeyStore(tiny_package, ROOM, file).of(PAIRS)) == len(store.kept(PAIRS))


def test_another_version_of_a_package_has_keys_of_its_own(
    folder: KeyFolder, file: KeyFile, tiny_package: Package
) -> None:
    manifest = tiny_package.manifest
    files = dict(manifest.files)
    files["decoder.onnx"] = replace(files["decoder.onnx"], sha256="0" * 64)
    newer = replace(manifest, version="2", files=files)
    fill(file, tiny_package)
    assert folder.file(newer).path != file.path
    assert folder.file(replace(manifest, parameters={"knn_neighbours": 4})).path == file.path
    folder.drop_others([newer])
    assert not file.path.exists()
    assert folder.file(manifest).read(PAIRS) == {}


WRITING = """
import sys, numpy
from pathlib import Path
from synslator.decoding.knn.datastore import EntryKeys
from synslator.decoding.knn.datastore import restored
from synslator.engines.keys.file import KeyFile, Noted
file = KeyFile(Path(sys.argv[1]), 32, 1 << 30)
for n in range(100_000):
    keys = EntryKeys.of(numpy.full((n % 40 + 1, 32), 0.5), *numpy.full((2, n % 40 + 1), n))
    pair = (f"source {n}", "target")
    file.write("a", [Noted(n, pair)], {pair: keys})
    print(n, flush=True)
"""


@pytest.mark.parametrize("kills", [1, 2, 3])
def test_a_killed_writer_leaves_whole_keys_only(tmp_path: Path, kills: int) -> None:
    path, told = tmp_path / "killed.keys", 0
    for _ in range(kills):
        command = [sys.executable, "-c", WRITING, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            told = max(told, *(int(process.stdout.readline()) for _ in range(20 * kills)))
            process.kill()
    file = KeyFile(path, 32, ROOM)
    found = file.read([(f"source {n}", "target") for n in range(2000)])
    assert len(found) > told
    for (source, _), keys in found.items():
        number = int(source.split()[1])
        assert keys.values.tolist() == [number] * (number % 40 + 1)
        np.testing.assert_allclose(restored(keys.keys, keys.scales), 0.5)
    file.close()


def test_deleted_keys_make_room(file: KeyFile, tiny_package: Package) -> None:
    full = KeyFile(file.path, file.width, 1)
    assert full.has_room is False or file.nbytes == 0
    fill(file, tiny_package)
    used = file.nbytes
    assert not full.has_room
    file.write("a", [Noted(n, None) for n in range(1, len(PAIRS) + 1)], {})
    assert file.nbytes < used
    full.close()
