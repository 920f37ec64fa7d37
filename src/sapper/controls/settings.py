"""The settings of a player: what was chosen, and the defaults for the rest."""

from __future__ import annotations

from ..errors import as_value
from ..phrase import Phrase
from ..rules import RULESETS, Grade, LayoutKind, Level, Rules, RulesError
from ..value import Value
from .choices import (
    AfterGame,
    CellSize,
    Hand,
    Help,
    NoGuess,
    NumberStyle,
    ReducedMotion,
    RightDrag,
    Rulers,
    ThemeChoice,
    TouchScheme,
    When,
)
from .keys import KeyMap, KeysError, Profile
from .options import Choice, Keys, Number, Switch, Text
from .schema import (
    RULESET_CONTROLS,
    RULESET_NO_GUESS,
    SCHEMA,
    Controls,
    Display,
    NextGame,
    SettingError,
    Together,
    controls_for,
    find_option,
    read_value,
)
from .settings_text import SettingsError, line_of, read_tables, toml_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any


__all__ = [
    "RULESET_CONTROLS",
    "SCHEMA",
    "AfterGame",
    "CellSize",
    "Choice",
    "Controls",
    "Display",
    "Hand",
    "Help",
    "Keys",
    "NextGame",
    "NoGuess",
    "Number",
    "NumberStyle",
    "ReducedMotion",
    "RightDrag",
    "Rulers",
    "Settings",
    "SettingsError",
    "Switch",
    "Text",
    "ThemeChoice",
    "TouchScheme",
    "When",
    "controls_for",
]


class Settings(Value):
    r"""The choices that the player made; what was not chosen is the ruleset's or the default.

    >>> settings = Settings.parse('[controls]\nhold-ms = 250')
    >>> settings.controls().hold_ms, settings.display.theme
    (250, <ThemeChoice.SYSTEM: 'system'>)
    >>> print(settings.change("game", level="expert"))
    [controls]
    hold-ms = 250
    <BLANKLINE>
    [game]
    level = "expert"
    """

    chosen: tuple[tuple[str, str, Any], ...]  # section, name, value

    def __init__(self, chosen: Iterable[tuple[str, str, object]] = ()) -> None:
        values = {(section, name): read_value(section, name, value) for section, name, value in chosen}
        order = ((section, name) for section, options in SCHEMA.items() for name in options)
        self._set(chosen=tuple((*key, values[key]) for key in order if key in values))
        try:
            _ = self.keys
        except KeysError as error:
            raise SettingError("keys", error.action, as_value(error)) from None
        self._check_rules()

    def _check_rules(self) -> None:
        game = self.game
        bundle = RULESETS.get(game.ruleset)
        if bundle is None:
            why = Phrase("setting.must-be", allowed=SCHEMA["game"]["ruleset"].allowed, value=f'"{game.ruleset}"')
            raise SettingError("game", "ruleset", why)
        try:
            bundle.level(game.level)
        except RulesError as error:
            name = "level" if "level" in self.given("game") else "ruleset"
            raise SettingError("game", name, as_value(error)) from None
        try:
            if game.custom:
                Level.parse(game.custom)
        except RulesError as error:
            raise SettingError("game", "custom", as_value(error)) from None
        try:
            _ = self.rules
        except RulesError as error:
            raise SettingError("game", "rules", as_value(error)) from None

    @classmethod
    def parse(cls, text: str) -> Settings:
        """Read TOML, or raise `SettingsError` with one line that says where it is wrong and what is allowed."""
        tables = read_tables(text)
        try:
            return cls(_flatten(tables))
        except SettingError as error:
            line = line_of(text, error.section, error.name)
            raise SettingsError(Phrase("file.line", line=line, reason=as_value(error))) from None

    def given(self, section: str) -> dict[str, Any]:
        """Return the player's choices in a section."""
        return {name: value for place, name, value in self.chosen if place == section}

    def controls(self, ruleset: str | None = None) -> Controls:
        """Return the controls for a ruleset, by default the one of the next game."""
        return controls_for(self.game.ruleset if ruleset is None else ruleset, self.given("controls"))

    @property
    def keys(self) -> KeyMap:
        """The key map."""
        own = self.given("keys")
        return KeyMap(own.pop("profile", Profile.DEFAULT), own)

    @property
    def display(self) -> Display:
        """The look of the game."""
        return Display(**self.given("display"))

    @property
    def game(self) -> NextGame:
        """The next game; whether its board may need a guess depends on the ruleset, unless the player chose it."""
        given = self.given("game")
        ruleset = given.get("ruleset", SCHEMA["game"]["ruleset"].default)
        return NextGame(**{"no-guess": RULESET_NO_GUESS.get(ruleset, NoGuess.OFF)} | given)

    @property
    def together(self) -> Together:
        """How a player is called to a round, and what of the others is shown."""
        return Together(**self.given("together"))

    @property
    def rules(self) -> Rules:
        """The rules of a new game."""
        game = self.game
        level = RULESETS[game.ruleset].level(game.level)
        for word in game.rules.split():
            if "=" not in word:
                raise RulesError(Phrase("setting.not-a-choice", given=repr(word)))
        rules = Rules.parse(f"{game.ruleset} {level} {game.rules}")
        if game.no_guess is NoGuess.OFF:
            return rules
        return rules.replace(layout=LayoutKind.of(Grade(game.no_guess)))

    @property
    def named_rules(self) -> Rules:
        """The rules that a game named on a command line starts from: a seed names the same board for every player."""
        return self.rules if "no-guess" in self.given("game") else self.rules.replace(layout=LayoutKind.RANDOM)

    def change(self, section: str, **values: object) -> Settings:
        """Return the settings with some values changed; None goes back to the default."""
        chosen = {(place, name): value for place, name, value in self.chosen}
        for spelled, value in values.items():
            name = spelled.replace("_", "-")
            if value is None:
                find_option(section, name)
                chosen.pop((section, name), None)
            else:
                chosen[section, name] = value
        return Settings((*key, value) for key, value in chosen.items())

    def choose_rules(self, **choices: object) -> Settings:
        r"""Return the settings with single rules changed; a choice that the ruleset makes anyway is left out.

        >>> print(Settings.parse('[game]\nruleset = "amiga"\nrules = "lives=2"').choose_rules(questions=False))
        [game]
        ruleset = "amiga"
        rules = "questions=off lives=2"
        """
        rules = self.rules.replace(**choices)
        words = [word for word in str(rules).split() if "=" in word and not word.startswith("layout=")]
        layout = {"no_guess": rules.layout.grade or NoGuess.OFF} if "layout" in choices else {}
        return self.change("game", rules=" ".join(words) or None, **layout)

    def __str__(self) -> str:
        tables = []
        for section in SCHEMA:
            values = self.given(section)
            if values:
                tables.append("\n".join([f"[{section}]", *(f"{name} = {toml_value(values[name])}" for name in values)]))
        return "\n\n".join(tables)

    def __repr__(self) -> str:
        return f"Settings.parse({str(self)!r})"


def _flatten(tables: Mapping[str, Any]) -> list[tuple[str, str, object]]:
    chosen: list[tuple[str, str, object]] = []
    for section, values in tables.items():
        if section not in SCHEMA:
            find_option(section, "")
        if not isinstance(values, dict):
            raise SettingError(section, "", Phrase("setting.section"))
        chosen.extend((section, name, value) for name, value in values.items())
    return chosen
