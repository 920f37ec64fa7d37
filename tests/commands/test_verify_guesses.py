"""`sapper verify` names the guesses of a game whose rules judge them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.test_fair_guess import play_well

from sapper import Action, Game, Replay, Rules, Seed, odds
from sapper.cli import main
from sapper.coordinates import cell_name

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SEED = Seed.of("a rainy day")


def verified(game: Game, folder: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    file = folder / "game.sapper"
    file.write_text(Replay.of(game, SEED).to_text(), "utf-8")
    assert main(["verify", str(file)]) == 0
    return capsys.readouterr().out.splitlines()


def test_forced_guesses_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = play_well(Rules("9x9/20", first="any", guessing="forgiven"), SEED)
    assert game.forgiven > 1
    lines = verified(game, tmp_path, capsys)
    (line,) = (line for line in lines if line.startswith("forced guesses"))
    assert f"safe, {game.forgiven}: A1 " in line
    assert "needless guesses, 0" in lines


def test_a_needless_guess_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(Rules("9x9/20", first="any", guessing="punished"), SEED)
    while True:
        chances = odds(game.board)
        doubtful = [cell for cell in game.board.closed() if 0 < chances.risk(cell) < 1]
        if chances.safe and doubtful:
            break
        game.play(Action("open", *min(chances.safe or doubtful)), at=5)
    cell = doubtful[0]
    game.play(Action("open", *cell), at=10)
    assert game.is_lost
    assert f"needless guesses, 1: {cell_name(*cell)}" in verified(game, tmp_path, capsys)


def test_a_game_on_an_honest_board_has_no_such_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(Rules("9x9/12"), SEED)
    game.play(Action("open", 4, 4), at=0)
    game.play(Action("resign"), at=10)
    assert not any("guesses" in line for line in verified(game, tmp_path, capsys))
