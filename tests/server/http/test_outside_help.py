"""Advice of the API counts for the seat that asked: by its token, or by the position at its address."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from server.http.test_records import OTHER_BOARD, web_of
from server.party_guests import PATIENT, Guest, game_of, guest, replica_of, run, three_mines
from server.party_nodes import Nodes, until
from server.playground import RULES, open_lobby, settle
from strategies import many

from sapper.action import Kind
from sapper.board import Board
from sapper.rules import Level
from sapper.server.rooms.position import Position

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.server.rooms.lobby import Lobby

DIRECTIONS = range(8)


def turned(board: Board, direction: int) -> Board:
    """Return a board in one of its eight directions."""
    rows = [[board[row, col] for col in range(board.level.width)] for row in range(board.level.height)]
    if direction & 1:
        rows = [row[::-1] for row in rows]
    if direction & 2:
        rows = rows[::-1]
    if direction & 4:
        rows = [list(column) for column in zip(*rows, strict=True)]
    level = Level(len(rows[0]), len(rows), board.level.mines)
    return Board.from_bytes(level, bytes(cell for row in rows for cell in row))


async def ask(lobby: Lobby, board: Board | str, *, who: Guest | None = None, address: str = "here") -> None:
    """Ask for the odds of a position, as a player or as nobody, at an address."""
    async with web_of(lobby, address, who.player.token if who is not None else "") as web:
        answer = await web.post("/api/odds", json={"board": str(board)})
        assert answer.status_code == 200, answer.text
    await settle(lobby)


def hints(one: Guest) -> list[int]:
    """Return the seats that help was logged for in somebody's game."""
    return [entry.by for entry in game_of(one).log if entry.action.kind is Kind.HINT]


async def playing(lobby: Lobby, *names: str, **terms: object) -> list[Guest]:
    """Return people at one address whose round has begun, with an open square."""
    guests = [await guest(lobby, name) for name in names]
    await guests[0].host(**terms)
    for other in guests[1:]:
        await other.join(guests[0].party)
    await begin(guests)
    if terms.get("mode", "coop") == "coop":
        await guests[0].play(guests[0].game, "open", 0, 50)
    for one in guests:
        await one.first_opening()
    await settle(lobby)
    return guests


async def begin(guests: list[Guest]) -> None:
    for one in guests:
        one.send("ready", n=2)
    for one in guests:
        one.game = (await one.board())["game"]


@pytest.mark.parametrize("terms", [{"mode": "race"}, {"mode": "arena", "boards": 2}], ids=["race", "arena"])
def test_who_asks_in_a_contest_marks_no_game_but_the_own_one(tmp_path: Path, terms: dict[str, object]) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ann, bob = await playing(lobby, "Ann", "Bob", **terms)
            assert game_of(ann).board == game_of(bob).board, "so far all boards are equal"
            await ask(lobby, game_of(bob).board, who=bob)
            assert (hints(ann), hints(bob)) == ([], [1])

    run(play())


def test_a_bystander_with_a_cookie_marks_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ann, bob = await playing(lobby, "Ann", "Bob", mode="race")
            cleo = await guest(lobby, "Cleo")
            await ask(lobby, game_of(ann).board, who=cleo)
            assert (hints(ann), hints(bob)) == ([], [])

    run(play())


@pytest.mark.parametrize("mode", ["coop", "duel"])
@pytest.mark.parametrize("who", [0, 1])
def test_help_in_a_common_game_names_the_seat_that_asked(tmp_path: Path, mode: str, who: int) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            guests = await playing(lobby, "Ada", "Grace", mode=mode)
            await ask(lobby, turned(game_of(guests[0]).board, 1), who=guests[who])
            assert hints(guests[0]) == [who]
            await ask(lobby, OTHER_BOARD, who=guests[who])
            assert hints(guests[0]) == [who], "once for each position"
            await ask(lobby, OTHER_BOARD, who=guests[1 - who])
            assert hints(guests[0]) == [who, 1 - who], "and for each seat"

    run(play())


