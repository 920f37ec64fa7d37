"""Every screen in every language: nothing is outside the catalogue, and nothing is cut off."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING

import pytest
from simulated_rounds import NAMES as RACERS
from simulated_rounds import race, store_race
from web import pseudo
from web.browsing import APP, DESKTOP, ROOM_LIMITS, Known, Seat, Server, wait, watch
from web.rooms import wait_told
from web.screens.test_page_replay import made

from sapper.display.wording import languages
from sapper.history.store import open_store
from sapper.modes import DEFAULT, MODES
from sapper.web import SOURCES, build

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

SIZES = [(1440, 900), (1366, 625), (1024, 768), (844, 390), (390, 844), (320, 568)]
SETTINGS = {"controls": {"touch": "switch"}, "game": {"help": "allow", "name": "Ada"}}
#: Not words of the catalogue: names of keys, of files and their formats, of rules in text, of people and of the game.
NAMES = {
    *(
        "Sapper",
        "Ada",
        "Solver",
        "Esc",
        "Shift",
        "Enter",
        "Tab",
        "Space",
        "Ctrl",
        "Alt",
        "Del",
        "PgUp",
        "PgDn",
        "Home",
        "End",
    ),
    *("Backspace", "Ins", "Insert", "Delete", "F10", "toml", "json", "csv", "http", "https", "MIT"),
}
NAMES |= set(RACERS)
ROUND = "a-round-of-four"
DATES = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun"
TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.closest("noscript, script, style, .language-list, #polite, #urgent")) found.push(node.data);
  }
  for (const node of document.querySelectorAll("body *")) {
    if (node.role === "gridcell") continue;
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"]) {
      if (node.hasAttribute(name)) found.push(node.getAttribute(name));
    }
    for (const part of ["::before", "::after"]) {
      const text = getComputedStyle(node, part).content;
      if (text.startsWith('"')) found.push(text);
    }
  }
  return [...found, document.title];
}"""
CELL_LABELS = "[...document.querySelectorAll('[role=gridcell]')].map((node) => node.ariaLabel)"
#: Texts that reach out of their button, label or heading, or of what hides the rest.
CUT = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const found = [];
  const styles = new Map();
  const styleOf = (node) => {
    if (!styles.has(node)) {
      const { overflowX, clipPath, visibility } = getComputedStyle(node);
      styles.set(node, { overflowX, clipPath, visibility });
    }
    return styles.get(node);
  };
  const hides = (style) => style.overflowX === "hidden" || style.overflowX === "clip";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent.checkVisibility() || parent.closest(".unseen, .board-grid, noscript")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (!text.width || styleOf(parent).clipPath !== "none") continue;
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const style = styleOf(box);
      if (style.clipPath !== "none" || style.visibility === "hidden") break;
      const isScrolled = ["auto", "scroll"].includes(style.overflowX);
      if (isScrolled) break;
      const isLabel = box.matches("button, a, label, h1, h2, th, td, legend, .chip, .step, .stat, dialog, aside");
      if (!hides(style) && !isLabel) continue;
      const { left, right } = box.getBoundingClientRect();
      if (text.left < left - 1.5 || text.right > right + 1.5) {
        const by = Math.round(Math.max(left - text.left, text.right - right));
        found.push(`${box.tagName.toLowerCase()}.${box.className}: ${node.data.trim().slice(0, 50)} (${by} px)`);
        break;
      }
    }
  }
  for (const node of document.querySelectorAll(".card :is(button, a, input, select, .segment)")) {
    const card = node.closest(".card").getBoundingClientRect();
    const { left, right, width } = node.getBoundingClientRect();
    const by = Math.round(Math.max(card.left - left, right - card.right));
    if (width && by > 0 && node.checkVisibility()) found.push(`${node.textContent.trim()} is ${by} px out of its card`);
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page is ${wide} px too wide`);
  return [...new Set(found)];
}"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    with pytest.MonkeyPatch.context() as patch:
        yield pseudo.files(build.run(), tmp_path_factory.mktemp("words"), patch)


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"), ROOM_LIMITS)
    with open_store(server.folder / "games.db") as store:
        games = race("page", rules="modern beginner layout=no-guess")
        store_race(store, ROUND, games, [bytes([number]) * 16 for number in range(len(games))])
    yield server
    server.stop()


@pytest.fixture(scope="module")
def shared(
    browser: Browser, own_server: Server, written: dict[str, str]
) -> Iterator[tuple[BrowserContext, Page, list[str]]]:
    """A page for all scenes, which has the pseudo-languages too, and what the browser complains of."""
    complaints: list[str] = []
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    watch(context, complaints)
    pseudo.speak(context, written, languages())
    stored = json.dumps(json.dumps(SETTINGS))
    context.add_init_script(f"""if (location.protocol !== 'about:' && !localStorage.getItem('sapper.settings'))
      localStorage.setItem('sapper.settings', {stored})""")
    yield context, context.new_page(), complaints
    context.close()


@pytest.fixture
def seat(shared: tuple[BrowserContext, Page, list[str]], own_server: Server, complaints: list[str]) -> Iterator[Seat]:
    """A player who is new to the page."""
    context, page, found = shared
    page.goto("about:blank")
    context.clear_cookies()
    origin = {"origin": own_server.url.rstrip("/"), "storageTypes": "all"}
    devtools = context.new_cdp_session(page)
    devtools.send("Storage.clearDataForOrigin", origin)
    devtools.detach()
    page.set_viewport_size(DESKTOP)
    yield Seat(page, own_server.url)
    complaints.extend(found)
    found.clear()


def change(seat: Seat, language: str) -> None:
    """Let the page be in another language."""
    seat.tell("(app, code) => app.settings.set('display', 'language', code)", language)
    wait(lambda: seat.page.evaluate("document.documentElement.lang") == language, language)
    seat.page.wait_for_function("() => !document.querySelector('.loading, [aria-busy=true]')")
    seat.frame()


# Every screen


def begin(seat: Seat, rules: str = "modern 9x9/10") -> Known:
    seat.sit_down(rules)
    known = Known(rules, (4, 4))
    seat.tell("app => app.session.play({ kind: 'open', row: 4, col: 4 })")
    seat.settle()
    return known


def at(path: str) -> Callable[[Seat], object]:
    """Return what opens an address."""

    def open_screen(seat: Seat) -> None:
        seat.page.goto(f"{seat.url}{path}")
        wait(lambda: seat.page.evaluate("async () => Boolean(document.querySelector('main > *'))"), path)
        seat.page.wait_for_load_state("networkidle")
        wait(lambda: seat.page.evaluate(f"async () => Boolean(await ({APP})())"), "the app")

    return open_screen


def missing(seat: Seat) -> None:
    begin(seat)
    seat.tell("app => void app.shell.open('missing')")
    seat.page.locator("h1", has_text=re.compile("no such|nothing", re.IGNORECASE)).wait_for()


def panel(name: str) -> Callable[[Seat], object]:
    """Return what opens a page beside a game."""

    def open_page(seat: Seat) -> None:
        begin(seat)
        seat.tell("(app, name) => void app.shell.open(name)", name)
        wait(lambda: seat.tell("app => app.state.page") != "", name)

    return open_page


def home(seat: Seat) -> None:
    """Open the start page of a player who has left a game, of which a picture is stored a moment after each move."""
    begin(seat)
    wait(lambda: seat.page.evaluate("Boolean(localStorage.getItem('sapper.looks'))"), "the look of the game")
    seat.tell("app => void app.shell.open('home')")
    seat.page.locator(".home .return-top").wait_for()


def first_home(seat: Seat) -> None:
    """Open the start page of a player who has not played here: the picture of the game is not stored."""
    begin(seat)
    seat.page.evaluate("Storage.prototype.setItem = () => {}; localStorage.removeItem('sapper.looks')")
    seat.tell("app => void app.shell.open('home')")
    seat.page.locator(".home .level-cards").wait_for()


def hint(seat: Seat) -> None:
    begin(seat)
    for stage in (1, 2, 3):
        seat.tell("app => app.run('hint')")
        wait_told(seat, "app => app.state.hint?.stage", stage)


def odds(seat: Seat) -> None:
    begin(seat)
    seat.tell("app => app.run('odds')")
    wait(lambda: seat.tell("app => Boolean(app.state.odds)"), "the odds")


def best_move(seat: Seat) -> None:
    begin(seat)
    seat.tell("app => app.run('best-move')")
    wait(lambda: seat.tell("app => Boolean(app.state.bestMove)"), "the best move")


def lost(seat: Seat) -> None:
    known = begin(seat)
    seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(min(known.mines)))
    seat.wait_status("lost")
    wait(lambda: seat.tell("app => Boolean(app.state.review)"), "the review")


def won(seat: Seat) -> None:
    known = begin(seat)
    for cell in known.openings():
        seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(cell))
    seat.wait_status("won")
    seat.page.locator(".end").wait_for()


def ask(seat: Seat) -> None:
    seat.tell("app => void app.questions.confirmNew(() => {})")
    seat.page.locator("dialog[open]").wait_for()


def draft(seat: Seat) -> None:
    begin(seat)
    seat.tell("app => app.run('draft')")
    seat.page.locator(".side .draft").wait_for()


def alone(seat: Seat) -> None:
    """Play without the server, and read what the page says about that."""
    begin(seat)
    seat.tell("app => app.session.playAlone('modern 9x9/10')")
    wait(lambda: seat.tell("app => Boolean(app.state.alone && app.state.game?.id.startsWith('local-'))"), "the game")
    seat.tell("app => void app.shell.open('alone')")
    seat.page.locator(".side .alone").first.wait_for()


def room(seat: Seat, terms: str = "{ rules: 'modern 9x9/10', seats: 4 }") -> None:
    at("together")(seat)
    seat.tell(f"app => app.parts.enterParty(party => party.host({terms}))")
    wait(lambda: seat.tell("app => Boolean(app.state.party?.isEntered)"), "the room")


def contest(mode: str) -> Callable[[Seat], object]:
    """Return what opens a room of a mode, before its first round."""
    return lambda seat: room(seat, f"{{ mode: '{mode}', rules: '{MODES[mode].rules}', seats: 2 }}")


def people(seat: Seat) -> None:
    room(seat)
    seat.tell("app => void app.shell.open('people')")
    wait(lambda: seat.tell("app => app.state.page") == "people", "the people")


def opponent(seat: Seat) -> None:
    """Race the solver."""
    at("together")(seat)
    terms = "{ mode: 'race', rules: 'modern 9x9/10', seats: 2 }"
    seat.tell(f"app => app.parts.enterParty(party => party.hostSolver({terms}, 'slow'))")
    wait(lambda: seat.tell("app => app.state.party?.stage === 'playing' && Boolean(app.state.game)"), "the race")


def of_game(screen: str, ready: str) -> Callable[[Seat], None]:
    """Return what opens a screen of a finished game."""

    def scene(seat: Seat) -> None:
        seat.go()
        headers = {"origin": seat.url.rstrip("/")}
        data = made("a rainy day", rules="modern 9x9/10", luck=7, first=4).pack()
        answer = seat.page.context.request.post(f"{seat.url}api/replays", data=data, headers=headers)
        at(f"{screen}/{answer.json()['id']}")(seat)
        seat.page.locator(ready).wait_for()

    return scene


DRILLS = {"trainer": "trainer", "train": "trainer/subset", "puzzle": "puzzles/day", "rush": "rush"}


def drill(path: str) -> Callable[[Seat], object]:
    """Return what opens positions to solve."""

    def open_drill(seat: Seat) -> None:
        at(path)(seat)
        seat.page.locator("main h1, main h2, main canvas").first.wait_for()

    return open_drill


def person(seat: Seat) -> None:
    """Open the page of the player as others see it."""
    at("player")(seat)
    identity = seat.page.context.request.get(f"{seat.url}api/me").json()["id"]
    at(f"player/{identity}")(seat)
    seat.page.locator(".player-page:not([aria-busy=true])").wait_for()


def tournament(seat: Seat) -> None:
    """Open the next tournament of the calendar."""
    at("tournaments")(seat)
    seat.page.locator(".tournament-row").first.click()
    seat.page.locator(".tournament-columns").wait_for()


def round_of_four(seat: Seat) -> None:
    """Open a finished race of four, which the server has."""
    at(f"round/{ROUND}")(seat)
    seat.page.locator(".round:not(.loading)").wait_for()


SCENES: dict[str, Callable[[Seat], object]] = {
    "home": home,
    "first-home": first_home,
    **{path: at(path) for path in ("daily", "together", "replays", "statistics", "analysis", "settings", "touch")},
    **{path: at(path) for path in ("times", "help", "about", "learn", "path", "puzzles", "insights", "player", "link")},
    "places": at("menu"),
    "lesson": at("lesson/two-minutes"),
    **{name: drill(path) for name, path in DRILLS.items()},
    "round": round_of_four,
    "tournaments": at("tournaments"),
    "tournament": tournament,
    "person": person,
    "missing": missing,
    "board": begin,
    **{name: panel(name) for name in ("menu", "custom", "enter-seed", "pick-layout", "pick-rules", "commands")},
    **{name: panel(name) for name in ("pick-level", "seal")},
    "hint": hint,
    "odds": odds,
    "best-move": best_move,
    "lost": lost,
    "won": won,
    "question": begin,
    "draft": draft,
    "alone": alone,
    "party": room,
    **{f"party-{mode}": contest(mode) for mode in MODES if mode != DEFAULT},
    "people": people,
    "opponent": opponent,
    "replay": of_game("replay", ".replay:not(.loading)"),
    "report": of_game("report", ".report:not([aria-busy])"),
}
#: Screens of all kinds of layout.
LAYOUTS = (
    *("home", "first-home", "daily", "together", "statistics", "settings"),
    *("pick-rules", "hint", "won", "party", "replay", "learn", "lesson", "puzzle", "round"),
)
#: What is over everything, and so opened once the language is chosen.
AFTER = {"question": ask}


def english(texts: list[str]) -> set[str]:
    """Return the words of texts that have plain letters and are no names."""
    words = set()
    for text in texts:
        without = re.sub(
            rf"\b({DATES})[a-z]*\b|https?://\S+|\b[\w-]+\.(?:toml|json)\b|\b[0-9A-Fa-f]{{4,}}\b|\b[A-Z]{{4}}\b",
            "",
            text,
        )
        words |= {word for word in re.findall(r"(?<![\w-])[A-Za-z]{3,}(?![\w-])", without) if word not in NAMES}
    return words


@pytest.mark.chromium
@pytest.mark.parametrize("scene", SCENES)
def test_every_word_comes_from_the_catalogue(seat: Seat, scene: str) -> None:
    SCENES[scene](seat)
    change(seat, pseudo.LONG)
    AFTER.get(scene, Seat.frame)(seat)
    texts = seat.page.evaluate(TEXTS)
    assert any("ö" in text for text in texts)
    # Labels of cells are written when the browser has nothing else to do.
    wait(lambda: not english(seat.page.evaluate(CELL_LABELS)), "the labels of the cells")
    assert {word: [text for text in texts if word in text] for word in english(texts)} == {}


def sizes(language: str, number: int) -> list[tuple[int, int]]:
    """Return the windows to look at: all for a pseudo-language, whose words are longer, and with SAPPER_EXAMPLES.

    For another language they are the narrowest one and one of the others, a different one on every screen.
    """
    if language in pseudo.PSEUDO or "SAPPER_EXAMPLES" in os.environ:
        return SIZES
    return [SIZES[-1], SIZES[number % (len(SIZES) - 1)]]


@pytest.mark.chromium
@pytest.mark.parametrize("scene", LAYOUTS)
def test_nothing_is_cut_off_in_any_language(seat: Seat, scene: str) -> None:
    SCENES[scene](seat)
    cut = {}
    for number, language in enumerate([*languages(), *pseudo.PSEUDO]):
        change(seat, language)
        for width, height in sizes(language, number + list(LAYOUTS).index(scene)):
            seat.page.set_viewport_size({"width": width, "height": height})
            found = seat.page.evaluate(CUT)
            if found:
                cut[f"{language} {width}x{height}"] = found
    assert cut == {}


def test_every_screen_has_a_scene() -> None:
    source = (SOURCES / "app" / "shell" / "screens.ts").read_text("utf-8")
    names = re.findall(r'^  "?([\w-]+)"?: \{', source.partition("SCREENS")[2], re.MULTILINE)
    assert len(names) > 30
    assert set(names) - SCENES.keys() == set()


def test_a_pseudo_language_is_two_fifths_longer() -> None:
    assert pseudo.accented("Open {square}: a mine") == "Óƥéñöö {square}: á ɱíñéöö"
