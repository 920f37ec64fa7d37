"""Requests of the members of a party: each message becomes events of the party, or a refusal."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ...history.store import StoreError
from ...phrase import Phrase
from ..protocol import party_messages
from ..protocol.refusal import Refusal, parted
from ..rooms import player_names, start
from .modes import MODES
from .state import MustKnock
from .tidy_text import tidy

if TYPE_CHECKING:
    from ..rooms.lobby import Lobby
    from ..services import Services
    from ..socket.connection import Connection
    from .events import Terms
    from .party import Party

log = logging.getLogger("sapper.server")

_LONGEST_NAME = 40  # letters of the name of a party
_MATCHED = 2  # the least number of seats of a quick match
_DEFAULT_RULES = "modern expert layout=no-guess"


async def enter(
    connection: Connection, lobby: Lobby, message: party_messages.Host | party_messages.Join | party_messages.Match
) -> None:
    """Let a client open, find or enter a party."""
    connection.device = message.device
    connection.leave_door()
    try:
        charge(connection, lobby.services)
        if isinstance(message, party_messages.Match):
            await _match(connection, lobby, message)
            return
        party = await _party(connection, lobby, message)
        if isinstance(message, party_messages.Join):
            await _join(connection, party, message)
        else:
            await party.enter(connection, message.n)
    except Refusal as refusal:
        connection.refuse(refusal, message.n)
    except StoreError as error:
        _unsaved(connection, message.n, error)


async def _party(connection: Connection, lobby: Lobby, message: party_messages.Host | party_messages.Join) -> Party:
    parties = lobby.parties
    if isinstance(message, party_messages.Host):
        terms = _tidy_terms(message.terms, lobby.services)
        _charge_game(connection, lobby.services)
        return await parties.make(terms)
    if message.party is not None:
        return await parties.find(message.party, connection.address)
    return await parties.find_by_code(message.code or "", connection.address)


async def _join(connection: Connection, party: Party, join: party_messages.Join) -> None:
    """Let a client enter a party, or knock at its door."""
    try:
        await party.enter(connection, join.n, watch=join.watch, game=join.game, seq=join.seq)
    except MustKnock:
        party.door.knock(connection, join)


async def _match(connection: Connection, lobby: Lobby, message: party_messages.Match) -> None:
    """Let a player enter a party of a quick match: one where another player waits, or a new one."""
    terms = _tidy_terms(replace(message.terms, grace=0), lobby.services)
    await lobby.parties.matches.enter(
        connection,
        message.n,
        replace(terms, seats=max(terms.seats, _MATCHED), entry="open"),
        allows_bots=message.bots,
        charge=lambda: _charge_game(connection, lobby.services),
    )


def _charge_game(connection: Connection, services: Services) -> None:
    """Charge the address of a client for a new party, or raise `Refusal`."""
    now = services.seconds()
    if not services.rates.games.of(connection.address, now).take(now):
        raise Refusal("limit", Phrase("refusal.too-many-games"))


def charge(connection: Connection, services: Services) -> None:
    """Charge the address of a client for a change of a party, or raise `Refusal`."""
    now = services.seconds()
    if not services.rates.changes.of(connection.address, now).take(now):
        raise Refusal("limit", Phrase("refusal.too-many-changes"))


async def handle(connection: Connection, message: party_messages.FromParty) -> None:
    """Carry out a request of a member of a party."""
    n = getattr(message, "n", None)
    party = connection.party
    if connection.door is not None and isinstance(message, party_messages.Quit):
        connection.leave_door()
        connection.send(parted(Phrase("refusal.you-left"), n))
    elif party is None:
        if n is not None:
            connection.refuse(Refusal("room", Phrase("refusal.in-no-room")), n)
    else:
        await _answer(connection, party, message, n)


async def _answer(connection: Connection, party: Party, message: party_messages.FromParty, n: int | None) -> None:
    """Carry out a request, and say that it is done or why not."""
    party.owner.acted(connection.seat)
    try:
        if await _carry_out(connection, party, message) and n is not None:
            connection.send(party_messages.Done(n=n))
    except Refusal as refusal:
        connection.refuse(refusal, n)
    except StoreError as error:
        _unsaved(connection, n, error)


async def _carry_out(connection: Connection, party: Party, message: party_messages.FromParty) -> bool:
    """Carry out a request; return whether it is answered with `done`."""
    match message:
        case party_messages.Aim():
            party.talk.aim(connection, message)
            return False
        case party_messages.Say():
            party.talk.say(connection, message)
            return False
        case party_messages.Quit():
            await party.quit(connection, message.n)
            return False
    charge(connection, party.services)
    if connection.seat is None:
        raise Refusal("room", Phrase("refusal.watching"))
    if isinstance(message, party_messages.Stand):
        await party.stand(connection, message.n)
        return False
    await _change(party, connection.seat, connection.address, message)
    return True


async def _change(party: Party, seat: int, address: str, message: party_messages.FromParty) -> None:
    """Change a party as a seated player asks for, and start the round if that makes all players ready."""
    state = party.state
    match message:
        case party_messages.Ready(is_ready=is_ready):
            await party.log.change(lambda at: state.be_ready(at, seat, is_ready))
            await party.rounds.start_if_ready()
        case party_messages.Start():
            state.check_owner(seat)
            party.address = address
            await party.rounds.start(is_agreed=True)
        case party_messages.Choose():
            terms = _tidy_terms(message.terms, party.services)
            await party.log.change(lambda at: state.choose(at, seat, terms))
            party.timer.match_now()
        case party_messages.Kick(seat=other):
            await party.log.change(lambda at: state.kick(at, seat, other))
            party.remove_gone()
            await party.rounds.start_if_ready()
        case party_messages.Admit(player=player, is_admitted=is_admitted):
            state.check_owner(seat)
            key = party.door.key_of(player)
            await party.log.change(lambda at: state.admit(at, seat, key, is_admitted))
        case party_messages.Solver(strength=strength):
            state.check_owner(seat)
            await party.lobby.opponents.seat(party, strength, address)
        case party_messages.Hand(seat=other):
            await party.log.change(lambda at: state.hand_on(at, seat, other))
        case party_messages.Mute(seat=other, is_muted=is_muted):
            await party.log.change(lambda at: state.mute(at, seat, other, is_muted))


async def rename(connection: Connection, party: Party, name: str) -> bool:
    """Give a member of a party another name; return False if that was refused."""
    try:
        charge(connection, party.services)
        await player_names.rename(party.services, connection.player, name)
        seat, new = connection.seat, connection.player.name
        if seat is not None and new:
            await party.log.change(lambda at: party.state.rename(at, seat, new))
    except Refusal as refusal:
        connection.refuse(refusal)
        return False
    except StoreError as error:
        _unsaved(connection, None, error)
        return False
    return True


def _tidy_terms(terms: Terms, services: Services) -> Terms:
    """Return terms with a name that cannot deceive and rules in their usual form, or raise `Refusal`."""
    rules = start.read_rules(terms.rules or _DEFAULT_RULES, services.limits)
    if rules.practice:
        raise Refusal("rules", Phrase("refusal.no-practice"))
    MODES[terms.mode].check_terms(terms, rules)
    limits = services.limits
    if terms.grace > limits.most_grace:
        raise Refusal("limit", Phrase("refusal.grace", count=f"{limits.most_grace:g}"))
    grace = terms.grace or round(limits.grace)
    return replace(terms, name=tidy(terms.name, _LONGEST_NAME), rules=str(rules), grace=grace)


def _unsaved(connection: Connection, n: int | None, error: StoreError) -> None:
    log.warning("a party could not be saved: %s", error)
    connection.refuse(Refusal("store", Phrase("refusal.not-saved")), n)
