"""The page for everyone: no violation that axe-core finds, the tree that screen readers read, keys alone, focus."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from parts import need
from simulated_rounds import race, store_race
from web.browsing import APP, SEED, Known, Seat, Server, wait, watch

from sapper.display import themes
from sapper.history.identity import public_id
from sapper.history.store import open_store
from sapper.web import SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

ROUND = "a-race-of-four"
PERSON = bytes([0]) * 16  # who won it
FOCUSED = "document.activeElement"
SOURCE = (SOURCES / "app" / "shell" / "screens.ts").read_text("utf-8")
SCREENS = dict(re.findall(r'^  "?([\w-]+)"?: \{\n(.*?)^  \},', SOURCE, re.MULTILINE | re.DOTALL))
WITH_ADDRESS = [name for name, body in SCREENS.items() if "path:" in body]
OF_COLOUR = ("color-contrast", "link-in-text-block")
#: Whether nothing moves or fades that will come to an end: colours in between have less contrast.
IS_STILL = """() => document.getAnimations().every(
  (one) => one.playState !== "running" || one.effect.getTiming().iterations === Infinity)"""
FAULTS = """async (rules) => {
  const runOnly = rules && { type: "rule", values: rules };
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...(runOnly && { runOnly }) });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${target} ${failureSummary}`));
}"""


@pytest.fixture(scope="module")
def axe() -> str:
    return Path(need("axe")).read_text("utf-8")


@pytest.fixture(autouse=True, scope="module")
def finished_round(server: Server) -> None:
    """Have a race that is over on the server, and a player with a public page."""
    with open_store(server.folder / "games.db") as store:
        store_race(store, ROUND, race("accessible"), [bytes([number]) * 16 for number in range(4)])
        store.set_name(PERSON, "Ada", created_at=1_800_000_000)
        store.set_public(PERSON, True, created_at=1_800_000_000)


class Checker:
    """Looks at the page with axe-core, which is put into it past its content security policy.

    With rules, it looks for what breaks these only.
    """

    def __init__(self, seat: Seat, axe: str, *rules: str) -> None:
        self.seat = seat
        self.rules = rules
        self.found: dict[str, list[str]] = {}
        seat.page.evaluate(axe)

    def look(self, where: str) -> None:
        self.seat.settle()
        faults = self.seat.page.evaluate(FAULTS, list(self.rules) or None)
        if self.seat.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append("it is wider than the window")
        if faults:
            self.found[where] = faults

    def open(self, name: str) -> None:
        """Open a screen as the page does; one of a finished game gets the last one, others a race and a player."""
        last = "String(app.state.over?.finished_id ?? '')"
        next_one = "(await (await fetch('/api/tournaments')).json())[0].id"
        ids = {"round": f"'{ROUND}'", "person": f"'{public_id(PERSON)}'", "tournament": next_one}
        self.seat.tell(f"async (app, name) => app.shell.open(name, {ids.get(name, last)})", name)
        key = "screen" if 'kind: "screen"' in SCREENS[name] else "page"
        wait(lambda: self.seat.tell("(app, key) => app.state[key]", key) == name, f"the screen {name}")
        wait(lambda: not self.seat.page.locator(".loading, [aria-busy=true]").count(), f"what {name} shows")


@pytest.fixture
def light(browser: Browser, server: Server, complaints: list[str], size: tuple[int, int]) -> Iterator[Seat]:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="light", reduced_motion="reduce"
    )
    watch(context, complaints)
    yield Seat(context.new_page(), server.url)
    context.close()


def look_at_a_game(seat: Seat, checker: Checker) -> None:
    """Look at a game in play, with help, paused, and over."""
    seat.click((0, 0))
    checker.look("play")
    seat.tell("app => app.settings.set('game', 'help', 'allow')")
    for topic in ("hint", "odds"):
        seat.tell("(app, topic) => app.assist(topic)", topic)
        wait(lambda: seat.tell("app => Boolean(app.state.hint || app.state.odds)"), topic)
        checker.look(topic)
    seat.tell("app => app.run('pause')")
    seat.wait_status("paused")
    checker.look("paused")
    seat.tell("app => app.run('pause')")
    seat.wait_status("playing")
    seat.click(min(Known().mines))
    seat.wait_status("lost")
    checker.look("lost")


@pytest.mark.long
@pytest.mark.parametrize(
    "size",
    [(1440, 900), (1024, 768), (720, 450), (390, 844)],
    ids=["desktop", "tablet", "zoomed to 200 %", "phone"],
)
def test_no_screen_has_a_fault_at_any_size(light: Seat, axe: str, size: tuple[int, int]) -> None:
    light.sit_down()
    checker = Checker(light, axe)
    look_at_a_game(light, checker)
    for name in SCREENS if size[0] in (1440, 390) else WITH_ADDRESS:
        checker.open(name)
        checker.look(name)
    assert checker.found == {}


@pytest.mark.long
@pytest.mark.parametrize("size", [(1440, 900)], ids=["desktop"])
def test_no_theme_has_a_fault(light: Seat, axe: str) -> None:
    light.sit_down()
    light.click((0, 0))
    light.settle()
    light.click(min(Known().mines))
    light.wait_status("lost")
    wait(lambda: light.tell("app => app.state.over?.finished_id"), "the replay of the game")
    checker = Checker(light, axe, *OF_COLOUR)  # all that a theme changes
    for theme in themes.names():
        light.tell("(app, theme) => app.settings.set('display', 'theme', theme)", theme)
        light.page.locator(f"html[data-theme={theme}]").wait_for()
        checker.look(f"play, {theme}")
        for name in WITH_ADDRESS if theme in ("dark", "contrast") else ():
            checker.open(name)
            checker.look(f"{name}, {theme}")
        light.tell("app => app.shell.showBoard()")
    assert checker.found == {}


TREE = """\
- grid "Board, 5 by 4, 2 mines left":
  - row "A B C D E":
    - columnheader "A"
    - columnheader "B"
    - columnheader "C"
    - columnheader "D"
    - columnheader "E"
  - rowheader "1"
  - gridcell "row 1 column A, blank, top edge, left edge"
  - gridcell "row 1 column B, 1, top edge"
  - gridcell "row 1 column C, closed, top edge"
  - gridcell "row 1 column D, closed, top edge"
  - gridcell "row 1 column E, closed, top edge, right edge"
  - rowheader "2"
  - gridcell "row 2 column A, blank, left edge"
  - gridcell "row 2 column B, 2, 1 flag around"
  - gridcell "row 2 column C, closed"
  - gridcell "row 2 column D, closed"
  - gridcell "row 2 column E, closed, right edge"
  - rowheader "3"
  - gridcell "row 3 column A, blank, left edge"
  - gridcell "row 3 column B, 2, 1 flag around"
  - gridcell "row 3 column C, flag"
  - gridcell "row 3 column D, closed"
  - gridcell "row 3 column E, closed, right edge"
  - rowheader "4"
  - gridcell "row 4 column A, blank, bottom edge, left edge"
  - gridcell "row 4 column B, 1, 1 flag around, bottom edge"
  - gridcell "row 4 column C, closed, bottom edge"
  - gridcell "row 4 column D, closed, bottom edge"
  - gridcell "row 4 column E, closed, bottom edge, right edge"
"""


def tree(seat: Seat) -> str:
    """Return the grid as screen readers get it, without the rows, which repeat their cells."""
    lines = seat.page.get_by_role("grid").aria_snapshot().splitlines()
    named = [line for line in lines if not re.match(r'  - row "\d', line)]
    return "\n".join(re.sub(r"^    (?=- (rowheader|gridcell))", "  ", line) for line in named) + "\n"


def test_the_tree_that_screen_readers_read(seat: Seat) -> None:
    seat.sit_down("modern 5x4/3")
    seat.click((0, 0))
    seat.settle()
    seat.click((2, 2), "right")
    wait(lambda: tree(seat) == TREE, f"the tree, not {tree(seat)}")
    landmarks = seat.page.locator("body").aria_snapshot()
    heading = 'heading "Custom 5\u00d74 · 3" [level=1]'
    for line in ('navigation "Main"', "main", 'complementary "Next to the board"', heading):
        assert f"- {line}" in landmarks
    counts = seat.page.get_by_role("grid").evaluate("node => [node.ariaRowCount, node.ariaColCount, node.ariaReadOnly]")
    assert counts == ["4", "5", "true"]
    indices = "node => [node.parentElement.ariaRowIndex, node.ariaColIndex]"
    assert seat.page.get_by_role("gridcell", name="row 3 column C").evaluate(indices) == ["3", "3"]
    box = seat.page.get_by_role("gridcell", name="row 3 column C").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert middle == pytest.approx(seat.point((2, 2)), abs=1)
    assert seat.page.locator("canvas.board").get_attribute("aria-hidden") == "true"
    seat.key("p")
    seat.wait_status("paused")
    assert seat.page.locator("[role=gridcell]").count() == 0  # in a pause nothing of the board is in the page


def test_a_screen_readers_click_opens_and_its_focus_moves_the_cursor(seat: Seat) -> None:
    seat.sit_down()
    cell = seat.page.get_by_role("gridcell", name="row 3 column D")
    cell.wait_for(state="attached")
    cell.dispatch_event("click")
    seat.wait_status("playing")
    assert seat.tell("app => app.input.cursor") == [2, 3]
    seat.key("ArrowUp", "ArrowLeft")
    wait(lambda: label(seat).startswith("row 2 column C"), "the focus at the cursor")
    cell.focus()
    wait(lambda: seat.tell("app => app.input.cursor") == [2, 3], "the cursor at the focus")
    assert seat.tell("app => app.state.isCursorShown")
    assert seat.page.locator("[role=gridcell][tabindex='0']").count() == 1
    seat.key("Control+Home", "ArrowUp", "ArrowLeft")
    wait(lambda: label(seat).startswith("row 1 column A"), "the first cell: there is no way around the edge")


def label(seat: Seat) -> str:
    return str(seat.page.evaluate(f"{FOCUSED}.getAttribute('aria-label')"))


def test_large_boards_have_the_part_in_view(seat: Seat) -> None:
    seat.sit_down("modern 300x300/9000")
    count = seat.page.locator("[role=gridcell]").count
    view = seat.tell("app => app.view.view")
    wait(lambda: count() == view["width"] * view["height"], "the cells in view")
    seat.tell("app => app.controls.zoom(0.3)")
    wait(lambda: 1000 < count() <= 2000, "no more than 2,000 of them")
    seat.tell("app => app.controls.zoom(null)")
    seat.key("Control+End")
    wait(lambda: label(seat) == "row 300 column KN, closed, bottom edge, right edge", "the last cell")
    assert seat.page.get_by_role("grid").evaluate("node => [node.ariaRowCount, node.ariaColCount]") == ["300", "300"]
    seat.tell("app => app.view.centreOn(10, 10)")
    wait(lambda: seat.page.locator("[role=row][aria-rowindex='5']").count(), "the cells that were scrolled into view")
    assert seat.page.evaluate(f"{FOCUSED}.role") == "gridcell"  # although its cell is gone
    seat.key("ArrowLeft")
    wait(lambda: label(seat).startswith("row 300 column KM"), "the cursor, in view again")


def has_focus(seat: Seat) -> bool:
    """Return whether the focus is somewhere, and can be seen there."""
    return bool(
        seat.page.evaluate(
            f"""() => {{
              const node = {FOCUSED};
              if (node === document.body || !node.getClientRects().length) return false;
              if (node.role === "gridcell") return true; // the cursor on the canvas
              const hasRing = (shown) => getComputedStyle(shown).outlineStyle !== "none";
              return !node.matches(":focus-visible") || hasRing(node) || hasRing(node.parentElement);
            }}"""
        )
    )


def tab_to(seat: Seat, selector: str, *, back: bool = False) -> None:
    for _ in range(120):
        if seat.page.evaluate(f"selector => {FOCUSED}.matches(selector)", selector):
            return
        seat.key("Shift+Tab" if back else "Tab")
        assert has_focus(seat), seat.page.evaluate(f"{FOCUSED}.outerHTML.slice(0, 200)")
    raise AssertionError(f"Tab does not lead to {selector}")


def test_everything_by_keyboard_alone(seat: Seat) -> None:
    seat.go()
    random = {"game": {"no-guess": "off"}}  # the known board is one
    seat.page.evaluate("chosen => localStorage.setItem('sapper.settings', JSON.stringify(chosen))", random)
    seat.go()
    seat.page.locator(".home").wait_for()
    tab_to(seat, ".card[data-name=beginner]")
    seat.key("Enter")
    seat.wait_for_game()
    wait(lambda: seat.page.evaluate(f"{FOCUSED}.role") == "gridcell", "the focus on the board")
    enter_seed(seat)
    play_to_the_end(seat)
    wait(lambda: has_focus(seat), "the focus, after the game")
    visit_the_rail(seat)
    change_a_setting(seat)
    seat.key(":")
    seat.page.get_by_label("Command", exact=True).wait_for()
    seat.page.keyboard.type("theme: mono")
    seat.key("Enter")
    wait(lambda: seat.page.evaluate("document.documentElement.dataset.theme") == "mono", "the theme")
    wait(lambda: has_focus(seat), "the focus, after the theme was chosen")
    seat.key(":")
    palette = seat.page.get_by_label("Command", exact=True)
    palette.wait_for()
    seat.key("Escape")
    palette.wait_for(state="hidden")
    wait(lambda: has_focus(seat), "the focus, after the palette was closed")
    tab_to(seat, ".rail button[aria-label=Play]", back=True)
    seat.key("Enter")
    wait(lambda: seat.path.startswith("/g/"), "the board")
    wait(lambda: has_focus(seat), "the focus on the board")


def enter_seed(seat: Seat) -> None:
    seat.key(":")
    seat.page.get_by_label("Command", exact=True).wait_for()
    seat.page.keyboard.type("seed")
    seat.key("Enter")
    seat.page.get_by_label("Seed", exact=True).wait_for()
    before = seat.tell("app => app.state.game.id")
    seat.page.keyboard.type(SEED)
    seat.key("Enter")
    wait(lambda: seat.tell("app => app.state.game.id") != before, "the board of the seed")
    wait(lambda: seat.page.evaluate(f"{FOCUSED}.role") == "gridcell", "the focus on the board")


def play_to_the_end(seat: Seat) -> None:
    """Open every safe square with arrows and Enter, with a flag and a chord on the way."""
    known = Known()
    seat.key("Control+Home", "Enter")
    seat.settle()
    mine = min(known.mines)
    seat.walk(mine)
    seat.key("f")
    seat.settle()
    assert seat.tell("(app, cell) => app.state.game.at(cell)", list(mine)) == 10
    for cell in known.openings():
        seat.walk(cell)
        seat.key("Enter")
    seat.wait_status("won")


def visit_the_rail(seat: Seat) -> None:
    names = seat.page.locator(".rail button:visible").evaluate_all("nodes => nodes.map(node => node.ariaLabel)")
    assert len(names) >= 9
    titles = set()
    for name in names:
        tab_to(seat, f".rail button[aria-label='{name}']:not(.bar-menu)", back=name == names[0])
        seat.key("Enter")
        seat.page.locator(f".rail [aria-label='{name}'][aria-current=page]").wait_for()
        seat.frame()
        assert has_focus(seat), name
        assert seat.page.locator("main h1").count() == 1, name
        titles.add(seat.page.title())
        if seat.tell("app => app.state.page"):
            seat.key("Escape")
            wait(lambda: not seat.tell("app => app.state.page"), "the page to be closed")
            assert has_focus(seat), name
            tab_to(seat, f".rail button[aria-label='{names[0]}']", back=True)
    assert len(titles) >= 7


def change_a_setting(seat: Seat) -> None:
    assert seat.path == "/settings"
    tab_to(seat, "[data-name=dim-finished]")
    seat.key("Space")
    wait(lambda: seat.tell("app => app.settings.get('display', 'dim-finished')"), "the setting")
    assert has_focus(seat)


def test_the_focus_is_never_nowhere(seat: Seat) -> None:
    """A key opens a screen while the board has the focus, which goes with the board."""
    seat.sit_down(seed=None)
    for name in SCREENS:
        seat.key("ArrowUp")
        seat.tell("(app, name) => app.shell.open(name)", name)
        state = f"(await ({APP})()).state"
        seat.page.wait_for_function(f"async name => [{state}.screen, {state}.page].includes(name)", arg=name)
        assert has_focus(seat), name
        seat.tell("app => app.state.page ? app.shell.closePage() : app.shell.showBoard()")
        wait(lambda: seat.page.evaluate(f"{FOCUSED}.role") == "gridcell", "the focus on the board again")
    seat.click((3, 3))
    seat.settle()
    seat.page.locator(".tools [title=Hint]").focus()
    seat.key("Enter")
    seat.page.locator("dialog[open] button").first.wait_for()
    seat.key("Escape")
    wait(lambda: has_focus(seat), "the focus, after the question was left")


def test_reduced_motion_and_forced_colours(seat: Seat) -> None:
    seat.page.emulate_media(reduced_motion="reduce", forced_colors="active")
    seat.go()
    seat.page.locator(".home").wait_for()
    chosen = seat.page.locator(".choice-grid [aria-pressed=true]").first
    assert chosen.evaluate("node => getComputedStyle(node).outlineStyle") == "solid"
    seat.key("n")
    seat.wait_for_game()
    wait(lambda: seat.tell("app => app.view.theme.style.hiddenPattern") == "hatch", "the shapes of mono")
    assert seat.tell("app => app.view.motion") is False
    system = seat.page.evaluate(
        """() => {
          const node = document.body.appendChild(document.createElement("i"));
          node.style.color = "CanvasText";
          const { color } = getComputedStyle(node);
          node.remove();
          return color;
        }"""
    )
    assert hex_of(system) == seat.tell("app => app.view.theme.text")
    seat.page.locator(".face").focus()
    seat.key("Tab", "Shift+Tab")
    assert seat.page.locator(".face").evaluate("node => getComputedStyle(node).outlineStyle") == "solid"


def hex_of(colour: str) -> str:
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour)[:3])
