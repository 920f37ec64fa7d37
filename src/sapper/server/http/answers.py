"""Answers over HTTP: JSON and text, whose bytes are reserved until they are sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response

from ..protocol import api_types
from ..protocol.refusal import as_sent
from .requests import address_of, player_of, services_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from ...phrase import Phrase
    from ..operations.memory import Reservation

_encoder = msgspec.json.Encoder()
_PART = 64 * 1024  # bytes sent before the client has to have read some: less needs no reservation


class _ReservedAnswer(Response):
    """An answer that is sent in parts, as fast as the client reads; its memory is released when it is sent."""

    def __init__(self, body: bytes, memory: Reservation, media_type: str, headers: dict[str, str]) -> None:
        super().__init__(body, media_type=media_type, headers=headers)
        self._memory = memory

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer."""
        try:
            start = {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
            await send(start)
            for place in range(0, len(self.body), _PART):
                part, more = self.body[place : place + _PART], place + _PART < len(self.body)
                await send({"type": "http.response.body", "body": part, "more_body": more})
        finally:
            self._memory.release()


def answer(
    request: Request, body: bytes, media_type: str = "application/json", headers: dict[str, str] | None = None
) -> Response:
    """Return an answer with a body, or raise `NoMemory` if the player has too many that are not read yet."""
    headers = headers or {"cache-control": "no-store"}
    if len(body) <= _PART:
        return Response(body, media_type=media_type, headers=headers)
    memory = services_of(request).memory.reserve(len(body), player=player_of(request).key, address=address_of(request))
    return _ReservedAnswer(body, memory, media_type, headers)


def json_answer(request: Request, found: object) -> Response:
    """Return an answer as JSON, or raise `NoMemory`."""
    return answer(request, _encoder.encode(found))


def problem(status: int, why: Phrase | str, retry_after: int | None = None) -> Response:
    """Return an answer that says what was wrong, and after how many seconds to try again."""
    headers = None if retry_after is None else {"retry-after": str(retry_after)}
    return Response(
        _encoder.encode(api_types.Problem(str(why), as_sent(why))), status, headers, media_type="application/json"
    )
