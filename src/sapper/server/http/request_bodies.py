"""The sizes of the bodies of requests. A body that no endpoint reads is refused before it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .endpoint import ENDPOINTS
from .rejection import Rejected

if TYPE_CHECKING:
    from ..limits import Limits
    from .head import Head


def most_bytes(method: str, path: str, limits: Limits) -> int:
    """Return the largest size of the body of a request: 0 for an endpoint without one."""
    for endpoint in ENDPOINTS:
        if endpoint.body is not None and (endpoint.method, endpoint.route) == (method, path):
            return int(getattr(limits, endpoint.body.limit))
    return 0


def checked_length(head: Head, limits: Limits) -> int:
    """Return the bytes of the body of a request, or raise `Rejected` if they are more than it may have."""
    length = head.body_length()
    most = most_bytes(head.method, head.path, limits)
    if length > most:
        raise Rejected(413, f"A body has at most {most} bytes here." if most else "No body is expected here.")
    return length
