"""Readers of files and texts: each accepts what it is given, or says in one line why it does not."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
import zlib
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from formats import encoders
from fuzz.target import Draw, Target, expect

from sapper import Action, Board, Game, GameError, Level, Minefield, Rules, Seed
from sapper.board import BoardError
from sapper.controls.settings import Settings
from sapper.controls.settings_text import SettingsError
from sapper.coordinates import parse_cell
from sapper.display.theme_files import read_theme
from sapper.display.themes import ThemeError
from sapper.errors import SapperError
from sapper.formats import FORMATS, FormatError, read_board, read_replay, write_board, write_replay
from sapper.formats.events import Events
from sapper.formats.recording import Recording, play
from sapper.formats.video import EVENTS
from sapper.history.transfer.backup import DATABASE, BackupError, unpack_backup
from sapper.replay import Replay, ReplayError, sharing
from sapper.replay.bounds import Bounds
from sapper.replay.packed import MAGIC
from sapper.replay.packed import body as packed_body
from sapper.replay.text import TITLE, read_playable
from sapper.rules import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sapper.formats import BoardFile

MOST_CELLS = 4096


def _check_size(rules: Rules, actions: int) -> None:
    if rules.level.cells > MOST_CELLS or rules.layout.grade is not None:
        raise ReplayError("too large for a fuzzer")


BOUNDS = Bounds(1 << 16, 1000, 8, 1_000_000, check_game=_check_size)


def sample() -> Replay:
    """Return a short practice game with every kind of action."""
    rules, seed = Rules("5x4/3", practice=True, questions=True), Seed.of(1)
    game = Game(rules, seed)
    for at, text in enumerate(["flag 0 0", "open 2 2", "undo", "redo", "question 0 1", "chord 2 2", "hint", "resign"]):
        if not game.status.is_over or text in ("undo", "redo"):
            game.play(Action.parse(text), at * 100)
    return Replay.of(game, seed, players=["Ann"], program="test", played_at=1_700_000_000)


def ranked() -> Replay:
    """Return a short game that the kernel's referee plays."""
    rules, seed = Rules("5x4/3", lives=2), Seed.of(2)
    game = Game(rules, seed)
    for at, text in enumerate(["open 2 2", "flag 0 0", "chord 2 2", "pause", "resume", "resign"]):
        if not game.status.is_over:
            game.play(Action.parse(text), at * 100)
    return Replay.of(game, seed, players=["Ann", "Bob"])


def tracked() -> Replay:
    """Return a video with its track."""
    return read_replay(encoders.rmv(encoders.film(mode="no-guess"), 2)).replay


# Replays


def _packed(data: bytes) -> None:
    """Read bytes as the content of a replay whose digest is right: otherwise nothing behind it would be tried."""
    draw = Draw(data)
    head = MAGIC + bytes([draw.pick((1, 2, 0, 255, 3))])
    content = draw.rest
    sealed = head + (zlib.compress(content, 1) if len(content) % 16 else content)
    found = expect((ReplayError,), lambda: Replay.load(sealed + sha256(sealed).digest()[:16], BOUNDS))
    if found is not None:
        _check_replay(found)


def _check_replay(found: Replay) -> None:
    """Check that a replay that was accepted can be used, and is the same in both forms."""
    again = Replay.unpack(found.pack())
    assert again.pack() == found.pack()
    assert Replay.parse(found.to_text()).status is found.status
    assert [game.status for _, game in found.steps()][-1:] in ([], [found.status])


