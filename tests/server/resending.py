"""Clients that play whole games across the ends of servers, and send every unanswered move again, as documented.

Afterwards the log of each game has every answered move exactly once and nothing else, and the board that it makes is
the one that the client saw.
"""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from server.attacks.wire import TROUBLE, RawSocket, Refused, text
from waiting import PATIENCE

from sapper import Game, Rules
from sapper.board import SYMBOLS
from sapper.history.store import open_store
from sapper.replay.model import Replay

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable
    from pathlib import Path

    from server.conftest import Running

    from sapper.history.store import Store, Stored

#: The server's limits are for people; these clients are faster, and all at one address.
OPTIONS = tuple(
    part
    for name in (
        *("messages-per-second", "message-burst", "address-messages-per-second", "address-message-burst"),
        *("handshakes-per-second", "handshake-burst", "connections-per-address", "rooms-per-minute", "room-burst"),
    )
    for part in ("--limit", f"{name}=1000000")
)
RULES = (
    "modern expert lives=99",
    "modern beginner",
    "modern 16x16/40 practice=on",
    "modern beginner layout=no-guess lives=3",
    "modern intermediate questions=on lives=20",
)
#: Games whose actions are not numbered from 1 to their count.
_GAPS = "select game_id from action group by game_id having min(seq) <> 1 or max(seq) <> count(*)"
_WINDOW = 4  # moves that are under way at once
_PAUSE = 0.02  # seconds until a move that could not be played is sent again
_HIDDEN = SYMBOLS.index(".")


class Move:
    """A move as it was sent, and how it was answered."""

    def __init__(self, n: int, fields: dict[str, Any]) -> None:
        self.n = n
        self.fields = fields
        self.seq: int | None = None  # its place in the log, once it is acknowledged
        self.refused = ""

    @property
    def is_open(self) -> bool:
        return self.seq is None and not self.refused


class Played:
    """A game as a client saw it."""

    def __init__(self, board: dict[str, Any]) -> None:
        self.id: str = board["game"]
        self.width: int = board["width"]
        self.moves: dict[int, Move] = {}
        self.newest = 0  # the last action that it heard of
        self.show(board)

    def show(self, board: dict[str, Any]) -> None:
        """Take over a whole board; a paused one is shown without cells."""
        self.seq: int = board["seq"]
        self.status: str = board["status"]
        symbols, count = board.get("cells"), board["width"] * board["height"]
        if symbols is not None:
            self.cells = [SYMBOLS.index(symbol) for symbol in (symbols * count if len(symbols) == 1 else symbols)]

    def take(self, delta: dict[str, Any]) -> bool:
        """Take over the next delta; return False if some are missing before it."""
        self.newest = max(self.newest, delta["seq"])
        if delta["seq"] <= self.seq:
            return True
        if delta["seq"] != self.seq + 1:
            return False
        self.seq, self.status = delta["seq"], delta["status"]
        cells = delta.get("cells") or []
        for index, value in zip(cells[::2], cells[1::2], strict=True):
            self.cells[index] = value
        return True

    @property
    def is_over(self) -> bool:
        return self.status in ("won", "lost", "abandoned")

    @property
    def unanswered(self) -> list[Move]:
        return [move for move in self.moves.values() if move.is_open]

    @property
    def unplayed(self) -> list[Move]:
        """The moves that were refused, or not answered."""
        return [move for move in self.moves.values() if move.seq is None]


