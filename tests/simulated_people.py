"""Simulated people: as uneven, far-reaching and thoughtful as those of videos; and programs that play like them."""

from __future__ import annotations

from math import exp, hypot, log
from typing import TYPE_CHECKING, NamedTuple

from sapper import Game, _kernel
from sapper.action import Action, Kind, LogEntry
from sapper.analysis.best_move import Strength, best_move
from sapper.analysis.fair_play import GUESS
from sapper.analysis.opponent import GRADES
from sapper.replay.model import Replay

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from sapper import Rules, Seed

PLAIN = (0.0, 0.0, 0.0, 0.0, 0.0)


class Hand(NamedTuple):
    """A player: seconds for the easiest move, how they grow, how they spread, and what is overlooked."""

    pace: float
    reach: float = 0.0  # the power of 1 + distance
    pauses: float = 0.0  # the logarithm for each grade of reasoning
    spread: float = 0.0
    overlooks: tuple[float, ...] = PLAIN  # the chance for each grade
    careless: float = 0.0  # the chance that a guess is not the best
    slips: float = 0.0
    aims: Callable[[Random], tuple[float, float]] = lambda luck: (luck.gauss(0.5, 0.16), luck.gauss(0.5, 0.16))
    device: str = "mouse"


def person(luck: Random) -> Hand:
    """Return one of many people: as uneven, far-reaching and thoughtful as those of the videos, or less so."""
    skill = luck.random()
    return Hand(
        pace=exp(luck.uniform(log(0.12), log(0.5))),
        reach=luck.uniform(0.45, 1.0),
        pauses=luck.uniform(0.15, 0.5),
        spread=luck.uniform(0.29, 0.6),
        overlooks=tuple(chance * (1.3 - skill) for chance in (0.005, 0.02, 0.08, 0.2, 0.35)),
        careless=0.5 - 0.35 * skill,
        slips=0.0025,
    )


def human_pace(luck: Random) -> Hand:
    """Return the solver with the pace of people, who never errs."""
    return person(luck)._replace(overlooks=PLAIN, careless=0.0, slips=0.0)


def play(rules: Rules, seed: Seed, hand: Hand, luck: Random) -> Replay:
    """Return a game of a player."""
    level = rules.level
    game = Game(rules, seed)
    last, seconds = (level.height // 2, level.width // 2), 0.0
    game.apply(LogEntry(Action(Kind.OPEN, *last), 0, 0, hand.device))
    while not game.status.is_over:
        cell, grade = _chosen(game, hand, luck, last)
        away = hypot(cell[0] - last[0], cell[1] - last[1])
        seconds += hand.pace * (1 + away) ** hand.reach * exp(hand.pauses * grade + hand.spread * luck.gauss(0, 1))
        if luck.random() < hand.slips:
            near = [one for one in game.board.neighbours(*cell) if game.board[one] > 8]
            cell = luck.choice(near) if near else cell
        x, y = hand.aims(luck)
        pointer = (cell[1] + min(max(x, 0.02), 0.98), cell[0] + min(max(y, 0.02), 0.98)) if hand.device else None
        game.apply(LogEntry(Action(Kind.OPEN, *cell), round(seconds * 1000), 0, hand.device, pointer))
        last = cell
    return Replay.of(game, seed)


def _chosen(game: Game, hand: Hand, luck: Random, last: tuple[int, int]) -> tuple[tuple[int, int], int]:
    """Return the next square and the grade of the reasoning behind it."""
    board = game.board
    seen: dict[tuple[int, int], int] = {}
    for one in _kernel.conclude(board._cells, _kernel.Grade.FULL).conclusions:
        grade = GRADES[one.grade]
        if one.safe and luck.random() >= hand.overlooks[grade]:
            for row, col in one.cells:
                seen.setdefault((row, col), grade)
    if seen:
        cell = min(seen, key=lambda one: (seen[one] + hypot(one[0] - last[0], one[1] - last[1]) / 4, one))
        return cell, seen[cell]
    closed = list(board.closed())
    if luck.random() < hand.careless:
        edge = [cell for cell in closed if any(board[near] <= 8 for near in board.neighbours(*cell))]
        return luck.choice(edge or closed), GUESS
    move = best_move(board, Strength.SAFEST)
    return (move.row, move.col), GUESS
