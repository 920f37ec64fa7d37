"""From what a terminal reports to the keys of the key map: names, series of keys, counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..controls.keys import NAMED_KEYS, Profile

if TYPE_CHECKING:
    from textual import events

    from ..controls.keys import KeyMap

MOST_TIMES = 9999
ELSEWHERE = ("ctrl+z", "ctrl+c")  # what a terminal means by these comes first, so no list names them
# Terminals send Alt with a letter as Esc and the letter, and Textual takes Esc b and Esc f for Ctrl with an arrow,
# as shells do. Where Ctrl with an arrow means nothing of its own, these are the keys that were pressed.
_REALLY = {"ctrl+left": "alt+b", "ctrl+right": "alt+f"}
_SHOWN = {"space": "Space", "enter": "Enter", "escape": "Esc", "pageup": "PgUp", "pagedown": "PgDn"}


def stroke_of(event: events.Key) -> str | None:
    """Spell a key as the key map does; None for what it has no word for."""
    *held, name = event.key.split("+") if event.key != "+" else ["+"]
    if name not in NAMED_KEYS and len(name) > 1:
        if not event.character or not event.character.isprintable():
            return None
        name = event.character
    return "+".join([*held, name])


def shown(key: str) -> str:
    """Write a key as it is printed on a key cap."""
    words = []
    for stroke in key.split():
        *held, name = stroke.split("+") if len(stroke) > 1 else [stroke]
        words.append("+".join([*(part.capitalize() for part in held), _SHOWN.get(name, name.capitalize())]))
    return " ".join(words)


class Meant(NamedTuple):
    """An action of the key map, and how often."""

    action: str
    times: int = 1
    is_counted: bool = False


class Keystrokes:
    """Collects keys until they mean something."""

    def __init__(self, keys: KeyMap) -> None:
        self.keys = keys
        self._count = ""
        self._begun: list[str] = []

    def clear(self) -> None:
        """Forget what was begun."""
        self._count = ""
        self._begun = []

    def _really(self, begun: list[str]) -> list[str]:
        is_known = self.keys.action(*begun) or self.keys.is_begun(*begun)
        return begun if is_known else [*begun[:-1], _REALLY.get(begun[-1], begun[-1])]

    def press(self, stroke: str) -> Meant | None:
        """Take one more key, and give what it completes."""
        is_digit = len(stroke) == 1 and stroke in "0123456789" and (stroke != "0" or bool(self._count))
        if self.keys.profile is Profile.VIM and is_digit and not self._begun:
            self._count = (self._count + stroke)[:4]
            return None
        begun = [*self._begun, stroke]
        try:
            begun = self._really(begun)
            action, goes_on = self.keys.action(*begun), self.keys.is_begun(*begun)
        except ValueError:
            self.clear()
            return None
        if action is None and goes_on:
            self._begun = begun
            return None
        count = self._count
        self.clear()
        return Meant(action, min(int(count or 1), MOST_TIMES), bool(count)) if action else None
