"""Every screen in every language, and in one that is 40 % longer: nothing is cut, and a language changes at once."""

from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import pseudo
import pytest
from rich.cells import cell_len, set_cell_size
from tui.pilot import STILL, Player, play
from tui.replay.test_round import played
from tui.replay.test_screen import recorded
from tui.saved_games import NOW, a_store, save_history
from tui.scenes import after, in_utc, keys, lose, win

from sapper.display.languages import languages, read_catalogue
from sapper.display.wording import use_language, wording
from sapper.learn import shipped
from sapper.rules import LEVELS
from sapper.tui.drawing import lines
from sapper.tui.drawing.lines import LinesWidget
from sapper.tui.pages import help as help_page
from sapper.tui.pages.settings import SettingsPage
from sapper.tui.replay.report import ReportPage
from sapper.tui.replay.round_screen import RoundViewer
from sapper.tui.replay.screen import ReplayViewer
from sapper.tui.screens import SCREENS, open_screen
from sapper.tui.together.lobby import LobbyPage

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

PLAYER = re.compile("[A-Z][a-z]+, ")  # a remark begins with the name of a player, which has any length
# The one line of a section of the settings: `sapper language check` knows how much room it has.
DESCRIPTIONS = {entry["description"] for entry in pseudo.wording().entries["sections"].values()}
SIZES = ((80, 24), (100, 30), (120, 40))
SMALL_SIZES = ((40, 15), (60, 20))


class Views(NamedTuple):
    """A game, and the lists and pages that are opened over it, each by its keys and closed with Esc."""

    lead: Callable[[Player], Awaitable[None]]
    opened: tuple[tuple[str, ...], ...] = ()
    rules: str = "modern 16x16/40"


VIEWS = {
    "first run": Views(keys(), (("f10",), ("?",), (":",), ("l",)), "modern 8x8/10"),
    "play": Views(
        after(24),
        (("f10",), ("t",), ("s",), ("f10", "y"), ("f10", "w"), ("?",), ("h",), ("h", "h"), ("h", "h", "h"), ("o",)),
    ),
    "expert": Views(after(60), (), "modern 30x16/99 layout=no-guess"),
    "paused": Views(after(24, "p")),
    "won": Views(win, (), "modern 8x8/10 layout=no-guess"),
    "lost": Views(lose),
}


class Cuts(NamedTuple):
    """Texts that needed more cells than there were."""

    found: dict[str, str]

    def note(self, where: str, text: str, room: int) -> None:
        if cell_len(text.rstrip()) > room >= 0:
            self.found.setdefault(text.strip(), f"{where}: {cell_len(text.rstrip())} cells in {room}")


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cuts]:
    """Note every text that is cut: with a sign, without one, or at the edge of its widget."""
    cuts = Cuts({})
    usual_cut, usual_show = lines.cut, LinesWidget.show

    def cut(parts: Any, width: int, glyphs: Any) -> Any:
        cuts.note("cut", "".join(text for text, _ in parts), width)
        return usual_cut(parts, width, glyphs)

    def set_size(text: str, width: int) -> str:
        cuts.note("column", text, width)
        return set_cell_size(text, width)

    def show(self: LinesWidget, shown: Any) -> None:
        shown = list(shown)
        for line in shown if self.display and self.size.width else ():
            room = self.styles.width.value if self.styles.width else 0
            cuts.note(f"#{self.id}", "".join(text for text, _ in line.parts), int(room))
        usual_show(self, shown)

    with monkeypatch.context() as patch:
        for name, module in list(sys.modules.items()):
            if name.startswith("sapper.tui") and getattr(module, "cut", None) is usual_cut:
                patch.setattr(module, "cut", cut)
            if name.startswith("sapper.tui") and getattr(module, "set_cell_size", None) is set_cell_size:
                patch.setattr(module, "set_cell_size", set_size)
        patch.setattr(LinesWidget, "show", show)
        yield cuts


async def resize(player: Player, size: tuple[int, int]) -> None:
    await player.pilot.resize_terminal(*size)
    await player.pilot.pause()


async def close(player: Player) -> None:
    """Close every list, page and hint."""
    screen: Any = player.screen
    while len(player.app.screen_stack) > 1:
        player.app.pop_screen()
    screen.state.hint_steps.close()
    screen.state.odds = None
    screen.close_drawer()
    await player.pilot.pause()


def speak(player: Player, language: str) -> None:
    use_language(language)
    for screen in player.app.screen_stack:
        screen.language_changed()  # type: ignore[attr-defined]


def sizes(language: str, number: int) -> tuple[tuple[int, int], ...]:
    """Return all sizes for the pseudo-language, whose words are longer, and with SAPPER_EXAMPLES.

    For another language they are the smallest one and one of the others.
    """
    if language == pseudo.CODE or "SAPPER_EXAMPLES" in os.environ:
        return SIZES
    return SIZES[0], SIZES[1 + number % 2]


