"""The player of a token on a server: name, codes, and other devices."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, TypeVar

import msgspec

from ..errors import as_value
from ..phrase import Phrase
from ..server.http.cookies import token_in
from ..server.protocol.api_types import LinkCode, Me, PeopleMet, Problem, RecoveryCode
from .errors import ClientError, known_phrase
from .room_list import server_address

if TYPE_CHECKING:
    from email.message import Message
    from http.client import HTTPResponse
    from pathlib import Path

T = TypeVar("T")
_PATIENCE = 5.0  # seconds
_MOST_BYTES = 1_000_000


class PlayerAccess:
    """Asks a server about a player; a new player gets a token with the first question."""

    def __init__(self, server: str, token: str | None) -> None:
        self.server = server_address(server)
        self.token = token

    async def me(self) -> Me:
        """Return who the player is."""
        return await self.ask("GET", "me", Me)

    async def rename(self, name: str) -> Me:
        """Take a name, and return it as others see it."""
        return await self.ask("POST", "me/name", Me, {"name": name})

    async def recovery_code(self) -> str:
        """Return a new code that brings the player back anywhere; the one before is not valid any more."""
        return (await self.ask("POST", "me/code", RecoveryCode)).code

    async def link(self) -> LinkCode:
        """Return a code and a link that make one other device this player."""
        return await self.ask("POST", "me/link", LinkCode)

    async def restore(self, code: str) -> Me:
        """Become the player of a code."""
        return await self.ask("POST", "me/restore", Me, {"code": code})

    async def sign_out_others(self) -> Me:
        """Sign out all other devices of the player."""
        return await self.ask("DELETE", "me/tokens", Me)

    async def people(self) -> PeopleMet:
        """Return the people with whom the player has played lately."""
        return await self.ask("GET", "me/people", PeopleMet)

    async def delete_everything(self) -> Me:
        """Delete everything that the server has about the player, and return the new one."""
        return await self.ask("DELETE", "me", Me)

    async def export(self, file: Path) -> int:
        """Write everything that the server has about the player into a new file, and return how many games that is."""
        return await asyncio.to_thread(self._export, file)

    def _export(self, file: Path) -> int:
        games = 0
        try:
            with self._answer("GET", "me/everything", None) as answer, file.open("xb") as written:
                for line in answer:
                    games += line.startswith(b'{"game":')
                    written.write(line)
        except OSError as error:
            reason = error.strerror or str(error)
            raise ClientError(Phrase("machine-error.file-not-written", place=str(file), reason=reason)) from None
        return games

    async def ask(self, method: str, what: str, kind: type[T], content: object = None) -> T:
        """Return what the server answers to a request of the player; raise `ClientError` with what it refuses."""
        body, headers = await asyncio.to_thread(self._send, method, what, content)
        self.token = token_in(headers.get("set-cookie", "").partition(";")[0]) or self.token
        try:
            return msgspec.json.decode(body, type=kind)
        except msgspec.DecodeError:
            raise ClientError(Phrase("machine-error.other-room-list", server=self.server)) from None

    def _send(self, method: str, what: str, content: object) -> tuple[bytes, Message]:
        with self._answer(method, what, content) as answer:
            return answer.read(_MOST_BYTES), answer.headers

    def _answer(self, method: str, what: str, content: object) -> HTTPResponse:
        """Return the answer to a request, to be read and closed."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        data = msgspec.json.encode(content) if content is not None else b"" if method == "POST" else None
        request = urllib.request.Request(f"{self.server}/api/{what}", data, headers, method=method)
        try:
            answer: HTTPResponse = urllib.request.urlopen(request, timeout=_PATIENCE)
            return answer
        except urllib.error.HTTPError as error:
            raise ClientError(_why(error.read(_MOST_BYTES)) or str(error.code)) from None
        except (OSError, ValueError) as error:
            reason = as_value(getattr(error, "reason", error))
            raise ClientError(Phrase("machine-error.not-reached", server=self.server, reason=reason)) from None


def _why(body: bytes) -> Phrase | str:
    """Return the sentence of an error, empty if there is none."""
    try:
        problem = msgspec.json.decode(body, type=Problem)
    except msgspec.DecodeError:
        return ""
    return known_phrase(problem.error, problem.phrase)
