"""The values that a store takes and returns: whole games, listed games, filters, rounds on a server."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ...value import Value
from ..summary import Summary
from ..together import ALONE, TOGETHER, how_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from ...action import LogEntry
    from ...seed import Seed

__all__ = [
    "BOT",
    "EVERYTHING",
    "OWN",
    "PEOPLE",
    "Append",
    "Filter",
    "Head",
    "Listed",
    "MessageId",
    "PlayedGame",
    "Round",
    "Stored",
    "Summary",
    "Tail",
]


ON_SERVER = "web"  # the source of games that a server plays
SERVED = (ON_SERVER, *TOGETHER)  # the sources of games that only a server continues
IMPORTED = "import"  # the source of games from elsewhere


class Filter(Value):
    """A choice of finished games. A field that is None matches every game."""

    level: str | None = None  # one, or several separated by commas
    not_level: str | None = None  # the same, to be left out
    ruleset: str | None = None
    layout: str | None = None  # matched by its beginning: `no-guess` is every grade, `no-guess-full` that one
    rules: str | None = None  # the configuration, as in `Summary`
    since: int | None = None  # seconds since 1970
    until: int | None = None  # exclusive
    plain: bool = False  # only games without help: no hints, no undoing, no practice, no assists
    status: str | None = None
    unpaused: bool = False  # only games without a pause
    player: str | None = None  # by name
    device: str | None = None  # one, or several separated by commas
    imported: bool | None = None  # only games from elsewhere, or only those played here
    me: str | None = None  # only games played here, and those from elsewhere whose player has this name
    owner: bytes | None = None  # the key of a player of a server
    together: str | None = None  # how people played, several separated by commas; empty for single-player games


EVERYTHING = Filter()
BOT = "bot"
PEOPLE = ",mouse,key,touch,text"  # every device but a bot, the unknown one included
#: The single-player games of people at this machine: no bots, no videos of others.
OWN = Filter(device=PEOPLE, imported=False, together=ALONE)


def games_of_me(name: str) -> Filter:
    """Return the single-player games of the player at this machine: those played here, and videos with this name.

    Without a name, no video is.
    """
    return OWN.replace(imported=None, me=name) if name else OWN


class MessageId(NamedTuple):
    """A message of a client of a server: its tab, and its number there. A player never uses it for another message."""

    tab: str
    number: int


#: Returns the id of a tab and a number that are a tuple: in a third of the time that `MessageId` takes.
new_id: Callable[[Iterable[Any]], MessageId] = partial(tuple.__new__, MessageId)


class Append(NamedTuple):
    """Actions for a game that has `seq` of them, with the ids of the messages that they answer, if they have any.

    On a server, `played_at` is when the last of them was played, in milliseconds since 1970.
    """

    game: int
    seq: int
    entries: Sequence[LogEntry]
    ids: Sequence[MessageId | None] = ()  # as many as there are entries, or none at all
    played_at: int | None = None


class Head(NamedTuple):
    """The newest game of a room, and its length."""

    game: int
    public_id: str
    seq: int
    is_finished: bool


class Tail(NamedTuple):
    """The last actions of a game, with the ids of the messages that they answer, and when the last one was played."""

    entries: tuple[LogEntry, ...] = ()
    ids: tuple[MessageId | None, ...] = ()
    played_at: int | None = None  # in milliseconds since 1970


class PlayedGame(NamedTuple):
    """A finished game in a long history: only the figures that statistics need, and quick to make."""

    id: int
    status: str
    elapsed: int
    ended_at: int
    bbbv: int
    solved: int
    clicks: int
    ranked: bool


class Listed(Value):
    """A game in a listing, without anything that reveals where its mines are.

    A finished game has no summary if the summaries were dropped and not rebuilt yet.
    """

    id: int
    rules: str
    seq: int
    created_at: int
    source: str
    finished: bool
    summary: Summary | None = None

    @property
    def together(self) -> str:
        """The way it was played together, empty for a single-player game."""
        return how_of(self.source)


class Stored(Value):
    """A whole game: its actions while it is in play, its replay once it is finished.

    The last of `ids` belongs to the last action, the one before it to the action before, and so on: `ids[-k]` to
    action `seq - k + 1`. A game in play has one for every action; a finished game has them for its last 256 actions,
    or none at all if no action has an id.
    """

    id: int
    rules: str
    seed: Seed | None  # None only in imported games
    entries: tuple[LogEntry, ...]
    seq: int  # how many actions were played
    created_at: int
    source: str
    known_board: bool
    replay: bytes | None
    ids: tuple[MessageId | None, ...] = ()  # of the messages that the actions answer
    played_at: int | None = None  # when the last action was played on a server, in milliseconds since 1970
    open_at: int = 0  # when a player last had the game open there without playing, in milliseconds since 1970
    clock: int = 0  # the playing time that was last noted without an action, in milliseconds

    @property
    def finished(self) -> bool:
        """Whether the game is packed into its replay."""
        return self.replay is not None


class Round(Value):
    """A game on a server: the ids that clients know it by, whose it is, and the salt of its seal."""

    game: int
    public_id: str
    room: str
    player: bytes  # the key of the player
    salt: bytes


class LastGame(NamedTuple):
    """The last game of a room: its rules, how many actions it has, and all of it if these are few."""

    round_: Round
    rules: str
    actions: int
    stored: Stored | None


class NewRound(Value):
    """The beginning of a game in a room of a server, in addition to its rules and its seed.

    `after` is the number of the room's last game that the caller knows, 0 if it knows of none, None if it does not
    matter.
    """

    public_id: str
    room: str
    player: bytes
    created_at: int
    salt: bytes = b""
    source: str = ON_SERVER
    known_board: bool = False
    after: int | None = None

    def numbered(self, game: int) -> Round:
        """Return the round, once it has its number."""
        return Round(game, self.public_id, self.room, self.player, self.salt)
