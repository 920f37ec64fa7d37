"""One sitting: the clock, pause, face, undo and what is kept of it, by a fake clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from history.samples import game_of, rebuilt

from sapper import Action, FixedLayout, GameError, LogEntry, Minefield, Rules, Seed, Status
from sapper.analysis.help_limit import MOST_CELLS, TooLarge
from sapper.errors import NothingOpen
from sapper.history.recorder import Recorder
from sapper.history.store import StoreError, open_store
from sapper.history.summary import summary_of_packed
from sapper.replay.model import Replay
from sapper.server.limits import Limits
from sapper.session import Face, Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.history.store import Store


class Clock:
    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store(":memory:") as opened:
        yield opened


def sitting(rules: str = "modern 8x8/10", store: Store | None = None) -> tuple[Session, Clock]:
    clock = Clock()
    seeds = iter(Seed.of(number) for number in range(100))
    recorder = store and Recorder(store, now=lambda: 1_700_000_000, source="test", program="sapper test", player="Ann")
    return Session(Rules.parse(rules), clock=clock, seeds=lambda: next(seeds), recorder=recorder or None), clock


def on_field(rows: str, rules: str = "modern") -> tuple[Session, Clock]:
    field = Minefield.from_text(rows)
    session, clock = sitting(f"{rules} {field.level} first=any")
    session.new(layout=FixedLayout(field))
    return session, clock


def test_s4_8_the_clock_starts_at_the_first_opening() -> None:
    session, clock = sitting()
    clock.now = 5000
    session.play("flag", 0, 0)
    clock.now = 9000
    assert session.elapsed == 0
    session.play("open", 4, 4)
    clock.now = 10_234
    assert (session.elapsed, session.seconds) == (1234, 1)


def test_s4_8_the_clock_stops_at_the_end() -> None:
    session, clock = on_field(".* ..")
    session.play("open", 0, 0)
    clock.now = 700
    session.play("open", 0, 1)
    clock.now = 9999
    assert session.elapsed == 700
    assert session.game.log[-1].at == 700


def test_s4_24_a_pause_stops_the_clock_and_hides_the_board() -> None:
    session, clock = sitting()
    session.play("open", 4, 4)
    clock.now = 1000
    session.toggle_pause()
    clock.now = 60_000
    assert (session.elapsed, session.face) == (1000, Face.PAUSED)
    with pytest.raises(GameError, match="paused"):
        session.board  # noqa: B018
    with pytest.raises(GameError, match="paused"):
        session.hint()
    session.toggle_pause()
    clock.now = 60_500
    assert session.elapsed == 1500
    assert session.board.opened > 0


def test_s4_22_the_face_shows_the_state_of_the_game() -> None:
    session, _ = on_field(".*. ...")
    faces = [session.face]
    session.pressed = True
    faces.append(session.face)
    session.pressed = False
    session.play("open", 0, 1)
    faces.append(session.face)
    session, _ = on_field(".*")
    session.play("open", 0, 0)
    assert [*faces, session.face] == [Face.IDLE, Face.PRESSED, Face.LOST, Face.WON]


def test_s4_7_mines_left_may_be_negative() -> None:
    session, _ = on_field("..*")
    for col in range(3):
        session.play("flag", 0, col)
    assert session.mines_left == -2


def test_undo_and_redo_in_practice_only() -> None:
    session, _ = sitting()
    session.play("open", 4, 4)
    with pytest.raises(GameError, match="only practice games"):
        session.undo()
    session, _ = sitting("modern 8x8/10 practice=on")
    session.play("open", 4, 4)
    opened = session.board.opened
    session.undo()
    assert (session.board.opened, session.game.status) == (0, Status.READY)
    session.redo()
    assert session.board.opened == opened
    assert session.game.is_assisted


def test_hints_are_counted_on_the_game() -> None:
    session, _ = sitting()
    session.play("open", 4, 4)
    assert not session.game.is_assisted
    session.hint()
    assert session.game.hints == 1
    assert session.game.is_assisted


def test_a_change_of_what_wins_survives_in_the_store_and_in_practice(store: Store) -> None:
    session, _ = sitting(store=store)
    session.play("completion-both")
    session.play("open", 4, 4)
    (listed,) = store.unfinished()
    assert "completion" not in listed.rules
    resumed, _ = sitting(store=store)
    assert resumed.resume_newest(store)
    assert (resumed.game.rules.completion, resumed.rules.completion) == ("both", "both")
    session.continue_as_practice()
    assert (session.game.rules.practice, session.game.rules.completion) == (True, "both")
    session.play("open", 4, 4)
    session.retry()
    assert session.game.starting_rules.completion == "both"


def test_every_action_is_saved_when_it_is_played(store: Store) -> None:
    session, clock = sitting(store=store)
    assert store.unfinished() == []
    for step, action in enumerate(["open 4 4", "flag 0 0", "hint"], 1):
        clock.now += 100
        session.apply(Action.parse(action), device="key", pointer=(1.5, 2.25))
        (listed,) = store.unfinished()
        stored = store.load(listed.id)
        assert stored.seq == step
        assert stored.entries == tuple(session.game.log)
        assert game_of(stored).board == session.game.board


def test_a_finished_game_becomes_a_replay(store: Store) -> None:
    session, _ = sitting("modern 2x1/1", store)
    session.play("open", 0, 0)
    (listed,) = store.games()
    assert (listed.finished, listed.summary and listed.summary.status) == (True, "won")
    data = store.replay(listed.id)
    assert data is not None
    replay = Replay.unpack(data)
    assert replay.entries == tuple(session.game.log)
    assert (replay.players, replay.program, replay.played_at) == (("Ann",), "sapper test", 1_700_000_000)
    assert store.unfinished() == []
    assert rebuilt(store, summary_of_packed) == 1


def test_s4_2_a_new_game_abandons_the_old_one_which_is_recorded(store: Store) -> None:
    session, _ = sitting(store=store)
    session.play("open", 4, 4)
    session.new()
    (listed,) = store.games()
    assert listed.summary is not None
    assert listed.summary.status == "abandoned"
    assert (session.game.status, session.elapsed) == (Status.READY, 0)
    session.new()
    assert len(store.games()) == 1, "a game without an action is not worth keeping"


def test_a_practice_game_goes_on_after_its_end_until_it_is_left(store: Store) -> None:
    session, _ = sitting("modern 2x1/1 practice=on first=any", store)
    session.play("open", 0, 0)
    assert session.game.status.is_over
    assert len(store.unfinished()) == 1
    session.undo()
    session.redo()
    session.leave()
    (listed,) = store.games()
    assert listed.summary is not None
    assert listed.summary.practice


def test_a_game_goes_on_where_it_stood(store: Store) -> None:
    session, clock = sitting(store=store)
    session.play("open", 4, 4)
    clock.now = 2500
    session.play("flag", 0, 0)
    stored = store.load(store.unfinished()[0].id)

    later, clock = sitting(store=store)
    later.resume(stored)
    assert (later.elapsed, later.is_paused) == (2500, True), "the time between sittings is a pause"
    clock.now = 70_000
    later.toggle_pause()
    clock.now = 71_000
    later.play("clear", 0, 0)
    assert later.game.log[-1].at == 3500
    kinds = [entry.action.kind for entry in store.load(stored.id).entries]
    assert kinds == ["open", "flag", "pause", "resume", "clear"]


def test_a_board_that_was_given_or_played_before_is_a_chosen_one(store: Store) -> None:
    session, _ = sitting("modern 2x1/1", store)
    session.play("open", 0, 0)
    field = session.game.minefield
    session.retry()
    assert session.game.minefield == field
    session.new()
    session.play("open", 0, 0)
    session.new(seed=Seed.of("mine"))
    session.play("open", 0, 0)
    chosen = [game.summary.known_board for game in store.games() if game.summary]
    assert chosen == [True, False, True, False]
    given = Session(session.rules, clock=Clock(), seeds=lambda: Seed.of(1), seed=Seed.of(2), recorder=session.recorder)
    given.play("flag", 0, 0)
    assert store.load(store.unfinished()[0].id).known_board
    assert given.seed == Seed.of(2)


def test_a_finished_game_can_be_signed_afterwards(store: Store) -> None:
    session, _ = sitting("modern 2x1/1", store)
    assert session.recorder
    session.recorder.player = ""
    session.play("open", 0, 0)
    session.recorder.set_player("Grace")
    (listed,) = store.games()
    assert listed.summary
    assert listed.summary.name == "Grace"
    assert Replay.unpack(store.replay(listed.id) or b"").players == ("Grace",)
    assert session.recorder.finished
    assert session.recorder.finished.summary == listed.summary
    session.new()
    session.play("open", 0, 0)
    assert [game.summary.name for game in store.games() if game.summary] == ["Grace", "Grace"]


def is_saved(session: Session) -> bool:
    return session.failure is None


class Broken:
    """A store that fails on request."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.fails: set[str] = set()

    def __getattr__(self, name: str) -> object:
        if name in self.fails:
            raise StoreError("games.db cannot be used: the disk is full: make room", "the disk is full")
        return getattr(self.store, name)


