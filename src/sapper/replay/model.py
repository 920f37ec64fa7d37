"""A game as it was played: verify it and step through it. The forms it is stored in are in docs/replay-format.md."""

from __future__ import annotations

from ..action import Kind
from ..buffers import to_bytes
from ..errors import GameError, as_value
from ..game import Game
from ..kernel_rules import KIND_CODES
from ..layouts import FixedLayout, layout_of
from ..phrase import Phrase
from ..rules import RulesError
from . import action_list
from .action_list import MOST_TIME, Columns, Damaged
from .bounds import LIBRARY, MOST_LETTERS
from .errors import ReplayError
from .referee import adjudicate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from ..action import LogEntry
    from ..buffers import Readable
    from ..game import Status
    from ..layouts import Layout
    from ..minefield import Minefield
    from ..rules import Rules
    from ..seed import Seed
    from .bounds import Bounds
    from .signature import Signature
    from .track import Track

_DETAILS = (
    "seed",
    "minefield",
    "status",
    "players",
    "program",
    "played_at",
    "known_board",
    "same_address",
    "mode",
    "track",
)

_COMPLETIONS = {code: kind.completion for kind, code in KIND_CODES.items() if kind.completion}
_NO_COMPLETIONS = bytes(code for code in range(256) if code not in _COMPLETIONS)


