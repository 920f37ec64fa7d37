"""A start without garbage collections, which begin after the first frame or when the command ends."""

from __future__ import annotations

import asyncio
import gc

import pytest
from tui.pilot import Clock

from sapper import Rules, Seed
from sapper.commands.playing.quick_start import quick_start
from sapper.controls.settings import Settings
from sapper.session import Session
from sapper.tui.app import SapperApp
from sapper.tui.drawing.ink import Depth
from sapper.tui.play.screen import PlayScreen


def test_no_garbage_is_collected_until_the_block_ends_even_by_a_fault() -> None:
    seen = []

    def fail() -> None:
        with quick_start():
            seen.append(gc.isenabled())
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert seen == [False]
    assert gc.isenabled()


def test_the_first_frame_has_every_part(monkeypatch: pytest.MonkeyPatch) -> None:
    mounted = PlayScreen.on_mount
    shown: list[str] = []

    def mount(screen: PlayScreen) -> None:
        mounted(screen)
        shown.extend(part.text for part in (screen.title_bar, screen.triad, screen.side, screen.footer))

    async def show() -> None:
        clock = Clock()
        session = Session(Rules("beginner"), clock=clock, seeds=lambda: Seed.of("rain"))
        async with SapperApp(session, Settings(), clock=clock, depth=Depth.TRUE).run_test():
            pass

    monkeypatch.setattr(PlayScreen, "on_mount", mount)
    asyncio.run(show())
    assert len(shown) == 4
    assert all(shown)


def test_garbage_is_collected_after_the_first_frame() -> None:
    async def show() -> bool:
        clock = Clock()
        session = Session(Rules("beginner"), clock=clock, seeds=lambda: Seed.of("rain"))
        async with SapperApp(session, Settings(), clock=clock, depth=Depth.TRUE).run_test() as pilot:
            await pilot.pause()
            return gc.isenabled()

    try:
        with quick_start():
            assert asyncio.run(show())
    finally:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
