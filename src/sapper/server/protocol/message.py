"""The common part of all messages between a client and the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

if TYPE_CHECKING:
    from ... import phrase

Name = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=500)]
# PostgreSQL stores every character but this one.
Id = Annotated[str, Meta(max_length=40, pattern=r"^[^\x00]*$")]
Tab = Annotated[str, Meta(max_length=16, pattern=r"^[^\x00]*$")]
Counter = Annotated[int, Meta(ge=0, lt=1 << 53)]
Place = Annotated[int, Meta(ge=0, lt=1 << 31)]
Point = Annotated[float, Meta(ge=-1e6, le=1e9)]


class Phrase(Struct):
    """A text as data, to be shown in the language of its reader: a code of the catalogue, and the values of its text.

    A value is a number, a name, a square `[row, column]`, a list of values, another phrase, or an object with one field
    that says how it is written: `chance` and `estimate` (shares), `spelled` and `number` (counts), `seconds` (in
    milliseconds), `word` (a place in the catalogue), `commas` and `then` (lists). The English text is next to it.
    """

    code: str
    values: dict[str, Any] = {}

    @classmethod
    def of(cls, phrase: phrase.Phrase) -> Phrase:
        """Return a phrase as it is sent."""
        return cls(**phrase.to_json())


class FromClient(Struct, tag_field="t", tag=str.lower):
    """A message from a client. Unknown fields are ignored: they are of a newer version of the page."""


class FromServer(Struct, tag_field="t", tag=str.lower, omit_defaults=True):
    """A message from the server. Fields that have their default value are left out."""
