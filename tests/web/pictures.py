"""Draws pictures of the page for docs/pictures, with a real server and browser."""

from __future__ import annotations

import json
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from own_history import add, fill, player_of, solved
from web.browsing import Known, Seat, Server, wait
from web.room_guests import RoomGuest
from web.screens.test_page_daily import card, open_daily, solve, today
from web.screens.test_page_replay import made
from web.sitting import Desk
from web.small_png import small_png
from web.together.test_page_race import boards

from sapper import Board, odds
from sapper.history.store import open_store
from sapper.learn.path import STEPS

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from sapper import Replay

DESKTOP, PHONE, LANDSCAPE = (1440, 900), (390, 844), (844, 390)
PHONE_SCALE = 2  # pixels of the picture to one of the page
LINKS = json.loads((Path(__file__).parents[1] / "data" / "links.json").read_text("utf-8"))["links"]
SETTINGS = '{"controls": {"touch": "switch"}, "game": {"help": "allow", "level": "expert"}}'
FIRST = (8, 14)
PACE = 0.04  # seconds between moves: the server takes no more of them from a connection
ROOM = {"rules": "modern expert layout=no-guess lives=3", "name": "Friday field", "is_public": True, "seats": 4}


class Sitter(Seat):
    """A player whose server is known."""

    server: Server


def play(seat: Seat) -> Known:
    """Open a part of an Expert board and flag some of its mines."""
    seat.sit_down("modern expert")
    seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(FIRST))
    seat.settle()
    known = Known("modern expert", FIRST)
    for cell in list(known.openings())[:60]:
        seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(cell))
    for cell in sorted(known.mines)[:14]:
        seat.tell("(app, [row, col]) => app.session.play({ kind: 'flag', row, col })", list(cell))
    seat.settle()
    seat.tell("app => { app.state.isCursorShown = false; app.input.refresh(); app.changed(); }")
    return known


def flagging(seat: Seat) -> None:
    """Play with the switch on flags, and pan."""
    play(seat)
    seat.tell("app => { app.input.setTouchMode('flag'); app.view.panBy(90, 40); }")


def hinted(seat: Seat) -> None:
    """Ask for a hint up to its move."""
    play(seat)
    for stage in ("Where", "Why", "Move"):
        seat.tell("app => app.run('hint')")
        seat.wait_stage(stage)


def menu(seat: Seat) -> None:
    """Open the menu of a phone."""
    play(seat)
    seat.tell("app => void app.shell.open('places')")
    seat.page.locator(".places").wait_for()


def schemes(seat: Seat) -> None:
    """Choose how a tap works."""
    seat.page.goto(f"{seat.url}touch")
    seat.page.locator(".touch-page").wait_for()


def won(seat: Seat) -> None:
    """Win an Intermediate board."""
    seat.sit_down("modern intermediate")
    seat.tell("app => app.session.play({ kind: 'open', row: 8, col: 8 })")
    seat.settle()
    for cell in Known("modern intermediate", (8, 8)).openings():
        seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(cell))
    seat.wait_status("won")
    seat.page.locator(".end").wait_for()


def statistics(seat: Sitter) -> None:
    """Look at the statistics of some games."""
    seat.go()
    (token,) = [one["value"] for one in seat.page.context.cookies() if one["name"] == "sapper"]
    with open_store(seat.server.folder / "games.db") as store:
        fill(store, player_of(token).key, 180, int(time.time()))
    seat.page.goto(f"{seat.url}statistics")
    seat.page.wait_for_selector(".results[aria-busy=false]")


def watching(seat: Sitter) -> None:
    """Watch a game up to its fourth mistake."""
    seat.go()
    data = made("a rainy day", rules="modern expert", luck=7, first=8).pack()
    headers = {"origin": seat.url.rstrip("/")}
    answer = seat.page.context.request.post(f"{seat.url}api/replays", data=data, headers=headers)
    seat.page.goto(f"{seat.url}replay/{answer.json()['id']}")
    seat.page.locator(".replay:not(.loading)").wait_for()
    wait(lambda: seat.tell("app => app.shell.screenPage.judged.size"), "the review")
    for _ in range(4):
        seat.page.locator(".controls .next-mistake").click()
    seat.page.evaluate("document.activeElement.blur()")


