"""Writing RAWVF: each action as a gesture of a mouse, and in lines of our own what a mouse cannot express."""

from __future__ import annotations

from ..action import Kind
from ..analysis.metrics import bbbv
from ..controls.gestures import Button, Mouse
from ..errors import SapperError
from ..game import Status
from ..phrase import Phrase
from . import pixel_scale, rawvf, timestamps
from .common import MOST_CELLS, FormatError
from .gesture_events import GESTURES, pixel_of
from .rawvf_grammar import INPUTS, NAMES
from .video import SQUARE, controls, to_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..action import Action, LogEntry
    from ..board import Board
    from ..game import Delta, Game
    from ..replay import Replay
    from ..replay.track import Track

REVISION = "Rev6.2"
_LEVELS = {"8x8/10": "Beginner", "9x9/10": "Beginner", "16x16/40": "Intermediate", "30x16/99": "Expert"}
_MOST_TIME = 10**14  # milliseconds: what twelve digits of seconds hold


def write(replay: Replay) -> bytes:
    """Write a game: mouse events and what they showed, and in lines of our own what a mouse cannot express."""
    level = replay.rules.level
    if level.cells > MOST_CELLS:
        raise FormatError(Phrase("file.squares", most=MOST_CELLS, size=str(level)))
    if replay.elapsed >= _MOST_TIME:
        raise FormatError(Phrase("file.too-long", kind="RAWVF"))
    if replay.track is not None:
        written = _written(replay, _TrackWriter(replay, replay.track).lines())
        if _means(written, replay):
            return written
        replay = replay.replace(track=None)
    return _written(replay, _Writer(replay).lines())


def _means(written: bytes, replay: Replay) -> bool:
    """Return whether a reader gets the same game: a track of other controls may press other buttons."""
    try:
        return rawvf.read(written).replay.entries == replay.entries
    except SapperError:
        return False


def _written(replay: Replay, events: Iterator[str]) -> bytes:
    level, field = replay.rules.level, replay.final_minefield
    rows = ["0" * level.width] * level.height if field is None else field.to_text().replace(".", "0").split()
    return ("\n".join([*_header(replay), "Board:", *rows, "Events:", *events]) + "\n").encode()


def _header(replay: Replay) -> Iterator[str]:
    rules, level, field = replay.rules, replay.rules.level, replay.final_minefield
    program, _, version = replay.program.rpartition(" ")
    yield f"RawVF_Version: {REVISION}"
    if replay.program:
        yield f"Program: {program or version}"
        if program:
            yield f"Version: {version}"
    for number, player in enumerate(replay.players):
        yield f"X-Player-{number}: {player}" if number else f"Player: {player}"
    if replay.played_at:
        yield f"Timestamp: {timestamps.write(replay.played_at)}"
    yield f"Level: {_LEVELS.get(str(level), 'Custom')}"
    yield from (f"Width: {level.width}", f"Height: {level.height}", f"Mines: {level.mines}")
    yield f"Marks: {'On' if rules.questions else 'Off'}"
    yield f"SquareSize: {SQUARE}"
    yield f"Time: {_seconds(replay.elapsed)}"
    if field is not None:
        yield f"BBBV: {bbbv(field)}"
    if replay.status in (Status.WON, Status.LOST):
        yield f"Status: {str(replay.status).capitalize()}"
    yield f"Mode: {replay.mode or ('Classic' if rules.layout.grade is None else 'Classic NG')}"
    yield f"Style: {'FL' if any(entry.action.kind is Kind.FLAG for entry in replay.entries) else 'NF'}"
    device = _usual_device(replay)
    yield f"Input: {next((name for name, known in INPUTS.items() if known == device), 'keyboard')}"
    if device not in INPUTS.values():
        yield f"X-Via: {device or 'none'}"
    yield f"X-Ruleset: {rules.ruleset}"
    yield f"X-Generator: {rules.generator}"
    if rules.layout.grade is not None:
        yield f"X-NoGuess: {rules.layout.grade}"
    for word in str(rules).split():
        name, equals, value = word.partition("=")
        if equals and name != "layout":
            yield f"X-{name.title()}: {value}"
    if replay.seed is not None:
        yield f"X-Seed: {replay.seed.text}"
    if replay.known_board:
        yield "X-Chosen: On"
    if replay.same_address:
        yield "X-SameAddress: On"
    if field is None:
        yield "X-Minefield: none"
    if replay.mode:
        yield f"X-Mode: {replay.mode}"
    if replay.track is not None:
        yield "X-Track: On"
        if replay.track.square != SQUARE:
            yield f"X-SquareSize: {replay.track.square}"


