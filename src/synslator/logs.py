"""Logs: one line an event, for people by default and as JSON on request.

    log = Log("server")
    log.info("listening", address="http://127.0.0.1:8000")
    log.info("confirmed", segment=12, target=Private(text))

What a translator reads or writes is passed as `Private`. It shows as its length only, unless the level is
debug. Exceptions show their type and where they were raised, and their message (which may quote a text)
only at debug, for the same reason.
"""

import json
import logging
import sys
import traceback
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, TextIO

ROOT = "synslator"
TALKATIVE = ("alembic", "httpx")
"""Libraries that tell at info what they look at or whom they call."""


@dataclass(frozen=True)
class Private:
    """Text that belongs to a translator and stays out of the log at the default level."""

    text: str


@dataclass(frozen=True)
class Log:
    """Writes the events of one part: a short fixed sentence, and what differs as named fields."""

    part: str

    def debug(self, event: str, **fields: Any) -> None:
        """Record what only someone looking for a fault wants to read."""
        self._write(logging.DEBUG, event, fields)

    def info(self, event: str, **fields: Any) -> None:
        """Record that something went as it should."""
        self._write(logging.INFO, event, fields)

    def warning(self, event: str, **fields: Any) -> None:
        """Record something that works but that somebody should look at."""
        self._write(logging.WARNING, event, fields)

    def error(self, event: str, *, error: BaseException | None = None, **fields: Any) -> None:
        """Record a failure, with the exception that caused it if there is one."""
        self._write(logging.ERROR, event, fields, error)

    def _write(
        self, level: int, event: str, fields: dict[str, Any], error: BaseException | None = None
    ) -> None:
        logger = logging.getLogger(f"{ROOT}.{self.part}")
        logger.log(level, "%s", event, extra={"fields": fields}, exc_info=error)


def configure(level: str, form: Literal["text", "json"], stream: TextIO | None = None) -> None:
    """Send every log line of this process to `stream` (standard error) at `level` and above."""
    handler = logging.StreamHandler(stream or sys.stderr)
    show_private = level == "debug"
    handler.setFormatter(JsonFormatter(show_private) if form == "json" else TextFormatter(show_private))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # Libraries tell their own story at debug, not ours; one that is needed can be switched on by hand.
    root.setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level.upper()]))
    logging.getLogger(ROOT).setLevel(level.upper())
    for library in TALKATIVE:
        logging.getLogger(library).setLevel(logging.WARNING)


class _Formatter(logging.Formatter):
    """Turns a record into an ordered table of plain values; the subclasses turn that into a line."""

    def __init__(self, show_private: bool) -> None:
        super().__init__()
        self.show_private = show_private

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """Return the record's own fields, then what is known of its exception."""
        fields = {name: self._plain(value) for name, value in getattr(record, "fields", {}).items()}
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            fields["error"] = type(error).__name__
            fields["at"] = _raised_at(error)
            if self.show_private:
                fields["message"] = str(error)
        return fields

    def _plain(self, value: Any) -> Any:
        if isinstance(value, Private):
            return value.text if self.show_private else f"<{len(value.text)} characters>"
        if value is None or isinstance(value, str | bool | int | float):
            return value
        return str(value)


class TextFormatter(_Formatter):
    """`12:30:05 info     server: listening address=http://127.0.0.1:8000`."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the record as one line for people."""
        time = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        part = record.name.removeprefix(ROOT + ".")
        # json.dumps quotes what has spaces and escapes line ends, so that an event stays on its line.
        fields = "".join(f" {name}={_quoted(value)}" for name, value in self.fields(record).items())
        event = record.getMessage().replace("\n", "\\n")
        return f"{time} {record.levelname.lower():<8} {part}: {event}{fields}"


class JsonFormatter(_Formatter):
    """One JSON object a line: time (UTC), level, part, event, and the event's fields beside them."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the record as one JSON object."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "part": record.name.removeprefix(ROOT + "."),
            "event": record.getMessage(),
        }
        return json.dumps(line | self.fields(record), ensure_ascii=False)


def _quoted(value: Any) -> str:
    text = str(value)
    plain = text and text.isprintable() and not any(character in text for character in ' "=')
    return text if plain else json.dumps(text, ensure_ascii=False)


def _raised_at(error: BaseException) -> str:
    """Name the frames an exception came through, innermost first: enough to find it, on one line."""
    frames = traceback.extract_tb(error.__traceback__)
    return " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