def analysis(seat: Seat) -> None:
    """Look at a position of the middle of a game."""
    link = next(link for link in LINKS if link["what"] == "a middle game")
    seat.page.goto(f"{seat.url}analysis{link['fragment']}")
    seat.page.locator(".answer .sentence").first.wait_for()


def daily(seat: Seat) -> None:
    """Solve the first of today's boards."""
    open_daily(seat)
    board = today(seat, "beginner")
    card(seat, "beginner").get_by_role("button").first.click()
    seat.wait_for_game()
    wait(lambda: seat.path.startswith("/g/"), "the board")
    seat.wait_status("playing")
    solve(seat, board)
    open_daily(seat)


def guests(url: str, party: str, *names: str) -> list[RoomGuest]:
    """Let people come into a room; whoever was there before is still there."""
    return [RoomGuest(url, party, name, device="phone" if name == "Linus" else "") for name in names]


def host(seat: Seat, **more: object) -> str:
    """Open a room as Ada, and return its id."""
    seat.page.goto(f"{seat.url}together")
    seat.page.locator(".lobby").wait_for()
    seat.tell("app => app.parts.rename('Ada')")
    seat.tell("(app, terms) => app.parts.enterParty(party => party.host(terms))", ROOM | more)
    wait(lambda: seat.tell("app => Boolean(app.state.party?.isEntered && app.state.game)"), "the room")
    return str(seat.tell("app => app.state.party.id"))


def lobby(seat: Seat) -> None:
    """Look at the lobby with some open rooms, of which one plays."""
    seat.page.goto(f"{seat.url}together")
    for name, rules, mode, seats, people in (
        ("Lunch break", "modern 16x16/51", "duel", 2, ("Ines",)),
        ("Amiga evening", "amiga expert", "coop", 6, ("Cleo", "Jan", "Wim")),
        ("Quick one?", "modern intermediate layout=no-guess", "race", 4, ("Tom", "Kim")),
        ("Friday field", "modern expert layout=no-guess lives=3", "coop", 4, ("Grace", "Linus", "Mio")),
    ):
        terms = {"name": name, "rules": rules, "mode": mode, "seats": seats, "is_public": True}
        owner = RoomGuest.host(seat.url, people[0], terms)
        guests(seat.url, owner.party, *people[1:])
    owner.ask("start", "done")
    game = owner.wait("board")["game"]
    while "starts_in" in owner.wait("party"):
        pass
    owner.ask("play", "delta", game=game, kind="open", cell=FIRST[0] * 30 + FIRST[1])
    wait(lambda: seat.page.locator(".open-room").get_by_text("open", exact=False).count(), "the room that plays")


def room(seat: Seat) -> None:
    """Wait in a room with two others."""
    grace, linus = guests(seat.url, host(seat), "Grace", "Linus")
    for guest in (grace, linus):
        guest.ask("ready", "done")
    linus.ask("say", "said", text="on the train, may drop out for a bit")
    grace.ask("say", "said", text="first click here? K5")
    linus.send("aim", x=22.7, y=11.7)
    grace.send("aim", x=10.7, y=4.4, mark=True)
    wait(lambda: seat.tell("app => Object.keys(app.state.party.pointers).length") == 2, "their pointers")
    wait(lambda: seat.tell("app => app.state.party.lines.filter(({ kind }) => kind === 'said').length") == 2, "chat")


