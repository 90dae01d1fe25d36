"""Asking, before a training command reads files, whether their owners allow it."""

import getpass
from collections.abc import Sequence
from pathlib import Path

from synslator.settings import Loaded


def ask_for_files(loaded: Loaded, paths: Sequence[Path], purpose: str) -> None:
    """Refuse files that may not be trained on; the answer is on record in the database of the settings."""
    from synslator.workbench.database import open_database
    from synslator.workbench.resources.training_data import ask_to_train_on_files

    with open_database(loaded.settings) as database:
        ask_to_train_on_files(database, paths, getpass.getuser(), purpose)
