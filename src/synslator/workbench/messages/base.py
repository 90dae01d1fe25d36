"""What all shapes share."""

import json
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


class View(BaseModel):
    """A shape that is checked as a whole and knows no other fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, from_attributes=True)

    @classmethod
    def of(cls, thing: object) -> Self:
        """Return the shape of a part's own object, whose attributes have the names of the fields."""
        return cls.model_validate(thing)


class Told(View):
    """A shape that is only ever told; its readers may rely on every field."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


def example(**values: Any) -> ConfigDict:
    """Return the configuration of a shape with an example for its readers."""
    return ConfigDict(extra="forbid", frozen=True, json_schema_extra={"examples": [values]})


def _read(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


FromJson = BeforeValidator(_read)
"""For a field that the database keeps as JSON."""

Span = tuple[int, int]
"""A stretch of a text, in characters, end not included."""

Id = Annotated[int, Field(ge=1, le=(1 << 63) - 1)]
"""What the database can hold as a key."""

Moment = Annotated[int, Field(description="Seconds since 1970, UTC.")]
LONGEST_TEXT = 100_000
Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
"""A text of a segment: with tags as `⟦1⟧ … ⟦/1⟧` and `⟦2/⟧`."""
Name = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
Language = Annotated[str, Field(pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$", max_length=35)]
