"""The trainer and insights: the positions that were missed in games, when they come back, and what they add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from sapper import Action, Board, Game, Replay, Rules, Seed, best_move, odds, report
from sapper.action import LogEntry
from sapper.analysis.review import review
from sapper.analysis.verdict import VerdictKind
from sapper.history.recorder import import_replay
from sapper.history.store import open_store
from sapper.history.store.learning import Answered, Studied
from sapper.history.transfer.export_all import export_all
from sapper.history.transfer.import_all import import_all
from sapper.learn import moments, trainer
from sapper.learn.insights import chosen, insights, weakest
from sapper.learn.moments import LATE_MS, Moment, Outcome, key_of
from sapper.learn.questions import Answer, Ask, Reply
from sapper.learn.schedule import DAY, Grade
from sapper.learn.techniques import Technique

if TYPE_CHECKING:
    from pathlib import Path


def played(seed: str, *, risk: bool, pace: int = 1000, device: str = "mouse") -> Replay:
    """A beginner's game on a random board: certain squares first, or, with `risk`, the riskiest that is no mine."""
    rules = Rules("8x8/10", layout="no-guess")
    game = Game(rules, seed)
    game.apply(LogEntry(Action("open", 4, 4), 0, 0, device))
    at = 0
    while not game.status.is_over:
        chances = odds(game.board)
        free = sorted(chances.safe)
        doubtful = [cell for cell in game.board.closed() if cell not in chances.safe and cell not in chances.mines]
        cell = doubtful[0] if risk and doubtful else free[0]
        at += pace
        game.apply(LogEntry(Action("open", *cell), at, 0, device))
    return Replay.of(game, Seed.of(seed), played_at=1_800_000_000)


def test_a_game_without_mistakes_has_no_position_to_train() -> None:
    found = list(moments.moments(played("rain", risk=False)))
    assert found
    assert {moment.outcome for moment in found} == {Outcome.FOUND}
    assert all(moment.waited == 1000 and not moment.key for moment in found)
    assert moments.unpack(moments.pack(found)) == found


def test_what_took_long_is_missed_too() -> None:
    found = list(moments.moments(played("rain", risk=False, pace=LATE_MS + 1)))
    assert {moment.outcome for moment in found} == {Outcome.LATE}


@pytest.mark.parametrize("seed", ["rain", "mist", "hail", "snow"])
def test_moments_agree_with_the_review(seed: str) -> None:
    replay = played(seed, risk=True)
    judged = {move.place: move.verdict for move in review(replay).moves}
    found = list(moments.moments(replay))
    assert found
    for moment in found:
        verdict = judged[moment.place]
        assert (moment.outcome is Outcome.GUESSED) == (verdict.kind is VerdictKind.NEEDLESS_GUESS)
        assert (moment.outcome is Outcome.FOUND) == (verdict.kind is VerdictKind.CERTAIN)
        if moment.is_missed:
            assert moment.key == key_of(replay.after(moment.place).board)


def test_the_key_of_a_position_ignores_flags() -> None:
    plain = Board.parse("4x2/1\n01..\n0111")
    assert key_of(plain) == key_of(Board.parse("4x2/1\n01F?\n0111"))
    assert key_of(plain) != key_of(Board.parse("4x2/2\n01..\n0111"))


def test_a_missed_position_is_asked_and_comes_back_as_the_schedule_says() -> None:
    with open_store(":memory:") as store:
        game = import_replay(store, played("rain", risk=True), "imported")
        assert list(trainer.study(store)) == [1]
        assert list(trainer.study(store)) == []
        cards = trainer.own_cards(store)
        assert cards
        card, *_ = trainer.due(cards, 1_800_000_000)
        assert (card.game, card.memory) == (game, None)
        question = trainer.question(store, card)
        safe = sorted(odds(question.board).safe)
        assert question.judge(Answer(Reply.SAFE, safe[0])).is_right
        assert not question.judge(Answer(Reply.NOTHING)).is_right
        store.add_answer(trainer.SUBJECT, Answered(card.key, 1_800_000_000_000, Grade.GOOD, 900))
        reviewed = next(one for one in trainer.own_cards(store) if one.key == card.key)
        assert reviewed.memory is not None
        assert reviewed.memory.interval == 2
        assert card.key not in {one.key for one in trainer.due(trainer.own_cards(store), 1_800_000_000 + DAY)}
        assert trainer.due(trainer.own_cards(store), 1_800_000_000 + 2 * DAY)[0].key == card.key
        assert sum(trainer.boxes(trainer.own_cards(store))) == 1
        assert game is not None
        store.delete([game])
        assert trainer.own_cards(store) == []
        assert len(store.answers(trainer.SUBJECT)) == 1


def guesser(seed: str) -> Replay:
    """A game on a random board in which every forced guess opens the riskiest square that is no mine."""
    rules = Rules("8x8/14")
    game, truth = Game(rules, seed), Game(rules, seed)
    for one in (game, truth):
        one.apply(LogEntry(Action("open", 4, 4), 0, 0, "mouse"))
    truth.play(Action("resign"))
    while not game.status.is_over:
        chances = odds(game.board)
        closed = [cell for cell in game.board.closed() if not truth.minefield.is_mine(*cell)]
        cell = min(chances.safe) if chances.safe else max(closed, key=chances.risk)
        game.apply(LogEntry(Action("open", *cell), len(game.log) * 1000, 0, "mouse"))
    return Replay.of(game, Seed.of(seed), played_at=1_800_000_000)


