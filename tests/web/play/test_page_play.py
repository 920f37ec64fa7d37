"""Whole games in the browser: won and lost, by mouse and by keyboard, through reloads, pauses and power failures."""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest
from web.browsing import SEED, Known, Seat, Server, wait, watch

from sapper import Board, best_move, odds
from sapper.coordinates import cell_name

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, WebSocket, WebSocketRoute

EXPERT = "modern expert"
STOP_RETRYING = """app => {
  const line = app.session.connection;
  line.open = () => {};
  return line.state === "waiting";
}"""


def test_a_game_won_by_mouse(seat: Seat) -> None:
    seat.sit_down(EXPERT)
    known = Known(EXPERT, (8, 15))
    seat.click(known.first)
    seat.settle()
    assert seat.diagram == known.diagram
    for cell in known.openings():
        seat.click(cell)
    seat.wait_status("won")
    seat.page.locator(".console.won").wait_for()
    seat.wait_for("known")  # a known board has no place among the best times, and the panel says so
    assert seat.page.locator(".result h1").inner_text().endswith(" s")
    board = seat.page.locator(".board-facts")
    board.get_by_text("HZiNi").wait_for()
    board.get_by_role("button", name="Prove it").click()
    proof = seat.page.locator(".proof-page")
    proof.get_by_role("button", name="Next", exact=True).click()
    proof.get_by_text("Step 1 of").wait_for()
    wait(lambda: seat.tell("app => [...app.view.marks.values()].some(mark => mark.reason)"), "the numbers of the step")
    assert seat.tell("app => [...app.view.marks.values()].some(mark => mark.seen !== undefined)"), "closed squares"
    seat.key("Escape")
    board.wait_for()
    wait(lambda: seat.tell("app => app.view.marks.size") == 0, "the finished board")


def test_a_game_won_by_keyboard(seat: Seat) -> None:
    seat.sit_down()
    known = Known(first=(3, 3))
    seat.walk(known.first)
    seat.key("Enter")
    seat.settle()
    for cell in sorted(known.mines):
        seat.walk(cell)
        seat.key("f")
    seat.settle()
    assert seat.diagram.count("F") == 10
    for number, cell in enumerate(known.openings()):
        seat.walk(cell)
        seat.key(("Enter", "Space", "u", "1")[number % 4])
    seat.wait_status("won")
    seat.wait_for("New game")


def test_the_verdict_on_a_loss_comes_from_the_server(seat: Seat) -> None:
    methods: list[str] = []
    seat.page.on("request", lambda request: methods.append(request.method))
    seat.sit_down()
    known = Known(first=(0, 0))
    seat.click(known.first)
    seat.settle()
    seat.click(min(known.mines))
    title = seat.page.locator("aside .group h2").first
    wait(lambda: title.all_inner_texts() == ["Avoidable"], "the verdict")
    review = seat.tell("app => app.state.review")
    said = seat.page.locator("aside .sentence").inner_text()
    assert said.replace("\u2009", " ") == review["text"]
    wait(lambda: seat.tell("app => [...app.view.marks.keys()]"), "marks on the squares")
    assert set(review["safe"]) <= set(seat.tell("app => [...app.view.marks.keys()]"))
    assert seat.page.locator("aside .legend").inner_text().count("wrong flag") == 0  # there is no flag at all
    others = {"right-guess": "Not avoidable", "not-judged": "Not judged", "mistake": "Avoidable"}
    for verdict, words in others.items():
        other = {**review, "t": "review", "verdict": verdict, "avoidable": verdict == "mistake", "safe": []}
        seat.tell("(app, other) => app.session.receive(other)", other)
        seat.page.locator("aside .group h2", has_text=re.compile(f"^{words}$")).first.wait_for()
    assert set(methods) == {"GET"}  # nothing of the board is sent back to ask about it


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_game_lost_and_input_is_dead_after_it(seat: Seat, by: str) -> None:
    seat.sit_down()
    known = Known(first=(0, 0))
    seat.click(known.first)
    seat.settle()
    mine = min(known.mines)
    if by == "mouse":
        seat.click(mine)
    else:
        seat.walk(mine)
        seat.key("Space")
    seat.wait_status("lost")
    seat.wait_for("the mine you hit")
    shown = seat.diagram
    assert shown.count("!") == 1
    assert shown.count("*") == len(known.mines) - 1
    seat.wait_for("Avoidable")
    seq = seat.tell("app => app.state.game.seq")
    asked = seat.tell("app => app.session.requests")
    for cell in known.cells[:20]:
        seat.click(cell)
        seat.click(cell, "right")
    seat.key("f", "Enter", "c", "2")
    seat.settle()
    assert seat.tell("app => app.session.requests") == asked
    assert (seat.diagram, seat.tell("app => app.state.game.seq")) == (shown, seq)
    lost = seat.tell("app => app.state.game.id")
    seat.page.locator(".board-facts .stat").first.wait_for()
    wide = "side => [side.scrollWidth, side.clientWidth]"
    assert len(set(seat.page.locator(".side").evaluate(wide))) == 1, "nothing is wider than the panel"
    if by == "mouse":
        seat.page.get_by_role("button", name="Undo, play on").click()
    else:
        seat.key("Control+z")
    wait(lambda: seat.tell("app => app.state.game.id") != lost, "the game as practice")
    seat.settle()
    assert (seat.status, seat.diagram) == ("playing", known.diagram), "as it was before the move that lost"
    assert seat.tell("app => app.state.game.choices.practice")
    for cell in known.openings():
        seat.click(cell)
    seat.wait_status("won")
    seat.key("n")
    seat.wait_status("ready")


