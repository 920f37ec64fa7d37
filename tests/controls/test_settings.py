"""One settings schema: what is read is checked, what is written reads back."""

from __future__ import annotations

import os
import pathlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.controls.keys import ACTIONS, KeyMap
from sapper.controls.settings import (
    SCHEMA,
    Choice,
    Controls,
    Hand,
    Keys,
    Number,
    RightDrag,
    Settings,
    SettingsError,
    Switch,
    ThemeChoice,
    TouchScheme,
    When,
    controls_for,
)
from sapper.controls.settings_file import load, save
from sapper.display.wording import wording
from sapper.rules import RULESETS, LayoutKind


def complaint(text: str) -> str:
    with pytest.raises(SettingsError) as caught:
        Settings.parse(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_defaults() -> None:
    settings = Settings()
    controls = settings.controls()
    assert (controls.reveal, controls.flag) == (When.RELEASE, When.PRESS)
    assert (controls.touch, controls.hold_ms, controls.hand) == (TouchScheme.TAP_OPENS, 180, Hand.RIGHT)
    assert all(getattr(controls, name) for name in Controls.field_names() if name.startswith("chord"))
    assert settings.display.theme is ThemeChoice.SYSTEM
    assert str(settings.rules) == "modern 8x8/10 v1 layout=no-guess"
    assert settings.keys == KeyMap()
    assert str(settings) == ""
    assert Settings.parse("") == settings


def test_boards_of_modern_rules_need_no_guess_and_those_of_the_old_games_are_random() -> None:
    for ruleset in RULESETS:
        settings = Settings().change("game", ruleset=ruleset)
        expected = LayoutKind.NO_GUESS if ruleset == "modern" else LayoutKind.RANDOM
        assert settings.rules.layout is expected
        assert settings.named_rules.layout is LayoutKind.RANDOM
        chosen = settings.change("game", no_guess="pairs")
        assert chosen.rules.layout is chosen.named_rules.layout is LayoutKind.NO_GUESS_PAIRS
    random = Settings().choose_rules(layout=LayoutKind.RANDOM)
    assert random.rules.layout is LayoutKind.RANDOM
    assert Settings.parse(str(random)) == random


def test_s2_3_official_does_nothing_on_a_number() -> None:
    official = controls_for("official")
    assert not official.chord_left_on_number
    assert official.chord_both_buttons
    assert official.chord_double_click  # S2.7


def test_s4_14_amiga_marks_on_release_and_the_origin_decides() -> None:
    amiga = controls_for("amiga")
    assert (amiga.flag, amiga.right_drag) == (When.RELEASE, RightDrag.ORIGIN)
    assert [name for name in Controls.field_names() if name.startswith("chord") and getattr(amiga, name)] == [
        "chord_right_on_number"
    ]


def test_own_choices_override_those_of_the_ruleset() -> None:
    settings = Settings.parse('[game]\nruleset = "amiga"\n[controls]\nflag = "press"')
    assert settings.controls().flag is When.PRESS
    assert settings.controls().right_drag is RightDrag.ORIGIN
    assert settings.controls("modern").right_drag is RightDrag.POSITION


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_has_controls(ruleset: str) -> None:
    assert isinstance(controls_for(ruleset), Controls)


def test_the_rules_of_a_new_game() -> None:
    settings = Settings.parse('[game]\nruleset = "amiga"\nlevel = "expert"\nrules = "completion=both"')
    assert str(settings.rules) == "amiga 32x16/99 v1 completion=both"
    assert settings.change("game", no_guess="pairs").rules.layout is LayoutKind.NO_GUESS_PAIRS


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[controls]\nreveal = ", "line 2: not TOML: invalid value"),
        ("[controls]\n\nreveal", "line 3: not TOML: expected '=' after a key in a key/value pair"),
        ("[controls]\nhold-ms = 180\nhold-ms = 90", "line 3: not TOML: cannot overwrite a value"),
        ("[colours]", "line 1: colours: there is no such section, choose controls, keys, display, game"),
        ("# mine\n\nlevel = 3", "line 3: level: there is no such section, choose controls, keys, display, game"),
        ("controls = 3", "line 1: controls is a section: write [controls] and its settings below"),
        ("[[display]]", "line 1: display is a section: write [display] and its settings below"),
        (
            '[display]\n# dark at night\ntheme = "dark"\n\ncolor = "red"',
            "line 5: display.color: there is no such setting, choose language, theme, animation",
        ),
        ('[controls]\nreveal = "up"', 'line 2: controls.reveal is "press" or "release", not "up"'),
        ("[controls]\nreveal = 3", 'line 2: controls.reveal is "press" or "release", not 3'),
        ("[controls]\nchord-middle = 1", "line 2: controls.chord-middle is true or false, not 1"),
        ("[controls]\nhold-ms = 79", "line 2: controls.hold-ms is a whole number from 80 to 600, not 79"),
        ("[controls]\nhold-ms = 601", "line 2: controls.hold-ms is a whole number from 80 to 600, not 601"),
        ("[controls]\nhold-ms = true", "line 2: controls.hold-ms is a whole number from 80 to 600, not true"),
        (
            "[game]\nconfirm-new-after = true",
            "line 2: game.confirm-new-after is a whole number from 0 to 86400, not true",
        ),
        ("[controls]\nhold-ms = 1.5", "line 2: controls.hold-ms is a whole number from 80 to 600, not 1.5"),
        ("controls.hold-ms = 1", "line 1: controls.hold-ms is a whole number from 80 to 600, not 1"),
        ("controls = { hold-ms = 1 }", "line 1: controls.hold-ms is a whole number from 80 to 600, not 1"),
        ('[game]\nlevel = "huge"', "line 2: game.level: 'huge' is not a level: write WIDTHxHEIGHT/MINES"),
        (
            '[game]\nruleset = "amiga"\nlevel = "40x40/9"',
            "line 3: game.level: this ruleset allows boards up to 32x32 with 1023 mines, not 40x40/9",
        ),
        ('[game]\nruleset = "chess"', "line 2: game.ruleset is one of modern, official, amiga, terminal, click"),
        ('[game]\nrules = "expert"', "line 2: game.rules: 'expert' is not a choice: write NAME=VALUE"),
        ('[game]\nrules = "first=maybe"', "line 2: game.rules: "),
        ('[keys]\nprofile = "emacs"', 'line 2: keys.profile is "default" or "vim", not "emacs"'),
        ("[keys]\nhint = 3", 'line 2: keys.hint is a key such as "f" or a list such as ["f", "ctrl+z"], not 3'),
        ('[keys]\nhint = "hyper+q"', "line 2: keys.hint: 'hyper+q' is not a key"),
        ('[keys]\nhint = ["o",\n  "m"]', "line 2: keys.hint: m cannot be the key for hint: m is the key for mark"),
        ('[keys]\nfly = "q"', "line 2: keys.fly: there is no such setting, choose profile, left,"),
        (
            '[keys]\nprofile = "vim"\nhint = "g"',
            "line 3: keys.hint: g cannot be the key for hint: g g is the key for top",
        ),
        (
            '[keys]\nprofile = "vim"\nhint = "4"',
            "line 3: keys.hint: 4 cannot be the key for hint: the vim profile counts",
        ),
        ('["a\\nb"]', "line 1: 'a\\nb': there is no such section"),
        ('[controls]\nreveal = "a\\nb"', 'line 2: controls.reveal is "press" or "release", not \'a\\nb\''),
        ("a = " + "[" * 5000, "line 1: not TOML: "),
        ("#" * 70_000, "line 1: settings have at most 65536 bytes"),
    ],
)
def test_a_bad_file_is_reported_in_one_clear_line(text: str, line: str) -> None:
    assert complaint(text).startswith(line)


