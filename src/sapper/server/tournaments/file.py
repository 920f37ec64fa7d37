"""A tournament that is over as a file, not signed yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.rounds import TournamentFile, TournamentRace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...analysis.rounds import RoundFile
    from .state import TournamentState


def tournament_file(id_: str, state: TournamentState, rounds: Mapping[str, RoundFile]) -> TournamentFile:
    """Return the file of a tournament; `rounds` are its races that were played to their end, by party."""
    numbers = {player: number for number, player in enumerate(state.entrants)}
    return TournamentFile(
        id=id_,
        name=state.terms.name,
        format_name=state.terms.format,
        rules=state.terms.rules,
        starts_at=state.starts_at,
        ends_at=state.ends_at or 0,
        players=tuple(entrant.name for entrant in state.entrants.values()),
        races=tuple(
            TournamentRace(
                begin.turn,
                tuple(numbers[player] for player in begin.players),
                not begin.party,
                None if begin.is_void else rounds.get(begin.party),
            )
            for begin in state.begun
        ),
        table=tuple((line.place, numbers[line.player], line.points, line.tie) for line in state.lines),
    )
