"""The report on a page of the terminal: its figures are those of the report, and it leads to the replay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from tui.pilot import play
from tui.saved_games import a_store
from tui.scenes import reported

from sapper.analysis.report import MoveQuality, report
from sapper.coordinates import cell_name
from sapper.display.luck_rows import points
from sapper.display.wording import wording
from sapper.tui.learn.drill import TrainingScreen
from sapper.tui.replay.report import ReportPage
from sapper.tui.replay.screen import ReplayViewer

if TYPE_CHECKING:
    from tui.pilot import Player


def page(player: Player) -> Any:
    return player.app.screen


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_finished_game_is_reported_and_its_turning_points_lead_to_the_replay(size: tuple[int, int]) -> None:
    async def script(player: Player) -> None:
        await reported(player)
        assert isinstance(page(player), ReportPage)
        found = report(page(player).replay)
        shown = "\n".join("".join(text for text, _ in line.parts) for line in page(player)._lines)
        assert wording().phrase(found.phrase) in shown
        moves = [move for move in found.moves if move.is_turning_point]
        assert page(player).turning_points == moves
        assert any(move.quality is MoveQuality.NEEDLESS_GUESS for move in moves)
        for move in moves:
            first = rf"\s{move.place + 1}\s+{cell_name(*move.cells[0])}\s"
            (row,) = (line for line in shown.splitlines() if re.search(first, line))
            assert points(move.luck) in row
        assert sum(found.count(quality) for quality in MoveQuality) == len(found.moves)
        worst = page(player).move
        assert worst.given_away - min(worst.luck, 0) == max(move.given_away - min(move.luck, 0) for move in moves)
        await player.press(*["up"] * len(moves))
        assert page(player).move == moves[0]
        await player.press("down", "enter")
        assert isinstance(page(player), ReplayViewer)
        assert page(player).playback.place == moves[1].place + 1
        await player.press("r")
        assert isinstance(page(player), ReportPage)
        await player.press("escape", "escape", "t")
        assert isinstance(page(player), TrainingScreen)
        assert page(player).attempt is not None

    play(script, "modern 30x16/99", size=size, store=a_store())


def test_a_game_without_a_report_says_why() -> None:
    async def script(player: Player) -> None:
        await player.press("space")
        while not player.session.game.status.is_over:
            board = player.session.game.board
            player.session.play("open", *next(iter(board.closed())))
        player.screen.refresh_all()
        await player.press("p")
        await player.until(lambda: isinstance(page(player), ReportPage) and page(player)._lines)
        assert "one life" in "".join(text for line in page(player)._lines for text, _ in line.parts)

    play(script, "modern 8x8/10 lives=2", store=a_store())
