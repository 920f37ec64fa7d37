"""The signature of a server: by RFC 8032, over everything in a replay, in both of its forms."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from replay.test_replay import expert_game, finished_games, replay_of
from strategies import many

from sapper.replay import Replay, ReplayError, ed25519
from sapper.replay.bounds import MOST_LETTERS, Bounds
from sapper.replay.signature import Signature, sign, signer_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper import Game, Seed

SECRET = bytes(range(32))
KEY = ed25519.public_key(SECRET)

# RFC 8032, section 7.1: secret, public key, message, signature.
VECTORS = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
            "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da0"
            "85ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac1"
            "8ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
    (  # SHA(abc)
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        (
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
            "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
        (
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b5890"
            "9351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"
        ),
    ),
]


@pytest.mark.parametrize("vector", VECTORS, ids=["empty", "one byte", "two bytes", "64 bytes"])
def test_signatures_are_those_of_the_standard(vector: tuple[str, str, str, str]) -> None:
    secret, key, message, signature = map(bytes.fromhex, vector)
    assert ed25519.public_key(secret) == key
    assert ed25519.sign(secret, message) == signature
    assert ed25519.is_signed(key, message, signature)
    assert not ed25519.is_signed(key, message + b"x", signature)
    for place in range(64):
        wrong = bytearray(signature)
        wrong[place] ^= 1
        assert not ed25519.is_signed(key, message, bytes(wrong))
    order = 2**252 + 27742317777372353535851937790883648493
    higher = int.from_bytes(signature[32:], "little") + order  # the same number, written differently
    assert not ed25519.is_signed(key, message, signature[:32] + higher.to_bytes(32, "little"))


def test_bytes_that_are_no_keys_sign_nothing() -> None:
    signature = ed25519.sign(SECRET, b"x")
    for key in (bytes(31), b"\xff" * 32, b"\x02" + bytes(31), b"\x01" + bytes(30) + b"\x80"):
        assert not ed25519.is_signed(key, b"x", signature)
    with pytest.raises(ValueError, match="32 bytes"):
        ed25519.sign(b"short", b"x")


@many(100)
@given(finished_games())
def test_a_signature_survives_both_forms(played: tuple[Game, Seed]) -> None:
    replay = sign(replay_of(*played), SECRET, "game-1")
    again = Replay.load(Replay.load(Replay.load(replay.pack()).to_text().encode()).pack())
    assert again == replay
    assert again.signature == replay.signature
    assert again.to_text() == replay.to_text()
    assert signer_of(again) == KEY
    assert again.entries == replay.entries


def test_an_unsigned_replay_is_written_as_before() -> None:
    replay = expert_game()
    assert replay.to_text().startswith("sapper replay 1\n")
    assert replay.pack()[4] == 1
    assert signer_of(replay) is None
    signed = sign(replay, SECRET, "game-1")
    assert (signed.to_text()[:16], signed.pack()[4]) == ("sapper replay 2\n", 2)
    assert signed.replace(signature=None) == replay
    assert len(signed.pack()) < len(replay.pack()) + 130


CHANGES: dict[str, Callable[[str], str]] = {
    "player": lambda text: text.replace("player 0: Ann", "player 0: Eve"),
    "program": lambda text: text.replace("program: sapper test", "program: sapper tess"),
    "date": lambda text: text.replace("player 0", "played: 5\nplayer 0"),
    "known board": lambda text: text.replace("program", "board: chosen\nprogram"),
    "device": lambda text: text.replace("\nactions:\n", "\nactions:\n0 pause via=bot\n0 resume\n"),
    "game": lambda text: text.replace(" game-1 ", " game-2 "),
    "seed": lambda text: "".join(line for line in text.splitlines(keepends=True) if not line.startswith("seed: ")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whoever_changes_anything_breaks_the_signature(change: str) -> None:
    text = sign(expert_game(), SECRET, "game-1").to_text()
    changed = resealed(CHANGES[change](text))
    assert changed != text
    assert signer_of(Replay.parse(text)) == KEY
    assert signer_of(Replay.parse(changed)) is None, "consistent, but not as it was signed"


def test_rewritten_times_are_consistent_and_not_signed() -> None:
    replay = sign(expert_game(), SECRET, "game-1")
    faster = [entry._replace(at=entry.at // 2) for entry in replay.entries]
    forged = Replay(
        replay.rules,
        replay.seed,
        replay.minefield,
        faster,
        status=replay.status,
        players=replay.players,
        program=replay.program,
        signature=replay.signature,
    )
    read = Replay.unpack(forged.pack())
    assert read.elapsed == replay.elapsed // 2
    assert signer_of(read) is None


def test_another_server_cannot_sign_in_the_name_of_this_one() -> None:
    signed = sign(expert_game(), bytes(32), "game-1")
    assert signed.signature is not None
    assert signer_of(signed) == ed25519.public_key(bytes(32))
    stolen = Signature(KEY, "game-1", signed.signature.proof)
    assert signer_of(signed.replace(signature=stolen)) is None


def test_a_pointer_that_the_signature_does_not_cover_is_not_read() -> None:
    text = sign(expert_game(), SECRET, "game-1").to_text()
    line = next(line for line in text.splitlines() if line.startswith("0 open"))
    moved = Replay.parse(resealed(text.replace(line, f"{line.partition(' via')[0]} via=mouse pointer=1.001,1.001")))
    assert moved.entries[0].pointer == (1.0, 1.0)


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace("sapper replay 2", "sapper replay 1"),
        lambda text: "".join(line for line in text.splitlines(keepends=True) if not line.startswith("signed: ")),
        lambda text: text.replace("signed: ", "signed: x"),
        lambda text: text.replace(" game-1 ", " "),
        lambda text: text.replace(" game-1 ", f" {'g' * 65} "),
        lambda text: text.replace(" game-1 ", " ё "),
    ],
)
def test_a_damaged_signature_is_refused_in_a_sentence(edit: Callable[[str], str]) -> None:
    text = sign(expert_game(), SECRET, "game-1").to_text()
    with pytest.raises(ReplayError) as caught:
        Replay.parse(resealed(edit(text)))
    assert len(str(caught.value)) < 200


def test_names_have_a_limit_in_both_forms() -> None:
    replay = expert_game()
    assert replay.with_player("x" * 10_000).players == ("x" * MOST_LETTERS,)
    for what in ("player 0: Ann", "program: sapper test"):
        text = resealed(replay.to_text().replace(what, f"{what.partition(': ')[0]}: {'x' * (MOST_LETTERS + 1)}"))
        with pytest.raises(ReplayError, match="at most 200 letters"):
            Replay.parse(text)
    long = replay.replace()
    long.players = ("x" * 8_000_000,)
    with pytest.raises(ReplayError, match="bytes can be read, and there are"):
        Replay.unpack(long.pack())


def test_less_is_read_from_the_network() -> None:
    replay = expert_game()
    several = replay.replace(players=["a"] * 20)
    for data in (replay.pack(), replay.to_text().encode()):
        assert Replay.load(data, Bounds(actions=len(replay))) == replay
        with pytest.raises(ReplayError, match=f"there are more than {len(replay) // 3} lines"):
            Replay.load(data, Bounds(actions=len(replay) // 3))
        with pytest.raises(ReplayError, match="at most 500 "):
            Replay.load(data, Bounds(bytes=500))
    for data in (several.pack(), several.to_text().encode()):
        with pytest.raises(ReplayError, match="players"):
            Replay.load(data, Bounds(players=19))


def resealed(text: str) -> str:
    """Return an edited text with a digest that matches."""
    body = text.rpartition("digest: ")[0]
    return f"{body}digest: {sha256(body.encode()).hexdigest()}\n"
