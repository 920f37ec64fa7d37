"""The entries of the menus."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...display.themes import names, own_names, theme
from ...display.wording import message, wording
from ...rules import RULESETS, Completion, Grade, LayoutKind
from ..drawing.formatting import clock
from ..keystrokes import shown

if TYPE_CHECKING:
    from ...controls.keys import KeyMap
    from ...rules import Level, Rules
    from ...session import Session


class Item(NamedTuple):
    """An entry: its letter in a menu, its words, what it does, and whether it is chosen already."""

    key: str
    words: str
    action: str
    chosen: bool = False
    note: str = ""
    synonyms: tuple[str, ...] = ()  # words that it may also be searched by
    hot_key: str = ""  # that does the same without the list


LEVELS = {"beginner": "B", "intermediate": "I", "expert": "E"}
CUSTOM = "custom"
_COMPLETION = {Completion.MARK: "M", Completion.CLEAR: "N", Completion.BOTH: "B", Completion.EITHER: "E"}
_PAGES = {"best-times": "T", "statistics": "S", "history": "Y", "settings": "W", "help": "H", "about": "?", "quit": "Q"}


def level_of(rules: Rules) -> str:
    """Return the key of the level of some rules, "custom" for one without a name."""
    levels = RULESETS[rules.ruleset].levels
    return next((name for name in LEVELS if levels[name] == rules.level), CUSTOM)


def level_name(rules: Rules) -> str:
    """Return the name of the level of some rules."""
    return wording().level(level_of(rules))


def level_words(level: Level, times: str, dot: str) -> str:
    """Return the size and the mines of a level."""
    return f"{level.width}{times}{level.height} {dot} {level.mines}"


def layout_words(rules: Rules) -> str:
    """Return in short how mines are placed: `Random`, `No-guess`, or `No-guess 3` for its third grade."""
    grade = rules.layout.grade
    if grade is None:
        return wording().words("modes", "random").name
    name = wording().words("modes", "no-guess").name
    return name if grade is Grade.FULL else f"{name} {grade.number}"


def layout_title(rules: Rules) -> str:
    """Return the layout, with the number and the name of a grade: `No-guess 3 Chains`."""
    grade = rules.layout.grade
    if grade is None:
        return layout_words(rules)
    return f"{wording().words('modes', 'no-guess').name} {grade.number} {wording().grade(grade).name}"


def game_menu(rules: Rules, keys: KeyMap, *, is_paused: bool) -> list[Item]:
    """Return the Game menu of S4.1 with its letters and hot keys, and what has come since."""
    words, level = wording(), level_of(rules)
    completion = words.rule("completion").value(rules.completion)
    items = [
        _entry("N", "new"),
        *(Item(key, words.level(name), name, level == name) for name, key in (LEVELS | {CUSTOM: "C"}).items()),
        _entry("M", "marks", rules.questions),
        _entry("O", "completion", note=completion),
        _entry("R", "ruleset", note=words.ruleset(rules.ruleset).name),
        _entry("G", "grade", note=layout_title(rules)),
        _entry("U", "practice", rules.practice),
        _entry("F", "rules"),
        _entry("D", "enter-seed"),
        _entry("K", "daily"),
        _entry("J", "together"),
        _entry("V", "learn"),
        _entry("L", "theme"),
        _entry("A", "name"),
        Item("P", message("pause.resume") if is_paused else message("pause.pause"), "pause"),
        *(_entry(key, action) for action, key in _PAGES.items()),
    ]
    return [item._replace(hot_key=_hot_key(item, keys)) for item in items]


def _hot_key(item: Item, keys: KeyMap) -> str:
    """Return the key that does without the menu what an entry does: with Alt if there is one, as on the Amiga."""
    own = dict(keys.bindings).get(item.action, ())
    return next((shown(key) for key in own if key.startswith("alt+")), shown(own[0]) if own else "")


def _entry(key: str, action: str, chosen: bool = False, note: str = "") -> Item:
    return Item(key, wording().action(action).name, action, chosen, note)


def completion_menu(rules: Rules) -> list[Item]:
    """Return the conditions of a win: the Completion menu of S4.25."""
    words = wording().rule("completion")
    return [
        Item(key, words.value(kind), f"completion:{kind}", rules.completion is kind)
        for kind, key in _COMPLETION.items()
    ]


def ruleset_menu(rules: Rules) -> list[Item]:
    """Return the rulesets."""
    items = []
    for number, name in enumerate(RULESETS, 1):
        words = wording().ruleset(name)
        items.append(Item(str(number), words.name, f"ruleset:{name}", rules.ruleset == name, words.description))
    return items


def grade_menu(rules: Rules) -> list[Item]:
    """Return random boards and the no-guess grades."""
    off = wording().grade("off")
    items = [Item("0", off.name, "grade:off", rules.layout is LayoutKind.RANDOM, off.description)]
    for grade in Grade:
        words = wording().grade(grade)
        is_chosen = rules.layout.grade is grade
        items.append(Item(str(grade.number), words.name, f"grade:{grade}", is_chosen, words.description))
    return items


def daily_menu(session: Session, today: str) -> list[Item]:
    """Return the daily boards, each with what became of the ranked try."""
    store = session.recorder.store if session.recorder and not session.failure else None
    tries = {one.level: one for one in store.daily_tries(limit=len(LEVELS)) if one.day == today} if store else {}
    items = []
    for level, key in LEVELS.items():
        tried = tries.get(level)
        if tried is None:
            note = message("daily.one-try")
        elif tried.in_play:
            note = message("daily.in-play")
        else:
            note = f"{wording().status(tried.status or 'abandoned')} {clock(tried.elapsed or 0)}"
        items.append(Item(key, wording().level(level), f"daily:{level}", note=note))
    return items


def theme_menu(chosen: str) -> list[Item]:
    """Return the themes."""
    return [
        Item(str(number), theme_title(name), f"theme:{name}", name == chosen)
        for number, name in enumerate(["system", *names(), "terminal", *own_names()], 1)
    ]


def theme_title(name: str) -> str:
    """Return the name of a theme as players read it; they named their own ones, which may be missing."""
    if name in own_names():
        return theme(name).name
    return name.partition(":")[2] or wording().theme(name)
