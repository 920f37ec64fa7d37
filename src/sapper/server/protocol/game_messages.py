"""The messages between a client and the server: one JSON object each, with its type in `t`.

`docs/protocol.md` is generated from this file. No message holds a mine or a seed, except `over` and what follows it.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from ..parties.tidy_text import one_line
from . import api_types, party_messages
from .message import Counter, Id, Name, Phrase, Place, Point, Tab, Text
from .message import FromClient as FromClient
from .message import FromServer as FromServer

#: The WebSocket sub-protocol. The number changes when an old page would misunderstand a message.
VERSION = 1
SUBPROTOCOL = f"sapper.{VERSION}"
PATH = "/play"

MOST_BYTES = 4096  # of a message from a client
CHUNK = 64  # cells along the side of a chunk
WHOLE_CELLS = CHUNK * CHUNK  # a board with more is sent as chunks in view, never whole
LISTED_CELLS = 4096  # a larger change is announced as changed chunks
MOST_CHUNKS = 64  # in view at once

Device = Literal["", "mouse", "key", "touch", "text", "bot"]
PlayKind = Literal[
    "open",
    "flag",
    "question",
    "clear",
    "chord",
    "pause",
    "resume",
    "resign",
    "undo",
    "redo",
    "completion-clear",
    "completion-mark",
    "completion-both",
    "completion-either",
]
DailyLevel = Literal["beginner", "intermediate", "expert"]
Supposed = Annotated[list[Place], Meta(max_length=200)]
Topic = Literal["hint", "odds", "move", "next", "why", "draft", "proof"]
Code = Literal[
    "rules",  # the rules do not allow this action, or these rules cannot be played
    "over",  # the game is over
    "paused",  # the game is paused
    "game",  # the room has started another game, or has none
    "room",  # there is no such room, or it belongs to another player
    "stale",  # the game is not at the requested `seq`
    "daily",  # the player's ranked try at this board is in play
    "busy",  # a board is being generated, an answer is being worked out, or the server is busy
    "cancelled",  # at the request of the client
    "no-board",  # no board of that grade was found for the seed within the work budget: `new` takes another seed
    "no-answer",  # the solver has no answer
    "first-click",  # nothing is open yet: `why` says what the rules promise to the first click
    "limit",  # too large, or too many
    "message",  # not a message of this protocol
    "store",  # the action could not be saved and was not played
]


class Hello(FromClient):
    """Open a session, or catch up with a room.

    It is the first message of a connection, due within 5 seconds, and is sent again whenever a gap in `seq` is seen.
    With a room the game there goes on: the missed `delta` messages follow, or a `board`, or nothing if nothing was
    missed. Without a room only `welcome` follows, and the client goes on with `new`.
    """

    tab: Tab = ""  # a name that the client chooses; its deltas carry it, and it stays the same after a reconnect
    room: Id | None = None
    game: Id | None = None  # the game that the client has
    seq: Counter = 0  # up to where the client has it
    name: Name | None = None


class Moment(Struct):
    """A moment of a finished game: its number, and how many of its actions were played."""

    game: Counter
    actions: Counter


class New(FromClient):
    """Start a game, in the client's room or else in a new one. A game in play there is abandoned and stored as such.

    `rules` is a ruleset, a level and `name=value` for everything that differs, such as
    `modern expert layout=no-guess-pairs completion=both questions=on practice=on`. A board whose seed is given counts
    as known, and has no place among the best times. With `moment` the game is on the board of a finished game, whose
    actions up to there are played already: the rules are those of that game, with or without `practice=on`, and the
    board counts as known. The answer is `board` or `refused`.

    `daily` starts today's board of a level instead, by its own rules and seed and with its first cell open, so that the
    clock runs at once. The first time is the player's ranked try; after it the board is known. While that try is in
    play anywhere, `refused` with the code `daily` is the answer.

    `game` is the one that the client shows. If the room has another one by then, begun in another tab or at another
    server, the room does not leave it: `refused` with the code `game` is the answer.
    """

    n: Counter
    rules: Text = ""
    seed: Text | None = None
    moment: Moment | None = None
    daily: DailyLevel | None = None
    game: Id | None = None


class Retry(FromClient):
    """Play the board of the last game again. It then counts as known. A game in play is abandoned, if it is `game`."""

    n: Counter
    game: Id | None = None


class Play(FromClient):
    """Play an action. `cell` is `row * width + col`: open, flag, question, clear and chord have one, the others none.

    `completion-clear` and its like change what wins in the running game. They are refused where the board may be
    complete by that rule already, and in practice games: there the change applies from the next game.

    The answer is a `delta` with the same `tab` and `n`, or `refused`. Marks are set, not toggled, so an action that
    is sent twice does no harm. Send `undo` and `redo` with the `seq` that the client has seen.
    """

    game: Id
    n: Counter
    kind: PlayKind
    cell: Place | None = None
    device: Device = ""
    x: Point | None = None  # the position of the pointer, in cells from the top left corner
    y: Point | None = None
    seq: Counter | None = None  # play only if the game is exactly there


class Help(FromClient):
    """Ask for help with what is visible now. The game then counts as assisted, except after its end.

    `hint` returns one stage (0 whether a move is certain, 1 region, 2 reason, 3 conclusion, 4 move), `odds` the chance
    of a mine at every closed cell, `move` the best move, `next` everything that can be deduced now, and `why` what is
    known of one cell. `draft` returns what follows if the cells in `mines` are mines and those in `safe` are safe.
    `proof` returns the solution of the whole board, after the end only. Before the first click the answer is `refused`
    with the code `first-click` and what the rules promise, and nothing is counted; only `move` has an answer there,
    where the choice of the first cell matters.
    """

    game: Id
    n: Counter
    topic: Topic
    stage: Annotated[int, Meta(ge=0, le=4)] = 4
    cell: Place | None = None
    mines: Supposed = []
    safe: Supposed = []


class Cancel(FromClient):
    """Cancel the request with this `n`: a board that is being generated, or an answer that is being worked out."""

    n: Counter


class View(FromClient):
    """Set the rectangle of a chunked board that is in view, in cells. Chunks that come into view are sent.

    At most 64 chunks are in view at once: of a larger rectangle, those nearest to the top left corner.
    """

    game: Id
    top: Place
    left: Place
    height: Place
    width: Place


class Rename(FromClient):
    """Set the name of the player; an empty one removes it. If the game of the room is over, it gets the name too."""

    name: Name


class Ping(FromClient):
    """Measure the round trip."""

    at: Counter = 0


class Leave(FromClient):
    """Close the connection. The room stays."""


Inbound = Hello | New | Retry | Play | Help | Cancel | View | Rename | Ping | Leave | party_messages.Inbound


class Welcome(FromServer):
    """The answer to `hello`."""

    you: str  # the public id of the player; knowing it gives no rights
    time: int  # the server's time in milliseconds since 1970
    name: str = ""
    room: str | None = None
    program: str = ""
    page: str = ""  # the version of the page's files on this server, as in their addresses; empty for work on the page
    most_cells: int = 0  # of a board on this server
    countdown: float = 0  # seconds between the last player who is ready and the first move of a round
    chunk: int = CHUNK
    rate: float = 0  # messages per second that a client may send; one that sends more is closed
    burst: float = 0  # messages that it may send at once
    at: int | None = None  # the playing time of the game in the room, in milliseconds


class Board(FromServer):
    """A game as it stands.

    `cells` has a symbol for each cell, row by row: `0` to `8`, `.` hidden, `F` flag, `?` question mark, and after the
    end `*` mine, `!` exploded, `x` wrong flag. A single symbol stands for a board that shows nothing else. It is null
    while the game is paused, and where the board is `chunked`: send `view` then.
    """

    room: str
    game: str
    seq: int
    at: int  # the playing time in milliseconds, which runs while the status is playing
    status: Literal["ready", "playing", "paused", "won", "lost", "abandoned"]
    rules: str  # those that the game began with, which the seal is of
    width: int
    height: int
    mines: int
    mines_left: int
    lives: int
    digest: str  # the seal of seed and salt, in hexadecimal: from now on the board cannot be changed
    choices: dict[str, str | int | bool | list[str]]  # every rule by its name, as it is in force now
    cells: str | None = None
    chunked: bool = False
    known_board: bool = False  # the player may know the board: it has no place among the best times
    clicks: int = 0  # openings, marks and chords so far, also those that changed nothing or were undone
    hints: int = 0
    undo: int = 0  # how many moves can be undone
    redo: int = 0  # how many moves can be redone
    forgiven: int = 0  # the forced guesses, which were safe by rules that judge guesses
    forgotten: int | None = None  # the record in milliseconds that changing the Amiga's custom level erased
    by: int = 0  # the number of this player in the game
    n: int | None = None  # of the `new` or `retry` that this answers
    tab: str = ""


class Delta(FromServer):
    """The change of an action. `seq` has no gaps: when you see one, send `hello` with what you have.

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
    completion: str | None = None  # what wins from now on, if the action changed it
    by: int = 0
    tab: str = ""
    n: int | None = None
    forgiven: int = 0  # the forced guesses so far, as in `board`


