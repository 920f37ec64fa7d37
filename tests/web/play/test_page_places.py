"""Where the player is: Home, panel, questions and news, focus. Nothing is lost, hidden or unsaid on any of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from web.browsing import SEED, Known, Seat, Server, wait, watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext

WIDTHS = [(1440, 900), (1024, 768), (720, 450), (390, 844)]  # the third is 200 % zoom
QUESTION = "dialog[open]"
FOCUSED = "document.activeElement"


@pytest.fixture(params=WIDTHS, ids=lambda size: f"{size[0]}px")
def sized(request: pytest.FixtureRequest, browser: Browser, server: Server, complaints: list[str]) -> Iterator[Seat]:
    """The page in windows of several sizes."""
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height})
    watch(context, complaints)
    yield Seat(context.new_page(), server.url)
    context.close()


def go_home(seat: Seat) -> None:
    seat.page.get_by_role("button", name="Play", exact=True).click()
    seat.page.locator(".home").wait_for()
    seat.wait_status("paused")


def play(seat: Seat, rules: str = "modern beginner") -> Known:
    """Begin a game that is worth asking about: more than a tenth of it is open."""
    seat.sit_down(rules)
    known = Known(rules)
    seat.click(known.first)
    seat.settle()
    assert seat.tell("app => app.state.game.share") >= 0.1
    return known


def is_in_view(seat: Seat, selector: str) -> bool:
    """Return whether the upper left of something can be seen: in the window, and under nothing else."""
    script = """selector => {
      const node = [...document.querySelectorAll(selector)].at(-1);
      if (!node) return false;
      const { left, top, width, height } = node.getBoundingClientRect();
      const at = document.elementFromPoint(left + Math.min(8, width / 2), top + Math.min(8, height / 2));
      return node.contains(at);
    }"""
    return bool(seat.page.evaluate(script, selector))


# Home


@pytest.mark.parametrize("way", ["b", "i", "e", "n", "card"])
def test_home_asks_before_a_game_is_given_up(seat: Seat, way: str) -> None:
    play(seat)
    before = seat.tell("app => [app.state.game.id, app.settings.get('game', 'level')]")
    go_home(seat)
    if way == "card":
        seat.page.locator(".card[data-name=expert]").click()
    else:
        seat.key(way)
    seat.page.locator(QUESTION).wait_for()
    assert seat.page.evaluate(f"{FOCUSED}.textContent") == "Keep playing"
    seat.key("Enter")
    seat.page.locator(QUESTION).wait_for(state="detached")
    assert seat.tell("app => [app.state.game.id, app.settings.get('game', 'level')]") == before
    assert seat.page.locator(".home").is_visible()
    if way == "card":  # the card has the focus: Enter would press it again
        seat.page.locator(".home h1").first.click()
        seat.page.evaluate("document.activeElement.blur()")
    seat.key("Enter")
    seat.wait_status("playing")
    assert seat.tell("app => app.state.game.id") == before[0]


def test_the_custom_form_on_home_asks_too(seat: Seat) -> None:
    play(seat)
    before = seat.tell("app => app.state.game.id")
    go_home(seat)
    seat.key("c")
    form = seat.page.locator("form.custom")
    form.get_by_label("Width", exact=True).fill("12")
    form.get_by_role("button", name="Play this board").click()
    seat.page.locator(QUESTION).wait_for()
    seat.key("Escape")
    seat.page.locator(QUESTION).wait_for(state="detached")
    assert form.get_by_label("Width", exact=True).input_value() == "12"
    assert seat.tell("app => app.state.game.id") == before


def test_go_on_has_a_picture_the_time_and_the_share(seat: Seat, context: BrowserContext) -> None:
    known = play(seat)
    seat.click(min(known.mines), "right")
    seat.settle()
    go_home(seat)
    card = seat.page.locator(".home .first")
    card.get_by_role("button", name="Resume").wait_for()
    text = card.inner_text()
    assert "Beginner 8\u00d78 · 10, Random" in text
    assert re.search(r"[0-9.]+ s\s+so far\s+[0-9]+.%\s+open\s+9\s+mines left", text)
    looks = seat.page.evaluate("JSON.parse(localStorage.getItem('sapper.looks'))")
    picture = looks[-1]["picture"]
    known.game.flag(*min(known.mines))
    assert picture == re.sub("[1-8]", "0", known.diagram.replace("\n", ""))
    assert set(picture) == {"0", ".", "F"}  # no numbers: a paused game cannot be studied
    assert card.locator("canvas").is_visible()
    fresh = Seat(context.new_page(), seat.url)
    fresh.go()
    fresh.page.locator(".first canvas").wait_for()  # also where nothing of the game is loaded
    fresh.key("Enter")
    fresh.wait_for_game()
    fresh.wait_status("playing")
    assert fresh.path == f"/g/{seat.tell('app => app.state.room')}"


@pytest.mark.parametrize(
    ("way", "shown"),
    [("Menu", "Game menu"), ("Keys", "How to play"), ("c", "Custom board")],
)
def test_there_is_no_board_before_there_is_a_game(seat: Seat, way: str, shown: str) -> None:
    seat.go()
    seat.page.locator(".home").wait_for()
    if len(way) == 1:
        seat.key(way)
    else:
        seat.page.get_by_role("button", name=way, exact=True).click()
    seat.page.locator("aside h2", has_text=shown).first.wait_for()
    assert not seat.page.locator(".console").count()
    assert not seat.page.locator(".chips").count()
    assert seat.page.locator(".home").is_visible()
    seat.key("Escape")
    wait(lambda: not seat.page.locator("aside h2").first.is_visible(), "the panel to close")
    assert seat.page.locator(".home").is_visible()


@pytest.mark.parametrize("path", ["help", "about"])
def test_addresses_without_a_game_have_home_behind_them(seat: Seat, path: str) -> None:
    seat.page.goto(seat.url + path)
    seat.page.locator(".home").wait_for()
    assert not seat.page.locator(".console").is_visible()


def test_a_start_shows_home_until_the_board_is_there(seat: Seat) -> None:
    seat.go()
    seat.page.locator(".home").wait_for()
    seat.page.evaluate(
        """() => {
          globalThis.ghosts = 0;
          new MutationObserver(() => {
            const chip = document.querySelector(".chip span");
            if (chip?.checkVisibility() && !chip.textContent) globalThis.ghosts++;
          }).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
        }"""
    )
    seat.key("n")
    seat.wait_for_game()
    seat.page.locator(".console").wait_for()
    seat.frame()
    assert seat.page.evaluate("ghosts") == 0
    assert seat.page.locator(".chip").first.inner_text().startswith("Beginner")


def test_a_reload_after_the_end_celebrates_nothing_and_starts_nothing(seat: Seat) -> None:
    known = play(seat)
    seat.tell("app => app.settings.set('game', 'after-loss', 'summary')")
    seat.click(min(known.mines))
    seat.wait_status("lost")
    game = seat.tell("app => app.state.game.id")
    seat.tell("app => app.settings.set('game', 'after-loss', 'new-game')")
    seat.page.reload()
    seat.wait_for_game()
    seat.wait_for("Retry")
    assert not seat.page.locator(".console.flash").count()
    assert seat.tell("app => app.choices.isBeginningSoon") is False
    assert seat.tell("app => app.state.game.id") == game


# Reading something pauses, coming back resumes


@pytest.mark.parametrize("way", ["Settings", "Play", "t", "?"])
def test_what_is_read_pauses_and_coming_back_resumes(seat: Seat, way: str) -> None:
    known = play(seat)
    shown = seat.diagram
    if len(way) == 1:
        seat.key(way)
    else:
        seat.page.get_by_role("button", name=way, exact=True).click()
    wait(lambda: not seat.path.startswith("/g/"), "another page")
    seat.wait_status("paused")
    if way == "Play":
        seat.page.locator("[data-name=go-on]").first.click()
    else:
        seat.page.go_back()
    seat.wait_status("playing")
    seat.settle()
    assert seat.diagram == shown == known.diagram


def test_a_pause_of_the_player_stays_one(seat: Seat) -> None:
    play(seat)
    seat.key("p")
    seat.wait_status("paused")
    seat.page.get_by_role("button", name="Settings").click()
    seat.wait_for("Follow the system")
    seat.page.get_by_role("button", name="Play", exact=True).click()
    seat.page.locator(".cover").wait_for()
    seat.settle()
    assert seat.status == "paused"


# The panel and what is said


@pytest.mark.parametrize("what", ["menu", "hint", "odds", "lost"])
def test_the_panel_is_seen_at_every_width(sized: Seat, what: str) -> None:
    sized.store({"game": {"help": "allow"}})
    known = play(sized)
    if what == "lost":
        sized.click(min(known.mines))
        sized.page.locator(".result").wait_for()
        selector = ".result"
    elif what == "menu":
        sized.key("F10")
        selector = ".list-item[data-name=new]"
    else:
        sized.key({"hint": "h", "odds": "v"}[what])
        selector = {"hint": "aside .steps", "odds": "aside .sentence"}[what]
    sized.page.locator(selector).last.wait_for()
    wait(lambda: is_in_view(sized, selector), f"{what} in view")


def test_a_hint_is_one_line_of_the_page_at_1024(browser: Browser, server: Server, complaints: list[str]) -> None:
    context = browser.new_context(viewport={"width": 1024, "height": 768})
    watch(context, complaints)
    seat = Seat(context.new_page(), server.url)
    seat.store({"game": {"help": "allow"}})
    seat.sit_down("modern expert")
    seat.click((8, 15))
    seat.settle()
    seat.key("h")
    seat.page.locator("aside .steps").wait_for()
    seat.frame()
    panel, board = (seat.page.locator(name).bounding_box() for name in ("aside", ".console"))
    assert panel is not None
    assert board is not None
    assert panel["height"] <= 100
    assert panel["y"] + panel["height"] <= 768
    assert board["y"] + board["height"] <= panel["y"]
    context.close()


def test_a_folded_panel_opens_for_news_and_the_fold_is_remembered(seat: Seat) -> None:
    known = play(seat)
    panel = seat.page.locator("aside")
    seat.page.get_by_role("button", name="Hide the panel").click()
    panel.wait_for(state="hidden")
    seat.page.reload()
    seat.wait_for_game()
    seat.page.locator(".console").wait_for()
    seat.frame()
    assert not panel.is_visible()
    seat.key("F10")
    seat.page.locator(".list-item[data-name=new]").wait_for()
    seat.key("Escape")
    panel.wait_for(state="hidden")
    seat.click(min(known.mines))
    seat.page.locator(".result").wait_for()
    assert panel.is_visible()
    seat.page.get_by_role("button", name="New game").last.click()
    seat.wait_status("ready")
    panel.wait_for(state="hidden")
    seat.page.get_by_role("button", name="Show the panel").click()
    panel.wait_for()


def test_a_refusal_is_seen_on_home(sized: Seat) -> None:
    sized.sit_down(seed=None)
    sized.tell("app => app.settings.set('game', 'level', '50x50/300')")
    sized.tell("app => app.settings.setRuleset('amiga')")
    sized.tell("app => app.run('home')")
    card = sized.page.locator(".card[data-name=custom]")
    card.wait_for()
    card.focus()
    sized.key("n")
    question = sized.page.locator(QUESTION)
    question.wait_for()
    assert "32" in question.inner_text()
    sized.key("Escape")
    question.wait_for(state="detached")
    wait(lambda: card.evaluate("node => node === document.activeElement"), "the focus where it was")
    assert sized.page.locator(".home").is_visible()


def test_a_search_that_fails_is_no_longer_said_to_go_on(seat: Seat) -> None:
    seat.sit_down(seed=None)
    seat.new("modern 1x50/10 layout=no-guess", None)
    seat.click((0, 0))
    seat.page.locator(QUESTION).wait_for(timeout=120_000)  # the search takes several seconds of a processor
    seat.frame()
    assert not seat.page.get_by_text("Proving a no-guess board").is_visible()
    assert seat.tell("app => app.state.generating") is None


def test_a_lost_line_is_said_on_home(seat: Seat) -> None:
    play(seat)
    go_home(seat)
    seat.tell("app => { app.state.isOffline = true; app.changed() }")
    seat.wait_news("Connection lost.")
    seat.tell("app => { app.state.isOffline = false; app.changed() }")
    seat.page.locator("#news").wait_for(state="hidden")


def test_a_game_that_cannot_be_loaded_is_said_on_home(seat: Seat, complaints: list[str]) -> None:
    seat.page.route(re.compile(r"/assets/.*/app-app\.js"), lambda route: route.abort())
    seat.go()
    seat.page.locator(".home").wait_for()
    seat.key("n")
    seat.wait_news("could not be loaded")
    assert seat.page.locator(".home").is_visible()
    assert all("ERR_FAILED" in line for line in complaints)
    complaints.clear()


def test_what_cannot_be_loaded_is_said(seat: Seat, complaints: list[str]) -> None:
    # Before the page loads: a busy browser that has loaded it already may fetch once more without asking.
    seat.page.route(re.compile(r"/assets/.*best-times-page.*\.js"), lambda route: route.abort())
    play(seat)
    seat.key("t")
    seat.wait_news("could not be loaded")
    seat.wait_status("playing")
    assert all("ERR_FAILED" in line for line in complaints)
    complaints.clear()


# Focus


def test_choices_on_home_leave_the_focus_where_it_is(seat: Seat) -> None:
    seat.go()
    for name in ("2 Pairs", "Amiga", "5 Full"):
        choice = seat.page.locator(".choice-grid button", has_text=name)
        choice.focus()
        seat.key("Enter")
        seat.page.locator(".choice-grid [aria-pressed=true]", has_text=name).wait_for()
        assert choice.evaluate("node => node === document.activeElement")


@pytest.mark.parametrize("name", ["practice", "questions", "auto-flag", "completion-both"])
def test_choices_of_the_rules_leave_the_focus_where_it_is(seat: Seat, name: str) -> None:
    seat.sit_down(seed=None)
    seat.page.locator(".chips .chip").nth(2).click()
    choice = seat.page.locator(f"aside [data-name={name}]")
    choice.focus()
    state = "node => node.type === 'checkbox' ? node.checked : node.getAttribute('aria-pressed') === 'true'"
    assert not choice.evaluate(state)
    seat.key(" ")
    wait(lambda: choice.evaluate(state), name)
    seat.settle()
    assert choice.evaluate("node => node === document.activeElement")


@pytest.mark.parametrize("way", ["p", "tool"])
def test_a_pause_keeps_the_focus_on_the_board(seat: Seat, way: str) -> None:
    play(seat)
    if way == "p":
        seat.key("p")
    else:
        seat.page.locator(".tool[title^=Pause]").click()
    seat.wait_status("paused")
    wait(lambda: seat.page.evaluate(f"{FOCUSED}.closest('.cover') !== null"), "the focus on Resume")
    seat.key("Enter")
    seat.wait_status("playing")
    wait(lambda: seat.page.evaluate(f"{FOCUSED}.getAttribute('role')") == "gridcell", "the focus on the board")


def test_back_from_a_screen_brings_the_focus_to_the_board(seat: Seat) -> None:
    seat.sit_down()
    seat.click((0, 0))
    seat.wait_status("playing")
    seat.tell("app => void app.shell.open('statistics')")
    seat.wait_status("paused")
    wait(lambda: seat.page.evaluate(f"{FOCUSED}.tagName") == "H1", "the focus on the heading")
    seat.page.go_back()
    seat.wait_status("playing")
    wait(lambda: seat.page.evaluate(f"{FOCUSED}.getAttribute('role')") == "gridcell", "the focus on the board")


def test_a_board_with_the_focus_shows_it_and_enter_acts(seat: Seat) -> None:
    seat.sit_down(seed=SEED)
    seat.page.mouse.move(5, 5)
    seat.page.locator(".face").focus()
    seat.key("Tab")
    assert seat.page.evaluate(f"{FOCUSED}.getAttribute('role')") == "gridcell"
    wait(lambda: seat.tell("app => app.state.isCursorShown"), "the cursor")
    assert seat.page.locator(".well").evaluate("node => getComputedStyle(node).outlineStyle") == "solid"
    seat.key("Enter")
    seat.wait_status("playing")


# For those who listen


def test_marks_and_the_end_of_a_pause_are_said(seat: Seat) -> None:
    known = play(seat)
    seat.page.evaluate(
        """() => {
          const polite = document.querySelector("#polite");
          window.said = [];
          new MutationObserver(() => window.said.push(polite.textContent)).observe(polite, { childList: true });
        }"""
    )

    def said() -> list[str]:
        return list(seat.page.evaluate("window.said"))

    mine = min(known.mines)
    name = f"row {mine[0] + 1} column {'ABCDEFGH'[mine[1]]}"
    seat.walk(mine)
    seat.key("f")
    wait(lambda: f"{name}, flag, 9 mines left" in said(), "the flag")
    seat.key("f")
    wait(lambda: f"{name}, closed, 10 mines left" in said(), "no flag")
    seat.key("p")
    wait(lambda: "Paused" in said(), "the pause")
    seat.key("p")
    wait(lambda: "Playing, 10 mines left" in said(), "the game")


def test_flags_beyond_the_mines_are_said_as_such(seat: Seat) -> None:
    seat.sit_down("modern 5x5/1")
    for cell in ((0, 0), (0, 1)):
        seat.click(cell, "right")
    seat.settle()
    assert "1 flag too many" in str(seat.page.get_by_role("grid").get_attribute("aria-label"))
    seat.key("x")
    wait(lambda: seat.page.locator("#polite").inner_text() == "1 flag too many", "the flags")


# What the page says of itself


@pytest.mark.parametrize(
    ("ruleset", "promise"),
    [
        ("Modern", "The first click always opens."),
        ("Official", "The first click never hits a mine."),
        ("Amiga", "The first click never hits a mine."),
        ("Terminal", "The first click never hits a mine."),
    ],
)
def test_home_promises_what_the_rules_do(seat: Seat, ruleset: str, promise: str) -> None:
    seat.go()
    lead = seat.page.locator(".home p").first
    assert "No board needs a guess." in lead.inner_text()  # chosen for newcomers
    seat.page.locator(".choice-grid button", has_text="Random boards").click()
    seat.page.locator(".choice-grid button", has_text=ruleset).click()
    wait(lambda: lead.inner_text().startswith(f"{promise} A board may need a guess."), promise)


def test_every_screen_has_one_heading_of_the_first_level(seat: Seat) -> None:
    seat.go()
    seat.page.locator(".home").wait_for()
    assert seat.page.locator("h1").count() == 1
    seat.sit_down()
    assert seat.page.locator("h1").all_inner_texts() == ["Beginner 8\u00d78 · 10"]


def test_without_scripts_the_page_says_what_to_do(browser: Browser, server: Server) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 300})
    page = context.new_page()
    page.goto(server.url)
    box = page.locator("noscript p").bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 300
    assert box["x"] + box["width"] <= 390
    context.close()


def test_choices_are_seen_in_forced_colours(seat: Seat) -> None:
    seat.page.emulate_media(forced_colors="active")
    seat.go()
    for name in (".card.on", ".choice-grid .on"):
        chosen = seat.page.locator(name).first
        chosen.wait_for()
        assert chosen.evaluate("node => getComputedStyle(node).outlineStyle") == "solid"


def test_small_boards_use_large_windows_and_stand_in_their_middle(
    browser: Browser, server: Server, complaints: list[str]
) -> None:
    context = browser.new_context(viewport={"width": 2560, "height": 1440})
    watch(context, complaints)
    seat = Seat(context.new_page(), server.url)
    seat.sit_down()
    console = seat.page.locator(".console").bounding_box()
    assert console is not None
    assert console["height"] > 1440 / 2
    seat.new("modern 3x9/2", SEED)
    console = seat.page.locator(".console").bounding_box()
    assert console is not None
    middle, _ = seat.point((0, 1))
    assert abs(console["x"] + console["width"] / 2 - middle) <= 2
    context.close()


def test_the_about_page_has_version_author_and_licence(seat: Seat) -> None:
    seat.page.goto(f"{seat.url}about")
    about = seat.page.locator("aside")
    wait(lambda: re.search(r"\d+\.\d+", about.inner_text()), "the version")
    assert "By the Sapper developers." in about.inner_text()
    assert "MIT licence" in about.inner_text()


@pytest.mark.parametrize(("key", "shown"), [("?", "How to play"), ("F10", "Game menu")])
def test_keys_open_their_pages_on_home_too(seat: Seat, key: str, shown: str) -> None:
    seat.go()
    seat.page.locator(".home").wait_for()
    seat.key(key)
    seat.page.locator("aside h2", has_text=shown).first.wait_for()


def test_the_settings_have_a_list_of_their_sections(seat: Seat) -> None:
    seat.page.goto(f"{seat.url}settings")
    seat.page.get_by_role("navigation", name="Settings").get_by_role("button", name="Keyboard").click()
    heading = seat.page.get_by_role("heading", name="Keyboard")
    wait(lambda: heading.evaluate("node => node === document.activeElement"), "the focus on the section")
    for sample in seat.page.locator(".theme-sample").all():
        outer, inner = sample.bounding_box(), sample.locator("canvas").bounding_box()
        assert outer is not None
        assert inner is not None
        assert outer["x"] <= inner["x"]
        assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]


def test_the_palette_shows_everything_and_finds_settings(seat: Seat) -> None:
    seat.sit_down(seed=None)
    seat.key(":")
    field = seat.page.get_by_label("Command")
    field.wait_for()
    assert seat.page.locator(".palette .list-item").count() > 60
    for _ in range(30):
        seat.key("ArrowDown")
    chosen = seat.page.locator(".palette .list-item.on")
    seat.frame()
    assert is_in_view(seat, ".palette .list-item.on")
    field.fill("flash off")
    wait(lambda: chosen.inner_text() == "Flash at the end: Off", "the setting")
    seat.key("Enter")
    wait(lambda: seat.tell("app => app.settings.get('display', 'flash')") is False, "no flash")


def test_home_begins_with_no_guess_and_remembers_what_was_chosen(seat: Seat) -> None:
    seat.go()
    pressed = seat.page.locator(".choice-grid [aria-pressed=true]")
    assert [text.splitlines()[0] for text in pressed.all_inner_texts()] == ["5 Full", "Modern"]
    seat.page.locator("[data-name=beginner-9]").click()
    seat.wait_for_game()
    assert seat.rules == "modern 9x9/10 v1 layout=no-guess"
    seat.click((4, 4))
    seat.wait_status("playing")
    go_home(seat)
    seat.page.get_by_role("heading", name="Welcome back.").wait_for()
    seat.page.locator(".first").get_by_role("button", name="Resume").wait_for()
    assert seat.page.locator("[data-name=beginner-9][aria-current]").count() == 1
    layouts = seat.page.get_by_role("group", name="No-guess")
    layouts.get_by_role("button", name="Random").click()
    assert seat.page.get_by_text("A board may need a guess.").is_visible()
    layouts.get_by_role("button", name="No-guess").click()
    seat.page.get_by_role("group", name="How much logic").get_by_role("button", name="Pairs").click()
    fresh = Seat(seat.page.context.new_page(), seat.url)
    fresh.go()
    wait(
        lambda: fresh.page.locator("[aria-pressed=true]").all_inner_texts() == ["No-guess", "Pairs"], "the last choice"
    )
    fresh.page.locator(".home h1").click()
    fresh.key("n")
    fresh.wait_for_game()
    wait(lambda: fresh.rules == "modern 9x9/10 v1 layout=no-guess-pairs", "a board as chosen")
