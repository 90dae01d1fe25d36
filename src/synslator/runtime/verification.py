"""Checking a package to the end: files, vocabularies, graphs, and whether they run together."""

from pathlib import Path

import numpy as np

from synslator.decoding.model import Step, StepModel
from synslator.runtime.graphs.beam_search import SearchSession
from synslator.runtime.graphs.states import GraphSource
from synslator.runtime.manifest import PackageError
from synslator.runtime.package import Package

TEXT = "1. test 测试"
"""Something to read; what comes of it does not matter."""


def verify(folder: Path) -> list[str]:
    """Everything that is wrong with a package; nothing if it can be used."""
    try:
        package = Package.open(folder)
    except PackageError as error:
        return error.problems
    problems: list[str] = []
    try:
        source = package.graphs.encoder.encode([package.pieces(TEXT)])
    except Exception as error:
        return [f"encoder.onnx fails: {first_line(error)}"]
    if not np.isfinite(source.states).all():
        problems.append("encoder.onnx gives numbers that are not finite")
    problems += problems_of(package.graphs.decoder, source, "decoder.onnx")
    if package.language_model:
        problems += problems_of(package.language_model, None, "language_model.onnx")
    if package.graphs.search:
        problems += problems_of_search(package.graphs.search, source)
    return problems


def problems_of_search(session: SearchSession, source: GraphSource) -> list[str]:
    """Read two pieces among a few, and look at the answers."""
    pieces, start = np.arange(session.start + 2), np.full((1, 1), session.start)
    try:
        reader = session.reader(source, pieces)
        answers = [reader.read(start, len(pieces), np.ones((1, 1), np.bool_)) for _ in range(2)]
    except Exception as error:
        return [f"search.onnx fails: {first_line(error)}"]
    totals = [np.exp(answer.log_probabilities).sum(axis=-1) for answer in answers]
    return [] if np.allclose(totals, 1, atol=1e-3) else ["search.onnx gives no probabilities"]


def problems_of(model: StepModel, source: GraphSource | None, name: str) -> list[str]:
    """Read two pieces at once and a third one after them, and look at the answers."""
    try:
        first = model.step(source, np.full((1, 2), model.start), model.empty(1), 2)
        second = model.step(source, np.full((1, 1), model.start), first.state)
    except Exception as error:
        return [f"{name} fails: {first_line(error)}"]
    return [] if all(map(sensible, (first, second))) else [f"{name} gives no probabilities"]


def sensible(step: Step) -> bool:
    """Whether an answer holds probabilities."""
    totals = np.exp(step.log_probabilities).sum(axis=-1)
    return bool(np.isfinite(step.hidden).all() and np.allclose(totals, 1, atol=1e-3))


def first_line(error: Exception) -> str:
    """What an error says, short."""
    return str(error).strip().partition("\n")[0] or type(error).__name__
