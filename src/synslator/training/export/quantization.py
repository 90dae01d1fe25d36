"""Weights in eight bits: one scale for each output, so that no output pays for another's range."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Quantized:
    """`values * scales` is the matrix again, nearly."""

    values: NDArray[np.int8]
    scales: NDArray[np.float32]


def quantize_columns(matrix: NDArray[np.float32]) -> Quantized:
    """Quantise (inputs, outputs) with a scale for each output."""
    scales = np.maximum(np.abs(matrix).max(axis=0), 1e-12) / 127
    return Quantized(np.round(matrix / scales).astype(np.int8), scales.astype(np.float32))


def quantize_rows(matrix: NDArray[np.float32]) -> Quantized:
    """Quantise (pieces, width) with a scale for each piece."""
    columns = quantize_columns(matrix.T)
    return Quantized(np.ascontiguousarray(columns.values.T), columns.scales)