class ResendingClient:
    """A player with a tab who survives the server."""

    def __init__(self, number: int, address: str = "127.0.0.2", sends_again: bool = True) -> None:
        self.games: list[Played] = []
        self.answered = 0  # moves
        self.not_saved = 0  # answers that a move could not be saved
        self.words: Counter[str] = Counter()  # what the player read
        self.problems: list[str] = []
        self.is_leaving = False  # makes no new move
        self.is_clumsy = False  # sends moves in another order, and twice
        self.copies: Callable[[list[bytes]], None] | None = None  # gets every frame with a move, too
        self.address = address
        self._luck = random.Random(number)
        self._rules = RULES[number % len(RULES)]
        self.tab = f"tab{number}"
        self.token = self.room = ""
        self._n = 0
        self._sends_again = sends_again
        self._is_waiting = False  # for a new game
        self.dropped: dict[str, Played] = {}  # games that were not stored when the client came back
        self._later: list[Move] = []  # refused because the store failed: to be sent again

    @property
    def game(self) -> Played | None:
        return self.games[-1] if self.games else None

    @property
    def is_settled(self) -> bool:
        """Whether every move is answered, and the board is known as it stands."""
        return not (self.game and (self.game.unanswered or self.game.seq < self.game.newest))

    async def play(self, port: int) -> None:
        """Play on a server until it is gone, or until every move is answered and the client is to leave."""
        try:
            socket = await RawSocket.open(port, self.address, self.token)
        except (Refused, *TROUBLE):
            return
        self.token = socket.token
        try:
            await self._catch_up(socket)
            while not (self.is_leaving and self.is_settled):
                if self._later:
                    await asyncio.sleep(_PAUSE)
                self._send_more(socket)
                self._take(await socket.message("delta", "refused", "board", "over", "bye"), socket)
        except TROUBLE as error:
            if isinstance(error, TimeoutError):
                self.problems.append(f"the server did not answer: {self!r}")
        finally:
            socket.abort()

    async def _catch_up(self, socket: RawSocket) -> None:
        known: dict[str, Any] = {"room": self.room} if self.room else {}
        if self.game:
            known |= {"game": self.game.id, "seq": self.game.seq}
        socket.write(text("hello", tab=self.tab, **known))
        welcome = await socket.message("welcome", "bye")
        if welcome["t"] == "bye":
            self._take(welcome, socket)
        self._is_waiting = False
        if self.room and welcome.get("room") is None:
            self.room = ""
            self._drop_game()
        if self.game and self._sends_again:
            self._send(socket, self.game, self.game.unanswered)
            self._later.clear()

    def _drop_game(self) -> None:
        """Drop a game that is not stored: none of its moves may have been acknowledged.

        Another server may still be about to store it.
        """
        lost = self.games.pop()
        self.dropped[lost.id] = lost
        if any(move.seq is not None for move in lost.moves.values()):
            self.problems.append(f"{lost.id} is gone with acknowledged moves")

    # Playing

    def _send_more(self, socket: RawSocket) -> None:
        game = self.game
        if game is not None:
            self._send(socket, game, self._later)
            self._later.clear()
        if self.is_leaving or self._is_waiting:
            return
        if game is None or (game.is_over and not game.unanswered):
            self._n += 1
            self._is_waiting = True
            socket.write(text("new", n=self._n, rules=self._rules, game=game.id if game else None))
            return
        moves = []
        while not game.is_over and len(game.unanswered) < _WINDOW and (move := self._next(game)) is not None:
            game.moves[move.n] = move
            moves.append(move)
        self._send(socket, game, moves)

    def _send(self, socket: RawSocket, game: Played, moves: list[Move]) -> None:
        if self.is_clumsy:
            moves = [*moves, *(move for move in moves if self._luck.random() < 0.3)]
            self._luck.shuffle(moves)
        frames = [text("play", game=game.id, n=move.n, **move.fields) for move in moves]
        for one in frames:
            socket.write(one)
        if self.copies is not None:
            self.copies(frames)

    def __repr__(self) -> str:
        game = self.game
        moves = {move.n: move.fields for move in game.unanswered} if game else {}
        at = game.seq if game else 0
        waits = f"{moves}{' and a new game' if self._is_waiting else ''}"
        return f"{self.tab} in {self.room!r} at {at}: waits for {waits}, read {dict(self.words)}, {self.problems}"

    def _next(self, game: Played) -> Move | None:
        """Return the next move. One that depends on the position waits until the ones before are answered."""
        luck, is_alone = self._luck, not game.unanswered
        chance = luck.random()
        if game.status == "paused":
            return self._made(kind="resume") if is_alone else None
        if is_alone and chance < 0.02 and game.status == "playing":
            return self._made(kind="pause")
        if is_alone and chance < 0.1 and "practice" in self._rules and game.seq:
            return self._made(kind=luck.choice(("undo", "redo")), seq=game.seq)
        if any(move.fields["kind"] == "pause" for move in game.unanswered):
            return None
        kind = "open" if chance < 0.5 else luck.choice(("flag", "flag", "clear", "chord"))
        hidden = [cell for cell, value in enumerate(game.cells) if value >= _HIDDEN]
        cell = luck.choice(hidden) if hidden and luck.random() < 0.7 else luck.randrange(len(game.cells))
        return self._made(kind=kind, cell=cell)

    def _made(self, **fields: Any) -> Move:
        self._n += 1
        return Move(self._n, fields)

    def _take(self, answer: dict[str, Any], socket: RawSocket) -> None:
        game = self.game
        if "why" in answer:
            self.words[answer["why"]] += 1
        if answer["t"] == "bye":
            raise EOFError
        if answer["t"] == "board":
            self._show(answer)
        elif self._is_waiting and answer["t"] == "refused" and answer.get("n") == self._n:
            self._is_waiting = False  # and asks again
        elif game is None or answer.get("game") != game.id:
            return
        elif answer["t"] == "delta":
            self._note(game, answer)
            if not game.take(answer):
                socket.write(text("hello", tab=self.tab, room=self.room, game=game.id, seq=game.seq))
        elif answer["t"] == "refused" and (move := game.moves.get(answer.get("n") or 0)) is not None:
            if answer["code"] in ("store", "busy"):
                self.not_saved += answer["code"] == "store"
                self._later.append(move)
            elif move.seq is None:
                move.refused = answer["code"]

    def _show(self, board: dict[str, Any]) -> None:
        if board["game"] in [game.id for game in self.games]:
            while self.games[-1].id != board["game"]:
                self._drop_game()  # the room is still at a game before
                self._later = self.games[-1].unanswered
        if self.game and self.game.id == board["game"]:
            self.game.show(board)
        else:
            self.room = board["room"]
            self._is_waiting = False
            game = self.dropped.pop(board["game"], None) or Played(board)
            game.show(board)
            self._later = game.unanswered
            self.games.append(game)

    def _note(self, game: Played, delta: dict[str, Any]) -> None:
        move = game.moves.get(delta.get("n") or 0)
        if delta.get("tab") != self.tab or move is None:
            return
        if move.seq is None:
            self.answered += 1
            move.seq = delta["seq"]
        elif move.seq != delta["seq"]:
            self.problems.append(f"move {move.n} was answered as {move.seq} and as {delta['seq']}")


