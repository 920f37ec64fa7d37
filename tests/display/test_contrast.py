"""Every theme can be read: contrast computed from its tokens, for all that stands on something."""

from __future__ import annotations

import pytest
from display.test_themes import contrast

from sapper.display import themes

READ, SEEN = 4.5, 3.0  # the least ratio of text, and of signs that are told by their shape
GROUNDS = ("page", "panel", "raised", "frame")
NUMBERS = [f"number.{number}" for number in range(1, 9)]
PLAYERS = [f"players.{number}" for number in range(1, 9)]
HINTS = ("hint.reason", "hint.safe", "hint.mine")
PAIRS: dict[tuple[str, str], float] = {
    **{(number, "open"): READ for number in NUMBERS},
    **{(token, ground): READ for token in ("text", "muted") for ground in GROUNDS},
    **{(token, ground): READ for token in ("accent", "good", "warn", "bad") for ground in ("panel", "raised")},
    **{(hint, "open"): READ for hint in HINTS},
    **{(player, "panel"): READ for player in PLAYERS},
    ("onAccent", "accent"): READ,
    ("displayOn", "display"): READ,
    ("question", "hidden.face"): READ,
    ("mine", "open"): READ,
    **{
        (token, "hidden.face"): SEEN for token in ("flag", "flagPole", "wrong", "mine", "cursor.ring", *HINTS, *PLAYERS)
    },
    ("mine", "exploded"): SEEN,
    ("cursor.ring", "open"): SEEN,
    ("cursor.ring", "cursor.gap"): SEEN,
    ("faceInk", "faceFill"): SEEN,
}


@pytest.mark.parametrize("name", themes.names())
def test_everything_that_stands_on_something_can_be_told_from_it(name: str) -> None:
    theme = themes.theme(name)
    found = {pair: round(contrast(theme[pair[0]], theme[pair[1]]), 2) for pair in PAIRS}
    assert {pair: ratio for pair, ratio in found.items() if ratio < PAIRS[pair]} == {}
    assert contrast(theme["hidden.dark"], theme["open"]) >= 1.3  # the edge of a closed square
