"""Rooms in real browsers: desktops and a phone at one board, from the lobby to the end and the next game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from parts import need
from web.app.test_page_accessibility import FAULTS, IS_STILL
from web.browsing import ROOM_LIMITS, Seat, Server, wait
from web.rooms import begin, enter, host, wait_begun, wait_people, wait_room, wait_told

from sapper import Board, odds

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.fingers import Hand

    Guests = Callable[..., Any]  # a Seat, or a Hand at a phone

FLAG_OF = "(app, cell) => app.state.party.shares.flags[cell]"
FLAGS = "app => Object.values(app.state.party.shares.flags)"


def seq(seat: Seat) -> int:
    return int(seat.tell("app => app.state.game.seq"))


def wait_seq(seat: Seat, number: int) -> None:
    wait(lambda: seq(seat) >= number, f"move {number}")


def same(*seats: Seat) -> str:
    """Wait until all have the same board, and return it."""

    def diagrams() -> set[str]:
        return {seat.diagram for seat in seats}

    wait(lambda: len(diagrams()) == 1, "one board for all")
    return diagrams().pop()


def proven(seat: Seat, of: str) -> list[tuple[int, int]]:
    """The cells that are certainly safe."""
    width, height = seat.tell("app => [app.state.game.width, app.state.game.height]")
    mines = seat.tell("app => app.state.game.mines")
    found = getattr(odds(Board.parse(f"{width}x{height}/{mines}\n{seat.diagram}")), of)
    return sorted(found)


def said(seat: Seat) -> list[str]:
    return [str(line) for line in seat.page.locator(".chat .lines p").all_inner_texts()]


def play_to_the_end(ada: Seat, grace: Seat, linus: Hand) -> None:
    """Open what is proven, one after the other: with a mouse, with keys, and with a finger."""
    players: list[Seat] = [ada, grace, linus]
    for turn in range(200):
        board = same(*players)
        if ada.status != "playing":
            return
        safe = [cell for cell in proven(ada, "safe") if board.split("\n")[cell[0]][cell[1]] == "."]
        player = players[turn % 3]
        before = seq(player)
        if player is linus:
            linus.tap(safe[-1])
        elif player is grace:
            grace.walk(safe[0])
            grace.key("Space")
        else:
            ada.click(safe[0])
        wait_seq(player, before + 1)
        player.settle()
    raise AssertionError("the game has no end")


def test_three_play_one_board_from_the_lobby_to_the_next_game(guests: Guests) -> None:
    ada, grace, linus = guests("Ada"), guests("Grace"), guests(is_phone=True)
    # Everything has a default: Enter opens a room. What is chosen before is remembered.
    ada.page.goto(ada.url)
    ada.page.get_by_role("button", name="Open a room").click()
    ada.page.locator(".lobby").wait_for()
    ada.page.locator("[data-name='Board-beginner']").click()
    ada.page.locator("h1").click()
    ada.key("Enter")
    url = wait_room(ada)
    assert re.fullmatch(r".*/r/[\w-]{16}", url)
    assert ada.page.locator(".invite .link").input_value() == url
    assert ada.page.title() == "Ada's room · Sapper"
    # Whoever opens the link sits at the board; somebody without a name is asked for one in place.
    enter(grace, url)
    enter(linus, url)
    wait_people(ada, "Ada", "Grace", "Guest 3")
    linus.page.locator(".name-form input").fill("Linus")
    linus.page.locator(".name-form button").tap()
    linus.page.locator(".name-form").wait_for(state="hidden")
    for seat in (ada, grace, linus):
        wait_people(seat, "Ada", "Grace", "Linus")
    assert "on a phone" in ada.page.locator(".people .player").nth(2).inner_text()
    # The board is closed and nobody can open it yet; pointers are there already.
    grace.click((2, 3))
    grace.settle()
    assert ada.tell("app => app.state.game.id") == ""
    wait(lambda: ada.tell("app => Math.floor(app.state.party.pointers[1]?.x)") == 3, "the pointer of Grace")
    assert ada.tell("app => Math.floor(app.state.party.pointers[1].y)") == 2
    wait(lambda: ada.page.locator("canvas.pointers").count(), "pointers over the board")
    # Chat: text as text, names of squares, quick phrases.
    grace.page.locator(".chat .field").fill("<b>first</b> click at c5?")
    grace.key("Enter")
    wait(lambda: said(ada)[-1:] == ["Grace <b>first</b> click at C5?"], "what Grace said")
    wait(lambda: ada.tell("app => app.room.pointers.outlines.some(({ row, col }) => row === 4 && col === 2)"), "C5")
    linus.page.get_by_role("button", name="Quick phrases").tap()
    linus.page.get_by_role("button", name="This is safe.").tap()
    wait(lambda: said(grace)[-1:] == ["Linus This is safe."], "the phrase")
    wait(lambda: linus.page.locator(".last-line").inner_text() == "Linus This is safe.", "the phrase on the phone")
    # Ready: the place of the time says how many are, then it counts down.
    assert ada.page.locator(".time-text").inner_text() == "0 of 3 ready"
    grace.page.locator(".ready-bar .btn.big").first.click()
    linus.page.locator(".ready-bar .btn.big").first.tap()
    wait(lambda: ada.page.locator(".time-text").inner_text() == "2 of 3 ready", "two who are ready")
    ada.page.locator("h1").first.focus()
    ada.key("r")
    for seat in (ada, grace, linus):
        wait_begun(seat)
    assert not ada.page.locator(".below").is_visible()  # the link is in the panel now
    assert ada.page.locator("aside .invite .link").is_visible()
    # One board: a flag has the colour and the initial of who set it.
    ada.click((4, 4))
    wait(lambda: ada.status == "playing", "the first opening")
    same(ada, grace, linus)
    (mine, *_) = proven(ada, "mines")
    grace.click(mine, "right")
    wait(lambda: "F" in linus.diagram, "the flag")
    index = mine[0] * 8 + mine[1]
    for seat in (ada, linus):
        wait_told(seat, FLAG_OF, 1, index)
        owner = seat.tell("(app, cell) => app.view.ownerOf(cell)", index)
        assert (owner["colour"], owner["initial"]) == (seat.tell("app => app.themes.players[1]"), "G")
    # Shift and a click point at a square, and open nothing.
    before = seq(ada)
    ada.page.keyboard.down("Shift")
    ada.click((7, 7))
    ada.page.keyboard.up("Shift")
    marked = "app => app.state.party.pointers[0]?.marked"
    wait(lambda: (grace.tell(marked) or {}).get("x") == 7, "the square that Ada points at")
    assert seq(ada) == before
    # No pause, no new game for the others.
    ada.key("p")
    ada.wait_for("Not available in multiplayer.")
    assert ada.status == "playing"
    play_to_the_end(ada, grace, linus)
    assert ada.status == "won"
    ada.wait_for("Won in")
    parts = ada.page.locator(".people .about").all_inner_texts()
    assert all(re.search(r"opened [1-9]\d*, \d+ flags?", part) for part in parts), parts
    shares = ada.tell("app => app.state.party.shares.opened")
    assert sum(shares.values()) == 8 * 8 - 10
    assert shares == linus.tell("app => app.state.party.shares.opened")
    # Ready again is the next game.
    assert ada.page.locator(".ready-bar .btn.primary").first.inner_text().startswith("Play again")
    game = ada.tell("app => app.state.game.id")
    begin(ada, grace, linus)
    assert ada.tell("app => app.state.game.id") != game
    assert set(same(ada, grace, linus)) <= {".", "\n"}


def test_the_owner_decides_and_the_room_passes_on(guests: Guests) -> None:
    ada, grace, linus = guests("Ada"), guests("Grace"), guests("Linus")
    url = host(ada, "modern 6x5/4", seats=2, is_public=True, name="Friday field")
    # Back leads to the lobby, and the way to the room is there.
    ada.page.go_back()
    ada.wait_for("You are in Friday field.")
    ada.page.get_by_role("button", name="Go back").click()
    assert wait_room(ada) == url
    # The code is read aloud; the list of open rooms has the room, too.
    code = ada.page.locator(".invite .code").inner_text()
    assert re.fullmatch(r"[A-Z]{4} [A-Z]{4}", code)
    grace.page.goto(f"{grace.url}together")
    grace.page.locator(".open-room h3", has_text="Friday field").wait_for()
    grace.key("j")
    grace.page.keyboard.type("abc")
    grace.key("Enter")
    grace.wait_for("A code has eight letters.")
    grace.page.locator(".code-field input").fill(code.lower())
    grace.key("Enter")
    assert wait_room(grace) == url
    # Every seat is taken: the third watches, and cannot play.
    enter(linus, url)
    linus.wait_for("Every seat is taken. You can watch.")
    assert linus.tell("app => app.state.party.seat") is None
    wait(lambda: "1 watching" in ada.page.locator(".people").inner_text(), "the one who watches")
    # The owner changes the rules, and only the owner; the closed board follows.
    assert grace.page.locator("[data-name='term-board']").count() == 0
    ada.page.locator("[data-name='term-board']").click()
    ada.page.locator("[data-name='Board-intermediate']").click()
    for seat in (ada, grace, linus):
        wait_told(seat, "app => app.state.game.width", 16)
    guesses = ada.page.get_by_label("Guesses")
    for fate, rules in (("forgiven", "guessing=forgiven"), ("honest", "")):
        guesses.select_option(fate)
        for seat in (ada, grace, linus):
            told = "app => app.state.party.terms.rules.split(' ').filter(word => word.startsWith('guessing=')).join()"
            wait_told(seat, told, rules)
    ada.page.locator("[data-name='term-seats']").click()
    ada.page.get_by_role("button", name="Seats: more").click()
    linus.page.get_by_role("button", name="Take a seat").click()
    wait_people(ada, "Ada", "Grace", "Linus")
    # Mute and kick.
    ada.page.get_by_role("button", name="Actions for Grace").click()
    ada.page.get_by_role("button", name="Mute").click()
    wait(lambda: "muted" in grace.page.locator(".people").inner_text(), "that Grace is muted")
    grace.page.locator(".chat .field").fill("hello?")
    grace.key("Enter")
    grace.wait_for("The owner of the room has muted you.")
    ada.page.get_by_role("button", name="Actions for Grace").click()
    ada.page.get_by_role("button", name="Remove").click()
    ada.page.get_by_role("button", name="Remove for good?").click()
    grace.page.locator(".lobby").wait_for()
    grace.wait_for("The owner removed you from this room.")
    wait(lambda: grace.path == "/together", "the lobby")
    wait_people(ada, "Ada", "Linus")
    grace.page.goto(url)
    grace.wait_for("You were removed from this room.")
    wait(lambda: grace.path == "/together", "the lobby again")
    # The owner leaves in the middle of a game: the room is Linus's, and the game goes on.
    begin(ada, linus)
    linus.click((3, 3))
    linus.wait_status("playing")
    ada.page.get_by_role("button", name="Leave the room").click()
    ada.page.locator(".lobby").wait_for()
    wait_people(linus, "Linus")
    wait(lambda: said(linus)[-2:] == ["Ada left", "You are the host now"], "whose the room is")
    assert linus.status == "playing"
    # A game alone leaves the room, if the player wants that.
    linus.key("n")
    linus.page.get_by_role("button", name="Stay").click()
    assert linus.tell("app => Boolean(app.state.party)")
    linus.key("n")
    linus.page.locator("dialog").get_by_role("button", name="Leave the room").click()
    wait(lambda: linus.path.startswith("/g/"), "a game of one's own")
    assert linus.tell("app => app.state.party") is None


def test_reloads_late_joiners_mines_and_a_server_that_is_killed(
    guests: Guests, tmp_path: Path, complaints: list[str]
) -> None:
    server = Server(tmp_path, ROOM_LIMITS)
    try:
        ada, linus = guests("Ada", server=server), guests("Linus", is_phone=True, server=server)
        url = host(ada, "modern 10x8/12 first=any lives=9 layout=random", seats=4)
        enter(linus, url)
        begin(ada, linus)
        hits = "app => app.state.party.shares.hits"
        for row, col in [(row, col) for row in range(8) for col in range(10)]:
            before = seq(ada)
            if ada.tell("(app, [row, col]) => app.state.game.at([row, col])", [row, col]) == 9:
                ada.click((row, col))
                wait_seq(ada, before + 1)
            if ada.tell(hits):
                break
        wait(lambda: linus.tell(hits) == {"0": 1}, "who hit the mine")
        assert re.search(r"You hit the mine at [A-J]\d", said(ada)[-1])
        linus.page.locator(".dock-tool[data-name=people]").tap()
        wait(lambda: re.search(r"Ada hit the mine at [A-J]\d", said(linus)[-1]), "the words for it")
        linus.page.get_by_role("button", name="Close").first.tap()
        # A reload keeps seat and board; somebody who comes late sees and plays the same.
        before_reload = ada.diagram
        ada.page.reload()
        wait_room(ada)
        ada.settle()
        assert ada.diagram == before_reload
        assert ada.tell("app => app.state.party.seat") == 0
        mio = guests("Mio", server=server)
        enter(mio, url)
        wait_begun(mio)
        assert same(ada, linus, mio) == before_reload
        closed = [divmod(at, 11) for at, cell in enumerate(before_reload) if cell == "."]
        mio.click(closed[-1], "right")
        wait(lambda: "F" in ada.diagram, "the flag of the late one")
        wait(lambda: 2 in ada.tell(FLAGS), "whose it is")
        # The server is killed; what was played while nobody listened arrives later, once.
        server.kill()
        moves = seq(ada)
        ada.click(closed[-2], "right")
        linus.tell("(app, [row, col]) => app.session.play({ kind: 'flag', row, col })", list(closed[-3]))
        assert ada.diagram.count("F") == 2
        wait(lambda: ada.tell("app => app.state.isOffline"), "the cover")
        server.start()
        for seat in (ada, linus, mio):
            seat.tell("app => app.session.connect()")
        for seat in (ada, linus, mio):
            wait_told(seat, "app => app.state.isOffline", False)
            wait_seq(seat, moves + 2)
            seat.settle()
            assert seq(seat) == moves + 2, "every move is played once"
        assert same(ada, linus, mio).count("F") == 3
        wait(
            lambda: sorted(ada.tell("app => Object.values(app.state.party.shares.flags)")) == [0, 1, 2],
            "whose they are",
        )
        wait(lambda: ada.tell("app => app.state.party.seats.every(seat => seat.is_here)"), "everybody")
        # Somebody without a connection keeps the seat for a while, and the others see how long.
        mio.page.close()
        wait(lambda: re.search(r"reconnecting, \d+ s left", ada.page.locator(".people").inner_text()), "the time left")
        linus.page.close()
        ada.page.close()
    finally:
        server.stop()
    refused = [line for line in complaints if "ERR_CONNECTION_REFUSED" in line or "WebSocket connection" in line]
    complaints[:] = [line for line in complaints if line not in refused]


def test_a_room_that_does_not_exist_leads_to_the_lobby(guests: Guests) -> None:
    seat = guests("Ada")
    seat.page.goto(f"{seat.url}r/AAAAAAAAAAAAAAAA")
    seat.page.locator(".lobby").wait_for()
    seat.wait_for("There is no such room, or it is closed.")
    wait(lambda: seat.path == "/together", "the lobby")


@pytest.mark.parametrize("is_phone", [False, True], ids=["desktop", "phone"])
def test_a_room_has_no_fault_in_any_state(guests: Guests, is_phone: bool) -> None:
    axe = Path(need("axe")).read_text("utf-8")
    ada, grace = guests("Ada", is_phone=is_phone), guests()
    url = host(ada, "modern 9x9/10 lives=2 first=any layout=random")
    enter(grace, url)
    wait_people(ada, "Ada", "Guest 2")
    ada.page.evaluate(axe)
    found = {}

    def look(where: str, seat: Seat = ada) -> None:
        seat.settle()
        wait(lambda: seat.page.evaluate(IS_STILL), "what moves or fades to end")
        faults = seat.page.evaluate(FAULTS)
        if seat.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append("it is wider than the window")
        if faults:
            found[where] = faults

    look("waiting")
    for name in ("term-board", "term-lives"):
        ada.page.locator(f"[data-name='{name}']").click()
        look(name)
    ada.page.get_by_role("button", name="Actions for Guest 2").click()
    ada.page.get_by_role("button", name="Quick phrases").click()
    look("menus")
    if not is_phone:
        grace.page.evaluate(axe)
        look("a guest without a name", grace)
    begin(ada, grace)
    grace.click((0, 0))
    grace.click((4, 4), "right")
    grace.settle()
    look("playing")
    if is_phone:
        ada.page.locator(".dock-tool[data-name=people]").tap()
        look("people")
        ada.page.get_by_role("button", name="Close").first.tap()
    for row in range(9):
        for col in range(9):
            if grace.status == "playing":
                grace.click((row, col))
    wait(lambda: ada.tell("app => app.state.game.isOver && app.state.party.stage === 'waiting'"), "the end")
    look("over")
    assert found == {}
