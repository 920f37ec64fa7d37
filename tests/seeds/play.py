"""Fixed minefields, scripted players and a clock for the tests of the seeds."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

from command_line import run

from sapper import Delta, FixedLayout, Game, Minefield, Rules, Seed
from sapper.display.wording import message
from sapper.session import Session
from sapper.text.json_lines import JsonLines
from sapper.text.play import Dialogue
from sapper.text.terminal import TerminalGame

if TYPE_CHECKING:
    from subprocess import CompletedProcess

Cell = tuple[int, int]

WALL = "..*.. ..*.. ..*.. ..*.. ..*.."

PROMPT = f"{message('cli-terminal.prompt')} "


class Clock:
    """A clock that only moves when a test sets it."""

    def __init__(self) -> None:
        self.now = 1000

    def __call__(self) -> int:
        return self.now


def game_on(rows: str, rules: str = "modern") -> Game:
    """Start a game on a fixed minefield, under rules written as text without a level."""
    minefield = Minefield.from_text(rows)
    return Game(Rules.parse(f"{rules} {minefield.level}"), layout=FixedLayout(minefield))


def session_on(rows: str, rules: str = "modern", *, clock: Clock | None = None) -> Session:
    """Start a session whose first game is on a fixed minefield."""
    minefield = Minefield.from_text(rows)
    chosen, layout = Rules.parse(f"{rules} {minefield.level}"), FixedLayout(minefield)
    return Session(chosen, clock=clock or Clock(), seeds=lambda: Seed.of("fixed"), layout=layout)


def shown(game: Game) -> str:
    """Write the rows of the visible board on one line."""
    return " ".join(str(game.board).splitlines()[1:])


def changed(delta: Delta) -> list[Cell]:
    """List the cells that an action changed, in order."""
    return [(row, col) for row, col, _ in delta]


def around(width: int, height: int, row: int, col: int) -> set[Cell]:
    """Find the neighbours of a cell, the slow and certain way."""
    near = {(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)} - {(row, col)}
    return {(r, c) for r, c in near if 0 <= r < height and 0 <= c < width}


def ripple(minefield: Minefield, first: Cell) -> dict[Cell, int]:
    """Tell which cells an opening reaches and after how many steps, the slow and certain way."""
    width, height = minefield.level.width, minefield.level.height
    steps = {first: 0}
    edge = [first]
    while edge:
        reached = {
            near
            for cell in edge
            if minefield.number(*cell) == 0
            for near in around(width, height, *cell)
            if near not in steps
        }
        depth = steps[edge[0]] + 1
        steps.update(dict.fromkeys(reached, depth))
        edge = sorted(reached)
    return steps


def all_open(minefield: Minefield, game: Game) -> None:
    """Open every safe cell that is still closed, until the game is over."""
    level = minefield.level
    for row in range(level.height):
        for col in range(level.width):
            if not minefield.is_mine(row, col) and game.board[row, col] > 8:
                game.open(row, col)


def terminal_talk(session: Session, *lines: str) -> str:
    """Play the oldest text game and return everything it printed."""
    out = io.StringIO()
    TerminalGame(session, io.StringIO("".join(f"{line}\n" for line in lines)), out).run()
    return out.getvalue()


def terminal(rows: str, *lines: str, rules: str = "terminal") -> str:
    """Play the oldest text game on a fixed minefield and return everything it printed."""
    return terminal_talk(session_on(rows, rules), *lines)


def answers(talk: str) -> list[str]:
    """Split what the oldest text game printed into what came before, between and after its prompts."""
    return talk.split(PROMPT)


def dialogue(session: Session, *lines: str, full: bool = True) -> list[str]:
    """Play the default text game and return the lines it printed."""
    out = io.StringIO()
    Dialogue(session, io.StringIO("".join(f"{line}\n" for line in lines)), out, full=full, prompt=False).run()
    return out.getvalue().splitlines()


def json_talk(session: Session, *messages: dict[str, object]) -> list[dict[str, Any]]:
    """Play by JSON lines and return the objects it answered, the first board included."""
    out = io.StringIO()
    JsonLines(session, io.StringIO("".join(f"{json.dumps(message)}\n" for message in messages)), out).run()
    return [json.loads(line) for line in out.getvalue().splitlines()]


def command(*arguments: str, lines: str = "") -> CompletedProcess[str]:
    """Run the `sapper` command."""
    return run(*arguments, given=lines)
