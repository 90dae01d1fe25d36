"""What a key file holds of an entry: its keys, 8 bits for each number, under the digest of its texts."""

import hashlib

import numpy as np

from synslator.decoding.knn.datastore import EntryKeys

TextPair = tuple[str, str]


def digest(pair: TextPair) -> bytes:
    """Return what keys are found by."""
    source, target = (text.encode("utf-8", "surrogatepass") for text in pair)
    return hashlib.blake2b(len(source).to_bytes(8) + source + target, digest_size=16).digest()


def packed(keys: EntryKeys) -> bytes:
    """Return what a file holds of an entry: 8 bits for each number of a key."""
    return b"".join(part.tobytes() for part in (keys.scales, keys.norms, keys.values, keys.words, keys.keys))


def unpacked(content: bytes, width: int) -> EntryKeys:
    """Return the keys in what a file holds of an entry, where they lie."""
    count = len(content) // (width + 16)
    scales, norms = np.frombuffer(content, np.float32, 2 * count).reshape(2, count)
    values, words = np.frombuffer(content, np.uint32, 2 * count, 8 * count).reshape(2, count)
    keys = np.frombuffer(content, np.int8, count * width, 16 * count).reshape(count, width)
    return EntryKeys(keys, scales, norms, values, words)
