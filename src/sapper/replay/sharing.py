"""The line with which another player gets the same board: written, and read again."""

from __future__ import annotations

from ..coordinates import cell_name, parse_cell
from ..errors import as_value
from ..phrase import Phrase, listed
from ..rules import Grade, LayoutKind, Rules, RulesError, parse_choices
from ..seed import Seed
from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game import Game


class SharedBoard(Value):
    """A board that was shared: its rules, its seed, and the cell that was opened first, if the line names it."""

    rules: Rules
    seed: Seed
    first: tuple[int, int] | None = None


def command(game: Game, seed: Seed) -> str:
    """Return the command that plays the same board: its rules, its seed and its first cell."""
    rules = game.rules.replace(practice=False)
    ruleset, level, _, *choices = str(rules).split()
    words = ["sapper play", f"--ruleset {ruleset}", f"--level {level}", *(f"--rule {choice}" for choice in choices)]
    words.append(f"--seed {seed.text}")
    if game.first is not None:
        words.append(f"--first {cell_name(*game.first)}")
    return " ".join(words)


def read(text: str, usual: Rules) -> SharedBoard:
    """Read a line that `command` wrote; any other text is a seed, under the usual rules.

    >>> read("sapper play --ruleset amiga --level 8x8/10 --seed rain --first C2", Rules()).first
    (1, 2)
    >>> read("rain", Rules("expert")).rules
    Rules.parse('modern 30x16/99 v1')
    """
    if not _is_line(text):
        return SharedBoard(usual, Seed.of(text.strip()))
    options = _options(text)
    if "--seed" not in options:
        raise RulesError(Phrase("error.shared-seed"))
    rules = _rules(options, usual)
    if "--first" not in options:
        return SharedBoard(rules, Seed.of(options["--seed"][-1]))
    try:
        first = parse_cell(options["--first"][-1])
    except ValueError as error:
        raise RulesError(as_value(error)) from None
    rules.level.index(*first)
    return SharedBoard(rules, Seed.of(options["--seed"][-1]), first)


def _is_line(text: str) -> bool:
    words = text.split()
    return bool(words) and (words[0] == "sapper" or any(word.startswith("--") for word in words))


def _options(text: str) -> dict[str, list[str]]:
    """Return the values of each option of a command line."""
    import shlex

    try:
        words = shlex.split(text)
    except ValueError:
        raise RulesError(Phrase("error.shared-quotation")) from None
    options: dict[str, list[str]] = {}
    name = ""
    for word in words:
        if word.startswith("--"):
            name, equals, value = word.partition("=")
            options.setdefault(name, []).extend([value] if equals else [])
        elif name:
            options[name].append(word)
    unknown = [name for name in options if name not in _KNOWN]
    if unknown:
        raise RulesError(Phrase("error.shared-unknown", given=unknown[0], choices=listed(_KNOWN)))
    valueless = [name for name, values in options.items() if not values and name != "--no-guess"]
    if valueless:
        raise RulesError(Phrase("error.takes-a-value", name=valueless[0]))
    return options


_KNOWN = ("--ruleset", "--level", "--rule", "--no-guess", "--seed", "--first")


def _rules(options: dict[str, list[str]], usual: Rules) -> Rules:
    """Return the rules of a line. One with a ruleset and a level is complete; otherwise the usual rules fill in."""
    ruleset, level = (options.get(name, [""])[-1] for name in ("--ruleset", "--level"))
    rules = Rules(level or usual.level, ruleset=ruleset) if ruleset else usual
    rules = rules.replace(level=level) if level else rules
    choices = dict(rule.partition("=")[::2] for rule in options.get("--rule", []))
    if "--no-guess" in options:
        rules = rules.replace(layout=LayoutKind.of(Grade.parse((options["--no-guess"] or ["full"])[-1])))
    return rules.replace(**parse_choices(choices))
