"""What only a newer page sends is ignored by an older server."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from server.typed_values import MESSAGES, largest

from sapper.server.http import endpoints as endpoints  # completes the table
from sapper.server.http.endpoint import ENDPOINTS
from sapper.server.protocol import game_messages

BODIES = {one.body.kind for one in ENDPOINTS if one.body is not None and not isinstance(one.body.kind, str)}


def newer(value: Any) -> Any:
    """Return a value with one more field in every object of it."""
    if isinstance(value, dict):
        return {**{name: newer(inner) for name, inner in value.items()}, "of_a_newer_version": [1, {"a": None}]}
    return [newer(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("tag", MESSAGES)
def test_fields_of_a_newer_page_are_ignored_in_every_message(tag: str) -> None:
    message = largest(MESSAGES[tag], 1)
    decoded = game_messages.decode(msgspec.json.encode(message))
    assert type(decoded) is MESSAGES[tag]
    assert game_messages.decode(msgspec.json.encode(newer(message))) == decoded


@pytest.mark.parametrize("kind", sorted(BODIES, key=repr))
def test_fields_of_a_newer_page_are_ignored_in_every_body(kind: Any) -> None:
    body = largest(kind, 1)
    decoded = msgspec.json.decode(msgspec.json.encode(body), type=kind)
    assert msgspec.json.decode(msgspec.json.encode(newer(body)), type=kind) == decoded
