"""What one client may ask for, so that it takes nothing away from the others."""

from __future__ import annotations

from collections import OrderedDict

from msgspec import Struct

from ..analysis.help_limit import MOST_CELLS


class Limits(Struct, frozen=True):
    """Every limit in one place."""

    most_cells: int = 100_000_000  # of one board
    live_cells: int = 250_000_000  # of all boards in memory, at two bytes each
    no_guess_cells: int = 40_000  # of a no-guess board
    helped_cells: int = MOST_CELLS  # of a board that the solver is asked about
    connections_per_address: int = 32
    connections: int = 20_000
    rooms_per_player: int = 16  # in memory; beyond that the one idle for longest is unloaded
    rooms: int = 20_000
    messages_per_second: float = 40
    message_burst: float = 80
    address_messages_per_second: float = 400
    address_message_burst: float = 1200
    rooms_per_minute: float = 60  # games started from one address
    room_burst: float = 60
    requests_per_second: float = 50  # HTTP requests from one address
    request_burst: float = 200
    outbox_messages: int = 256
    outbox_bytes: int = 512 * 1024
    stalled: float = 10.0  # seconds that a client may leave its messages unread
    hello: float = 5.0  # seconds until the first message
    header: float = 10.0  # seconds until a request is complete
    ping: float = 20.0  # seconds
    body: int = 64 * 1024
    replay_body: int = 1024 * 1024
    idle: float = 120.0  # seconds until an empty room is unloaded
    jobs: int = 64  # waiting for a thread
    jobs_per_player: int = 1
    jobs_per_address: int = 2
    threads: int = 4


class Bucket:
    """A token bucket: each request takes a token, and tokens come back with time."""

    __slots__ = ("_burst", "_rate", "_since", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._since = now

    def take(self, now: float) -> bool:
        """Take a token; return False if there is none."""
        tokens = min(self._burst, self._tokens + (now - self._since) * self._rate)
        self._since = now
        if tokens < 1:
            self._tokens = tokens
            return False
        self._tokens = tokens - 1
        return True


class Buckets:
    """A bucket for each address. Only the addresses seen last are remembered."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str, now: float) -> Bucket:
        """Return the bucket of an address."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket

    def __len__(self) -> int:
        return len(self._buckets)


class AddressRates:
    """How fast each address may send messages, start games and make requests."""

    def __init__(self, limits: Limits) -> None:
        self.messages = Buckets(limits.address_messages_per_second, limits.address_message_burst)
        self.games = Buckets(limits.rooms_per_minute / 60, limits.room_burst)
        self.requests = Buckets(limits.requests_per_second, limits.request_burst)
