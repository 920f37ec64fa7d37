"""Games that people play together on a server: how they are stored, and how they are asked for."""

from __future__ import annotations

from ..modes import MODES

ALONE = ""
TOGETHER = tuple(MODES)  # the source of such a game is how it was played
#: What a person may ask for, and the value of the filter: nothing of it, all of it, one kind, or whatever there is.
CHOICES: dict[str, str | None] = {
    "no": ALONE,
    "yes": ",".join(TOGETHER),
    **{how: how for how in TOGETHER},
    "all": None,
}


def how_of(source: str) -> str:
    """Return how people played a game together, empty for a game of one alone."""
    return source if source in TOGETHER else ALONE
