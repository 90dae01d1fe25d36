"""The index inside the program: one tantivy index for each memory, in a folder of its own.

    <folder>/<memory>/state.json     which generation holds, up to which revision, and its files' checksums
    <folder>/<memory>/<generation>/  the files of tantivy

A rebuild fills a new generation beside the old one and then replaces `state.json`, so that it is there whole
or not at all. A crash between a commit and the new `state.json` leaves an index that holds more than its
state says; taking the same changes in again does no harm.
"""

import re
import shutil
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

import tantivy
from filelock import FileLock, Timeout

from synslator.memory.generation import Generation, StateFile, checksums
from synslator.memory.index import (
    MOST_TERMS,
    IndexBusy,
    IndexDamaged,
    IndexedEntry,
    IndexState,
    IndexWriting,
    Side,
)
from synslator.text.grams import phrase_tokens, query_tokens

_HEAP = 200_000_000
"""Bytes that tantivy gathers before it writes a segment; it takes no more than it needs."""
_Query, _Must, _Should = tantivy.Query, tantivy.Occur.Must, tantivy.Occur.Should


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("id", indexed=True, fast=True)
    builder.add_text_field("source", tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field("target", tokenizer_name="whitespace", index_option="basic")
    return builder.build()


class _Opened:
    """A generation that is open for searching."""

    def __init__(self, folder: Path, state: StateFile) -> None:
        self.state = state
        self.path = folder / state.generation
        self.index = tantivy.Index.open(str(self.path))
        self.index.config_reader("manual")
        self.index.reload()


class EmbeddedIndex:
    """Searches and writes the indexes below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._schema = _schema()
        self._lock = threading.Lock()
        self._opened: dict[int, _Opened] = {}

    def state(self, memory: int) -> IndexState | None:
        """Return what the index holds; None also where it is damaged."""
        try:
            state = self._open(memory).state
        except IndexDamaged:
            return None
        return IndexState(state.identity, state.revision)

    def nearest(self, memory: int, source: str, limit: int) -> list[int]:
        """Propose the entries whose source is most like this one."""
        searcher = self._open(memory).index.searcher()
        tokens = query_tokens(source)
        if len(tokens) > MOST_TERMS:
            tokens = sorted(tokens, key=lambda token: searcher.doc_freq("source", token))[:MOST_TERMS]
        clauses = [(_Should, _Query.term_query(self._schema, "source", token, "freq")) for token in tokens]
        return self._ids(searcher, _Query.boolean_query(clauses), limit)

    def holding(self, memory: int, side: Side, phrase: str, limit: int, exact: bool) -> list[int]:
        """Propose entries that hold a phrase, or something like it."""
        searcher = self._open(memory).index.searcher()
        tokens = phrase_tokens(phrase, side)
        if not exact:
            near = [(_Should, _Query.term_query(self._schema, side, token)) for token in tokens]
            return self._ids(searcher, _Query.boolean_query(near), limit)
        whole = [(_Must, _Query.term_query(self._schema, side, token)) for token in tokens[:-1]]
        # The last word may be the beginning of one, and a lone character the beginning of a pair.
        last = re.escape(tokens[-1] if tokens else phrase.strip()[:1]) + ".*"
        whole.append((_Must, _Query.regex_query(self._schema, side, last)))
        return self._ids(searcher, _Query.boolean_query(whole), limit)

    @contextmanager
    def writing(self, memory: int, identity: str, fresh: bool) -> Iterator[IndexWriting]:
        """Write to the index of a memory; a fresh one replaces the old when it is finished."""
        home = self._folder / str(memory)
        home.mkdir(parents=True, exist_ok=True)
        lock = FileLock(home / "writing.lock", timeout=0)
        try:
            lock.acquire()
        except Timeout as error:
            raise IndexBusy(f"The index in {home} is being written by somebody else.") from error
        try:
            if fresh:
                state = StateFile(identity, revision=0, generation=token_hex(6), files={})
            else:
                state = self._open(memory).state
            yield from self._write(memory, Generation(home, state), fresh)
        finally:
            lock.release()

    def _write(self, memory: int, generation: Generation, fresh: bool) -> Iterator[IndexWriting]:
        path = generation.path
        path.mkdir(exist_ok=True)
        try:
            writer = tantivy.Index(self._schema, str(path)).writer(_HEAP, 1)
        except (ValueError, OSError) as error:
            raise IndexDamaged(f"The index in {path} cannot be written: {error}.") from error
        writing = _Writing(self, memory, generation, writer, fresh)
        try:
            yield writing
        finally:
            writing.abandon()
            if fresh and not writing.finished:
                shutil.rmtree(path, ignore_errors=True)

    def drop(self, memory: int) -> None:
        """Forget a memory and remove its files."""
        with self._lock:
            self._opened.pop(memory, None)
        shutil.rmtree(self._folder / str(memory), ignore_errors=True)

    def bytes_used(self, memory: int) -> int:
        """Add up the files of the generation in use."""
        path = self._open(memory).path
        return sum(file.stat().st_size for file in path.iterdir() if file.is_file())

    def close(self) -> None:
        """Close all files."""
        with self._lock:
            self._opened.clear()

    def reopen(self, memory: int) -> None:
        """Look at the files again when this memory is next asked for."""
        with self._lock:
            self._opened.pop(memory, None)

    def _open(self, memory: int) -> _Opened:
        """Return the generation that holds now, opening it (and checking its files) where it is a new one."""
        home = self._folder / str(memory)
        stamp = StateFile.stamp(home)
        opened = self._opened.get(memory)
        if opened is not None and opened.state.written == stamp is not None:
            return opened
        with self._lock:
            known = self._opened.get(memory)
            try:
                state = StateFile.read(home)
                state.check_files(home, known.state if known else None)
                opened = _Opened(home, state)
            except (OSError, ValueError) as error:
                self._opened.pop(memory, None)
                raise IndexDamaged(f"The index in {home} cannot be opened: {error}.") from error
            self._opened[memory] = opened
        return opened

    def _ids(self, searcher: tantivy.Searcher, query: tantivy.Query, limit: int) -> list[int]:
        try:
            hits = searcher.search(query, limit, count=False).hits
            values = searcher.fast_field_values("id", [address for _, address in hits])
        except (ValueError, OSError) as error:
            raise IndexDamaged(f"The index below {self._folder} cannot be read: {error}.") from error
        return [int(value) for value in values if value is not None]


class _Writing:
    """A generation being written."""

    def __init__(
        self,
        owner: EmbeddedIndex,
        memory: int,
        generation: Generation,
        writer: tantivy.IndexWriter,
        fresh: bool,
    ) -> None:
        self.finished = False
        self._owner, self._memory, self._fresh = owner, memory, fresh
        self._generation = generation
        self._writer: tantivy.IndexWriter | None = writer

    def put(self, documents: Iterable[IndexedEntry], new: bool = False) -> None:
        """Hand documents to tantivy, which writes them in a thread of its own."""
        writer = self._writer
        assert writer is not None
        replacing = not (self._fresh or new)
        for document in documents:
            if replacing:
                writer.delete_documents_by_term("id", document.id)
            if not document.deleted:
                added = tantivy.Document()
                added.add_unsigned("id", document.id)
                added.add_text("source", document.source)
                added.add_text("target", document.target)
                writer.add_document(added)

    def finish(self, revision: int) -> None:
        """Commit, let segments merge, and write the new state."""
        assert self._writer is not None
        try:
            self._writer.commit()
            # Merging ends with the writer: left to itself it would be cut off and segments would pile up.
            self._writer.wait_merging_threads()
        except (ValueError, OSError) as error:
            raise IndexDamaged(f"The index in {self._generation.path} cannot be written: {error}.") from error
        self._writer = None
        self._generation.publish(revision, checksums(self._generation.path, self._generation.state.files))
        self.finished = True
        self._owner.reopen(self._memory)

    def abandon(self) -> None:
        """Release the writer and its lock; what was not committed is gone."""
        self._writer = None