class Chunk(FromServer):
    """A part of a chunked board as it is at `seq`, with the number `row // 64 * across + col // 64`.

    `across` is the width divided by 64, rounded up. `cells` is as in `board`. Its rows are as wide as the part of the
    chunk that is on the board.
    """

    game: str
    seq: int
    chunk: int
    cells: str


class Refused(FromServer):
    """A request that was not carried out. `why` is a sentence for people, `code` is for programs."""

    code: Code
    why: str
    n: int | None = None
    game: str | None = None
    phrase: Phrase | None = None  # `why`


class Generating(FromServer):
    """A no-guess board is being generated for the opening `n`. It is sent every half second, until the `delta`.

    `cancel` stops the search. Then, or when the work budget runs out, `refused` follows, and the game is unchanged.
    The same opening would end the same way: a client that goes on sends `new` with the same rules, gets a `board` with
    another seed and `digest`, and opens the same cell there.
    """

    game: str
    n: int
    elapsed: int  # milliseconds
    share: float  # of the work budget, 0 to 1


class Hint(FromServer, api_types.Hint, kw_only=True):
    """One stage of a hint, with what that stage may show."""

    game: str
    seq: int
    n: int


class Odds(FromServer, api_types.Chances, kw_only=True):
    """The chance of a mine at closed cells; on a chunked board, at those in view."""

    game: str
    seq: int
    n: int


