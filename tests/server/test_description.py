"""The server answers as its description says, whatever it is asked: Schemathesis makes the requests up."""

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from serving import PATIENCE, Launch, Served
from synslator.server.app import make_app
from synslator.settings import Settings
from talking import Api

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
PRESENT = 40
"""Ids up to this one are asked for, so that most requests are about something that is there."""

OPERATIONS = {
    result.ok().label: result.ok()
    for result in schemathesis.openapi.from_dict(make_app(Settings()).openapi()).get_all_operations()
}


@pytest.fixture(scope="module")
def battered(launch: Launch, tiny_folder: Path) -> Served:
    """A server of its own, because nothing is left as it was."""
    served = launch("--model", str(tiny_folder))
    with Api(served.address) as api:
        for job in api.get("/jobs"):
            api.wait(job["id"])
    return served


@pytest.mark.parametrize("label", OPERATIONS)
@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_answer_is_described_and_none_is_a_fault(battered: Served, label: str, data: Any) -> None:
    case = data.draw(OPERATIONS[label].as_strategy())
    case.path_parameters = {
        name: value % PRESENT + 1 if isinstance(value, int) and value > 0 else value
        for name, value in (case.path_parameters or {}).items()
    }
    case.call_and_validate(base_url=battered.address, checks=CHECKS, timeout=PATIENCE)


def test_the_log_shows_no_fault(battered: Served) -> None:
    assert "fault" not in battered.log
