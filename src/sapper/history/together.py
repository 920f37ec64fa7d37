"""Games that people play together on a server: how they are stored and selected."""

from __future__ import annotations

from ..modes import MODES

ALONE = ""
WITHOUT_SERVER = "offline"  # a game that a browser dealt: played alone, and in lists of its own
TOGETHER = tuple(MODES)  # the source of such a game is how it was played
APART = (*TOGETHER, WITHOUT_SERVER)  # what is in lists of its own
#: The choices of a player, and their values of the filter: no such games, only these, one kind, or all games.
CHOICES: dict[str, str | None] = {
    "no": ALONE,
    "yes": ",".join(TOGETHER),
    **{how: how for how in TOGETHER},
    WITHOUT_SERVER: WITHOUT_SERVER,
    "all": None,
}


def how_of(source: str) -> str:
    """Return how people played a game together, empty for a single-player game on a server or in a terminal."""
    return source if source in APART else ALONE
