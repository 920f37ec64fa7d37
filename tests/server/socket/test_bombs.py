"""Little that becomes much: compressed, nested, promised or repeated. It is refused before it takes memory."""

from __future__ import annotations

import gzip
import io
import json
import time
import tracemalloc
import zipfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TYPE_CHECKING

import httpx
import pytest
from waiting import PATIENCE

from sapper import Action, Game, Rules, Seed
from sapper.action import DEVICES, LogEntry
from sapper.formats import MOST_BYTES, FormatError, read_board, read_replay
from sapper.history.transfer.backup import DATABASE, BackupError, read_backup, unpack_backup
from sapper.replay import Replay, ReplayError
from sapper.replay.bounds import Bounds
from sapper.replay.packed import MAGIC

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from server.conftest import Running, Start

MEGABYTE = 1 << 20
NETWORK = Bounds(4 * MEGABYTE, 50_000, 256, 50_000_000)


def sealed(content: bytes) -> bytes:
    """Return the packed form of a replay with any content."""
    data = MAGIC + b"\x01" + zlib.compress(content, 9)
    return data + sha256(data).digest()[:16]


def promised(rules: str, rest: bytes) -> bytes:
    return sealed(bytes([len(rules)]) + rules.encode() + rest)


def load(data: bytes) -> object:
    return Replay.load(data, NETWORK)


BOMBS: dict[str, tuple[Callable[[], bytes], Callable[[bytes], object]]] = {
    "64 MB of zeros": (lambda: sealed(bytes(64 * MEGABYTE)), load),
    "compressed twice": (lambda: sealed(zlib.compress(bytes(64 * MEGABYTE), 9)), load),
    "a promised board": (lambda: promised("modern 46340x46340/1 v1", b"\0" * 9), load),
    "promised players": (lambda: promised("modern 8x8/10 v1", b"\0\0\0" + b"\xff" * 8 + b"\x7f"), load),
    "a promised text": (lambda: sealed(b"\xff\xff\xff\xff\xff\xff\xff\x7f" + bytes(9)), load),
    "a zip of zips": (lambda: zipped(zipped(zipped(bytes(MEGABYTE)))), lambda data: read_replay(data, "x.sapper")),
    "an mbf": (lambda: b"\xff\xff\xff\xff" + bytes(9), lambda data: read_board(data, "x.mbf")),
    "a tatham id": (lambda: b"46340x46340:" + b"u" * 99, read_board),
    "a rawvf": (lambda: b"Width: 99999\nHeight: 99999\nBoard:\n*0\nEvents:\n", read_replay),
    "a file beyond the limit": (lambda: b"." * (MOST_BYTES + 1), read_board),
}


def zipped(content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner", content)
    return out.getvalue()


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_and_takes_little_memory(name: str) -> None:
    make, read = BOMBS[name]
    bomb = make()
    tracemalloc.start()
    try:
        with pytest.raises((ReplayError, FormatError)) as error:
            read(bomb)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert "\n" not in str(error.value)
    assert peak < 16 * MEGABYTE


def test_compressed_bodies_are_not_decompressed(server: Running) -> None:
    bomb = gzip.compress(bytes(8 * MEGABYTE))
    headers = {"origin": server.url, "content-encoding": "gzip"}
    with httpx.Client(base_url=server.url, headers=headers, timeout=PATIENCE) as web:
        assert web.post("/api/replays/verify", content=bomb).json()["consistent"] is False
        assert web.post("/api/odds", content=bomb).status_code == 422
        assert web.post("/api/replays", content=bytes(MEGABYTE + 1)).status_code == 413


def long_replay(actions: int) -> bytes:
    """Return the packed replay of a game with many moves that change nothing, made with every device in turn."""
    game = Game(Rules.parse("modern 8x8/10"), Seed.of("long"))
    game.open(3, 3)
    for number in range(actions):
        game.apply(LogEntry(Action("open", 3, 3), device=DEVICES[number % 5]))
    game.play(Action("resign"))
    return Replay.of(game, Seed.of("long")).pack()


def test_a_small_replay_with_many_moves_holds_up_nobody(start: Start) -> None:
    server, bomb = start("--limit", "job-seconds=600"), long_replay(49_990)
    assert len(bomb) < 1000
    with (
        httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=600) as attacker,
        httpx.Client(base_url=server.url, timeout=PATIENCE) as player,
        ThreadPoolExecutor() as threads,
    ):
        posted = threads.submit(attacker.post, "/api/replays?name=a.sapper", content=bomb)
        while not posted.done():
            assert player.get("/api/me").status_code == 200
            time.sleep(0.25)  # slower than the limit of requests
        assert posted.result().status_code == 200
        assert posted.result().json()["id"]


def backup(folder: Path, names: list[str], digests: object, content: bytes = b"") -> Path:
    """Write an archive that claims to be a backup."""
    fields = {"format": 1, "program": "x", "created_at": 1, "schema": 1, "finished": 0, "in_play": 0}
    path = folder / "backup.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("backup.json", json.dumps({**fields, "digests": digests}))
        for name in names:
            archive.writestr(name, content)
    return path


EMPTY = sha256(b"").hexdigest()


@pytest.mark.parametrize(
    ("names", "digests"),
    [
        ([DATABASE, "../evil"], {DATABASE: EMPTY, "../evil": EMPTY}),
        ([DATABASE, "/tmp/evil"], {DATABASE: EMPTY, "/tmp/evil": EMPTY}),
        ([DATABASE, "a/b.key"], {DATABASE: EMPTY, "a/b.key": EMPTY}),
        ([DATABASE], [DATABASE]),
        ([DATABASE], {DATABASE: 5}),
        ([DATABASE], {DATABASE: "0" * 64}),
        ([], {}),
    ],
    ids=str,
)
def test_a_backup_names_no_file_elsewhere_and_lists_what_it_has(
    tmp_path: Path, names: list[str], digests: object
) -> None:
    target = tmp_path / "target"
    target.mkdir()
    with pytest.raises(BackupError) as error:
        unpack_backup(backup(tmp_path, names, digests), target)
    assert "\n" not in str(error.value)
    assert not list(target.iterdir())


def test_a_backup_is_read_in_small_parts(tmp_path: Path) -> None:
    content = bytes(64 * MEGABYTE)
    path = backup(tmp_path, [DATABASE], {DATABASE: sha256(content).hexdigest()}, content)
    tracemalloc.start()
    try:
        read_backup(path)
        assert tracemalloc.get_traced_memory()[1] < 8 * MEGABYTE
    finally:
        tracemalloc.stop()


def test_a_backup_whose_table_of_contents_is_wrong_is_named(tmp_path: Path) -> None:
    path = backup(tmp_path, [DATABASE], {DATABASE: EMPTY})
    data = bytearray(path.read_bytes())
    end = data.rindex(b"PK\x05\x06")
    data[end + 16 : end + 20] = b"\xff\xff\xff\x7f"  # where the table begins
    path.write_bytes(data)
    with pytest.raises(BackupError, match="damaged, or not a backup"):
        read_backup(path)