@pytest.mark.long
@pytest.mark.parametrize("name", VIEWS)
def test_nothing_is_cut_off_in_any_language(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    views = VIEWS[name]
    found: list[str] = []

    async def script(player: Player) -> None:
        await views.lead(player)
        for number, language in enumerate([*languages(), pseudo.CODE]):
            for size in sizes(language, number):
                await resize(player, size)
                for pressed in ((), *views.opened):
                    with watched(monkeypatch) as cuts:
                        speak(player, language)
                        await player.press(*pressed)
                    found.extend(
                        f"{language} {size} {pressed} {text!r} {why}"
                        for text, why in cuts.found.items()
                        if not PLAYER.match(text) and not (language == pseudo.CODE and text in DESCRIPTIONS)
                    )
                    await close(player)

    store = a_store()
    save_history(store, 60)
    with in_utc(), pseudo.spoken("en"):
        play(script, views.rules, settings=STILL, store=store, size=SIZES[0], now=lambda: NOW)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("pressed", [(), ("p",), ("h",), ("h", "h", "h")], ids=str)
def test_nothing_is_cut_off_at_the_board_of_a_small_terminal(
    pressed: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[str] = []

    async def script(player: Player) -> None:
        await after(24, *pressed)(player)
        for language in [*languages(), pseudo.CODE]:
            for size in SMALL_SIZES:
                await resize(player, size)
                with watched(monkeypatch) as cuts:
                    speak(player, language)
                    await player.pilot.pause()
                found.extend(f"{language} {size} {text!r} {why}" for text, why in cuts.found.items())

    with pseudo.spoken("en"):
        play(script, "modern 16x16/40", settings=STILL, store=a_store(), size=SIZES[0])
    assert not found, "\n".join(found)


#: Names that are the same in every language: of keys, of the game and of people.
NAMES = {"Sapper", "Enter", "Esc", "Space", "Tab", "Del", "Alt", "Shift", "Backspace", "Ada", "Ann", "Grace", "Mio"}


def opened(name: str) -> Any:
    if name == "watch":
        return ReplayViewer(recorded())
    if name == "report":
        return ReportPage(recorded())
    return open_screen("lesson:two-minutes" if name == "lesson" else name)


def test_nothing_is_cut_off_on_the_screens_of_learning_and_together(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []

    async def script(player: Player) -> None:
        for language in [*languages(), pseudo.CODE]:
            use_language(language)
            for name in ("learn", "lesson", "training", "puzzles", "rush", "together"):
                with watched(monkeypatch) as cuts:
                    player.app.push_screen(opened(name))
                    await player.until(lambda: bool(player.text().strip()))
                found.extend(f"{language} {name} {text!r} {why}" for text, why in cuts.found.items())
                await close(player)

    with pseudo.spoken("en"):
        play(script, settings=STILL, store=a_store(), size=SIZES[0], now=lambda: NOW)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]], ids=str)
def test_nothing_is_cut_off_in_a_replay_a_round_and_a_new_room(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[str] = []
    finished = played(tmp_path)

    async def script(player: Player) -> None:
        for language in [*languages(), pseudo.CODE]:
            use_language(language)
            for name, screen in (("watch", opened("watch")), ("round", RoundViewer(finished)), ("room", LobbyPage())):
                with watched(monkeypatch) as cuts:
                    player.app.push_screen(screen)
                    await player.pilot.pause()
                    await player.until(lambda: bool(player.text().strip()))
                    await player.press("n")
                found.extend(f"{language} {name} {text!r} {why}" for text, why in cuts.found.items())
                await close(player)

    with pseudo.spoken("en"):
        play(script, settings=STILL, store=a_store(), size=size, now=lambda: NOW)
    assert not found, "\n".join(found)


def test_a_pseudo_language_is_two_fifths_longer() -> None:
    """Otherwise what has room in it may be cut in a language of people."""

    def texts(entry: Any) -> Iterator[str]:
        if isinstance(entry, str):
            yield re.sub(r"\{[^}]*\}", "", entry)
        else:
            for below in entry.values() if isinstance(entry, dict) else entry:
                yield from texts(below)

    english, longer = (sum(map(cell_len, texts(entries))) for entries in (read_catalogue("en"), pseudo.catalogue()))
    assert longer >= 1.39 * english


def test_every_word_of_every_screen_comes_from_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = NAMES | pseudo.typed_words() | set(LEVELS)
    found: dict[str, list[str]] = {}
    lessons = pseudo.lesson_texts()
    monkeypatch.setattr(help_page, "page", lambda topic, _: pseudo.help_page(topic))
    monkeypatch.setattr(shipped, "texts_in", lambda _: lessons)

    async def script(player: Player) -> None:
        await after(24)(player)
        speak(player, pseudo.CODE)
        for name in SCREENS:
            player.app.push_screen(opened(name))
            await player.pilot.pause()
            await player.until(lambda: bool(player.text().strip()))
            assert re.search("[áéíóú]", player.text()), name
            found[name] = pseudo.untranslated(player.text(), allowed)
            await close(player)
        for drawn in (*VIEWS["play"].opened, *VIEWS["first run"].opened, ("d",), ("n",), ("f10", "e")):
            await player.press(*drawn)
            found[" ".join(drawn)] = pseudo.untranslated(player.text(), allowed)
            await close(player)

    store = a_store()
    save_history(store, 60)
    with in_utc(), pseudo.spoken("en"):
        play(script, "modern 16x16/40", settings=STILL, store=store, size=(120, 40), now=lambda: NOW)
    assert {place: words for place, words in found.items() if words} == {}


def test_a_language_that_is_chosen_is_spoken_at_once_on_every_open_screen() -> None:
    async def script(player: Player) -> None:
        await after(24, "o")(player)  # with the odds, in words
        await player.app.push_screen(SettingsPage("display.language"))
        await player.press("right")
        german = wording("de")
        assert wording() is german
        assert player.app.settings.display.language == "de"
        assert german.own_name in player.text()
        assert german.setting("display", "theme").title in player.text()
        assert german.action("settings").name in player.app.screen.title_bar.text  # type: ignore[attr-defined]
        await player.press("escape")
        assert german.level("intermediate") in player.screen.title_bar.text
        assert german.message("odds.not-ranked").split()[0] in player.screen.side.text
        await player.app.push_screen(SettingsPage("display.language"))
        await player.press("left")
        assert (player.app.settings.display.language, wording().language) == ("system", "en")

    with pseudo.spoken("en"):
        play(script, "modern 16x16/40", size=(120, 40))
