"""The main screens with a game on them, always the same: for snapshots, and for the pictures of the docs."""

from __future__ import annotations

import os
import re
import time
from contextlib import contextmanager
from html import unescape
from typing import TYPE_CHECKING, Any, NamedTuple

from tui.pilot import STILL, Player, play
from tui.saved_games import NOW, a_store, save_history

from sapper import Game, Replay, Rules, Seed
from sapper.action import Action, Kind
from sapper.analysis.odds import odds
from sapper.board import CellState
from sapper.history.recorder import import_replay
from sapper.tui.screens import open_screen

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

SMALL, LARGE = (80, 24), (120, 40)
COLUMN = 12.2  # the width of a column in a picture
_NEEDLESS = (
    re.compile(r"\s*@font-face \{.*?\}\n", re.DOTALL),  # fonts from afar
    re.compile(r'\s*<clipPath id="[\w-]+-line-\d+">.*?</clipPath>', re.DOTALL),  # lines never run over
    re.compile(r' clip-path="url\(#[\w-]+-line-\d+\)"'),
    re.compile(r' shape-rendering="crispEdges"'),
    re.compile(r"<!--.*?-->", re.DOTALL),
)
_ID = re.compile(r"terminal-\d+")
_TEXT = re.compile(r'<text[^>]* x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</text>')


class Scene(NamedTuple):
    """A screen: the rules and the size, and what leads to it."""

    lead: Callable[[Player], Awaitable[None]]
    rules: str = "modern 16x16/40"
    size: tuple[int, int] = SMALL
    games: int = 240  # played before
    opens: str = ""  # the screen that is shown first


