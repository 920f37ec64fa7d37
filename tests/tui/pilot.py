"""A player at the full-screen game: sets up a table, and plays at it with mouse and keys."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import textual.app
import textual.pilot
from textual._context import active_app
from textual.events import MouseDown, MouseMove, MouseUp
from textual.geometry import Offset
from waiting import PATIENCE

from sapper import FixedLayout, Minefield, Rules, Seed
from sapper.controls.settings import Settings
from sapper.history.recorder import Recorder
from sapper.session import Session
from sapper.tui.app import SapperApp
from sapper.tui.drawing.ink import Depth

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.pilot import Pilot

    from sapper.history.store import Store

    Cell = tuple[int, int]
    Script = Callable[["Player"], Awaitable[None]]

BUTTONS = {"L": 1, "M": 2, "R": 3}
STILL = Settings().change("display", animation=False, flash=False).change("game", help="allow")
# Two mines in the corners; the middle column opens nothing by itself.
FIELD = "*... .... .... ...*"
#: Threads that answer a screen within a moment, by their names. A test that holds one back takes it out.
ANSWERING = {"store query", "no-guess search", "review", "study"}


async def settle(*_: float) -> None:
    """Wait until every message is handled and everything is laid out, and no answer is on its way.

    Textual itself waits after every key for 20 ms in which the process computes next to nothing. That is long, and a
    busy machine gives the process no time in them.
    """
    loop: Any = asyncio.get_running_loop()
    app: Any = active_app.get()
    while True:
        await asyncio.sleep(0)
        is_answering = any(thread.name in ANSWERING for thread in threading.enumerate())
        if loop._ready:
            continue
        if app._resize_timer is not None:
            app._check_resize()
        elif app.screen._update_timer._active.is_set():
            app.screen._on_timer_update()
        elif is_answering:
            await asyncio.sleep(0.001)
        else:
            return


for module in (textual.app, textual.pilot):
    vars(module).update(wait_for_idle=settle)


class Clock:
    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


class Player:
    """The pilot of Textual, in the words of the game."""

    def __init__(self, app: SapperApp, pilot: Pilot[None], clock: Clock) -> None:
        self.app = app
        self.pilot = pilot
        self.clock = clock
        self.session = app.session

    @property
    def screen(self) -> Any:
        return self.app.play_screen

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def point(
        self, what: str, button: str, cell: Cell | None, *, shift: bool = False, ctrl: bool = False
    ) -> None:
        board = self.screen.board
        x, y = board.place_of(cell) if cell else (0, 0)
        left, top = board.region.offset
        kind = {"+": MouseDown, "-": MouseUp, ">": MouseMove}[what]
        x, y = x + left, y + top
        event = kind(None, x, y, 0, 0, BUTTONS.get(button, 0), shift, False, ctrl, screen_x=x, screen_y=y)
        self.app.mouse_position = Offset(x, y)
        self.app.screen._forward_event(event)
        await self.pilot.pause()

    async def click(self, button: str, cell: Cell, *, shift: bool = False, ctrl: bool = False) -> None:
        await self.point("+", button, cell, shift=shift, ctrl=ctrl)
        await self.point("-", button, cell, shift=shift, ctrl=ctrl)

    async def go(self, cell: Cell) -> None:
        """Walk to a cell with the arrow keys."""
        while self.screen.state.cursor != cell:
            (row, col), (to_row, to_col) = self.screen.state.cursor, cell
            await self.pilot.press(
                "down" if row < to_row else "up" if row > to_row else "right" if col < to_col else "left"
            )

    async def until(self, so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not so():
                await self.pilot.pause(0.01)

    def text(self) -> str:
        """Everything on the screen."""
        screen = self.app.screen
        width, height = screen.size
        strips = [[" "] * width for _ in range(height)]
        for widget in screen.children:
            if not widget.display:
                continue
            region = widget.region
            for y in range(region.height):
                for x, sign in enumerate(widget.render_line(y).text):
                    if region.y + y < height and region.x + x < width:
                        strips[region.y + y][region.x + x] = sign
        return "\n".join("".join(row).rstrip() for row in strips)

    def board(self) -> list[str]:
        """The rows of the board as they are drawn, without labels."""
        view = self.screen.board
        labels = 3 if view.board.level.height < 100 else len(str(view.board.level.height)) + 1
        return [view.render_line(y).text[labels:] for y in range(1, view.size.height)]


def play(
    script: Script,
    rules: str = "modern 8x8/10",
    *,
    field: str | None = None,
    size: tuple[int, int] = (80, 24),
    settings: Settings = STILL,
    store: Store | None = None,
    depth: Depth = Depth.TRUE,
    seed: str = "rain",
    **options: Any,
) -> SapperApp:
    """Run a script at a table; with a field, on that very field."""
    clock = Clock()
    seeds = iter([Seed.of(seed), *(Seed.of(number) for number in range(100))])
    recorder = Recorder(store, now=lambda: 1_700_000_000, source="test", program="sapper test") if store else None
    its_rules = Rules.parse(rules)
    minefield = None
    if field is not None:
        minefield = Minefield.from_text(field)
        its_rules = its_rules.replace(level=minefield.level, first="any")
    layout = FixedLayout(minefield) if minefield else None
    session = Session(its_rules, clock=clock, seeds=lambda: next(seeds), layout=layout, recorder=recorder, device="key")
    app = SapperApp(session, settings, clock=clock, depth=depth, store=store, **options)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(Player(app, pilot, clock))

    asyncio.run(run())
    return app
