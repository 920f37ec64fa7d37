"""Where everything is placed at every size, and boards larger than the screen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tui.pilot import STILL, Player, play

from sapper.display.wording import message
from sapper.rules import EXPERT, INTERMEDIATE, Level
from sapper.tui.board.layout import Cells, arrange
from sapper.tui.play.solo_screen import PANEL_TICKS


def boxes(width: int, height: int, level: Level, wish: Cells | None = None, panel: bool = True) -> dict[str, object]:
    return arrange(width, height, level, wish, panel=panel)._asdict()


@given(
    st.integers(40, 300),
    st.integers(15, 120),
    st.builds(Level, st.integers(1, 2000), st.integers(1, 2000), st.just(0)),
    st.none() | st.sampled_from(Cells),
    st.booleans(),
)
def test_nothing_overlaps_and_nothing_leaves_the_screen(
    width: int, height: int, level: Level, wish: Cells | None, panel: bool
) -> None:
    places = arrange(width, height, level, wish, panel=panel)
    named = {name: box for name, box in places._asdict().items() if name not in ("cells", "body") and box}
    for box in named.values():
        assert box.x >= 0
        assert box.y >= 0
        assert box.x + box.width <= width
        assert box.y + box.height <= height
    taken: set[tuple[int, int]] = set()
    for box in named.values():
        cells = {(x, y) for x in range(box.x, box.x + box.width) for y in range(box.y, box.y + box.height)}
        assert not taken & cells
        taken |= cells


@pytest.mark.parametrize(
    ("size", "level", "cells", "has_panel"),
    [
        ((80, 24), "8x8/10", Cells.LARGE, True),
        ((80, 24), "16x16/40", Cells.WIDE, True),
        ((80, 24), "30x16/99", Cells.WIDE, False),
        ((120, 40), "30x16/99", Cells.WIDE, True),
        ((100, 24), "30x16/99", Cells.WIDE, True),
        ((40, 15), "8x8/10", Cells.WIDE, False),
        ((40, 15), "30x16/99", Cells.COMPACT, False),
        ((200, 60), "30x16/99", Cells.LARGE, True),
        ((200, 60), "16x16/40", Cells.LARGE, True),
        ((150, 60), "30x16/99", Cells.WIDE, True),
        ((60, 20), "30x16/99", Cells.COMPACT, False),
        ((80, 24), "1000x1000/150000", Cells.WIDE, False),
    ],
)
def test_the_largest_cells_that_fit(size: tuple[int, int], level: str, cells: Cells, has_panel: bool) -> None:
    places = arrange(*size, Level.parse(level))
    assert places.cells is cells
    assert (places.panel is not None) is has_panel
    assert (places.line is None) is has_panel


def test_the_panel_has_at_least_28_columns() -> None:
    widths = {box.width for width in range(40, 200) if (box := arrange(width, 24, INTERMEDIATE).panel)}
    assert min(widths) == 28
    assert max(widths) == 42


def test_the_board_stands_where_the_drawings_have_it() -> None:
    assert arrange(80, 24, EXPERT).triad[:2] == (11, 2)
    assert arrange(80, 24, INTERMEDIATE).triad.y == 2
    assert arrange(120, 40, EXPERT).triad.y == 4


@pytest.mark.parametrize("size", [(80, 24), (40, 15), (200, 60), (120, 40)])
@pytest.mark.parametrize("rules", ["modern 8x8/10", "modern 30x16/99"])
def test_a_game_at_every_size(size: tuple[int, int], rules: str) -> None:
    async def script(player: Player) -> None:
        await player.press("space", "down", "h", "h", "h", "v")
        text = player.text()
        assert "Sapper" in text
        assert ":)" in text
        assert "Space" in text
        assert player.session.game.seq > 0

    play(script, rules, size=size)


def test_resizing_while_playing_never_breaks_it() -> None:
    async def script(player: Player) -> None:
        await player.go((8, 15))
        await player.press("space")
        for width, height in [(40, 15), (200, 60), (41, 16), (79, 23), (120, 40), (20, 6), (80, 24)]:
            await player.pilot.resize_terminal(width, height)
            await player.press("right")
            cell = player.screen.state.cursor
            view = player.screen.board
            if width >= 40:
                x, y = view.place_of(cell)
                assert view.cell_at(x, y) == cell  # the cursor is in view
        await player.point("+", "L", (0, 0))
        await player.pilot.resize_terminal(60, 20)
        await player.point("-", "L", (0, 0))
        assert player.session.game.seq >= 1

    play(script, "modern 30x16/99", size=(120, 40))


def test_a_drawer_moves_with_the_size() -> None:
    async def script(player: Player) -> None:
        await player.press("f10")
        for size in [(40, 15), (120, 40), (80, 24)]:
            await player.pilot.resize_terminal(*size)
            await player.until(lambda: "New" in player.text())
        await player.press("escape")
        assert player.screen.board.display

    play(script, "modern 30x16/99")


def test_a_million_cells_scroll_with_the_cursor_in_view() -> None:
    async def script(player: Player) -> None:
        await player.press("ctrl+end")
        view = player.screen.board
        assert player.screen.state.cursor == (999, 999)
        assert view.cell_at(*view.place_of((999, 999))) == (999, 999)
        assert "1000" in player.text()
        await player.press("pageup", "home")
        assert player.screen.state.cursor[1] == 0
        await player.press("ctrl+home", *["down"] * 40)
        assert view.cell_at(*view.place_of((40, 0))) == (40, 0)
        assert view._origin[0] > 0

    play(script, "modern 1000x1000/150000")


def test_the_wheel_scrolls_and_the_click_lands_where_it_points() -> None:
    async def script(player: Player) -> None:
        from textual.events import MouseScrollDown

        view = player.screen.board
        view.post_message(MouseScrollDown(view, 0, 0, 0, 0, 0, False, False, False))
        await player.pilot.pause()
        assert view._origin == (4, 0)
        await player.click("R", (5, 3))
        assert player.session.game.board[5, 3] == 10

    play(script, "modern 100x100/1000")


def test_the_ruler_names_every_second_column_from_z_on() -> None:
    async def script(player: Player) -> None:
        ruler = player.screen.board.render_line(0).text
        assert " Y Z AA  AC" in ruler
        assert player.screen.board.place_of((0, 26))[0] == ruler.index("AA")

    play(script, "modern 30x16/99")


def test_the_compact_ruler_tells_aa_from_a() -> None:
    async def script(player: Player) -> None:
        ruler = player.screen.board.render_line(0).text
        assert "XYZAA AD" in ruler
        assert player.screen.board.place_of((0, 26))[0] == ruler.index("AA")

    play(script, "modern 30x16/99", settings=STILL.change("display", cells="compact"))


def test_a_very_low_terminal_shows_a_row_of_the_board() -> None:
    async def script(player: Player) -> None:
        view = player.screen.board
        assert view.size.height == 2
        assert "\N{MIDDLE DOT}" in view.render_line(1).text
        assert view.render_line(1).text.startswith(" 1")

    play(script, "modern 30x16/99", size=(20, 6))


def test_a_large_terminal_has_the_board_in_the_middle() -> None:
    places = arrange(200, 60, EXPERT)
    above, below = places.triad.y, 60 - places.board.y - places.board.height
    assert above >= 6
    assert places.under
    assert below >= above
    right = 200 - places.panel.x - places.panel.width if places.panel else 0
    assert abs(places.board.x - right) <= 8


def test_expert_is_whole_at_60_by_20_and_a_note_takes_a_row_of_it() -> None:
    async def script(player: Player) -> None:
        view = player.screen.board
        assert view._in_view() == (range(16), range(30))
        assert not player.screen.line.display
        player.screen.say("Something to read.")
        await player.pilot.pause()
        assert "Something to read." in player.text()
        assert len(view._in_view()[0]) == 15
        player.screen.say("")
        await player.pilot.pause()
        await player.press("space")
        assert view._in_view() == (range(16), range(30))

    play(script, "modern 30x16/99", size=(60, 20))


def test_live_figures_stand_below_the_board_where_there_is_no_panel() -> None:
    async def script(player: Player) -> None:
        await player.go((8, 15))
        await player.press("space")
        assert player.screen.places.panel is None
        player.clock.now += 4000
        player.screen._ticks = PANEL_TICKS - 1
        player.screen.tick()
        assert f"{message('figures.3bv-speed')} " in player.text()
        assert f"{message('figures.clicks')} 1" in player.text()
        assert len(player.screen.board._in_view()[0]) == 16

    play(script, "modern 30x16/99")


def test_a_wide_board_has_a_bar_below_it() -> None:
    async def script(player: Player) -> None:
        view = player.screen.board
        bar = view.render_line(view.size.height - 1).text[4:].rstrip()
        assert set(bar) == {"\u2500", "\u2501"}
        assert bar.startswith("\u2501")
        await player.press("end")
        bar = view.render_line(view.size.height - 1).text[4:].rstrip()
        assert bar.endswith("\u2501")
        assert view.cell_at(*view.place_of((0, 99))) == (0, 99)

    play(script, "modern 100x5/20")


def test_zooming_out_at_the_right_edge_leaves_nothing_empty() -> None:
    async def script(player: Player) -> None:
        await player.press("ctrl+end")
        player.screen.commands.do("zoom-out")
        await player.pilot.pause()
        rows, cols = player.screen.board._in_view()
        assert (rows.stop, cols.stop) == (200, 200)
        assert len(cols) == player.screen.board._room[1]

    play(script, "modern 200x200/4000")


def test_each_level_has_its_own_zoom() -> None:
    async def script(player: Player) -> None:
        def size() -> Cells:
            return player.screen.places.cells  # type: ignore[no-any-return]

        await player.press("-")
        assert size() == Cells.COMPACT
        player.screen.commands.do("beginner")
        await player.pilot.pause()
        assert size() == Cells.LARGE
        player.screen.commands.do("expert")
        await player.pilot.pause()
        assert size() == Cells.COMPACT
        player.app.options.set_option("display", "cells", "wide")
        assert size() == Cells.WIDE

    play(script, "modern 30x16/99")
