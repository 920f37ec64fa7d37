"""Taking up games that were left: the newest when the program starts, any of them from the history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import SapperError
from ...game import Status
from ...history.recorder import game_of

if TYPE_CHECKING:
    from ...history.store import Store
    from ...session import Session


def take_up_newest(session: Session, store: Store) -> bool:
    """Take up the newest game that was left, paused."""
    return any(take_up(session, store, listed.id) for listed in store.unfinished())


def take_up(session: Session, store: Store, number: int) -> bool:
    """Take up a game, paused; False if it cannot go on. The one that the session holds stays unfinished."""
    try:
        stored = store.load(number)
        game = game_of(stored)
    except SapperError:
        return False
    if game.status not in (Status.PLAYING, Status.PAUSED) or session.recorder is None or stored.seed is None:
        return False
    chosen = session.rules
    session.leave()
    session.recorder.begin(stored)
    session.resume(game, stored.seed, chosen=stored.chosen)
    session.rules = chosen if game.rules.practice else session.rules
    return True
