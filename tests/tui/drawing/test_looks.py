"""The same game with many colours, sixteen, none; in ASCII; and in every theme."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tui.pilot import STILL, Player, play

from sapper.board import CellState
from sapper.display import themes
from sapper.tui.board.cells import Look
from sapper.tui.board.layout import Cells
from sapper.tui.board.marks import Marks
from sapper.tui.drawing.glyphs import ASCII, UNICODE
from sapper.tui.drawing.ink import Depth, Ink

if TYPE_CHECKING:
    from rich.style import Style

    from sapper.tui.drawing.glyphs import Glyphs


def styles(player: Player) -> set[Style]:
    found: set[Style] = set()
    for widget in player.app.screen.children:
        for y in range(widget.size.height if widget.display else 0):
            found.update(segment.style for segment in widget.render_line(y) if segment.style)
    return found


async def a_game(player: Player) -> None:
    await player.go((4, 4))
    await player.press("space", "h", "h", "h", "v", "f")


def test_no_color_has_no_colour_and_plain_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(player: Player) -> None:
        await a_game(player)
        for style in styles(player):
            assert style.color is None or style.color.is_default
            assert style.bgcolor is None or style.bgcolor.is_default
        assert player.text().isascii()
        assert "#" in "".join(player.board())
        assert re.search("=+-+", player.text()), "the pace has a filled part and another one"
        segments = [segment for line in player.app.screen._compositor.render_strips() for segment in line]
        assert all(not s.style or not s.style.color or s.style.color.is_default for s in segments)

    play(script, depth=None)  # type: ignore[arg-type]


def test_ascii_keeps_its_colours() -> None:
    async def script(player: Player) -> None:
        await a_game(player)
        await player.press("f10")
        assert player.text().isascii()
        assert any(style.color and not style.color.is_default for style in styles(player))

    play(script, ascii_only=True)
    play(script, settings=STILL.change("display", ascii=True))


def test_sixteen_colours_are_used_where_there_are_sixteen() -> None:
    async def script(player: Player) -> None:
        await a_game(player)
        for style in styles(player):
            assert style.color is None or style.color.number is None or style.color.number < 16
            assert style.color is None or not style.color.triplet

    play(script, depth=Depth.SIXTEEN)


def whole(player: Player) -> set[Style]:
    """Every style on the screen, what no part covers included."""
    strips = player.app.screen._compositor.render_strips()
    return {segment.style for line in strips for segment in line if segment.style}


@pytest.mark.parametrize("theme", themes.names())
def test_256_colours_reach_the_terminal_as_they_were_chosen(theme: str) -> None:
    async def script(player: Player) -> None:
        await a_game(player)
        for style in whole(player):
            for colour in (style.color, style.bgcolor):
                assert colour is not None
                assert colour.triplet is None
                assert colour.number is not None
                assert colour.number >= 16
        page = themes.theme(theme).of_256("page")
        assert any(style.bgcolor and style.bgcolor.number == page for style in whole(player))

    play(script, settings=STILL.change("display", theme=theme), depth=Depth.MANY, size=(120, 40))


@pytest.mark.parametrize("name", themes.names())
def test_a_mixture_differs_from_its_ground_with_256_colours(name: str) -> None:
    ink = Ink(themes.theme(name), Depth.MANY)
    for token, other in (("hidden.face", "hint.reason"), ("hidden.other", "hint.reason"), ("open", "last")):
        for share in (0.05, 0.2, 0.28):
            assert ink("text", ink.mix(token, other, share)).bgcolor != ink("text", token).bgcolor


@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.MANY, Depth.SIXTEEN])
def test_the_terminals_own_palette(depth: Depth) -> None:
    """Only the sixteen colours that a terminal sets itself, on its own ground."""

    async def script(player: Player) -> None:
        await a_game(player)
        for style in whole(player):
            for colour in (style.color, style.bgcolor):
                assert colour is None or colour.is_default or (colour.number is not None and colour.number < 16)
        assert player.app.ink("text", "page").bgcolor.is_default  # type: ignore[union-attr]
        assert len({style.color for style in whole(player)}) > 3
        assert any(style.reverse for style in whole(player))

    play(script, settings=STILL.change("display", theme="terminal"), depth=depth)


@pytest.mark.parametrize("name", themes.names())
@pytest.mark.parametrize("depth", list(Depth))
def test_no_sign_is_lost_in_any_theme_and_depth(name: str, depth: Depth) -> None:
    """What a cell says never rests on its colour: two kinds of cells differ in their signs, or both say nothing."""
    ink = Ink(themes.theme(name), depth)
    look = Look(ink, ASCII if depth is Depth.NONE else UNICODE, Cells.WIDE)
    for seen in range(15):
        sign, style, _ = look.plain(0, 0, seen)
        assert len(sign) == 1
        if depth is not Depth.NONE and 1 <= seen <= 11 and name != "mono":
            assert style.color != style.bgcolor, (seen, style)
    kinds = [
        0,
        *range(1, 9),
        CellState.HIDDEN,
        CellState.FLAG,
        CellState.QUESTION,
        CellState.MINE,
        CellState.WRONG_FLAG,
    ]
    signs = [look.plain(0, 0, seen)[0] for seen in kinds]
    assert len(set(signs)) == len(kinds)


def test_marks_have_their_own_signs() -> None:
    look = Look(Ink(themes.theme("mono"), Depth.NONE), ASCII, Cells.COMPACT)
    cell = (0, 0)
    one = frozenset({cell})
    assert look.marked(cell, CellState.HIDDEN, Marks(safe=one))[0] == "o"
    assert look.marked(cell, CellState.HIDDEN, Marks(mine=one))[0] == "M"
    assert look.marked(cell, CellState.HIDDEN, Marks(shared=one))[0] == "~"
    assert look.marked(cell, CellState.HIDDEN, Marks(was_safe=one))[0] == "+"
    assert look.marked(cell, 3, Marks(reason=one))[1].underline
    assert look.marked(cell, CellState.HIDDEN, Marks(odds={cell: 0.33}))[0] == "d"


def test_the_cursor_never_relies_on_colour() -> None:
    async def wide(player: Player) -> None:
        await player.go((0, 1))
        assert player.board()[0][2:5] in ("[#]", "[.]")
        player.screen.commands.do("zoom-out")
        await player.pilot.pause()
        line = player.screen.board.render_line(1)
        assert any(segment.style and segment.style.reverse for segment in line)

    play(wide, "modern 16x16/40", depth=Depth.NONE)


@pytest.mark.parametrize("name", ["system", *themes.names()])
def test_a_game_in_every_theme(name: str) -> None:
    play(a_game, settings=STILL.change("display", theme=name))


def test_the_light_theme_where_the_terminal_says_it_is_light(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORFGBG", "0;15")

    async def script(player: Player) -> None:
        assert player.app.ink.theme.key == "light"

    play(script)


@pytest.mark.parametrize("cells", list(Cells))
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("depth", list(Depth))
def test_a_chance_looks_like_no_open_cell(cells: Cells, glyphs: Glyphs, depth: Depth) -> None:
    """Without its colour, too: 8 percent is no 8, and a sixth is no 1."""
    look = Look(Ink(themes.theme("mono"), depth), glyphs, cells)
    signs = {look.plain(0, 0, seen)[0].strip() for seen in range(15)} | {"1", "2", "3", "4", "5", "6", "7", "8"}
    for percent in range(1, 100):
        sign = look.marked((0, 0), CellState.HIDDEN, Marks(odds={(0, 0): percent / 100}))[0]
        assert sign.strip() not in signs
        assert len(sign) <= min(cells.width, 2)
        if depth in (Depth.NONE, Depth.SIXTEEN) and cells is not Cells.COMPACT:
            assert sign == f".{percent // 10}"  # parted from the next one without a ground
        else:
            assert cells is Cells.COMPACT or str(percent) in sign
