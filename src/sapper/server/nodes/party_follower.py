"""Follows what other servers of the same store do with the parties in memory, and notes for them who is here."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ...history.store import StoreError
from .presence import Nodes, encode, together

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence
    from typing import Any

    from ...history.store.parties import FollowedParties
    from ..parties.parties import Parties
    from ..parties.party import Party
    from ..services import Services
    from .presence import People

log = logging.getLogger("sapper.server")

_LOOK = 2.0  # seconds between looks at all parties
_LOOK_ALONE = 0.25  # the same while no hints arrive
_BEAT = 5.0  # seconds between notes that this server runs
_RETRY = 1.0  # seconds until what was not stored is tried again


class PartyFollower:
    """Looks at the store after a hint, and regularly: one look for all parties. Without other servers it does nothing.

    A hint that a party has changed is an empty message on its topic; any other is something said or pointed at.
    """

    def __init__(self, services: Services, parties: Parties) -> None:
        self._services = services
        self._parties = parties
        self._is_on = services.is_shared
        self._node = services.new_id() if self._is_on else ""
        self._nodes = Nodes(self._node, services.seconds)
        self._beaten = float("-inf")  # when this server last noted that it runs
        self._due: set[str] = set()  # the parties that a hint came for
        self._unwritten: set[str] = set()  # the parties whose people here have changed
        self._written: dict[str, str] = {}  # who is noted to be here, by party
        self._tasks: dict[str, asyncio.Task[None]] = {}
        if self._is_on:
            self._start("look", self._look_regularly())

    @property
    def is_idle(self) -> bool:
        """Whether every hint was followed, and the store knows who is here."""
        return not (self._due or self._unwritten or self._is_running("hints") or self._is_running("people"))

    # Parties in memory

    def add(self, party: Party) -> None:
        """Begin to follow a party."""
        if self._is_on:
            self._services.bus.subscribe(_topic(party.id), lambda payload: self._hear(party, payload))

    def remove(self, party: Party) -> None:
        """Follow a party no more: nobody is here."""
        if self._is_on:
            self._services.bus.unsubscribe(_topic(party.id))
            self.note_people(party)

    def publish(self, party: Party) -> None:
        """Let other servers look at a party."""
        if self._is_on:
            self._services.bus.publish(_topic(party.id))

    def _hear(self, party: Party, payload: bytes) -> None:
        if payload:
            party.talk.hear(payload)
            return
        self._due.add(party.id)
        if not self._is_running("hints"):
            self._start("hints", self._look_at_due())

    # Looking

    async def _look_regularly(self) -> None:
        bus = self._services.bus
        while True:
            try:
                await self._beat()
                parties = self._parties.in_memory
                await self.look(parties)
                for party in parties:
                    party.talk.note_split(not bus.is_up and bool(party.people.elsewhere))
                    party.check()
            except StoreError as error:
                log.warning("what other servers do could not be read: %s", error)
            except Exception:
                self._services.counters.errors += 1
                log.exception("what other servers do could not be followed")
            await asyncio.sleep(_LOOK if bus.is_up else _LOOK_ALONE)

    async def _look_at_due(self) -> None:
        while self._due:
            due = [party for party in self._parties.in_memory if party.id in self._due]
            self._due.clear()
            try:
                await self.look(due)
            except StoreError as error:
                log.warning("what other servers do could not be read: %s", error)

    async def look(self, parties: Sequence[Party]) -> None:
        """Take what other servers have noted about some parties, and which servers run: also without a party."""
        if not self._is_on:
            return
        ids = [party.id for party in parties]
        found = await self._services.reader.run(lambda store: store.follow_parties(ids))
        self._nodes.take(found.nodes)
        for party in parties:
            party.people.note_elsewhere(self.people_in(party.id, found))
            length = found.lengths.get(party.id)
            if length is None or length > party.state.seq:
                party.log.follow()

    def people_in(self, party_id: str, found: FollowedParties) -> People:
        """Return who is connected to other servers that run."""
        self._nodes.take(found.nodes)
        noted = found.people.get(party_id, ())
        return together(people for node, people in noted if self._nodes.is_alive(node))

    # Noting

    async def _beat(self) -> None:
        """Note that this server runs, and remove what servers noted that do not run any more."""
        services, node, gone = self._services, self._node, self._nodes.forgotten
        now = services.seconds()
        if now - self._beaten < _BEAT and not gone:
            return
        is_known = await services.writer.run(lambda store: store.beat(node))
        self._beaten = now
        if not is_known:
            self._written.clear()
            for party in self._parties.in_memory:
                self.note_people(party)
        if gone:
            await services.writer.run(lambda store: store.remove_nodes(gone))

    def note_people(self, party: Party) -> None:
        """Note for other servers who of a party is connected to this one."""
        if self._is_on:
            self._unwritten.add(party.id)
            if not self._is_running("people"):
                self._start("people", self._write_people())

    async def _write_people(self) -> None:
        while self._unwritten:
            party_id = self._unwritten.pop()
            party = self._parties.get(party_id)
            people = encode(party.people.here) if party is not None else ""
            if people == self._written.get(party_id, ""):
                continue
            try:
                await self._beat()
                await self._be_present(party_id, people)
            except StoreError as error:
                log.warning("who is here could not be stored: %s", error)
                self._unwritten.add(party_id)
                await asyncio.sleep(_RETRY)

    async def _be_present(self, party_id: str, people: str) -> None:
        await self._services.writer.run(lambda store: store.be_present(self._node, party_id, people))
        if people:
            self._written[party_id] = people
        else:
            self._written.pop(party_id, None)
        self._services.bus.publish(_topic(party_id))

    # The end

    async def close(self) -> None:
        """Stop, and let other servers know at once that nobody is here any more."""
        if not self._is_on:
            return
        self.stop()
        try:
            await self._services.writer.run(lambda store: store.remove_nodes([self._node]))
        except StoreError as error:
            log.warning("other servers see later that this one has stopped: %s", error)
        for party_id in self._written:
            self._services.bus.publish(_topic(party_id))

    def stop(self) -> None:
        """Stop at once: nothing more is noted."""
        self._is_on = False
        for task in self._tasks.values():
            task.cancel()

    def _start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        self._tasks[name] = asyncio.get_running_loop().create_task(work)

    def _is_running(self, name: str) -> bool:
        task = self._tasks.get(name)
        return task is not None and not task.done()


def _topic(party_id: str) -> str:
    return f"party:{party_id}"
