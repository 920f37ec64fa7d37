"""The view of the board: panning, zooming, the map, the margins, and what a win or an undone loss shows."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from web.browsing import Known, Seat, Server, wait, watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PICTURE = "app => app.view.canvas.toDataURL()"
REPAINTED = "app => { app.view.invalidateAll(); app.view.paint(); return app.view.canvas.toDataURL(); }"


@pytest.mark.parametrize("ratio", [1, 2])
def test_a_pan_by_any_step_paints_only_what_comes_into_view(
    browser: Browser, server: Server, complaints: list[str], ratio: int
) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, device_scale_factor=ratio)
    watch(context, complaints)
    seat = Seat(context.new_page(), server.url)
    seat.page.emulate_media(reduced_motion="reduce")
    seat.sit_down("modern 100x100/1500")
    seat.tell("app => app.session.play({ kind: 'open', row: 20, col: 20 })")
    seat.key("ArrowDown")  # rulers and cursor are shown
    seat.settle()
    cells = seat.tell("app => app.view.view.height * app.view.view.width")
    seat.tell("app => app.view.panBy(1, 1)")  # the first pan paints the patches that the others copy
    seat.frame()
    small = [(10, 10), (10, 10), (-7, 3), (24, 24), (1, 0), (0, -1), (-10, -10), (10, 10)]
    seat.tell("app => { app.view.painted = 0; }")
    for step in small:
        seat.tell("(app, step) => app.view.panBy(...step)", list(step))
        seat.frame()
    assert seat.tell("app => app.view.painted") < cells, "more than once the view in eight small steps"
    for step in (*small, (300, 200), (-5000, -5000), (90, 0)):
        seat.tell("(app, step) => app.view.panBy(...step)", list(step))
        seat.frame()
        assert seat.tell(PICTURE) == seat.tell(REPAINTED), step
    context.close()


@pytest.mark.parametrize(("rules", "cell"), [("modern 50x50/400", (13, 17)), ("modern expert", (9, 17))])
def test_zooming_leaves_the_cell_under_the_pointer_there(seat: Seat, rules: str, cell: tuple[int, int]) -> None:
    seat.sit_down(rules)
    x, y = seat.point(cell)
    seat.page.mouse.move(x, y)
    place = """(app, [clientX, clientY]) => {
      const [row, col] = app.view.placeAt({ clientX, clientY });
      const { left, top, right, bottom } = app.view.beyond;
      return [top && bottom ? row : null, left && right ? col : null];
    }"""
    checked = 0
    seat.page.keyboard.down("Control")
    for delta in (*(-120,) * 6, *(120,) * 3, *(-120,) * 3):
        seat.page.mouse.wheel(0, delta)
        seat.frame()
        for now, wanted in zip(seat.tell(place, [x, y]), cell, strict=True):
            if now is not None:  # at an edge of the board it cannot scroll further
                assert now == pytest.approx(wanted + 0.5, abs=0.06)
                checked += 1
    seat.page.keyboard.up("Control")
    assert checked > 8


def test_the_wheel_scrolls_a_board_that_only_has_columns(seat: Seat) -> None:
    seat.sit_down("modern 300x1/20")
    seat.page.mouse.move(*seat.point((0, 3)))
    assert seat.tell("app => app.view.view.left") == 0
    seat.page.mouse.wheel(0, 300)
    wait(lambda: seat.tell("app => app.view.view.left") > 5, "the board to scroll")


def test_a_release_that_nobody_saw_does_not_disable_the_mouse(seat: Seat) -> None:
    seat.sit_down()
    x, y = seat.point((4, 4))
    press = """(app, [clientX, clientY]) => app.view.canvas.dispatchEvent(new PointerEvent("pointerdown", {
      pointerType: "mouse", button: 2, buttons: 2, clientX, clientY, bubbles: true }))"""
    seat.tell(press, [x, y])  # and its release happens outside the window
    seat.click((0, 0))
    seat.settle()
    assert seat.diagram[0] != "."


def test_boards_that_are_not_wholly_in_view_have_a_map_and_fading_edges(seat: Seat) -> None:
    seat.sit_down("modern 64x64/400")
    seat.page.locator("canvas.map").wait_for()
    well = seat.page.locator(".well")

    def sides() -> set[str]:
        return {name for name in str(well.get_attribute("class")).split() if name.startswith("more-")}

    wait(lambda: sides() == {"more-right", "more-bottom"}, "the edges at the top left")
    rectangle = "app => { const map = document.querySelector('canvas.map'); return map.toDataURL(); }"
    before = seat.tell(rectangle)
    seat.tell("app => app.view.panBy(200, 200)")
    wait(lambda: sides() == {"more-left", "more-top", "more-right", "more-bottom"}, "all edges")
    wait(lambda: seat.tell(rectangle) != before, "the view on the map")
    seat.new("modern beginner", None)
    wait(lambda: not seat.page.locator("canvas.map").count() and not sides(), "no map")


def test_the_map_shows_what_was_never_in_view_as_unknown(seat: Seat) -> None:
    seat.sit_down("modern 1000x1000/150000")
    seat.page.locator("canvas.map").wait_for()
    color = """(app, [x, y]) => {
      const map = document.querySelector("canvas.map");
      const copy = Object.assign(document.createElement("canvas"), { width: map.width, height: map.height });
      const context = copy.getContext("2d", { willReadFrequently: true });
      context.drawImage(map, 0, 0);
      const at = context.getImageData(x * map.width, y * map.height, 1, 1).data;
      const hex = "#" + [...at.slice(0, 3)].map((part) => part.toString(16).padStart(2, "0")).join("");
      const { hidden, panel } = app.themes.current;
      return { [hidden.face]: "closed", [panel]: "unknown" }[hex] ?? hex;
    }"""
    wait(lambda: seat.tell(color, [0.03, 0.045]) == "closed", "the part in view")
    assert seat.tell(color, [0.8, 0.8]) == "unknown"


@pytest.mark.parametrize("rules", ["modern beginner", "modern expert", "modern 50x5/30"])
def test_both_margins_are_equal_and_the_counters_stand_over_the_board(seat: Seat, rules: str) -> None:
    seat.sit_down(rules)
    script = """app => {
      const box = (name) => document.querySelector(name).getBoundingClientRect();
      const [console, canvas] = [box(".console"), box(".console canvas")];
      const [counter, clock] = [box(".display"), box(".display.right")];
      const board = canvas.left + app.view.ruler;
      return { left: board - console.left, right: console.right - canvas.right,
        counter: counter.left - board, clock: canvas.right - clock.right };
    }"""
    found = seat.tell(script)
    assert found["left"] == pytest.approx(found["right"], abs=1)
    assert found["counter"] == pytest.approx(0, abs=1)
    assert found["clock"] == pytest.approx(0, abs=1)


def test_a_win_shows_flags_on_all_mines(seat: Seat) -> None:
    seat.sit_down()
    known = Known()
    seat.click(known.first)
    seat.settle()
    for cell in known.openings():
        seat.click(cell)
    seat.wait_status("won")
    wait(lambda: seat.diagram.count("F") == 10, "the flags")
    assert seat.tell("app => app.state.game.minesLeft") == 0
    wait(lambda: seat.page.locator(".display .digits").first.inner_text() == "0", "the counter")
    seat.settle()
    assert seat.tell(PICTURE) == seat.tell(REPAINTED)


def test_undo_after_a_loss_takes_its_marks_away_and_redo_brings_them_back(seat: Seat) -> None:
    rules = "modern beginner practice=on"
    seat.sit_down(rules)
    known = Known(rules)
    seat.click(known.first)
    seat.settle()
    safe = next(cell for cell in known.cells if known.game.board[cell] == 9 and cell not in known.mines)
    seat.click(safe, "right")
    seat.settle()
    before = seat.diagram
    seat.click(min(known.mines))
    seat.wait_status("lost")
    marks = "app => app.view.marks.size"
    wait(lambda: seat.tell(marks), "the review")
    assert "x" in seat.diagram
    seat.key("Backspace")
    wait(lambda: seat.diagram == before, "the board before the loss")
    wait(lambda: seat.tell(marks) == 0, "no marks")
    assert seat.tell("app => app.state.review") is None
    seat.tell("app => app.session.takeBack('redo')")
    seat.wait_status("lost")
    wait(lambda: seat.tell("app => app.state.over"), "the end")
    assert "x" in seat.diagram
    wait(lambda: seat.tell(marks), "the review again")


def test_the_page_shows_the_command_that_checks_the_seal(seat: Seat, tmp_path: Path) -> None:
    seat.sit_down()
    digest = seat.tell("app => app.state.game.digest")
    seat.tell("app => app.run('seal')")
    entry = seat.page.locator(".seal [data-name]")
    wait(lambda: entry.all_inner_texts() == [digest], "the seal, and nothing that is still secret")
    seat.key("Escape")
    seat.click((0, 0))
    seat.settle()
    seat.click(min(Known().mines))
    seat.wait_status("lost")
    wait(lambda: seat.tell("app => app.state.over?.finished_id"), "the end")
    seat.tell("app => app.run('seal')")
    over = seat.tell("app => app.state.over")
    wait(lambda: entry.count() == 4, "seed, salt and the command")
    shown = entry.all_inner_texts()
    assert shown[:3] == [digest, over["seed"], over["salt"]]
    with seat.page.expect_download() as saved:
        seat.page.get_by_role("link", name="Save seal").click()
    stored = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert (stored["seed"], stored["salt"], stored["digest"]) == (over["seed"], over["salt"], digest)
    with seat.page.expect_download() as download:
        seat.page.locator(".seal a").first.click()
    name = download.value.suggested_filename
    download.value.save_as(tmp_path / name)
    program, *words = shown[3].split()
    assert (program, words[1]) == ("sapper", name)
    done = subprocess.run([sys.executable, "-m", "sapper", *words], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "the seal fits" in done.stdout
