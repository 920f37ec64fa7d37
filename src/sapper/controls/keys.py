"""The key map: the action of each key, in every front end."""

from __future__ import annotations

from enum import StrEnum

from ..errors import SapperError, as_value
from ..phrase import Phrase, listed
from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class KeysError(SapperError, ValueError):
    """Keys that cannot be used, with the action concerned and a sentence that says why."""

    def __init__(self, action: str, why: Phrase | str) -> None:
        super().__init__(why)
        self.action = action


class Profile(StrEnum):
    """A complete set of keys: arrows and the letters of the Amiga game, or those of vim."""

    DEFAULT = "default"
    VIM = "vim"


MODIFIERS = ("ctrl", "alt", "shift")
NAMED_KEYS = frozenset(
    {"up", "down", "left", "right", "home", "end", "pageup", "pagedown"}
    | {"enter", "space", "escape", "tab", "backspace", "delete", "insert"}
    | {f"f{number}" for number in range(1, 13)}
)

# Alt with a letter of the Game menu does what the entry does, as the Amiga key did (S4.1): N B I E C M T ? P Q.
# Most terminals report Alt with ? as ? alone, so About has another letter as well.
# `+` joins keys pressed together (ctrl+z), a space keys pressed one after another (g g).
_EVERYWHERE = {
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
    "row-start": "home",
    "row-end": "end",
    "page-up": "pageup",
    "page-down": "pagedown",
    "top": "ctrl+home",
    "bottom": "ctrl+end",
    "next-frontier": "w",
    "previous-frontier": "b",
    "find": "/",
    "find-next": ";",
    "find-previous": "'",
    "open": "enter, space",
    "mark": "f, m, shift+space",
    "chord": "c, a",
    "pause": "p, escape, alt+p",
    "help": "?",
    "new": "n, alt+n",
    "beginner": "alt+b",
    "intermediate": "alt+i",
    "expert": "alt+e",
    "custom": "alt+c",
    "undo": "ctrl+z, backspace",
    "redo": "ctrl+y",
    "odds": "v",
    "best-move": "y",
    "certain": "shift+y",
    "draft": "d",
    "draft-follow": "shift+d",
    "draft-clear": "shift+x",
    "draft-flags": "shift+e",
    "swap-buttons": "shift+f",
    "marks": "alt+m",
    "statistics": "s",
    "best-times": "t, alt+t",
    "history": "alt+y",
    "settings": ",, alt+w",
    "about": "alt+a, alt+?",
    "zoom-in": "+",
    "zoom-out": "-",
    "read-mines": "x",
    "read-time": "z",
    "commands": ":, ctrl+k",
    "menu": "f10",
    "quit": "q, ctrl+q, alt+q",
}
_ADDED = {
    Profile.DEFAULT: {
        "open": "u, 1",
        "mark": "g",
        "chord": "l",
        "right-button": "2",
        "hint": "h",
        "zoom-reset": "0",
        "read-neighbours": "r",
    },
    Profile.VIM: {
        "left": "h",
        "right": "l",
        "up": "k",
        "down": "j",
        "row-start": "0",
        "row-end": "$",
        "page-up": "ctrl+u",
        "page-down": "ctrl+d",
        "top": "g g",
        "bottom": "shift+g",
        "open": "i",
        "right-button": "r",
        "hint": "shift+h",
        "undo": "u",
        "redo": "ctrl+r",
        "zoom-reset": "=",
        "read-neighbours": "shift+r",
    },
}
_COUNTS = frozenset("123456789")


def _profile_keys(profile: Profile) -> dict[str, tuple[str, ...]]:
    bound: dict[str, tuple[str, ...]] = {}
    for given in (_EVERYWHERE, _ADDED[profile]):
        for action, keys in given.items():
            bound[action] = (*bound.get(action, ()), *keys.split(", "))
    return bound


PROFILES = {profile: _profile_keys(profile) for profile in Profile}
ACTIONS = tuple(PROFILES[Profile.DEFAULT])


def spell_key(text: str) -> str:
    """Return the canonical spelling of a key or a series of keys; a capital is the letter with Shift.

    >>> spell_key("Shift+Ctrl+Z"), spell_key("G"), spell_key("g  g")
    ('ctrl+shift+z', 'shift+g', 'g g')
    """
    strokes = [_spell_stroke(stroke) for stroke in text.split()]
    if not strokes:
        raise KeysError("", Phrase("setting.no-key", given=repr(text)))
    return " ".join(strokes)


