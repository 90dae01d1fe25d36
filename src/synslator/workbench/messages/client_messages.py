"""What a page sends in a live session. `docs/live-session.md` tells how the messages go together."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from synslator.workbench.messages.base import Id, Text, View

Sequence = Annotated[
    int, Field(ge=0, le=(1 << 53) - 1, description="Counts the messages of a page and never goes back.")
]
Client = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$", description="A page's own random name.")]
EffortKind = Literal[
    "keys", "word", "sure", "rest", "suggestion", "language model", "match", "term", "fix", "time", "confirm"
]


class Hello(View):
    """The first message: which page this is. The same name after a lost connection takes its place again."""

    type: Literal["hello"]
    protocol: Literal[1]
    client: Client


class Open(View):
    """Go to a segment. After a lost connection, with what the page has of it that was not saved yet."""

    type: Literal["open"]
    seq: Sequence
    segment: Id
    version: Annotated[int | None, Field(description="The version that the page's text was made from.")] = (
        None
    )
    text: Annotated[Text | None, Field(description="The page's text, where it was not saved yet.")] = None
    caret: Annotated[int | None, Field(ge=0)] = None
    take: Annotated[bool, Field(description="Take it over from another page of one's own.")] = False


class Edit(View):
    """The translator's text after a change, without what the machine merely offers."""

    type: Literal["edit"]
    seq: Sequence
    segment: Id
    text: Text
    caret: Annotated[
        int | None, Field(ge=0, description="What precedes it is completed; the end, if left out.")
    ] = None
    version: Annotated[
        int | None, Field(description="After a conflict: the version that was looked at, to be replaced.")
    ] = None


class Rephrase(View):
    """Ask for other words in a span of the translator's text."""

    type: Literal["rephrase"]
    seq: Sequence
    segment: Id
    text: Text
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0, description="The same as `start`: the word around the caret.")]


class Confirm(View):
    """Confirm a translation."""

    type: Literal["confirm"]
    seq: Sequence
    segment: Id
    text: Text
    version: int | None = None
    ask: Annotated[
        bool,
        Field(description="Where a check finds something blocking, save the text and do not confirm it yet."),
    ] = False


class Ignore(View):
    """Ignore something that a check found in a text, or have it reported again; the findings follow."""

    type: Literal["ignore"]
    seq: Sequence
    segment: Id
    text: Text
    check: Annotated[str, Field(max_length=50)]
    message: Annotated[str, Field(max_length=1000)]
    ignored: bool = True


class Close(View):
    """Leave a segment."""

    type: Literal["close"]
    seq: Sequence
    segment: Id


class EffortItem(View):
    """Something that the translator did."""

    kind: EffortKind
    amount: Annotated[int, Field(ge=0, le=10_000_000, description="Keystrokes, times, or milliseconds.")] = 1
    characters: Annotated[int, Field(ge=0, le=1_000_000)] = 0


class EffortMessage(View):
    """What it took, for projects that keep the effort log; otherwise it is thrown away."""

    type: Literal["effort"]
    segment: Id
    items: Annotated[list[EffortItem], Field(max_length=1000)]


class Ping(View):
    """Ask whether the server is there."""

    type: Literal["ping"]
    seq: Sequence


ClientMessage = Annotated[
    Hello | Open | Edit | Rephrase | Confirm | Ignore | Close | EffortMessage | Ping,
    Field(discriminator="type"),
]
from_client: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
