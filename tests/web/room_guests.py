"""People in a room who have no browser: they speak the protocol, so that pictures and tests can have many of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from waiting import PATIENCE
from websockets.sync.client import connect

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection


class RoomGuest:
    """A guest who sits in a room."""

    @classmethod
    def host(cls, url: str, name: str, terms: dict[str, object]) -> RoomGuest:
        """Return somebody who has opened a room."""
        return cls(url, None, name, terms=terms)

    def __init__(self, url: str, party: str | None, name: str, **more: object) -> None:
        origin = url.rstrip("/")
        options: dict[str, Any] = {"origin": origin, "compression": None, "subprotocols": ["sapper.1"]}
        line: ClientConnection = connect(f"{origin.replace('http', 'ws', 1)}/play", **options)
        self._line = line.__enter__()
        self._n = 0
        self.name = name
        self.send("hello", tab="guest", name=name)
        tag, given = ("join", {"party": party, **more}) if party is not None else ("host", more)
        self.party = str(self.ask(tag, "entered", **given)["party"])

    def send(self, tag: str, /, **fields: object) -> None:
        """Send a message that has no answer."""
        self._line.send(json.dumps({"t": tag, **fields}))

    def ask(self, tag: str, answer: str, /, **fields: object) -> dict[str, Any]:
        """Send a request and return its answer."""
        self._n += 1
        self.send(tag, n=self._n, **fields)
        return self.wait(answer)

    def wait(self, kind: str) -> dict[str, Any]:
        """Return the next message of a kind."""
        while True:
            message: dict[str, Any] = json.loads(self._line.recv(PATIENCE))
            assert message["t"] != "refused", message
            if message["t"] == kind:
                return message

    def close(self) -> None:
        """Lose the connection."""
        self._line.close()