def check(where: Path | str, clients: Iterable[ResendingClient]) -> Counter[str]:
    """Compare the logs with what the clients saw, and count what is wrong; 0 everywhere is right."""
    found: Counter[str] = Counter(lost=0, wrong=0, twice=0, gaps=0, unacknowledged=0, boards=0, problems=0)
    with open_store(where) as store:
        found["gaps"] = len(store._database.rows(_GAPS))
        numbers = dict(store._database.rows("select public_id, game_id from round"))
        for client in clients:
            found["problems"] += len(client.problems)
            for game in client.games:
                _check_game(store, game, numbers.get(game.id), found)
                found["games"] += 1
    return found


def _check_game(store: Store, game: Played, number: int | None, found: Counter[str]) -> None:
    answered = {move.seq: move for move in game.moves.values() if move.seq is not None}
    found["answered"] += len(answered)
    if number is None:
        found["lost"] += len(answered)
        return
    stored = store.load(number)
    log = _log(stored)
    for seq, move in answered.items():
        assert seq is not None
        if seq > len(log):
            found["lost"] += 1
        elif log[seq - 1] != (move.fields["kind"], move.fields.get("cell"), game.width):
            found["wrong"] += 1
    sent = Counter((move.fields["kind"], move.fields.get("cell")) for move in game.moves.values())
    logged = Counter((kind, cell) for kind, cell, _ in log)
    found["twice"] += sum((logged - sent).values())
    found["unacknowledged"] += len(log) - len(answered)
    if len(log) != len(answered):
        unknown = [(seq, *action[:2]) for seq, action in enumerate(log, 1) if seq not in answered]
        print(
            game.id, "logged", unknown, "not answered", [(move.n, move.fields, move.refused) for move in game.unplayed]
        )
    if game.seq != len(log):
        found["boards"] += 1
    elif not stored.finished and game.status != "paused":
        board = Game.replay(Rules.parse(stored.rules), stored.seed, actions=stored.entries).board
        found["boards"] += list(board.to_bytes()) != game.cells


def _log(stored: Stored) -> list[tuple[str, int | None, int]]:
    """Return the actions of a game as clients send them."""
    width = Rules.parse(stored.rules).level.width
    entries = stored.entries if stored.replay is None else Replay.unpack(stored.replay).entries
    return [
        (str(action.kind), action.row * width + action.col if action.row >= 0 else None, width)
        for action in (entry.action for entry in entries)
    ]


async def play_across(
    begin: Callable[[], Running],
    clients: list[ResendingClient],
    ends: Iterable[int],
    disturb: Callable[[Running], Awaitable[None]] | None = None,
    moves: tuple[int, int] = (50, 200),
) -> Path:
    """Play on one server after another, each ended by a signal, then let everything be answered; return the folder."""
    luck = random.Random(1)
    for end in ends:
        server = await asyncio.to_thread(begin)
        playing = [asyncio.create_task(client.play(server.port)) for client in clients]
        await until_answered(clients, luck.randint(*moves))
        if disturb is not None:
            await disturb(server)
        server.process.send_signal(end)
        await asyncio.to_thread(server.process.wait, PATIENCE)
        await asyncio.gather(*playing)
        server.close()
    server = await asyncio.to_thread(begin)
    for client in clients:
        client.is_leaving = True
    await asyncio.gather(*(client.play(server.port) for client in clients))
    await asyncio.to_thread(server.stop, signal.SIGTERM)
    return server.folder


async def until_answered(clients: list[ResendingClient], moves: int) -> None:
    """Wait until some more moves are acknowledged."""
    before = sum(client.answered for client in clients)
    await until(lambda: sum(client.answered for client in clients) >= before + moves)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it takes too long"
        await asyncio.sleep(0.001)
