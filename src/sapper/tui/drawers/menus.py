"""The words of every command and choice: for the menus and the command palette."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...display.themes import names
from ...rules import RULESETS, Completion, Grade, LayoutKind
from ..keystrokes import TERMINAL_KEYS, shown

if TYPE_CHECKING:
    from ...controls.keys import KeyMap
    from ...rules import Level, Rules


class Item(NamedTuple):
    """An entry: its letter in a menu, its words, what it does, and whether it is chosen already."""

    key: str
    words: str
    action: str
    chosen: bool = False
    note: str = ""


LEVELS = {"beginner": "B", "intermediate": "I", "expert": "E"}
COMPLETION = {
    Completion.MARK: "All mines marked",
    Completion.CLEAR: "All safe squares open",
    Completion.BOTH: "Both",
    Completion.EITHER: "Either",
}
GRADES = {
    Grade.SINGLE: "one number at a time",
    Grade.PAIRS: "two numbers compared",
    Grade.CHAINS: "chains of numbers",
    Grade.COUNT: "the mine count too",
    Grade.FULL: "any sound argument",
}
RULESET_WORDS = {
    "modern": "the first click opens, chords on numbers",
    "official": "both buttons chord, only the first square is safe",
    "amiga": "marks cycle, right clears around",
    "terminal": "the oldest text game",
    "click": "no flags",
    "article": "no chords, one mine shown",
}


def level_name(rules: Rules) -> str:
    """Return the name of the level of some rules."""
    for name in LEVELS:
        if RULESETS[rules.ruleset].levels[name] == rules.level:
            return name.capitalize()
    return "Custom"


def level_words(level: Level, times: str, dot: str) -> str:
    """Return the size and the mines of a level."""
    return f"{level.width}{times}{level.height} {dot} {level.mines}"


def layout_words(rules: Rules) -> str:
    """Return the name of the way mines are placed."""
    grade = rules.layout.grade
    if grade is None:
        return "random"
    return "no-guess" if grade is Grade.FULL else f"no-guess {grade.number}"


def game_menu(rules: Rules, *, is_paused: bool) -> list[Item]:
    """Return the Game menu of S4.1 with its letters, and what has come since."""
    name = level_name(rules)
    items = [Item("N", "New", "new")]
    items += [Item(key, level.capitalize(), level, name.lower() == level) for level, key in LEVELS.items()]
    items.append(Item("C", "Custom", "custom", name == "Custom"))
    items.append(Item("M", "Marks (?)", "marks", rules.questions))
    items.append(Item("O", "Completion", "completion", note=COMPLETION[rules.completion].lower()))
    items.append(Item("R", "Ruleset", "ruleset", note=rules.ruleset))
    items.append(Item("G", "Guessing", "grade", note=layout_words(rules)))
    items.append(Item("U", "Practice: moves can be undone", "practice", rules.practice))
    items.append(Item("L", "Look", "theme"))
    items.append(Item("A", "Name", "name"))
    items.append(Item("P", "Go on" if is_paused else "Pause", "pause"))
    later = {
        "best-times": ("T", "Best times"),
        "statistics": ("S", "Statistics"),
        "history": ("Y", "History"),
        "settings": ("W", "Settings"),
        "help": ("H", "Help"),
    }
    items += [Item(key, words, action) for action, (key, words) in later.items()]
    items.append(Item("?", "About", "about"))
    items.append(Item("Q", "Quit", "quit"))
    return items


def completion_menu(rules: Rules) -> list[Item]:
    """Return what may win: the Completion menu of S4.25."""
    letters = {Completion.MARK: "M", Completion.CLEAR: "N", Completion.BOTH: "B", Completion.EITHER: "E"}
    return [
        Item(letters[kind], words, f"completion:{kind}", rules.completion is kind) for kind, words in COMPLETION.items()
    ]


def ruleset_menu(rules: Rules) -> list[Item]:
    """Return the rulesets."""
    return [
        Item(str(number), name.capitalize(), f"ruleset:{name}", rules.ruleset == name, RULESET_WORDS[name])
        for number, name in enumerate(RULESETS, 1)
    ]


def grade_menu(rules: Rules) -> list[Item]:
    """Return random boards and the no-guess grades."""
    items = [Item("0", "Random", "grade:off", rules.layout is LayoutKind.RANDOM, "may need a guess")]
    items += [
        Item(str(grade.number), str(grade).capitalize(), f"grade:{grade}", rules.layout.grade is grade, words)
        for grade, words in GRADES.items()
    ]
    return items


def theme_menu(chosen: str) -> list[Item]:
    """Return the themes."""
    return [
        Item(str(number), name.capitalize(), f"theme:{name}", name == chosen)
        for number, name in enumerate(["system", *names()], 1)
    ]


_PALETTE = {
    "new": "New game",
    "beginner": "New Beginner game",
    "intermediate": "New Intermediate game",
    "expert": "New Expert game",
    "custom": "New custom game",
    "retry": "Same board again",
    "pause": "Pause, or go on",
    "hint": "Hint: where, why, the move",
    "odds": "Odds of every square",
    "best-move": "Best move",
    "why": "Why: what is known of this square",
    "prove": "Prove it: the whole solution without a guess",
    "undo": "Undo",
    "redo": "Redo",
    "go-on": "Undo and go on, as practice",
    "menu": "Game menu",
    "ruleset": "Ruleset",
    "grade": "No-guess grade, or random boards",
    "completion": "Completion: what wins",
    "marks": "Question marks on or off",
    "practice": "Practice on or off",
    "theme": "Look",
    "panel": "Panel on or off",
    "swap-buttons": "Left flags, right opens: on or off",
    "zoom-in": "Larger squares",
    "zoom-out": "Smaller squares",
    "zoom-reset": "Squares as large as fits",
    "share": "Share: the command that gives this board",
    "numbers": "More numbers of the game that is over",
    "name": "Name, for best times",
    "watch": "Watch the replay",
    "best-times": "Best times",
    "statistics": "Statistics",
    "history": "History",
    "settings": "Settings",
    "help": "Help",
    "about": "About",
    "quit": "Quit, and save this game",
}


def palette(keys: KeyMap) -> list[Item]:
    """Return every command with its key."""
    bound = dict(keys.bindings)
    items = []
    for action, words in _PALETTE.items():
        own = [key for key in bound.get(action, ()) if key not in TERMINAL_KEYS]
        items.append(Item(shown(own[0]) if own else "", words, action))
    return items
