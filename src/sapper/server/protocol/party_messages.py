"""The messages of parties: people who play together in a room that has an address, `/r/ID`.

A game of a party is played with `play` and shown with `board` and `delta`, as any other; these messages are about
the people, what they agree on, and what they see of each other.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..parties.events import Missed, Score, SeatNumber, Stage, Terms
from .message import Counter, FromClient, FromServer, Id, Phrase, Point, Text

RoomCode = Annotated[str, Meta(max_length=20)]
Device = Literal["", "phone", "terminal", "bot"]
Strength = Literal["slow", "steady", "fast"]  # of the solver
QuickPhrase = Annotated[int, Meta(ge=0, lt=24)]  # from 16 on a face


# From a client


class Host(FromClient):
    """Open a party and take a seat in it. The answer is `entered` or `refused`, as it is for `join` and `match`."""

    n: Counter
    terms: Terms
    device: Device = ""  # what the player sits at, for the others to see: a program is a bot and says so


class Join(FromClient):
    """Enter a party by its id, or by its code as long as it waits.

    A player who was there before gets the same seat. Where the owner decides who may come in, a newcomer gets
    `knocking` first. Where every seat is taken, or with `watch`, the client watches. After a reconnect the client sends
    `join` again after `hello`, with the game and `seq` that it has: the missed `delta` messages follow, or a `board`.
    """

    n: Counter
    party: Id | None = None
    code: RoomCode | None = None
    watch: bool = False
    game: Id | None = None
    seq: Counter = 0
    device: Device = ""


class Match(FromClient):
    """Find another player: take a seat in a listed party that plays the same, or open one and wait there.

    Such a party starts by itself as soon as there are enough people. Players who wait in different parties are brought
    together later: the client gets another `entered`, without `n`. People are matched with people; a bot is matched
    with other bots, and with people who agreed to that.
    """

    n: Counter
    terms: Terms
    device: Device = ""
    bots: bool = False  # whether a bot may be the other player, if no person is there


class FromParty(FromClient):
    """A message from a member of a party."""


class Quit(FromParty):
    """Leave the party for good. The answer is `parted`. A client that only disconnects keeps its seat for a while."""

    n: Counter


class Stand(FromParty):
    """Stand up and watch: the seat is free for another player, and `join` takes one again.

    Not possible for the last person, and for a player of the round that is in play. The answer is `entered`.
    """

    n: Counter


class Ready(FromParty):
    """Say that you are ready, or not any more. The round starts when everybody is. The answer is `done`."""

    n: Counter
    is_ready: bool = True


class Start(FromParty):
    """Start the round without waiting for those who are not ready. Only the owner can. The answer is `done`."""

    n: Counter


class Choose(FromParty):
    """Change what is played next, and who may come. Only the owner can. The answer is `done`.

    Name, listing, watching and `entry` can be changed at any time, and everybody stays ready; all else between rounds.
    """

    n: Counter
    terms: Terms


class Kick(FromParty):
    """Remove a player, who cannot come back. Only the owner can. The answer is `done`."""

    n: Counter
    seat: SeatNumber


class Admit(FromParty):
    """Let a person in who knocks, or refuse them: they cannot come back. Only the owner can. The answer is `done`."""

    n: Counter
    player: Id  # from `knocks` of `party`
    is_admitted: bool = True


class Hand(FromParty):
    """Hand the party on: another person becomes its owner. Only the owner can. The answer is `done`."""

    n: Counter
    seat: SeatNumber


class Solver(FromParty):
    """Let the solver take a seat, as a bot of the server. Only the owner can. The answer is `done`."""

    n: Counter
    strength: Strength = "steady"


class Mute(FromParty):
    """Mute a player, or let them speak again. Only the owner can. The answer is `done`."""

    n: Counter
    seat: SeatNumber
    is_muted: bool = True


class Say(FromParty):
    """Say something to everybody in the party: a text, or one of the quick phrases by its number, or a face (16 to 20).

    The answer is `said`, which goes to all. While players take turns or play secret boards, watchers talk among
    themselves. Nothing that is said is stored.
    """

    n: Counter
    text: Text = ""
    phrase: QuickPhrase | None = None


class Aim(FromParty):
    """Show the others where your pointer is, in cells from the top left corner; with `mark` the cell lights up.

    It has no answer. The server passes on the last one of each player, some twelve times a second.
    """

    x: Point
    y: Point
    mark: bool = False


Inbound = Host | Join | Match | Quit | Stand | Ready | Start | Choose | Kick | Admit | Hand | Solver | Mute | Say | Aim


# From the server


class SeatRating(Struct, omit_defaults=True):
    """The rating of a player in what the party plays: its mode, and the level of its board."""

    value: int
    is_sure: bool = False  # enough rounds were played for the value to mean something
    gain: int | None = None  # what the last round changed, once it is over; null if it is not rated


class PartySeat(Struct, omit_defaults=True):
    """A player in a party."""

    seat: int
    name: str
    colour: int  # one of eight, which every theme has
    player: str  # the public id of the player
    is_ready: bool = False
    is_here: bool = False  # connected
    leaves_in: int | None = None  # milliseconds until the seat of a disconnected player becomes free
    is_muted: bool = False
    has_left: bool = False  # the seat remains in the list, for what was played there
    plays: bool = False  # in the round that is in play
    wins: int = 0  # of this match
    device: str = ""
    strength: str = ""  # of the solver of the server, which plays at this seat
    rating: SeatRating | None = None


class Knock(Struct, omit_defaults=True):
    """A person who asks to come in."""

    player: str  # the public id of the player
    name: str
    device: str = ""


class Line(Struct, omit_defaults=True):
    """Something that was said, with the name that the player had then."""

    seat: int | None
    name: str
    at: int  # milliseconds since 1970
    text: str = ""
    phrase: int | None = None
    for_watchers: bool = False  # players do not get it: a watcher said it in a game in turns or on secret boards
    sentence: Phrase | None = None  # `text`, of a line of the server


class SeatProgress(Struct, omit_defaults=True):
    """The progress of a player whose board is secret. Nothing here says which cells are open."""

    seat: int
    status: str
    share: float = 0.0  # of the safe cells that are open
    at: int = 0  # the playing time in milliseconds, final once the status is
    solved: int = 0  # boards of an arena; what they are worth follows in the result
    board: int = 0  # the number of the board in an arena, from 0
    is_late: bool = False  # came after the start of the arena, and has no place
    shape: int | None = (
        None  # for those who watch: the ninths that are open, a bit for each, row by row from the lowest
    )


class Entered(FromServer):
    """You are in a party: at a seat, or watching where `seat` is null. `party` follows, and the game that you see.

    Without `n` the server has moved a player who waited for a quick match to where another one waits.
    """

    party: str
    seat: int | None = None
    said: list[Line] = []  # the last lines
    n: int | None = None
    at: int | None = None  # the playing time of the game that `join` named, in milliseconds
    away: int = 0  # seconds that your seat has waited: you were away for longer, and it became free
    missed: Missed = ""  # while you were away: your seat became free, your game was given up, or the round ended


class Knocking(FromServer):
    """The owner of a party is asked whether you may come in. `entered` or `refused` follows, with the `n` of `join`.

    A client that does not want to wait any more sends `quit`, or enters another party.
    """

    party: str
    owner: str  # the name of the owner
    name: str = ""  # of the party


class Party(FromServer):
    """The members, the terms and the stage of a party. It is sent whole whenever something of it changes.

    `stage` is waiting, playing or closed. While it is playing, `starts_in` counts down to the first move.
    """

    party: str
    seq: int
    terms: Terms
    stage: Stage
    owner: int
    seats: list[PartySeat]
    code: str = ""  # to read aloud; only as long as the party waits
    round: int = 0
    starts_in: int | None = None  # milliseconds
    ends_in: int | None = None  # milliseconds until the end of an arena
    seals: list[str] = []  # of the boards of an arena, in hexadecimal
    result: list[Score] = []  # of the last round
    match_winner: int | None = None  # the seat that has won the match, once one has
    watching: int = 0
    is_quick: bool = False  # it was opened by `match`, and starts by itself
    knocks: list[Knock] = []  # of people who wait until the owner lets them in
    tournament: str = ""  # that the first round is a race of
    replay: str = ""  # the id of the last round in /api/rounds, once it is over


class Shares(FromServer):
    """The share of each player in a game on one board, up to `seq`: it follows every `board` of such a game.

    After it a client counts itself: every `delta` has `by`, the seat.
    """

    game: str
    seq: int
    opened: dict[int, int] = {}  # cells, by seat
    hits: dict[int, int] = {}  # mines that were opened, by seat
    flags: dict[int, int] = {}  # the seat that set a flag, by cell
    found: dict[int, int] = {}  # the seat that opened a mine, by cell


class Progress(FromServer):
    """The progress of all players. It is sent a few times a second while something changes."""

    party: str
    round: int
    seats: list[SeatProgress]
    ends_in: int | None = None  # milliseconds until those who still play a race have to stop, once that is near
    behind: int = 0  # seconds by which those who watch get it late


class Ghost(FromServer):
    """The cells that a player had open at the end of a race, without numbers: it is sent when the round is over.

    `cells` is base64 of a bit for each cell, row by row, the highest bit first, 1 for an open one.
    """

    party: str
    round: int
    seat: int
    width: int
    height: int
    cells: str


class SeenBoard(Struct):
    """The board of a player, with the symbols of `board`."""

    seat: int
    width: int
    height: int
    cells: str


class Boards(FromServer):
    """The boards of a race or an arena: for those who watch, late, where the terms show them; at the end for all."""

    party: str
    round: int
    boards: list[SeenBoard]


class Turn(FromServer):
    """Whose turn it is, what each has found, and the time that each has left, in milliseconds.

    The clock of `seat` runs. It is sent after every move.
    """

    game: str
    seq: int
    seat: int
    points: dict[int, int]  # by seat
    clocks: dict[int, int]  # by seat
    is_running: bool = True
    winner: int | None = None  # the seat, once it is decided; null for a draw


class Said(FromServer):
    """A line of the chat."""

    line: Line
    n: int | None = None
    tab: str = ""


class Aimed(FromServer):
    """The place of a member's pointer, in cells."""

    seat: int
    x: float
    y: float
    mark: bool = False


class Pings(FromServer):
    """The round trip to each player, in milliseconds, as the server measures it. It is sent when it changes."""

    party: str
    pings: dict[int, int]  # by seat


class Done(FromServer):
    """A request was carried out; `party` shows what changed."""

    n: int


class Parted(FromServer):
    """You are not in the party any more."""

    why: str
    n: int | None = None
    phrase: Phrase | None = None  # `why`


Outbound = Entered | Knocking | Party | Shares | Progress | Ghost | Boards | Turn | Said | Aimed | Pings | Done | Parted
