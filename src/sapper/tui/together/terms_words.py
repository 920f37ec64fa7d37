"""The terms of a room, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...client.news import span_words
from ...display.wording import message, wording
from ...modes import MODES
from ...rules import Rules, RulesError
from ..drawers.menus import CUSTOM, layout_words, level_name, level_of, level_words

if TYPE_CHECKING:
    from ...server.parties.events import Terms
    from ..drawing.glyphs import Glyphs


_ENTRIES = {"open": "rooms.entry-open", "ask": "rooms.entry-ask", "locked": "rooms.entry-locked"}


def mode_name(mode: str) -> str:
    """Return the name of a way to play together."""
    return wording().mode(mode).name if mode in MODES else mode


def mode_text(terms: Terms) -> str:
    """Return a sentence about the way in which a room plays."""
    whose = "together.lives-own" if terms.lives == "own" else "together.lives-shared"
    lives = message(whose, count=Rules.parse(terms.rules).lives)
    text = wording().mode(terms.mode).description
    return text.format(lives=lives, boards=terms.boards, minutes=terms.minutes)


def field_words(text: str) -> str:
    """Return in short which board is played: its level or its size, and how mines are placed."""
    try:
        rules = Rules.parse(text)
    except RulesError:
        return ""
    level = rules.level
    name = level_name(rules) if level_of(rules) != CUSTOM else f"{level.width}x{level.height}/{level.mines}"
    return f"{name}, {layout_words(rules).lower()}"


def title_words(terms: Terms, glyphs: Glyphs) -> str:
    """Return the mode and the board, for the title of the screen."""
    try:
        rules = Rules.parse(terms.rules)
    except RulesError:
        return mode_name(terms.mode)
    parts = (mode_name(terms.mode).lower(), _level(rules, glyphs), layout_words(rules).lower())
    return f" {glyphs.dot} ".join(parts)


def _level(rules: Rules, glyphs: Glyphs) -> str:
    size = level_words(rules.level, glyphs.times, glyphs.dot)
    return size if level_of(rules) == CUSTOM else f"{level_name(rules)} {size}"


def rows(terms: Terms, glyphs: Glyphs) -> list[tuple[str, str]]:
    """Return the terms, a name and a value each."""
    rules = Rules.parse(terms.rules)
    found = [
        (message("rooms.mode"), mode_name(terms.mode)),
        (message("rooms.field"), _level(rules, glyphs)),
        (message("rooms.layout"), layout_words(rules)),
    ]
    mode = MODES[terms.mode]
    if mode.has_lives:
        shared = message("rooms.own-lives" if terms.lives == "own" else "rooms.shared-lives")
        found.append((message("rooms.lives"), f"{rules.lives}, {shared.lower()}" if rules.lives > 1 else "1"))
    if mode.is_match and terms.best_of > 1:
        found.append((message("rooms.rounds"), message("rooms.best-of", rounds=terms.best_of)))
    if mode.has_turns:
        found.append((message("rooms.clock"), message("rooms.clock-words", seconds=terms.clock, bonus=terms.bonus)))
    if mode.has_boards:
        found.append(
            (message("rooms.boards"), message("rooms.boards-words", boards=terms.boards, minutes=terms.minutes))
        )
    if terms.grace:
        found.append((message("rooms.absence"), message("rooms.absence-words", time=span_words(terms.grace))))
    found.append((message("rooms.help"), message("rooms.allowed" if terms.hints else "rooms.none")))
    found.append((message("rooms.who"), message("rooms.listed" if terms.is_public else "rooms.private")))
    found.append((message("rooms.newcomers"), message(_ENTRIES[terms.entry])))
    return found
