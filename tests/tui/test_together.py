"""Rooms in the terminal: a screen and programs in one room on a real server, and what others write is shown as text."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import time
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from server.conftest import Running, start
from textual.events import Paste
from tui.pilot import STILL, Player
from waiting import PATIENCE

from sapper import Rules, Seed, machine
from sapper.action import Action, Kind
from sapper.analysis.odds import odds
from sapper.board import CellState
from sapper.client import Client, Refused, RemoteParty, Terms
from sapper.client.plain_text import plain
from sapper.session import Session
from sapper.tui.app import SapperApp
from sapper.tui.drawing.ink import Depth
from sapper.tui.replay.round_screen import RoundViewer
from sapper.tui.together.lobby import LobbyPage
from sapper.tui.together.screen import RoomScreen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from server.conftest import Start

__all__ = ["start"]

SMALL = "modern 8x8/10 layout=no-guess-single"
WIDE, NARROW = (120, 40), (80, 24)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Hold one server whose rounds start soon, for all tests of this file."""
    running = Running(tmp_path_factory.mktemp("server"), "--limit", "countdown=0.1")
    yield running
    running.close()


class Access:
    """The servers that a player of these tests knows."""

    def __init__(self, server: str) -> None:
        self.server = server

    def token(self, server: str) -> str | None:
        return None

    def enter(self, server: str, token: str | None) -> None:
        pass

    def own_server(self) -> str:
        return self.server


class Guest(Player):
    """A player at a terminal that shows a room."""

    def __init__(self, app: SapperApp, pilot: Any) -> None:
        super().__init__(app, pilot, None)  # type: ignore[arg-type]

    @property
    def screen(self) -> Any:
        return self.app.screen

    async def sees(self, text: str) -> None:
        """Wait until something is on the screen."""
        await self.until(lambda: text in self.text(), f"{text!r} is not on the screen")

    async def shows(self, pattern: str) -> None:
        """Wait until something like a pattern is on the screen."""
        await self.until(lambda: re.search(pattern, self.text()) is not None)

    async def until(self, so: Callable[[], bool], why: str = "it did not happen") -> None:
        deadline = time.monotonic() + PATIENCE
        while not so():
            assert time.monotonic() < deadline, f"{why}:\n{self.text()}"
            await self.pilot.pause(0.02)


@asynccontextmanager
async def terminal(
    client: Client | None = None, party: RemoteParty | None = None, *, size: tuple[int, int] = WIDE, **options: Any
) -> AsyncIterator[Guest]:
    session = Session(Rules("beginner"), clock=machine.milliseconds, seeds=lambda: Seed.of(1))
    room = (client, party) if client and party else None
    settings = STILL.change("game", name="Ada")
    app = SapperApp(session, settings, clock=machine.milliseconds, depth=Depth.TRUE, room=room, **options)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        guest = Guest(app, pilot)
        await guest.until(lambda: isinstance(app.screen, RoomScreen | LobbyPage))
        yield guest


async def connected(stack: AsyncExitStack, url: str, name: str, device: Any = "key") -> Client:
    return await stack.enter_async_context(Client(url, name=name, device=device))


def a_safe_cell(party: RemoteParty) -> tuple[int, int]:
    """Return a cell that is certainly safe and closed, the first one in the middle."""
    assert party.game is not None
    board = party.game.board
    if not board.opened:
        return board.level.height // 2, board.level.width // 2
    return min(cell for cell in odds(board).safe if board[cell] == CellState.HIDDEN)


def is_after(party: RemoteParty, seq: int) -> bool:
    return party.game is not None and party.game.seq > seq


def is_next_turn(party: RemoteParty, seq: int) -> bool:
    return not party.is_playing or (party.turn is not None and party.turn.seq > seq and is_after(party, seq))


def is_flagged(party: RemoteParty, cell: tuple[int, int]) -> bool:
    return party.game is not None and party.game.board[cell] == CellState.FLAG


