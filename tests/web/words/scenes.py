"""Every screen of the page with something on it, each opened as a player opens it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from web.browsing import APP, Known, Seat, wait
from web.rooms import wait_told
from web.screens.test_page_replay import made

from sapper.modes import DEFAULT, MODES

if TYPE_CHECKING:
    from collections.abc import Callable

ROUND = "a-round-of-four"  # which the server has


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


def round_of_four(seat: Seat) -> None:
    """Open a finished race of four, which the server has."""
    at(f"round/{ROUND}")(seat)
    seat.page.locator(".round:not(.loading)").wait_for()


def tournaments(seat: Seat) -> None:
    """Open the list of tournaments."""
    at("tournaments")(seat)
    seat.page.locator(".tournament-page[aria-busy=false]").wait_for()


def tournament(seat: Seat) -> None:
    """Open the page of a tournament for which players sign up."""
    tournaments(seat)
    made = seat.page.evaluate(
        "body => fetch('/api/tournaments', { method: 'POST', body }).then((answer) => answer.json())",
        json.dumps({"format": "swiss", "mode": "race", "rules": "modern 9x9/10", "name": "Ada", "starts_in": 300}),
    )
    at(f"tournament/{made['card']['id']}")(seat)
    seat.page.locator(".tournament-page[aria-busy=false]").wait_for()


SCENES: dict[str, Callable[[Seat], object]] = {
    "home": home,
    "first-home": first_home,
    **{path: at(path) for path in ("daily", "together", "replays", "statistics", "analysis", "settings", "touch")},
    **{path: at(path) for path in ("times", "help", "about", "learn", "path", "puzzles", "insights", "player", "link")},
    "places": at("menu"),
    "lesson": at("lesson/two-minutes"),
    **{name: drill(path) for name, path in DRILLS.items()},
    "round": round_of_four,
    "tournaments": tournaments,
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
#: What is over everything, and so opened once the language is chosen.
AFTER = {"question": ask}
