"""The common part of all messages between a client and the server."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Name = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=500)]
# PostgreSQL stores every character but this one.
Id = Annotated[str, Meta(max_length=40, pattern=r"^[^\x00]*$")]
Tab = Annotated[str, Meta(max_length=16, pattern=r"^[^\x00]*$")]
Counter = Annotated[int, Meta(ge=0, lt=1 << 53)]
Place = Annotated[int, Meta(ge=0, lt=1 << 31)]
Point = Annotated[float, Meta(ge=-1e6, le=1e9)]


class FromClient(Struct, tag_field="t", tag=str.lower):
    """A message from a client. Unknown fields are ignored: they are of a newer version of the page."""


class FromServer(Struct, tag_field="t", tag=str.lower, omit_defaults=True):
    """A message from the server. Fields that have their default value are left out."""
