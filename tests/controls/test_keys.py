"""The key map: every action has keys, and no key has two actions."""

from __future__ import annotations

import pytest

from sapper.controls.keys import ACTIONS, KeyMap, KeysError, Profile, spell_key


@pytest.mark.parametrize("profile", Profile)
def test_every_action_has_a_key_in_every_profile_and_no_key_two_actions(profile: Profile) -> None:
    keys = KeyMap(profile)  # refuses conflicts
    assert {action for action, _ in keys.bindings} == set(ACTIONS)
    for action, bound in keys.bindings:
        assert bound, action
        for key in bound:
            assert spell_key(key) == key
            assert keys.action(*key.split()) == action
    every = [key for _, bound in keys.bindings for key in bound]
    assert len(every) == len(set(every))


def test_both_profiles_have_the_same_actions() -> None:
    assert {action for action, _ in KeyMap("vim").bindings} == {action for action, _ in KeyMap().bindings}


def test_s4_26_the_letters_of_the_amiga_game_are_live() -> None:
    keys = KeyMap()
    played = {"M": "mark", "G": "mark", "U": "open", "1": "open", "L": "chord", "A": "chord", "2": "right-button"}
    for key, action in (played | {"P": "pause"}).items():
        assert keys.action(key) == keys.action(key.lower()) == action


@pytest.mark.parametrize("profile", Profile)
def test_s4_1_the_ten_entries_of_the_game_menu_have_their_letters_with_alt(profile: Profile) -> None:
    entries = {"n": "new", "b": "beginner", "i": "intermediate", "e": "expert", "c": "custom", "m": "marks"}
    entries |= {"t": "best-times", "?": "about", "p": "pause", "q": "quit"}
    assert {letter: KeyMap(profile).action(f"alt+{letter}") for letter in entries} == entries


@pytest.mark.parametrize(
    ("key", "action"),
    [
        ("q", "quit"),
        (",", "settings"),
        ("alt+y", "history"),
        ("up", "up"),
        ("enter", "open"),
        ("space", "open"),
        ("f", "mark"),
        ("shift+space", "mark"),
        ("c", "chord"),
        ("escape", "pause"),
        ("w", "next-frontier"),
        ("b", "previous-frontier"),
        ("home", "row-start"),
        ("pagedown", "page-down"),
        ("h", "hint"),
        ("n", "new"),
        ("ctrl+z", "undo"),
        ("ctrl+y", "redo"),
        ("v", "odds"),
        ("alt+e", "expert"),
        ("f9", None),
    ],
)
def test_the_default_profile(key: str, action: str | None) -> None:
    assert KeyMap().action(key) == action


def test_the_vim_profile() -> None:
    keys = KeyMap("vim")
    typed = {"h": "left", "j": "down", "k": "up", "l": "right", "i": "open", "0": "row-start", "$": "row-end"}
    typed |= {"G": "bottom", "w": "next-frontier", "b": "previous-frontier", "u": "undo", "ctrl+r": "redo"}
    assert {key: keys.action(key) for key in typed} == typed
    assert keys.action("g") is None
    assert keys.is_begun("g")
    assert keys.action("g", "g") == "top"
    assert not any(keys.action(digit) or keys.is_begun(digit) for digit in "123456789")  # counts


@pytest.mark.parametrize(
    ("given_key", "spelled"),
    [("+", "+"), ("ctrl++", "ctrl++"), ("Alt+Ctrl+B", "ctrl+alt+b"), ("G", "shift+g"), ("ENTER", "enter"), ("é", "é")],
)
def test_a_key_has_one_spelling(given_key: str, spelled: str) -> None:
    assert spell_key(given_key) == spelled


@pytest.mark.parametrize("text", ["", " ", "ctrl+", "ctrl+ctrl+a", "meta+a", "enterr", "+a", "ab"])
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a key"):
        spell_key(text)


def test_conflicts_are_refused_and_name_the_players_own_binding() -> None:
    with pytest.raises(KeysError, match=r"^n cannot be the key for left: n is the key for new$") as caught:
        KeyMap("default", {"left": ["n"]})
    assert caught.value.action == "left"
    with pytest.raises(KeysError, match="there is no action 'jump'"):
        KeyMap("default", {"jump": ["j"]})


def test_an_action_may_have_no_key() -> None:
    keys = KeyMap("default", {"quit": [], "new": ["ctrl+q"]})
    assert keys.action("ctrl+q") == "new"
    assert keys.keys("quit") == ()


def test_a_key_map_prints_what_rebuilds_it() -> None:
    for keys in (KeyMap("vim"), KeyMap("default", {"hint": ["o", "G g"]})):
        assert eval(repr(keys)) == keys
