"""Messages of a client of a real server: sent, and waited for by their kind."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from waiting import PATIENCE

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection


def send(client: ClientConnection, **message: object) -> None:
    client.send(json.dumps(message))


def receive(client: ClientConnection, *kinds: str) -> dict[str, Any]:
    while (message := json.loads(client.recv(PATIENCE)))["t"] not in kinds:
        pass
    found: dict[str, Any] = message
    return found
