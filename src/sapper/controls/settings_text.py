"""The text form of settings: TOML, with the line of every error."""

from __future__ import annotations

from ..errors import SapperError
from ..phrase import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_BYTES = 64 * 1024
TOO_LONG = Phrase("file.line", line=1, reason=Phrase("setting.too-long", most=MOST_BYTES))


class SettingsError(SapperError, ValueError):
    """Settings that cannot be used: one line that says which, why, and what is allowed."""


def toml_value(value: object) -> str:
    """Return a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, str):
        escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"' if escaped.isprintable() else ascii(value)
    return str(value)


def read_tables(text: str) -> dict[str, Any]:
    """Read TOML, or raise `SettingsError` with the line."""
    import tomllib

    if len(text) > MOST_BYTES:
        raise SettingsError(TOO_LONG)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        what, at, place = str(error).removesuffix(")").rpartition(" (at ")
        digits = place.removeprefix("line ").partition(",")[0]
        line = digits if at and digits.isdecimal() else str(text.rstrip().count("\n") + 1)
        text_of = what if at else str(error)
        why = f"{text_of[:1].lower()}{text_of[1:]}"
        reason = Phrase("setting.nested") if isinstance(error, RecursionError) else why
        not_toml = Phrase("setting.not-toml", reason=reason)
        raise SettingsError(Phrase("file.line", line=int(line), reason=not_toml)) from None


def line_of(text: str, section: str, name: str) -> int:
    """Return the number of the line where a setting is written: the first line that makes it appear."""
    import tomllib

    lines = text.splitlines(keepends=True)
    is_silent = [not line.strip() or line.lstrip().startswith("#") for line in lines]
    begun = 0
    for number in range(len(lines)):
        if is_silent[number]:
            continue
        try:
            tables = tomllib.loads("".join(lines[: number + 1]))
        except tomllib.TOMLDecodeError:
            continue  # in the middle of a list
        if section in tables and (not name or name in tables[section]):
            break
        begun = number + 1
    while begun < len(lines) - 1 and is_silent[begun]:
        begun += 1
    return begun + 1