class Replay:
    """Rules, seed, minefield, timed actions, players and result, and the signature of the server that saw the game.

    Whatever is read is verified: the digest must match, the minefield must be the one that the seed makes, and
    playing the actions must give the recorded result. That makes it consistent; only a signature, which
    `signature.signer_of` checks, says that it was played like this.
    """

    __slots__ = (
        "_actions",
        "_columns",
        "_entries",
        "known_board",
        "minefield",
        "mode",
        "played_at",
        "players",
        "program",
        "rules",
        "same_address",
        "seed",
        "signature",
        "status",
        "track",
    )

    def __init__(
        self,
        rules: Rules,
        seed: Seed | None,
        minefield: Minefield | None,
        entries: Sequence[LogEntry] | bytes,
        *,
        status: Status,
        players: Iterable[str] = (),
        program: str = "",
        played_at: int = 0,
        known_board: bool = False,
        same_address: bool = False,
        signature: Signature | None = None,
        mode: str = "",
        track: Track | None = None,
    ) -> None:
        self.rules = rules
        self.seed = seed
        self.minefield = minefield
        self.status = status
        self.players = tuple(_tidied(name) for name in players)
        self.program = program = _tidied(program)
        self.mode = mode = _tidied(mode)  # how another program laid and judged the board, "" if as usual
        texts = (*self.players, program, mode)
        if any(len(text) > MOST_LETTERS or not text.isprintable() for text in texts):
            raise ReplayError(Phrase("file.name", most=MOST_LETTERS))
        if not 0 <= played_at < MOST_TIME:
            allowed = f"0-{MOST_TIME - 1}"
            raise ReplayError(Phrase("file.field", name="played", given=played_at, allowed=allowed))
        self.played_at = played_at  # seconds since 1970, 0 if unknown
        self.known_board = known_board  # the player knew the board: its seed was given, or it was played before
        self.same_address = same_address  # the server saw another player at this address, with the same board
        self.signature = signature  # as it was read, not checked yet
        self.track = track  # the hand that played, None if it was not recorded
        self._columns: Columns | None = None
        self._entries = None if isinstance(entries, bytes) else tuple(entries)
        try:
            self._actions = entries if isinstance(entries, bytes) else action_list.pack(entries, rules.level)
        except Damaged as error:
            raise ReplayError(Phrase("error.replay-not-playable", reason=as_value(error))) from None

    @classmethod
    def of(
        cls,
        game: Game,
        seed: Seed | None,
        *,
        players: Iterable[str] = (),
        program: str = "",
        played_at: int = 0,
        known_board: bool = False,
        same_address: bool = False,
        mode: str = "",
        track: Track | None = None,
    ) -> Replay:
        """Return the replay of a game that is over. Names that are too long for a replay are cut."""
        if not game.status.is_over:
            raise GameError(Phrase("error.replay-not-over"))
        field = None if game.first is None else game.first_minefield
        return cls(
            game.starting_rules,
            seed,
            field,
            game.log,
            status=game.status,
            players=[name[:MOST_LETTERS] for name in players],
            program=program,
            played_at=played_at,
            known_board=known_board,
            same_address=same_address,
            mode=mode,
            track=track,
        )

    @classmethod
    def unpack(cls, data: Readable, bounds: Bounds = LIBRARY) -> Replay:
        """Read and verify the packed form."""
        from . import packed

        return packed.read(to_bytes(data), bounds)

    @classmethod
    def parse(cls, text: str, bounds: Bounds = LIBRARY) -> Replay:
        """Read and verify the text form."""
        from . import text as text_form

        return text_form.read(text, bounds)

    @classmethod
    def load(cls, data: Readable, bounds: Bounds = LIBRARY) -> Replay:
        """Read and verify either form."""
        from . import packed

        data = to_bytes(data)
        if data.startswith(packed.MAGIC):
            return cls.unpack(data, bounds)
        try:
            text = data[: bounds.bytes + 1].decode("utf-8")
        except UnicodeDecodeError:
            raise ReplayError(Phrase("error.not-a-replay")) from None
        return cls.parse(text, bounds)

    def pack(self) -> bytes:
        """Return the packed form: an expert game takes about a kilobyte."""
        from . import packed

        return packed.write(self)

    def to_text(self) -> str:
        """Return the text form: readable, one action per line, with a digest at the end."""
        from . import text

        return text.write(self)

    def replace(self, **changes: Any) -> Replay:
        """Return the same replay with some fields changed: not verified again, and not signed."""
        fields = {name: getattr(self, name) for name in _DETAILS}
        fields |= {"rules": self.rules, "entries": self.entries if "rules" in changes else self._actions}
        return Replay(**(fields | changes))

    def with_player(self, name: str, by: int = 0) -> Replay:
        """Return the replay with this name as the player of a number, from 0."""
        names = [*self.players, *[""] * (by + 1 - len(self.players))]
        names[by] = name[:MOST_LETTERS]
        return self.replace(players=names)

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """The actions with their times, players and devices."""
        if self._entries is None:
            self._entries = tuple(action_list.unpack(self._actions, self.rules.level))
        return self._entries

    @property
    def columns(self) -> Columns:
        """The actions as columns, which are there much sooner than entries."""
        if self._columns is None:
            self._columns = Columns(self._actions, self.rules.level)
        return self._columns

    @property
    def packed_actions(self) -> bytes:
        """The actions as bytes."""
        return self._actions

    @property
    def elapsed(self) -> int:
        """The playing time in milliseconds."""
        times = self.columns.times
        return times[-1] if times else 0

    @property
    def final_rules(self) -> Rules:
        """The rules at the end: an action may have changed what wins."""
        changes = self.columns.kinds.translate(None, _NO_COMPLETIONS)
        if not changes:
            return self.rules
        return (
            self.after(len(self)).rules
            if self.rules.practice
            else self.rules.replace(completion=_COMPLETIONS[changes[-1]])
        )

    @property
    def final_minefield(self) -> Minefield | None:
        """The minefield that explains all that was opened: another than the recorded one where a guess chose it."""
        if self.minefield is None or not self.rules.judges_guesses:
            return self.minefield
        return self.after(len(self)).minefield

    def verify(self) -> None:
        """Play the actions again; raise `ReplayError` if they do not give the recorded result."""
        if self.minefield is not None and self.minefield.level != self.rules.level:
            found, expected = str(self.minefield.level), str(self.rules.level)
            raise ReplayError(Phrase("file.other-size", given=found, expected=expected))
        status, first = self._ending()
        if status is not self.status:
            raise ReplayError(Phrase("error.replay-ends-otherwise", status=str(status), stated=str(self.status)))
        if not status.is_over:
            raise ReplayError(Phrase("error.replay-of-unfinished", status=str(status)))
        if (first is None) != (self.minefield is None):
            reason = Phrase("file.no-game") if first is None else Phrase("file.missing", name="minefield")
            raise ReplayError(Phrase("error.replay-damaged", reason=reason))
        if self.seed is not None and first is not None:
            self._check_minefield(self.seed, first)
        if self.track is not None and sum(self.track.actions) > len(self):
            raise ReplayError(Phrase("file.too-many", most=len(self)))

    def after(self, actions: int) -> Game:
        """Return the game after the first `actions` actions."""
        return Game.replay(self.rules, layout=self._layout(), actions=self.entries[: max(actions, 0)])

    def until(self, actions: int) -> tuple[list[LogEntry], tuple[int, int] | None]:
        """Return the first `actions` entries for a game that goes on from there unpaused, and its first opened cell."""
        there = self.after(actions)
        if there.status.is_over:
            raise GameError(Phrase("error.over-at-this-point"))
        entries = list(there.log)
        while entries and entries[-1].action.kind is Kind.PAUSE:
            entries.pop()
        return entries, there.first

    def at(self, milliseconds: int) -> Game:
        """Return the game as it stood at a time."""
        return self.after(sum(entry.at <= milliseconds for entry in self.entries))

    def steps(self) -> Iterator[tuple[LogEntry, Game]]:
        """Play forward: yield each action with the game after it (the same object, growing)."""
        game = self.after(0)
        for entry in self.entries:
            game.apply(entry)
            yield entry, game

    def __len__(self) -> int:
        return len(self.columns)

    def __eq__(self, other: object) -> bool:
        return self.pack() == other.pack() if isinstance(other, Replay) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Replay {self.rules}: {self.status}, {len(self)} actions, {self.elapsed / 1000:.3f} s>"

    def _layout(self) -> Layout:
        """Return the recorded minefield as a layout.

        In practice games the first click may be undone and made elsewhere: there the seed decides.
        """
        if self.seed is not None and (self.rules.practice or self.minefield is None):
            return layout_of(self.rules, self.seed)
        if self.minefield is None:
            raise ReplayError(Phrase("file.missing", name="seed"))
        return FixedLayout(self.minefield)

    def _check_minefield(self, seed: Seed, first: tuple[int, int]) -> None:
        try:
            made = layout_of(self.rules, seed)(self.rules, first)
        except RulesError as error:
            raise ReplayError(Phrase("file.board", reason=as_value(error))) from None
        if made != self.minefield:
            raise ReplayError(Phrase("error.replay-other-board"))

    def _ending(self) -> tuple[Status, tuple[int, int] | None]:
        """Return the end of the actions, and the first cell opened."""
        try:
            if self.minefield is None or self.rules.practice:  # the mines may be placed again
                game = self.after(len(self))
                return game.status, game.first
            return adjudicate(self.rules, self.minefield, self._actions)
        except (Damaged, GameError) as error:
            raise ReplayError(Phrase("error.replay-not-playable", reason=as_value(error))) from None


def _tidied(name: str) -> str:
    """Return a name with single spaces, which is the same in every form of a replay."""
    return " ".join(filter(None, name.split(" ")))