def test_a_chord_with_both_buttons(seat: Seat) -> None:
    rules = "official beginner"  # where left on a number alone does nothing
    seat.sit_down(rules)
    known = Known(rules, first=(7, 7))
    seat.click(known.first)
    seat.settle()
    board = known.game.board
    closed = {cell for cell in known.cells if board[cell] == 9}

    def around(cell: tuple[int, int]) -> set[tuple[int, int]]:
        return {(r, c) for r in range(cell[0] - 1, cell[0] + 2) for c in range(cell[1] - 1, cell[1] + 2)} & closed

    numbers = [cell for cell in known.cells if 1 <= board[cell] <= 8]
    number = next(cell for cell in numbers if around(cell) & known.mines and around(cell) - known.mines)
    for mine in around(number) & known.mines:
        seat.click(mine, "right")
    x, y = seat.point(number)
    mouse = seat.page.mouse
    mouse.move(x, y)
    mouse.down(button="left")
    mouse.down(button="right")
    seat.frame()
    pressed = set(map(tuple, seat.tell("app => app.view.pressed.map(i => [Math.floor(i / 8), i % 8])")))
    assert pressed == around(number) - known.mines
    assert "face-pressed" in str(seat.page.locator(".face use").get_attribute("href"))
    mouse.up(button="right")
    mouse.up(button="left")
    seat.settle()
    for mine in sorted(around(number) & known.mines):
        known.game.flag(*mine)
    known.game.chord(*number)
    assert seat.diagram == known.diagram


def test_a_reload_in_mid_game_loses_nothing(seat: Seat) -> None:
    seat.sit_down(EXPERT)
    known = Known(EXPERT, (8, 15))
    seat.click(known.first)
    seat.click(min(known.mines), "right")
    seat.settle()
    figures = "({ state: { game } }) => [game.id, game.seq, game.minesLeft]"
    before = (seat.diagram, seat.tell(figures))
    seat.page.reload()
    seat.wait_for_game()
    assert (seat.diagram, seat.tell(figures)) == before
    seat.click(next(known.openings()))
    seat.settle()
    assert seat.tell("app => app.state.game.seq") == before[1][1] + 1


