"""Which requests have a body, and how large it may be. A body that is not wanted is refused before it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rejection import Rejected

if TYPE_CHECKING:
    from ..limits import Limits
    from .head import Head

_POSITIONS = ("odds", "hint", "move", "analysis", "proof", "arrangement")
#: The limit of the body of a POST, by its path.
LIMITS = {
    **{f"/api/{name}": "body" for name in _POSITIONS},
    **dict.fromkeys(("/api/position", "/api/replays", "/api/replays/verify", "/api/replays/playable"), "replay_body"),
    "/api/backup": "restore_body",
}


def most_bytes(method: str, path: str, limits: Limits) -> int:
    """Return how large the body of a request may be: 0 if it has none."""
    return int(getattr(limits, LIMITS[path])) if method == "POST" and path in LIMITS else 0


def checked_length(head: Head, limits: Limits) -> int:
    """Return the bytes of the body of a request, or raise `Rejected` if they are more than it may have."""
    length = head.body_length()
    most = most_bytes(head.method, head.path, limits)
    if length > most:
        raise Rejected(413, f"A body has at most {most} bytes here." if most else "No body is expected here.")
    return length
