"""What takes long in a long history is computed in a thread, and its answers are bounded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from own_history import fill
from server.http.test_daily import asked, in_loop
from server.off_the_loop import noting_loop
from server.playground import open_lobby

from sapper.history import luck
from sapper.history.store import open_store
from sapper.history.store.learning import Studied
from sapper.learn import insights, moments, trainer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import ModuleType

GAMES = 6


@pytest.mark.parametrize(
    ("path", "module", "name"),
    [
        ("/api/statistics/luck?mine=1", luck, "total"),
        ("/api/statistics/luck?mine=1", luck, "by_level"),
        ("/api/statistics/luck?mine=1", luck, "over_time"),
        ("/api/trainer", trainer, "cards"),
        ("/api/insights", insights, "insights"),
        ("/api/insights", insights, "chosen"),
    ],
)
@in_loop
async def test_the_event_loop_does_not_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, module: ModuleType, name: str
) -> None:
    async with open_lobby(tmp_path) as lobby:
        player = lobby.services.guests.new()
        with open_store(tmp_path / "games.db") as store:
            fill(store, player.key, GAMES)
        while (await asked(lobby, player, path))["left"]:
            pass
        noted: list[bool] = []
        monkeypatch.setattr(module, name, noting_loop(getattr(module, name), noted))
        await asked(lobby, player, path)
        assert noted
        assert not any(noted)


def test_the_trainer_reads_no_more_games_than_it_has_positions_of() -> None:
    """The newest games come first."""
    read = []
    packed = moments.pack([])

    def games() -> Iterator[Studied]:
        for number in range(3):
            read.append(number)
            yield Studied(number, "8x8/10", "random", "mouse", 1, packed)

    assert trainer.cards(games(), (), most=0) == []
    assert len(read) <= 1
