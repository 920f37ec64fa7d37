"""The output filter: the screen is the same as without it, and little is written."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sapper.tui.drawing.output import OutputFilter

pyte = pytest.importorskip("pyte")

WIDTH, HEIGHT = 24, 6
STYLES = ("", "1", "31", "1;38;2;1;2;3;48;5;17", "38;5;9;48;2;4;5;6", "4;7;97;104", "48;2;4;5;6")
SIGNS = "  aab12·⚑▁"
BEGIN, END = "\x1b[?2026h", "\x1b[?2026l"


class Terminal:
    """An emulator that shows what it is sent."""

    def __init__(self) -> None:
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.Stream(self.screen)
        self.sent = 0

    def send(self, data: str) -> None:
        self.sent += len(data.encode())
        self.stream.feed(data)

    def cells(self) -> list[list[Any]]:
        return [[self.screen.buffer[y][x] for x in range(WIDTH)] for y in range(HEIGHT)]


class Pair:
    """The same output to two terminals, through the filter to one of them."""

    def __init__(self) -> None:
        self.filter, self.full, self.lean = OutputFilter(), Terminal(), Terminal()

    def write(self, data: str) -> str:
        written = self.filter(data)
        self.full.send(data)
        self.lean.send(written)
        return written

    def check(self) -> None:
        assert self.lean.cells() == self.full.cells()
        assert self.lean.screen.cursor.x == self.full.screen.cursor.x
        assert self.lean.screen.cursor.y == self.full.screen.cursor.y


def styled(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if style else text


def painted(lines: dict[int, str], x: int = 0) -> str:
    return "\n".join(f"\x1b[{y + 1};{x + 1}H{line}" for y, line in sorted(lines.items())) + "\x1b[1;1H"


def some_line(chance: random.Random, width: int) -> str:
    parts = []
    while width:
        size = chance.randint(1, width)
        parts.append(styled("".join(chance.choices(SIGNS, k=size)), chance.choice(STYLES)))
        width -= size
    return "".join(parts)


def a_repaint(chance: random.Random) -> str:
    x = chance.randrange(WIDTH)
    rows = chance.sample(range(HEIGHT), chance.randint(1, HEIGHT))
    return painted({y: some_line(chance, chance.randint(1, WIDTH - x)) for y in rows}, x)


@pytest.mark.parametrize("seed", range(20))
def test_the_screen_is_the_same_as_without_it(seed: int) -> None:
    chance, pair, seen = random.Random(seed), Pair(), [""]
    for _ in range(60):
        seen.append(a_repaint(chance))
        pair.write(chance.choice(seen[-3:]) or seen[-1])
        pair.check()
        if chance.random() < 0.1:
            pair.filter.forget()
    assert pair.lean.sent < pair.full.sent


def test_what_is_shown_already_is_not_written() -> None:
    pair = Pair()
    line = painted({2: styled("mines 10", "31") + "  :)"})
    assert pair.write(line)
    assert pair.write(line) == ""
    assert pair.write(BEGIN) + pair.write(line) + pair.write(END) == ""
    pair.check()


def test_a_changed_cell_costs_a_move_a_style_and_a_sign() -> None:
    pair = Pair()
    style = "38;2;1;2;3"
    pair.write(painted({2: styled("· · · · · ·", style)}))
    flag = styled("· · ", style) + styled("⚑", "31") + styled(" · · ·", style)
    assert pair.write(painted({2: flag})) == "\x1b[3;5H\x1b[31m⚑\x1b[m\x1b[1;1H"
    pair.check()


def test_a_board_in_many_colours_is_written_colour_by_colour() -> None:
    pair, colours = Pair(), ("38;2;100;150;200;48;2;10;20;30", "38;2;101;151;201;48;2;11;21;31")
    lines = [
        "".join(styled(sign, colours[(x + y + turn) % 2]) for x, sign in enumerate("123456789012345678901234"))
        for turn in (0, 1)
        for y in range(HEIGHT)
    ]
    pair.write(painted(dict(enumerate(lines[:HEIGHT]))))
    written = pair.write(painted(dict(enumerate(lines[HEIGHT:]))))
    pair.check()
    assert written.count("38;2;") == 2
    assert len(written) < 8 * WIDTH * HEIGHT


def test_words_are_written_whole() -> None:
    pair = Pair()
    pair.write(painted({0: "a face here"}))
    assert "pace" in pair.write(painted({0: "a pace here"}))
    assert "pack" in pair.write(painted({0: "a pack here"}))
    pair.check()


def test_an_update_that_a_terminal_shows_at_once_stays_one() -> None:
    pair = Pair()
    written = [pair.write(part) for part in (BEGIN, painted({0: "one"}), END)]
    assert "".join(written).startswith(BEGIN)
    assert written[-1] == END


def test_after_forgetting_everything_is_written() -> None:
    pair = Pair()
    line = painted({1: "board"})
    pair.write(line)
    pair.filter.forget()
    assert "board" in pair.write(line)


def test_another_screen_of_the_terminal_is_unknown() -> None:
    pair = Pair()
    line = painted({1: "board"})
    pair.write(line)
    assert pair.write("\x1b[?25l") == "\x1b[?25l"
    assert pair.write(line) == ""
    pair.write("\x1b[?1049h")
    assert "board" in pair.write(line)


@pytest.mark.parametrize("data", ["\x1b[2J", "\x07", "text at no place", "\x1b[1;1Htab\there", "\x1b]52;c;QQ==\x07"])
def test_what_is_not_a_repaint_passes_unchanged_and_may_have_changed_anything(data: str) -> None:
    pair = Pair()
    line = painted({1: "board"})
    pair.write(line)
    assert pair.write(data) == data
    assert "board" in pair.write(line)


def test_signs_of_other_widths_pass_unchanged() -> None:
    pair = Pair()
    name = painted({1: "猫 0.9 s", 2: "mines"})
    assert pair.write(name) == name
    assert pair.write(name) == name
    pair.write(painted({1: styled("Kat and more", "1"), 2: "mines"}))
    pair.check()
