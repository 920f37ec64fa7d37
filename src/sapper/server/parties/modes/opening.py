"""The square that the server opens for everybody when a round begins."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ....errors import SapperError
from ....layouts import PreparedLayout, layout_of
from ....phrase import Phrase
from ...operations.workers import Busy, Work
from ...protocol.refusal import Refusal
from ...rooms.background import search_refusal, watch
from .. import ids

if TYPE_CHECKING:
    from ....rules import Rules
    from ..party import Party
    from .mode import Mode

_CELLS = 64  # that are drawn until one is no mine, by rules that do not protect the first click
_TRIES = 20  # for a thread, when all are busy
_PAUSE = 0.5  # seconds between them


class Opening:
    """The first cell of a board of a round and the minefield for it, which all games on that board share."""

    def __init__(self, party: Party, rules: Rules, board: int = 0) -> None:
        self._party = party
        self._rules = rules
        self._secret = party.state.secret
        self._board = board
        self._seed = ids.game_identity(self._secret, "", board).seed
        self.layout = PreparedLayout(party.services.layout(rules, self._seed), 1)
        self.cell = self._choose()

    @property
    def is_found(self) -> bool:
        """Whether the minefield is known, or takes no time to lay."""
        return self._rules.layout.grade is None or self.cell in self.layout

    def prepare(self, mode: Mode) -> None:
        """Begin to search for the minefield of a no-guess board, unless it is known: the mode is not ready until then.

        Where none is found the round ends with a sentence.
        """
        if not self.is_found:
            mode.is_ready = False
            self._party.spawn(self._prepare(mode))

    async def _prepare(self, mode: Mode) -> None:
        try:
            await self.search()
        except Refusal as refusal:
            await self._party.rounds.fail(mode, refusal)
        except Exception as error:
            self._party.note_fault(error)
            await self._party.rounds.fail(mode, Refusal("no-board", Phrase("refusal.search-failed-start")))
        else:
            mode.is_ready = True
            self._party.timer.reschedule()

    async def search(self) -> None:
        """Search for the minefield of a no-guess board; raise `Refusal` if there is none."""
        limits, rules, cell = self._party.services.limits, self._rules, self.cell
        for attempt in range(_TRIES):
            work = Work(limits.search_seconds)
            layout = layout_of(rules, self._seed, watch(work))
            try:
                minefield = await self._party.services.workers.run(
                    lambda _: layout(rules, cell),  # noqa: B023
                    work=work,
                    player=self._party.id.encode(),
                    address=self._party.address,
                )
            except SapperError as error:
                if not isinstance(error, Busy) or attempt == _TRIES - 1:
                    raise search_refusal(error) from None
                await asyncio.sleep(_PAUSE)
            else:
                self.layout.remember(cell, minefield)
                return

    def _choose(self) -> tuple[int, int]:
        """Return a cell that is no mine; where the first click is protected that is any cell."""
        rules, level = self._rules, self._rules.level
        for attempt in range(_CELLS):
            cell = level.cell(ids.drawn_cell(self._secret, self._board, attempt, level.cells))
            if rules.layout.grade is not None or not self.layout(rules, cell).is_mine(*cell):
                break
        return cell
