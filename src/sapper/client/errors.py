"""Errors between a client and its server."""

from __future__ import annotations

from ..errors import SapperError


class ClientError(SapperError):
    """A server that cannot be reached, or does not want this client, with a sentence that says why."""


class Refused(SapperError):
    """A request that the server did not carry out: `code` is for programs, the sentence for people."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code