def test_a_store_that_fails_does_not_end_the_game_and_gets_what_it_missed(store: Store) -> None:
    broken = Broken(store)
    session, _ = sitting(store=broken)  # type: ignore[arg-type]
    session.play("open", 4, 4)
    broken.fails = {"append"}
    session.play("flag", 0, 0)
    assert session.failure == "this game is not saved: games.db cannot be used: the disk is full: make room"
    assert session.failure_cause == "the disk is full"
    session.play("clear", 0, 0)
    assert session.game.seq == 3
    assert store.load(1).seq == 1
    broken.fails = set()
    session.play("flag", 7, 7)
    assert is_saved(session)
    assert not session.failure_cause
    assert store.load(1).entries == tuple(session.game.log)


@pytest.mark.parametrize("step", ["create", "append", "finish", "replace_replay"])
def test_a_game_that_ends_while_the_store_fails_is_saved_later_whole(store: Store, step: str) -> None:
    broken = Broken(store)
    session, _ = sitting(store=broken)  # type: ignore[arg-type]
    assert session.recorder
    broken.fails = {step}
    session.play("open", 4, 4)
    session.play("resign")
    session.recorder.set_player("Grace")
    assert not is_saved(session)
    assert not session.recorder.retry()
    broken.fails = set()
    assert session.recorder.retry()
    assert is_saved(session)
    (listed,) = store.games()
    assert listed.summary
    assert (listed.summary.status, listed.summary.name, listed.seq) == ("abandoned", "Grace", 2)
    assert session.recorder.finished
    assert session.recorder.finished.id == listed.id


