"""What players notice of a rolling restart: two servers behind nginx as deploy/ has it, restarted one after the other.

make bench, or PYTHONPATH=tests .venv/bin/python -P bench/rolling.py [--players N] [--pause SECONDS]

Each player comes from an address of its own over TLS and plays a move after each pause. The longest time between two
answers is what a player waits; the floor is the longest one without a restart, on the same machine in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from server.proxy import Site
from server.rolling import assert_nothing_was_lost, everybody_plays, playing, restart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from server.rolling import Player

_QUIET = 3.0  # seconds without a restart, for comparison


def waits(players: Sequence[Player], pause: float) -> str:
    """Return the longest waits since the last call in words."""
    found = sorted(max(0.0, player.longest - pause) for player in players)
    for player in players:
        player.longest = 0.0
    return f"longest wait {found[-1]:.2f} s, of half of the players at most {found[len(found) // 2]:.2f} s"


async def roll(site: Site, count: int, pause: float) -> None:
    async with playing(site, count, pause) as players:
        waits(players, pause)
        await asyncio.sleep(_QUIET)
        print(f"{count} players, a move every {pause} s, no restart: {waits(players, pause)}")
        for number, name in enumerate(site.names):
            await restart(site, number)
            await everybody_plays(players)
            print(f"restart of server {name}: {waits(players, pause)} (target 1 s), {count} of {count} play again")
    assert_nothing_was_lost(site.folder, players)
    print(f"{sum(player.acknowledged for player in players)} acknowledged moves, 0 lost")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=30)
    parser.add_argument("--pause", type=float, default=0.1)
    options = parser.parse_args()
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if nginx is None:
        print("nginx is not installed: nothing was measured")
        return
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), nginx)
        try:
            asyncio.run(roll(site, options.players, options.pause))
        finally:
            site.close()


if __name__ == "__main__":
    main()
