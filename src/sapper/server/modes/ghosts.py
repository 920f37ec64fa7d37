"""Which cells the players of a race have open: at once for those who have finished, later for those who watch."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from .. import party_messages, protocol, views

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...board import Board


class Ghosts:
    """The ghosts of a round, encoded once for everybody."""

    def __init__(self, party: str, round_: int, delay: float) -> None:
        self._party = party
        self._round = round_
        self._delay = delay
        self._latest: dict[int, bytes] = {}  # by seat
        self._shown: dict[int, bytes] = {}  # the same, for those who watch
        self._waiting: deque[tuple[float, int, bytes]] = deque()  # when a ghost may be shown to them, and whose it is

    def take(self, seat: int, board: Board, now: float) -> bytes:
        """Take the board of a seat and return its ghost."""
        level = board.level
        cells = views.open_bits(board)
        ghost = party_messages.Ghost(
            party=self._party, round=self._round, seat=seat, width=level.width, height=level.height, cells=cells
        )
        encoded = self._latest[seat] = protocol.encode(ghost)
        self._waiting.append((now + self._delay, seat, encoded))
        return encoded

    def of_others(self, seat: int) -> list[bytes]:
        """Return the ghosts of everybody else."""
        return [ghost for other, ghost in self._latest.items() if other != seat]

    @property
    def shown(self) -> Iterable[bytes]:
        """The ghosts that those who watch may see."""
        return self._shown.values()

    @property
    def due(self) -> float | None:
        """When the next ghost may be shown to those who watch."""
        return self._waiting[0][0] if self._waiting else None

    def release(self, now: float) -> list[bytes]:
        """Return the ghosts that those who watch may see from now on."""
        released: dict[int, bytes] = {}
        while self._waiting and self._waiting[0][0] <= now:
            _, seat, ghost = self._waiting.popleft()
            released[seat] = ghost
        self._shown |= released
        return list(released.values())

    def release_all(self) -> list[bytes]:
        """Return the last ghosts of everybody: the round is over."""
        self._waiting.clear()
        self._shown = dict(self._latest)
        return list(self._shown.values())