def test_who_comes_late_or_is_away_has_a_seat_too_and_who_watches_or_left_has_none(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            (ada,) = await playing(lobby, "Ada")
            late, watcher = await guest(lobby, "Late"), await guest(lobby, "Watcher")
            await late.join(ada.party)
            await watcher.join(ada.party, watch=True)
            await ask(lobby, game_of(ada).board, who=watcher)
            assert hints(ada) == []
            await late.leave()
            await ask(lobby, game_of(ada).board, who=late)
            assert hints(ada) == [late.seat]
            again = await guest(lobby, player=late.player)
            await again.join(ada.party)
            await again.ask("quit")
            await ada.play(ada.game, "flag", 9, 60)
            await ask(lobby, game_of(ada).board, who=late)
            assert hints(ada) == [late.seat]

    run(play())


def test_a_hint_asked_for_in_the_room_names_its_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada, grace = await playing(lobby, "Ada", "Grace", hints=True)
            for one in (grace, ada, grace):
                one.send("help", n=70, game=ada.game, topic="hint", stage=1)
                assert (await one.until("hint", "refused"))["t"] == "hint"
            assert hints(ada) == [1, 0]

    run(play())


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_without_a_token_the_position_is_compared_in_every_direction(tmp_path: Path, direction: int) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada, _ = await playing(lobby, "Ada", "Grace")
            position = turned(game_of(ada).board, direction)
            await ask(lobby, OTHER_BOARD)
            await ask(lobby, position, address="elsewhere")
            assert hints(ada) == []
            await ask(lobby, position)
            assert hints(ada) == [0]

    run(play())


def test_without_a_token_the_seat_at_the_address_is_named(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada = await guest(lobby, "Ada")
            grace = await guest(lobby, "Grace", address="there")
            await ada.host()
            await grace.join(ada.party)
            await begin([ada, grace])
            await ada.play(ada.game, "open", 0, 50)
            await ask(lobby, game_of(ada).board, address="there")
            assert hints(ada) == [grace.seat]

    run(play())


def test_a_game_on_another_server_is_marked_for_the_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 3) as nodes:
            ada, grace = await nodes.guests("Ada", "Grace")
            await ada.host(mode="race", rules=RULES)
            await grace.join(ada.party)
            await begin([ada, grace])
            for one in (ada, grace):
                await one.first_opening()
            await ask(nodes.lobbies[2], OTHER_BOARD, who=grace)
            await until(lambda: hints(grace) == [1])
            assert hints(ada) == []

    run(play())


@pytest.mark.parametrize("who", [0, 1])
def test_a_common_game_on_other_servers_is_marked_for_the_seat_that_asked(tmp_path: Path, who: int) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 3) as nodes:
            guests = await nodes.guests("Ada", "Grace")
            await guests[0].host(rules=RULES)
            await guests[1].join(guests[0].party)
            await begin(guests)
            await guests[0].play(guests[0].game, "open", 0, 50)
            for one in guests:
                await one.first_opening()
            for lobby in nodes.lobbies:
                await settle(lobby)
            await ask(nodes.lobbies[2], OTHER_BOARD, who=guests[who])
            for one in guests:
                await until(lambda: hints(one) == [guests[who].seat])  # noqa: B023

    run(play())


# Positions


@st.composite
def boards(draw: st.DrawFn) -> Board:
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = draw(st.lists(st.integers(0, 11), min_size=width * height, max_size=width * height))
    return Board.from_bytes(Level(width, height, 0), bytes(cells))


@many(200)
@given(boards(), boards(), st.sampled_from(DIRECTIONS))
def test_a_position_is_the_same_in_eight_directions_and_no_other_is(one: Board, two: Board, direction: int) -> None:
    position = Position(one)
    assert position.is_of(turned(one, direction)) == (one.opened > 0)
    unmarked = [_without_marks(turned(one, way)) for way in DIRECTIONS]
    assert position.is_of(two) == (two.opened > 0 and _without_marks(two) in unmarked)


def _without_marks(board: Board) -> tuple[int, bytes]:
    return board.level.width, bytes(min(cell, 9) for cell in board.to_bytes())


def test_marks_do_not_matter(tmp_path: Path) -> None:
    one, two = Board.parse("3x2/1\n01.\n01."), Board.parse("3x2/2\n01F\n01?")
    assert Position(one).is_of(two)


def test_seats_are_forgotten_with_their_room(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada, grace = await playing(lobby, "Ada", "Grace")
            assert [room.replica for room in lobby.seats_of(grace.player.key)] == [replica_of(ada)]
            for one in (ada, grace):
                await one.ask("quit")
            await settle(lobby)
            assert not lobby.rooms
            assert not lobby._rooms_of

    run(play())