def _spell_stroke(text: str) -> str:
    plus = text[:-1].rfind("+")  # the last character may be the key + itself
    held, key = (text[:plus].lower().split("+"), text[plus + 1 :]) if plus > 0 else ([], text)
    if len(key) == 1 and key.isascii() and key.isupper() and not held:
        held = ["shift"]
    key = key.lower()
    is_character = len(key) == 1 and key.isprintable()
    unknown = [name for name in held if name not in MODIFIERS] or len(set(held)) < len(held)
    if unknown or not (is_character or key in NAMED_KEYS):
        raise KeysError("", Phrase("setting.no-stroke", given=repr(text)))
    return "+".join([*(name for name in MODIFIERS if name in held), key])


class KeyMap(Value):
    """The keys of a profile with the player's own keys instead of some. No key has two actions.

    >>> keys = KeyMap("vim", {"hint": ["o"]})
    >>> keys.action("o"), keys.action("g", "g"), keys.is_begun("g"), keys.keys("chord")
    ('hint', 'top', True, ('c', 'a'))
    """

    profile: Profile
    bindings: tuple[tuple[str, tuple[str, ...]], ...]  # every action and its keys

    def __init__(
        self, profile: Profile | str = Profile.DEFAULT, own: Mapping[str, Iterable[str]] | None = None
    ) -> None:
        profile = Profile(profile)
        bound = dict(PROFILES[profile])
        for action, keys in (own or {}).items():
            if action not in bound:
                raise KeysError(action, Phrase("setting.no-action", given=repr(action), choices=listed(ACTIONS)))
            bound[action] = _spell_all(action, keys)
        _refuse_conflicts(profile, bound, own or {})
        self._set(profile=profile, bindings=tuple(bound.items()))

    def keys(self, action: str) -> tuple[str, ...]:
        """Return the keys of an action."""
        return dict(self.bindings)[action]

    def action(self, *strokes: str) -> str | None:
        """Return the action of keys pressed one after another. Shift with an unbound letter is the letter."""
        actions = {key: action for action, keys in self.bindings for key in keys}
        typed = " ".join(_spell_stroke(stroke) for stroke in strokes)
        return actions.get(typed) or actions.get(_without_shift(typed))

    def is_begun(self, *strokes: str) -> bool:
        """Return whether more keys must follow, as after the first g of g g."""
        typed = " ".join(_spell_stroke(stroke) for stroke in strokes) + " "
        return any(key.startswith(typed) for _, keys in self.bindings for key in keys)

    def owner(self, stroke: str) -> str | None:
        """Return the action that has a key, also as the first of a series; None if it is free."""
        key = _spell_stroke(stroke)
        return next((action for action, keys in self.bindings for own in keys if own.split()[0] == key), None)

    def counts_with(self, stroke: str) -> bool:
        """Return whether a key is a digit that the profile counts with."""
        return self.profile is Profile.VIM and stroke in _COUNTS

    def __repr__(self) -> str:
        usual = PROFILES[self.profile]
        own = {action: list(keys) for action, keys in self.bindings if keys != usual[action]}
        return f"KeyMap({str(self.profile)!r}, {own!r})" if own else f"KeyMap({str(self.profile)!r})"


def _without_shift(typed: str) -> str:
    key = typed.removeprefix("shift+")
    return key if len(key) == 1 and key.isalpha() else typed


def _spell_all(action: str, keys: Iterable[str]) -> tuple[str, ...]:
    try:
        return tuple(dict.fromkeys(spell_key(key) for key in keys))
    except KeysError as error:
        raise KeysError(action, as_value(error)) from None


def _refuse_conflicts(profile: Profile, bound: Mapping[str, Iterable[str]], own: Mapping[str, object]) -> None:
    """Refuse a key with two actions, one that begins another's series, and a digit that vim counts with."""
    taken: dict[str, str] = {}
    for action in sorted(bound, key=lambda action: action in own):  # blame the player's own binding
        for key in bound[action]:
            if profile is Profile.VIM and key[0] in _COUNTS:
                raise KeysError(action, Phrase("setting.key-counts", key=key, action=action))
            for other, owner in taken.items():
                begins = f"{other} ".startswith(f"{key} ") or f"{key} ".startswith(f"{other} ")
                if begins and (owner != action or other != key):
                    taken_by = {"other": other, "owner": owner}
                    raise KeysError(action, Phrase("setting.key-taken", key=key, action=action, **taken_by))
            taken[key] = action
