"""The page on a slow, silent or broken line: what the player sees until an answer comes, and that no move is lost."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from web.browsing import Known, Seat, wait

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute


class Line:
    """The line to the server: it can hold the moves of the page back, and let them go."""

    def __init__(self, seat: Seat) -> None:
        self.held: list[str] = []
        self.is_held = False
        self.sent: list[dict[str, Any]] = []
        seat.page.route_web_socket(re.compile("/play"), self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        self._server = server = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            text = str(message)
            self.sent.append(json.loads(text))
            self.held.append(text) if self.is_held else server.send(text)

        line.on_message(pass_on)

    def release(self) -> None:
        self.is_held = False
        for text in self.held:
            self._server.send(text)
        self.held.clear()


def pressed(seat: Seat) -> list[int]:
    return sorted(seat.tell("app => app.view.pressed"))


def test_a_released_cell_stays_pressed_until_the_answer(seat: Seat) -> None:
    line = Line(seat)
    seat.sit_down()
    line.is_held = True
    seat.click((0, 0))
    seat.page.mouse.move(5, 5)
    seat.frame()
    assert pressed(seat) == [0]
    line.release()
    seat.settle()
    assert pressed(seat) == []
    assert seat.diagram[0] != "."


def test_a_chord_stays_pressed_until_it_is_refused(seat: Seat) -> None:
    line = Line(seat)
    seat.sit_down()
    known = Known()
    seat.click(known.first)
    seat.settle()
    width, board = 9, known.game.board
    number = next(
        cell
        for cell in known.cells
        if 1 <= board[cell] <= 8 and len(_around(cell, width) & known.mines) == board[cell] and _closed(board, cell)
    )
    flags = _around(number, width) & known.mines
    for mine in flags:
        seat.click(mine, "right")
    seat.settle()
    closed = _closed(board, number) - flags
    line.is_held = True
    seat.click(number)
    seat.page.mouse.move(5, 5)
    seat.frame()
    assert pressed(seat) == sorted(row * width + col for row, col in closed)
    asked = json.loads(line.held[-1])
    line.held.clear()
    refusal = {"t": "refused", "n": asked["n"], "code": "busy", "why": "not now"}
    seat.tell("(app, refusal) => app.session.receive(refusal)", refusal)
    seat.frame()
    assert pressed(seat) == []


def _around(cell: tuple[int, int], size: int) -> set[tuple[int, int]]:
    rows, cols = range(cell[0] - 1, cell[0] + 2), range(cell[1] - 1, cell[1] + 2)
    return {(row, col) for row in rows for col in cols if 0 <= row < size and 0 <= col < size}


def _closed(board: Any, cell: tuple[int, int]) -> set[tuple[int, int]]:
    return {near for near in _around(cell, board.level.width) if board[near] == 9}


def test_the_page_says_that_it_waits(seat: Seat) -> None:
    line = Line(seat)
    seat.sit_down()
    words = seat.page.get_by_text("Waiting for the server")
    assert words.is_hidden()
    line.is_held = True
    seat.click((0, 0))
    words.wait_for(state="visible")
    assert line.sent[-1]["t"] == "ping"  # whether the line is alive is asked at once, not after 15 s
    line.release()
    words.wait_for(state="hidden")


def test_the_clock_stops_while_there_is_no_connection(seat: Seat) -> None:
    seat.sit_down()
    seat.click((0, 0))
    seat.settle()
    elapsed = "app => app.state.game.elapsed"
    seat.tell("app => { const line = app.session.connection; line.open = () => {}; line.retry(); }")
    first = seat.tell(elapsed)
    wait(lambda: seat.tell("app => app.state.isOffline"), "the cover")
    assert seat.tell(elapsed) == first
    seat.tell("app => { delete app.session.connection.open; app.session.connect(); }")
    seat.settle()
    wait(lambda: seat.tell(elapsed) >= first + 1000, "the time of the server, which has gone on")


def test_sixty_quick_undos_all_arrive(seat: Seat) -> None:
    seat.sit_down("modern expert practice=on")
    known = Known("modern expert practice=on")
    seat.click(known.first)
    seat.settle()
    closed = [cell for cell in known.cells if known.game.board[cell] == 9][:60]
    for row, col in closed:
        seat.tell("(app, [row, col]) => app.session.play({ kind: 'flag', row, col })", [row, col])
    seat.settle()
    assert seat.diagram.count("F") == 60
    seat.tell("app => { for (let i = 0; i < 60; i++) app.session.takeBack('undo'); }")
    seat.settle()
    assert seat.diagram.count("F") == 0
    assert seat.tell("app => app.state.game.seq") == 121
    assert seat.diagram == known.diagram


def test_more_clicks_than_the_server_takes_at_once(seat: Seat) -> None:
    line = Line(seat)
    seat.sit_down("modern 64x64/400")
    seat.click((0, 0))
    seat.settle()
    seq = seat.tell("app => app.state.game.seq")
    seat.tell(
        """app => {
          for (let i = 0; i < 250; i++) {
            app.session.play({ kind: i % 2 ? "clear" : "flag", row: 63, col: Math.floor(i / 2) % 64 });
          }
        }"""
    )
    seat.settle()
    assert seat.tell("app => app.state.game.seq") == seq + 250
    numbers = [message["n"] for message in line.sent if message["t"] == "play"][-250:]
    assert numbers == sorted(set(numbers))
    assert not seat.tell("app => app.state.isOffline")


def test_keep_looking_takes_another_seed(seat: Seat) -> None:
    line = Line(seat)
    seat.sit_down()
    seat.new("modern beginner layout=no-guess", None)
    game, digest, rules = seat.tell("app => [app.state.game.id, app.state.game.digest, app.state.game.rules]")
    line.is_held = True
    seat.click((3, 4))
    seat.page.get_by_text("Proving a no-guess board").wait_for()
    n = line.sent[-1]["n"]
    line.held.clear()
    line.is_held = False
    refusal = {"t": "refused", "n": n, "game": game, "code": "no-board", "why": "no board was found"}
    seat.tell("(app, refusal) => app.session.receive(refusal)", refusal)
    seat.wait_for("Each try takes another seed")
    assert seat.tell("app => app.state.generating") is None
    seat.page.get_by_text("Proving a no-guess board").wait_for(state="hidden")
    seat.page.get_by_role("button", name="Keep looking").click()
    wait(lambda: seat.tell("app => app.state.game?.status") == "playing", "the opening")
    assert seat.rules == rules
    assert seat.tell("app => app.state.game.id") != game
    assert seat.tell("app => app.state.game.digest") != digest
    assert seat.tell("app => app.state.game.at([3, 4])") <= 8
