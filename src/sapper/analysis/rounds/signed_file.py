"""The signature of a server on a file of a round or a tournament, and such a file as JSON."""

from __future__ import annotations

import json
from hashlib import sha256

from ...replay import ed25519

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    class SignedFile(Protocol):
        """A file that a server may have signed."""

        @property
        def key(self) -> bytes:
            """The public key of the server, empty without a signature."""

        @property
        def proof(self) -> bytes:
            """The signature."""

        def body(self) -> dict[str, Any]:
            """Return everything in the file but the signature."""


def sign(file: SignedFile, secret: bytes) -> tuple[bytes, bytes]:
    """Return the key and the signature of the server that has this secret."""
    key = ed25519.public_key(secret)
    return key, ed25519.sign(secret, _message(file, key))


def signer_of(file: SignedFile) -> bytes | None:
    """Return the key of the server that signed a file, None if it is not signed or the signature is wrong."""
    is_signed = file.key and ed25519.is_signed(file.key, _message(file, file.key), file.proof)
    return file.key if is_signed else None


def dump(file: SignedFile) -> str:
    """Return a file as JSON."""
    signature = {"key": file.key.hex(), "proof": file.proof.hex()} if file.key else {}
    return json.dumps(file.body() | signature, ensure_ascii=False, indent=1)


def signature_in(given: Any) -> tuple[bytes, bytes]:
    """Return the key and the signature in the values of a file; raise `ValueError` for those that can be none."""
    key, proof = (bytes.fromhex(given.get(name, "")) for name in ("key", "proof"))
    if key and (len(key) != ed25519.KEY_BYTES or len(proof) != ed25519.SIGNATURE_BYTES):
        raise ValueError("signature")
    return key, proof


def _message(file: SignedFile, key: bytes) -> bytes:
    """Return the signed text: three lines of UTF-8, the last of them a digest of everything else in the file."""
    body = file.body()
    text = json.dumps(body, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return f"{body['format']}\n{key.hex()}\n{sha256(text.encode()).hexdigest()}\n".encode()
