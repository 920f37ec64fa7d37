"""A finished round as lines of text: its result, what happened, and the boards at a time."""

from __future__ import annotations

import time

from ..analysis.rounds import story_of
from ..client.plain_text import plain
from ..display.columns import left, right, width
from ..display.wording import message, wording
from . import render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..analysis.rounds import RoundFile, RoundResult, TournamentFile

_EVENTS = {
    "lead": "round.lead",
    "won": "round.won",
    "lost": "round.lost",
    "abandoned": "round.abandoned",
    "solved": "round.solved",
}


def round_lines(played: RoundFile) -> Iterator[str]:
    """Yield what was played, the result, and what happened."""
    words, story = wording(), story_of(played)
    rules = played.games[0].replay.rules if played.games else ""
    when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(min(played.started_at // 1000, 253_402_300_799)))
    yield message("cli-games.round-head", mode=words.mode(played.mode_name).name, rules=rules, when=when)
    yield from result_lines(played)
    yield ""
    yield message("round.events")
    for event in story.events:
        at = right(words.seconds(f"{event.at / 1000:.3f}"), 12)
        yield f"{at}  {message(_EVENTS[event.kind], name=_name(played, event.seat))}"
    if not played.mode.is_team:
        yield message("round.changes", count=max(0, len(story.leads) - 1))


def result_lines(played: RoundFile) -> Iterator[str]:
    """Yield a line for each player, in the order of the places."""
    names = max((width(_name(played, line.seat)) for line in played.result), default=0)
    for line in played.result:
        place = right(str(line.place or message("cli-games.late")), 4)
        yield f"{place}  {left(_name(played, line.seat), names)}  {_reached(played, line)}"


def table_lines(played: TournamentFile) -> Iterator[str]:
    """Yield a line for each player of a tournament: place, points, the points of each race, and the name."""
    lines = played.lines
    scores = max((len(line.scores) for line in lines), default=0)
    for line in lines:
        races = left(" ".join(map(str, line.scores)), 2 * scores)
        yield f"{right(str(line.place), 4)}  {right(str(line.points), 4)}  {races}  {played.players[int(line.player)]}"


def boards_at(played: RoundFile, at: int) -> Iterator[str]:
    """Yield every board as it was at a moment, with who led."""
    words, story = wording(), story_of(played)
    yield words.seconds(f"{at / 1000:.3f}")
    leader = story.leader_at(at)
    if not played.mode.is_team:
        yield message("round.level") if leader is None else message("round.leads", name=_name(played, leader))
    for game in played.games:
        if game.start > at or (len(played.games_of(game.seats[0])) > 1 and game.end < at):
            continue
        shares = [f"{_name(played, seat)} {words.percent(story.share_at(seat, at))}" for seat in game.seats]
        yield ""
        yield ", ".join(shares)
        yield from render.labelled(game.replay.at(at - game.start).board)


def _name(played: RoundFile, seat: int) -> str:
    return plain(played.name_of(seat)) or str(seat + 1)


def _reached(played: RoundFile, line: RoundResult) -> str:
    """Return the time of a player who has won, the points where they count, and else how the game ended."""
    words = wording()
    if played.mode.wins_by == "points":
        return str(line.points)
    status = words.status(line.status).lower() if line.status else ""
    return f"{right(words.seconds(f'{line.at / 1000:.3f}'), 11)}  {right(words.percent(line.share), 5)}  {status}"