def moves(player: Player, count: int) -> None:
    """Play as a careful player does: open what is safe, flag what is a mine beside it."""
    screen, board = player.screen, player.session.game.board
    level = board.level
    screen.commands.moves.play_now(Action(Kind.OPEN, level.height // 2, level.width // 2), "key")
    for number in range(count):
        if player.session.game.status.is_over:
            return
        player.clock.now += 900 + number % 5 * 130
        known = odds(player.session.game.board)
        board = player.session.game.board
        mines = sorted(cell for cell in known.mines if board[cell] == CellState.HIDDEN)
        safe = sorted(known.safe)
        if mines and (number % 3 == 2 or not safe):
            screen.commands.moves.play_now(Action(Kind.FLAG, *mines[0]), "key")
        elif safe:
            screen.commands.moves.play_now(Action(Kind.OPEN, *safe[number * 7 % len(safe)]), "key")
    screen.put_cursor((level.height // 2, level.width // 2))
    screen.refresh_all()


def after(count: int, *keys: str) -> Callable[[Player], Awaitable[None]]:
    async def lead(player: Player) -> None:
        moves(player, count)
        await player.press(*keys)

    return lead


def keys(*strokes: str) -> Callable[[Player], Awaitable[None]]:
    async def lead(player: Player) -> None:
        await player.press(*strokes)

    return lead


async def reviewed(player: Player) -> None:
    """Wait until the background work on a finished game is done and shown."""
    await player.until(lambda: player.screen.state.summary is not None)
    await player.until(lambda: player.screen.state.summary.review_task.share == 1.0)
    await player.pilot.pause()


async def win(player: Player) -> None:
    moves(player, 200)
    await reviewed(player)


async def lose(player: Player) -> None:
    moves(player, 24)
    board = player.session.game.board
    mine = min(cell for cell in odds(board).mines if board[cell] == CellState.HIDDEN)
    player.screen.commands.moves.play_now(Action(Kind.OPEN, *mine), "key")
    await reviewed(player)


async def reported(player: Player) -> None:
    """Play half a board with some needless guesses, hit a mine, and open the report."""
    moves(player, 60)
    screen = player.screen
    for number in range(40):
        board = player.session.game.board
        if player.session.game.status.is_over:
            break
        known = odds(board)
        doubtful = [cell for cell in board.closed() if cell not in known.safe and cell not in known.mines]
        cell = doubtful[0] if number % 5 == 3 and doubtful else min(known.safe or doubtful)
        player.clock.now += 1700
        screen.commands.moves.play_now(Action(Kind.OPEN, *cell), "key")
    if not player.session.game.status.is_over:
        await lose(player)
    await reviewed(player)
    await player.press("p")
    await player.until(lambda: getattr(player.app.screen, "report", None) is not None)


async def refuted(player: Player) -> None:
    """Answer a question with a square that is not proven."""
    screen: Any = player.app.screen
    board = screen.attempt.task.question.board
    safe = odds(board).safe
    screen.board.move_cursor(next(cell for cell in board.closed() if cell not in safe and board[cell] == 9))
    await player.press("space")


async def studied(player: Player) -> None:
    """Open the insights of some real games."""
    store = player.app.store
    assert store is not None
    for number in range(40):
        import_replay(store, needless(f"rainy day {number}", 3 + number % 9), "imported")
    player.app.push_screen(open_screen("insights"))
    await player.until(lambda: bool(getattr(player.app.screen, "found", None)))


def needless(seed: str, moves: int) -> Replay:
    """Return a game that opens what is safe, and guesses at every fifth move."""
    rules = Rules.parse("modern 16x16/40 layout=no-guess")
    game, at = Game(rules, seed), 0
    game.play(Action(Kind.OPEN, 8, 8), at=0)
    for number in range(moves * 10):
        known = odds(game.board)
        doubtful = [cell for cell in game.board.closed() if cell not in known.safe and cell not in known.mines]
        if game.status.is_over or not known.safe:
            break
        at += 400 + 900 * (number % 4)
        cell = doubtful[0] if number % 5 == 3 and doubtful else min(known.safe)
        game.play(Action(Kind.OPEN, *cell), at=at)
    if not game.status.is_over:
        game.play(Action(Kind.RESIGN), at=at + 900)
    return Replay.of(game, Seed.of(seed), played_at=NOW)


async def pencilled(player: Player) -> None:
    """Draft a mine, and let follow what follows."""
    moves(player, 24)
    board = player.session.game.board
    known = odds(board)
    cell = min(
        (cell for cell in board.closed() if cell not in known.safe | known.mines),
        key=lambda cell: (-sum(board[other] <= 8 for other in board.level.neighbours(*cell)), cell),
    )
    await player.go(cell)
    await player.press("d", "f", "D")


SCENES = {
    "first-run": Scene(keys(), "modern 8x8/10", games=0),
    "play-80x24": Scene(after(24)),
    "play-120x40": Scene(after(60), "modern 30x16/99 layout=no-guess", LARGE),
    "hint": Scene(after(24, "h", "h", "h")),
    "paused": Scene(after(24, "p")),
    "won": Scene(win, "modern 8x8/10 layout=no-guess"),
    "lost": Scene(lose),
    "report": Scene(reported, "modern 30x16/99", LARGE, games=0),
    "learn": Scene(keys(), opens="learn", games=0),
    "insights": Scene(studied, games=0),
    "puzzle": Scene(refuted, opens="puzzles:chain", games=0),
    "lesson": Scene(keys(), opens="lesson:one-one", games=0),
    "draft": Scene(pencilled),
    "best-times": Scene(keys("t"), "modern 30x16/99"),
    "statistics": Scene(keys("s", "l", "l", "l"), size=(80, 36)),
    "history": Scene(keys("f10", "y", "down")),
    "settings": Scene(keys("f10", "w", "down", "down", "down", "down")),
    "help": Scene(keys("?", "4")),
}


def picture(name: str, title: str = "Sapper", theme: str = "dark") -> str:
    """Run a scene and return it as SVG."""
    scene = SCENES[name]
    taken = []

    async def script(player: Player) -> None:
        await scene.lead(player)
        await player.pilot.pause()
        taken.append(player.app.export_screenshot(title=title))

    store = a_store()
    save_history(store, scene.games)
    given: dict[str, Any] = {"store": store, "size": scene.size, "now": lambda: NOW, "opens": scene.opens}
    with in_utc():
        play(script, scene.rules, settings=STILL.change("display", theme=theme), **given)
    return tidied(taken[0])


@contextmanager
def in_utc() -> Iterator[None]:
    """Use one time zone for dates, whatever the machine's."""
    usual = os.environ.get("TZ")
    os.environ["TZ"] = "UTC"
    time.tzset()
    try:
        yield
    finally:
        os.environ.pop("TZ")
        if usual is not None:
            os.environ["TZ"] = usual
        time.tzset()


def tidied(svg: str) -> str:
    """Return a picture without what cannot be seen and without names that differ each time."""
    svg = _ID.sub("s", svg)
    for needless in _NEEDLESS:
        svg = needless.sub("", svg)
    svg = svg.replace("<style>", "<style>rect { shape-rendering: crispEdges; }", 1)
    svg = svg.replace("/><rect", "/>\n<rect").replace("</text><text", "</text>\n<text")
    return "\n".join(line.strip() for line in svg.splitlines() if line.strip()) + "\n"


def text_of(svg: str) -> list[str]:
    """Return the lines of text in a picture, without colours: what every version of Textual draws alike."""
    lines: dict[float, str] = {}
    for x, y, text in sorted(_TEXT.findall(svg), key=lambda found: float(found[0])):
        before = lines.get(float(y), "")
        lines[float(y)] = before.ljust(round(float(x) / COLUMN)) + unescape(text).replace("\xa0", " ")
    return [lines[y].rstrip() for y in sorted(lines)]
