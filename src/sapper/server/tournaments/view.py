"""A tournament as its players and those who watch see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ...history.identity import public_id
from ..parties.modes.contest import Contest
from ..protocol import api_types, party_messages

if TYPE_CHECKING:
    from ..parties.parties import Parties
    from .state import Begin, TournamentState
    from .tournament import Tournament

_LINES = 100  # of a table, and the player's own
_SCORES = 12  # of a line
_RACES = 12  # in play
_LAST = 3  # rounds that are over

_progress = msgspec.json.Decoder(party_messages.Progress)


async def card(tournament: Tournament, player: str, at: int) -> api_types.TournamentCard:
    """Return a tournament as a list shows it; `at` is the time in milliseconds."""
    state = tournament.state
    terms, is_over = state.terms, _is_over(state, at)
    first = [line for line in await tournament.table() if line.place == 1 and line.points] if is_over else []
    return api_types.TournamentCard(
        id=tournament.id,
        name=terms.name,
        format=terms.format,
        mode=terms.mode,
        rules=terms.rules,
        slot=terms.slot,
        starts_at=terms.starts_at,
        minutes=terms.minutes,
        turns=terms.turns,
        stage="over" if is_over else "playing" if at >= state.starts_at else "coming",
        players=len(state.entrants),
        is_mine=player in state.entrants and not state.entrants[player].is_out,
        winner=", ".join(state.entrants[line.player].name for line in first[:3]),
    )


async def view(tournament: Tournament, parties: Parties, player: str, at: int) -> api_types.Tournament:
    """Return a tournament with its table and its races, for a player."""
    state = tournament.state
    lines = [line for line in await tournament.table() if line.place <= _LINES or line.player == player]
    current = state.race_of(player)
    shown = lines[:_LINES] + [line for line in lines[_LINES:] if line.player == player]
    ended = sorted(state.rounds.values(), key=lambda played: played.id)
    return api_types.Tournament(
        card=await card(tournament, player, at),
        now=at,
        ends_at=state.ends_at,
        turn=state.turn,
        races=len(state.begun),
        lines=[
            api_types.TournamentLine(
                place=line.place,
                player=public_id(bytes.fromhex(line.player)),
                name=state.entrants[line.player].name,
                points=line.points,
                tie=line.tie,
                scores=list(line.scores[-_SCORES:]),
                streak=line.streak,
                state=_state(state, line.player),
                is_me=line.player == player,
                is_bot=state.entrants[line.player].is_bot,
            )
            for line in shown
        ],
        playing=[_race(state, begin, parties) for begin in state.open_races[-_RACES:]],
        party=current.party if current is not None else "",
        last_rounds=[played.public_id for played in ended[-_LAST:]],
    )


def _is_over(state: TournamentState, at: int) -> bool:
    return state.is_over or (state.ends_at is not None and at >= state.ends_at)


def _state(state: TournamentState, player: str) -> str:
    entrant = state.entrants[player]
    if state.race_of(player) is not None:
        return "playing"
    return "out" if entrant.is_out else "ready" if entrant.ready_at is not None else ""


def _race(state: TournamentState, begin: Begin, parties: Parties) -> api_types.TournamentRace:
    """Return a race in play. How far the players are is what those who watch it see, which is late."""
    party = parties.get(begin.party)
    mode = party.rounds.mode if party is not None else None
    watched = _progress.decode(mode.watched).seats if isinstance(mode, Contest) else []
    seen = {one.seat: one for one in watched}
    players = []
    for seat, player in enumerate(begin.players):
        racer = api_types.TournamentRacer(state.entrants[player].name)
        if (one := seen.get(seat)) is not None:
            racer.share, racer.status, racer.shape = one.share, one.status, one.shape
        players.append(racer)
    return api_types.TournamentRace(begin.number, begin.party, players)