def run(script: Callable[[AsyncExitStack], Any]) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            await script(stack)

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_a_terminal_and_a_program_solve_a_board_together(server: Running, size: tuple[int, int]) -> None:
    async def script(stack: AsyncExitStack) -> None:
        ada, grace = await connected(stack, server.url, "Ada"), await connected(stack, server.url, "Grace")
        party = await ada.host(Terms(rules=f"{SMALL} lives=3", name="Friday field"))
        other = await grace.join(party.link)
        player = await stack.enter_async_context(terminal(ada, party, size=size))
        await player.sees("0 of 2 ready")
        assert "Friday field  co-op" in player.text()
        assert "10 · no-guess 1" in player.text()
        await player.press("space")
        await player.sees("1 of 2 ready")
        await other.ready()
        await other.until(lambda other: other.can_move)
        await player.until(lambda: party.can_move)
        await player.press("s")  # the key that starts a round: nothing to start, and no page of a game alone
        assert isinstance(player.app.screen, RoomScreen)
        seen_mine = False
        for turn in range(200):
            if party.game and party.game.is_over:
                break
            assert party.game is not None
            seq = party.game.seq
            if turn % 2:
                assert other.game is not None
                await other.game.open(*a_safe_cell(other))
            else:
                player.screen.put_cursor(a_safe_cell(party))
                await player.press("space")
            await player.until(partial(is_after, party, seq))
            mines = sorted(odds(party.game.board).mines) if not party.game.is_over and not seen_mine else []
            if mines:
                assert other.game is not None
                await other.game.flag(*mines[0])
                await player.until(partial(is_flagged, party, mines[0]))
                await player.pilot.pause(0.1)
                assert "g⚑" in "".join(player.board())  # whose flag it is, by letter and not by colour alone
                seen_mine = True
        assert seen_mine
        await player.until(lambda: not party.is_playing)
        assert party.game is not None
        assert party.game.is_won
        assert party.shares is not None
        opened = party.shares.opened
        assert opened[0] > 0
        assert opened[1] > 0
        if size == WIDE:
            await player.sees("Solved together in")
            assert re.search(r"Ada\s+━+", player.text())
            assert re.search(r"Grace\s+\S+ open", player.text())
        await player.press("enter")  # a rematch
        await player.until(lambda: bool(party.me and party.me.is_ready))

    run(script)


def test_people_talk_and_point_and_the_owner_decides(server: Running) -> None:
    async def script(stack: AsyncExitStack) -> None:
        ada, grace = await connected(stack, server.url, "Ada"), await connected(stack, server.url, "Grace")
        linus = await connected(stack, server.url, "Linus", "bot")
        party = await ada.host(Terms(rules="modern beginner"))
        others = [await client.join(party.id) for client in (grace, linus)]
        player = await stack.enter_async_context(terminal(ada, party))
        await player.sees("Linus bot")
        # Talking: a line, a quick phrase, and what the others say, which is only text.
        await player.press("t", *"hi", "space", *"all", "enter")
        await others[0].until(lambda other: any(line.text == "hi all" for line in other.said))
        await player.press("t", "2")
        await others[0].until(lambda other: any(line.phrase == 1 for line in other.said))
        await others[0].say("a\x1b[31mred\x1b]0;evil\x07\u202etxt")
        await player.sees("Grace  a")
        await player.sees("One moment.")
        assert "\x1b" not in player.text()
        assert "\u202e" not in player.text()
        # A face that is typed is one over the board.
        await others[0].say(":)")
        await player.until(lambda: "Grace :)" in player.screen.emotes.text and player.screen.emotes.display)
        assert others[0].said[-1].phrase == 16
        # Pointing, both ways.
        others[0].aim(3.5, 4.5)
        await player.until(lambda: (4, 3) in player.screen.board.marks.pointers)
        assert player.screen.board.marks.pointers[4, 3].initial == "G"
        assert "G" in player.board()[8]
        await player.go((2, 5))
        await others[0].until(lambda other: 0 in other.pointers and int(other.pointers[0].x) == 5)
        await player.press("p")
        await others[0].until(lambda other: other.pointers[0].mark)
        # The owner's list: other rules, somebody muted, somebody removed.
        await player.press("o", "e")
        await player.until(lambda: Rules.parse(party.terms.rules).level.width == 30)
        await player.until(lambda: player.screen.board.board.level.width == 30)
        await choose(player, "Mute Grace")
        await player.until(lambda: party.seats[1].is_muted)
        await choose(player, "Remove Linus")
        await gone(others[1])
        await player.sees("Linus has left")
        assert party.seats[2].has_left
        # Leaving passes the room on.
        await player.press("escape")
        await others[0].until(lambda other: other.is_owner)

    run(script)


