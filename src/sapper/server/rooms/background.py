"""Work for a room that takes long: no-guess boards, help and reviews. It runs in threads and can be cancelled."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from ...errors import SapperError
from ...generator import DEFAULT_BUDGET, FIRST_BUDGET, NoBoard
from ...phrase import Phrase
from ..operations.memory import NoMemory
from ..operations.workers import Busy, Cancelled, TookTooLong, Work
from ..protocol import game_messages
from ..protocol.refusal import Refusal, as_sentence
from .help import messages as help_messages

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...action import LogEntry
    from ...generator import Progress
    from ..protocol.views import Rectangle
    from ..services import Services
    from .replica import GameReplica

SEARCH_ERRORS = (NoBoard, Busy, Cancelled, NoMemory, TookTooLong)
_REPORT = 0.5  # seconds between reports of how far a search is


class BackgroundWork:
    """The jobs of one room: at most one of each kind at a time, so that no room takes all the threads.

    It sends nothing itself: it calls what the room passes to it, with messages and refusals.
    """

    __slots__ = ("_answering", "_generating", "_owner", "_reviewing", "_services")

    def __init__(self, services: Services, owner: bytes) -> None:
        self._services = services
        self._owner = owner
        self._generating: tuple[int, asyncio.Task[None]] | None = None
        self._answering: tuple[int, asyncio.Task[None]] | None = None
        self._reviewing: asyncio.Task[None] | None = None

    @property
    def is_generating(self) -> bool:
        """Whether a board is being generated."""
        return self._generating is not None

    @property
    def is_busy(self) -> bool:
        """Whether a job that a client asked for is under way."""
        return self._generating is not None or self._answering is not None

    def cancel(self, n: int) -> None:
        """Cancel the job that a client asked for with a counter."""
        if self._generating is not None and self._generating[0] == n:
            self._generating[1].cancel()
            self._generating = None
        if self._answering is not None and self._answering[0] == n:
            self._answering[1].cancel()
            self._answering = None

    def cancel_all(self) -> None:
        """Cancel the jobs that clients asked for: there is no client to send an answer to."""
        for job in (self._generating, self._answering):
            if job is not None:
                job[1].cancel()
        self._generating = self._answering = None

    def stop(self) -> None:
        """Cancel every job."""
        self.cancel_all()
        if self._reviewing is not None:
            self._reviewing.cancel()
            self._reviewing = None

    def end_generation(self) -> None:
        """Note that the opening that needed the board is played now."""
        self._generating = None

    def generate(
        self,
        replica: GameReplica,
        first: tuple[int, int],
        *,
        n: int,
        address: str,
        report: Callable[[game_messages.FromServer], None],
        refuse: Callable[[Refusal], None],
        done: Callable[[], bool],
    ) -> None:
        """Start to search for the board of a first cell.

        `report` gets the progress, `done` is called when the board is ready, and returns whether it will be used.
        """
        job = self._generate(replica, first, n, address, report, refuse, done)
        self._generating = (n, self._services.spawn(job))

    async def _generate(
        self,
        replica: GameReplica,
        first: tuple[int, int],
        n: int,
        address: str,
        report: Callable[[game_messages.FromServer], None],
        refuse: Callable[[Refusal], None],
        done: Callable[[], bool],
    ) -> None:
        services = self._services
        work = Work(services.limits.search_seconds)
        began = services.clock()
        prepare = replica.live.preparation(first, watch(work))
        running = asyncio.ensure_future(
            services.workers.run(lambda _: prepare(), work=work, player=self._owner, address=address)
        )
        try:
            while not (await asyncio.wait({running}, timeout=_REPORT))[0]:
                elapsed, share = services.clock() - began, round(work.share, 4)
                report(game_messages.Generating(game=replica.id, n=n, elapsed=elapsed, share=share))
            running.result()
        except asyncio.CancelledError:
            running.cancel()
            refuse(Refusal("cancelled", Phrase("refusal.search-cancelled")))
            raise
        except SEARCH_ERRORS as error:
            self._generating = None
            refuse(search_refusal(error))
        except Exception:
            self._generating = None
            refuse(Refusal("busy", Phrase("refusal.search-failed")))
            raise
        else:
            if not done():
                self._generating = None

    def help(
        self,
        replica: GameReplica,
        asked: game_messages.Help,
        *,
        address: str,
        view: Rectangle | None,
        send: Callable[[game_messages.FromServer], None],
        refuse: Callable[[Refusal], None],
    ) -> None:
        """Start to work out an answer; `send` gets it."""
        self._answering = (asked.n, self._services.spawn(self._help(replica, asked, address, view, send, refuse)))

    async def _help(
        self,
        replica: GameReplica,
        asked: game_messages.Help,
        address: str,
        view: Rectangle | None,
        send: Callable[[game_messages.FromServer], None],
        refuse: Callable[[Refusal], None],
    ) -> None:
        game, seq, board = replica.game, replica.game.seq, replica.game.board.copy()
        task = asyncio.current_task()

        def job(work: Work) -> game_messages.FromServer:
            if asked.topic == "proof":
                return help_messages.proof(asked, game)
            return help_messages.answer(asked, board, game.rules, seq, work, view)

        try:
            send(await self._services.workers.run(job, player=self._owner, address=address))
        except asyncio.CancelledError:
            refuse(Refusal("cancelled", Phrase("refusal.request-cancelled")))
            raise
        except (Busy, Cancelled, NoMemory) as error:
            refuse(Refusal("busy", as_sentence(error)))
        except SapperError as error:
            refuse(Refusal("no-answer", as_sentence(error)))
        except Exception:
            refuse(Refusal("no-answer", Phrase("refusal.no-answer")))
            raise
        finally:
            if self._answering is not None and self._answering[1] is task:
                self._answering = None

    def review(self, replica: GameReplica, *, address: str, send: Callable[[game_messages.Review], None]) -> None:
        """Start to judge the move that lost a game; `send` gets the verdict, unless the threads are busy."""
        entries = tuple(replica.game.log)
        self._reviewing = self._services.spawn(self._review(replica, entries, address, send))

    async def _review(
        self,
        replica: GameReplica,
        entries: tuple[LogEntry, ...],
        address: str,
        send: Callable[[game_messages.Review], None],
    ) -> None:
        def job(work: Work) -> game_messages.Review | None:
            return help_messages.review(replica, entries, work)

        with suppress(SapperError):  # too many jobs, or a board that the solver gives up: no review
            found = await self._services.workers.run(job, player=self._owner, address=address)
            if found is not None:
                send(found)


def search_refusal(error: Exception) -> Refusal:
    """Return why there is no board, after one of `SEARCH_ERRORS`."""
    if isinstance(error, TookTooLong):
        return Refusal("no-board", Phrase("refusal.search-too-long"))
    return Refusal("no-board" if isinstance(error, NoBoard) else "busy", as_sentence(error))


def watch(work: Work) -> Progress:
    """Return a watcher of a search for a board: it ends the search with the work, and notes the share of the budget."""
    budget = FIRST_BUDGET  # of the next look; the looks before it took as much together

    def on_progress(_: int) -> None:
        nonlocal budget
        work.check(min(budget / 2 / DEFAULT_BUDGET, 1.0))
        budget *= 2

    return on_progress
