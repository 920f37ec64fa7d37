"""Keeps the games of a sitting in a store: every action when it is played, the replay at the end."""

from __future__ import annotations

from ..action import Kind
from ..analysis.metrics import measure_replay
from ..game import Game
from ..replay.model import Replay
from ..rules import RULESETS, Rules
from ..value import Value
from .store import StoreError, Summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..game import Delta
    from ..seed import Seed
    from .store import Store, Stored


class Kept(Value):
    """A finished game in the store."""

    id: int
    replay: Replay
    summary: Summary

    def __init__(self, number: int, replay: Replay, summary: Summary) -> None:
        self._set(id=number, replay=replay, summary=summary)


class Recorder:
    """Saves one game after the other. When the store fails, the game goes on unsaved, and `trouble` says why."""

    def __init__(self, store: Store, *, now: Callable[[], int], source: str, program: str, player: str = "") -> None:
        self.store = store
        self.player = player
        self.kept: Kept | None = None  # the last game, once it is finished
        self.failure: str | None = None
        self._now = now
        self._source = source
        self._program = program
        self._game: int | None = None  # its number in the store, once it has an action
        self._known_board = False

    @property
    def number(self) -> int | None:
        """The number of the game in play, None before its first action and after its end."""
        return self._game

    def begin(self, stored: Stored | None = None, *, known_board: bool = False) -> None:
        """Take up a new game, or one that is in the store."""
        self._game = stored.id if stored else None
        self._known_board = stored.known_board if stored else known_board
        self.kept = None
        self.failure = None

    def record(self, game: Game, seed: Seed, delta: Delta) -> None:
        """Save the action just played, and the replay if it ended the game."""
        if self.failure is not None:
            return
        try:
            if self._game is None:
                self._game = self.store.create(
                    str(game.rules), seed, created_at=self._now(), source=self._source, known_board=self._known_board
                )
            if not self.store.append(self._game, delta.seq - 1, [game.log[-1]]):
                raise StoreError("another program went on with this game")
            if delta.status.is_over and not game.rules.practice:
                self.finish(game, seed)
        except StoreError as error:
            self._fail(error)

    def adopt(self, game: Game, seed: Seed) -> None:
        """Save a game that has been played already as a new one, on a board that is known by now."""
        self.begin(known_board=True)
        try:
            self._game = self.store.create(
                str(game.rules), seed, created_at=self._now(), source=self._source, known_board=True
            )
            self.store.append(self._game, 0, game.log)
        except StoreError as error:
            self._fail(error)

    def skip(self, why: str) -> None:
        """Save nothing of the game that begins."""
        self.begin(known_board=True)
        self.failure = f"this game is not saved: {why}"

    def finish(self, game: Game, seed: Seed) -> None:
        """Pack a game that is over into its replay."""
        if self._game is None or not game.status.is_over:
            return
        players = (self.player,) if self.player else ()
        replay = Replay.of(
            game, seed, players=players, program=self._program, played_at=self._now(), known_board=self._known_board
        )
        summary = summary_of(replay)
        self.store.finish(self._game, game.seq, replay.pack(), summary)
        self.kept = Kept(self._game, replay, summary)
        self._game = None

    def sign(self, name: str) -> None:
        """Put a name to the game just finished, and to those that follow."""
        self.player = name
        if self.kept is None:
            return
        replay = self.kept.replay.signed(name)
        summary = summary_of(replay)
        try:
            self.store.sign(self.kept.id, replay.pack(), summary)
        except StoreError as error:
            self._fail(error)
        else:
            self.kept = Kept(self.kept.id, replay, summary)

    def leave(self, game: Game, seed: Seed) -> None:
        """Finish a practice game, which could have gone on after its end."""
        try:
            self.finish(game, seed)
        except StoreError as error:
            self._fail(error)

    def _fail(self, error: StoreError) -> None:
        self.failure = f"this game is no longer saved: {error}"


def summary_of(replay: Replay) -> Summary:
    """Tell what listings and statistics show of a replay."""
    numbers = measure_replay(replay, with_zini=False)
    kinds = [entry.action.kind for entry in replay.entries]
    rules = replay.rules
    hints = kinds.count(Kind.HINT)
    return Summary(
        status=replay.status,
        level=str(rules.level),
        ruleset=rules.ruleset,
        elapsed=replay.elapsed,
        ended_at=replay.played_at,
        hints=hints,
        assisted=bool(hints or rules.assists or rules.practice),
        practice=rules.practice,
        rules=configuration(rules),
        layout=rules.layout,
        name=replay.players[0] if replay.players else "",
        undone=kinds.count(Kind.UNDO),
        pauses=kinds.count(Kind.PAUSE),
        known_board=replay.known_board,
        bbbv=numbers.bbbv,
        solved=numbers.solved,
        left=numbers.clicks.left,
        right=numbers.clicks.right,
        chords=numbers.clicks.chord,
        effective=numbers.effective.total,
    )


def configuration(rules: Rules) -> str:
    """Name the list of best times that a game belongs to: its exact rules, with or without question marks."""
    usual = RULESETS[rules.ruleset].choices["questions"]
    return str(rules.replace(questions=usual))


def keep_replay(store: Store, replay: Replay, source: str) -> int | None:
    """Keep a replay from elsewhere and return its number, None if it is there already."""
    return store.keep(
        replay.pack(),
        summary_of(replay),
        rules=str(replay.rules),
        seed=replay.seed,
        length=len(replay),
        created_at=replay.played_at,
        source=source,
    )


def summarise(data: bytes) -> Summary:
    """Tell what listings and statistics show of a packed replay."""
    return summary_of(Replay.unpack(data))


def game_of(stored: Stored) -> Game:
    """Play a stored game again, to where it stands."""
    return Game.replay(Rules.parse(stored.rules), stored.seed, actions=stored.entries)
