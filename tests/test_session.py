"""One sitting: the clock, pause, face, undo and what is kept of it, by a fake clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from history.samples import game_of

from sapper import Action, GameError, LogEntry, Minefield, Rules, Seed, Status, fixed_layout
from sapper.history.recorder import Recorder
from sapper.history.store import StoreError, open_store
from sapper.history.summary import summary_of_packed
from sapper.replay.model import Replay
from sapper.session import Face, Session

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    session.new(layout=fixed_layout(field))
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
        words = Action.parse(action)
        session.play(words.kind, words.row, words.col, device="key", pointer=(1.5, 2.25))
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
    assert store.rebuild(summary_of_packed) == 1


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


class Broken:
    """A store that fails on request."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.broken = False

    def append(self, game: int, expected_seq: int, entries: Sequence[LogEntry]) -> bool:
        if self.broken:
            raise StoreError("the disk is full: make room")
        return self.store.append(game, expected_seq, entries)

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)


def test_a_store_that_fails_does_not_end_the_game(store: Store) -> None:
    broken = Broken(store)
    session, _ = sitting(store=broken)  # type: ignore[arg-type]
    session.play("open", 4, 4)
    broken.broken = True
    session.play("flag", 0, 0)
    assert session.failure == "this game is no longer saved: the disk is full: make room"
    session.play("clear", 0, 0)
    assert session.game.seq == 3
    assert store.load(store.unfinished()[0].id).seq == 1
    broken.broken = False
    session.new()
    session.play("open", 4, 4)
    assert session.failure is None


def test_two_programs_with_one_game_do_not_mix_their_actions(store: Store) -> None:
    session, _ = sitting(store=store)
    session.play("open", 4, 4)
    game = store.unfinished()[0].id
    assert store.append(game, 1, [LogEntry(Action("flag", 0, 0), 5)])
    session.play("flag", 7, 7)
    assert session.failure == "this game is no longer saved: another program went on with this game"
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