def test_the_owner_lets_somebody_in_refuses_another_locks_the_room_and_hands_it_on(server: Running) -> None:
    async def script(stack: AsyncExitStack) -> None:
        ada = await connected(stack, server.url, "Ada")
        grace, eve = await connected(stack, server.url, "Grace"), await connected(stack, server.url, "Eve")
        party = await ada.host(Terms(rules="modern beginner", entry="ask"))
        player = await stack.enter_async_context(terminal(ada, party))
        coming, refused = asyncio.create_task(grace.join(party.id)), asyncio.create_task(eve.join(party.id))
        await player.sees("Grace wants to come in.")
        await player.sees("Eve wants to come in.")
        await choose(player, "Let Grace in")
        other = await coming
        await choose(player, "Refuse Eve")
        with pytest.raises(Refused, match="did not let you in"):
            await refused
        await player.until(lambda: "wants to come in" not in player.text())
        await choose(player, "Lock the room")
        await player.until(lambda: party.terms.entry == "locked")
        await player.shows(r"Newcomers\s+locked out")
        await choose(player, "Hand the room on to Grace")
        await other.until(lambda other: other.is_owner)

    run(script)


def test_leaving_a_room_says_what_follows(server: Running) -> None:
    async def script(stack: AsyncExitStack) -> None:
        ada = await stack.enter_async_context(Client(server.url, name="Ada", device="key", is_own_server=True))
        grace, linus = await connected(stack, server.url, "Grace"), await connected(stack, server.url, "Linus")
        party = await ada.host(Terms(rules="modern beginner"))
        player = await stack.enter_async_context(terminal(ada, party))
        await grace.join(party.id)
        await player.until(lambda: len(party.seats) == 2)
        await player.press("escape")
        await player.sees("It closes for everybody")
        await player.press("s")
        await player.until(lambda: "closes for everybody" not in player.text())
        assert party.parted is None
        duel = await grace.host(Terms(rules="modern 8x8/9", mode="duel"))
        other = await linus.join(duel.id)
        await asyncio.gather(duel.ready(), other.ready())
        second = await stack.enter_async_context(terminal(grace, duel))
        await second.until(lambda: duel.is_playing)
        await second.press("escape")
        await second.sees("You lose the duel.")

    run(script)


def test_a_room_takes_what_is_pasted_once(server: Running) -> None:
    async def script(stack: AsyncExitStack) -> None:
        ada = await connected(stack, server.url, "Ada")
        party = await ada.host(Terms(rules="modern beginner"))
        player = await stack.enter_async_context(terminal(ada, party))
        await player.press(":")
        player.screen.post_message(Paste("theme"))
        await player.until(lambda: bool(player.screen.drawer.field.text))
        await player.pilot.pause()
        assert player.screen.drawer.field.text == "theme"

    run(script)


async def choose(player: Guest, words: str) -> None:
    """Choose an entry of the owner's list."""
    await player.press("o")
    drawer = player.screen.drawer
    drawer.at = next(place for place, item in enumerate(drawer.items) if item.words == words)
    await player.press("enter")


async def gone(party: RemoteParty) -> None:
    async with asyncio.timeout(PATIENCE):
        while party.parted is None:
            await asyncio.sleep(0.02)


def test_a_terminal_comes_back_after_the_server_was_killed(start: Start) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    options = ("--port", port, "--limit", "countdown=0.1")
    server = start(*options)

    async def script(stack: AsyncExitStack) -> None:
        ada, grace = await connected(stack, server.url, "Ada"), await connected(stack, server.url, "Grace")
        party = await ada.host(Terms(rules="modern 16x16/10"))
        other = await grace.join(party.id)
        player = await stack.enter_async_context(terminal(ada, party))
        await asyncio.gather(party.ready(), other.ready())
        await player.until(lambda: party.can_move)
        player.screen.put_cursor((8, 8))
        await player.press("space")
        await player.until(lambda: party.game is not None and party.game.seq == 1)
        mine = min(cell for cell in party.game.board.closed())  # type: ignore[union-attr]
        player.screen.put_cursor(mine)
        server.stop(signal.SIGKILL)
        await player.sees("connection lost, next try in")
        await player.press("f")  # goes out once the server is back, and once only
        assert player.screen.state.session.board[mine] == CellState.FLAG
        start(*options)
        await player.until(lambda: party.game is not None and party.game.seq == 2)
        assert party.game is not None
        assert party.game.board[mine] == CellState.FLAG
        await other.until(lambda other: other.game is not None and other.game.seq == 2)
        await player.until(lambda: "connection lost" not in player.text())
        assert party.shares is not None
        assert party.shares.flags == {party.game.rules.level.index(*mine): 0}

    run(script)


