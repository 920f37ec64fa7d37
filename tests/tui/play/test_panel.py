"""What the panel says of the rules, the keys and the grade of a board, and what only beginners see."""

from __future__ import annotations

import pytest
from tui.pilot import Player, play
from tui.saved_games import a_store, save_summary

from sapper.display.wording import message
from sapper.tui.play import keys

LARGE = (120, 40)


@pytest.mark.parametrize(
    ("rules", "has_flag", "has_chord"),
    [("modern 8x8/10", True, True), ("terminal 8x8/10", True, False), ("click 8x8/10", False, False)],
)
def test_s1_6_only_keys_that_the_rules_have_are_listed(rules: str, has_flag: bool, has_chord: bool) -> None:
    async def script(player: Player) -> None:
        listed = player.screen.side.text.partition("Keys ")[2]
        assert "odds" in listed
        assert ("flag" in listed) is has_flag
        assert ("chord" in listed) is has_chord

    play(script, rules, size=LARGE)


@pytest.mark.parametrize(
    ("layout", "grade"), [("no-guess-pairs", "2 Pairs"), ("no-guess-chains", "3 Chains"), ("no-guess", "5 Full")]
)
def test_the_grade_of_a_board_is_shown_with_its_number_and_name(layout: str, grade: str) -> None:
    async def script(player: Player) -> None:
        assert f"No-guess {grade}" in player.screen.title_bar.text
        assert f"No-guess grade {grade}" in " ".join(player.screen.side.text.split())
        await player.go((4, 4))
        await player.press("space")
        await player.until(lambda: player.session.game.seq == 1)
        assert f"No-guess grade {grade}" in " ".join(player.screen.side.text.split())

    async def without_panel(player: Player) -> None:
        assert f"No-guess {grade} · Modern" in player.screen.title_bar.text

    play(script, f"modern 8x8/10 layout={layout}", size=LARGE)
    play(without_panel, f"modern 30x16/99 layout={layout}")


@pytest.mark.parametrize(("games", "is_shown"), [(0, True), (2, True), (3, False)])
def test_the_first_advice_goes_away_after_some_games(games: int, is_shown: bool) -> None:
    async def script(player: Player) -> None:
        assert ("First time?" in player.text()) is is_shown

    store = a_store()
    for number in range(games):
        save_summary(store, number + 1)
    play(script, store=store)


def test_the_next_grade_is_offered_only_where_there_is_one() -> None:
    async def script(player: Player) -> None:
        offered = keys.current(player.screen.state, is_searching=False, has_failed=True)
        assert [key.action for key in offered] == ["keep-looking", "random"]

    async def lower(player: Player) -> None:
        offered = keys.current(player.screen.state, is_searching=False, has_failed=True)
        assert [key.action for key in offered] == ["keep-looking", "next-grade", "random"]

    play(script, "modern 8x8/10 layout=no-guess")
    play(lower, "modern 8x8/10 layout=no-guess-pairs")


def test_quit_is_in_the_footer() -> None:
    async def script(player: Player) -> None:
        assert "Q  quit" in player.screen.footer.text
        await player.press("space")
        assert ("Q  quit" in player.screen.footer.text) is (player.app.size.width > 80)

    play(script)
    play(script, size=LARGE)


def test_plain_letters_choose_a_level_before_the_first_move_only() -> None:
    async def script(player: Player) -> None:
        for key, size in [("e", "30x16/99"), ("i", "16x16/40"), ("b", "8x8/10")]:
            await player.press(key)
            assert str(player.session.game.rules.level) == size
        assert " B  " in player.screen.side.text
        await player.press("space", "e", "i")
        assert str(player.session.game.rules.level) == "8x8/10"
        assert not player.session.game.status.is_over
        await player.press("n", "enter", "c")
        assert player.screen.drawer

    play(script, "modern beginner")


@pytest.mark.parametrize("note", ["", "A note that takes some lines of the panel and leaves little room. " * 3])
@pytest.mark.parametrize("size", [(80, 24), (60, 20), (80, 18)])
def test_stuck_is_written_whole_or_not_at_all(size: tuple[int, int], note: str) -> None:
    async def script(player: Player) -> None:
        player.screen.say(note)
        text = player.screen.side.text.splitlines()[: player.screen.side.size.height]
        has_heading = any(line.startswith("Stuck?") for line in text)
        words = message("game.stuck-key", key="H").split()
        assert has_heading == (words[-1] in " ".join(text).split())

    play(script, "modern 8x8/10", size=size)


def test_the_seal_is_in_the_title_before_the_first_click_and_whole_in_the_palette() -> None:
    async def script(player: Player) -> None:
        digest = player.session.seal
        assert f"sealed {digest[:4].upper()}" in player.text().splitlines()[0]
        await player.press(":", *"seal", "enter")
        shown = player.text()
        assert digest[:40] in shown
        assert digest[-20:] in shown
        await player.press("escape")
        await player.press("space")
        assert "sealed" not in player.text().splitlines()[0]

    play(script, size=(140, 40))