def coop(seat: Seat) -> None:
    """Play with three others, of whom one has just lost the connection."""
    others = guests(seat.url, host(seat), "Grace", "Linus", "Mio")
    for guest in others:
        guest.ask("ready", "done")
    seat.tell("app => app.room.party.ready()")
    wait(lambda: seat.tell("app => app.state.party.stage === 'playing' && app.state.party.startsAt > 0"), "the start")
    wait(lambda: seat.tell("app => !app.state.party.startsAt && app.state.game.id !== ''"), "the first move")
    seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(FIRST))
    seat.wait_status("playing")
    game = seat.tell("app => app.state.game.id")

    def play(kind: str, cell: tuple[int, int]) -> None:
        part = cell[1] * 4 // 30
        if part == 1:
            seat.tell("(app, [kind, row, col]) => app.session.play({ kind, row, col })", [kind, *cell])
        else:
            guest = others[(0, 0, 1, 2)[part]]
            guest.ask("play", "delta", game=game, kind=kind, cell=cell[0] * 30 + cell[1])

    for _ in range(6):
        seat.settle()
        found = odds(Board.parse(f"30x16/99\n{seat.diagram}"))
        rows = seat.diagram.split("\n")
        for kind, cells in (("flag", found.mines), ("open", found.safe)):
            for row, col in sorted(cells):
                if rows[row][col] == ".":
                    play(kind, (row, col))
    grace, linus, mio = others
    grace.ask("say", "said", text="I take the lower left")
    linus.ask("say", "said", text="the corner at AD1 is next")
    mio.ask("say", "said", text="brb, tunnel")
    mio.send("aim", x=5.2, y=3.4)
    grace.send("aim", x=9.8, y=12.3)
    linus.send("aim", x=26.5, y=13.6)
    wait(lambda: seat.tell("app => Object.keys(app.state.party.pointers).length") == 3, "their pointers")
    mio.close()
    wait(lambda: seat.tell("app => app.state.party.seats.some(({ is_here }) => !is_here)"), "the one who is away")
    seat.page.mouse.move(5, 5)
    seat.settle()


def settings(seat: Seat) -> None:
    """Open the settings."""
    seat.page.goto(f"{seat.url}settings")
    seat.page.locator(".settings .themes, .settings .part").first.wait_for()


def lesson(seat: Seat) -> None:
    """Answer a question of a lesson wrong."""
    desk = Desk(seat.page, seat.url, "lesson/reduction")
    desk.wait_sitting()
    desk.press("Next")
    desk.press("Skip")
    desk.answer_wrong()


def two_minutes(seat: Seat) -> None:
    """Open the first square of the first lesson."""
    desk = Desk(seat.page, seat.url, "lesson/two-minutes")
    desk.wait_sitting()
    desk.click((3, 1))
    wait(lambda: desk.tell("page => page.drill.isRight"), "the opening")


def path(seat: Sitter) -> None:
    """Look at the path with five steps behind."""
    remember(seat, [solved(step.boards[0]) for step in STEPS[:5]])
    seat.page.goto(f"{seat.url}path")
    seat.page.locator(".path-card .earned").first.wait_for()


def remember(seat: Sitter, games: list[Replay]) -> None:
    """Store games of the player at the page."""
    seat.go()
    (token,) = [one["value"] for one in seat.page.context.cookies() if one["name"] == "sapper"]
    with open_store(seat.server.folder / "games.db") as store:
        owner = player_of(token).key
        for at, replay in enumerate(games):
            add(store, replay, owner, f"{owner.hex()[:8]}-{at}")


#: Each picture by its name: the size of the window, the colours, and what is done before it is drawn.
def opened(seat: Sitter, *others: RoomGuest) -> Known:
    """Start a round with others and return its board once the first square is open."""
    for guest in others:
        guest.ask("ready", "done")
    seat.tell("app => app.room.party.ready()")
    wait(lambda: seat.tell("app => app.state.party.stage === 'playing' && app.state.game.seq > 0"), "the opening")
    party = seat.tell("app => [app.state.party.id, app.state.game.rules]")
    (known,) = boards(seat.server, *party)
    return known


def race(seat: Sitter) -> None:
    """Finish a race before the others do."""
    terms = {"mode": "race", "best_of": 3, "rules": "modern expert", "lives": "shared"}
    others = guests(seat.url, host(seat, **terms), "Grace", "Linus", "Mio")
    known = opened(seat, *others)
    cells = list(known.openings())
    for guest, share in zip(others, (0.74, 0.41, 0.25), strict=True):
        game = guest.wait("delta")["game"]
        for row, col in cells[: round(share * len(cells))]:
            guest.ask("play", "delta", game=game, kind="open", cell=row * 30 + col)
            time.sleep(PACE)
    for cell in cells:
        seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(cell))
    seat.wait_status("won")