def test_games_played_while_the_store_fails_are_all_saved_in_their_order(store: Store) -> None:
    broken = Broken(store)
    session, _ = sitting(store=broken)  # type: ignore[arg-type]
    assert session.recorder
    broken.fails = {"create"}
    for cell in ((4, 4), (0, 0), (7, 7)):
        session.play("open", *cell)
        if cell != (7, 7):
            session.new()
    assert session.recorder.unsaved == 3
    broken.fails = set()
    session.play("flag", 0, 0)
    assert session.recorder.unsaved == 0
    assert is_saved(session)
    assert [game.seq for game in store.games()] == [2, 2]
    (left,) = store.unfinished()
    assert (left.id, left.seq) == (3, 2)


def test_a_store_that_cannot_be_opened_is_opened_later(store: Store) -> None:
    opened: list[Store] = []

    def opener() -> Store:
        if not opened:
            raise StoreError("games.db cannot be used: it is not a database: move it away", "it is not a database")
        return opened[0]

    recorder = Recorder(opener, now=lambda: 0, source="test", program="test")
    session = Session(Rules(), clock=Clock(), seeds=lambda: Seed.of(1), recorder=recorder)
    assert session.failure_cause == "it is not a database"
    with pytest.raises(StoreError, match="not a database"):
        _ = recorder.store
    session.play("open", 4, 4)
    session.play("flag", 0, 0)
    assert not is_saved(session)
    opened.append(store)
    assert recorder.retry()
    assert is_saved(session)
    assert store.load(1).entries == tuple(session.game.log)