def test_a_key_may_move_from_one_action_to_another() -> None:
    keys = Settings.parse('[keys]\nhint = "m"\nmark = ["f", "Shift+Space"]').keys
    assert (keys.action("m"), keys.keys("mark")) == ("hint", ("f", "shift+space"))


def test_loading_a_missing_file_returns_the_defaults(tmp_path: pathlib.Path) -> None:
    assert load(tmp_path / "settings.toml") == (Settings(), None)


def test_loading_a_bad_file_returns_the_defaults_and_leaves_it(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('[display]\ntheme = "pink"\n')
    settings, why = load(path)
    assert settings == Settings()
    assert why is not None
    assert str(why).startswith(f'{path}: line 2: display.theme is "system", "classic", ')
    assert str(why).endswith("the defaults are used")
    with pytest.raises(SettingsError, match="correct or remove the file"):
        save(path, Settings())
    assert path.read_text() == '[display]\ntheme = "pink"\n'


@pytest.mark.parametrize(
    ("content", "why"), [(b"# ok\n\xff", "line 2: not UTF-8"), (b"#" * 70_000, "at most 65536 bytes")]
)
def test_loading_what_is_not_text_or_too_long_is_reported(tmp_path: pathlib.Path, content: bytes, why: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    settings, line = load(path)
    assert settings == Settings()
    assert line is not None
    assert why in str(line)


def test_what_is_wrong_is_said_in_every_language(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "settings.toml"
    for content, german in (
        ("[controls]\nhold-ms = 20", "Zeile 2: controls.hold-ms ist eine ganze Zahl von 80 bis 600, nicht 20"),
        ('[game]\nlevel = "huge"', "Zeile 2: game.level: 'huge' ist kein Level"),
        ('[keys]\nhint = ["o", "m"]', "Zeile 2: keys.hint: m kann nicht die Taste für hint sein"),
    ):
        path.write_text(content)
        _, why = load(path)
        assert why is not None
        assert wording("de").phrase(why).startswith(f"{path}: {german}")
    _, why = load(tmp_path)
    assert why is not None
    assert wording("de").phrase(why) == f"{tmp_path}: Das ist ein Ordner; die Standardwerte gelten"


def test_a_folder_in_place_of_the_file_is_reported(tmp_path: pathlib.Path) -> None:
    settings, why = load(tmp_path)
    assert settings == Settings()
    assert why is not None
    assert "the defaults are used" in str(why)


def test_saving_writes_what_loading_reads_and_leaves_nothing_else(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "settings.toml"
    settings = Settings().change("controls", hold_ms=250, reveal="press")
    settings = settings.change("keys", hint=["'", '"', "\\"], find_previous=[])
    save(path, settings)
    assert load(path) == (settings, None)
    save(path, settings.change("controls", hold_ms=None))
    assert load(path)[0].controls().hold_ms == 180
    assert os.listdir(tmp_path) == ["settings.toml"]


def test_a_save_that_fails_keeps_the_file_as_it_was(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.toml"
    save(path, Settings().change("display", flash=False))
    before = path.read_bytes()

    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space left"):
        save(path, Settings())
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["settings.toml"]


def test_saving_through_a_link_keeps_the_link(tmp_path: pathlib.Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "settings.toml"
    save(real, Settings())
    link.symlink_to(real)
    save(link, Settings().change("display", flash=False))
    assert link.is_symlink()
    assert not load(real)[0].display.flash


def test_changing_to_what_is_not_allowed_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"^controls\.hold-ms is a whole number from 80 to 600, not 20$"):
        Settings().change("controls", hold_ms=20)
    with pytest.raises(SettingsError, match="no such setting"):
        Settings().change("controls", speed=None)
    with pytest.raises(SettingsError, match="no such setting"):
        Controls(speed=3)


@st.composite
def settings_made(draw: st.DrawFn) -> Settings:
    chosen: list[tuple[str, str, object]] = []
    for section, options in SCHEMA.items():
        for name, option in options.items():
            if isinstance(option, Keys) or not draw(st.booleans()):
                continue
            if isinstance(option, Choice):
                chosen.append((section, name, draw(st.sampled_from(type(option.default)))))
            elif isinstance(option, Switch):
                chosen.append((section, name, draw(st.booleans())))
            elif isinstance(option, Number):
                chosen.append((section, name, draw(st.integers(option.least, option.most))))
            else:
                chosen.append((section, name, option.default))
    return Settings(chosen)


@given(settings_made())
def test_settings_read_back_what_they_write(settings: Settings) -> None:
    assert Settings.parse(str(settings)) == settings
    assert eval(repr(settings)) == settings
    assert Settings(reversed(settings.chosen)) == settings


@given(st.text(alphabet="[]{}=\"'#.,\n abc_controlskeydgm-0123456789\\", max_size=80) | st.text(max_size=80))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    why = "line "
    try:
        settings = Settings.parse(text)
    except SettingsError as error:
        why = str(error)
    else:
        assert Settings.parse(str(settings)) == settings
    assert str(why).startswith("line ")
    assert "\n" not in why


def test_the_example_in_the_documentation_is_a_settings_file_with_every_setting() -> None:
    page = (pathlib.Path(__file__).parents[2] / "docs" / "controls.md").read_text("utf-8")
    settings = Settings.parse(page.partition("```toml\n")[2].partition("```")[0])
    for section in ("controls", "display", "game", "sound", "together"):
        assert settings.given(section) == {name: option.default for name, option in SCHEMA[section].items()}
    table = page.partition("## Keys")[2].partition("##")[0]
    assert [action for action in ACTIONS if f"`{action}`" not in table] == []
