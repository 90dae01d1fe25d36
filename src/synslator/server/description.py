"""The OpenAPI description, with the messages of live sessions among its shapes.

OpenAPI has no words for WebSockets; but whoever makes a typed client from the description gets the types of
the messages with it, under `ClientMessage` and `ServerMessage`.
"""

from typing import Any, Literal

from fastapi import FastAPI
from pydantic import TypeAdapter

from synslator.workbench.messages.client_messages import from_client
from synslator.workbench.messages.server_messages import to_client

SchemaMode = Literal["validation", "serialization"]
MESSAGES: tuple[tuple[str, SchemaMode, TypeAdapter[Any]], ...] = (
    ("ClientMessage", "validation", from_client),
    ("ServerMessage", "serialization", to_client),
)


def describe_with_messages(app: FastAPI) -> None:
    """Have an application describe its live messages too."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        described = plain()
        schemas = described.setdefault("components", {}).setdefault("schemas", {})
        if MESSAGES[0][0] not in schemas:
            for name, mode, adapter in MESSAGES:
                schema = adapter.json_schema(mode=mode, ref_template="#/components/schemas/{model}")
                for inner, shape in schema.pop("$defs").items():
                    schemas.setdefault(inner, shape)
                schemas[name] = schema
        return described

    app.openapi = openapi  # type: ignore[method-assign]
