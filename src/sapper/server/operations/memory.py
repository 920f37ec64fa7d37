"""Memory is reserved before it is allocated: for the process, for each player and for each address."""

from __future__ import annotations

import threading
from collections import Counter
from typing import TYPE_CHECKING

from ...errors import SapperError
from ...phrase import Phrase
from ..rooms.resend_buffer import REMEMBERED
from ..socket.networks import network_of

if TYPE_CHECKING:
    from ...rules import Rules
    from ..limits import Limits

# Measured on boards of 1000x1000 by the peak of VmHWM while they are opened: 3.4 bytes a cell for what is visible, the
# mines and the change; 39.7 in practice, where an undo lists every cell; 62 with automatic moves, made in Python.
_CELL, _PRACTICE_CELL, _ASSISTED_CELL = 5, 40, 100
# Measured on logs of 20,000 marks: 174 bytes an action, and 790 in practice, where each can be undone.
_ACTION, _PRACTICE_ACTION = 200, 800
# Measured on 1500 rooms: 10.4 kB without a move, and 640 bytes for each of the moves that can be sent again.
_ROOM, _RESENT = 16 << 10, 640

JOB = 96 << 20  # of a thread that works for players: 64 MB of tables, and what is made of them
TABLES = 64 << 20  # of the solver in one job, however hard its board


class NoMemory(SapperError):
    """There is no memory left for what was asked for, with a sentence that says so."""

    def __init__(self, why: Phrase | str | None = None) -> None:
        super().__init__(why or Phrase("refusal.no-memory"))


def room_bytes(rules: Rules, actions: int) -> int:
    """Return the bytes of a room with a game of some rules and a number of actions."""
    return _ROOM + game_bytes(rules, actions) + min(actions, REMEMBERED) * _RESENT


def game_bytes(rules: Rules, actions: int) -> int:
    """Return the bytes of a game of some rules and a number of actions, while its largest move is played."""
    cell, action = (_PRACTICE_CELL, _PRACTICE_ACTION) if rules.practice else (_CELL, _ACTION)
    if rules.has_automatic_moves:
        cell = max(cell, _ASSISTED_CELL)
    return rules.level.cells * cell + actions * action


class Memory:
    """A ledger of reserved bytes. Reserving is atomic, also from threads.

    The threads that work for players have their part from the beginning. Small boards, up to `small_memory`, count
    toward no share, and only they may use the last `memory_for_small` bytes: large boards never keep a player from
    beginning a small one.
    """

    def __init__(self, limits: Limits) -> None:
        self.reserved = limits.threads * JOB
        self._total = limits.memory
        self._most_large = limits.memory - limits.memory_for_small
        self._small = limits.small_memory
        self._most_player = limits.player_memory
        self._most_address = limits.address_memory
        self._shares: Counter[bytes | str] = Counter()
        self._lock = threading.Lock()

    def reserve(self, size: int, *, player: bytes = b"", address: str = "", can_be_small: bool = False) -> Reservation:
        """Reserve bytes for a player at an address, or raise `NoMemory`."""
        reservation = Reservation(self, player, address, can_be_small)
        reservation.resize(size)
        return reservation

    def _resize(self, held: Reservation, size: int, address: str) -> None:
        shared = 0 if held.can_be_small and size <= self._small else size
        with self._lock:
            if size > held.size:
                self._check(held, size, shared, address)
            self.reserved += size - held.size
            self._share(held.player, -held.shared)
            self._share(network_of(held.address), -held.shared)
            self._share(held.player, shared)
            self._share(network_of(address), shared)
            held.size, held.shared, held.address = size, shared, address

    def _check(self, held: Reservation, size: int, shared: int, address: str) -> None:
        """Raise `NoMemory` if a reservation cannot grow to a size."""
        if self.reserved - held.size + size > (self._most_large if shared else self._total):
            raise NoMemory
        if not shared:
            return
        if held.player and self._shares[held.player] - held.shared + shared > self._most_player:
            raise NoMemory(Phrase("refusal.player-memory"))
        network = network_of(address)
        at_address = self._shares[network] - (held.shared if network == network_of(held.address) else 0)
        if address and at_address + shared > self._most_address:
            raise NoMemory(Phrase("refusal.address-memory"))

    def _share(self, key: bytes | str, change: int) -> None:
        if key and change:
            self._shares[key] += change
            if not self._shares[key]:
                del self._shares[key]


class Reservation:
    """Bytes that are reserved until they are released; it can grow and shrink."""

    __slots__ = ("_memory", "address", "can_be_small", "player", "shared", "size")

    def __init__(self, memory: Memory, player: bytes, address: str, can_be_small: bool) -> None:
        self._memory = memory
        self.can_be_small = can_be_small
        self.player = player
        self.address = address
        self.size = 0
        self.shared = 0  # the part that counts toward the shares

    def resize(self, size: int, address: str | None = None) -> None:
        """Reserve this many bytes instead, perhaps at another address, or raise `NoMemory` and change nothing."""
        self._memory._resize(self, size, self.address if address is None else address)

    def release(self) -> None:
        """Give everything back."""
        self.resize(0)
