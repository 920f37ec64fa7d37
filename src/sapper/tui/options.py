"""The settings in use: the one place that changes them, saves them, and says that they have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..controls.settings_file import save
from ..display.wording import message, wording
from ..errors import SapperError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ..controls.settings import Controls, Settings


class Options:
    """Holds the settings; everything reads them here. `on_change` gets the section and the name of a change."""

    def __init__(self, settings: Settings, file: Path | None, on_change: Callable[[str, str], None]) -> None:
        self.file = file
        self._on_change = on_change
        self._failure = ""
        self._take(settings)

    def _take(self, settings: Settings) -> None:
        self.settings = settings
        # Each of these is parsed from the settings; painting reads them many times between two changes.
        self.keys, self.display, self.game = settings.keys, settings.display, settings.game
        self.together = settings.together

    def controls(self, ruleset: str) -> Controls:
        """Return the mouse and key controls for a ruleset."""
        return self.settings.controls(ruleset)

    def set_option(self, section: str, name: str, value: object) -> None:
        """Change an option, None for its default; raise `SettingsError` if the value is not allowed."""
        self._change(self.settings.change(section, **{name.replace("-", "_"): value}), section, name)

    def choose_rules(self, **choices: object) -> None:
        """Change single rules of the next game."""
        self._change(self.settings.choose_rules(**choices), "game", "rules")

    def choose_ruleset(self, ruleset: str) -> None:
        """Change the ruleset; its own choices replace single rules that were chosen before, but not practice."""
        chosen = self.settings.change("game", ruleset=ruleset, rules=None)
        self._change(chosen.choose_rules(practice=self.settings.rules.practice), "game", "ruleset")

    def _change(self, settings: Settings, section: str, name: str) -> None:
        self._take(settings)
        self._save()
        self._on_change(section, name)

    def _save(self) -> None:
        self._failure = ""
        if self.file is None:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            save(self.file, self.settings)
        except (SapperError, OSError) as error:
            self._failure = message("store.settings-not-saved", reason=wording().error(error))

    def take_failure(self) -> str:
        """Return why the last change was not saved, once; an empty text if it was."""
        failure, self._failure = self._failure, ""
        return failure
