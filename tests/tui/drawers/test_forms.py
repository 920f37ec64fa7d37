"""The forms: a custom size, single rules, a seed or a shared line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.events import Paste
from tui.pilot import STILL, Player, play

from sapper import Rules, Seed
from sapper.controls.settings_file import load
from sapper.errors import SapperError
from sapper.replay import sharing
from sapper.rules import CHOICES
from sapper.tui.drawers.rules_form import rows

if TYPE_CHECKING:
    from pathlib import Path


def words(player: Player) -> str:
    return " ".join(player.screen.drawer.text.split())


@pytest.mark.parametrize(
    ("typed", "place", "says"),
    [
        (["0", "enter"], 0, "Width must be 1 or more."),
        (["3", "0", "tab", "2", "0", "tab", *"700", "enter"], 2, "Mines must be 0 to 599."),
        (["0", "tab", "2", "0", "tab", "5", "enter"], 0, "Width must be 1 or more."),
        (["3", "0", "tab", "0", "tab", "5", "enter"], 1, "Height must be 1 or more."),
        ([*"9999999", "tab", *"9999999", "tab", "5", "enter"], 1, "at most 2147483648 squares"),
    ],
)
def test_an_error_names_the_field_and_goes_to_it(typed: list[str], place: int, says: str) -> None:
    async def script(player: Player) -> None:
        await player.press("alt+c", *typed)
        form = player.screen.drawer
        assert form.at == place
        assert says in words(player)

    play(script)


def test_what_was_typed_stays_and_can_be_corrected() -> None:
    async def script(player: Player) -> None:
        await player.press("alt+c", *"30", "tab", *"20", "tab", *"700", "enter")
        assert player.screen.drawer.values == ["30", "20", "700"]
        await player.press(*"145", "enter")
        assert str(player.session.game.rules.level) == "30x20/145"

    play(script)


@pytest.mark.parametrize(("mines", "level"), [("20%", "20x10/40"), ("0%", "20x10/0"), ("99%", "20x10/198")])
def test_mines_in_per_cent(mines: str, level: str) -> None:
    async def script(player: Player) -> None:
        await player.press("alt+c", *"20", "tab", *"10", "tab", *mines, "enter")
        assert str(player.session.game.rules.level) == level

    play(script)


def test_the_last_size_is_offered_again(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"

    async def script(player: Player) -> None:
        await player.press("alt+c", *"20", "tab", *"10", "tab", *"30", "enter")
        await player.press("alt+b", "alt+c")
        assert player.screen.drawer.values == ["20", "10", "30"]

    play(script, settings_file=file)
    assert load(file)[0].game.custom == "20x10/30"


def test_a_last_size_that_the_ruleset_does_not_allow_is_not_offered() -> None:
    async def script(player: Player) -> None:
        await player.press("alt+c")
        assert player.screen.drawer.values == ["16", "16", "40"]

    play(script, "amiga 16x16/40", settings=STILL.change("game", custom="40x40/200"))


def test_every_rule_but_the_layout_is_in_the_form() -> None:
    assert {row.name for row in rows()} == set(CHOICES) - {"layout"}


@pytest.mark.parametrize("size", [(80, 24), (40, 15), (120, 40)])
def test_single_rules_are_changed_by_arrows_and_remembered(size: tuple[int, int], tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"

    async def script(player: Player) -> None:
        await player.press("f10", "f")
        assert "First click" in words(player)
        await player.press("left", "down", "right", "right", "down", "down", "space", "down", "space")
        rules = "modern 8x8/10 v1 first=cell lives=3 assists=auto-flag,auto-open"
        assert str(player.session.game.rules) == rules
        assert "Open around complete numbers: On." in words(player)
        await player.press("up", "delete", "up", "up", "delete")
        assert str(player.session.game.rules) == "modern 8x8/10 v1 first=cell"
        await player.press("escape")
        assert player.screen.drawer is None

    play(script, settings_file=file, size=size)
    assert str(load(file)[0].named_rules) == "modern 8x8/10 v1 first=cell"


def test_a_rule_that_does_not_fit_is_refused_in_words() -> None:
    async def script(player: Player) -> None:
        await player.press("f10", "f")
        while player.screen.drawer.here.name != "completion":
            await player.press("down")
        await player.press("right")
        assert "needs flags" in words(player)
        assert player.session.rules.completion == "clear"

    play(script, "click 8x8/10")


def test_a_click_chooses_a_rule_and_the_next_changes_it() -> None:
    async def script(player: Player) -> None:
        await player.press("f10", "f")
        form = player.screen.drawer
        y = next(y for y, row in enumerate(form.text.splitlines()) if "Lives" in row)
        await player.pilot.click(form, offset=(4, y))
        assert form.here.name == "lives"
        assert player.session.rules.lives == 1
        await player.pilot.click(form, offset=(4, y))
        assert player.session.rules.lives == 2

    play(script)


def test_a_seed_is_a_known_board_and_that_is_said() -> None:
    async def script(player: Player) -> None:
        await player.press("f10", "d", *"a rainy day")
        assert "Random · Modern" in words(player)
        assert "no place among the best times" in words(player)
        await player.press("enter")
        assert player.screen.drawer is None
        assert player.session.seed
        assert player.session.seed.text == "5MA2XJCGQ7ADCPSCGA69S0WTZX"
        assert player.session.known_board
        assert "known board" in player.text()
        assert "A board that you may know has no place among the best times." in " ".join(
            player.screen.side.text.split()
        )

    play(script)


def test_a_shared_line_that_is_pasted_opens_its_first_square() -> None:
    line = "sapper play --ruleset amiga --level 9x9/10 --rule lives=2 --seed rain --first C2"

    async def script(player: Player) -> None:
        await player.press("f10", "d")
        player.app.screen.post_message(Paste(f"  {line}\n"))
        await player.pilot.pause()
        assert "C2 is opened first." in words(player)
        await player.press("enter")
        assert str(player.session.game.rules) == "amiga 9x9/10 v1 lives=2"
        assert player.session.game.first == (1, 2)
        assert sharing.command(player.session.game, seed) == line.replace("rain", seed.text)
        assert str(player.session.rules) == "modern 8x8/10 v1"  # the next game is one's own again

    seed = Seed.of("rain")
    play(script)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sapper play --level 9x9/10", "names the seed"),
        ("sapper play --seed rain --speed 3", "has no --speed"),
        ("sapper play --seed rain --level huge", "is not a level"),
        ("sapper play --seed rain --first Z99", "off the"),
        ("sapper play --seed rain --first ?", "not a"),
        ("sapper play --seed rain --rule lives=none", "lives"),
        ("sapper play --seed", "takes a value"),
        ('sapper play --seed "rain', "quote is not closed"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_in_words(text: str, says: str) -> None:
    with pytest.raises(SapperError, match=says):
        sharing.read(text, Rules())

    async def script(player: Player) -> None:
        await player.press("f10", "d")
        player.screen.drawer.paste(text)
        await player.press("enter")
        assert says in words(player)
        assert not player.session.known_board

    play(script)


def test_lines_with_parts_of_the_rules_fill_in_the_usual_ones() -> None:
    usual = Rules("expert", ruleset="amiga")
    assert str(sharing.read("--seed=rain --level beginner", usual).rules) == "amiga 8x8/10 v1"
    assert str(sharing.read("--seed rain --no-guess pairs", usual).rules) == "amiga 32x16/99 v1 layout=no-guess-pairs"
    assert str(sharing.read("--seed rain --no-guess", usual).rules) == "amiga 32x16/99 v1 layout=no-guess"
