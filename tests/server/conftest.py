"""A server with the tiny model that the tests of this folder share; each test makes a project of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from serving import Launch, Served
from talking import Api


@pytest.fixture(scope="session")
def served(launch: Launch, tiny_folder: Path) -> Served:
    served = launch("--model", str(tiny_folder))
    with Api(served.address) as api:
        for job in api.get("/jobs"):
            api.wait(job["id"])
    return served


@pytest.fixture(scope="session")
def api(served: Served) -> Iterator[Api]:
    with Api(served.address) as api:
        yield api
