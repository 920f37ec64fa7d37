"""Replays: both forms read back, every edit is refused, hostile files are bounded."""

from __future__ import annotations

import zlib
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import actions, many, rules

from sapper import Action, CellState, Game, GameError, LogEntry, Minefield, Rules, Seed, Status
from sapper.action import DEVICES
from sapper.display.wording import wording
from sapper.replay import Replay, ReplayError, action_list
from sapper.replay.bounds import MOST_BYTES
from sapper.replay.packed import DIGEST_BYTES, MAGIC

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.kernel


@st.composite
def finished_games(draw: st.DrawFn) -> tuple[Game, Seed]:
    chosen, seed = draw(rules(most=8)), Seed.of(draw(st.integers()))
    game = Game(chosen, seed)
    at = 0
    for action in draw(st.lists(actions(chosen.level), max_size=30)):
        at += draw(st.integers(0, 5000))
        pointer = draw(st.none() | st.tuples(st.integers(-999, 999), st.integers(0, 999)))
        where = None if pointer is None else (pointer[0] / 64, pointer[1] / 64)
        entry = LogEntry(action, at, draw(st.integers(0, 3)), draw(st.sampled_from(DEVICES)), where)
        try:
            game.apply(entry)
        except GameError:
            continue
    if not game.status.is_over:
        game.play(Action("resign"), at)
    return game, seed


def replay_of(game: Game, seed: Seed) -> Replay:
    return Replay.of(game, seed, players=["Ann", "Bob Ёж"], program="sapper test", played_at=1_700_000_000)


def expert_game(seed: int = 1, status: Status = Status.WON) -> Replay:
    chosen, key = Rules("expert"), Seed.of(seed)
    field = Minefield.lay(chosen, key, (8, 15))
    game = Game(chosen, key)
    game.play(Action("open", 8, 15), 0)
    at = 0
    for row in range(16):
        for col in range(30):
            at += 97 + (row * col) % 400
            if game.status.is_over:
                break
            if field.is_mine(row, col):
                game.play(Action("flag", row, col), at)
            elif game.board[row, col] == CellState.HIDDEN:
                game.play(Action("open", row, col), at)
            if status is Status.LOST and len(game.log) == 50:
                mine = next(mine for mine in field.mines() if game.board[mine] == CellState.HIDDEN)
                game.play(Action("open", *mine), at)
    assert game.status is status
    return Replay.of(game, key, players=["Ann"], program="sapper test")


@many(400)
@given(finished_games())
def test_both_forms_read_back(played: tuple[Game, Seed]) -> None:
    game, seed = played
    replay = replay_of(game, seed)
    for again in (Replay.unpack(replay.pack()), Replay.parse(replay.to_text()), Replay.load(replay.pack())):
        assert again == replay
        assert again.entries == tuple(game.log)
        assert (again.rules, again.seed, again.status) == (game.starting_rules, seed, game.status)
        assert again.players == ("Ann", "Bob Ёж")
        assert again.after(len(again)).board == game.board
        assert again.final_rules == game.rules
    assert Replay.load(replay.to_text().encode()) == replay


@given(st.lists(st.text(alphabet="Aä é元 ", max_size=12), max_size=3))
def test_both_forms_have_the_same_names(names: list[str]) -> None:
    replay = expert_game().replace(players=names, program=" sapper  test ")
    assert Replay.parse(replay.to_text()) == Replay.unpack(replay.pack()) == replay
    assert [name.split() for name in replay.players] == [name.split() for name in names]


@many(600)
@given(finished_games())
def test_the_referee_judges_as_the_game_does(played: tuple[Game, Seed]) -> None:
    game, seed = played
    replay = replay_of(game, seed)
    status, first = replay._ending()
    assert (status, first) == (game.status, game.first)
    for other in Status:
        if other is not game.status:
            wrong = Replay(game.rules, seed, replay.minefield, game.log, status=other, players=replay.players)
            with pytest.raises(ReplayError):
                wrong.verify()


def test_an_expert_game_takes_about_a_kilobyte() -> None:
    assert len(expert_game().pack()) < 1200


def test_stepping_and_jumping() -> None:
    replay = expert_game()
    boards = [str(game.board) for _, game in replay.steps()]
    assert len(boards) == len(replay)
    for place in (0, 1, 57, len(replay)):
        assert str(replay.after(place).board) == (boards[place - 1] if place else str(Game(replay.rules, 1).board))
    entry = replay.entries[40]
    assert replay.at(entry.at).seq >= 41
    assert replay.at(entry.at - 1).seq <= 40
    assert replay.at(10**9).status is Status.WON


def test_every_byte_of_a_packed_replay_is_guarded() -> None:
    data = expert_game(3, Status.LOST).pack()
    for place in range(len(data)):
        for bit in (1, 128):
            changed = bytearray(data)
            changed[place] ^= bit
            with pytest.raises(ReplayError):
                Replay.unpack(bytes(changed))
    for end in range(len(data)):
        with pytest.raises(ReplayError):
            Replay.unpack(data[:end])
    with pytest.raises(ReplayError):
        Replay.unpack(data + b"\0")