@pytest.mark.chromium
def test_kill_9_of_the_server_in_mid_game_loses_nothing(
    context: BrowserContext, tmp_path: Path, complaints: list[str]
) -> None:
    server = Server(tmp_path)
    try:
        seat = Seat(context.new_page(), server.url)
        seat.sit_down(EXPERT)
        known = Known(EXPERT, (8, 15))
        seat.click(known.first)
        seat.settle()
        openings = known.openings()
        seat.click(next(openings))
        seat.settle()
        server.kill()
        flagged = min(known.mines)
        seat.click(flagged, "right")  # made while nobody listens: it shows at once, and is kept
        known.game.flag(*flagged)
        assert seat.diagram == known.diagram
        seat.wait_for("Connection lost. Your last move is not saved yet.")
        assert seat.page.locator("canvas.board").is_visible()
        wait(lambda: seat.tell(STOP_RETRYING), "the next try, which the player does not wait for")
        server.start()
        seat.tell("app => { delete app.session.connection.open; }")
        seat.page.get_by_role("button", name="Try now").click()
        seat.settle()
        wait(lambda: seat.page.locator("canvas.board").is_visible(), "the board")
        assert seat.diagram == known.diagram
        for cell in islice(openings, 10):
            seat.click(cell)
        seat.settle()
        assert seat.diagram == known.diagram
        seat.page.close()
    finally:
        server.stop()
    refused = [line for line in complaints if "ERR_CONNECTION_REFUSED" in line or "WebSocket connection" in line]
    assert refused, "the browser itself says that nobody answers"
    complaints[:] = [line for line in complaints if line not in refused]


def test_a_pause_takes_the_board_out_of_the_page(seat: Seat) -> None:
    seat.sit_down(EXPERT)
    known = Known(EXPERT, (8, 15))
    seat.click(known.first)
    seat.settle()
    canvas = seat.page.locator("canvas.board")
    seat.key("p")
    seat.wait_status("paused")
    seat.wait_for("The board is covered and the clock is stopped.")
    assert not canvas.is_visible()
    assert not seat.tell("app => app.state.game.isVisible")
    assert set(seat.diagram) <= set(".\n")
    pixels = "app.view.canvas.getContext('2d').getImageData(0, 0, 900, 500).data"
    assert seat.tell(f"app => {pixels}.every((value) => value === 0)")
    clock = seat.tell("app => app.state.game.elapsed")
    seat.page.reload()
    seat.wait_for_game()
    assert not seat.tell("app => app.state.game.isVisible")
    assert seat.tell("app => app.state.game.elapsed") == clock
    seat.page.get_by_role("button", name="Resume").first.click()
    seat.wait_status("playing")
    seat.settle()
    assert seat.diagram == known.diagram
    assert canvas.is_visible()
    assert seat.tell("app => app.state.game.clicks") == 1, "neither the pauses nor the reload are clicks"