def test_a_game_that_another_program_took_does_not_stop_the_next_from_being_saved(store: Store) -> None:
    session, _ = sitting(store=store)
    session.play("open", 4, 4)
    assert store.append(1, 1, [LogEntry(Action("flag", 0, 0), 5)])
    session.play("flag", 7, 7)
    assert not is_saved(session)
    session.new()
    assert is_saved(session)
    session.play("open", 4, 4)
    assert store.load(2).seq == 1


def test_stopping_the_clock_saves_the_playing_time(store: Store) -> None:
    session, clock = sitting(store=store)
    session.stop_clock()
    assert store.unfinished() == []
    session.play("open", 4, 4)
    clock.now = 5400
    session.stop_clock()
    session.stop_clock()
    assert [(entry.action.kind, entry.at) for entry in store.load(1).entries] == [("open", 0), ("pause", 5400)]


def test_a_minefield_without_a_seed_is_a_known_board_that_is_not_saved(store: Store) -> None:
    field = Minefield.from_text("*..\n...\n..*")
    recorder = Recorder(store, now=lambda: 0, source="test", program="test")
    session = Session(Rules(field.level), clock=Clock(), seeds=lambda: Seed.of(1), minefield=field, recorder=recorder)
    assert (session.known_board, session.seed) == (True, None)
    session.play("open", 0, 2)
    assert session.failure == "this game is not saved: its board has no seed"
    assert store.unfinished() == []
    session.retry()
    assert session.known_board
    assert session.game.rules.first == "any"
    session.new()
    assert session.game.rules.first == "opening"
    assert is_saved(session)


def test_two_programs_with_one_game_do_not_mix_their_actions(store: Store) -> None:
    session, _ = sitting(store=store)
    session.play("open", 4, 4)
    game = store.unfinished()[0].id
    assert store.append(game, 1, [LogEntry(Action("flag", 0, 0), 5)])
    session.play("flag", 7, 7)
    assert session.failure == "this game is not saved: another program went on with this game"
    assert [str(entry.action) for entry in store.load(game).entries] == ["open 4 4", "flag 0 0"]


def test_the_same_board_again_starts_at_the_same_cell() -> None:
    session, _ = sitting()
    session.play("open", 4, 4)
    before = session.board.to_bytes()
    rules = session.rules
    session.retry()
    assert session.board.to_bytes() == before
    assert session.rules == rules


def test_a_board_that_was_never_laid_cannot_be_tried_again() -> None:
    session, _ = sitting()
    with pytest.raises(GameError, match="there is no board yet"):
        session.retry()


def test_going_on_after_a_loss_is_a_game_of_its_own(store: Store) -> None:
    session, clock = sitting(store=store)
    session.play("open", 4, 4)
    before = session.board.to_bytes()
    clock.now = 2000
    field = session.game._field
    assert field is not None
    mine = next(cell for cell in range(64) if field.is_mine(cell))
    session.play("open", *divmod(mine, 8))
    assert session.game.status == "lost"
    session.continue_as_practice()
    assert session.board.to_bytes() == before
    assert session.game.status == "playing"
    session.play("flag", *divmod(mine, 8))
    (left,) = store.unfinished()
    assert [entry.action.kind for entry in store.load(left.id).entries] == ["open", "flag"]
    assert [game.summary.status for game in store.games() if game.summary] == ["lost"]


