"""Lookup in a vocabulary by surface text, against its slow, obvious twin."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synslator.text.pieces import PieceTable, surface

BYTES = st.binary(max_size=6) | st.text("ab é中\xff", max_size=4).map(str.encode)
TABLES = st.lists(BYTES, max_size=30)


def slow_starting(surfaces: list[bytes], text: bytes) -> set[int]:
    return {n for n, s in enumerate(surfaces) if s and s.startswith(text)}


def slow_within(surfaces: list[bytes], text: bytes) -> set[int]:
    return {n for n, s in enumerate(surfaces) if s and s != text and text.startswith(s)}


def slow_spells(surfaces: list[bytes], text: bytes) -> bool:
    return (
        not text
        or bool(slow_starting(surfaces, text))
        or any(slow_spells(surfaces, text[len(surfaces[n]) :]) for n in slow_within(surfaces, text))
    )


@given(TABLES, BYTES)
def test_it_finds_what_a_scan_finds(surfaces: list[bytes], text: bytes) -> None:
    table = PieceTable(surfaces)
    starting, within = table.starting_with(text).tolist(), table.within(text).tolist()
    assert set(starting) == slow_starting(surfaces, text)
    assert set(within) == slow_within(surfaces, text)
    assert len(set(starting + within)) == len(starting + within)


@given(st.lists(st.text("abc", max_size=3).map(str.encode), max_size=8), st.text("abc", max_size=7))
def test_what_may_come_next_leads_to_the_end(surfaces: list[bytes], text: str) -> None:
    table, left = PieceTable(surfaces), text.encode()
    assert table.spells(left) == slow_spells(surfaces, left)
    going_on = {n for n in slow_within(surfaces, left) if slow_spells(surfaces, left[len(surfaces[n]) :])}
    assert set(table.matching(left).tolist()) == slow_starting(surfaces, left) | going_on


@given(TABLES, BYTES)
def test_with_every_byte_everything_can_be_written(surfaces: list[bytes], text: bytes) -> None:
    surfaces = [*surfaces, *(bytes([byte]) for byte in range(256))]
    table = PieceTable(surfaces)
    assert table.spells(text)
    assert set(table.matching(text).tolist()) == slow_starting(surfaces, text) | slow_within(surfaces, text)


@given(TABLES, st.lists(st.integers(0, 29), max_size=5))
def test_it_writes_surfaces_one_after_another(surfaces: list[bytes], ids: list[int]) -> None:
    ids = [number for number in ids if number < len(surfaces)]
    assert PieceTable(surfaces).write(ids) == b"".join(surfaces[number] for number in ids)


@pytest.mark.parametrize(
    ("piece", "written"),
    [
        ("▁for", b" for"),
        ("▁", b" "),
        ("▁▁", b"  "),
        ("é", "é".encode()),
        ("<0xE4>", b"\xe4"),
        ("<0x0A>", b"\n"),
        ("<0x>", b"<0x>"),
        ("<s>", b"<s>"),
        ("<0xZZ>", b"<0xZZ>"),
    ],
)
def test_the_surface_of_a_piece(piece: str, written: bytes) -> None:
    assert surface(piece) == written


def test_an_empty_text_may_begin_any_piece() -> None:
    table = PieceTable([b"", b"a", b"\xff\xff", b"b"])
    assert set(table.starting_with(b"").tolist()) == {1, 2, 3}
    assert table.starting_with(b"\xff").tolist() == [2]
    assert table.within(b"").tolist() == []
