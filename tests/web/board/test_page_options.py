"""What each player may have otherwise: numbers, faint and highlighted squares, the time, squares found and heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.browsing import Known, Seat, wait

if TYPE_CHECKING:
    from web.browsing import Cell

RULES = "modern beginner"


def begin(seat: Seat) -> Known:
    """Play the first move of the known board, without motion."""
    seat.page.emulate_media(reduced_motion="reduce")
    seat.sit_down(RULES)
    seat.click((0, 0))
    seat.settle()
    seat.page.mouse.move(5, 5)
    return Known(RULES)


def choose(seat: Seat, name: str, value: object) -> None:
    seat.tell("(app, [name, value]) => app.settings.set('display', name, value)", [name, value])
    seat.frame()


def ink(seat: Seat, cell: Cell) -> list[int]:
    """Return the pixels of a cell on the canvas, as the sums of their colours."""
    script = """(app, [row, col]) => {
      const { view } = app;
      const box = view.canvas.getBoundingClientRect();
      const ratio = view.canvas.width / box.width;
      const [x, y] = view.pointOf(row, col).map((at, axis) => (at - (axis ? box.top : box.left)) * ratio);
      const half = view.cellSize * ratio / 2;
      const copy = new OffscreenCanvas(2 * half, 2 * half).getContext("2d", { willReadFrequently: true });
      copy.drawImage(view.canvas, half - x, half - y);
      const { data } = copy.getImageData(0, 0, 2 * half, 2 * half);
      const sums = [];
      for (let at = 0; at < data.length; at += 4) sums.push(data[at] + data[at + 1] + data[at + 2]);
      return sums;
    }"""
    return list(seat.tell(script, list(cell)))


def contrast(pixels: list[int]) -> int:
    return max(pixels) - min(pixels)


def numbers(known: Known) -> list[Cell]:
    return [cell for cell in known.cells if 1 <= known.game.board[cell] <= 8]


def test_numbers_as_dots_and_shapes(seat: Seat) -> None:
    known = begin(seat)
    number = numbers(known)[0]
    drawn = []
    for style in ("digits", "dots", "digits-and-shapes"):
        choose(seat, "number-style", style)
        wait(lambda: ink(seat, number) not in drawn, style)
        drawn.append(ink(seat, number))
    choose(seat, "number-style", "digits")
    wait(lambda: ink(seat, number) == drawn[0], "digits again")


def test_finished_numbers_are_faint_and_neighbours_highlighted(seat: Seat) -> None:
    known = begin(seat)
    board = known.game.board
    number = next(cell for cell in numbers(known) if board[cell] == 1)
    mine = next(cell for cell in board.neighbours(*number) if cell in known.mines)
    choose(seat, "dim-finished", value=True)
    before = contrast(ink(seat, number))
    seat.click(mine, "right")
    seat.settle()
    seat.page.mouse.move(5, 5)
    wait(lambda: contrast(ink(seat, number)) < before * 0.6, "a faint number")
    choose(seat, "dim-finished", value=False)
    wait(lambda: contrast(ink(seat, number)) == before, "the number as it was")
    choose(seat, "highlight-neighbours", value=True)
    plain = {cell: ink(seat, cell) for cell in board.neighbours(*number)}
    seat.page.mouse.move(*seat.point(number))
    wait(lambda: all(ink(seat, cell) != plain[cell] for cell in plain), "every neighbour pointed out")
    seat.page.mouse.move(5, 5)
    wait(lambda: all(ink(seat, cell) == plain[cell] for cell in plain), "nothing pointed out")
    seat.walk(number)
    wait(lambda: all(ink(seat, cell) != plain[cell] for cell in plain), "the neighbours of the cursor")


def test_the_time_can_be_hidden_until_the_end(seat: Seat) -> None:
    known = begin(seat)
    time = seat.page.get_by_role("timer")
    assert time.is_visible()
    choose(seat, "timer", value=False)
    wait(lambda: not time.is_visible(), "no time")
    assert not seat.page.get_by_text("on course for").is_visible()
    seat.key("z")
    wait(lambda: "second" in seat.page.locator("#polite").inner_text(), "the time, which was asked for")
    seat.click(min(known.mines))
    seat.wait_status("lost")
    wait(time.is_visible, "the time of the game")


def test_a_closed_square_beside_a_number_is_found(seat: Seat) -> None:
    known = begin(seat)
    board = known.game.board
    seat.key("Control+Home")

    def beside(number: int) -> list[list[int]]:
        closed = [cell for cell in known.cells if board[cell] == 9]
        return [list(cell) for cell in closed if any(board[near] == number for near in board.neighbours(*cell))]

    def is_at(cell: list[int]) -> bool:
        return bool(seat.tell("app => app.input.cursor") == cell)

    number = next(number for number in range(1, 9) if len(beside(number)) > 1)
    first, second = beside(number)[:2]
    seat.key("/", str(number))
    wait(lambda: is_at(first), "the first closed square beside the number")
    seat.key(";")
    wait(lambda: is_at(second), "the second")
    seat.key("'")
    wait(lambda: is_at(first), "the first again")
    seat.key("/", "8")
    seat.wait_news("No closed square next to a 8 in reach.")
    assert is_at(first)
    seat.key("f")
    seat.settle()
    seat.key("Control+Home", "/", "f")
    wait(lambda: is_at(first), "the flag")
    seat.key("/", "Escape")
    seat.settle()
    assert seat.status == "playing"  # Escape left the search, not the game


def test_what_is_opened_is_said_with_its_number(seat: Seat) -> None:
    known = begin(seat)
    polite = seat.page.locator("#polite")
    wait(lambda: polite.inner_text().endswith("10 mines left"), "the opening")
    assert "squares opened, " in polite.inner_text()
    cell = next(cell for cell in known.openings() if 1 <= known.game.board[cell] <= 8)
    seat.walk(cell)
    seat.key("Enter")
    number = known.game.board[cell]
    wait(lambda: polite.inner_text().startswith(f"opened a {number}, "), "the number")
    seat.key("x")
    wait(lambda: polite.inner_text() == "10 mines left", "the mines")
    seat.key("x")
    wait(lambda: polite.inner_text() == "10 mines left\u00a0", "the mines again, as another text")
