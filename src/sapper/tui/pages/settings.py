"""The settings: one page made from the schema. Every change applies at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from ...controls.schema import SettingError
from ...controls.settings import Keys
from ...display.wording import message, said, sentence, wording
from ..drawing.lines import Line
from ..keystrokes import TERMINAL_KEYS, ScreenKey, action_of, shown, stroke_of
from .option_row import OptionRow, draw, rows
from .page import BACK, PageScreen

if TYPE_CHECKING:
    from textual import events

    from ..drawing.lines import Writer

RULES = ("level", "ruleset", "rules", "no-guess")  # these make another game


class SettingsPage(PageScreen):
    """Arrows choose and change, Enter types a value or takes a key, Del resets to the default."""

    opened_by = "settings"
    table = (
        ScreenKey("next", ("right", "space"), "footer.change", "{left} {right}"),
        ScreenKey("previous", ("left",)),
        ScreenKey("enter", ("enter",), "footer.type"),
        ScreenKey("reset", ("delete",), "footer.default", "Del"),
        ScreenKey("clear", ("backspace",)),
    )
    capturing = (  # while the next key is one for an action
        ScreenKey("", (), "footer.any-key", "footer.key"),
        ScreenKey("no-key", ("delete",), "footer.no-key", "Del"),
        ScreenKey("back", ("escape", "ctrl+c"), "footer.cancel"),
    )

    def __init__(self, place: str = "") -> None:
        super().__init__()
        self._start = place  # the setting to begin at, such as "display.theme"
        self._lines: list[OptionRow | str | None] = []
        self.captures = False  # the next key is one for the chosen action

    @property
    def ruleset(self) -> str:
        """The ruleset whose controls apply: that of the next game."""
        return self.sapper.session.rules.ruleset

    @property
    def here(self) -> OptionRow:
        """The setting that the choice is on."""
        row = self._lines[self.scroller.at]
        assert isinstance(row, OptionRow)
        return row

    # -- What is shown

    def begin(self) -> None:
        """List the schema, with a blank line and a line of words for each section."""
        for row in rows():
            if isinstance(row, str):
                self._lines += [None, row] if self._lines else [row]
                self._lines.append(f"?{row}")
            else:
                self._lines.append(row)
        if self._start:
            section, _, name = self._start.partition(".")
            self.scroller.at = self._lines.index(OptionRow(section, name))

    def keys(self) -> list[ScreenKey]:
        """Return the keys that matter now."""
        if self.captures:
            return list(self.capturing)
        if not self._lines:
            return [BACK]
        row = self.here
        reset = [self.key("reset")] if row.is_given(self.sapper.settings) else []
        if row.is_keys:
            return [self.key("enter", "footer.change-keys"), *reset, BACK]
        if row.is_typed:
            number = [self.key("next")] if not isinstance(row.option.default, str) else []
            return [self.key("enter"), *number, *reset, BACK]
        return [self.key("next"), *reset, BACK]

    def remark(self) -> str:
        """Return the meaning of the setting, and its allowed values."""
        if not self._lines:
            return ""
        row = self.here
        words = row.words.description
        if row.is_typed and not isinstance(row.option.default, str):
            words += f" {sentence(row.allowed)}"
        return words

    def count(self) -> int:
        """Return the number of lines."""
        return len(self._lines)

    def stops(self) -> list[int]:
        """Choose settings only."""
        return [place for place, row in enumerate(self._lines) if isinstance(row, OptionRow)]

    def row(self, writer: Writer, number: int, is_here: bool) -> Line:
        """Return the line of a setting, or the heading of a section."""
        row = self._lines[number]
        if row is None:
            return Line((), writer.fill)
        if isinstance(row, OptionRow):
            return draw(writer, row, self.sapper.settings, self.ruleset, is_here, number)
        if row.startswith("?"):
            return Line(((f" {wording().section(row[1:]).description}", writer.style("muted")),), writer.fill)
        name = wording().section(row).name
        rule = writer.glyphs.rule * max(writer.width - cell_len(name) - 2, 0)
        return Line(((f" {name} ", writer.style("text*")), (rule, writer.style("line"))), writer.fill)

    # -- What is done

    def change(self, row: OptionRow, value: object) -> bool:
        """Set an option, None for its default; return whether it is allowed."""
        sapper = self.sapper
        before = sapper.settings.rules.practice
        try:
            sapper.options.set_option(row.section, row.name, value)
        except SettingError as error:
            self.note = sentence(said(error.about(row.words.title, error.why)))
            return False
        if row.name in RULES and not self._take_rules(before):
            self.note = message("new.applies-next")
        self.note = sapper.options.take_failure() or self.note
        return True

    def _take_rules(self, was_practice: bool) -> bool:
        """Take the rules of the settings; return whether they apply now. Practice stays as it is unless it was set."""
        rules, session = self.sapper.settings.rules, self.sapper.session
        if rules.practice == was_practice:
            rules = rules.replace(practice=session.rules.practice)
        return self.sapper.play_screen.commands.rules.take(rules)

    def do_next(self) -> None:
        """Choose the next value."""
        self._turn(1)

    def do_previous(self) -> None:
        """Choose the previous value."""
        self._turn(-1)

    def _turn(self, way: int) -> None:
        row = self.here
        if row.options or isinstance(row.option.default, int):
            self.change(row, row.turned(row.value(self.sapper.settings, self.ruleset), way))

    def do_set(self, choice: str) -> None:
        """Choose a value that was clicked."""
        number, _, place = choice.partition(":")
        self.scroller.go(int(number))
        self.change(self.here, self.here.options[int(place)])

    def do_enter(self) -> None:
        """Type a value, take a key, or choose the next value."""
        row = self.here
        if row.is_keys:
            self.captures = True
            self.note = message("options.press-key", action=row.words.title)
        elif row.is_typed:
            value = row.value(self.sapper.settings, self.ruleset)

            def take(text: str) -> bool:
                return self.allows(row, text) and self.change(row, row.read(text))

            self.ask(message("options.prompt", option=row.words.title), take, "" if value == "" else str(value))
        else:
            self._turn(1)

    def allows(self, row: OptionRow, text: str) -> bool:
        """Return whether a typed value is allowed, and show what is allowed if not."""
        try:
            row.option.read(row.read(text))
        except ValueError:
            now = row.spelled(row.value(self.sapper.settings, self.ruleset))
            self.note = message("options.must-be", option=row.words.title, allowed=row.allowed, value=now)
            return False
        return True

    def do_reset(self) -> None:
        """Go back to the default."""
        if self.here.is_given(self.sapper.settings):
            self.change(self.here, None)
            value = self.here.spelled(self.here.value(self.sapper.settings, self.ruleset))
            self.note = self.note or message("options.reset", option=self.here.words.title, value=value)

    def do_clear(self) -> None:
        """Remove every key of an action."""
        if self.here.is_keys:
            self.change(self.here, ())

    def do_no_key(self) -> None:
        """Remove every key of the action whose key was asked for."""
        self.captures = False
        self.change(self.here, ())

    def do_back(self) -> None:
        """Leave the key as it is, or the page."""
        if self.captures:
            self.captures = False
        else:
            super().do_back()

    def do_row(self, number: str) -> None:
        """Choose a line that was clicked; headings are none."""
        self.captures = False
        if isinstance(self._lines[int(number)], OptionRow):
            super().do_row(number)

    # -- Key bindings

    def on_key(self, event: events.Key) -> None:
        """Take a key for an action where one is asked for."""
        if not self.captures:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        stroke = stroke_of(event)
        action = action_of(self.capturing, stroke) if stroke else "back"
        self.captures, self.note = False, ""
        if action == "no-key":
            self.do_no_key()
        elif action is None and stroke:
            self._bind(stroke)
        self.redraw()

    def _bind(self, stroke: str) -> None:
        """Add a key to the action, or remove one that it has; a conflict is shown, and nothing changes."""
        row, key_map = self.here, self.sapper.options.keys
        assert isinstance(row.option, Keys)
        keys = key_map.keys(row.name)
        if stroke in TERMINAL_KEYS:
            self.note = message("options.key-of-terminal", key=shown(stroke))
            return
        owner = key_map.owner(stroke)
        if owner not in (None, row.name):
            self.note = message("options.key-taken", key=shown(stroke), action=wording().action(str(owner)).name)
            return
        if key_map.counts_with(stroke):
            self.note = message("options.key-counts")
            return
        changed = tuple(key for key in keys if key != stroke) if stroke in keys else (*keys, stroke)
        before = self.sapper.settings
        self.change(row, changed)
        if self.sapper.settings is not before:
            keys_text = row.spelled(changed)
            self.note = self.note or message("options.keys", action=row.words.title, keys=keys_text)
