"""The signature of this server under the results that it saw."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from ...history.transfer.server_key import known_server_key
from ...replay import ed25519, signature

if TYPE_CHECKING:
    from pathlib import Path

    from ...analysis.rounds import RoundFile, TournamentFile
    from ...replay.model import Replay

#: Together with `server.key` it gives the secret. Cookies are signed with the same file over texts of another length.
_LABEL = b"sapper results, Ed25519, key 1"


class Signer:
    """Signs the replays of finished games. The public key checks them."""

    def __init__(self, server_key: bytes) -> None:
        self._secret = hmac.digest(server_key, _LABEL, "sha256")
        self.public_key = ed25519.public_key(self._secret)

    def sign(self, replay: Replay, game: str) -> Replay:
        """Return the replay of a game of this server with its signature; `game` is the id that clients know."""
        return signature.sign(replay, self._secret, game)

    def sign_round(self, played: RoundFile) -> RoundFile:
        """Return the file of a finished round with its signature."""
        return played.signed(self._secret)

    def sign_tournament(self, played: TournamentFile) -> TournamentFile:
        """Return the file of a tournament with its signature."""
        return played.signed(self._secret)

    def has_signed(self, replay: Replay) -> bool:
        """Return whether this server signed a replay as it is."""
        return signature.signer_of(replay) == self.public_key


def public_key_of(place: Path | str) -> bytes | None:
    """Return the public key of the servers that use the store at a path or an address, None if there were none."""
    key = known_server_key(place)
    return None if key is None else Signer(key).public_key
