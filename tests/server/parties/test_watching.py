"""What those who watch a race see: coarse shapes; boards only where the room shows them, or the round is over."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from server.party_guests import PATIENT, TERMS, Guest, eventually, game_of, guest, playing, run
from server.playground import open_lobby, settle

from sapper import Board, Level
from sapper.layouts import FixedLayout
from sapper.minefield import Minefield
from sapper.server.parties import ids
from sapper.server.rooms.secrecy import shape_of

if TYPE_CHECKING:
    from pathlib import Path

    from sapper import Rules, Seed
    from sapper.layouts import Layout
    from sapper.server.rooms.lobby import Lobby

SIZE = 12
FIELD = "\n".join("*.." * (SIZE // 3) if row % 2 else "..*" * (SIZE // 3) for row in range(SIZE))
RULES = f"modern {SIZE}x{SIZE}/{FIELD.count('*')}"
FIRST = SIZE + 1  # a number, so that nothing opens by itself
WATCHED = replace(PATIENT, watch_delay=0.0)
#: What a line about a player may say.
LINE = {"seat", "status", "share", "at", "shape"}


def stripes(_rules: Rules, _seed: Seed) -> Layout:
    return FixedLayout(Minefield.from_text(FIELD))


def board_with(opened: set[int], level: Level) -> Board:
    return Board.from_bytes(level, bytes(1 if cell in opened else 9 for cell in range(level.cells)))


# The shape


@given(st.sets(st.integers(0, 30 * 16 - 1)))
def test_a_shape_says_which_ninths_are_open_by_half_and_nothing_else(opened: set[int]) -> None:
    level = Level(30, 16, 99)
    rows, cols = (0, 5, 10, 16), (0, 10, 20, 30)
    expected = 0
    for ninth in range(9):
        down, across = divmod(ninth, 3)
        cells = {
            row * 30 + col for row in range(rows[down], rows[down + 1]) for col in range(cols[across], cols[across + 1])
        }
        expected |= (2 * len(cells & opened) >= len(cells)) << ninth
    assert shape_of(board_with(opened, level)) == expected


@given(st.integers(1, 40), st.integers(1, 40))
def test_ninths_of_less_than_sixteen_squares_are_not_shown(width: int, height: int) -> None:
    level = Level(width, height, 0)
    has_shape = shape_of(board_with(set(), level)) is not None
    assert has_shape == ((width // 3) * (height // 3) >= 16)


@pytest.mark.parametrize("value", [9, 10, 11, 12, 13, 14])
def test_marks_and_mines_are_not_open(value: int) -> None:
    level = Level(16, 16, 40)
    assert shape_of(Board.from_bytes(level, bytes([value]) * level.cells)) == 0


# In a race


async def race(lobby: Lobby, **terms: object) -> tuple[list[Guest], Guest]:
    """Return two racers whose race has begun, and a watcher."""
    people = [await guest(lobby, name, address=name) for name in ("Ada", "Bob")]
    await people[0].host(mode="race", rules=RULES, **terms)
    await people[1].join(people[0].party)
    watcher = await guest(lobby, "Eve", address="Eve")
    await watcher.join(people[0].party, watch=True)
    for one in people:
        one.send("ready", n=2)
    for one in people:
        one.game = (await one.board())["game"]
        await one.first_opening()
    return people, watcher


def messages(one: Guest, *kinds: str) -> list[dict[str, Any]]:
    return [message for message in map(json.loads, one.frames) if message["t"] in kinds]


async def open_cells(one: Guest, cells: list[int]) -> None:
    for number, cell in enumerate(cells, 100):
        await one.play(one.game, "open", cell, number)


def safe_in_ninth(rows: range, cols: range) -> list[int]:
    lines = FIELD.split("\n")
    return [row * SIZE + col for row in rows for col in cols if lines[row][col] != "*"]


async def watched(folder: Path, cells: list[int], monkeypatch: pytest.MonkeyPatch) -> tuple[list[Any], Guest]:
    """Return what a watcher is sent about the players while the first of them opens some cells."""
    monkeypatch.setattr(ids, "drawn_cell", lambda *_: FIRST)
    found: list[Any] = []
    async with open_lobby(folder, limits=WATCHED, layout=stripes) as lobby:
        (ada, bob), watcher = await race(lobby)
        await open_cells(ada, cells)
        mode = ada.connection.party.rounds.mode  # type: ignore[union-attr]
        mode.tell_now()  # type: ignore[union-attr]
        await settle(lobby)
        while True:
            last = await watcher.until("progress")
            if last["seats"][0].get("share", 0) >= round((len(cells) + 1) / FIELD.count("."), 4):  # and the first one
                break
        found = [one["seats"] for one in messages(watcher, "progress")][-1]
        assert not messages(watcher, "board", "delta", "ghost", "boards")
        assert all("shape" not in seat for one in messages(bob, "progress") for seat in one["seats"])
        assert not messages(bob, "boards", "ghost")
    return found, watcher


def test_a_watcher_cannot_tell_which_squares_of_a_ninth_are_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two races in which the leader opens other squares of the same ninth look the same."""
    cells = [cell for cell in safe_in_ninth(range(4), range(4, 8)) if cell != FIRST]
    seen = []

    async def play() -> None:
        for number, part in enumerate((cells[:9], cells[-9:])):
            lines, _ = await watched(tmp_path / str(number), part, monkeypatch)
            assert all(set(line) <= LINE for line in lines)
            seen.append(lines)

    for number in range(2):
        (tmp_path / str(number)).mkdir()
    run(play())
    assert cells[:9] != cells[-9:]
    assert seen[0] == seen[1]
    assert seen[0][0]["shape"] == 1 << 1  # the second ninth of the first row