def test_a_guess_worse_than_it_had_to_be_is_trained_and_asks_for_the_best_one() -> None:
    replay = next(
        replay
        for replay in (guesser(f"guess {number}") for number in range(20))
        if any(one.outcome is Outcome.RISKIER for one in moments.moments(replay))
    )
    found = list(moments.moments(replay))
    assert moments.unpack(moments.pack(found)) == found
    judged = {move.place: move.verdict for move in review(replay).moves}
    for moment in found:
        assert (moment.outcome is Outcome.RISKIER) == (moment.technique is None)
        if moment.technique is None:
            assert judged[moment.place].kind is VerdictKind.MISTAKE
            assert not judged[moment.place].safe
    reported = {move.place for move in report(replay).moves if move.is_trained}
    assert {moment.place for moment in found if moment.outcome is not Outcome.LATE and moment.is_missed} == reported
    with open_store(":memory:") as store:
        import_replay(store, replay, "imported")
        assert list(trainer.study(store)) == [1]
        card = next(card for card in trainer.own_cards(store) if card.technique is None)
        question = trainer.question(store, card)
        assert question.ask is Ask.GUESS
        chances = odds(question.board)
        best = best_move(question.board)
        assert question.judge(Answer(Reply.SAFE, (best.row, best.col))).is_right
        (played,) = judged[card.place].cells
        assert chances.risk(played) > chances.risk((best.row, best.col))
        assert not question.judge(Answer(Reply.SAFE, played)).is_right
        assert all(one.technique for one in insights(store.studied(moments.VERSION)))


def test_answers_travel_with_an_export(tmp_path: Path) -> None:
    answer = Answered("0123456789abcdef", 5, Grade.EASY, 7)
    with open_store(":memory:") as store:
        store.add_answer("puzzle", answer)
        store.add_answer("puzzle", answer)
        assert store.answers("puzzle") == [answer]
        assert store.answers("puzzle", b"another") == []
        export_all(store, None, tmp_path / "all", program="test", created_at=1)
    with open_store(":memory:") as other:
        import_all(other, tmp_path / "all")
        assert other.answers("puzzle") == [answer]
        other.delete_all()
        assert other.answers("puzzle") == []


def studied(game: int, found: list[Moment], **values: object) -> Studied:
    fields = {"level": "8x8/10", "layout": "random", "device": "mouse", "ended_at": 100} | values
    return Studied(game=game, moments=moments.pack(found), **fields)  # type: ignore[arg-type]


def test_insights_count_what_came_up_and_what_was_missed() -> None:
    single = [Moment(place, Technique.SINGLE, wait, Outcome.FOUND) for place, wait in enumerate((100, 300, 900))]
    pairs = [Moment(place, Technique.ONE_ONE, 500, Outcome.GUESSED, f"k{place}") for place in range(5)]
    games = [studied(1, single), studied(2, pairs, device="touch", ended_at=200, level="16x16/40")]
    first, second = insights(games)
    assert (first.technique, first.seen, first.waited, first.missed) == (Technique.SINGLE, 3, 300, 0)
    assert (second.technique, second.share, second.keys) == (Technique.ONE_ONE, 1.0, ("k0", "k1", "k2", "k3", "k4"))
    assert weakest([first, second]) is second
    assert [one.technique for one in insights(chosen(games, levels="8x8/10,9x9/10"))] == [Technique.SINGLE]
    assert [one.technique for one in insights(chosen(games, device="touch"))] == [Technique.ONE_ONE]
    assert [one.technique for one in insights(chosen(games, since=150))] == [Technique.ONE_ONE]
    assert [one.technique for one in insights(chosen(games, until=150))] == [Technique.SINGLE]
    assert insights([]) == []
    assert weakest([first]) is None


class Sessions(RuleBasedStateMachine):
    """Days of training: nothing is asked before it is due, and a wrong answer brings it back the next day."""

    def __init__(self) -> None:
        super().__init__()
        missed = [Moment(place, Technique.SINGLE, 0, Outcome.GUESSED, f"key {place}") for place in range(6)]
        self.games = [studied(1, missed)]
        self.answers: list[Answered] = []
        self.now = 1_800_000_000

    @rule(days=st.integers(1, 40))
    def wait(self, days: int) -> None:
        self.now += days * DAY

    @rule(grade=st.sampled_from(Grade))
    def review(self, grade: Grade) -> None:
        waiting = trainer.due(trainer.cards(self.games, self.answers), self.now)
        if not waiting:
            return
        key = waiting[0].key
        self.answers.append(Answered(key, self.now * 1000, grade, 100))
        cards = {card.key: card for card in trainer.cards(self.games, self.answers)}
        memory = cards[key].memory
        assert memory is not None
        assert memory.due_at > self.now
        assert key not in {card.key for card in trainer.due(cards.values(), self.now)}
        assert key in {card.key for card in trainer.due(cards.values(), memory.due_at)}

    @invariant()
    def each_position_is_there_once(self) -> None:
        cards = trainer.cards(self.games, self.answers)
        assert sorted(card.key for card in cards) == [f"key {place}" for place in range(6)]
        reviewed = {answer.item for answer in self.answers}
        assert sum(trainer.boxes(cards)) == len(reviewed)
        waiting = trainer.due(cards, self.now)
        recalls = [card.memory.recall(self.now) for card in waiting if card.memory]
        assert recalls == sorted(recalls)
        assert (trainer.next_due(cards) is None) == (not reviewed)


TestSessions = Sessions.TestCase
TestSessions.settings = settings(max_examples=20, stateful_step_count=20)
