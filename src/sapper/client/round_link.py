"""The file of a finished round or tournament, read from its link."""

from __future__ import annotations

import urllib.error
import urllib.request
from urllib.parse import urlsplit

from ..errors import as_value
from ..phrase import Phrase
from .errors import ClientError

_PATIENCE = 20.0  # seconds
_PATHS = {"/round/": "rounds", "/tournament/": "tournaments"}
MOST_BYTES = 64_000_000


def is_round_link(text: str) -> bool:
    """Return whether a text is the link of a round or a tournament, as the page copies it."""
    parts = urlsplit(text)
    return parts.scheme in ("http", "https") and parts.path.startswith(tuple(_PATHS))


def read_round_link(link: str) -> bytes:
    """Return the file at a link; raise `ClientError` if the server does not answer with one."""
    parts = urlsplit(link)
    start = next(start for start in _PATHS if parts.path.startswith(start))
    name = parts.path.removeprefix(start).strip("/")
    address = f"{parts.scheme}://{parts.netloc}/api/{_PATHS[start]}/{name}/file"
    try:
        with urllib.request.urlopen(urllib.request.Request(address), timeout=_PATIENCE) as answer:
            data: bytes = answer.read(MOST_BYTES + 1)
            return data
    except urllib.error.HTTPError as error:
        if error.code == 404:
            raise ClientError(Phrase("refusal.no-round")) from None
        if error.code == 409:
            raise ClientError(Phrase("refusal.tournament-in-play")) from None
        raise ClientError(Phrase("machine-error.not-reached", server=parts.netloc, reason=str(error.code))) from None
    except (OSError, ValueError) as error:
        reason = as_value(getattr(error, "reason", error))
        raise ClientError(Phrase("machine-error.not-reached", server=parts.netloc, reason=reason)) from None