def test_a_flag_appears_at_once_and_is_corrected_when_refused(seat: Seat) -> None:
    held: list[dict[str, Any]] = []
    lines: list[WebSocketRoute] = []

    def hold_moves(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(line)

        def pass_on(message: str | bytes) -> None:
            told = json.loads(message)
            held.append(told) if told["t"] == "play" else server.send(message)

        line.on_message(pass_on)

    seat.page.route_web_socket(re.compile("/play"), hold_moves)
    seat.page.emulate_media(reduced_motion="reduce")
    seat.sit_down("modern beginner flags=capped")
    seat.page.mouse.move(*seat.point((0, 0)))
    picture = "app => app.view.canvas.toDataURL()"
    seat.frame()
    before = seat.tell(picture)
    seat.click((0, 0), "right")
    seat.frame()
    assert seat.tell(picture) != before
    assert seat.diagram.startswith("F")
    assert seat.tell("app => app.state.game.minesLeft") == 9
    (move,) = held
    refusal = {"t": "refused", "n": move["n"], "code": "rules", "why": "every flag is used up"}
    lines[-1].send(json.dumps(refusal))
    seat.wait_for("Every flag is used up.")
    seat.frame()
    assert seat.diagram.startswith(".")
    assert seat.tell(picture) == before
    assert seat.tell("app => app.state.game.minesLeft") == 10


def test_the_context_menu_never_appears_over_the_board(seat: Seat) -> None:
    seat.sit_down()
    script = """() => {
      globalThis.menus = [];
      addEventListener('contextmenu', (event) => menus.push(event.defaultPrevented));
    }"""
    seat.page.evaluate(script)
    box = seat.page.locator(".console").bounding_box()
    assert box is not None
    for x, y in [(3, 3), (box["width"] - 3, box["height"] - 3), (box["width"] / 2, box["height"] / 2)]:
        seat.page.mouse.click(box["x"] + x, box["y"] + y, button="right")
    assert seat.page.evaluate("menus") == [True, True, True]


def test_a_click_is_painted_within_a_frame_of_the_answer(seat: Seat) -> None:
    seat.page.emulate_media(reduced_motion="reduce")
    seat.sit_down()
    script = """app => new Promise((done) => {
      const { frames, painted } = app.view;
      app.session.on('delta', () => {
        requestAnimationFrame(() => setTimeout(() => done([app.view.frames - frames, app.view.painted - painted])));
      });
      app.session.play({ kind: 'open', row: 0, col: 0 });
    })"""
    frames, painted = seat.tell(script)
    changed = Known(first=(0, 0)).diagram
    assert frames == 1
    assert 0 < painted <= len(changed)


def test_only_what_changed_is_painted(seat: Seat) -> None:
    seat.page.emulate_media(reduced_motion="reduce")
    seat.sit_down(EXPERT)
    seat.page.mouse.move(5, 5)
    seat.frame()
    before = seat.tell("app => app.view.painted")
    seat.tell("app => app.session.play({ kind: 'flag', row: 3, col: 3 })")
    seat.settle()
    assert 1 <= seat.tell("app => app.view.painted") - before <= 4  # at once, and when confirmed: not 480


@pytest.mark.chromium
def test_a_move_is_one_message_each_way(seat: Seat) -> None:
    sent: list[str] = []
    received: list[str] = []

    def watch_line(line: WebSocket) -> None:
        line.on("framesent", lambda data: sent.append(json.loads(data)["t"]))
        line.on("framereceived", lambda data: received.append(json.loads(data)["t"]))

    seat.page.on("websocket", watch_line)
    seat.sit_down(EXPERT)
    seat.click((8, 15))
    seat.settle()
    sent.clear()
    received.clear()
    for _ in range(5):
        seat.click((0, 0), "right")
        seat.click((0, 0), "right")
    seat.settle()
    assert [kind for kind in sent if kind != "ping"] == ["play"] * 10
    assert [kind for kind in received if kind != "pong"] == ["delta"] * 10


def test_undo_and_redo_in_practice(seat: Seat) -> None:
    seat.sit_down("modern beginner practice=on")
    known = Known("modern beginner practice=on")
    seat.click((0, 0))
    seat.settle()
    mine = min(known.mines)
    before = seat.diagram
    seat.click(mine)
    seat.wait_status("lost")
    seat.page.get_by_role("button", name="Undo, play on").click()
    seat.wait_status("playing")
    seat.settle()
    assert seat.diagram == before
    seat.key("Control+z")
    seat.wait_status("ready")
    seat.key("Control+y")
    seat.wait_status("playing")
    seat.settle()
    assert seat.diagram == before


def test_retry_plays_the_same_board(seat: Seat) -> None:
    seat.sit_down()
    known = Known()
    seat.click((0, 0))
    seat.click(min(known.mines))
    seat.wait_status("lost")
    seat.page.get_by_role("button", name="Retry").click()
    seat.wait_status("ready")
    seat.click((0, 0))
    seat.settle()
    assert seat.diagram == known.diagram


def test_hints_in_stages_and_the_fourth_plays(seat: Seat) -> None:
    seat.sit_down(EXPERT)
    known = Known(EXPERT, (8, 15))
    seat.click(known.first)
    seat.settle()
    kinds: list[set[str]] = []
    for stage in ("Where", "Why", "Move"):
        seat.key("h")
        seat.wait_stage(stage)
        seat.settle()
        marks: list[dict[str, Any]] = wait(lambda: seat.tell("app => [...app.view.marks.values()]"), "marks")
        kinds.append({name for mark in marks for name, value in mark.items() if value})
    assert kinds[0] == {"region"}
    assert {"reason"} <= kinds[1] <= {"reason", "scope"}
    assert kinds[2] & {"safe", "mine"}
    seq = seat.tell("app => app.state.game.seq")
    seat.key("h")
    wait(lambda: seat.tell("app => app.state.game.seq") > seq, "the move")
    assert seat.tell("app => app.view.marks.size") == 0
    seat.wait_for("Stuck?")


def test_odds_over_the_board(seat: Seat) -> None:
    seat.sit_down(EXPERT)
    known = Known(EXPERT, (8, 15))
    seat.click(known.first)
    seat.settle()
    seat.key("v")
    seat.wait_for("How to read it")
    script = "app => [...app.view.marks].map(([index, mark]) => [index, mark.odds])"
    shown = dict(wait(lambda: seat.tell(script), "odds"))
    exact = odds(known.game.board)
    assert len(shown) > 5
    for index, chance in shown.items():
        assert chance == pytest.approx(exact[divmod(index, 30)], abs=1e-4)
    seat.key("Escape")
    wait(lambda: seat.tell("app => app.view.marks.size") == 0, "no marks")
    assert seat.status == "playing"


def test_the_best_move_is_shown_and_the_cursor_goes_there(seat: Seat) -> None:
    seat.sit_down(EXPERT)
    known = Known(EXPERT, (8, 15))
    seat.click(known.first)
    seat.settle()
    move = best_move(known.game.board)
    seat.key("y")
    seat.wait_for("Best move")
    wait(lambda: seat.tell("app => app.view.marks.size"), "the mark")
    assert seat.tell("app => [...app.view.marks]") == [[move.row * 30 + move.col, {"safe": True}]]
    assert tuple(seat.tell("app => app.input.cursor")) == (move.row, move.col)
    assert cell_name(move.row, move.col) in seat.page.locator("aside .sentence").inner_text()
    seat.key("Enter")
    seat.settle()
    known.game.open(move.row, move.col)
    assert seat.diagram == known.diagram
    wait(lambda: seat.tell("app => app.view.marks.size") == 0, "no marks")
    seat.wait_for("Stuck?")


def test_buttons_can_be_swapped_and_swapped_back(seat: Seat) -> None:
    seat.sit_down()
    seat.key("Shift+F")
    seat.wait_for("Left flags, right opens.")
    seat.click((0, 0))
    seat.settle()
    assert seat.diagram[0] == "F"
    seat.click((0, 0))
    seat.click((0, 0), "right")
    seat.settle()
    assert seat.diagram == Known(first=(0, 0)).diagram
    seat.key("Shift+F")
    wait(lambda: not seat.page.locator("aside").get_by_text("Left flags").is_visible(), "no note")
    seat.click(min(Known().mines), "right")
    seat.settle()
    assert seat.diagram.count("F") == 1


def test_a_win_is_signed_and_stands_among_the_best_times(seat: Seat) -> None:
    seat.sit_down(seed=None)
    wins = 0
    while wins < 20:
        wins += 1
        seat.new("modern 5x5/2 layout=no-guess", None)  # nobody chose this board
        seat.click((2, 2))
        seat.settle()
        while seat.status == "playing":
            board = Board.parse(f"5x5/2\n{seat.diagram}")
            for cell in odds(board).safe - {cell for cell in Known.all_cells(board) if board[cell] <= 8}:
                seat.click(cell)
            seat.settle()
        if seat.tell("app => app.state.game.elapsed") > 0:
            break
    seat.wait_status("won")
    seat.page.get_by_label("Your name").fill("Ada")
    seat.page.get_by_role("button", name="Sign").click()
    wait(lambda: "Ada" in seat.page.locator("aside .table").inner_text(), "the name")
    wait(lambda: "Signed as Ada." in seat.page.locator("aside").inner_text(), "feedback, also outside the list")
    wait(lambda: f"yours: {wins} win" in seat.page.locator("aside").inner_text(), "the own wins")
    seat.page.get_by_role("button", name="Times", exact=True).click()
    lists = seat.page.locator(".times-lists")
    lists.get_by_text("Ada").first.wait_for()
    filters = seat.page.locator(".filters")
    filters.get_by_role("button", name="Expert").click()
    wait(lambda: "5x5" not in lists.inner_text(), "no custom board")
    filters.get_by_role("button", name="Custom").click()
    filters.get_by_label("Whose").select_option("Yours")
    lists.get_by_role("link", name="Watch Ada").first.click()
    wait(lambda: seat.path.startswith("/replay/"), "the replay of that win")
    seat.page.locator(".replay").first.wait_for()


def test_large_boards_come_in_parts_and_pan_smoothly(seat: Seat) -> None:
    seat.sit_down("modern 1000x1000/150000")
    wait(lambda: seat.tell("app => app.state.game.chunkCount"), "chunks")
    seat.settle()
    first = seat.tell("app => app.state.game.chunkCount")
    assert first <= 6
    x, y = seat.point((5, 5))
    seat.page.mouse.move(x, y)
    script = """app => new Promise((done) => {
      const { view } = app;
      const { frames, painted } = view;
      const cells = (view.view.width + 1) * (view.view.height + 1);
      let left = 60;
      const step = () => {
        if (left-- > 0) view.panBy(40, 25);
        if (left >= 0) requestAnimationFrame(step);
        else setTimeout(() => done([view.frames - frames, (view.painted - painted) / cells]));
      };
      requestAnimationFrame(step);
    })"""
    frames, views = seat.tell(script)
    assert 60 <= frames <= 70  # one for each step, and a few for chunks that came
    assert views <= frames  # and each paints no more than what is in view
    seat.page.mouse.wheel(300, 500)
    seat.settle()
    wait(lambda: seat.tell("app => app.state.game.chunkCount") > first, "more chunks")
    assert seat.tell("app => app.state.game.chunkCount") < 40  # of 256
    seat.tell("app => app.view.centreOn(500, 500)")
    seat.settle()
    seat.click((500, 500))
    seat.settle()
    wait(lambda: seat.tell("app => app.state.game.at([500, 500])") <= 8, "the opening")
    board = Known("modern 1000x1000/150000", (500, 500)).game.board
    assert board[500, 500] == seat.tell("app => app.state.game.at([500, 500])")
    size = seat.tell("app => app.view.cellSize")
    seat.key("+")
    assert seat.tell("app => app.view.cellSize") > size
    seat.key("0")
    assert seat.tell("app => app.view.cellSize") == size


def test_the_seed_opens_the_seal(seat: Seat) -> None:
    seat.sit_down()
    seat.click((0, 0))
    seat.click(min(Known().mines))
    seat.wait_status("lost")
    seat.wait_for("checked here.")
    assert seat.tell("app => app.state.over.seed") != SEED


def test_a_seal_that_was_changed_later_is_noticed(seat: Seat) -> None:
    seat.sit_down()
    shown = seat.tell("app => app.state.game.digest")
    seat.click((0, 0))
    seat.tell("app => sessionStorage.setItem('sapper.seal', `${app.state.game.id} ${'f'.repeat(64)}`)")
    seat.page.reload()
    seat.wait_for_game()
    assert seat.tell("app => app.state.game.digest") != shown, "the seal first shown outlives a reload"
    seat.click(min(Known().mines))
    seat.wait_status("lost")
    seat.wait_for("does not open seal FFFF")


@pytest.mark.parametrize("ratio", [1, 1.5, 2])
def test_cells_are_whole_device_pixels(browser: Browser, server: Server, complaints: list[str], ratio: float) -> None:
    other = browser.new_context(device_scale_factor=ratio, viewport={"width": 1100, "height": 800})
    watch(other, complaints)
    sharp = Seat(other.new_page(), server.url)
    sharp.sit_down(EXPERT)
    script = "app => [app.view.cellSize, app.view.canvas.width, app.view.canvas.getBoundingClientRect().width]"
    size, width, shown = sharp.tell(script)
    assert size * ratio == pytest.approx(round(size * ratio))
    assert width == pytest.approx(shown * ratio, abs=0.01)
    other.close()
