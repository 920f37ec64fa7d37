"""Real servers for the client."""

from server.conftest import server, start

__all__ = ["server", "start"]
