"""Menus, pickers, settings and the start page: every entry does what it says, and the first load is light."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING

import pytest
from web.browsing import SEED, Known, Seat, Server, wait, watch

from sapper.rules import CHOICES, Assist, Chord, FirstClick, Flags, Flood, Loss
from sapper.web import ASSETS, SOURCES, WEB

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext


def play_on(seat: Seat) -> None:
    """Make the first move, so that a game is in play."""
    seat.click((3, 3))
    seat.settle()


def open_menu(seat: Seat) -> None:
    seat.page.get_by_role("button", name="Menu", exact=True).click()
    seat.page.locator(".list-item[data-name=new]").wait_for()


def give_up(seat: Seat) -> None:
    """Answer the question that comes before a game in play is given up."""
    seat.page.locator("dialog[open]").get_by_role("button", name="New game").click()


def entry(seat: Seat, name: str) -> None:
    seat.page.locator(f".list-item[data-name={name}]").click()


@pytest.mark.parametrize("by", ["click", "letter"])
def test_every_entry_of_the_game_menu(seat: Seat, by: str) -> None:
    seat.sit_down()

    def choose(name: str, letter: str) -> None:
        if not seat.page.locator(".list-item[data-name=new]").count():
            open_menu(seat)
        if by == "click":
            entry(seat, name)
        else:
            seat.key(letter)

    play_on(seat)
    before = seat.tell("app => app.state.game.id")
    choose("new", "n")
    give_up(seat)
    wait(lambda: seat.tell("app => app.state.game.id") != before, "a new game")
    levels = [("intermediate", "i", "16x16/40"), ("expert", "e", "30x16/99"), ("beginner", "b", "8x8/10")]
    for name, letter, size in levels:
        choose(name, letter)
        seat.wait_rules(size)
    marks = "app => app.choices.marks"
    choose("marks", "m")
    wait(lambda: seat.tell(marks), "question marks")
    choose("marks", "m")
    wait(lambda: not seat.tell(marks), "no question marks")
    choose("custom", "c")
    seat.wait_for("Custom board")
    seat.key("Escape")
    choose("best-times", "t")
    seat.page.get_by_role("heading", name="Best times").wait_for()
    seat.page.go_back()
    seat.page.locator(".console").wait_for()
    choose("about", "?")
    seat.wait_for("By the Sapper developers")
    seat.key("Escape")
    seat.new("modern beginner", SEED)
    play_on(seat)
    choose("pause", "p")
    seat.wait_status("paused")
    choose("pause", "p")
    seat.wait_status("playing")
    choose("quit", "q")
    seat.page.locator(".home").wait_for()
    seat.wait_status("paused")  # nothing is lost by leaving


def test_the_completion_menu(seat: Seat) -> None:
    seat.sit_down(seed=None)
    open_menu(seat)
    for value in ("mark", "both", "either", "clear"):
        entry(seat, f"completion-{value}")
        seat.wait_choice("completion", value)
        assert seat.page.locator(f".list-item[data-name=completion-{value}]").get_attribute("aria-pressed") == "true"


def test_completion_changes_in_the_running_game(seat: Seat) -> None:
    seat.sit_down()
    play_on(seat)
    game = seat.tell("app => app.state.game.id")
    open_menu(seat)
    entry(seat, "completion-mark")
    seat.wait_news("Completion: All mines flagged")
    seat.wait_choice("completion", "mark")
    assert seat.tell("app => app.state.game.id") == game
    seat.key("Escape")
    for cell in sorted(Known(first=(3, 3)).mines):
        seat.click(cell, "right")
    seat.wait_status("won")
    seat.key("n")
    seat.wait_status("ready")
    seat.wait_rules("completion=mark")  # and it is remembered


def test_a_completion_that_cannot_change_says_when_it_applies(seat: Seat) -> None:
    seat.sit_down("modern beginner practice=on")
    play_on(seat)
    open_menu(seat)
    entry(seat, "completion-mark")
    seat.wait_news("This applies from your next game.")
    assert seat.tell("app => app.state.game.choices.completion") == "clear"
    pressed = seat.page.locator("[data-name^=completion-][aria-pressed=true]")
    wait(lambda: pressed.get_attribute("data-name") == "completion-clear", "what wins this game")


def test_question_marks_change_in_the_running_game(seat: Seat) -> None:
    seat.sit_down()
    play_on(seat)
    game = seat.tell("app => app.state.game.id")
    mine = min(Known(first=(3, 3)).mines)
    at = mine[0] * 9 + mine[1]

    def right_clicks() -> str:
        shown = ""
        for _ in range(3):
            seat.click(mine, "right")
            seat.settle()
            shown += seat.diagram[at]
        return shown

    assert right_clicks() == "F.F"
    seat.tell("app => app.run('marks')")
    seat.wait_news("Question marks: On")
    assert right_clicks() == "?.F"
    seat.page.reload()
    seat.wait_for_game()
    assert seat.tell("app => app.state.game.id") == game
    seat.tell("app => app.choices.newGame(null, true)")
    seat.wait_rules("questions=on")  # and it is remembered


@pytest.mark.parametrize("command", ["grade-full", "ruleset-amiga", "practice"])
def test_choices_that_wait_for_the_next_game_say_so(seat: Seat, command: str) -> None:
    seat.sit_down()
    play_on(seat)
    before = seat.tell("app => [app.state.game.id, app.state.game.rules]")
    seat.tell("(app, name) => app.run(name)", command)
    seat.wait_news("This applies from your next game.")
    seat.settle()
    assert seat.tell("app => [app.state.game.id, app.state.game.rules]") == before


def test_single_rules_in_the_page(seat: Seat) -> None:
    seat.sit_down(seed=None)
    seat.page.locator(".chips .chip").nth(2).click()
    aside = seat.page.locator("aside")
    aside.locator("select[name=first]").select_option("top-left")
    seat.wait_choice("first", "top-left")
    aside.get_by_label("Lives").fill("3")
    aside.get_by_label("Lives").press("Enter")
    seat.wait_choice("lives", 3)
    aside.get_by_label("Flag mines automatically").check()
    aside.get_by_label("Open around complete numbers").check()
    wait(
        lambda: sorted(seat.tell("app => app.state.game.choices.assists")) == ["auto-flag", "auto-open"], "both assists"
    )
    aside.get_by_label("Flag mines automatically").uncheck()
    seat.wait_choice("assists", ["auto-open"])
    seat.page.reload()
    seat.wait_for_game()
    assert "lives=3" in seat.rules


def test_a_seed_is_entered(seat: Seat) -> None:
    seat.sit_down(seed="another seed")
    seat.page.locator(".chips .chip").nth(0).click()
    entry(seat, "enter-seed")
    field = seat.page.get_by_label("Seed", exact=True)
    field.wait_for()
    seat.page.locator("aside form button").click()
    seat.wait_for("Type a seed: any word or number.")
    assert field.evaluate("node => node === document.activeElement")
    field.fill(SEED)
    field.press("Enter")
    field.wait_for(state="detached")
    seat.settle()
    seat.click((0, 0))
    seat.settle()
    assert seat.diagram == Known().diagram


def test_completion_by_marks_wins(seat: Seat) -> None:
    rules = "modern beginner completion=mark"
    seat.sit_down(rules)
    known = Known(rules)
    seat.click(known.first)
    seat.settle()
    for cell in sorted(known.mines):
        seat.click(cell, "right")
    seat.wait_status("won")


def test_levels_layouts_and_rules_from_the_chips(seat: Seat) -> None:
    seat.sit_down(seed=None)
    chips = seat.page.locator(".chips .chip")
    chips.nth(0).click()
    entry(seat, "beginner-9")
    seat.wait_rules("9x9/10")
    chips.nth(1).click()
    grades = [("pairs", "no-guess-pairs", "No-guess 2 Pairs"), ("full", "no-guess", "No-guess 5 Full")]
    for grade, layout, words in [*grades, ("off", "random", "Random")]:
        entry(seat, f"grade-{grade}")
        seat.wait_choice("layout", layout)
        assert chips.nth(1).inner_text() == words
    chips.nth(2).click()
    for ruleset in ("official", "terminal", "click", "article", "modern"):
        entry(seat, f"ruleset-{ruleset}")
        seat.wait_choice("ruleset", ruleset)
    seat.page.get_by_label("Practice").check()
    seat.wait_choice("practice", True)
    seat.page.locator(".tool[title=Undo]").wait_for()
    chips.nth(3).click()
    seat.wait_for("fixed before your first click")


def test_the_amiga_has_its_own_expert_and_its_own_hands(seat: Seat) -> None:
    seat.sit_down(seed=None)
    seat.tell("app => app.choices.ruleset('amiga')")
    seat.tell("app => app.choices.level('expert')")
    seat.wait_rules("amiga 32x16/99")
    seat.settle()
    x, y = seat.point((0, 0))
    seat.page.mouse.move(x, y)
    seat.page.mouse.down(button="right")
    assert seat.diagram[0] == "."  # marks when the button comes up
    seat.page.mouse.up(button="right")
    seat.settle()
    assert seat.diagram[0] == "F"
    seat.click((0, 0), "right")
    seat.settle()
    assert seat.diagram[0] == "?"


def test_the_custom_form(seat: Seat) -> None:
    seat.sit_down(seed=None)
    seat.key("Alt+c")
    form = seat.page.locator("form.custom")
    form.get_by_label("Width", exact=True).fill("12")
    form.get_by_label("Height", exact=True).fill("7")
    form.get_by_label("Mines", exact=True).fill("84")
    form.get_by_role("button", name="Play this board").click()
    seat.wait_for("A 12\u00d77 board takes 0 to 83 mines.")
    mines = form.get_by_label("Mines", exact=True)
    assert mines.evaluate("node => node === document.activeElement && node.getAttribute('aria-invalid') === 'true'")
    assert [form.get_by_label(name, exact=True).input_value() for name in ("Width", "Height")] == ["12", "7"]
    mines.fill("9")
    seat.wait_for("easier than Beginner")
    form.get_by_role("button", name="Play this board").click()
    seat.wait_rules("12x7/9")
    assert "Custom 12\u00d77 · 9" in seat.page.locator(".chips").inner_text()
    seat.key("Alt+b")
    seat.wait_rules("8x8/10")
    seat.key("Alt+c")
    assert form.get_by_label("Width", exact=True).input_value() == "12"  # the size that was typed last


def test_keys_of_levels(seat: Seat) -> None:
    seat.sit_down(seed=None)
    for key, size in [("Alt+i", "16x16/40"), ("Alt+e", "30x16/99"), ("Alt+b", "8x8/10")]:
        seat.key(key)
        seat.wait_rules(size)


def test_the_palette_runs_commands(seat: Seat) -> None:
    seat.sit_down(seed=None)
    seat.key(":")
    seat.page.get_by_label("Command").wait_for()
    seat.page.keyboard.type("theme: cl")
    seat.key("Enter")
    wait(lambda: seat.page.evaluate("document.documentElement.dataset.theme") == "classic", "classic")
    seat.page.locator(".display .lit svg").first.wait_for()
    seat.key("Control+k")
    seat.page.get_by_label("Command").wait_for()
    seat.key("Escape")
    assert not seat.page.get_by_label("Command").count()
    listed = seat.tell("app => [...app.commands.keys()]")
    assert len(listed) > 40


def test_every_command_runs(seat: Seat, complaints: list[str]) -> None:
    seat.sit_down(seed=None)
    for name in seat.tell("app => [...app.commands.keys()]"):
        seat.tell("(app, name) => app.run(name)", name)
        seat.frame()
        assert complaints == [], name
    seat.settle()


def test_themes_follow_the_system_and_the_choice(seat: Seat) -> None:
    seat.go()
    seat.page.locator(".home").wait_for()
    theme = "document.documentElement.dataset.theme"
    assert seat.page.evaluate(theme) == "dark"
    seat.page.emulate_media(color_scheme="light")
    wait(lambda: seat.page.evaluate(theme) == "light", "light")
    seat.page.emulate_media(contrast="more")
    wait(lambda: seat.page.evaluate(theme) == "contrast", "contrast")
    seat.page.emulate_media(contrast="no-preference")
    seat.page.get_by_role("button", name="Settings").click()
    seat.page.locator(".theme-list button[data-name=amiga]").click()
    wait(lambda: seat.page.evaluate(theme) == "amiga", "amiga")
    seat.page.reload()
    wait(lambda: seat.page.evaluate(theme) == "amiga", "amiga after a reload")


def test_settings_apply_at_once(seat: Seat) -> None:
    seat.sit_down(seed=None)
    seat.page.get_by_role("button", name="Settings").click()
    seat.page.locator("[data-name=flag-release]").click()
    seat.page.locator("[data-name=profile-vim]").click()
    seat.page.get_by_role("button", name="Play", exact=True).click()
    seat.page.locator("canvas.board").wait_for()
    seat.key("5", "j")
    assert seat.tell("app => app.input.cursor[0]") == 7
    x, y = seat.point((0, 0))
    seat.page.mouse.move(x, y)
    seat.page.mouse.down(button="right")
    assert seat.diagram[0] == "."
    seat.page.mouse.up(button="right")
    seat.settle()
    assert seat.diagram[0] == "F"


@pytest.mark.parametrize(
    ("name", "key"),
    [("animation", " "), ("chord-middle", " "), ("flag-release", "Enter"), ("profile-vim", "Enter"), ("mono", "Enter")],
)
def test_a_change_in_the_settings_leaves_the_focus_where_it_is(seat: Seat, name: str, key: str) -> None:
    seat.page.goto(f"{seat.url}settings")
    control = seat.page.locator(f"[data-name={name}]")
    control.focus()
    state = "node => node.checked ?? node.getAttribute('aria-pressed')"
    before = control.evaluate(state)
    seat.key(key)
    wait(lambda: control.evaluate(state) != before, "the change")
    seat.frame()
    assert control.evaluate("node => node === document.activeElement")
    seat.key("Tab")
    assert not control.evaluate("node => node === document.activeElement")


def test_the_settings_show_the_name_that_the_server_knows(seat: Seat) -> None:
    seat.page.goto(f"{seat.url}settings")
    name = seat.page.get_by_label("Your name")
    name.fill("Ada")
    name.press("Enter")
    wait(lambda: seat.tell("app => app.state.name") == "Ada", "the name")
    seat.page.evaluate("localStorage.clear()")
    seat.page.reload()
    wait(lambda: name.input_value() == "Ada", "the name after a reload")


def test_one_choice_of_several_is_marked(seat: Seat) -> None:
    seat.page.goto(f"{seat.url}settings")
    for word in ("release", "press"):
        seat.page.locator(f"[data-name=flag-{word}]").click()
        pressed = seat.page.locator("[data-name^=flag-][aria-pressed=true]")
        assert pressed.all_inner_texts() == [word.title()]


@pytest.mark.parametrize("stored", ['{"game": {"ruleset": "none", "level": [], "rules": "x"}}', "[1", '{"keys": 3}'])
def test_settings_that_cannot_be_are_forgotten(seat: Seat, stored: str) -> None:
    seat.page.add_init_script(
        f"if (location.protocol !== 'about:') localStorage.setItem('sapper.settings', {json.dumps(stored)})"
    )
    seat.sit_down(seed=None)
    assert seat.rules.startswith("modern 8x8/10")


def test_the_start_page_goes_on_with_a_game(seat: Seat, context: BrowserContext) -> None:
    seat.sit_down("modern expert")
    play_on(seat)
    shown = seat.diagram
    other = Seat(context.new_page(), seat.url)
    other.go()
    other.page.get_by_role("button", name="Resume").first.click()
    other.wait_for_game()
    other.wait_status("playing")
    other.settle()
    assert other.diagram == shown


def test_new_games_ask_only_if_the_player_wants_it(seat: Seat) -> None:
    seat.sit_down()
    play_on(seat)
    assert seat.status == "playing"
    seat.tell("app => { app.settings.set('game', 'confirm-new-after', 1); app.state.game.setTime(5000) }")
    before = seat.tell("app => app.state.game.id")
    seat.page.locator(".face").click()
    seat.wait_for("A new game ends the one you are playing.")
    assert seat.tell("app => app.state.game.id") == before
    seat.page.get_by_role("button", name="New game").last.click()
    wait(lambda: seat.tell("app => app.state.game.id") != before, "a new game")


def test_a_no_guess_board_that_takes_long_says_so(seat: Seat) -> None:
    seat.sit_down(seed=None)
    seat.tell(
        "app => app.session.receive({ t: 'generating', game: app.state.game.id, n: 1, elapsed: 1800, share: 0.25 })"
    )
    seat.wait_for("Proving a no-guess board")
    seat.wait_for("1.8 s")
    before = seat.tell("app => app.state.game.id")
    seat.page.get_by_role("button", name="Play a random board").click()
    wait(lambda: seat.tell("app => app.state.game.id") != before, "a random board")
    assert seat.tell("app => app.state.game.choices.layout") == "random"


def test_words_for_those_who_listen(seat: Seat) -> None:
    seat.sit_down()
    seat.click((0, 0))
    seat.settle()
    polite = seat.page.locator("#polite")
    wait(lambda: "mines left" in polite.inner_text(), "the count")
    seat.key("ArrowDown")
    label = "document.activeElement.getAttribute('aria-label')"
    wait(lambda: str(seat.page.evaluate(label)).startswith("row 2 column A, "), "the square, which has the focus")
    seat.key("x")
    wait(lambda: polite.inner_text() == "10 mines left", "the mines")
    seat.key("r")
    wait(lambda: polite.inner_text().count(",") == 7, "eight neighbours")
    seat.click(min(Known().mines))
    seat.wait_status("lost")
    wait(lambda: seat.page.locator("#urgent").inner_text().startswith("Lost at"), "the end")


def test_nothing_is_inline_and_nothing_is_from_elsewhere(server: Server) -> None:
    with urllib.request.urlopen(server.url) as answer:
        policy = answer.headers["content-security-policy"]
        page = answer.read().decode()
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "<script>" not in page
    assert "style=" not in page
    for file in [WEB / "index.html", *ASSETS.iterdir(), *SOURCES.rglob("*.*")]:
        if file.suffix in (".png", ".ico"):
            continue
        text = file.read_text("utf-8")
        assert "innerHTML" not in text, file
        assert "http://" not in text.replace("http://www.w3.org/2000/svg", ""), file
        assert "https://" not in text, file


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_narrow_windows_show_everything(
    browser: Browser, server: Server, complaints: list[str], width: int, height: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": height})
    watch(context, complaints)
    seat = Seat(context.new_page(), server.url)
    seat.sit_down("modern expert")
    box = seat.page.locator(".console").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert seat.page.evaluate("document.documentElement.scrollWidth") <= width
    seat.click((3, 3))
    seat.wait_status("playing")
    context.close()


def test_every_rule_can_be_chosen_in_the_panel_of_the_rules(seat: Seat) -> None:
    seat.sit_down(seed=None)
    seat.page.locator(".chips .chip").nth(2).click()
    seat.page.locator("aside select[name=chord]").wait_for()
    named = set(seat.page.eval_on_selector_all("aside [name]", "nodes => nodes.map((node) => node.name)"))
    named |= set(seat.page.eval_on_selector_all("aside [data-name]", "nodes => nodes.map((node) => node.dataset.name)"))
    elsewhere = {"layout", "assists", "completion"}  # a chip of its own; a switch for each
    assert {name.replace("_", "-") for name in CHOICES} - elsewhere <= named
    assert {str(assist) for assist in Assist} <= named
    for name, kind in (("first", FirstClick), ("chord", Chord), ("flags", Flags), ("flood", Flood), ("loss", Loss)):
        options = f"aside select[name={name}] option"
        shown = seat.page.eval_on_selector_all(options, "nodes => nodes.map((node) => node.value)")
        assert set(shown) == {str(value) for value in kind}
    seat.page.locator("aside select[name=chord]").select_option("at-least")
    wait(lambda: "chord=at-least" in seat.rules, "a game by that rule")
    seat.page.locator("aside [data-name=protect-flags]").click()
    wait(lambda: "protect-flags=off" in seat.rules, "a game by both")
