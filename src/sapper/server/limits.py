"""The limits of a single client, so that it takes nothing away from the others."""

from __future__ import annotations

from collections import OrderedDict
from typing import Annotated

from msgspec import Struct

from ..analysis.help_limit import MOST_CELLS
from .socket.networks import network_of

SWITCHES = frozenset({"calendar"})  # which may be 0


class Limits(Struct, frozen=True, kw_only=True):
    """Every limit in one place, each with its reason."""

    # Boards
    most_cells: Annotated[int, "cells of one board: 1000x1000, which opens in 20 ms"] = 1_000_000
    most_side: Annotated[int, "cells along a side: a very narrow board takes several times the memory"] = 4096
    assisted_cells: Annotated[int, "cells of a board with automatic moves, at 8 µs each for a single click"] = 16_384
    no_guess_cells: Annotated[int, "cells of a no-guess board, whose search takes seconds beyond that"] = 40_000
    helped_cells: Annotated[int, "cells of a board that the solver is asked about, as in every front end"] = MOST_CELLS
    analysed_cells: Annotated[int, "cells of a board that is analysed in one request: several answers at once"] = 4096

    # Memory, in bytes
    memory: Annotated[int, "of boards, replays, solvers and answers, apart from connections: 2,600 long games"] = (
        1 << 30
    )
    memory_for_small: Annotated[int, "that only small boards may use, so that everybody can begin one"] = 256 << 20
    small_memory: Annotated[int, "of what counts as small: 4096 cells and some 800 moves, in practice too"] = 1 << 20
    player_memory: Annotated[int, "of a player, apart from what is small: three practice boards of 1000x1000"] = (
        128 << 20
    )
    address_memory: Annotated[int, "of all players at an address, apart from what is small"] = 256 << 20

    # Connections
    connections_per_address: Annotated[int, "a household or a class behind one address"] = 32
    connections: Annotated[int, "an idle one takes about 25 kB"] = 20_000
    messages_per_second: Annotated[float, "of a connection; the fastest players click ten times a second"] = 40
    message_burst: Annotated[float, "of a connection, at once"] = 80
    address_messages_per_second: Annotated[float, "of all connections of an address"] = 400
    address_message_burst: Annotated[float, "of all connections of an address, at once"] = 1200
    handshakes_per_second: Annotated[float, "WebSockets opened from one address; a page opens one"] = 4
    handshake_burst: Annotated[float, "WebSockets opened from one address, at once"] = 64
    chunks_per_second: Annotated[float, "of large boards sent to one address, at 4 kB each"] = 250
    chunk_burst: Annotated[float, "of large boards sent to one address, at once: some screens full"] = 1000
    outbox_messages: Annotated[int, "that a slow client may have waiting before it gets the whole board instead"] = 256
    outbox_bytes: Annotated[int, "the same in bytes"] = 512 * 1024
    stalled: Annotated[float, "seconds that a client may leave its messages unread before it is cut off"] = 10.0
    hello: Annotated[float, "seconds until the first message"] = 5.0
    header: Annotated[float, "seconds until a request is complete"] = 10.0
    ping: Annotated[float, "seconds between pings, and for their answer"] = 20.0

    # Rooms
    rooms_per_player: Annotated[int, "in memory; beyond that the one idle for longest is unloaded"] = 16
    rooms: Annotated[int, "in memory"] = 20_000
    rooms_per_minute: Annotated[float, "games started from one address"] = 60
    room_burst: Annotated[float, "games started from one address, at once"] = 60
    parties: Annotated[int, "rooms of people who play together, in memory"] = 5000
    changes_per_second: Annotated[float, "to parties, from one address: each is stored, and shown to everybody"] = 10
    change_burst: Annotated[float, "to parties, from one address, at once: a class that comes and is ready"] = 100
    party_events: Annotated[int, "of one party, in its whole life: loading it reads them all"] = 10_000
    watchers: Annotated[int, "of one party: each gets every message"] = 100
    countdown: Annotated[float, "seconds between the last one who is ready and the first move"] = 3.0
    grace: Annotated[float, "seconds that the seat of a disconnected player stays taken"] = 45.0
    most_grace: Annotated[float, "the same where the owner of a room wants more: the others wait as long"] = 900.0
    calendar: Annotated[int, "1 where the server has an arena each hour and a long one each week, 0 where not"] = 1
    tournaments: Annotated[int, "made by players, which are not over"] = 50
    owner_idle: Annotated[float, "seconds that all who are ready wait for the owner: then the room passes on"] = 300.0
    race_rest: Annotated[
        float, "seconds that a race lasts after its first win, after all but one have finished, or without a move"
    ] = 600.0
    lag: Annotated[float, "seconds of a round trip that are given back at most, with the first move of a turn"] = 0.3
    watch_delay: Annotated[float, "seconds by which those who watch a race or an arena are late, at least"] = 10.0
    codes_per_minute: Annotated[float, "wrong codes from one address: of 110 billion codes it finds none"] = 6
    code_burst: Annotated[float, "wrong codes from one address, at once"] = 10
    lines_per_second: Annotated[float, "that one player may say"] = 0.5
    line_burst: Annotated[float, "that one player may say, at once"] = 6
    idle: Annotated[float, "seconds until an empty room is unloaded"] = 120.0
    expire: Annotated[float, "days without a visit after which an unfinished game is deleted; at least 2"] = 90
    party_expire: Annotated[float, "days without a change until a party is deleted with its arenas; games stay"] = 30
    unfinished_per_player: Annotated[int, "games; beyond that the one left alone for longest is deleted"] = 200

    # The solver as an opponent
    solvers: Annotated[int, "seats of the solver at once: each thinks for 1 ms a second"] = 100
    solvers_per_address: Annotated[int, "the same, in rooms of one address"] = 4
    solver_after: Annotated[float, "seconds that a quick match looks for a person, where the player allows bots"] = 10.0
    solver_cells: Annotated[int, "cells of a board that it plays on"] = 4096
    solver_seconds: Annotated[float, "that it may compute for a move: it usually takes a thousandth"] = 1.0

    # Requests
    requests_per_second: Annotated[float, "HTTP requests from one address; a page at rest makes none"] = 20
    request_burst: Annotated[float, "HTTP requests from one address, at once: a page asks for some twenty files"] = 100
    advice_per_second: Annotated[float, "positions from one address: a program that asks for every move"] = 10
    advice_burst: Annotated[float, "positions from one address, at once"] = 40
    head_bytes: Annotated[int, "of the request line and the headers together; a browser sends one or two kB"] = 16384
    head_lines: Annotated[int, "headers of a request; a browser sends some fifteen"] = 100
    reads_per_second: Annotated[float, "of HTTP from one connection; 4 kB cost as much as a read"] = 600
    read_burst: Annotated[float, "of HTTP from one connection, at once: a slow line sends 1 MB in 750"] = 1200
    address_reads_per_second: Annotated[float, "of HTTP from one address, some 8 µs each"] = 1000
    address_read_burst: Annotated[float, "of HTTP from one address, at once"] = 4000
    body: Annotated[int, "bytes of a position"] = 64 * 1024
    replay_body: Annotated[int, "bytes of a replay"] = 1024 * 1024
    replay_bytes: Annotated[int, "the same when decompressed, which may be a thousand times as much"] = 4 * 1024 * 1024
    replay_actions: Annotated[
        int, "of a replay, which take half a second to check; an expert game has a few hundred"
    ] = 50_000
    replay_undone: Annotated[int, "cells that undoing changes in a replay, a tenth of a second of checking"] = 5_000_000
    replay_players: Annotated[int, "of a replay: as many as ever sit in one room"] = 256
    imports_per_hour: Annotated[float, "replays imported from one address, each of which stays in the store"] = 60
    import_burst: Annotated[float, "replays imported from one address, at once"] = 60
    imported_games: Annotated[int, "in the store: beyond that nothing is imported until some are deleted"] = 20_000
    restore_body: Annotated[int, "bytes of a part of a backup, some 400 games that take a second to check"] = 512 * 1024
    restored_per_hour: Annotated[float, "bytes of backups from one address, each of which stay in the store"] = 16 << 20
    restore_burst: Annotated[float, "bytes of backups from one address, at once: 40,000 expert games"] = 64 << 20
    games_per_player: Annotated[int, "finished ones; beyond that no more are restored: years of playing"] = 100_000
    answers_per_player: Annotated[int, "of what is learned; beyond that no more are stored: years of puzzles"] = 50_000
    answers_per_hour: Annotated[float, "of what is learned from one address, each of which stays in the store"] = 2000
    answer_burst: Annotated[float, "the same, at once: a month of learning without a server"] = 10_000
    answer: Annotated[int, "bytes after which a page of steps ends"] = 1024 * 1024
    step_page: Annotated[int, "steps of a game in one answer"] = 1000
    review_seconds: Annotated[float, "after which a page of verdicts ends; an expert game takes a fiftieth"] = 1.0
    same_board: Annotated[int, "games with the seed of another one that are compared with it"] = 50

    # Reports: lists of games, best times and statistics
    reports: Annotated[int, "waiting for their thread, which makes one at a time"] = 32
    reports_per_address: Annotated[int, "being made or waiting; a page asks for two"] = 4
    daily_rows: Annotated[int, "lines in the table of a daily board: more than a screen shows"] = 50
    daily_days: Annotated[int, "of a player's calendar in one answer: a year and a month"] = 400
    report_seconds: Annotated[float, "until a report is stopped; statistics of 300,000 games take 0.2 s"] = 3.0

    # Work
    threads: Annotated[int, "that work for players at the same time; more on a machine with many cores"] = 2
    jobs: Annotated[int, "waiting for a thread"] = 64
    jobs_per_player: Annotated[int, "running or waiting"] = 1
    jobs_per_address: Annotated[int, "running or waiting"] = 2
    job_seconds: Annotated[float, "that a job may run, and wait: odds and replays take far less"] = 10.0
    search_seconds: Annotated[float, "that the search for a no-guess board may run; it usually takes two at most"] = (
        30.0
    )


