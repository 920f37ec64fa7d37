"""One setting on the settings page: its value, how it is changed, how it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len, set_cell_size

from ...controls.choices import ThemeChoice
from ...controls.options import Language, NamedChoice
from ...controls.settings import RULESET_CONTROLS, SCHEMA, Choice, Keys, Number, Switch
from ...display.languages import languages
from ...display.themes import own_names
from ...display.wording import message, said, wording
from ...rules import RULESETS
from ..drawers.menus import theme_title
from ..drawing.lines import Line, chosen_ground
from ..keystrokes import TERMINAL_KEYS, shown

if TYPE_CHECKING:
    from rich.style import Style

    from ...controls.options import Option
    from ...controls.settings import Settings
    from ...display.wording import OptionWords
    from ..drawing.lines import Part, Writer

TITLE = 29  # columns for a title, at least
# No terminal has touch, only the page has sounds and a server, cells are too small for shapes, rulers always there.
UNUSED = {
    ("game", "ranked"),
    *(("controls", name) for name in ("touch", "hold-ms", "hand", "vibration")),
    *(("display", name) for name in ("highlight-neighbours", "number-style", "rulers")),
    *(("sound", name) for name in SCHEMA["sound"]),
    ("together", "notify-browser"),
}
VALUE = 0.14  # contrast of the ground of a value
NUMBER_STEPS = 20  # arrows walk a number from its least to its most in about this many steps


class OptionRow(NamedTuple):
    """A setting by its place in the schema."""

    section: str
    name: str

    @property
    def option(self) -> Option:
        """The allowed values."""
        return SCHEMA[self.section][self.name]

    @property
    def is_keys(self) -> bool:
        """Whether it is the keys of an action."""
        return isinstance(self.option, Keys)

    @property
    def is_typed(self) -> bool:
        """Whether a value is typed rather than chosen."""
        return not self.options and not self.is_keys

    @property
    def options(self) -> list[object]:
        """The values to choose from, none if it is typed."""
        if self.name == "ruleset":
            return list(RULESETS)
        if isinstance(self.option, Choice):
            own = own_names() if isinstance(self.option, NamedChoice) else []
            return [*type(self.option.default), *own]
        if isinstance(self.option, Language):
            return [self.option.default, *languages()]
        return [True, False] if isinstance(self.option, Switch) else []

    @property
    def words(self) -> OptionWords:
        """Its words in the catalogue."""
        return wording().setting(self.section, self.name)

    def spelled(self, value: object) -> str:
        """Return a value in words."""
        if isinstance(value, tuple):
            own = [shown(key) for key in value if key not in TERMINAL_KEYS]
            return ", ".join(own) or message("options.no-key")
        if isinstance(self.option, Number):
            return f"{value} ms" if self.name.endswith("-ms") else wording().seconds(str(value))
        if isinstance(self.option, NamedChoice):
            return theme_title(str(value))
        if isinstance(self.option, Language):
            return _language_name(str(value))
        return self.words.value(value) or message("options.none")

    @property
    def allowed(self) -> str:
        """The allowed input, in words."""
        option = self.option
        if not isinstance(option, Number):
            return said(option.allowed)
        key = "options.milliseconds" if self.name.endswith("-ms") else "options.seconds"
        return message(key, least=option.least, most=option.most)

    def value(self, settings: Settings, ruleset: str) -> object:
        """Return its value: the player's, the ruleset's, or the default."""
        if self.is_keys:
            return settings.keys.keys(self.name)
        given = settings.given(self.section)
        if self.name in given:
            return given[self.name]
        setter = self.set_by(settings, ruleset)
        return setter[1] if setter else self.option.default

    def is_given(self, settings: Settings) -> bool:
        """Whether the player chose it."""
        return self.name in settings.given(self.section)

    def set_by(self, settings: Settings, ruleset: str) -> tuple[str, object] | None:
        """Return the ruleset that sets it, and the value; None where none does or the player chose."""
        own = RULESET_CONTROLS.get(ruleset, {})
        if self.section != "controls" or self.name not in own or self.is_given(settings):
            return None
        return ruleset, own[self.name]

    def turned(self, value: object, way: int) -> object:
        """Return the next value."""
        option = self.option
        if isinstance(option, Number):
            assert isinstance(value, int)
            step = max((min(option.most, 1200) - option.least) // NUMBER_STEPS // 10 * 10, 10)
            return max(min(value + way * step, option.most), option.least)
        options = self.options
        place = options.index(value) if value in options else 0  # an own theme whose file is gone
        return options[(place + way) % len(options)]

    def read(self, text: str) -> object:
        """Return the value that was typed."""
        text = text.strip()
        if not isinstance(self.option, Number):
            return text
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text


def _language_name(code: str) -> str:
    """Return the name of a language in that language; one without a catalogue is its code."""
    if code in languages():
        return wording(code).own_name
    return wording().theme(code) if code == ThemeChoice.SYSTEM else code


def rows() -> list[OptionRow | str]:
    """Return the page: names of sections, and the settings of each."""
    listed: list[OptionRow | str] = []
    for section in wording().names("sections"):
        used = [OptionRow(section, name) for name in SCHEMA[section] if (section, name) not in UNUSED]
        listed += [section, *used] if used else []
    return listed


def _title_room() -> int:
    """Return the columns for the titles of all settings, in this language."""
    titles = [row.words.title for row in rows() if isinstance(row, OptionRow)]
    return max(TITLE, *map(cell_len, titles))


def _chosen(writer: Writer, is_here: bool) -> Style:
    """Return the style of the chosen value: the accent only on the chosen line."""
    ink = writer.ink
    if is_here:
        return ink("onAccent", "accent", bold=True, reverse=ink.depth == "none")
    ground = "raised" if ink.depth == "16" else ink.mix("page", "text", VALUE)
    return ink("text", ground, bold=True, reverse=ink.depth == "none")


def draw(writer: Writer, row: OptionRow, settings: Settings, ruleset: str, is_here: bool, number: int) -> Line:
    """Return the line of a setting: its name, its value among those allowed, and who set it."""
    ink = writer.ink
    ground = chosen_ground(ink) if is_here else writer.ground
    reverse = is_here and ink.depth == "none"
    plain = ink("text", ground, bold=is_here, reverse=reverse)
    faint = ink("muted", ground, reverse=reverse)
    mark = writer.glyphs.was_safe if row.is_given(settings) else " "
    width = _title_room() if writer.width >= 60 else max(writer.width - 16, 14)
    parts: list[Part] = [
        (f" {mark} ", ink("accent", ground, bold=True, reverse=reverse)),
        (f"{set_cell_size(row.words.title, width)} ", plain),
    ]
    spots: list[tuple[int, int, str]] = []
    value = row.value(settings, ruleset)
    room = writer.width - width - 4
    if row.is_keys:
        assert isinstance(value, tuple)
        own = [key for key in value if key not in TERMINAL_KEYS]
        for key in own:
            parts += [(f" {shown(key)} ", ink("text", "raised", bold=True, reverse=ink.depth == "none")), (" ", plain)]
        if not own:
            parts.append((row.spelled(value), faint))
    elif row.options and sum(cell_len(row.spelled(one)) + 2 for one in row.options) <= room:
        at = width + 4
        for place, one in enumerate(row.options):
            text, is_chosen = f" {row.spelled(one)} ", one == value
            style = _chosen(writer, is_here) if is_chosen else faint
            if is_chosen and ink.depth == "none":
                text = f"[{row.spelled(one)}]"
            parts.append((text, style))
            spots.append((at, at + cell_len(text), f"set:{number}:{place}"))
            at += cell_len(text)
    elif row.options:
        glyphs = writer.glyphs
        parts.append((f" {row.spelled(value)} ", _chosen(writer, is_here)))
        if is_here:
            parts.append((f" {glyphs.left} {glyphs.right}", faint))
    else:
        parts.append((f" {row.spelled(value)} ", _chosen(writer, is_here)))
    setter = row.set_by(settings, ruleset)
    if setter:
        note = message("options.set-by", ruleset=wording().ruleset(setter[0]).name)
        parts.append((f"  {note}", ink("warn", ground, reverse=reverse)))
    return Line(parts, plain, f"row:{number}", tuple(spots))
