"""Synslator: an interactive machine-translation workbench."""

import os

__version__ = "0.1.0"

# The matrix products that numpy makes for us are small, and made by several threads at once: threads of its
# own would only wait for each other. It looks at this once, when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
