"""Keys: from what a terminal reports to actions, and the tables of keys that screens are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual.keys import key_to_character

from ..controls.keys import NAMED_KEYS, Profile
from ..display.wording import message, wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual import events

    from ..controls.keys import KeyMap

MOST_TIMES = 9999
LEAVING = {"ctrl+z": "suspend", "ctrl+c": "quit", "ctrl+q": "quit"}  # on every screen, before anything else
TERMINAL_KEYS = ("ctrl+z", "ctrl+c")  # the terminal's own meaning comes first, so no list shows them
# Terminals send Alt with a letter as Esc and the letter, and Textual takes Esc b and Esc f for Ctrl with an arrow,
# as shells do. Where Ctrl with an arrow means nothing of its own, these are the keys that were pressed.
_ALT_LETTERS = {"ctrl+left": "alt+b", "ctrl+right": "alt+f"}
_SHOWN = {"space": "Space", "enter": "Enter", "escape": "Esc", "pageup": "PgUp", "pagedown": "PgDn"}


def stroke_of(event: events.Key) -> str | None:
    """Return a key as the key map spells it; None for keys that it has no name for."""
    *held, name = event.key.split("+") if event.key != "+" else ["+"]
    if name not in NAMED_KEYS and len(name) > 1:
        typed = event.character or key_to_character(name)  # some terminals name a key held with Alt without its sign
        if not typed or not typed.isprintable():
            return None
        name = typed
    return "+".join([*held, name])


def shown(key: str) -> str:
    """Return a key as it is printed on a key cap."""
    words = []
    for stroke in key.split():
        *held, name = stroke.split("+") if len(stroke) > 1 else [stroke]
        words.append("+".join([*(part.capitalize() for part in held), _SHOWN.get(name, name.capitalize())]))
    return " ".join(words)


class ScreenKey(NamedTuple):
    """A line in a screen's table of keys: the action, the keys that ask for it, and how the footer shows it.

    Its words are those of a message in the catalogue, such as "footer.close", or of an action, such as "hint".
    """

    action: str
    strokes: tuple[str, ...] = ()
    label: str = ""  # the message or the action; none: the key works, and the footer does not show it
    cap: str = ""  # as the footer prints the key, or a message; by default the first of `strokes`
    details: str = ""  # the message that a panel shows; by default the name of the action

    @property
    def printed(self) -> str:
        """The key as the footer prints it."""
        if self.cap.startswith("footer."):
            return message(self.cap)
        return self.cap or (shown(self.strokes[0]) if self.strokes else "")

    @property
    def words(self) -> str:
        """The action of the key, in a word or two."""
        return message(self.label) if "." in self.label else wording().action(self.label).short

    @property
    def detailed(self) -> str:
        """The action of the key, as a panel shows it."""
        return message(self.details) if self.details else wording().action(self.action).name


def action_of(keys: Iterable[ScreenKey], stroke: str) -> str | None:
    """Return the action of a key in a table; capital letters count as their small ones where no line names them."""
    table = {own: key.action for key in reversed(list(keys)) for own in key.strokes}
    return table.get(stroke) or table.get(stroke.removeprefix("shift+").lower())


class KeyAction(NamedTuple):
    """An action of the key map, and how often."""

    action: str
    times: int = 1
    is_counted: bool = False


class Keystrokes:
    """Collects keys until they mean something in the key map, which is asked for at every key."""

    def __init__(self, keys: Callable[[], KeyMap]) -> None:
        self._key_map = keys
        self._count = ""
        self._begun: list[str] = []

    @property
    def keys(self) -> KeyMap:
        """The key map in use."""
        return self._key_map()

    def clear(self) -> None:
        """Drop a series of keys that was begun."""
        self._count = ""
        self._begun = []

    def _with_alt(self, begun: list[str]) -> list[str]:
        is_known = self.keys.action(*begun) or self.keys.is_begun(*begun)
        return begun if is_known else [*begun[:-1], _ALT_LETTERS.get(begun[-1], begun[-1])]

    def press(self, stroke: str) -> KeyAction | None:
        """Take one more key; return the action that it completes, if any."""
        is_digit = len(stroke) == 1 and stroke in "0123456789" and (stroke != "0" or bool(self._count))
        if self.keys.profile is Profile.VIM and is_digit and not self._begun:
            self._count = (self._count + stroke)[:4]
            return None
        begun = [*self._begun, stroke]
        try:
            begun = self._with_alt(begun)
            action, goes_on = self.keys.action(*begun), self.keys.is_begun(*begun)
        except ValueError:
            self.clear()
            return None
        if action is None and goes_on:
            self._begun = begun
            return None
        count = self._count
        self.clear()
        return KeyAction(action, min(int(count or 1), MOST_TIMES), bool(count)) if action else None
