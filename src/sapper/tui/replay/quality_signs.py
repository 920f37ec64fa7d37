"""The signs of the kinds of moves in a report: their shapes differ, so that no colour is needed."""

from __future__ import annotations

from ...analysis.report import MoveQuality

_SIGNS = {
    MoveQuality.BEST: ("●", ".", "good"),
    MoveQuality.ONLY: ("●", ".", "good"),
    MoveQuality.GOOD: ("○", "o", "good"),
    MoveQuality.INACCURACY: ("△", "!", "warn"),
    MoveQuality.MISTAKE: ("▲", "!!", "bad"),
    MoveQuality.NEEDLESS_GUESS: ("▲?", "!?", "bad"),
    MoveQuality.RIGHT_GUESS: ("◆", "?", "warn"),
    MoveQuality.UNLUCKY: ("◆×", "?x", "warn"),  # noqa: RUF001 - a cross
}


def quality_sign(quality: MoveQuality, *, ascii_only: bool) -> str:
    """Return the sign of a kind of moves, of one or two columns."""
    return _SIGNS[quality][ascii_only]


def quality_token(quality: MoveQuality) -> str:
    """Return the colour of a kind of moves."""
    return _SIGNS[quality][2]
