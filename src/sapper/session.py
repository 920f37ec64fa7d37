"""One player's session: a game, its clock, pause, undo, help and autosave. What a front end holds."""

from __future__ import annotations

from enum import StrEnum

from .action import Action, Kind
from .board import CLOSED, CellState
from .errors import GameError, NothingOpen, SapperError
from .game import Game, Status
from .layouts import FixedLayout, PreparedLayout, layout_of
from .live_game import LiveGame
from .phrase import Phrase
from .rules import FirstClick, Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from .action import LogEntry
    from .analysis.best_move import Move
    from .analysis.draft import Consequences
    from .analysis.hints import Hint
    from .analysis.odds import Odds
    from .analysis.verdict import Verdict
    from .board import Board
    from .game import Delta
    from .generator import Progress
    from .history.recorder import Recorder
    from .history.store import Store, Stored
    from .layouts import Layout
    from .minefield import Minefield
    from .replay.hand import Hand
    from .replay.model import Replay
    from .replay.track import Track
    from .seed import Seed


HAND_SQUARE = 16  # parts of a cell in the track of the hand
CLOCK_NOTED_S = 2.0  # how often a front end calls `note_clock`


class Face(StrEnum):
    """The face above the board: click it for a new game, or to leave a pause."""

    IDLE = "idle"
    PRESSED = "pressed"
    WON = "won"
    LOST = "lost"
    PAUSED = "paused"