class Move(FromServer, api_types.Move, kw_only=True):
    """The best cell to open."""

    game: str
    seq: int
    n: int


class Next(FromServer, api_types.Next, kw_only=True):
    """All deductions from the visible board, the simplest first."""

    game: str
    seq: int
    n: int


class Why(FromServer, api_types.Why, kw_only=True):
    """The explanation of a cell, in words."""

    game: str
    seq: int
    n: int


class Draft(FromServer, api_types.Draft, kw_only=True):
    """The consequences of a draft, and the reason if it leads to a contradiction."""

    game: str
    seq: int
    n: int


class Proof(FromServer, api_types.Proof, kw_only=True):
    """The whole solution of a board whose game is over."""

    game: str
    seq: int
    n: int


class Metrics(Struct):
    """The counts of a finished game."""

    bbbv: int
    solved: int
    left: int
    right: int
    chords: int
    effective: int
    clicks: int
    bbbv_per_second: float | None  # of the solved 3BV, null for a time of 0
    efficiency: float | None  # the solved 3BV divided by the clicks
    hints: int
    undone: int
    pauses: int


class Standing(Struct):
    """The place of a ranked win among the player's wins of its configuration, and the best time of the others."""

    place: int
    wins: int
    best: int | None


class DailyGame(Struct):
    """The daily board of a game: its ranked try, or while the day lasts another game on it."""

    day: str
    level: DailyLevel
    is_try: bool


