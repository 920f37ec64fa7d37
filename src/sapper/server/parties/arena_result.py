"""The result of an arena from the store: its boards, opened, and the replays of everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.arena import Arena, ArenaPlayer, SealedBoard
from ...modes import MODES
from ...replay.model import Replay
from ...replay.seal import seal
from ...rules import Rules
from .events import Ended, Started, decode
from .ids import game_identity, room_id
from .state import PartyState

if TYPE_CHECKING:
    from ...history.store import Store
    from .events import Terms


def part_of(seat: int, board: int) -> str:
    """Return the part of a round that is the game of a player on a board."""
    return f"{seat}-{board}"


def sealed_boards(rules: Rules, terms: Terms, secret: bytes) -> list[SealedBoard]:
    """Return the boards of an arena, in their order."""
    found = []
    for number in range(terms.boards):
        seed, salt, _ = game_identity(secret, "", number)
        found.append(SealedBoard(seal(rules, seed, salt), seed, salt))
    return found


def read_result(store: Store, party: str, round_: int) -> Arena | None:
    """Return the result of a round that was an arena and is over, None if there is none."""
    stored = store.party(party)
    if stored is None:
        return None
    state = PartyState()
    is_started = False
    for event in map(decode, stored.events):
        state.apply(event)
        is_started = is_started or (isinstance(event, Started) and state.round == round_)
        if is_started and isinstance(event, Ended):
            return _result(store, party, round_, state) if MODES[state.terms.mode].has_boards else None
    return None


def _result(store: Store, party: str, round_: int, state: PartyState) -> Arena:
    terms = state.terms
    rules = Rules.parse(terms.rules)
    players = tuple(
        ArenaPlayer(
            state.seats[score.seat].name, _games(store, party, round_, score.seat, terms.boards), score.place == 0
        )
        for score in state.result
    )
    return Arena(rules, terms.minutes, tuple(sealed_boards(rules, terms, state.secret)), players)


def _games(store: Store, party: str, round_: int, seat: int, boards: int) -> dict[int, Replay]:
    games = {}
    for board in range(boards):
        played = store.last_round(room_id(party, round_, part_of(seat, board)))
        data = store.replay(played.game) if played is not None else None
        if data is None:
            break
        games[board] = Replay.unpack(data)
    return games