def test_boards_are_shown_to_watchers_only_where_the_room_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ids, "drawn_cell", lambda *_: FIRST)
    monkeypatch.setattr("sapper.server.parties.modes.contest._BOARDS", 0.0)

    async def play() -> None:
        async with open_lobby(tmp_path, limits=WATCHED, layout=stripes) as lobby:
            (ada, bob), watcher = await race(lobby, shows_boards=True)
            await open_cells(ada, [0])
            while True:
                shown = await watcher.until("boards")
                if shown["boards"] and shown["boards"][0]["cells"][0] != ".":
                    break
            assert shown["boards"][0]["cells"] == str_of(ada)
            assert not messages(bob, "boards")
            late = await guest(lobby, "Lea", address="Lea")
            await late.join(ada.party, watch=True)
            assert (await late.until("boards"))["boards"]

    run(play())


def str_of(one: Guest) -> str:
    return "".join(".F?*!x"[value - 9] if value > 8 else str(value) for value in game_of(one).board.to_bytes())


def has_boards(one: Guest) -> bool:
    return any(message["boards"] for message in messages(one, "boards"))


@pytest.mark.parametrize("shows_boards", [False, True])
def test_everybody_sees_all_boards_at_the_end_and_shown_ones_are_not_ranked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shows_boards: bool
) -> None:
    monkeypatch.setattr(ids, "drawn_cell", lambda *_: FIRST)

    async def play() -> None:
        async with open_lobby(tmp_path, limits=WATCHED, layout=stripes) as lobby:
            (ada, bob), watcher = await race(lobby, shows_boards=shows_boards)
            bob.send("play", game=bob.game, kind="resign", n=5)
            await open_cells(ada, [cell for cell in safe_in_ninth(range(SIZE), range(SIZE)) if cell != FIRST])
            for one in (ada, bob, watcher):
                await eventually(partial(has_boards, one))
                assert {board["seat"] for board in messages(one, "boards")[-1]["boards"]} == {0, 1}
            await eventually(lambda: [one for one in messages(ada, "over") if "sealed" not in one])
            over = messages(ada, "over")[-1]
            assert over["status"] == "won"
            assert ("known board" in over.get("objections", [])) == shows_boards

    run(play())


# What they say


@pytest.mark.parametrize("mode", ["race", "arena"])
def test_those_who_watch_a_contest_talk_among_themselves(tmp_path: Path, mode: str) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=WATCHED) as lobby:
            (ada, bob), _ = await playing(lobby, "Ada", "Bob", **TERMS[mode])
            eve, mallory = [await guest(lobby, name, address=name) for name in ("Eve", "Mallory")]
            for one in (eve, mallory):
                await one.join(ada.party, watch=True)
            eve.send("say", n=3, text="mine at C3")
            eve.send("say", n=4, phrase=5)
            assert (await mallory.until("said"))["line"]["text"] == "mine at C3"
            assert "only quick phrases" in (await ada.ask("say", text="mine at C3"))["why"]
            ada.send("say", n=8, phrase=1)
            for one in (eve, mallory, ada, bob):
                while (await one.until("said"))["line"].get("phrase") != 1:
                    pass
            for one in (ada, bob):
                assert [said["line"]["phrase"] for said in messages(one, "said")] == [1]

    run(play())