class Over(FromServer):
    """The end of a game: what was hidden, the result and its place. Only a game that is over has one.

    `digest` is the SHA-256 of four lines (docs/server-design.md): `sapper seal 1`, rules, seed, salt. A practice game
    can be undone until it is left: until then `finished_id`, `seed` and `salt` are null. So they are while others play
    the board for a place, as `sealed` says: then a `board` and another `over` follow when the round or the day is over.
    """

    game: str
    seq: int
    status: Literal["won", "lost", "abandoned"]
    at: int
    digest: str
    seed: str | None = None
    salt: str | None = None  # in hexadecimal
    mines: list[int] | None = None  # their cells, on boards that are sent whole
    finished_id: int | None = None  # the number of the finished game in /api/games
    metrics: Metrics | None = None
    configuration: str = ""  # the rules of the list of best times that the game is in
    standing: Standing | None = None
    remarks: list[str] = []  # what sets the game apart, such as paused
    objections: list[str] = []  # those of the remarks for which a win is not ranked
    known_board: bool = False
    sealed: Literal["round", "day"] | None = None  # what has to be over before the mines are shown
    daily: DailyGame | None = None  # the daily board that was played


class Review(FromServer, api_types.Review, kw_only=True):
    """The verdict on the move that lost the game, by the board before it and not by where the mines were.

    It follows `over` as soon as it is worked out. None comes for large boards (the limit `helped-cells`), when the
    server is busy, or when another game has started.

    `certain`: every cell that the move opened was proven safe. `right-guess`: nothing was safe, and no guess was
    better. `needless-guess`: some cell was safe, and this move was not. `mistake`: the move opened a proven mine, or
    took a higher risk than it had to. `not-judged`: the odds take too long.
    """

    game: str
    seq: int  # of the losing move, as in `over`


class Named(FromServer):
    """The name of the player from now on, without the characters that names may not contain."""

    name: str


class Pong(FromServer):
    """The answer to `ping`."""

    at: int
    time: int


class Resync(FromServer):
    """The client was too slow and messages were dropped: a `board` follows."""

    game: str | None = None


class Bye(FromServer):
    """The server closes the connection."""

    why: str
    retry_in: float = 0.0  # seconds to wait before reconnecting; 0 means do not reconnect
    phrase: Phrase | None = None  # `why`


Outbound = (
    Welcome
    | Board
    | Delta
    | Chunk
    | Refused
    | Generating
    | Hint
    | Odds
    | Move
    | Next
    | Why
    | Draft
    | Proof
    | Over
    | Review
    | Named
    | Pong
    | Resync
    | Bye
    | party_messages.Outbound
)


class _Numbered(Struct):
    """The number of a message of which nothing else is understood."""

    n: Counter | None = None


_decoder: msgspec.json.Decoder[Inbound] = msgspec.json.Decoder(Inbound)
_number_decoder = msgspec.json.Decoder(_Numbered)
_encoder = msgspec.json.Encoder()


class BadMessage(ValueError):
    """Text that is no message of this protocol, with a sentence that says why, and its number if it has one."""

    def __init__(self, why: str, n: int | None) -> None:
        super().__init__(why)
        self.n = n


def decode(data: str | bytes) -> Inbound:
    """Return the message of a client, or raise `BadMessage`."""
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadMessage(f"This is not a message of {SUBPROTOCOL}: {one_line(error)}.", _number_in(data)) from None


def _number_in(data: str | bytes) -> int | None:
    try:
        return _number_decoder.decode(data).n
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def encode(message: FromServer) -> bytes:
    """Return a message as JSON."""
    return _encoder.encode(message)