def racing(seat: Sitter) -> None:
    """Run a race that somebody else leads."""
    terms = {"mode": "race", "rules": "modern intermediate", "lives": "shared"}
    (grace,) = guests(seat.url, host(seat, **terms), "Grace")
    known = opened(seat, grace)
    cells = list(known.openings())
    game = grace.wait("delta")["game"]
    for row, col in cells[:40]:
        grace.ask("play", "delta", game=game, kind="open", cell=row * 16 + col)
        time.sleep(PACE)
    for cell in cells[:15]:
        seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(cell))
    seat.settle()
    wait(lambda: "behind Grace" in (seat.page.locator(".standing").text_content() or ""), "the lead of Grace")


def duel(seat: Sitter) -> None:
    """Play a duel, a point ahead."""
    terms = {"mode": "duel", "best_of": 3, "rules": "modern 16x16/51", "lives": "shared"}
    (grace,) = guests(seat.url, host(seat, **terms), "Grace")
    known = opened(seat, grace)
    game = seat.tell("app => app.state.game.id")
    mines, cells = sorted(known.mines)[::3], list(known.openings())[::5]
    for turn in "mmcmcmmcmmcmmcmcmmc":
        cell = (mines if turn == "m" else cells).pop(0)
        seq = seat.tell("app => app.state.party.turn.seq") + 1
        if seat.tell("app => app.state.party.turn.seat === app.state.party.seat"):
            seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(cell))
        else:
            grace.ask("play", "delta", game=game, kind="open", cell=cell[0] * 16 + cell[1])
        wait(partial(seat.tell, "(app, seq) => app.state.party.turn.seq >= seq", seq), "the next turn")


PICTURES: dict[str, tuple[tuple[int, int], Any, Callable[[Any], object]]] = {
    "browser": (DESKTOP, "dark", play),
    "page-hint": (DESKTOP, "light", hinted),
    "page-replay": (DESKTOP, "dark", watching),
    "page-statistics": (DESKTOP, "light", statistics),
    "page-analysis": (DESKTOP, "dark", analysis),
    "page-daily": (DESKTOP, "light", daily),
    "page-settings": (DESKTOP, "dark", settings),
    "page-lobby": (DESKTOP, "light", lobby),
    "page-room": (DESKTOP, "dark", room),
    "page-coop": (DESKTOP, "dark", coop),
    "page-race": (DESKTOP, "dark", race),
    "page-duel": (DESKTOP, "light", duel),
    "page-lesson": (DESKTOP, "dark", lesson),
    "page-path": (DESKTOP, "light", path),
    "phone-lesson": (PHONE, "light", two_minutes),
    "phone-dark": (PHONE, "dark", flagging),
    "phone-light": (PHONE, "light", hinted),
    "phone-landscape-dark": (LANDSCAPE, "dark", flagging),
    "phone-menu": (PHONE, "light", menu),
    "phone-touch": (PHONE, "dark", schemes),
    "phone-won": (PHONE, "dark", won),
    "phone-replay": (PHONE, "light", watching),
    "phone-statistics": (PHONE, "dark", statistics),
    "phone-analysis": (PHONE, "light", analysis),
    "phone-daily": (PHONE, "dark", daily),
    "phone-room": (PHONE, "dark", room),
    "phone-race": (PHONE, "light", racing),
    "phone-duel": (PHONE, "dark", duel),
}


def draw(browser: Browser, folder: Path) -> list[str]:
    """Draw every picture into a folder, those of phones and of the page each into their own, and return their names."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        try:
            for name, ((width, height), colours, prepare) in PICTURES.items():
                is_phone = (width, height) != DESKTOP
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=colours,
                    is_mobile=is_phone,
                    has_touch=is_phone,
                    device_scale_factor=PHONE_SCALE if is_phone else 1,
                    service_workers="block",
                    reduced_motion="reduce",
                    storage_state={
                        "origins": [
                            {
                                "origin": server.url.rstrip("/"),
                                "localStorage": [{"name": "sapper.settings", "value": SETTINGS}],
                            }
                        ]
                    },
                )
                seat = Sitter(context.new_page(), server.url)
                seat.server = server
                prepare(seat)
                seat.page.wait_for_load_state("networkidle")
                seat.frame()
                blank = context.new_page()
                place = folder / ("phone" if name.startswith("phone-") else "page")
                place.mkdir(exist_ok=True)
                (place / f"{name}.png").write_bytes(small_png(blank, seat.page.screenshot()))
                context.close()
        finally:
            server.stop()
    return list(PICTURES)
