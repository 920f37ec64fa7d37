"""`sapper resume`: goes on with an unfinished game."""

from __future__ import annotations

from ... import machine
from ...display.wording import message
from ...rules import Rules
from ..arguments import UsageError
from ..games.replay import unfinished_lines, window_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...history.store import Store, Stored


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    from .text import add_dialogue

    resume = commands.add_parser("resume")
    resume.add_argument("id", nargs="?", type=int)
    resume.add_argument("--list", action="store_true")
    how = resume.add_mutually_exclusive_group()
    how.add_argument("--play", action="store_true")
    how.add_argument("--text", action="store_true")
    add_dialogue(resume)
    resume.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    with machine.open_store(options.data) as store:
        if options.list:
            print("\n".join(unfinished_lines(store)) or message("cli-games.none-unfinished"))
            return 0
        stored = store.load(_chosen(store, options.id))
    return _go_on(stored, options)


def _chosen(store: Store, wanted: int | None) -> int:
    """Return the number of the game to go on with; without one, the newest that is not in play.

    Raise `UsageError` if there is none, or if it goes on elsewhere.
    """
    from ...history.store.rows import SERVED
    from ...history.together import TOGETHER

    unfinished, in_use = store.unfinished(), store.in_use()
    games = [game for game in unfinished if wanted in (None, game.id)]
    if not games:
        raise UsageError(
            message("cli-games.nothing-to-resume")
            if wanted is None
            else message("cli-games.not-unfinished", game=wanted)
        )
    free = [game for game in games if game.id not in in_use] or games
    chosen = next((game for game in free if game.source not in SERVED), free[0])
    if chosen.source in TOGETHER:
        raise UsageError(message("cli-games.in-room", game=chosen.id))
    if chosen.source in SERVED:
        raise UsageError(message("cli-games.in-browser", game=chosen.id))
    if chosen.id in in_use:
        raise UsageError(message("cli-games.in-use", game=chosen.id, window=window_words(in_use[chosen.id])))
    return chosen.id


def _go_on(stored: Stored, options: argparse.Namespace) -> int:
    """Go on in the way that was asked for, or in which the game was played."""
    from . import play, text
    from .first_game import FirstGame

    is_text = options.text or options.json
    if options.play or (not is_text and stored.source == "terminal" and play.why_not() is None):
        return play.resume(options, stored)
    with text.open_session(FirstGame(Rules.parse(stored.rules)), options, machine.load_settings()) as session:
        return text.resume(session, stored, options)
