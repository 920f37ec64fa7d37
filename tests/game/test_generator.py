"""No-guess boards: proven, uniform, the same every time, and never silently something else."""

from __future__ import annotations

import json
from collections import Counter
from math import sqrt
from typing import TYPE_CHECKING

import pytest
from checker import check_proof
from command_line import run
from oracle import layouts, neighbours

from sapper import (
    Game,
    GameError,
    Grade,
    Level,
    Minefield,
    NoBoard,
    Rules,
    RulesError,
    Seed,
    _kernel,
    generate,
    grade,
    prove,
)
from sapper.generator import KERNEL_GRADES, generate_many

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.kernel

PRESETS = [
    ("beginner", (4, 4)),
    ("beginner-9", (0, 0)),
    ("intermediate", (8, 8)),
    ("expert", (8, 15)),
    ("expert", (0, 0)),
]


def solved_by(field: Minefield, first: tuple[int, int], up_to: Grade) -> tuple[bool, Grade | None]:
    cell = first[0] * field.level.width + first[1]
    solution = _kernel.grade(field._truth, cell, KERNEL_GRADES[up_to])
    return solution.solved, next((g for g, rule in KERNEL_GRADES.items() if rule == solution.hardest), None)


@pytest.mark.parametrize("up_to", Grade)
@pytest.mark.parametrize(("level", "first"), PRESETS)
def test_every_board_is_solved_by_its_grade_and_verified(level: str, first: tuple[int, int], up_to: Grade) -> None:
    hard = up_to is Grade.SINGLE and level == "expert"
    for puzzle in generate_many(level, first, f"{level}{up_to}", 10 if hard else 60, up_to, threads=2):
        field = puzzle.minefield
        assert puzzle.uniform
        assert field.number(*first) == 0
        assert not field.is_mine(*first)
        assert solved_by(field, first, up_to)[0]
        assert _kernel.needs_no_guess(field._truth, first[0] * field.level.width + first[1])


@pytest.mark.parametrize("needed", Grade)
def test_exactly_a_grade_is_also_needed(needed: Grade) -> None:
    for puzzle in generate_many("intermediate", (8, 8), "exactly", 15, needed, exactly=True, threads=2):
        difficulty = grade(puzzle.minefield, puzzle.first)
        assert difficulty.hardest is needed
        assert not difficulty.needs_guess


@pytest.mark.parametrize(("level", "first"), [("30x16/130", (8, 15)), ("30x24/200", (12, 15)), ("16x16/70", (0, 0))])
def test_dense_boards_are_repaired_and_say_that_they_are_not_uniform(level: str, first: tuple[int, int]) -> None:
    for puzzle in generate_many(level, first, "dense", 15, threads=2):
        assert not puzzle.uniform
        assert puzzle.minefield.level == Level.parse(level)
        assert _kernel.needs_no_guess(puzzle.minefield._truth, first[0] * puzzle.level.width + first[1])


@pytest.mark.parametrize("up_to", Grade)
@pytest.mark.parametrize("level", ["5x4/4", "4x4/4"])  # below the density of 22 %, and above
def test_small_boards_are_uniform_over_all_layouts_of_their_grade(level: str, up_to: Grade) -> None:
    board, first = Level.parse(level), (0, 0)
    free = {first, *neighbours(board.width, board.height, first)}
    sizes = board.width, board.height
    fields = [Minefield.from_mines(*sizes, mines) for mines in layouts(*sizes, board.mines, free)]
    allowed = {field.to_bytes() for field in fields if solved_by(field, first, up_to)[0]}
    assert 10 < len(allowed) < len(fields)
    is_asked_for = board.density > 0.22
    puzzles = generate_many(board, first, "uniform", 30 * len(allowed), up_to, uniform=is_asked_for)
    counts = Counter(puzzle.minefield.to_bytes() for puzzle in puzzles if puzzle.uniform)
    assert counts.keys() <= allowed
    expected = 30.0
    statistic = sum((counts[bits] - expected) ** 2 / expected for bits in allowed)
    freedom = len(allowed) - 1
    assert abs(statistic - freedom) / sqrt(2 * freedom) < 5


def test_a_uniform_board_that_is_not_found_says_how_many_were_tried() -> None:
    with pytest.raises(NoBoard, match=r"none of \d+ random 16x16/99 boards passed .* need not be uniform"):
        generate("16x16/99", (8, 8), 1, uniform=True, budget=100_000)


