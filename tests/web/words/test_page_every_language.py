"""Every screen in every language: nothing is outside the catalogue, and nothing is cut off."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from simulated_rounds import NAMES as RACERS
from simulated_rounds import race, store_race
from web import pseudo
from web.app.test_page_layout import SIZES
from web.browsing import DESKTOP, ROOM_LIMITS, Seat, Server, wait, watch
from web.words.measures import CELL_LABELS, FAULTS, PLACES, TEXTS
from web.words.scenes import AFTER, ROUND, SCENES

from sapper.display.wording import languages
from sapper.history.store import open_store
from sapper.modes import MODES
from sapper.web import SOURCES, build

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

Size = tuple[int, int]

MIRROR_SIZES = [(390, 844), (1366, 625)]
FEWER_SIZES = [(1440, 900), (1366, 625), (1024, 768), (844, 390), (390, 844), (320, 568)]
#: A screen that has no room at 320 px for the widest words of all languages at once, and is measured in each of them.
NARROW = ("replay",)
#: Screens of which only the words are checked: of letters that are nodes of their own, and variants of other screens.
NOT_MEASURED = ("commands", "draft", "enter-seed", "pick-level", "seal", *(f"party-{mode}" for mode in MODES))
#: Screens of which parts change while they are looked at, or that are like others.
NOT_COMPARED = {
    *("analysis", "help", "learn", "link", "missing", "path", "pick-layout", "player"),
    *("replays", "round", "rush", "settings", "times", "touch", "train", "trainer"),
}
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
DATES = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun"


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
def test_a_screen_is_whole_in_every_language(seat: Seat, scene: str) -> None:
    """All of its words come from the catalogue, none is cut off at any size, and it is mirrored from right to left."""
    SCENES[scene](seat)
    show(seat, scene, pseudo.LONG)
    texts: list[str] = []

    def is_written() -> bool:
        texts[:] = seat.page.evaluate(TEXTS)
        return any("ö" in text for text in texts) and not english(texts)

    # A screen is made again when its parts have come, and labels of cells when the browser has nothing else to do.
    with suppress(AssertionError):
        wait(is_written, "other words")
    assert any("ö" in text for text in texts)
    assert {word: [text for text in texts if word in text] for word in english(texts)} == {}
    wait(lambda: not english(seat.page.evaluate(CELL_LABELS)), "the labels of the cells")
    if scene in (*NARROW, *NOT_MEASURED):
        return
    places = at_sizes(seat, PLACES, MIRROR_SIZES)
    show(seat, scene, pseudo.MIRRORED)
    mirrored = at_sizes(seat, PLACES, MIRROR_SIZES)
    if any(len(places[size]) != len(mirrored[size]) for size in MIRROR_SIZES):  # a part has come in between
        show(seat, scene, pseudo.LONG)
        places = at_sizes(seat, PLACES, MIRROR_SIZES)
        show(seat, scene, pseudo.MIRRORED)
        mirrored = at_sizes(seat, PLACES, MIRROR_SIZES)
    found = {("mirrored", size): faults for size, faults in at_sizes(seat, FAULTS, MIRROR_SIZES).items() if faults}
    show(seat, scene, pseudo.WIDEST)
    found |= {("widest", size): faults for size, faults in at_sizes(seat, FAULTS, SIZES).items() if faults}
    assert found == {}
    if scene in NOT_COMPARED:
        return
    for size in MIRROR_SIZES:
        pairs = zip(places[size], mirrored[size], strict=True)
        assert [pair for pair in pairs if not is_same_place(*pair)] == [], size


@pytest.mark.chromium
@pytest.mark.parametrize("scene", NARROW)
def test_nothing_is_cut_off_in_any_language(seat: Seat, scene: str) -> None:
    SCENES[scene](seat)
    cut: dict[Any, Any] = {}
    for language in languages():
        show(seat, scene, language)
        cut |= {(language, size): faults for size, faults in at_sizes(seat, FAULTS, FEWER_SIZES).items() if faults}
    assert cut == {}


def show(seat: Seat, scene: str, language: str) -> None:
    """Let the page be in another language, and open again what is over everything."""
    if scene in AFTER:
        seat.page.keyboard.press("Escape")
    change(seat, language)
    AFTER.get(scene, Seat.frame)(seat)


def at_sizes(seat: Seat, measure: str, sizes: list[Size]) -> dict[Size, Any]:
    """Measure a screen in windows of several sizes."""
    found = {}
    for width, height in sizes:
        seat.page.set_viewport_size({"width": width, "height": height})
        found[width, height] = settled(seat, measure)
    return found


def settled(seat: Seat, measure: str) -> Any:
    """Return what is measured once nothing is found or it stays the same: a new size is laid out over some frames."""
    last = None
    for tried in range(60):
        found = seat.page.evaluate(measure)
        if not found or (found == last and (measure != FAULTS or tried > 30)):
            break
        last = found
    return found


def is_same_place(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether something is at the mirrored place, unless it is read from left to right in every language."""
    is_near = all(abs(first - second) <= 2 for first, second in zip(one["place"], other["place"], strict=True))
    return is_near or bool(other["direction"] == "ltr")


def test_every_screen_has_a_scene() -> None:
    source = (SOURCES / "app" / "shell" / "screens.ts").read_text("utf-8")
    names = re.findall(r'^  "?([\w-]+)"?: \{', source.partition("SCREENS")[2], re.MULTILINE)
    assert len(names) > 30
    assert set(names) - SCENES.keys() == set()


def test_a_pseudo_language_is_two_fifths_longer() -> None:
    assert pseudo.accented("Open {square}: a mine") == "Óƥéñöö {square}: á ɱíñéöö"
