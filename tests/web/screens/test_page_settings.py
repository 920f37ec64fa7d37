"""The settings page: own themes, keys, a board to try on, sounds, the file, and what a browser may have stored."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from web.browsing import Known, Seat, Server, wait, watch

from sapper.controls.choices import TouchScheme
from sapper.controls.settings import SCHEMA, Settings
from sapper.display import themes
from sapper.display.theme_files import use_own_themes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

OPEN_COLOUR = "getComputedStyle(document.documentElement).getPropertyValue('--open')"
# Counts the notes that are played, in place of what makes them heard.
SILENT = """globalThis.notes = [];
globalThis.AudioContext = class {
  currentTime = 0;
  createGain() {
    const no = () => {};
    const gain = { setValueAtTime: no, linearRampToValueAtTime: no, exponentialRampToValueAtTime: no };
    return { gain, connect: to => to };
  }
  createOscillator() {
    const frequency = { value: 0 };
    return { frequency, connect: to => to, start: () => notes.push(frequency.value), stop() {} };
  }
};"""


@pytest.fixture(autouse=True)
def _no_own_themes() -> Iterator[None]:
    yield
    themes.use_own({})


def go(seat: Seat) -> None:
    seat.page.goto(f"{seat.url}settings")
    seat.page.locator(".settings").wait_for()


def value(seat: Seat, section: str, name: str) -> Any:
    return seat.tell("(app, [section, name]) => app.settings.get(section, name)", [section, name])


def upload(seat: Seat, field: str, name: str, text: str) -> None:
    file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    seat.page.locator(f"[data-name={field}]").set_input_files(file)  # type: ignore[arg-type]


def download(seat: Seat, button: str, folder: Path) -> Path:
    with seat.page.expect_download() as coming:
        seat.page.get_by_role("button", name=button).click()
    file = folder / coming.value.suggested_filename
    coming.value.save_as(file)
    return file


def set_colour(seat: Seat, token: str, colour: str) -> None:
    seat.page.locator(f"[data-token='{token}']").fill(colour)


def test_an_own_theme_is_made_stored_and_read_by_the_terminal(
    seat: Seat, browser: Browser, complaints: list[str], tmp_path: Path
) -> None:
    go(seat)
    seat.page.get_by_role("button", name="Make your own theme").click()
    editor = seat.page.get_by_role("region", name="Your own theme")
    editor.get_by_label("Name").fill("Deep Forest")
    set_colour(seat, "number.1", "#203020")
    editor.get_by_text("One pair of colours is too much alike:").wait_for()
    editor.get_by_text(re.compile(r"Number 1 on Open square: 1\.\d\d, at least 4\.5 is needed")).wait_for()
    set_colour(seat, "number.1", "#9be79b")
    editor.get_by_text("Everything can be read").wait_for()
    set_colour(seat, "open", "#10201a")
    seat.page.locator("[data-name=cell-bevel]").click()
    wait(lambda: seat.page.evaluate(OPEN_COLOUR).strip() == "#10201a", "the draft on the whole page")
    folder = tmp_path / "themes"
    folder.mkdir()
    file = download(seat, "Export the file", folder)
    assert file.name == "deep-forest.json"
    editor.get_by_role("button", name="Save").click()
    seat.page.locator(".theme-list button.on[data-name='own:deep-forest']").wait_for()
    assert not editor.is_visible()
    settings = download(seat, "Export settings", tmp_path)

    assert use_own_themes(folder) == ""  # what the terminal does at its start
    chosen = Settings.parse(settings.read_text("utf-8"))
    theme = themes.theme(chosen.display.theme)
    assert (theme.name, theme["open"], theme["number.1"]) == ("Deep Forest", "#10201a", "#9be79b")
    assert theme.style["cell"] == "bevel"
    assert theme["page"] == themes.theme("dark")["page"]

    for path in ("settings", ""):
        seat.page.goto(f"{seat.url}{path}")
        wait(lambda: seat.page.evaluate(OPEN_COLOUR).strip() == "#10201a", "the theme after a reload")
    seat.page.locator(".home").wait_for()
    seat.key(":")
    seat.page.get_by_label("Command").fill("deep for")
    seat.page.get_by_role("option", name="Theme: Deep Forest").wait_for()

    other = browser.new_context(viewport={"width": 1024, "height": 768})
    watch(other, complaints)
    there = Seat(other.new_page(), seat.url)
    go(there)
    upload(there, "settings-file", "settings.toml", settings.read_text("utf-8"))
    there.wait_for("Its theme is not in this browser")
    upload(there, "theme-file", "bad.json", '{"sapper-theme": 1, "name": "x", "flag": "red"}')
    there.wait_for("bad.json: flag must be a colour such as #1e90ff")
    upload(there, "theme-file", file.name, file.read_text("utf-8"))
    wait(lambda: there.page.evaluate(OPEN_COLOUR).strip() == "#10201a", "the imported theme")
    there.page.get_by_role("button", name="Edit Deep Forest").click()
    there.page.get_by_role("button", name="Delete").click()
    wait(lambda: value(there, "display", "theme") == "dark", "the theme that it began with")
    assert there.page.locator("[data-name='own:deep-forest']").count() == 0
    other.close()


def test_keys_are_chosen_on_the_page_and_work_at_once(seat: Seat) -> None:
    seat.sit_down()
    seat.key(",")
    hint = seat.page.locator(".key-rows [data-action=hint]")

    def press(*keys: str) -> None:
        hint.locator(".add").click()
        seat.wait_for("Press the key for Hint. Esc cancels.")
        seat.key(*keys)

    press("Shift", "n")
    seat.wait_for("N is the key for New game. Remove it there first.")
    assert hint.locator(".key").all_inner_texts() == ["H"]
    press("Escape")
    assert seat.path == "/settings"
    press("o")
    seat.wait_for("Hint: H, O.")
    wait(lambda: hint.locator(".add").evaluate("node => node === document.activeElement"), "the focus where it was")
    seat.page.locator("[data-name=profile-vim]").click()
    seat.wait_for("H is the key for Hint. Remove it there first.")
    assert value(seat, "keys", "profile") == "default"
    hint.get_by_role("button", name="Remove H").click()
    wait(lambda: hint.locator(".key").all_inner_texts() == ["O"], "one key")
    seat.page.locator("[data-name=profile-vim]").click()
    wait(lambda: value(seat, "keys", "profile") == "vim", "the profile")

    seat.page.reload()
    wait(lambda: hint.locator(".key").all_inner_texts() == ["O"], "the key after a reload")
    seat.page.get_by_role("button", name="Play", exact=True).click()
    seat.page.locator("canvas.board").wait_for()
    tools = seat.page.locator("aside .btn", has_text="Hint")
    wait(lambda: tools.locator("kbd").all_inner_texts() == ["O"], "the key beside the board")
    seat.key("?")
    seat.page.locator("aside .key-list div", has_text="Hint").locator("kbd", has_text="O").wait_for()
    seat.key("Escape", ":")
    seat.page.get_by_label("Command").fill("hint")
    seat.page.locator(".palette .list-item.on kbd", has_text="O").wait_for()
    seat.key("Escape")
    seat.tell("app => app.settings.set('game', 'help', 'allow')")
    seat.click((0, 0))
    seat.settle()
    seat.key("o")
    wait(lambda: seat.tell("app => app.state.hint !== null"), "a hint by the new key")

    go(seat)
    seat.page.get_by_role("button", name="Reset all keys").click()
    wait(lambda: hint.locator(".key").all_inner_texts() == ["Shift+H"], "the usual key of the profile")


def test_settings_are_saved_read_and_reset(seat: Seat, tmp_path: Path) -> None:
    go(seat)
    seat.page.locator("[data-name=flash]").uncheck()
    seat.page.locator("[data-name=hold-ms]").fill("250")
    seat.page.locator(".touch-scheme[data-name=switch]").click()
    seat.page.locator("[data-name=after-win-new-game]").click()
    file = download(seat, "Export settings", tmp_path)
    assert file.name == "settings.toml"
    wanted = Settings().change("display", flash=False).change("controls", hold_ms=250, touch="switch")
    wanted = wanted.change("game", after_win="new-game")
    found = Settings.parse(file.read_text("utf-8"))
    assert {section: found.given(section) for section in SCHEMA} == {
        section: wanted.given(section) for section in SCHEMA
    }

    before = seat.page.evaluate("localStorage.getItem('sapper.settings')")
    upload(seat, "settings-file", "broken.toml", '[display]\nflash = true\n\n[keys]\nhint = "n"\n')
    seat.wait_for("broken.toml, line 5: n cannot be the key for hint: n is the key for new. Nothing was changed.")
    assert seat.page.evaluate("localStorage.getItem('sapper.settings')") == before

    seat.page.get_by_role("button", name="Reset to the defaults: Touch").click()
    wait(lambda: value(seat, "controls", "hold-ms") == 180, "the default")
    seat.page.locator(".touch-scheme[data-name=tap-opens].on").wait_for()
    assert value(seat, "display", "flash") is False
    terminal = Settings().change("display", theme="mono", ascii=True).change("keys", hint=("o",), quit=())
    upload(seat, "settings-file", "mine.toml", f"# from the terminal\n{terminal}\n")
    seat.wait_for("Imported mine.toml.")
    wait(lambda: seat.page.evaluate("document.documentElement.dataset.theme") == "mono", "the theme of the file")
    assert value(seat, "display", "flash") is True
    assert seat.page.locator("[data-action=hint] .key").all_inner_texts() == ["O"]
    assert seat.page.locator("[data-name=flash]").is_checked()
    seat.page.get_by_role("button", name="Reset all settings").click()
    wait(lambda: seat.tell("app => Object.values(app.settings.chosen).every(own => !Object.keys(own).length)"), "none")
    wait(lambda: seat.page.evaluate("document.documentElement.dataset.theme") == "dark", "the theme of the system")


def test_every_setting_of_the_schema_has_a_control(seat: Seat) -> None:
    go(seat)
    elsewhere = {"theme", "cells", "ascii", "name", "level", "ruleset", "rules", "no-guess", "custom", "touch"}
    for section in ("display", "controls", "game", "sound", "together"):
        for name in set(SCHEMA[section]) - elsewhere:
            known = f"sound-{name}" if section == "sound" else name
            assert seat.page.locator(f"[data-name='{known}'], [data-name^='{known}-']").count() > 0, (section, name)
    assert seat.page.locator(".touch-scheme").count() == len(TouchScheme)
    seat.tell("app => app.settings.setRuleset('amiga')")
    row = seat.page.locator(".option-list > div", has=seat.page.locator("[data-name=flag-release]"))
    row.get_by_text("set by Amiga").wait_for()
    seat.page.locator("[data-name=flag-press]").click()
    wait(lambda: not row.get_by_text("set by Amiga").is_visible(), "the player's own choice")


def test_controls_are_tried_on_a_board(seat: Seat) -> None:
    go(seat)
    board = seat.page.locator(".try-board")
    board.scroll_into_view_if_needed()
    lines = seat.page.locator(".try-log p")
    cell = 40  # px

    def point(name: str) -> tuple[float, float]:
        row, col = int(name[1]) - 1, "ABCDEF".index(name[0])
        box = board.bounding_box()
        assert box is not None
        ruler = box["width"] - 6 * cell
        return box["x"] + ruler + (col + 0.5) * cell, box["y"] + ruler + (row + 0.5) * cell

    def said(text: str) -> None:
        wait(lambda: lines.first.inner_text() == text, f"{text!r}, not {lines.first.inner_text()!r}")

    mouse = seat.page.mouse
    mouse.click(*point("C3"))
    said("Chord C3: needs 2 flags around it and has 1.")
    mouse.click(*point("B4"), button="right")
    said("Flag B4.")
    mouse.move(*point("C3"))
    mouse.down(button="left")
    mouse.down(button="right")
    mouse.up(button="left")
    mouse.up(button="right")
    said("Chord C3: opens 3 squares.")
    mouse.click(*point("A1"))
    said("Open A1: a mine. Undo it and go on.")
    seat.page.get_by_role("button", name="Undo", exact=True).click()
    board.focus()
    seat.key("ArrowRight", "f")
    said("Flag B1.")
    seat.key("n")
    said("N: New game.")
    assert seat.path == "/settings"
    seat.page.locator("[data-name=chord-left-on-number]").uncheck()
    seat.page.get_by_role("button", name="Start again").click()
    board.scroll_into_view_if_needed()
    mouse.click(*point("C2"))
    said("Open C2: nothing to open.")
    mouse.click(*point("C2"), button="middle")
    said("Chord C2: opens 4 squares.")


@pytest.mark.parametrize(("scheme", "tap", "hold"), [("tap-opens", "Open", "Flag"), ("tap-flags", "Flag", "Open")])
def test_fingers_are_tried_on_a_board(
    browser: Browser, server: Server, complaints: list[str], scheme: str, tap: str, hold: str
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    watch(context, complaints)
    seat = Seat(context.new_page(), server.url)
    go(seat)
    seat.page.locator(f".touch-scheme[data-name={scheme}]").click()
    board = seat.page.locator(".try-board")
    board.evaluate("node => node.scrollIntoView({ block: 'center' })")
    box = board.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 390
    size = (box["width"] - 22) / 6
    first = seat.page.locator(".try-log p").first
    x, y = box["x"] + 22 + 4.5 * size, box["y"] + 22 + 0.5 * size
    seat.page.touchscreen.tap(x, y)
    wait(lambda: first.inner_text().startswith(f"{tap} E1"), f"{tap} E1, not {first.inner_text()}")
    touch = context.new_cdp_session(seat.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x - size, "y": y}]})
    wait(lambda: first.inner_text().startswith(f"{hold} D1"), f"{hold} D1, not {first.inner_text()}")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    context.close()


def test_sounds_are_off_until_they_are_wanted(seat: Seat) -> None:
    seat.page.add_init_script(SILENT)
    seat.sit_down()
    known = Known()
    seat.click(known.first)
    seat.settle()
    assert seat.page.evaluate("notes") == []
    seat.tell("app => app.settings.set('sound', 'on', true)")
    seat.tell("app => app.settings.set('sound', 'open', false)")
    seat.tell("app => app.settings.set('game', 'after-win', 'new-game')")
    mine = sorted(known.mines)[0]
    seat.click(mine, "right")
    wait(lambda: len(seat.page.evaluate("notes")) == 2, "the sound of a flag")
    game = seat.tell("app => app.state.game.id")
    for cell in known.openings():
        seat.click(cell)
        seat.settle()
    wait(lambda: seat.page.evaluate("notes.slice(-4)") == [523, 659, 784, 1047], "the sound of a win")
    heard = seat.page.evaluate("notes")
    assert 880 not in [
        pitch for place, pitch in enumerate(heard) if heard[place - 1] != 740
    ]  # a single square is silent
    wait(lambda: seat.tell("app => app.state.game.id") != game, "a new game after a win")
    go(seat)
    seat.page.get_by_role("button", name="Listen: A loss").click()
    wait(lambda: seat.page.evaluate("notes") == [196, 131], "the sound of a loss")


@pytest.mark.parametrize(
    ("stored", "own"),
    [
        ({"display": {"theme": "own:gone"}, "sound": {"volume": 900, "on": "yes"}}, "[{}]"),
        ({"keys": {"hint": ["n"], "odds": ["nothing"], "profile": "emacs"}, "future": {"a": 1}}, "{"),
        (
            {"display": {"theme": "own:half"}},
            '[{"sapper-theme": 1, "name": "Half", "base": "dark", "open": "#ffffff"}]',
        ),
    ],
)
def test_what_a_browser_has_stored_never_blanks_the_page(seat: Seat, stored: object, own: str) -> None:
    seat.page.add_init_script(
        f"localStorage.setItem('sapper.settings', {json.dumps(json.dumps(stored))});"
        f"localStorage.setItem('sapper.themes', {json.dumps(own)})"
    )
    go(seat)
    assert seat.page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert value(seat, "sound", "volume") == 50
    assert seat.page.locator("[data-action=hint] .key").all_inner_texts() == ["H"]
    seat.go()
    seat.page.locator(".home").wait_for()


@pytest.mark.parametrize("width", [1440, 390])
def test_the_list_of_sections_follows_the_page(seat: Seat, width: int) -> None:
    seat.page.set_viewport_size({"width": width, "height": 800})
    go(seat)
    sections = seat.page.get_by_role("navigation", name="Settings")
    here = seat.page.locator(".settings .list-item.on")
    assert here.all_inner_texts() == ["Display"]
    sections.get_by_role("button", name="Sound").click()
    wait(lambda: here.all_inner_texts() == ["Sound"], "the section that was chosen")
    seat.page.mouse.move(width / 2, 600)
    seat.page.mouse.wheel(0, -1500)
    wait(lambda: here.all_inner_texts() != ["Sound"], "the section that is read")
    assert seat.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = sections.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 200
