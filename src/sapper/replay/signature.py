"""The signature of a server under a replay: it saw this game played, with these times, by this player.

Everything in a replay can be forged, as long as the moves give the result. A signature covers all of it, and can be
checked with the public key of the server.
"""

from __future__ import annotations

from hashlib import sha256

from ..value import Value
from . import ed25519

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .model import Replay

TITLE = "sapper result 1"
MOST_ID_LETTERS = 64


class Signature(Value):
    """The public key of a server, the id of the game there, and the 64 bytes that prove both."""

    key: bytes
    game: str
    proof: bytes

    def __init__(self, key: bytes, game: str, proof: bytes) -> None:
        if len(key) != ed25519.KEY_BYTES or len(proof) != ed25519.SIGNATURE_BYTES:
            raise ValueError("a signature has a key of 32 bytes and a proof of 64")
        if not (0 < len(game) <= MOST_ID_LETTERS and game.isascii() and game.isprintable() and " " not in game):
            raise ValueError(f"the id of a signed game is a word of at most {MOST_ID_LETTERS} letters")
        self._set(key=bytes(key), game=game, proof=bytes(proof))

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Read the text form."""
        words = text.split()
        if len(words) != 3:
            raise ValueError("a signature is a key, the id of a game and a proof")
        return cls(bytes.fromhex(words[0]), words[1], bytes.fromhex(words[2]))

    def __str__(self) -> str:
        return f"{self.key.hex()} {self.game} {self.proof.hex()}"


def sign(replay: Replay, secret: bytes, game: str) -> Replay:
    """Return a replay with the signature of the server that has this secret."""
    key = ed25519.public_key(secret)
    return replay.replace(signature=Signature(key, game, ed25519.sign(secret, _message(replay, key, game))))


def signer_of(replay: Replay) -> bytes | None:
    """Return the public key of the server that signed a replay, None if it is not signed or the signature is wrong."""
    signature = replay.signature
    if signature is None:
        return None
    message = _message(replay, signature.key, signature.game)
    return signature.key if ed25519.is_signed(signature.key, message, signature.proof) else None


def _message(replay: Replay, key: bytes, game: str) -> bytes:
    """Return the signed text: four lines of UTF-8, the last of them a digest of the packed body of the replay."""
    from .packed import body

    return f"{TITLE}\n{key.hex()}\n{game}\n{sha256(body(replay)).hexdigest()}\n".encode()
