"""Plural forms by the rules of CLDR, for the languages that have a catalogue and for others that may get one.

Only the forms of numbers below a million are asked of a translator: French, Spanish, Italian and Portuguese have
another one for whole millions, which a catalogue may have. The page has the rules of the browser, which are the same.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Rule = Callable[[int, bool], str]  # the whole part of a number, and whether it has decimals


def _other(_whole: int, _has_decimals: bool) -> str:
    return "other"


def _one(whole: int, has_decimals: bool) -> str:
    return "one" if whole == 1 and not has_decimals else "other"


def _one_with_zero(whole: int, has_decimals: bool) -> str:
    return "one" if whole < 2 else _million(whole, has_decimals)


def _spanish(whole: int, has_decimals: bool) -> str:
    return "one" if whole == 1 and not has_decimals else _million(whole, has_decimals)


def _zero_or_one(whole: int, has_decimals: bool) -> str:
    return "one" if whole == 0 or (whole == 1 and not has_decimals) else "other"


def _million(whole: int, has_decimals: bool) -> str:
    return "many" if whole and whole % 1_000_000 == 0 and not has_decimals else "other"


def _polish(whole: int, has_decimals: bool) -> str:
    if has_decimals:
        return "other"
    return "one" if whole == 1 else _few_or_many(whole)


def _russian(whole: int, has_decimals: bool) -> str:
    if has_decimals:
        return "other"
    return "one" if whole % 10 == 1 and whole % 100 != 11 else _few_or_many(whole)


def _few_or_many(whole: int) -> str:
    return "few" if whole % 10 in (2, 3, 4) and whole % 100 not in (12, 13, 14) else "many"


def _czech(whole: int, has_decimals: bool) -> str:
    if has_decimals:
        return "many"
    return "one" if whole == 1 else "few" if 2 <= whole <= 4 else "other"


def _croatian(whole: int, has_decimals: bool) -> str:
    form = _russian(whole, has_decimals)
    return "other" if form == "many" else form


def _romanian(whole: int, has_decimals: bool) -> str:
    if whole == 1 and not has_decimals:
        return "one"
    return "few" if has_decimals or whole == 0 or 1 <= whole % 100 <= 19 else "other"


def _slovenian(whole: int, has_decimals: bool) -> str:
    if has_decimals:
        return "few"
    return {1: "one", 2: "two", 3: "few", 4: "few"}.get(whole % 100, "other")


def _hebrew(whole: int, has_decimals: bool) -> str:
    if whole == (0 if has_decimals else 1):
        return "one"
    return "two" if whole == 2 and not has_decimals else "other"


def _arabic(whole: int, has_decimals: bool) -> str:
    if has_decimals:
        return "other"
    if whole < 3:
        return ("zero", "one", "two")[whole]
    return "few" if 3 <= whole % 100 <= 10 else "many" if whole % 100 >= 11 else "other"


_ONE = ("other",)
_TWO = ("one", "other")
_FOUR = ("one", "few", "many", "other")
# The rule of each language, and the forms that its catalogue has.
_RULES: dict[str, tuple[Rule, tuple[str, ...]]] = {
    "en": (_one, _TWO),
    "de": (_one, _TWO),
    "fr": (_one_with_zero, _TWO),
    "es": (_spanish, _TWO),
    "pt": (_one_with_zero, _TWO),
    "pl": (_polish, _FOUR),
    "ru": (_russian, _FOUR),
    "uk": (_russian, _FOUR),
    "be": (_russian, _FOUR),
    "cs": (_czech, _FOUR),
    "sk": (_czech, _FOUR),
    "hr": (_croatian, ("one", "few", "other")),
    "sr": (_croatian, ("one", "few", "other")),
    "ro": (_romanian, ("one", "few", "other")),
    "sl": (_slovenian, ("one", "two", "few", "other")),
    "he": (_hebrew, ("one", "two", "other")),
    "ar": (_arabic, ("zero", "one", "two", "few", "many", "other")),
    "it": (_spanish, _TWO),
    "ca": (_spanish, _TWO),
    "hi": (_zero_or_one, _TWO),
    "fa": (_zero_or_one, _TWO),
    **dict.fromkeys(("zh", "ja", "ko", "vi", "th", "id", "ms"), (_other, _ONE)),
}
ALL = ("zero", "one", "two", "few", "many", "other")


#: The languages whose rule is written above; any other has the forms of English.
RULED = tuple(_RULES)


def _of(language: str) -> tuple[Rule, tuple[str, ...]]:
    return _RULES.get(language.partition("-")[0], (_one, _TWO))


def plural_form(language: str, count: object) -> str:
    """Return the form of a number, or of a number as it is written.

    >>> [plural_form("ru", count) for count in (1, 3, 5, 11, 21, "1.5")]
    ['one', 'few', 'many', 'many', 'one', 'other']
    """
    text = str(count).replace(" ", "")
    whole, point, _ = text.lstrip("-").partition(".")
    if not whole.isdecimal():
        return "other"
    rule, forms = _of(language)
    if text.startswith("-") and forms == _TWO:  # -1 mines left: as it is spoken, minus one mines
        return "other"
    return rule(int(whole), bool(point))


def plural_forms(language: str) -> tuple[str, ...]:
    """Return the forms that a catalogue of a language has for every plural."""
    return _of(language)[1]
