"""How inputs are damaged: bytes are removed, put in, repeated and turned; values of JSON become absurd."""

import json
import random
import zipfile
from collections.abc import Sequence
from typing import Any

from formats.documents import samples_office

MOST = 1 << 20
"""Bytes of an input at most, before an archive unpacks."""
TOKENS = (
    *(b"\x00", b"<", b">", b"&#x1F;", b'"', b"\n", b"  ", b"(", b"{9}", b"]]>", b"9" * 11, b"\xff", b"="),
    *(b"-1", b"1e999", b"[" * 50, b"\xed\xa0\x80", b"../", b"%s", b"\r", b"</", b"<!--", b"&amp;"),
)
ABSURD: Sequence[Any] = (
    *(None, True, -1, 1 << 31, 1 << 63, 1 << 70, 1.5, "", " ", "x" * 5000, "\x00", "\ud800", "⟦1⟧", "../x"),
    *([], {}, [[]], {"odd": 1}, "[", '{"1": 2}', "confirmed", "documents/1.file", "zh"),
)


def mutated(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    """Damage an input in a few places; of an archive mostly what is in it. `others` are of the same kind."""
    if data.startswith(b"PK") and dice.random() < 0.9:
        try:
            return _archive(data, dice)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError):
            pass
    if data.startswith(b"{") and dice.random() < 0.6:
        changed = _absurd(data, dice)
        if changed is not None:
            return changed
    return _bytes(data, others, dice)[:MOST]


def _archive(data: bytes, dice: random.Random) -> bytes:
    parts = samples_office.unpack(data)
    name = dice.choice(sorted(parts))
    match dice.randrange(12):
        case 0:
            del parts[name]
        case 1:
            parts[name + dice.choice(("x", "/../x", "\\x"))] = parts.pop(name)
        case _:
            part = parts[name]
            parts[name] = mutated(part.encode() if isinstance(part, str) else part, (), dice)
    return samples_office.pack(parts)


def _absurd(data: bytes, dice: random.Random) -> bytes | None:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    places = list(_places(value))
    for _ in range(dice.randint(1, 3)) if places else ():
        holder, key = dice.choice(places)
        match dice.randrange(4):
            case 0 if isinstance(holder, list):
                holder.extend(holder[-1:] * dice.choice((1, 3)))
            case 1 if isinstance(holder, dict):
                holder[dice.choice(("odd", str(key)))] = dice.choice(ABSURD)
            case _:
                holder[key] = dice.choice((*ABSURD, dice.choice(places)[0]))
        places = list(_places(value, 6))
        if not places:
            break
    try:
        return json.dumps(value).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return None


def _places(value: Any, deepest: int = 12) -> Any:
    """Yield every place of a value that holds another one."""
    if deepest and isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key], deepest - 1)


def _bytes(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(dice.randint(1, 6)):
        at, length = dice.randint(0, len(changed)), dice.choice((1, 2, 8, 64))
        match dice.randrange(6):
            case 0:
                del changed[at : at + length]
            case 1:
                changed[at:at] = dice.choice(TOKENS) * length
            case 2:
                changed[at:at] = changed[at : at + 8 * length]
            case 3:
                changed[at : at + 1] = bytes([dice.randrange(256)])
            case 4:
                # A piece of the input elsewhere in it.
                start = dice.randint(0, len(changed))
                changed[at : at + length] = changed[start : start + 4 * length]
            case 5 if others:
                other = dice.choice(others)
                start = dice.randint(0, len(other))
                changed[at : at + length] = other[start : start + 16 * length]
    return bytes(changed)