_NEVER = 86_400.0  # seconds until a bucket that does not fill has a token


class Bucket:
    """A token bucket: each request takes a token, and tokens come back with time."""

    __slots__ = ("_burst", "_rate", "_since", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._since = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take tokens; return False if there are too few."""
        tokens = self._tokens + (now - self._since) * self._rate
        if tokens > self._burst:
            tokens = self._burst
        self._since = now
        if tokens < cost:
            self._tokens = tokens
            return False
        self._tokens = tokens - cost
        return True

    def has(self, now: float) -> bool:
        """Return whether there is a token."""
        return self._tokens + (now - self._since) * self._rate >= 1

    def wait(self, now: float, cost: float = 1.0) -> float:
        """Return the seconds until there are enough tokens for a cost, if none are taken before."""
        missing = cost - self._tokens - (now - self._since) * self._rate
        return max(missing / self._rate, 0.0) if self._rate else _NEVER

    def overdraw(self) -> None:
        """Charge a refused request too, as far as half of the burst below nothing."""
        self._tokens = max(self._tokens - 1, -self._burst / 2)

    def is_overdrawn(self, now: float) -> bool:
        """Return whether requests went on although very many were refused."""
        return self._tokens + (now - self._since) * self._rate < 1 - self._burst / 2


class Buckets:
    """A bucket for each address, or network of IPv6. Only those seen last are remembered."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str, now: float) -> Bucket:
        """Return the bucket of an address."""
        network = network_of(address)
        bucket = self._buckets.get(network)
        if bucket is None:
            bucket = self._buckets[network] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(network)
        return bucket

    def is_overdrawn(self, address: str, now: float) -> bool:
        """Return whether the bucket of an address is overdrawn."""
        bucket = self._buckets.get(network_of(address))
        return bucket is not None and bucket.is_overdrawn(now)

    def __len__(self) -> int:
        return len(self._buckets)


class AddressRates:
    """The rates at which each address may send messages, start games, make requests, ask for advice and import."""

    def __init__(self, limits: Limits) -> None:
        self.messages = Buckets(limits.address_messages_per_second, limits.address_message_burst)
        self.handshakes = Buckets(limits.handshakes_per_second, limits.handshake_burst)
        self.chunks = Buckets(limits.chunks_per_second, limits.chunk_burst)
        self.games = Buckets(limits.rooms_per_minute / 60, limits.room_burst)
        self.changes = Buckets(limits.changes_per_second, limits.change_burst)
        self.codes = Buckets(limits.codes_per_minute / 60, limits.code_burst)
        self.requests = Buckets(limits.requests_per_second, limits.request_burst)
        self.reads = Buckets(limits.address_reads_per_second, limits.address_read_burst)
        self.advice = Buckets(limits.advice_per_second, limits.advice_burst)
        self.imports = Buckets(limits.imports_per_hour / 3600, limits.import_burst)
        self.answers = Buckets(limits.answers_per_hour / 3600, limits.answer_burst)
        self.restored = Buckets(limits.restored_per_hour / 3600, limits.restore_burst)