EDITS: list[tuple[str, Callable[[str], str]]] = [
    ("an action", lambda text: text.replace("open 8 15", "open 8 14", 1)),
    ("a time", lambda text: text.replace("\n97 ", "\n96 ", 1)),
    ("the minefield", lambda text: text.replace("*", ".", 1)),
    ("a mine moved", lambda text: text.replace("*.", ".*", 1)),
    ("the result", lambda text: text.replace("result: won", "result: lost")),
    ("the elapsed time", lambda text: text.replace("result: won ", "result: won 1")),
    ("the rules", lambda text: text.replace("modern", "official")),
    ("the level", lambda text: text.replace("30x16/99", "30x16/98")),
    ("the seed", lambda text: text.replace("seed: ", "seed: 0", 1)[:-1]),
    ("the player", lambda text: text.replace("Ann", "Eve")),
    ("the program", lambda text: text.replace("sapper test", "sapper best")),
    ("the last action", lambda text: "\n".join([*text.splitlines()[:-2], text.splitlines()[-1]]) + "\n"),
    ("one more action", lambda text: text.replace("digest:", "99999999 flag 0 0\ndigest:")),
]


def sealed(body: str) -> str:
    """Return an edited text with a digest that matches, as somebody would who knows the format."""
    body = body.rpartition("digest: ")[0]
    return f"{body}digest: {sha256(body.encode()).hexdigest()}\n"


@pytest.mark.parametrize(("what", "edit"), EDITS, ids=[what for what, _ in EDITS])
def test_every_kind_of_edit_is_refused(what: str, edit: Callable[[str], str]) -> None:
    for seed in range(12):
        text = expert_game(seed).to_text()
        edited = edit(text)
        assert edited != text
        with pytest.raises(ReplayError, match=r"^[^\n]+$"):
            Replay.parse(edited)


@pytest.mark.parametrize(
    "what", ["the minefield", "a mine moved", "the result", "the elapsed time", "one more action", "the level"]
)
def test_an_edit_with_a_fitting_digest_is_still_refused(what: str) -> None:
    edit: Callable[[str], str] = dict(EDITS)[what]
    for seed in range(12):
        with pytest.raises(ReplayError, match=r"^[^\n]+$"):
            Replay.parse(sealed(edit(expert_game(seed).to_text())))


def bomb(payload: bytes) -> bytes:
    body = MAGIC + b"\1" + zlib.compress(payload, 9)
    return body + sha256(body).digest()[:DIGEST_BYTES]


def text(value: str) -> bytes:
    out = bytearray()
    action_list.write_text(out, value)
    return bytes(out)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no replay|begins with"),
        (MAGIC, "not a packed replay"),
        (b"\xff\xfe", "neither the packed nor the text form"),
        (b"hello", "begins with the line"),
        (bomb(b""), "ends too early"),
        (bomb(bytes(MOST_BYTES + 1)), "at most 16777216 bytes can be read, and there are > 16777216"),
        (bomb(text("modern 65536x32768/5 v1") + text("") * 2), "1 to 134217728 squares, and this one is 65536x32768"),
        (bomb(text("nonsense") + text("") * 2), "not a level"),
        (bomb(b"\xff" * 20), "number: the value is not possible"),
        (bomb(text("modern 8x8/10 v1") + b"\xff\xff\xff\x7f"), "bytes can be read, and there are 268435455"),
        (bytes(MOST_BYTES + 1), "at most|begins with|no replay"),
        (b"sapper replay 9\ndigest: 0\n", "of version '9', and this program reads 1 to 3"),
    ],
)
def test_hostile_files_are_refused_in_one_line(data: bytes, says: str) -> None:
    with pytest.raises(ReplayError, match=says) as caught:
        Replay.load(data)
    assert "\n" not in str(caught.value)


@many(500)
@given(st.binary(max_size=200), st.booleans())
def test_noise_is_refused(noise: bytes, wrapped: bool) -> None:
    with pytest.raises(ReplayError):
        Replay.load(bomb(text("modern 4x4/3 v1") + noise) if wrapped else noise)


def test_a_game_in_play_has_no_replay() -> None:
    with pytest.raises(GameError, match="when the game is over"):
        Replay.of(Game(Rules(), 1), Seed.of(1))


def test_a_replay_with_changed_fields_keeps_the_rest() -> None:
    replay = expert_game()
    changed = replay.replace(players=("Eve",), known_board=True)
    assert (changed.players, changed.known_board) == (("Eve",), True)
    assert changed.replace(players=replay.players, known_board=False) == replay
    assert replay.with_player("Eve") == replay.replace(players=("Eve",))


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("rules: ", "rulez: ", "Zeile 2: 'rulez: "),
        ("result: won ", "result: maybe ", " ist nicht verständlich: schreibe NAME: VALUE"),
        ("actions:\n", "actions:\nhello\n", "'hello' ist nicht verständlich: schreibe TIME ACTION"),
        ("actions:\n", "actions:\n9999999 open 1 1\n", "die Zeit springt von 9999.999 auf "),
        ("result: won ", "result: won 9", "result ist '9"),
    ],
)
def test_what_is_wrong_with_the_lines_is_said_in_the_language_of_the_reader(before: str, after: str, says: str) -> None:
    body = expert_game().to_text().replace(before, after, 1).rpartition("digest: ")[0]
    with pytest.raises(ReplayError) as caught:
        Replay.load(f"{body}digest: {sha256(body.encode()).hexdigest()}\n".encode())
    assert caught.value.phrase is not None
    said = wording("de").phrase(caught.value.phrase)
    assert said.startswith("das Replay ist beschädigt: ")
    assert says in said