def test_the_same_seed_and_first_click_give_the_same_board() -> None:
    assert generate("expert", (3, 4), "x") == generate("expert", (3, 4), "x")
    assert generate("expert", (3, 4), "x") != generate("expert", (4, 3), "x")
    one, four = (list(generate_many("9x9/10", (4, 4), "t", 30, threads=threads)) for threads in (1, 4))
    assert one == four


def test_golden_boards() -> None:
    found = [generate("8x8/10", (3, 3), "golden", up_to).minefield.to_bytes().hex() for up_to in ("single", "full")]
    found.append(generate("16x16/70", (8, 8), "golden").minefield.to_bytes().hex())
    assert found == [
        "149082c000008100",
        "149082c000008100",
        "0bc20802da06325080818149e032220582251800c08102c15030017004281368",
    ]


@pytest.mark.parametrize("up_to", Grade)
def test_a_game_lays_a_no_guess_board_at_its_first_click(up_to: Grade) -> None:
    name = "no-guess" if up_to is Grade.FULL else f"no-guess-{up_to}"
    rules = Rules("intermediate", layout=name)
    assert Rules.parse(str(rules)) == rules
    game = Game(rules, 5)
    game.open(3, 9)
    assert Game.replay(rules, 5, actions=game.log).board == game.board
    game.play(game.log[0].action.__class__("resign"))
    assert game.minefield == generate("intermediate", (3, 9), 5, up_to).minefield
    assert prove(game).is_complete


def test_a_budget_that_ends_is_an_error_and_not_another_board(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoBoard, match=r"no 30x16/220 board .* such boards are known up to about \d+\s%\smines"):
        generate("30x16/220", (8, 15), 1, budget=50_000)
    monkeypatch.setattr("sapper.generator.DEFAULT_BUDGET", 50_000)
    game = Game(Rules("30x16/220", layout="no-guess"), 1)
    with pytest.raises(RulesError, match="random boards"):
        game.open(4, 4)
    assert (game.seq, game.status) == (0, "ready")


@pytest.mark.parametrize("level", ["1x1/0", "1x2/1", "2x2/1", "3x3/1", "1x30/5", "30x1/5", "5x5/0"])
def test_tiny_boards_are_made_or_refused(level: str) -> None:
    try:
        puzzle = generate(level, (0, 0), 1, budget=1_000_000)
    except NoBoard:
        return
    assert not puzzle.minefield.is_mine(0, 0)
    assert _kernel.needs_no_guess(puzzle.minefield._truth, 0)


@pytest.mark.parametrize(("level", "first"), [("9x9/10", (4, 4)), ("9x9/14", (0, 0)), ("16x16/40", (8, 8))])
def test_proofs_pass_a_checker_that_shares_no_code(level: str, first: tuple[int, int]) -> None:
    tried = steps = 0
    for puzzle in generate_many(level, first, "proof", 12):
        proof = prove(puzzle.minefield, first)
        assert proof.is_complete
        tried += check_proof(puzzle.minefield, proof)
        steps += len(proof.steps)
    assert tried > 0.95 * steps


def test_a_proof_of_a_board_that_needs_a_guess_stops_there() -> None:
    field = Minefield.from_text("....\n....\n...*\n..*.")
    proof = prove(Minefield.from_text(".....\n.....\n.....\n....*"), (0, 0))
    assert proof.is_complete
    guess = prove(field, (0, 0))
    assert check_proof(field, guess) == len(guess.steps)
    coin = Minefield.from_text("...*\n....")
    assert grade(coin, (0, 0)).needs_guess
    assert str(prove(coin, (0, 0))).endswith("Here a guess is unavoidable.")


def test_a_game_in_play_is_not_proven() -> None:
    game = Game(Rules("beginner", layout="no-guess"), 1)
    game.open(0, 0)
    with pytest.raises(GameError, match="when the game is over"):
        prove(game)
    with pytest.raises(GameError, match="first click"):
        prove(Minefield.from_text("..\n.*"))


