"""The replay viewer of a game that several played: what each did stands beside it."""

from __future__ import annotations

from typing import Any

from replay.test_contributions import played
from tui.pilot import Player, play

from sapper.tui.replay.screen import ReplayViewer


def test_the_panel_shows_the_part_of_everybody() -> None:
    async def run(player: Player) -> None:
        viewer: Any = ReplayViewer(played(by=(1, 3)))
        player.app.push_screen(viewer)
        await player.pilot.pause()
        await player.until(lambda: "Players" in viewer.side.text)
        text = viewer.side.text
        assert "Bo" in text
        assert "Dee" in text
        assert "flags 1, mines opened 1" in text
        assert "flags 0, mines opened 0" in text
        assert " 1  D A1" in text
        assert " 2  B " in text

    play(run, size=(120, 40))
