"""Learning in the terminal: the page, a lesson, the trainer, puzzles and Rush, by keys and by mouse."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from tui.pilot import play

from sapper import Action, Game, Replay, Rules, Seed, odds
from sapper.history.recorder import import_replay
from sapper.history.store import open_store
from sapper.learn import insights, moments, trainer
from sapper.learn.questions import Answer, Ask, Reply
from sapper.learn.rush import LENGTH_MS
from sapper.tui.learn.lesson import LessonScreen

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from tui.pilot import Player

    from sapper.history.store import Store

NOW = 1_800_000_000


def learn(script: Any, screen: str, store: Store, **options: Any) -> None:
    play(script, store=store, opens=screen, now=lambda: NOW, **options)


def drill(player: Player) -> Any:
    return player.app.screen


async def claim(player: Player, cell: tuple[int, int]) -> None:
    """Put the cursor on a square and answer with it."""
    drill(player).board.move_cursor(cell)
    await player.press("space")


def answers(player: Player) -> tuple[tuple[int, int], tuple[int, int]]:
    """A right square of the question that is asked, and a wrong one."""
    question = drill(player).attempt.task.question
    chances = odds(question.board)
    mines = {cell for cell in chances.mines if question.board[cell] == 9}
    right = mines if question.ask is Ask.MINE else chances.safe
    wrong = {cell for cell in question.board.closed() if question.board[cell] == 9} - right
    return min(right), min(wrong)


def test_two_minutes_lead_from_the_first_click_to_the_chord() -> None:
    store = open_store(":memory:")

    async def script(player: Player) -> None:
        for cell in ((0, 0), (3, 3), (0, 3), (1, 2), (1, 1)):
            assert "Space" in player.text()
            await claim(player, cell)
            assert drill(player).attempt.is_over, player.text()
            assert "next" in player.text()
            await player.press("space")
        assert "That is the end of the lesson." in player.text()
        await player.press("escape")
        assert player.app.screen is player.screen

    learn(script, "lesson:two-minutes", store, size=(100, 30))
    with store:
        assert [answer.item for answer in store.answers("lesson")] == [
            f"two-minutes/{number}" for number in range(1, 6)
        ]


def test_a_wrong_answer_meets_a_minefield_on_the_board_and_may_be_tried_again() -> None:
    store = open_store(":memory:")

    async def script(player: Player) -> None:
        right, wrong = answers(player)
        question = drill(player).attempt.task.question
        await claim(player, wrong)
        assert "Not proven" in player.text()
        shown = drill(player).board.board
        assert shown[wrong] == 13 or question.ask is Ask.MINE
        assert sum(shown[cell] in (12, 13) for cell in shown) > 0
        await player.press("a")
        assert "Not proven" in player.text()
        await player.press("space")
        assert drill(player).board.board == question.board
        await claim(player, right)
        assert "Proven." in player.text()
        assert "Your rating" in player.text()
        assert "Technique" in player.text()

    learn(script, "puzzles:chain", store, size=(100, 30))
    with store:
        (answer,) = store.answers("puzzle")
        assert answer.grade == 1


def test_the_mouse_answers_too() -> None:
    async def script(player: Player) -> None:
        right, _ = answers(player)
        board = drill(player).board
        x, y = board.place_of(right)
        button = 3 if drill(player).attempt.task.question.ask is Ask.MINE else 1
        await player.pilot.click(board, offset=(x, y), button=button)
        assert drill(player).attempt.is_over

    learn(script, "puzzles:1-1", open_store(":memory:"), size=(100, 30))


def test_rush_ends_with_its_time_and_is_stored() -> None:
    store = open_store(":memory:")

    async def script(player: Player) -> None:
        await claim(player, answers(player)[0])
        assert "1 solved" in player.text()
        await claim(player, answers(player)[1])
        assert "lives 2" in player.text()
        player.clock.now += LENGTH_MS
        await player.until(lambda: drill(player).attempt is None)
        assert "1 solved. Your best is 1." in player.text()

    learn(script, "rush", store, size=(100, 30))
    with store:
        assert [answer.grade for answer in store.answers("rush")] == [1]


def test_without_positions_the_trainer_says_how_to_get_some() -> None:
    async def script(player: Player) -> None:
        assert "no position to train" in player.text()

    learn(script, "training", open_store(":memory:"), size=(80, 24))


def test_the_page_offers_two_minutes_first_and_opens_steps_and_lessons() -> None:
    async def script(player: Player) -> None:
        assert "Learn in two minutes" in player.text()
        await player.press("enter")
        assert isinstance(player.app.screen, LessonScreen)
        await player.press("escape", "down", "down", "down", "down", "down", "enter")
        assert player.app.screen is player.screen
        assert str(player.session.game.rules) == "modern 5x5/3 v1 layout=no-guess-single"
        assert player.session.game.first == (2, 2)

    learn(script, "learn", open_store(":memory:"), size=(80, 24))


def test_a_lost_position_is_trained_at_once() -> None:
    store = open_store(":memory:")

    async def script(player: Player) -> None:
        session = player.session
        await player.go((4, 4))
        await player.press("space")
        while not session.game.status.is_over:
            chances = odds(session.game.board)
            assert chances.safe
            await player.go(min(cell for cell in session.game.board.closed() if cell not in chances.safe))
            await player.press("space")
        await player.until(lambda: player.screen.state.loss is not None)
        await player.press("t")
        assert "Find a square you can prove safe." in player.text()
        assert not drill(player).attempt.task.question.judge(Answer(Reply.NOTHING)).is_right

    play(script, "modern 8x8/10 layout=no-guess", store=store, now=lambda: NOW, size=(100, 30))


def test_games_are_looked_at_in_the_background(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set()
    study_of = trainer.study_of

    def noted(packed: bytes) -> str:
        threads.add(threading.current_thread())
        return study_of(packed)

    monkeypatch.setattr(trainer, "study_of", noted)
    path = tmp_path / "games.db"
    with open_store(path) as store:
        for number in range(12):
            import_replay(store, missed(f"background {number}"), "imported")

    async def page(player: Player) -> None:
        await player.until(lambda: "12 positions due" in player.text())

    with open_store(path) as store:
        learn(page, "learn", store, size=(100, 30))
        assert store.count_unstudied(moments.VERSION) == 0
    assert threads
    assert threading.main_thread() not in threads


def test_the_trainer_asks_once_the_games_are_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        import_replay(store, missed("background 1"), "imported")

    async def script(player: Player) -> None:
        await player.until(lambda: drill(player).attempt is not None)
        await claim(player, answers(player)[0])
        assert "Proven." in player.text()

    with open_store(path) as store:
        learn(script, "training", store, size=(100, 30))


def missed(seed: str) -> Replay:
    """A game that ends with its first needless guess, as practice."""
    game = Game(Rules("8x8/10", layout="no-guess"), seed)
    game.play(Action("open", 4, 4), at=0)
    chances = odds(game.board)
    game.play(Action("open", *min(cell for cell in game.board.closed() if cell not in chances.safe)), at=500)
    if not game.status.is_over:
        game.play(Action("resign"), at=900)
    return Replay.of(game, Seed.of(seed), played_at=NOW)


def test_insights_are_counted_by_level_and_device_and_open_the_trainer() -> None:
    store = open_store(":memory:")
    for number in range(12):
        import_replay(store, missed(f"background {number}"), "imported")

    async def script(player: Player) -> None:
        page: Any = player.app.screen
        await player.until(lambda: bool(page.found))
        counted = insights.insights(store.studied(moments.VERSION))
        assert page.found == counted
        for one in counted:
            assert f"{one.seen}" in player.text()
        await player.press("l")
        assert page.level == page.levels[1]
        assert page.level in player.text()
        await player.press("d", "d")
        assert "There are no games to look at yet." in player.text()  # none by keyboard
        await player.press("d", "d", "d", "enter")
        assert drill(player).technique is page.found[0].technique
        assert drill(player).attempt is not None

    learn(script, "insights", store, size=(100, 30))
