"""Every row of the table of gestures that a mouse can make, through the widget."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tui.pilot import STILL, Player, play

from sapper import Action, Board, Rules
from sapper.action import Kind
from sapper.board import SYMBOLS, CellState
from sapper.coordinates import cell_name, parse_cell

GESTURES = tomllib.loads((Path(__file__).parents[2] / "data" / "gestures.toml").read_text("utf-8"))["gesture"]
MARKS = {Kind.FLAG: CellState.FLAG, Kind.QUESTION: CellState.QUESTION, Kind.CLEAR: CellState.HIDDEN}


def is_of_the_mouse(row: dict[str, Any]) -> bool:
    kinds = {line.split()[0] for line in row["events"].strip().splitlines()}
    if any(kind[0] in "TK" for kind in kinds):
        return False
    # The terminal reports the time of every press, and so the widget does.
    return str(row["name"]) != "without times there are no double clicks"


def untimed_clicks_are_apart(row: dict[str, Any]) -> bool:
    return "@" not in row["events"]


def put(board: Board, cell: tuple[int, int], value: int) -> Board:
    cells = bytearray(board.to_bytes())
    cells[cell[0] * board.level.width + cell[1]] = value
    return Board.from_bytes(board.level, bytes(cells))


@pytest.mark.parametrize("row", [row for row in GESTURES if is_of_the_mouse(row)], ids=lambda row: row["name"])
def test_the_table(row: dict[str, Any]) -> None:
    ruleset = row.get("ruleset", "modern")
    start = Board.parse(row["board"])
    rules = Rules.parse(f"{ruleset} {start.level} {row.get('rules', '')}")
    given: list[Action] = []

    async def script(player: Player) -> None:
        screen, game = player.screen, player.session.game

        def show(board: Board) -> None:
            game.board = board
            screen.board.show(board)

        def note(action: Action, device: str) -> None:
            assert device == "mouse"
            given.append(action)
            if action.kind in MARKS:
                show(put(game.board, (action.row, action.col), MARKS[action.kind]))

        screen.commands.moves.play = note
        show(start)
        for line in row["events"].strip().splitlines():
            rule, tilde, pressed = line.partition("~")
            event, _, expected = rule.partition("->")
            words = [word for word in event.split() if not word.startswith("@")]
            at = [int(word[1:]) for word in event.split() if word.startswith("@")]
            player.clock.now = at[0] if at else player.clock.now + 5000 * untimed_clicks_are_apart(row)
            kind, *rest = words
            cell = parse_cell(rest[0]) if rest else None
            given.clear()
            if kind == "=":
                assert cell
                show(put(game.board, cell, SYMBOLS.index(rest[1])))
            elif kind == "X":
                screen.state.mouse.cancel()
                screen.board.pressed = set()
            elif kind == ">":
                await player.point(">", "", cell)
            else:
                await player.point(kind[-1], kind[-2], cell, shift=kind[0] == "S")
            assert [f"{action.kind} {cell_name(action.row, action.col)}" for action in given] == [
                part.strip() for part in expected.split(",") if part.strip()
            ], line
            if tilde:
                assert screen.board.pressed == {parse_cell(name) for name in pressed.split()}, line

    settings = STILL.change(
        "controls", **{name.replace("-", "_"): value for name, value in row.get("controls", {}).items()}
    )
    play(script, str(rules), settings=settings)


def test_most_of_the_table_is_played() -> None:
    assert sum(map(is_of_the_mouse, GESTURES)) >= 40