def _usual_device(replay: Replay) -> str:
    return next((entry.device for entry in replay.entries if entry.action.kind.has_cell), "mouse")


class _Writer:
    """Writes the events of a game, each action as a gesture where a gesture means just that."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._device = _usual_device(replay)
        self._controls = controls()

    def lines(self) -> Iterator[str]:
        """Yield the lines after `Events:`."""
        game = self._replay.after(0)
        for entry in self._replay.entries:
            yield from self._played(game, entry, list(self._gesture(game.board, entry)))

    def _played(self, game: Game, entry: LogEntry, gesture: list[str]) -> Iterator[str]:
        """Play an action; yield its gesture and what it showed."""
        time = _seconds(entry.at)
        before, first = game.status, game.first
        delta = game.apply(entry)
        if first is None and game.first is not None:
            yield f"{time} start"
        yield from gesture
        yield from _board_events(delta)
        if game.status.is_over and not before.is_over:
            # The reference parser takes `won` only without a time.
            yield "won" if game.is_won else f"{time} {_ENDS[game.status]}"

    def _gesture(self, board: Board, entry: LogEntry) -> Iterator[str]:
        action, time = entry.action, _seconds(entry.at)
        if not action.kind.has_cell or not self._is_meant(board, action):
            differs = self._differs(entry, None)
            yield " ".join([f"X-Action: {time} {action}", *differs])
            return
        x, y = pixel_of(entry, SQUARE)
        differs = self._differs(entry, (x / SQUARE, y / SQUARE) if entry.device == "mouse" else None)
        if differs:
            yield " ".join(["X-With:", *differs])
        for kind in GESTURES[action.kind]:
            yield f"{time} {kind} {action.col + 1} {action.row + 1} ({x} {y})"

    def _is_meant(self, board: Board, action: Action) -> bool:
        """Return whether the gesture of an action gives it, and nothing else, when the file is read."""
        mouse = Mouse(self._controls, self._replay.rules)
        cell = action.row, action.col
        given: list[Action] = []
        for kind in GESTURES[action.kind]:
            button = Button.LEFT if kind[0] == "l" else Button.RIGHT
            given += (mouse.release if kind[1] == "r" else mouse.press)(board, button, cell)
        return given == [action]

    def _differs(self, entry: LogEntry, pointer: tuple[float, float] | None) -> list[str]:
        """Return the details that differ from what a reader assumes."""
        words = [f"by={entry.by}"] if entry.by else []
        if entry.device != self._device:
            words.append(f"via={entry.device or 'none'}")
        if entry.pointer != pointer:
            words.append(f"pointer={entry.pointer[0]!r},{entry.pointer[1]!r}" if entry.pointer else "pointer=none")
        return words


class _TrackWriter(_Writer):
    """Writes every event of the mouse as it was, on squares of 16 pixels, with what its actions showed."""

    def __init__(self, replay: Replay, track: Track) -> None:
        super().__init__(replay)
        self._track = track

    def lines(self) -> Iterator[str]:
        """Yield the lines after `Events:`."""
        game, entries, played = self._replay.after(0), self._replay.entries, 0
        square = self._track.square
        for at, kind, x, y, actions in self._track.events:
            place = pixel_scale.to_written(x, square), pixel_scale.to_written(y, square)
            if (pixel_scale.to_own(place[0], square), pixel_scale.to_own(place[1], square)) != (x, y):
                yield f"X-Pixel: {x} {y}"
            line = f"{_seconds(at)} {kind} {x // square + 1} {y // square + 1} ({place[0]} {place[1]})"
            if not actions:
                yield line
                continue
            entry = entries[played]
            differs = self._differs(entry, (to_parts(x, square), to_parts(y, square)))
            yield from self._played(game, entry, [*([" ".join(["X-With:", *differs])] if differs else []), line])
            for more in entries[played + 1 : played + actions]:
                yield from self._played(game, more, [])
            played += actions
        for entry in entries[played:]:
            yield from self._played(game, entry, list(self._gesture(game.board, entry)))


_ENDS = {Status.LOST: "boom", Status.ABANDONED: "nonstandard"}


def _board_events(delta: Delta) -> Iterator[str]:
    last = {(row, col): value for row, col, value in delta}  # an assist may change what the move has just set
    return (f"{NAMES[value]} {col + 1} {row + 1}" for (row, col), value in last.items() if value in NAMES)


def _seconds(milliseconds: int) -> str:
    whole, rest = divmod(abs(milliseconds), 1000)
    return f"{'-' if milliseconds < 0 else ''}{whole}.{rest:03}"