class Session:
    """A game in play. Time comes from `clock`, in milliseconds, and new seeds from `seeds`.

    The playing time starts when the first cell is opened and stands still while the game is paused. `rules` are those
    of the next new game. A `layout` places the mines instead of the seed. A `minefield` is a board without a seed
    to begin with: the player may know it, and its game is not saved.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        clock: Callable[[], int],
        seeds: Callable[[], Seed],
        seed: Seed | None = None,
        layout: Layout | None = None,
        minefield: Minefield | None = None,
        recorder: Recorder | None = None,
        device: str = "",
        records_hand: bool = False,
    ) -> None:
        self.rules = rules
        self.recorder = recorder
        self.records_hand = records_hand  # whether replays of new games get the track of the mouse
        self._hand: Hand | None = None
        self.device = device  # the input device, where an action does not name its own
        self.pressed = False  # a button is down on the board: set by the front end
        self.forgotten_best_time: int | None = None  # the best time, in ms, of another custom level of the Amiga (S4.5)
        self._clock = clock
        self._seeds = seeds
        if minefield:
            unprotected = rules.replace(first=FirstClick.ANY)  # its mines stay where they are
            self._begin(LiveGame(unprotected, None, layout=FixedLayout(minefield), known_board=True))
        else:
            self._begin(self._fresh(rules, seed, layout))

    def new(
        self,
        rules: Rules | None = None,
        *,
        seed: Seed | None = None,
        layout: Layout | None = None,
        known_board: bool = True,
    ) -> None:
        """Start a new game; the one in play is abandoned.

        A board whose seed is given is known; `known_board=False` says that the player does not know it all the same.
        """
        self._abandon()
        self.rules = rules or self.rules
        self._begin(self._fresh(self.rules, seed, layout, known_board=known_board))

    def open_board(self, rules: Rules, seed: Seed, first: tuple[int, int], *, known_board: bool = True) -> None:
        """Start a game on a board with its first cell open. The rules of the next game stay as they are."""
        usual = self.rules
        self.new(rules, seed=seed, known_board=known_board)
        self.rules = usual
        self.play(Kind.OPEN, *first)

    def retry(self) -> None:
        """Play the same board again, from the same first cell; it is then a known board."""
        first, live = self.game.first, self._live
        if first is None:
            raise GameError(Phrase("error.no-board-yet"))
        self._abandon()
        if live.seed:  # the rules of a board without one are its own
            self.rules = live.game.rules
        self._begin(LiveGame(live.game.rules, live.seed, layout=live.layout, known_board=True))
        self._hand = None  # the first cell is opened without it
        self.play(Kind.OPEN, *first)

    def continue_as_practice(self) -> None:
        """Undo the last move and go on as practice."""
        if self.game.rules.practice:
            self.undo()
            return
        live = self._live
        practice = live.rules.replace(practice=True)
        self._continue(LiveGame(practice, live.seed, layout=live.layout, known_board=True), live.game.log[:-1])

    def play_from(self, replay: Replay, actions: int) -> None:
        """Go on from a moment of a replay, as practice on a known board."""
        entries, first = replay.until(actions)
        rules = replay.rules.replace(practice=True)
        if replay.seed is None:
            assert replay.minefield is not None
            layout: Layout = FixedLayout(replay.minefield)
        else:
            layout = prepared = PreparedLayout(layout_of(rules, replay.seed))
            if first is not None and replay.minefield is not None and not replay.rules.practice:
                prepared.remember(first, replay.minefield)
        self._continue(LiveGame(rules, replay.seed, layout=layout, known_board=True), entries)

    def resume(self, stored: Stored) -> None:
        """Go on with a stored game, paused; the one in play stays unfinished.

        Raise `GameError` if the game cannot go on, and `GameElsewhere` if another process or the browser plays it.
        """
        from .history.store import GameElsewhere
        from .history.store.rows import SERVED
        from .history.together import TOGETHER

        if stored.source in TOGETHER:
            raise GameElsewhere(Phrase("machine-error.in-a-room"))
        if stored.source in SERVED:
            raise GameElsewhere(Phrase("machine-error.in-the-browser"))
        recorder = self.recorder
        if recorder:
            stored = recorder.claim(stored)
        try:
            live, now = self._restored(stored)
        except SapperError:
            if recorder:
                recorder.release(stored)
            raise
        self.leave()
        self._live, self._hand = live, None
        if not live.rules.practice:
            self.rules = live.game.rules
        if recorder:
            recorder.begin(stored)
        if live.game.status is Status.PLAYING:
            self._apply(Action(Kind.PAUSE), now)

    def _restored(self, stored: Stored) -> tuple[LiveGame, int]:
        """Return a stored game, and the time at which it was restored."""
        if stored.seed is None:
            raise GameError(Phrase("machine-error.no-seed"))
        live = LiveGame(Rules.parse(stored.rules), stored.seed, known_board=stored.known_board)
        now = self._clock()
        live.restore(stored.entries, now)
        live.restart_clock(now, stored.clock)
        if stored.finished or live.game.status not in (Status.PLAYING, Status.PAUSED):
            raise GameError(Phrase("machine-error.cannot-go-on"))
        return live, now

    def resume_newest(self, store: Store) -> bool:
        """Go on with the newest unfinished game that is not in play; return False if there is none."""
        for listed in store.unfinished():
            try:
                self.resume(store.load(listed.id))
            except SapperError:
                continue
            return True
        return False

    def leave(self) -> None:
        """Leave the game: another process may go on with it, and a finished practice game is stored now."""
        if self.recorder:
            self.recorder.leave()

    def note_clock(self) -> None:
        """Save the playing time of a game in play, between two actions."""
        if self.recorder and self.game.status is Status.PLAYING:
            self.recorder.note_clock(self.elapsed)

    def stop_clock(self) -> None:
        """Pause a game in play, so that its playing time is saved."""
        if self.game.status is Status.PLAYING:
            self.play(Kind.PAUSE)

    def preparation(self, row: int, col: int, on_progress: Progress | None = None) -> Callable[[], object]:
        """Return the work of making the board for a first opening at a cell: see `LiveGame.preparation`."""
        return self._live.preparation((row, col), on_progress)

    def needs_preparation(self, action: Action) -> bool:
        """Return whether an action first needs a no-guess board that is not prepared yet."""
        return self._live.cell_to_prepare(action) is not None

    def _fresh(self, rules: Rules, seed: Seed | None, layout: Layout | None, *, known_board: bool = True) -> LiveGame:
        known_board = known_board and seed is not None
        return LiveGame(rules, seed or self._seeds(), layout=layout, known_board=known_board)

    def _begin(self, live: LiveGame) -> None:
        self._live = live
        self._hand = self._new_hand()
        self.forgotten_best_time = None
        if self.recorder and live.seed:
            self.recorder.begin(known_board=live.known_board)
            self.forgotten_best_time = self.recorder.forget_custom_record(live.rules)
        elif self.recorder:
            self.recorder.skip("its board has no seed")

    def _continue(self, live: LiveGame, entries: list[LogEntry]) -> None:
        """Go on with a practice game, saved as a new one."""
        live.restore(entries, self._clock())
        self._abandon()
        self._live, self._hand = live, None
        if self.recorder and live.seed:
            self.recorder.adopt(live.game, live.seed)
        elif self.recorder:
            self.recorder.skip("its board has no seed")

    def _new_hand(self) -> Hand | None:
        if not self.records_hand:
            return None
        from .replay.hand import Hand

        return Hand(HAND_SQUARE)

    def point(self, kind: str, x: int, y: int) -> None:
        """Record an event of the mouse, by its word in a track, at a place on the board in 16ths of a cell."""
        if self._hand and not self.game.status.is_over:
            now = self._clock()
            self._hand.event(self._live.elapsed(now) if self._hand.has_started else now, kind, x, y)

    def _abandon(self) -> None:
        """Resign the game in play, if any, and leave it."""
        if self._live.in_progress:
            self.play(Kind.RESIGN)
        self.leave()

    def needs_confirmation(self, seconds: int) -> bool:
        """Return whether to ask before the game in play is given up: see `LiveGame.needs_confirmation`."""
        return self._live.needs_confirmation(seconds, self._clock())

    @property
    def game(self) -> Game:
        """The game in play."""
        return self._live.game

    @property
    def seed(self) -> Seed | None:
        """The seed of the game, None if its board came without one."""
        return self._live.seed

    @property
    def known_board(self) -> bool:
        """Whether the player may know the board: its seed was entered, or it was played before."""
        return self._live.known_board

    @property
    def board(self) -> Board:
        """The visible board, which cannot be read while the game is paused."""
        if self.is_paused:
            raise GameError(Phrase("error.paused"))
        return self.game.board

    @property
    def mines_left(self) -> int:
        """The value of the counter: see `Game.mines_left`."""
        return self.game.mines_left

    @property
    def elapsed(self) -> int:
        """The playing time in milliseconds."""
        return self._live.elapsed(self._clock())

    @property
    def seconds(self) -> int:
        """The playing time as it is shown: whole seconds, never rounded up."""
        return self.elapsed // 1000

    @property
    def is_paused(self) -> bool:
        """Whether the board is hidden and the clock stands still."""
        return self.game.status is Status.PAUSED

    @property
    def face(self) -> Face:
        """The expression of the face."""
        faces = {Status.WON: Face.WON, Status.LOST: Face.LOST, Status.PAUSED: Face.PAUSED}
        return faces.get(self.game.status, Face.PRESSED if self.pressed else Face.IDLE)

    @property
    def seal(self) -> str:
        """The digest of rules and seed, which `sapper verify` compares with the finished game; empty without a seed."""
        from .replay.seal import SALT_ALONE, seal

        return seal(self.game.starting_rules, self.seed, SALT_ALONE) if self.seed else ""

    @property
    def failure(self) -> str | None:
        """The reason why the game is not saved, None if it is."""
        return self.recorder.failure if self.recorder else None

    @property
    def failure_cause(self) -> str:
        """The same in a few words, empty if the game is being saved."""
        return self.recorder.cause if self.recorder else ""

    def take_warning(self) -> str:
        """Return once that games cannot be locked where they are saved; empty if they can."""
        return self.recorder.take_warning() if self.recorder else ""

    def play(self, kind: Kind | str, row: int = -1, col: int = -1, *, device: str = "") -> Delta:
        """Play an action now, and save it."""
        return self.apply(Action(kind, row, col), device=device)

    def apply(self, action: Action, *, device: str = "", pointer: tuple[float, float] | None = None) -> Delta:
        """Play an action now, and save it; `pointer` is where in the cell the mouse was."""
        return self._apply(action, self._clock(), device, pointer)

    def _apply(self, action: Action, now: int, device: str = "", pointer: tuple[float, float] | None = None) -> Delta:
        delta = self._live.play(action, now, device=device or self.device, pointer=pointer)
        if self._hand:
            self._note_hand(self._hand, action, now, device or self.device)
        if self.recorder and self.seed:
            self.recorder.record(self.game, self.seed, self.track)
        return delta

    def _note_hand(self, hand: Hand, action: Action, now: int, device: str) -> None:
        hand.acted(self._live.elapsed(now) if hand.has_started else now, action, device)
        if self.game.first is not None and not hand.has_started:
            hand.start(now)

    @property
    def track(self) -> Track | None:
        """The track of the hand, once the game is over."""
        return self._hand.track(self.game) if self._hand and self.game.status.is_over else None

    def mark(self, row: int, col: int, mark: CellState, *, device: str = "") -> Delta:
        """Set a mark on a cell, or remove it if it is there."""
        has_it = self.game.board[row, col] == mark
        kind = Kind.FLAG if mark is CellState.FLAG else Kind.QUESTION
        return self.play(Kind.CLEAR if has_it else kind, row, col, device=device)

    def toggle_pause(self) -> Delta:
        """Pause, or go on."""
        return self.play(Kind.RESUME if self.is_paused else Kind.PAUSE)

    @property
    def first_click(self) -> Phrase | None:
        """The promise of the rules to the first click; None once something is open."""
        from .analysis import first_click

        return first_click.promise_phrase(self.game.rules) if first_click.is_untouched(self.board) else None

    @property
    def help_unranks(self) -> bool:
        """Whether help asked for now would take this game out of the best times: see `LiveGame.help_unranks`."""
        return self._live.help_unranks

    def check_help(self, topic: str = "hint") -> None:
        """Raise an error with the reason where there is no help on a topic; nothing is counted then.

        Before the first click that is `NothingOpen`, whose sentence is what the rules promise. Only the topic `move`
        has an answer there, where the choice of the first cell matters.
        """
        from .analysis import first_click, help_limit

        rules = self.game.rules
        if self.game.status.is_over:
            raise GameError(Phrase("error.over"))
        help_limit.check_size(rules.level)
        if self.first_click and not (topic == "move" and first_click.best_first(self.board, rules)):
            raise NothingOpen(self.first_click)

    def hint(self) -> Hint:
        """Return a hint; the game then counts as assisted."""
        from .analysis import hints

        self._count_help()
        return hints.hint(self.board)

    def is_certain(self) -> bool:
        """Return whether some cell is certainly safe, and nothing more; the game then counts as assisted."""
        from .analysis import hints

        self._count_help()
        return hints.is_certain(self.board)

    def consequences(self, mines: Collection[tuple[int, int]], safe: Collection[tuple[int, int]]) -> Consequences:
        """Return what follows if some closed cells are mines and others are safe; the game then counts as assisted."""
        from .analysis import draft

        self._count_help()
        return draft.follow(self.board, mines, safe)

    def odds(self) -> Odds:
        """Return the odds of all closed cells; the game then counts as assisted."""
        from .analysis import odds

        self._count_help()
        return odds.odds(self.board)

    def best_move(self) -> Move:
        """Return the move with the best chance to win; the game then counts as assisted.

        Before the first click, where the rules leave a choice that matters, it is the first cell to open.
        """
        from .analysis import best_move, first_click

        self._count_help("move")
        first = first_click.best_first(self.board, self.game.rules) if self.first_click else None
        return first or best_move.best_move(self.board)

    def why(self, row: int, col: int) -> Phrase:
        """Return what is known of a cell and why; for a closed cell that counts as help."""
        from .analysis import hints

        if self.board[row, col] in CLOSED:
            self._count_help()
        return hints.why_phrase(self.board, row, col)

    def judge_loss(self) -> Verdict | None:
        """Return the verdict on the move that lost the game; None where it is not lost, or its board is too large."""
        from .analysis.review import judge_last

        if self.game.status is not Status.LOST:
            return None
        *entries, last = self.game.log
        before = Game.replay(self._live.rules, layout=self._live.layout, actions=entries)
        return judge_last(before, last.action)

    def _count_help(self, topic: str = "hint") -> None:
        """Count help with this position, or raise the reason why there is none."""
        self.check_help(topic)
        if self._live.counts_help():
            self.play(Kind.HINT)

    def undo(self) -> Delta:
        """Undo the last move, in practice only."""
        return self.play(Kind.UNDO)

    def redo(self) -> Delta:
        """Play again the move that was undone last."""
        return self.play(Kind.REDO)
