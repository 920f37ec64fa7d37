"""Help in the text game: what it says, what it costs, and why a game was lost."""

from __future__ import annotations

from seeds.play import dialogue, json_talk

from sapper import Rules, Seed
from sapper.display.wording import message
from sapper.session import Session


def session(rules: str = "modern 8x8/10") -> Session:
    seeds = iter(Seed.of(number) for number in range(9))
    return Session(Rules.parse(rules), clock=lambda: 0, seeds=lambda: next(seeds))


def test_before_the_first_click_a_hint_is_the_promise_and_costs_nothing() -> None:
    played = session()
    said = dialogue(played, "h", "h?", full=False)
    assert said.count("The first click always opens an area: choose any square.") == 2
    assert not any(line.startswith("error") for line in said)
    assert played.game.hints == 0


def test_the_first_help_says_what_it_costs() -> None:
    cost = message("text.hinted")
    said = dialogue(session(), "r 4 4", "h", "h", "why 0 0", full=False)
    assert said.count(cost) == 1
    assert said.index(cost) < next(at for at, line in enumerate(said) if "in the" in line and "safe move" in line)
    assert cost not in dialogue(session("modern 8x8/10 practice=on"), "r 4 4", "h", full=False)


def test_whether_a_move_is_certain_is_a_question_of_its_own() -> None:
    played = session()
    said = dialogue(played, "r 4 4", "h?", full=False)
    assert said[-1] == "No: some square is certainly safe."
    assert played.game.hints == 1


def test_a_loss_is_explained() -> None:
    known = session()
    known.play("open", 4, 4)
    known.play("resign")
    row, col = min(known.game.minefield.mines())
    for rules in ("modern 8x8/10", "modern 8x8/10 practice=on"):
        played = session(rules)
        said = dialogue(played, "r 4 4", f"r {row} {col}", full=False)
        verdict = played.judge_loss()
        assert verdict is not None
        assert verdict.sentence in said


def test_a_huge_board_has_no_help_and_says_why() -> None:
    said = dialogue(session("modern 401x250/10000"), "r 4 4; h", full=False)
    assert "error: on boards of more than 100 000 squares hints and odds would take too long" in said


def test_a_bot_asks_whether_it_may_guess() -> None:
    played = session()
    certain, refused = json_talk(
        played,
        {"action": "open", "row": 4, "col": 4},
        {"command": "certain"},
        {"command": "certain", "row": 1},
        {"command": "quit"},
    )[-2:]
    assert certain == {"certain": True}
    assert "error" in refused
    assert played.game.hints == 1


def test_a_bot_is_not_asked() -> None:
    answers = json_talk(
        session(), {"command": "hint"}, {"action": "open", "row": 4, "col": 4}, {"command": "hint"}, {"command": "quit"}
    )
    assert answers[1] == {
        "hint": None,
        "numbers": [],
        "sentence": "The first click always opens an area: choose any square.",
    }
    assert answers[3]["hint"]["certain"]
