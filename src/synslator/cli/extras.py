"""Commands that need the optional install for training."""

from importlib.util import find_spec

from synslator.errors import SynslatorError

NEEDED = {"torch": "PyTorch", "onnx": "ONNX", "safetensors": "safetensors"}


def require_training(*modules: str) -> None:
    """Refuse with one sentence where something of the optional install is missing."""
    missing = [NEEDED.get(name, name) for name in modules or NEEDED if find_spec(name) is None]
    if missing:
        raise SynslatorError(
            f"this command needs {' and '.join(missing)}, which this installation lacks;"
            " install it with: pip install 'synslator[train]'"
        )
