"""`sapper fair-play`: what speaks for a program at the hand of a player, for the host of a server to look at."""

from __future__ import annotations

import json

from .. import machine
from ..display.columns import left, right, width
from ..display.wording import message, wording
from . import arguments
from .games.selection import moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ..analysis.fair_play import Evidence
    from ..history.store import Store

_MOST_GAMES = 1000
_USUAL_GAMES = 50
_NAMES = {
    "pace": "cli-fair.pace",
    "even": "cli-fair.even",
    "reach": "cli-fair.reach",
    "pauses": "cli-fair.pauses",
    "agreement": "cli-fair.agreement",
    "pointer": "cli-fair.pointer",
    "input": "cli-fair.input",
}


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    fair = commands.add_parser("fair-play")
    fair.add_argument("player", nargs="?", metavar="PLAYER-ID")
    fair.add_argument("--games", type=int, default=_USUAL_GAMES, metavar="N")
    fair.add_argument("--since", metavar="TIME")
    fair.add_argument("--all", action="store_true")
    fair.add_argument("--json", action="store_true")
    arguments.add_store(fair)
    fair.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    if not 1 <= options.games <= _MOST_GAMES:
        raise arguments.UsageError(message("cli-fair.games", most=_MOST_GAMES, value=options.games))
    since = moment(options.since)
    with machine.open_store(options.data) as store:
        found = sorted(_found(store, options.player, options.games, since), key=lambda one: (-_remarks(one[2]), one[1]))
    if options.player is not None and not found:
        raise arguments.UsageError(message("cli-fair.no-player", player=options.player))
    shown = [one for one in found if options.all or options.player is not None or _remarks(one[2])]
    if options.json:
        print(json.dumps([_data(*one) for one in shown], ensure_ascii=False))
    else:
        print("\n".join(_lines(shown, len(found))))
    return 0


def _found(store: Store, wanted: str | None, most: int, since: int | None) -> Iterator[tuple[str, str, list[Evidence]]]:
    """Yield the id, the name and the evidence of every player who has games, or of one."""
    from ..analysis.fair_play import evidence_of
    from ..history.identity import public_id
    from ..history.played_by import games_of

    for key in store.players():
        player = public_id(key)
        if wanted in (None, player):
            evidence = evidence_of(games_of(store, key, most, since))
            if evidence:
                yield player, store.name_of(key), evidence


def _remarks(evidence: list[Evidence]) -> int:
    return sum(one.is_remark for one in evidence)


def _lines(shown: list[tuple[str, str, list[Evidence]]], looked_at: int) -> Iterator[str]:
    for player, name, evidence in shown:
        yield f"{player}  {name}".rstrip()
        names = max(width(message(_NAMES[one.kind])) for one in evidence)
        for one in evidence:
            mark = "!" if one.is_remark else " "
            figure = right(wording().decimal(f"{one.value:.2f}"), 8)
            words = left(message(_NAMES[one.kind]), names)
            yield f"{mark} {words} {figure}  {message('cli-fair.of', count=one.count)}"
        yield ""
    noted = sum(1 for _, _, evidence in shown if _remarks(evidence))
    yield message("cli-fair.summary", count=looked_at, noted=noted)
    if noted:
        yield message("cli-fair.meaning")


def _data(player: str, name: str, evidence: list[Evidence]) -> dict[str, object]:
    return {
        "player": player,
        "name": name,
        "evidence": [dict(zip(one.field_names(), one.field_values(), strict=True)) for one in evidence],
    }
