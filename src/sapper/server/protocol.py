"""The messages between a page and the server: JSON text, one object each, told apart by `t`.

`docs/protocol.md` is written from this file. Nothing here can hold a mine or a seed except `over` and what follows it.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

#: The WebSocket sub-protocol: its number changes when an old page would misunderstand.
VERSION = 1
SUBPROTOCOL = f"sapper.{VERSION}"
PATH = "/play"

MOST_BYTES = 4096  # of a message from a client
CHUNK = 64  # cells along the side of a chunk
WHOLE_CELLS = CHUNK * CHUNK  # a board with more is sent as chunks in view, never whole
LISTED_CELLS = 4096  # a change of more is announced as changed chunks
MOST_CHUNKS = 64  # in view at once

Name = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=500)]
Id = Annotated[str, Meta(max_length=40)]
Tab = Annotated[str, Meta(max_length=16)]
Counter = Annotated[int, Meta(ge=0, lt=1 << 53)]
Place = Annotated[int, Meta(ge=0, lt=1 << 31)]
Point = Annotated[float, Meta(ge=-1e6, le=1e9)]
Device = Literal["", "mouse", "key", "touch", "text", "bot"]
PlayKind = Literal["open", "flag", "question", "clear", "chord", "pause", "resume", "resign", "undo", "redo"]
Topic = Literal["hint", "odds", "move", "next", "why", "proof"]
Code = Literal[
    "rules",  # the rules do not allow this action, or these rules cannot be played
    "over",  # the game is over
    "paused",  # the game is paused
    "game",  # the room plays another game by now, or none
    "room",  # there is no such room, or it is somebody else's
    "stale",  # the game is not at the seq that was asked for
    "busy",  # the board is being laid, or help is being worked out
    "cancelled",  # as the client asked
    "no-board",  # no board of that grade was found within the work budget
    "no-answer",  # the solver cannot say
    "limit",  # too large, or too many
    "message",  # not a message of this protocol
    "store",  # the action could not be kept, and was not played
]


class FromClient(Struct, tag_field="t", tag=str.lower, forbid_unknown_fields=True):
    """What a client sends."""


class Hello(FromClient):
    """The first message of a connection, within 5 seconds, and whenever a gap in `seq` is seen.

    With a room it continues there: what was missed follows as `delta` messages, or else as a `board`; where nothing was
    missed, nothing follows. Without a room only `welcome` comes, and the client goes on with `new`.
    """

    tab: Tab = ""  # a name that the client gives itself, echoed in its deltas: the same after a reconnect
    room: Id | None = None
    game: Id | None = None  # what the client has,
    seq: Counter = 0  # and up to where
    name: Name | None = None


class New(FromClient):
    """Begin a game, in a new room or in the one the client is in. A game in play there is abandoned, and kept as such.

    `rules` is the text form: a ruleset, a level and `name=value` for what differs, as in
    `modern expert layout=no-guess-pairs completion=both questions=on practice=on`. A board whose seed is given is a
    chosen one, which has no place among the best times. The answer is a `board`, or `refused`.
    """

    n: Counter
    rules: Text
    seed: Text | None = None


class Retry(FromClient):
    """Play the board of the last game again. It is then a chosen one. The last game has to be over, or is abandoned."""

    n: Counter


class Play(FromClient):
    """Play an action. `cell` is `row * width + col`, left out for pause, resume, resign, undo and redo.

    The answer is a `delta` with the same `tab` and `n`, or `refused`. Marks are set, not toggled, so that an action
    that is sent twice does no harm; `undo` and `redo` are sent with the `seq` that the client has seen.
    """

    game: Id
    n: Counter
    kind: PlayKind
    cell: Place | None = None
    device: Device = ""
    x: Point | None = None  # where the pointer was, in cells from the top-left corner
    y: Point | None = None
    seq: Counter | None = None  # play only if the game is exactly there


class Help(FromClient):
    """Ask for help with what is visible now. The game is then an assisted one, except after its end.

    `hint` tells one stage more each time (1 region, 2 reason, 3 conclusion, 4 move), `odds` the chance of every closed
    cell, `move` the best one, `next` all that can be deduced now, `why` what is known of one cell. `proof` is the
    solution of the whole board, and only after the end.
    """

    game: Id
    n: Counter
    topic: Topic
    stage: Annotated[int, Meta(ge=1, le=4)] = 4
    cell: Place | None = None


class Cancel(FromClient):
    """Stop what was asked for with this `n`: a board being laid, or help being worked out."""

    n: Counter


class View(FromClient):
    """Say which rectangle of a chunked board is in view, in cells. Chunks that come into view are sent.

    At most 64 chunks are in view at once: those nearest to the top left count.
    """

    game: Id
    top: Place
    left: Place
    height: Place
    width: Place


class Rename(FromClient):
    """Take a name; an empty one is none. The game of this room that is over is signed with it."""

    name: Name


class Ping(FromClient):
    """Measure the way there and back."""

    at: Counter = 0


class Leave(FromClient):
    """Close the connection in good order. The room stays."""


Inbound = Hello | New | Retry | Play | Help | Cancel | View | Rename | Ping | Leave


class FromServer(Struct, tag_field="t", tag=str.lower, omit_defaults=True):
    """What the server sends. Fields that have their default are left out."""


class Welcome(FromServer):
    """The answer to `hello`."""

    you: str  # the player's public id: it proves nothing
    time: int  # of day at the server, in milliseconds since 1970
    name: str = ""
    room: str | None = None
    program: str = ""
    most_cells: int = 0  # of a board on this server
    chunk: int = CHUNK


class Board(FromServer):
    """A game as it stands.

    `cells` has a symbol for each cell, row by row: `0` to `8`, `.` hidden, `F` flag, `?` question mark, and after the
    end `*` mine, `!` exploded, `x` wrong flag. A single symbol stands for a whole board that shows nothing else.
    It is null while the game is paused, and where the board is `chunked`: send `view` then.
    """

    room: str
    game: str
    seq: int
    at: int  # playing time in milliseconds; it runs while the status is playing
    status: Literal["ready", "playing", "paused", "won", "lost", "abandoned"]
    rules: str
    width: int
    height: int
    mines: int
    mines_left: int
    lives: int
    digest: str  # of seed and salt, in hexadecimal: the board cannot be changed any more
    choices: dict[str, str | int | bool | list[str]]  # every rule by its name
    cells: str | None = None
    chunked: bool = False
    known_board: bool = False
    hints: int = 0
    undo: int = 0  # how many moves can be taken back, and played again
    redo: int = 0
    by: int = 0  # the number of this player in the game
    n: int | None = None  # of the `new` or `retry` that this answers
    tab: str = ""


class Delta(FromServer):
    """What an action changed. `seq` has no gaps: on one, send `hello` with what you have.

    `cells` is index, value, index, value, ... in the order in which an opening ripples: 0 to 8, 9 hidden, 10 flag, 11
    question mark, 12 mine, 13 exploded, 14 wrong flag. Where more than 4096 cells changed, `chunks` lists the changed
    chunks instead, and those in view follow as `chunk`. A paused game shows no cells: hide the board, and take it from
    the `board` that follows `resume`.
    """

    game: str
    seq: int
    at: int
    kind: str
    status: str
    mines_left: int
    lives: int
    cell: int | None = None
    cells: list[int] = []
    chunks: list[int] | None = None
    hints: int = 0
    undo: int = 0
    redo: int = 0
    by: int = 0
    tab: str = ""
    n: int | None = None


class Chunk(FromServer):
    """A part of a chunked board as it is at `seq`, number `row // 64 * across + col // 64`.

    `across` is the width by 64, rounded up. `cells` is as in `board`; its rows are as wide as the part of the chunk
    that is on the board.
    """

    game: str
    seq: int
    chunk: int
    cells: str


class Refused(FromServer):
    """What was asked for is not done. `why` is a sentence for people, `code` is for programs."""

    code: Code
    why: str
    n: int | None = None
    game: str | None = None


class Laying(FromServer):
    """A board without guessing is being laid for the opening `n`. It comes every half second, until a `delta`.

    `cancel` stops it; then, or when the work budget ends, comes `refused`, and the game is as it was.
    """

    game: str
    n: int
    elapsed: int  # milliseconds
    share: float  # of the work budget, 0 to 1


class Cells(Struct, omit_defaults=True):
    """Cells to point out, as indices."""

    region: list[int] = []  # the third of the board to look at: its first and last cell
    reason: list[int] = []  # the numbers that prove it
    scope: list[int] = []  # the closed cells that these numbers speak of
    safe: list[int] = []
    mine: list[int] = []


class Hint(FromServer):
    """One stage of a hint, with what that stage may show."""

    game: str
    seq: int
    n: int
    stage: int
    text: str
    certain: bool
    cells: Cells
    kind: str | None = None  # at stage 4: the action to play,
    cell: int | None = None  # and where
    grade: str | None = None  # of the reasoning
    pattern: str | None = None  # its name, if it has one
    risk: float | None = None  # at stages 3 and 4, where nothing is certain


class Odds(FromServer):
    """The chance of a mine at closed cells, in the same order; of a chunked board, of those in view."""

    game: str
    seq: int
    n: int
    cells: list[int]
    chances: list[float]  # rounded to four places; certainty is told by the two lists
    safe: list[int]
    mine: list[int]


class Move(FromServer):
    """The best cell to open, its chance to be safe, and the chance to win the game with it."""

    game: str
    seq: int
    n: int
    cell: int
    safe: float
    win: float
    why: str


class Conclusion(Struct, omit_defaults=True):
    """Cells that are all safe or all mines, and why."""

    safe: bool
    cells: list[int]
    grade: str
    numbers: list[int] = []
    text: str = ""
    opened: list[int] = []  # in a proof: what opens because of it


class Next(FromServer):
    """All that can be deduced from what is visible now, the simplest first."""

    game: str
    seq: int
    n: int
    steps: list[Conclusion]


class Why(FromServer):
    """What is known of a cell, in words."""

    game: str
    seq: int
    n: int
    cell: int
    text: str
    reason: list[int] = []


class Proof(FromServer):
    """The whole solution of a board whose game is over."""

    game: str
    seq: int
    n: int
    complete: bool  # no guess is needed
    first: int
    opened: list[int]
    hardest: str | None
    steps: list[Conclusion]


class Metrics(Struct):
    """Counters of a finished game."""

    bbbv: int
    solved: int
    left: int
    right: int
    chords: int
    effective: int
    clicks: int
    hints: int
    undone: int
    pauses: int


class Standing(Struct):
    """The place of a ranked win among the wins of its configuration, and the best of the others."""

    place: int
    wins: int
    best: int | None


class Over(FromServer):
    """The end of a game: what was hidden, and what it amounts to. Only a game that is over has one.

    `digest` is the SHA-256 of the text `sapper seal 1`, rules, seed and salt, each on a line: see docs/server.md. In a
    practice game that is not left yet `kept` is null, because it can still be undone, and seed and salt are not opened.
    """

    game: str
    seq: int
    status: Literal["won", "lost", "abandoned"]
    at: int
    digest: str
    seed: str | None = None
    salt: str | None = None  # in hexadecimal
    mines: list[int] | None = None  # the cells, on boards that are sent whole
    kept: int | None = None  # the number of the finished game in /api/games
    metrics: Metrics | None = None
    standing: Standing | None = None
    remarks: list[str] = []  # why the game is not ranked
    known_board: bool = False


class Named(FromServer):
    """The name that the player has from now on: what was asked for, without what names may not hold."""

    name: str


class Pong(FromServer):
    """The answer to `ping`."""

    at: int
    time: int


class Resync(FromServer):
    """The client was too slow, and messages were dropped: a `board` follows."""

    game: str | None = None


class Bye(FromServer):
    """The server closes the connection."""

    why: str
    retry_in: float = 0.0  # seconds to wait, 0 for not at all


Outbound = (
    Welcome
    | Board
    | Delta
    | Chunk
    | Refused
    | Laying
    | Hint
    | Odds
    | Move
    | Next
    | Why
    | Proof
    | Over
    | Named
    | Pong
    | Resync
    | Bye
)

_decoder: msgspec.json.Decoder[Inbound] = msgspec.json.Decoder(Inbound)
_encoder = msgspec.json.Encoder()


class BadMessage(ValueError):
    """Bytes that are no message, with a sentence that says why."""


def decode(data: str | bytes) -> Inbound:
    """Read what a client sent."""
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadMessage(f"this is not a message of {SUBPROTOCOL}: {error}") from None


def encode(message: FromServer) -> bytes:
    """Write a message, once for everybody who gets it."""
    return _encoder.encode(message)