def test_somebody_who_watches_cannot_play_and_reads_why(server: Running) -> None:
    async def script(stack: AsyncExitStack) -> None:
        ada, grace = await connected(stack, server.url, "Ada"), await connected(stack, server.url, "Grace")
        other = await grace.host(Terms(rules="modern beginner"))
        party = await ada.join(other.id, watch=True)
        player = await stack.enter_async_context(terminal(ada, party))
        await other.ready()
        await other.until(lambda other: other.can_move)
        await player.until(lambda: party.game is not None)
        await player.press("space")
        await player.sees("You watch this room.")
        await player.click("L", (3, 3))
        assert party.game is not None
        assert party.game.seq == 0

    run(script)


@pytest.mark.parametrize("mode", ["coop", "race"])
def test_a_watcher_who_comes_late_sees_the_board_or_the_shares_and_a_clock_that_runs(start: Start, mode: Any) -> None:
    running = start("--limit", "countdown=0.1", "--limit", "watch_delay=0.1")

    async def script(stack: AsyncExitStack) -> None:
        grace, bob, ada = [await connected(stack, running.url, name) for name in ("Grace", "Bob", "Ada")]
        other = await grace.host(Terms(mode=mode, rules=SMALL))
        await asyncio.gather((await bob.join(other.id)).ready(), other.ready())
        await other.until(lambda other: other.can_move and other.game is not None)
        assert other.game is not None
        if mode == "race":  # whose first square is opened for all, so that the next one leads
            await other.until(lambda other: bool(other.game and other.game.board.opened))
        await other.game.open(*a_safe_cell(other))
        party = await ada.join(other.id, watch=True)
        player = await stack.enter_async_context(terminal(ada, party))
        if mode == "coop":
            opened = other.game.board.opened
            await player.until(lambda: player.screen.board.board.opened == opened)
        else:
            await player.shows(r"Grace\s+━+ \d+ %")
            await player.shows(r"Bob\s+━+ \d+ %")
            await player.sees("behind the players")
            await player.shows(r" 1  G  Grace +\d+ %")
            await player.shows(r" 2  B  Bob +\d+ %")
            await player.press("2")
            await player.until(lambda: " G  Grace" not in player.screen.watched.text)
            await player.press("0")
            await player.until(lambda: " G  Grace" in player.screen.watched.text)
        await player.until(lambda: player.screen.state.session.elapsed >= 1000)
        await player.shows(r":\)\s+[1-9]\d*\.\d")

    run(script)


def test_a_player_stands_up_to_watch_and_sits_down_again(server: Running) -> None:
    async def script(stack: AsyncExitStack) -> None:
        ada, grace = await connected(stack, server.url, "Ada"), await connected(stack, server.url, "Grace")
        other = await grace.host(Terms(mode="race", rules=SMALL))
        party = await ada.join(other.id)
        player = await stack.enter_async_context(terminal(ada, party))
        player.screen.commands.do("stand")
        await other.until(lambda other: other.state.watching == 1)
        await player.until(lambda: party.me is None)
        await player.press("s")
        await other.until(lambda other: other.state.watching == 0)
        await player.until(lambda: party.seat == 1)

    run(script)


