"""The analysis board: painted, pasted and dropped positions, what is said about them, links, and practice from here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from web.browsing import SEED, Known, Seat, wait, watch

from sapper import Board, Minefield
from sapper.analysis.odds import odds
from sapper.formats import write_board

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from web.browsing import Server

LINKS = json.loads((Path(__file__).parents[2] / "data" / "links.json").read_text("utf-8"))
MIDDLE_GAME = next(link for link in LINKS["links"] if link["what"] == "a middle game")
PLAIN = "5x4/5\n....2\n.2...\n.....\n1...."
AGREE = "Numbers agree"

#: Lets no finger be down for long enough to hold, until `everyTimeout` is put back.
NO_HOLD = """() => {
  window.everyTimeout = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => (ms === 400 ? 0 : window.everyTimeout(run, ms, ...rest));
}"""


class Desk:
    """A player at the analysis board."""

    def __init__(self, page: Page, server: Server, fragment: str = "") -> None:
        self.seat = Seat(page, server.url)
        self.page = page
        page.goto(f"{server.url}analysis{fragment}")
        page.locator(".analysis").wait_for()
        wait(lambda: self.tell("page => page?.name === 'analysis'"), "the analysis board")

    def tell(self, script: str, argument: Any = None) -> Any:
        """Ask the screen itself: `script` is a function of it."""
        return self.seat.tell(f"(app, argument) => ({script})(app.shell.screenPage, argument)", argument)

    @property
    def diagram(self) -> str:
        return str(self.tell("page => page.position.diagram"))

    @property
    def panel(self) -> str:
        return self.page.locator(".answer").inner_text()

    @property
    def marks(self) -> dict[int, dict[str, Any]]:
        return {int(cell): marks for cell, marks in self.tell("page => Object.fromEntries(page.view.marks)").items()}

    def wait_chip(self, words: str) -> None:
        self.page.locator(".chip.state", has_text=words).wait_for()

    def wait_said(self, words: str) -> None:
        self.page.locator(".said", has_text=words).wait_for()

    def point(self, row: int, col: int) -> tuple[float, float]:
        x, y = self.tell("(page, cell) => page.view.pointOf(...cell)", [row, col])
        return x, y

    def click(self, row: int, col: int, button: Any = "left") -> None:
        self.page.mouse.click(*self.point(row, col), button=button)

    def resize(self, width: int, height: int, mines: int) -> None:
        self.page.locator("button.chip").first.click()
        for name, value in (("width", width), ("height", height), ("mines", mines)):
            self.page.locator(f"input[name={name}]").fill(str(value))
        self.page.keyboard.press("Enter")
        wait(lambda: self.diagram.startswith(f"{width}x{height}/{mines}\n"), "the new size")

    def paste(self, text: str) -> None:
        self.page.evaluate(
            """text => {
              const clipboardData = new DataTransfer();
              clipboardData.setData("text/plain", text);
              document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
            }""",
            text,
        )

    def drop(self, name: str, data: bytes) -> None:
        self.page.evaluate(
            """([name, bytes]) => {
              const dataTransfer = new DataTransfer();
              dataTransfer.items.add(new File([Uint8Array.from(bytes)], name));
              const target = document.querySelector(".analysis canvas");
              target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
            }""",
            [name, list(data)],
        )

    def agrees_with_python(self) -> None:
        """The odds on the board are those of the library, for the same position."""
        self.wait_chip(AGREE)
        board = Board.parse(self.diagram)
        chances = odds(board)
        shown = self.tell("page => Object.fromEntries(page.odds.near.map(({ index, chance }) => [index, chance]))")
        assert shown
        for cell, chance in shown.items():
            expected = chances[board.level.cell(int(cell))]
            assert expected is not None
            assert abs(chance - expected) < 1e-4, (cell, chance, expected)
        assert "Arrangements that fit" in self.panel


def test_a_painted_position_gets_the_odds_of_python(context: BrowserContext, server: Server) -> None:
    desk = Desk(context.new_page(), server)
    page = desk.page
    assert "Paint a position" in desk.panel
    desk.resize(5, 4, 5)
    page.locator(".brush", has_text="2").click()
    desk.click(0, 4)
    desk.click(1, 1)
    page.keyboard.press("1")
    x, y = desk.point(3, 0)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*desk.point(3, 3))  # in one jump: no square between them is left out
    page.mouse.up()
    assert desk.diagram == "5x4/5\n....2\n.2...\n.....\n1111."
    for col in (1, 2, 3):
        desk.click(3, col, "right")  # closes it
    assert desk.diagram == PLAIN
    desk.agrees_with_python()
    page.locator("[aria-label='Undo the last change']").click()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert desk.diagram.endswith("1111.")
    page.keyboard.press("Control+z")
    assert desk.diagram.endswith("....."), "what one drag painted is undone together"
    for _ in range(4):
        page.keyboard.press("Control+y")
    assert desk.diagram == PLAIN
    page.locator("[aria-label='One mine more']").click()
    wait(lambda: desk.diagram.startswith("5x4/6"), "another mine")
    desk.agrees_with_python()
    page.keyboard.press("ArrowDown")  # keys alone: the cursor comes, moves and paints
    page.keyboard.press("ArrowDown")
    page.keyboard.press("3")
    page.keyboard.press("Space")
    assert desk.diagram.splitlines()[2][0] == "3"
    page.locator("[aria-label='Clear the board']").click()
    assert desk.diagram == "5x4/6\n.....\n.....\n.....\n....."


def test_the_best_move_has_its_reason_and_its_proof(context: BrowserContext, server: Server) -> None:
    desk = Desk(context.new_page(), server, MIDDLE_GAME["fragment"])
    assert desk.diagram == MIDDLE_GAME["position"]
    desk.agrees_with_python()
    for words in ("Open N15", "certain", "2 Pairs", "reduction", "L14", "3.5 \N{MULTIPLICATION SIGN} 10²⁴"):
        assert words in desk.panel, words
    marks = desk.marks
    assert marks[13 * 16 + 11] == marks[13 * 16 + 12] == {"reason": True}
    assert marks[14 * 16 + 13] == {"safe": True}
    desk.page.get_by_text("Show every step").click()
    step = desk.page.locator(".proof-step", has_text="N15 is safe")
    step.click()
    assert desk.marks == {219: {"reason": True}, 220: {"reason": True}, 237: {"safe": True}}
    desk.page.locator("[aria-label='Show the odds']").click()
    wait(lambda: not desk.marks, "no marks")
    guess = next(link for link in LINKS["links"] if link["what"] == "an end game")
    desk.paste(guess["position"])
    desk.page.locator(".guesses").wait_for()
    rows = desk.page.locator(".guesses tbody tr").all_inner_texts()
    assert len(rows) == 5
    risks, wins = zip(*(map(float, row.replace("\u2009%", "").split("\t")[1:]) for row in rows), strict=True)
    assert wins[0] == max(wins)
    assert risks[0] > min(risks), "the best guess is not the one of the least risk"
    assert "a guess" in desk.panel


def test_numbers_that_do_not_agree_are_named(context: BrowserContext, server: Server) -> None:
    desk = Desk(context.new_page(), server)
    desk.paste("4x3/3\n....\n....\n2...")
    desk.agrees_with_python()
    desk.click(2, 1)  # the palette begins with 1
    desk.wait_chip("Numbers do not agree")
    assert "These numbers do not agree." in desk.panel
    assert "No minefield fits the 2 at A3 and the 1 at B3." in desk.panel
    assert desk.marks == {8: {"clash": 2}, 9: {"clash": 1}}
    assert desk.page.get_by_text("Play from here").is_disabled()
    desk.page.keyboard.press("Control+z")
    desk.wait_chip(AGREE)
    desk.paste("3x2/4\n1..\n...")
    desk.wait_chip("Numbers do not agree")
    assert "No minefield with exactly 4 mines fits these numbers." in desk.panel
    assert desk.marks == {0: {"clash": 1}}


def test_positions_are_brought_in_and_taken_out(context: BrowserContext, server: Server, complaints: list[str]) -> None:
    desk = Desk(context.new_page(), server)
    desk.paste("12.\n...\n")  # rows alone: the number of mines stays
    desk.wait_said("Board read.")
    assert desk.diagram == "3x2/5\n12.\n..."
    field = Minefield.from_mines(8, 8, [(0, 0), (5, 5), (3, 2), (7, 7)])
    for name, data in (
        ("board.mbf", write_board(field, "mbf")),
        ("board.txt", write_board(field, "diagram")),
        ("id.txt", write_board(field, "tatham")),
    ):
        desk.drop(name, data)
        desk.wait_said("Its first opening is open")
        assert desk.diagram.startswith("8x8/4\n.1000000\n"), name
        desk.paste(PLAIN)
        wait(lambda: desk.diagram == PLAIN, "the other position")
    before = desk.diagram
    for bad, why in (
        (
            "30x3/9\n" + "\n".join(["." * 30, "." * 29, "." * 30]),
            "Row 2: its number of squares is 29, and should be 30",
        ),
        ("hello", "This is not a board we can read"),
        ("65x65/9\n" + "\n".join(["." * 65] * 65), "A position has at most 4096 squares"),
        ("999999", "There is no finished game of this number."),
        ("https://sapper.example/analysis#p1.3x3.1.broken", "This link is damaged"),
    ):
        desk.paste(bad)
        desk.wait_said(why)
        assert desk.diagram == before
    assert all("Failed to load resource" in complaint for complaint in complaints)
    complaints.clear()  # the browser notes every answer that is an error
    desk.page.get_by_role("button", name="Diagram").click()
    area = desk.page.locator("textarea")
    assert area.input_value() == PLAIN
    area.fill(MIDDLE_GAME["position"])
    desk.page.get_by_role("button", name="Read it").click()
    wait(lambda: desk.diagram == MIDDLE_GAME["position"], "what was typed")
    desk.paste(f"look: {server.url}analysis{LINKS['links'][3]['fragment']}")
    wait(lambda: desk.diagram == LINKS["links"][3]["position"], "a link that was pasted")


def test_links_open_what_they_say(context: BrowserContext, server: Server) -> None:
    desk = Desk(context.new_page(), server, MIDDLE_GAME["fragment"])
    desk.wait_chip(AGREE)
    desk.page.keyboard.press(".")
    desk.click(13, 11)
    link = desk.page.evaluate("location.href")
    assert link == desk.page.locator(".link-field input").input_value()
    other = Desk(context.new_page(), server, "#" + link.partition("#")[2])
    assert other.diagram == desk.diagram != MIDDLE_GAME["position"]
    other.page.close()
    page = desk.page
    page.locator("#rail").get_by_label("Settings").click()
    page.locator(".settings").wait_for()
    assert page.evaluate("location.pathname + location.hash") == "/settings"
    page.go_back()
    page.locator(".analysis").wait_for()
    wait(lambda: page.evaluate("location.href") == link, "the address of the position")
    assert desk.diagram.splitlines()[14] == MIDDLE_GAME["position"].splitlines()[14].replace("42", ".2")
    page.go_forward()
    page.locator(".settings").wait_for()
    for fragment, words in (("#p1.30x16.99.???", "This link is damaged"), ("#p7.new", "newer version of Sapper")):
        page.goto(f"{server.url}analysis{fragment}")
        desk.wait_said(words)
        assert set(desk.diagram.partition("\n")[2]) == {".", "\n"}
    page.goto(f"{server.url}#b1.nonsense")
    page.locator("#question", has_text="This link is damaged and opens no board.").wait_for()


def test_practice_goes_on_from_the_position(context: BrowserContext, server: Server) -> None:
    desk = Desk(context.new_page(), server, MIDDLE_GAME["fragment"])
    desk.wait_chip(AGREE)
    board = Board.parse(desk.diagram)
    desk.page.keyboard.press("g")
    desk.page.locator(".practice-status", has_text="Mines left: 30").wait_for()

    def practice(script: str) -> Any:
        return desk.tell(f"page => {{ const game = page.practice.game; return {script}; }}")

    def mines_now() -> set[tuple[int, int]]:
        return {divmod(cell, 16) for cell, is_mine in enumerate(practice("game.isMine")) if is_mine}

    mines = mines_now()
    field = Minefield.from_mines(16, 16, mines)
    assert len(mines) == 40
    for row in range(16):
        for col in range(16):
            if board[row, col] <= 8:
                assert field.number(row, col) == board[row, col], "the minefield fits every number"
    desk.click(*sorted(mines)[0], "right")
    desk.click(14, 13)
    assert practice("game.seen(237)") == field.number(14, 13)
    assert practice("game.minesLeft") == 29
    mine = next(cell for cell in sorted(mines, reverse=True) if board[cell] == 9)
    desk.click(*mine)
    desk.page.locator(".practice-status", has_text="was a mine").wait_for()
    desk.page.locator("[aria-label='Undo the last change']").click()
    desk.page.locator(".practice-status", has_text="Mines left: 29").wait_for()
    desk.page.get_by_role("button", name="Another minefield").click()
    wait(lambda: mines_now() != mines, "another one")
    desk.click(14, 13)
    desk.page.get_by_role("button", name="Analyse what is open now").click()
    desk.wait_chip(AGREE)
    assert desk.diagram.splitlines()[15][13] in "012345678"
    desk.page.keyboard.press("g")
    desk.page.locator(".practice-status").wait_for()
    desk.page.keyboard.press("Escape")
    desk.wait_chip(AGREE)
    desk.drop("board.mbf", write_board(field, "mbf"))
    desk.wait_said("Its first opening is open")
    desk.wait_chip(AGREE)
    desk.page.keyboard.press("g")
    wait(lambda: practice("Boolean(game)"), "practice")
    assert mines_now() == mines


def begin_unknown(seat: Seat) -> str:
    """Begin games on boards that nobody knows until one goes on after its first click; return what is visible."""
    while True:
        seat.new("modern beginner", None)
        seat.click((4, 4))
        wait(lambda: seat.status != "ready", "a first click")
        seat.settle()
        if seat.status == "playing":
            return seat.diagram


def test_a_game_shares_what_is_visible_and_never_its_seed(
    browser: Browser, context: BrowserContext, server: Server, complaints: list[str]
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    seat = Seat(context.new_page(), server.url)
    known = Known()
    seat.sit_down(seed=None)
    visible = begin_unknown(seat)
    seat.page.get_by_role("button", name="Share this board").click()
    seat.wait_for("Link to this position copied.")
    link = seat.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{server.url}analysis#p1.8x8.10."), "the squares that are visible, and nothing else"
    other = Desk(context.new_page(), server, "#" + link.partition("#")[2])
    assert other.diagram == f"8x8/10\n{visible}"
    wait(lambda: other.tell("page => Boolean(page.answer)"), "an answer: a player has one question at a time")
    other.page.close()
    seat.page.bring_to_front()
    visible = begin_unknown(seat)
    assert seat.tell("app => app.state.game.hints") == 0
    seat.page.get_by_role("button", name="Analyse this position").click()
    seat.page.locator("#question", has_text="Help takes this game out of the best times.").wait_for()
    assert seat.path.startswith("/g/")
    seat.page.get_by_role("button", name="Show it (unranked)").click()
    wait(lambda: seat.tell("app => app.shell.screenPage?.answer"), "an answer")
    assert seat.tell("app => app.shell.screenPage.position.diagram") == f"8x8/10\n{visible}"
    wait(lambda: seat.tell("app => app.state.game.hints") == 1, "the help that is counted")
    seat.page.go_back()
    wait(lambda: seat.path.startswith("/g/"), "the game")
    seat.settle()
    seat.new("modern beginner", SEED)
    seat.click(known.first)
    seat.settle()
    seat.click(sorted(known.mines)[0])
    seat.wait_status("lost")
    seat.page.get_by_role("button", name="Share", exact=True).click()
    seat.wait_for("Link to this board copied.")
    link = seat.page.evaluate("navigator.clipboard.readText()")
    assert "#b1.modern+8x8" in link
    number = seat.tell("app => app.state.over.finished_id")
    desk = Desk(context.new_page(), server)
    for text, lines in ((str(number), known.diagram), (f"{server.url}replay/{number}#at=0", None)):
        desk.paste(text)
        desk.wait_said("Board read.")
        assert lines is None or desk.diagram == f"8x8/10\n{lines}", "the position before the last action"
    desk.page.close()
    seat.page.bring_to_front()
    seat.tell("app => void app.run('enter-seed')")
    seat.page.locator("input[name=seed]").fill("a rainy day")
    seat.page.get_by_role("button", name="Share as a link").click()
    wait(lambda: seat.page.evaluate("navigator.clipboard.readText()").endswith(".a+rainy+day"), "the link of the seed")
    guest = browser.new_context(viewport={"width": 1440, "height": 900})
    watch(guest, complaints)
    friend = Seat(guest.new_page(), server.url)
    friend.page.goto(link)
    wait(lambda: friend.page.evaluate("location.pathname.startsWith('/g/')"), "a game")
    friend.wait_for_game()
    wait(lambda: friend.diagram == known.diagram, "the same minefield, with the same first square open")
    assert friend.tell("app => app.state.game.isKnownBoard")
    guest.close()


def test_a_phone_has_the_palette_under_the_board_and_a_finger_paints_and_pans(
    browser: Browser, server: Server, complaints: list[str]
) -> None:
    phone = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    watch(phone, complaints)
    desk = Desk(phone.new_page(), server, MIDDLE_GAME["fragment"])
    desk.wait_chip(AGREE)
    canvas = desk.page.locator(".field-area canvas").bounding_box()
    boxes = [brush.bounding_box() for brush in desk.page.locator(".brush").all()]
    assert canvas
    rows = {round(box["y"]) for box in boxes if box}
    assert len(rows) == 2
    assert all(box and box["width"] >= 44 and box["height"] >= 44 and box["y"] > canvas["y"] for box in boxes)
    view = desk.tell("page => page.view.view")
    for cell in (219, 220, 237):  # every square that is named is in view
        row, col = divmod(cell, 16)
        assert view["top"] <= row < view["top"] + view["height"]
        assert view["left"] <= col < view["left"] + view["width"]
    desk.page.locator(".brush[aria-label='Paint: 5']").tap()
    desk.page.touchscreen.tap(*desk.point(13, 11))
    wait(lambda: desk.diagram.splitlines()[14][11] == "5", "a tap that paints")
    finger = phone.new_cdp_session(desk.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    desk.page.evaluate(NO_HOLD)  # a busy machine makes a hold of the drag
    x, y = desk.point(12, 6)
    before, left = desk.diagram, desk.tell("page => page.view.view.left")
    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x + 30 * step, y))
    touch("touchEnd")
    wait(lambda: desk.tell("page => page.view.view.left") < left, "a drag that pans")
    desk.seat.frame()  # the last of its movements is done: the board rests where the next finger meets it
    assert desk.diagram == before, "and paints nothing"
    desk.page.evaluate("() => { window.setTimeout = window.everyTimeout; }")
    touch("touchStart", desk.point(12, 6))
    wait(lambda: desk.diagram != before, "a held finger that closes")
    touch("touchEnd")
    assert desk.diagram.splitlines()[13][6] == "."
    overflow = desk.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0
    desk.page.get_by_role("button", name="Clear the board").tap()
    how = desk.page.get_by_text("Paint a position").locator("xpath=..")
    wait(lambda: "tap squares. Holding a square closes it." in how.inner_text(), "words for fingers")
    phone.close()
