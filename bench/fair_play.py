"""The share of honest players who get a remark by chance, and the games of programs that are found.

    PYTHONPATH=tests .venv/bin/python bench/fair_play.py [VIDEO...] [--people N] [--programs N] [--games N]

Simulated people differ in pace, reach, pauses, evenness and in what they overlook; programs play as the solver does,
each with another hand. For every remark the share of the players who get it, with an interval of 95 percent by Wilson.
Videos of people are looked at one by one.
"""

from __future__ import annotations

import argparse
from collections import Counter
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING

from simulated_people import Hand, human_pace, person, play

from sapper import Rules, Seed
from sapper.analysis.fair_play import evidence_of
from sapper.formats import read_replay

if TYPE_CHECKING:
    from collections.abc import Callable

REMARKS = ("pace", "even", "reach", "pauses", "agreement", "pointer", "input")
PROGRAMS: dict[str, Callable[[Random], Hand]] = {
    "even pace": lambda luck: Hand(luck.uniform(0.1, 0.8), spread=0.05),
    "random pauses": lambda luck: Hand(luck.uniform(0.2, 0.8), spread=0.4),
    "hand of a person": lambda luck: human_pace(luck)._replace(pauses=0.0),
    "pace of a person": human_pace,
    "clicks in the middle": lambda luck: human_pace(luck)._replace(aims=lambda _: (0.5, 0.5)),
    "no device": lambda luck: human_pace(luck)._replace(device="", aims=lambda _: (0.5, 0.5)),
}


def interval(found: int, count: int) -> str:
    """Return a share with its interval of 95 percent by Wilson."""
    share, square = found / count, 1.96**2 / count
    middle = (share + square / 2) / (1 + square)
    half = 1.96 * sqrt(share * (1 - share) / count + square / (4 * count)) / (1 + square)
    return f"{share:6.1%} ({max(0.0, middle - half):.1%} to {middle + half:.1%})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("videos", nargs="*", type=Path, help="files of games of people")
    parser.add_argument("--people", type=int, default=100, help="simulated people (default: 100)")
    parser.add_argument("--programs", type=int, default=30, help="players of each kind of program (default: 30)")
    parser.add_argument("--games", type=int, default=20, help="of each player (default: 20)")
    parser.add_argument("--level", default="expert")
    parser.add_argument("--layout", default="random", help="no-guess or random")
    arguments = parser.parse_args()
    for video in arguments.videos:
        found = evidence_of([(read_replay(video.read_bytes()).replay, None)])
        marked = [one.kind for one in found if one.is_remark]
        figures = " ".join(f"{one.kind} {one.value:.2f} ({one.count})" for one in found)
        print(f"{video.name:26} {', '.join(marked) or 'no remark':10}  {figures}")
    rules = Rules.parse(f"modern {arguments.level} layout={arguments.layout}")
    for name, kind in {"people": person, **PROGRAMS}.items():
        remarks: Counter[str] = Counter()
        any_, moves, spent = 0, 0, 0.0
        count = arguments.people if name == "people" else arguments.programs
        for player in range(count):
            luck = Random(f"{name} {player}")
            hand = kind(luck)
            games = [
                (play(rules, Seed.of(f"fair {name} {player} {game}"), hand, luck), None)
                for game in range(arguments.games)
            ]
            began = process_time()
            kinds = [one.kind for one in evidence_of(games) if one.is_remark]
            spent += process_time() - began
            moves += sum(len(replay) for replay, _ in games)
            remarks.update(kinds)
            any_ += bool(kinds)
        print(
            f"\n{name}, {count}: any remark {interval(any_, count)}, {spent / moves * 1000:.2f} ms a move", flush=True
        )
        for remark in REMARKS:
            if remarks[remark]:
                print(f"  {remark:10} {interval(remarks[remark], count)}")


if __name__ == "__main__":
    main()