def test_the_lobby_lists_rooms_and_opens_one(server: Running) -> None:
    async def script(stack: AsyncExitStack) -> None:
        grace = await connected(stack, server.url, "Grace")
        other = await grace.host(Terms(rules="modern beginner", name="Lunch break", is_public=True))
        player = await stack.enter_async_context(terminal(size=NARROW, access=Access(server.url), lobby=server.url))
        await player.sees("Lunch break")
        lobby = player.screen
        shown = [room.name for room in lobby._shown]
        for _ in range(shown.index("Lunch break")):
            await player.press("down")
        await player.press("enter")
        await player.until(lambda: isinstance(player.screen, RoomScreen))
        await other.until(lambda other: len(other.seats) == 2)
        await player.press("escape")
        await player.until(lambda: player.screen is lobby)
        await other.until(lambda other: other.seats[1].has_left)
        # A room of one's own: the second mode, listed.
        await player.press("n", "down", "left", "down", "down", "down", "right", "enter")
        await player.until(lambda: isinstance(player.screen, RoomScreen))
        terms = player.screen.party.terms
        assert (terms.mode, terms.is_public, Rules.parse(terms.rules).level) == (
            "coop",
            True,
            Rules("intermediate").level,
        )
        await player.press("escape")
        await player.until(lambda: player.screen is lobby)
        # A code that nobody has, and a text that is none.
        await player.press("c", *"ABCDEFGH", "enter")
        await player.sees("No room that waits has this code.")
        await player.press("c", *"nonsense!", "enter")
        await player.sees("is not a room")

    run(script)


def test_a_server_that_is_not_there_is_named_in_the_lobby() -> None:
    async def script(stack: AsyncExitStack) -> None:
        player = await stack.enter_async_context(
            terminal(size=NARROW, access=Access("http://127.0.0.1:1"), lobby="http://127.0.0.1:1")
        )
        await player.sees("cannot be reached")

    run(script)