def test_a_board_laid_ahead_is_the_board_that_is_played() -> None:
    ahead, _ = sitting("modern 16x16/40 layout=no-guess")
    opening = Action("open", 3, 4)
    assert ahead.needs_preparation(opening)
    ahead.preparation(3, 4)()
    assert not ahead.needs_preparation(opening)
    ahead.play("open", 3, 4)
    at_once, _ = sitting("modern 16x16/40 layout=no-guess")
    at_once.play("open", 3, 4)
    assert ahead.board == at_once.board


def test_help_counts_once_for_each_position() -> None:
    session, _ = sitting()
    session.play("open", 4, 4)
    assert session.odds().safe == session.odds().safe
    session.hint()
    session.why(*next(session.board.closed()))
    assert session.game.hints == 1
    session.play("flag", *next(session.board.closed()))
    session.odds()
    assert session.game.hints == 2


# Help before the first click, on huge boards, and what it costs


@pytest.mark.parametrize("first", ["any", "top-left", "cell", "opening"])
def test_before_the_first_click_help_is_the_promise_of_the_rules(first: str) -> None:
    session, _ = sitting(f"modern 8x8/10 first={first}")
    session.play("flag", 3, 3)
    for ask in (session.hint, session.odds, session.is_certain, lambda: session.why(0, 0)):
        with pytest.raises(NothingOpen) as caught:
            ask()
        assert caught.value.phrase == session.first_click
    assert session.game.hints == 0
    session.play("open", 0, 0)
    assert session.first_click is None


def test_an_area_is_promised_only_where_it_fits() -> None:
    assert "opens an area" in str(sitting("modern 8x8/55")[0].first_click)
    assert "always safe" in str(sitting("modern 8x8/56")[0].first_click)
    assert "opens an area" in str(sitting("modern 8x8/10 first=any layout=no-guess")[0].first_click)


def test_the_best_first_square_has_no_flag_and_counts() -> None:
    session, _ = sitting("official 8x8/10")
    session.play("flag", 0, 0)
    move = session.best_move()
    assert ((move.row, move.col), move.safe, move.win, session.game.hints) == ((0, 7), 1.0, None, 1)
    session, _ = sitting("modern 8x8/10")
    with pytest.raises(NothingOpen, match="opens an area"):
        session.best_move()
    assert session.game.hints == 0


def test_help_stops_at_one_size_and_says_why() -> None:
    session, _ = sitting("modern 401x250/10000")
    session.play("open", 0, 0)
    for ask in (session.hint, session.odds, session.best_move, session.is_certain):
        with pytest.raises(TooLarge, match="on boards of more than 100 000 squares hints and odds would take too long"):
            ask()
    assert session.game.hints == 0
    assert Limits().helped_cells == MOST_CELLS == 100_000


def test_help_costs_the_ranking_once_and_only_in_a_ranked_game() -> None:
    session, _ = sitting()
    session.play("open", 4, 4)
    assert session.help_unranks
    asked, _ = sitting()
    asked.play("open", 4, 4)
    asked.is_certain()
    assert not asked.help_unranks
    assert not sitting("modern 8x8/10 practice=on")[0].help_unranks
    asked.new(seed=Seed.of("known"))
    assert asked.known_board
    assert not asked.help_unranks


def test_a_lost_game_is_judged_also_after_a_redo() -> None:
    session, _ = sitting("modern 8x8/10 practice=on")
    session.play("open", 4, 4)
    other, _ = sitting("modern 8x8/10 practice=on")
    other.play("open", 4, 4)
    other.play("resign")
    session.play("open", *min(other.game.minefield.mines()))
    said = session.judge_loss()
    assert said is not None
    session.undo()
    assert session.judge_loss() is None
    session.redo()
    assert session.judge_loss() == said