def _text(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    expect((ReplayError,), lambda: read_playable(text, BOUNDS))
    body = f"{TITLE}\n{text}"
    digest = sha256(body.encode("utf-8", "surrogatepass")).hexdigest()
    found = expect((ReplayError,), lambda: Replay.parse(f"{body}digest: {digest}\n", BOUNDS))
    if found is not None:
        _check_replay(found)


def _text_body(replay: Replay) -> bytes:
    return replay.to_text().removeprefix(f"{TITLE}\n").rpartition("digest: ")[0].encode()


# Files of other programs


def _file(name: str) -> Callable[[bytes], None]:
    return lambda data: _kept(expect((FormatError, ReplayError), lambda: read_replay(data, f"x.{name}")))


def _kept(imported: object) -> None:
    if imported is not None:
        _check_replay(imported.replay)  # type: ignore[attr-defined]


def _board_file(kind: str) -> Callable[[bytes], None]:
    def read(data: bytes) -> None:
        found: BoardFile | None = expect((FormatError,), lambda: read_board(data, "x.mbf" if kind == "mbf" else ""))
        if found is not None and found.minefield.level.cells <= MOST_CELLS:
            again = expect((FormatError,), lambda: read_board(write_board(found.minefield, "diagram")))
            assert again is None or again.minefield == found.minefield

    return read


def _binary(kind: str) -> Callable[[bytes], None]:
    """Read bytes as a binary video, whatever they look like."""
    return lambda data: _kept(expect((FormatError, ReplayError), lambda: FORMATS[kind].read(data)))


def _binary_seeds(kind: str) -> Callable[[], Sequence[bytes]]:
    return lambda: [write(encoders.film()) for found, write in encoders.ALL.values() if found == kind]


def _video(data: bytes) -> None:
    """Play what the decoders of binary videos might return."""
    draw = Draw(data)
    width, height = draw.number(12), draw.number(12)
    cells = [(row, col) for row in range(height) for col in range(width) if draw.number(1)]
    field = expect((SapperError,), lambda: Minefield.from_mines(width, height, cells))
    if field is None:
        return
    kinds = (*EVENTS, "cc", "pf")
    events: list[tuple[int, str, int, int]] = []
    recording = Recording(
        field,
        Events.of(()),
        square=draw.pick((16, 1, 0, 10_000, 10_001)),
        questions=draw.pick((None, True, False)),
        player=draw.take(8).decode("latin-1"),
        program=draw.take(8).decode("latin-1"),
        elapsed=draw.number(1 << 40),
        won=draw.pick((None, True, False)),
    )
    while not draw.is_empty and len(events) < 300:
        at = (events[-1][0] if events else -100) + draw.number(300) - 5
        events.append((at, draw.pick(kinds), draw.number(400) - 40, draw.number(400) - 40))
    _kept(expect((FormatError, ReplayError), lambda: play(recording.replace(events=Events.of(events)))))


# Texts


def _diagram(data: bytes) -> None:
    found = expect((BoardError,), lambda: Board.parse(data.decode("utf-8", "replace")))
    if found is not None:
        assert Board.parse(str(found)) == found


def _rules(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    rules = expect((RulesError,), lambda: Rules.parse(text))
    if rules is not None:
        assert Rules.parse(str(rules)) == rules
    level = expect((RulesError,), lambda: Level.parse(text))
    assert level is None or Level.parse(str(level)) == level
    action = expect((GameError,), lambda: Action.parse(text))
    assert action is None or Action.parse(str(action)) == action
    assert Seed.of(Seed.of(text).text) == Seed.of(text)
    expect((SapperError,), lambda: sharing.read(text, Rules()))
    expect((ValueError,), lambda: parse_cell(text))


def _settings(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    found = expect((SettingsError,), lambda: Settings.parse(text))
    if found is not None:
        assert str(Settings.parse(str(found))) == str(found)


def _theme(data: bytes) -> None:
    expect((ThemeError,), lambda: read_theme(data.decode("utf-8", "replace")))


# Backups


def _backup(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder, "backup.zip")
        archive.write_bytes(data if data[:2] == b"PK" else _zipped(data))
        unpacked = Path(folder, "unpacked")
        unpacked.mkdir()
        expect((BackupError,), lambda: unpack_backup(archive, unpacked))
        assert {path.name for path in Path(folder).iterdir()} == {"backup.zip", "unpacked"}


def _zipped(manifest: bytes) -> bytes:
    """Return an archive with a description that comes from the fuzzer."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("backup.json", manifest)
        packed.writestr(DATABASE, b"")
    return out.getvalue()


def _backup_seeds() -> list[bytes]:
    fields = {"program": "x", "created_at": 1, "schema": 1, "finished": 0, "in_play": 0}
    manifest = json.dumps({"format": 1, **fields, "digests": {DATABASE: sha256(b"").hexdigest()}}).encode()
    return [manifest, _zipped(manifest)]


FIELD = Minefield.from_text("*.. ... ..*")
VIDEO = b"Width: 3\nHeight: 2\nBoard:\n*00\n000\nEvents:\n0.00 lc (40 24)\n0.00 lr 3 2 (40 24)\nnumber0 3 2\n0.1 boom\n"
THEME = {"sapper-theme": 1, "name": "Mine", "base": "dark", "page": "#000000", "style": {"radius": 3, "cell": "tile"}}


def _seeds(*files: Callable[[], bytes] | bytes) -> Callable[[], Sequence[bytes]]:
    return lambda: [file if isinstance(file, bytes) else file() for file in files]


TARGETS = (
    Target(
        "replay-packed",
        _packed,
        _seeds(
            lambda: b"\0" + packed_body(sample()),
            lambda: b"\0" + packed_body(ranked()),
            lambda: b"\4" + zlib.decompress(tracked().pack()[5:-16]),
        ),
    ),
    Target(
        "replay-text",
        _text,
        _seeds(lambda: _text_body(sample()), lambda: _text_body(ranked())),
        words=(b" pointer=1.5,2.25", b" via=mouse", b" by=1", b"practice=on", b"board: chosen", b"1e308", b"\n"),
    ),
    Target("rawvf", _file("rawvf"), _seeds(lambda: write_replay(sample(), "rawvf"), VIDEO)),
    *(Target(kind, _binary(kind), _binary_seeds(kind), longest=2048) for kind in ("avf", "rmv", "evf", "mvf")),
    Target("video", _video, _seeds(bytes(range(256)), b"\x05\x05" + bytes(25) + bytes(range(200)))),
    Target("mbf", _board_file("mbf"), _seeds(lambda: write_board(FIELD, "mbf"))),
    Target("tatham", _board_file("tatham"), _seeds(lambda: write_board(FIELD, "tatham"), b"3x3:u800", b"9x9n10")),
    Target("diagram", _board_file("diagram"), _seeds(lambda: write_board(FIELD, "diagram"))),
    Target("board", _diagram, _seeds(b"4x2/1\n01F.\n011.\n", b"3x1/1\n?!x"), words=(b"30x16/99", b"2147483648")),
    Target(
        "rules",
        _rules,
        _seeds(
            b"modern 30x16/99 v1",
            b"amiga beginner lives=3 practice=on layout=no-guess-pairs first=cell",
            b"open 3 4",
            b"sapper play --ruleset modern --level 8x8/10 --seed rain --first C2 --no-guess 2 --rule lives=2",
            b"AB12",
        ),
        words=(b"--rule", b"--no-guess", b"lives=99999999999999999999", b"9" * 5000),
        longest=8192,
    ),
    Target("settings", _settings, _seeds(lambda: str(Settings()).encode(), b"[game]\nruleset = 'amiga'\n")),
    Target("theme", _theme, _seeds(json.dumps(THEME).encode())),
    Target("backup", _backup, _backup_seeds),
)