def test_the_game_of_a_player_alone_leads_to_the_lobby(server: Running) -> None:
    async def script(stack: AsyncExitStack) -> None:
        session = Session(Rules("beginner"), clock=machine.milliseconds, seeds=lambda: Seed.of(1))
        app = SapperApp(session, STILL, clock=machine.milliseconds, depth=Depth.TRUE, access=Access(server.url))
        pilot = await stack.enter_async_context(app.run_test(size=NARROW))
        player = Guest(app, pilot)
        await player.press("f10", "j")
        await player.until(lambda: isinstance(app.screen, LobbyPage))
        await player.sees("with a free seat")
        await player.press("escape")
        await player.until(lambda: app.screen is app.play_screen)

    run(script)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J\x1b[1;1Hcleared", "cleared"),
        ("\x9b31mred", "red"),
        ("\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]52;c;Y29weQ==\x07kept", "kept"),
        ("a\u200bb\u200dc\u2060d\ufeffe", "abcde"),
        ("left\u202eright\u2066x\u2069", "leftrightx"),
        ("two\nlines\ttab\rreturn", "two lines tab return"),
        ("\x1bP+q544e\x1b\\dcs", "dcs"),
        ("\x00\x07\x08\x7fbell", "bell"),
        ("é" + "\u0301" * 50, "é" + "\u0301" * 4),
        ("plain 😀 日本", "plain 😀 日本"),
    ],
)
def test_text_of_others_is_drawn_as_text_only(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_no_module_of_rooms_draws_a_name_as_it_came() -> None:
    """Names, titles and lines reach the screen through `people` or `plain`, whatever the server has let through."""
    folder = Path(__file__).parents[2] / "src" / "sapper"
    for path in [
        *(folder / "tui" / "together").glob("*.py"),
        folder / "text" / "room.py",
        folder / "client" / "news.py",
    ]:
        source = path.read_text("utf-8")
        raw = re.findall(
            r"^.*(?<!plain\()\b(?:seat|line|room|terms|old)\.(?:name|text|owner)\b(?!\s*(?:[!=]=|and\b)).*$",
            source,
            re.M,
        )
        assert [line for line in raw if "plain(" not in line] == [], path.name


def test_a_race_shows_how_far_everybody_is_and_who_won(server: Running) -> None:
    async def script(stack: AsyncExitStack) -> None:
        ada, grace = await connected(stack, server.url, "Ada"), await connected(stack, server.url, "Grace")
        party = await ada.host(Terms(mode="race", rules=SMALL))
        other = await grace.join(party.id)
        player = await stack.enter_async_context(terminal(ada, party))
        await asyncio.gather(party.ready(), other.ready())
        await player.until(lambda: party.can_move and party.game is not None and party.game.board.opened > 0)
        await other.until(lambda other: other.can_move and other.game is not None and other.game.board.opened > 0)
        assert party.game is not None
        assert other.game is not None
        assert party.game.board == other.game.board  # the same first cell
        await other.game.open(*a_safe_cell(other))
        await player.until(lambda: 1 in party.progress and party.progress[1].share > 0)
        await player.sees("The race")
        await player.shows(r"Grace\s+━+ \d+ %")
        await player.shows(r"Ada you \d+ ms")  # the round trip to the server
        while not party.game.is_over:
            seq = party.game.seq
            player.screen.put_cursor(a_safe_cell(party))
            await player.press("space")
            await player.until(partial(is_after, party, seq))
        assert party.game.is_won
        await player.sees("done")
        while not other.game.is_over:
            await other.game.open(*a_safe_cell(other))
        await player.until(lambda: not party.is_playing)
        await player.sees("Ada won.")
        await player.shows(r"1\. Ada\s+\d+\.\d\d s")
        await player.shows(r"2\. Grace\s+\d+\.\d\d s")
        await player.sees("Press W to watch the whole round.")
        await player.press("w")
        await player.until(lambda: isinstance(player.app.screen, RoundViewer))
        viewer: Any = player.app.screen
        await player.press("end")
        await player.until(lambda: "100 %" in viewer.boards.text)
        await player.press("escape")
        await player.until(lambda: isinstance(player.app.screen, RoomScreen))

    run(script)


def test_whoever_has_lost_a_race_sees_the_board_when_it_is_over(server: Running) -> None:
    async def script(stack: AsyncExitStack) -> None:
        ada, grace = await connected(stack, server.url, "Ada"), await connected(stack, server.url, "Grace")
        party = await ada.host(Terms(mode="race", rules=SMALL))
        other = await grace.join(party.id)
        player = await stack.enter_async_context(terminal(ada, party))
        await asyncio.gather(party.ready(), other.ready())
        await player.until(lambda: party.can_move and party.game is not None and party.game.board.opened > 0)
        await other.until(lambda other: other.can_move and other.game is not None and other.game.board.opened > 0)
        assert party.game is not None
        assert other.game is not None
        mine = next(cell for cell in sorted(odds(party.game.board).mines))
        player.screen.put_cursor(mine)
        await player.press("space")
        await player.until(lambda: party.game is not None and party.game.over is not None)
        await player.sees("The board is shown when the round is over.")
        assert party.game.board.to_bytes().count(CellState.MINE) == 0
        await other.game.play(Action(Kind.RESIGN))
        await player.until(lambda: not party.is_playing)
        await player.until(lambda: party.game is not None and party.game.board.to_bytes().count(CellState.MINE) == 9)
        await player.until(lambda: "The board is shown" not in player.text())

    run(script)


def test_a_duel_shows_whose_turn_it_is_and_a_mine_is_a_point(server: Running) -> None:
    async def script(stack: AsyncExitStack) -> None:
        ada, grace = await connected(stack, server.url, "Ada"), await connected(stack, server.url, "Grace")
        party = await ada.host(Terms(mode="duel", rules="modern 8x8/9", seats=2))
        other = await grace.join(party.id)
        player = await stack.enter_async_context(terminal(ada, party))
        await asyncio.gather(party.ready(), other.ready())
        await player.until(lambda: party.turn is not None and party.game is not None and party.game.board.opened > 0)
        await other.until(lambda other: other.turn is not None)
        has_waited = False
        for _ in range(100):
            if not party.is_playing or party.game is None or party.game.is_over:
                break
            assert party.turn is not None
            if party.turn.winner is not None or not party.turn.is_running:
                break
            seq, board = party.game.seq, party.game.board
            mines = sorted(cell for cell in odds(board).mines if board[cell] == CellState.HIDDEN)
            if party.turn.seat == party.seat:
                await player.sees("Your turn")
                numbers = sorted(cell for cell in odds(board).safe if board[cell] == CellState.HIDDEN)
                passes = numbers and not has_waited  # a number first, so that the turn passes
                player.screen.put_cursor(numbers[0] if passes else mines[0] if mines else min(board.closed()))
                await player.press("space")
            else:
                await player.sees("Grace's turn")
                if not has_waited:
                    player.screen.put_cursor(min(board.closed()))
                    await player.press("space")
                    await player.sees("It is not your turn.")
                    has_waited = True
                assert other.game is not None
                await other.game.open(*min(board.closed()))
            await player.until(partial(is_next_turn, party, seq))
        await player.until(lambda: not party.is_playing)
        await player.sees("Result")
        assert has_waited
        await player.shows(r"1\. (Ada|Grace)\s+\d+ points?")

    run(script)
