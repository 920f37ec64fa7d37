"""What the decoder of a binary video returns, and playing it again on our own game."""

from __future__ import annotations

from .. import _kernel
from ..errors import OffBoard, SapperError, as_value
from ..game import STATUSES
from ..kernel_rules import kernel_rules
from ..minefield import Minefield
from ..phrase import Phrase
from ..replay import Replay
from ..replay.track import Track
from ..value import Value
from .common import MOST_EVENTS, FormatError, Imported, check_bytes, check_size
from .records import numbers
from .video import backward, disagreements, printable, rules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .common import Reader
    from .events import Events

MOST_BYTES = 1 << 22

#: How other programs lay and judge a board, in the order of the numbers in EVF and RMV.
MODES = (
    "classic",
    "upk",
    "cheat",
    "density",
    "win7",
    "no-guess",
    "no-guess strict",
    "no-guess weak",
    "forgiving",
    "guesses forgiven, strong",
    "guesses forgiven, weak",
    "recursive chords",
    "recursive flags",
    "recursive chords and flags",
    "no-guess, recursive chords",
    "no-guess, recursive flags",
    "no-guess, recursive chords and flags",
)
_KNOWN_BOARDS = ("upk", "cheat")  # modes in which the player may know the board


class Recording(Value):
    """A video as its file records it."""

    minefield: Minefield
    events: Events
    square: int = 16  # pixels
    questions: bool | None = None  # whether question marks were on, None if the file does not record it
    player: str = ""
    program: str = ""
    played_at: int = 0  # seconds since 1970
    elapsed: int | None = None  # milliseconds, as the header says
    won: bool | None = None  # likewise
    mode: str = "classic"


def mode_of(number: int) -> str:
    """Return the mode with a number of EVF and RMV."""
    return MODES[number] if number < len(MODES) else f"mode {number}"


def minefield_of(width: int, height: int, mines: Iterable[tuple[int, int]]) -> Minefield:
    """Return a minefield with mines at (row, col)."""
    check_size(width, height)
    try:
        return Minefield.from_mines(width, height, mines)
    except OffBoard as error:
        raise FormatError(as_value(error)) from None
    except SapperError as error:
        raise FormatError(Phrase("file.board", reason=as_value(error))) from None


def reader_of(decode: Callable[[bytes, str], Recording]) -> Reader:
    """Return a function that reads a video of one format and plays it again."""

    def read(data: bytes, encoding: str = "") -> Imported:
        check_bytes(data, MOST_BYTES)
        return play(decode(data, encoding))

    return read


def play(recording: Recording) -> Imported:
    """Play a video again.

    Where it does not record whether question marks were on, the way is used that ends as the file says.
    """
    if len(recording.events) > MOST_EVENTS:
        raise FormatError(Phrase("file.too-many", most=MOST_EVENTS))
    if not 1 <= recording.square <= 10_000:
        raise FormatError(Phrase("file.field", name="SquareSize", given=recording.square, allowed="1-10000"))
    if recording.questions is not None:
        return _played(recording, recording.questions)
    without = _played(recording, False)
    with_marks = _played(recording, True) if without.phrases else without
    return with_marks if len(with_marks.phrases) < len(without.phrases) else without


def _played(recording: Recording, questions: bool) -> Imported:
    field, events = recording.minefield, recording.events
    rules = rules_of(str(field.level), questions)
    game = _kernel.play_hand(
        kernel_rules(rules),
        field._truth,
        recording.square,
        False,
        questions,
        events.times,
        events.kinds,
        events.xs,
        events.ys,
    )
    if game.refused is not None:
        raise _refusal(events, game.refused)
    if game.first is None:
        raise FormatError(Phrase("file.no-game"))
    status = STATUSES[game.ending]
    replay = Replay(
        rules,
        None,
        field,
        game.actions,
        status=status,
        players=[name] if (name := printable(recording.player)) else [],
        program=printable(recording.program),
        played_at=recording.played_at,
        known_board=recording.mode in _KNOWN_BOARDS,
        mode="" if recording.mode == MODES[0] else recording.mode,
        track=Track(recording.square, numbers(game.times), game.kinds, numbers(game.xs), numbers(game.ys)),
    )
    claims = disagreements(status, game.elapsed, won=recording.won, elapsed=recording.elapsed or None)
    return Imported(replay, tuple(claims))


def _refusal(events: Events, place: int) -> FormatError:
    """Return the error for an event that cannot be played."""
    before, at = events.times[max(place - 1, 0)], events.times[place]
    reason = backward(before, at) if at < before else Phrase("file.far")
    return FormatError(Phrase("file.event", event=place + 1, reason=reason))