def test_a_proof_is_text_and_data() -> None:
    proof = prove(generate("9x9/10", (4, 4), "rain").minefield, (4, 4))
    data = json.loads(json.dumps(proof.to_json()))
    assert data["complete"]
    assert len(data["steps"]) == len(proof.steps)
    assert str(proof).splitlines()[0].startswith("9x9/10, first click E5: opens ")
    assert str(proof).endswith("no guess was needed.")


def test_the_generate_command_prints_one_object_per_board() -> None:
    options = ["--level", "expert", "--no-guess", "--first", "8,15", "--count", "4", "--seed", "S", "--json"]
    done = run("generate", *options, "--threads", "2")
    assert done.stdout == run("generate", *options).stdout
    boards = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(boards) == 4
    for index, board in enumerate(boards):
        assert board.keys() == {"level", "first", "seed", "grade", "uniform", "mines"}
        assert (board["level"], board["first"], board["grade"], board["uniform"]) == ("30x16/99", [8, 15], "full", True)
        assert len(board["mines"]) == 99
        assert Seed.of(board["seed"]).bits == _kernel.derive_seed(Seed.of("S").bits, index)
        again = generate("expert", (8, 15), board["seed"]).minefield
        assert again.mines() == [tuple(mine) for mine in board["mines"]]


def test_prove_and_grade_read_what_generate_prints() -> None:
    board = run("generate", "--level", "9x9/12", "--exactly", "pairs", "--seed", "S").stdout
    assert run("grade", given=board).stdout.startswith("hardest rule: pairs; steps: ")
    assert run("prove", given=board).stdout.endswith("no guess was needed.\n")
    assert json.loads(run("grade", "--json", given=board).stdout)["needs_guess"] is False
    assert json.loads(run("prove", "--json", given=board).stdout)["complete"] is True
    seeded = run("prove", "--level", "9x9/12", "--no-guess", "pairs", "--seed", "S", "--first", "4,4")
    assert seeded.stdout.endswith("no guess was needed.\n")


def test_every_command_reads_what_generate_prints(tmp_path: Path) -> None:
    board = run("generate", "--level", "9x9/10", "--first", "1,7", "--seed", "S").stdout
    file = tmp_path / "board.txt"
    file.write_text(board)
    plain = "".join(line for line in board.splitlines(keepends=True) if not line.startswith("#"))
    level_first = f"9x9/10\n{plain}"
    assert run("board", str(file)).stdout == plain.rstrip("\n") + "\n"
    assert run("board", "-", given=level_first).stdout == plain.rstrip("\n") + "\n"
    assert run("board", str(file), "--to", "tatham").stdout.startswith("9x9:7,1,m")
    assert run("prove", str(file)).stdout.endswith("no guess was needed.\n")
    data = ["--data", str(tmp_path / "data")]
    assert "mines left" in run("text", "--board", str(file), *data, given="r 1 7\nq\n").stdout
    for command in ("odds", "hint", "move"):
        assert run(command, str(file)).stdout
    assert "ok" in run("odds", str(file)).stdout


def test_a_position_without_a_level_needs_the_number_of_mines() -> None:
    position = "11..\n####\n"
    with_level = run("odds", given=f"4x2/2\n{position}").stdout
    assert run("odds", "--mines", "2", given=position).stdout == with_level
    refused = run("odds", given=position)
    assert refused.returncode == 2
    assert "--mines says how many mines there are" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "given", "says"),
    [
        (["board", "-"], "3x1/2\n*..", "the board is 3x1/1, and should be 3x1/2"),
        (["hint"], "*", "0 to 0 mines"),
        (["hint"], "...\n.*.\n...", "the middle of this minefield is a mine"),
        (["generate", "--no-guess", "psychic"], "", "choose single, pairs, chains, count, full"),
        (["generate", "--level", "30x16/220", "--budget", "50000"], "", "was found within the work budget"),
        (["generate", "--first", "99,99"], "", "off the 30x16 board"),
        (["generate", "--count", "0"], "", "at least 1"),
        (["prove"], "", "the file is empty"),
        (["prove"], "*.\n?.", "'?' is not a square of a board: use * . 0"),
        (["grade", "--level", "expert"], "", "needs a --seed"),
        (["grade", "--first", "5,5"], "..\n.*", "off the 2x2 board"),
        (["hint"], "3x1/1\n.3.", "no minefield explains this board"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], given: str, says: str) -> None:
    done = run(*arguments, given=given)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
