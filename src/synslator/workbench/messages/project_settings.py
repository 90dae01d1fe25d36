"""Shapes of a project's settings: they follow from the fields of `ProjectSettings`."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from typing import TYPE_CHECKING, Any, get_type_hints

from pydantic import Field as Described
from pydantic import create_model

from synslator.workbench.messages.base import View, example
from synslator.workbench.projects.options import ProjectSettings

_HINTS = get_type_hints(ProjectSettings)
_SHAPES: Mapping[Any, Any] = {tuple[str, ...]: list[str], Mapping[str, float]: dict[str, float]}
"""As JSON has them."""


def _default(one: "Field[Any]") -> Any:
    value = one.default_factory() if one.default_factory is not MISSING else one.default
    return list(value) if isinstance(value, tuple) else value


def _told(one: "Field[Any]") -> Any:
    hint = _HINTS[one.name]
    return _SHAPES.get(hint, hint), Described(description=one.metadata["help"] or None)


def _asked(one: "Field[Any]") -> Any:
    hint, low, high = _HINTS[one.name], one.metadata["low"], one.metadata["high"]
    limits = {"ge": low, "le": high} if hint in (int, float) else {"max_length": high}
    return _SHAPES.get(hint, hint) | None, Described(None, **limits)


if TYPE_CHECKING:

    class SettingsView(View):
        """The settings of a project."""

    class SettingsChange(View):
        """Settings to be changed; what is left out stays."""

else:

    def _shape(name: str, doc: str, sample: Mapping[str, Any], make: Callable[[Any], Any]) -> type[View]:
        written = {"__doc__": doc, "__module__": __name__}
        base = type(name, (View,), {"model_config": example(**sample), **written})
        shapes = {one.name: make(one) for one in fields(ProjectSettings)}
        return create_model(name, __base__=base, **written, **shapes)

    SettingsView = _shape(
        "SettingsView",
        "The settings of a project.",
        {one.name: _default(one) for one in fields(ProjectSettings)},
        _told,
    )
    SettingsChange = _shape(
        "SettingsChange",
        "Settings to be changed; what is left out stays.",
        {"minimum_match_rate": 75, "checks_off": ["length"]},
        _asked,
    )
