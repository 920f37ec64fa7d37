"""Binary videos of every format and version: read as they were written, and nothing but clear errors for damage."""

from __future__ import annotations

import random
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from formats import encoders, toollib
from formats.encoders import ALL, FIELD, film
from formats.mutations import mutated
from fuzz.target import expect
from samples import folder, videos
from strategies import some

from sapper import LogEntry, Minefield, Status
from sapper.formats import FORMATS, FormatError, avf, evf, mvf, read_replay, recognise, rmv, write_replay
from sapper.formats.events import Events
from sapper.formats.recording import MODES, MOST_BYTES, Recording, play
from sapper.replay import Replay, ReplayError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.kernel

DECODERS = {"avf": avf.decode, "rmv": rmv.decode, "evf": evf.decode, "mvf": mvf.decode}
PROGRAMS = {
    "mvf 0.75": "Minesweeper Clone 0.75 beta (or earlier)",
    "mvf 0.76": "Minesweeper Clone 0.76 beta",
    "mvf 0.96": "Minesweeper Clone 0.96 beta (or earlier)",
    "mvf 0.97": "Minesweeper Clone 0.97 beta",
    "mvf funny": "Minesweeper Clone 0.97 Funny Mode Hack",
    "mvf hack": "Minesweeper Clone 0.97 Unknown Hack",
    "mvf 2006": "Minesweeper Clone 2006",
    "mvf 2007": "Minesweeper Clone 2007",
}


@pytest.mark.parametrize("version", ALL)
def test_a_video_is_read_as_it_was_written(version: str) -> None:
    kind, write = ALL[version]
    data = write(film())
    assert recognise(data) == kind
    found = DECODERS[kind](data)
    assert found.minefield == FIELD
    assert list(found.events) == encoders.game()
    assert found.elapsed == film().elapsed
    assert found.square == 16
    assert found.player == ("" if version == "mvf 0.75" else "Ann")
    assert found.program == PROGRAMS.get(version, "Minesweeper Arbiter 1")
    is_undated = version in ("mvf 0.75", "mvf 0.76", "mvf 0.96")
    assert found.played_at == (0 if is_undated else encoders.PLAYED_AT)
    assert found.mode == ("upk" if version == "mvf funny" else "classic")
    imported = read_replay(data, f"x.{kind}")
    assert imported.notes == ()
    assert imported.replay.status is Status.WON
    actions = [str(entry.action) for entry in imported.replay.entries]
    opened = [f"open 0 {col}" for col in range(1, 7)]
    assert actions == ["open 7 3", "flag 0 0", "chord 2 2", "open 7 7", "chord 2 5", *opened]
    assert read_replay(imported.replay.pack()).replay == imported.replay


@pytest.mark.parametrize("version", ["avf", "rmv 1", "evf 3", "mvf 0.97", "mvf 2007", "mvf 0.96"])
def test_question_marks_as_recorded(version: str) -> None:
    kind, write = ALL[version]
    found = DECODERS[kind](write(film(questions=True)))
    assert found.questions is (None if kind == "evf" else True)


def test_other_sizes() -> None:
    field = Minefield.from_text("*.. ... ..* ...")
    events = [(0, "lc", 40, 8), (10, "lr", 40, 8)]
    made = film().replace(minefield=field, events=Events.of(events), elapsed=0)
    for kind, data in (("avf", encoders.avf(made)), ("rmv", encoders.rmv(made)), ("evf", encoders.evf(made))):
        assert DECODERS[kind](data).minefield == field
        assert recognise(data) == kind


@pytest.mark.parametrize("kind", ["rmv", "evf"])
def test_larger_squares(kind: str) -> None:
    made = film(square=24).replace(events=Events.of(encoders.game(24)))
    data = encoders.rmv(made, 2) if kind == "rmv" else encoders.evf(made, 4)
    assert DECODERS[kind](data).square == 24
    assert read_replay(data).replay.status is Status.WON


@pytest.mark.parametrize("mode", MODES)
def test_the_modes_of_metasweeper_and_viennasweeper(mode: str) -> None:
    for data in (encoders.evf(film(mode=mode), 4), encoders.rmv(film(mode=mode), 2)):
        found = rmv.decode(data) if rmv.is_mine(data) else evf.decode(data)
        assert found.mode == mode
        assert read_replay(data).replay.known_board is (mode in ("upk", "cheat"))


@pytest.mark.parametrize("write", [encoders.avf, encoders.rmv, encoders.mvf, encoders.evf])
@pytest.mark.parametrize("encoding", ["utf-8", "gbk", "latin-1"])
def test_names_in_any_encoding(write: Callable[..., bytes], encoding: str) -> None:
    name = "José Müller" if encoding == "latin-1" else "扫雷 player"
    assert read_replay(write(film(), name=name.encode(encoding))).replay.players == (name,)


def test_a_converted_video_names_its_encoding() -> None:
    assert evf.decode(encoders.evf(film(), 4, name="мир".encode("cp1251"), encoding="cp1251")).player == "мир"
    assert evf.decode(encoders.evf(film(), 4, name=b"Ann", encoding="no such thing")).player == "Ann"


def test_presses_or_releases_are_told_apart_by_the_buttons_down() -> None:
    letters = [(at, kind[0] if kind != "mv" else kind, x, y) for at, kind, x, y in encoders.game()]
    data = encoders.evf(film().replace(events=letters), 4)
    assert list(evf.decode(data).events) == encoders.game()


def test_flags_before_the_start() -> None:
    data = encoders.rmv(film(), 2, flags=((0, 1), (0, 2)))
    entries = read_replay(data).replay.entries
    assert [(entry.at, str(entry.action)) for entry in entries[:3]] == [
        (0, "flag 0 1"),
        (0, "flag 0 2"),
        (0, "open 7 3"),
    ]


def test_the_first_press_may_be_missing() -> None:
    events = [event for event in encoders.game() if event[:2] != (0, "lc")]
    assert read_replay(encoders.rmv(film().replace(events=events))).replay.entries[0].action.kind == "open"


def test_positions_outside_the_board() -> None:
    outside = [*encoders.game()[:3], (30, "mv", -5, -3), (40, "rc", -5, -3), (50, "rr", -5, -3)]
    for data in (encoders.avf(film().replace(events=outside)), encoders.rmv(film().replace(events=outside), 2)):
        assert list(DECODERS[recognise(data) or ""](data).events) == outside


# What is played


BOARD = Minefield.from_text("*.. ...")
CLICKS = [(0, "lc", 40, 24), (85, "lr", 40, 24), (700, "mv", 8, 24), (800, "lc", 8, 24), (885, "lr", 8, 24)]


def recording(**changed: object) -> Recording:
    usual: dict[str, object] = {"player": "Ann", "program": "Some\nSweeper", "elapsed": 800, "won": True}
    events = changed.pop("events", CLICKS)
    return Recording(BOARD, Events.of(events)).replace(**(usual | changed))  # type: ignore[arg-type]


def test_the_clock_starts_at_the_first_opening() -> None:
    imported = play(recording())
    assert [(entry.at, str(entry.action)) for entry in imported.replay.entries] == [(0, "open 1 2"), (800, "open 1 0")]
    assert (imported.replay.program, imported.notes) == ("Some Sweeper", ())


def test_flags_set_twice_or_outside_are_ignored() -> None:
    flags = [(0, "pf", 0, 0), (0, "pf", 0, 0), (0, "pf", 999, 0)]
    entries = play(recording(events=[*flags, *CLICKS])).replay.entries
    assert [str(entry.action) for entry in entries] == ["flag 0 0", "open 1 2", "open 1 0"]


def test_the_second_of_two_buttons() -> None:
    both = [(90, "lc", 24, 24), (91, "cc", 24, 24), (92, "rr", 24, 24), (93, "lr", 8, 24)]
    turned = [(94, "rc", 24, 24), (95, "cc", 24, 24), (96, "lr", 24, 24), (97, "rr", 24, 24)]
    entries = play(recording(events=[*CLICKS[:2], *both, *turned], won=None, elapsed=None)).replay.entries
    assert [str(entry.action) for entry in entries] == ["open 1 2", "chord 1 1", "chord 1 1", "resign"]


def test_question_marks_are_found_out() -> None:
    """Flag, question mark, and then left opens it: only with question marks on does the game end as the file says."""
    right = [(90, "rc", 8, 24), (91, "rr", 8, 24), (92, "rc", 8, 24), (93, "rr", 8, 24)]
    third = [(94, "rc", 8, 24), (95, "rr", 8, 24)]
    for marks, expected in ((right, "clear"), ([*right, *third], "question")):
        imported = play(recording(events=[*CLICKS[:2], *marks, *CLICKS[2:]]))
        assert imported.replay.status is Status.WON
        assert imported.replay.entries[2].action.kind == expected


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"square": 0}, "SquareSize is 0, and only 1-10000 can be read"),
        ({"events": []}, "no square was opened"),
        ({"events": [(9, "mv", 0, 0), (8, "mv", 0, 0)]}, "event 2: time goes back from 0.009 to 0.008 s"),
    ],
)
def test_what_cannot_be_played(changed: dict[str, object], says: str) -> None:
    with pytest.raises(FormatError, match=says):
        play(recording(**changed))


def test_disagreements_are_noted() -> None:
    assert len(play(recording(elapsed=9_999, events=CLICKS[:2])).notes) == 2


def test_entries_of_videos_pack_exactly() -> None:
    clicks = [(0, "lc", 61, 37), (0, "lr", 61, 37), (700, "lc", 11, 37), (700, "lr", 11, 37)]
    replay = play(recording(square=24, events=clicks)).replay
    again = Replay.unpack(replay.pack())
    assert again.entries == replay.entries
    assert all(isinstance(entry, LogEntry) for entry in again.entries)


# Damage


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"*rmv\0\3", "this RMV file is damaged: Version is 3, and only 1, 2 can be read"),
        (b"*rmv\0\1\0", "byte 7: the file ends too early"),
        (b"\x11Minesweeper Clone", "byte 18: the file ends too early"),
        (b"\x11Minesweeper Clone".ljust(27) + b"9", "Version is '9', and only 0.75-0.97, 2006, 2007"),
        (encoders.avf(film())[:30], r"\[ is missing"),
        (encoders.avf(film())[:200], "this AVF file is damaged: byte 200: the file ends too early"),
        (encoders.avf(film())[:5] + b"\x09", "Level is 9, and only 3-6 can be read"),
        (encoders.evf(film())[:-300], "the file ends too early"),
        (encoders.evf(film(), 4)[:-300], "the file ends too early"),
        (encoders.rmv(film(), 2)[:-60], "the file ends too early"),
        (encoders.mvf(film(), "2007")[:-1], "the file ends too early"),
        (encoders.mvf(film(), "0.96")[:30], "the file ends too early"),
    ],
)
def test_damage_is_named(data: bytes, says: str) -> None:
    kind = recognise(encoders.avf(film())) if data[:1] == b"4" else recognise(data) or ("evf" if data[0] < 5 else "mvf")
    with pytest.raises(FormatError, match=says):
        FORMATS[kind or ""].read(data)


def test_files_are_bounded() -> None:
    for kind in DECODERS:
        with pytest.raises(FormatError, match="at most 4194304 bytes can be read"):
            FORMATS[kind].read(bytes(MOST_BYTES + 1))


@pytest.mark.parametrize("version", ALL)
def test_mutations_give_clear_errors_only(version: str) -> None:
    """Change, drop, repeat and cut bytes of a good file; ten thousand for each format with SAPPER_EXAMPLES."""
    kind, write = ALL[version]
    good = write(film())
    chance = random.Random(version)
    versions = sum(other == kind for other, _ in ALL.values())
    refused = 0
    for _ in range(some(10_000 // versions)):
        data = mutated(good, chance)
        imported = expect((FormatError, ReplayError), lambda data=data: FORMATS[kind].read(data))  # type: ignore[misc]
        if imported is None:
            refused += 1
        else:
            imported.replay.verify()
    assert refused


def test_noise_is_refused() -> None:
    chance = random.Random(1)
    for _ in range(some(2_000)):
        data = chance.randbytes(chance.randrange(300))
        for kind in DECODERS:
            with pytest.raises((FormatError, ReplayError)):
                FORMATS[kind].read(data)


# Which format


def test_the_formats_are_known_by_content_then_by_name() -> None:
    assert recognise(b"*rmv\0\1") == "rmv"
    assert recognise(b"SAPR\1") == "packed"
    assert recognise(b"sapper replay 1\n") == "text"
    assert recognise(b"RawVF_Version: 6\n", "x.avf") == "rawvf"
    arbiter = b"RawVF_Version: Rev5\nProgram: Minesweeper Arbiter 0.52\nPlayer: [AB] Tom\n"
    assert recognise(arbiter, "game.txt") == "rawvf"
    assert recognise(b"\x04abc", "GAME.EVF") == "evf"
    assert recognise(b"hello", "hello.txt") is None
    with pytest.raises(FormatError, match="packed, text, rawvf, rmv, mvf, avf, evf are read"):
        read_replay(b"hello", "hello.doc")
    assert {name for name, entry in FORMATS.items() if entry.write} == {"text", "packed", "rawvf", "evf"}


@pytest.mark.parametrize("version", ALL)
def test_a_wrong_name_does_not_mislead(version: str) -> None:
    kind, write = ALL[version]
    assert all(recognise(write(film()), f"game.{ending}") == kind for ending in ("txt", "rawvf", "rmv", "doc"))


# A second opinion

needs_toollib = pytest.mark.skipif(find_spec("ms_toollib") is None, reason="ms_toollib is not installed")
KNOWN_TO_TOOLLIB = ("rmv 1", "rmv 2", "evf 0", "evf 2", "evf 3", "mvf 0.97")


def compare(kind: str, data: bytes) -> None:
    theirs = toollib.ask(kind, data)
    assert theirs is not None
    ours = DECODERS[kind](data)
    level = ours.minefield.level
    field = [[int(ours.minefield.is_mine(row, col)) for col in range(level.width)] for row in range(level.height)]
    assert field == theirs["mines"]
    assert (ours.square, ours.player, ours.elapsed) == (theirs["square"], theirs["player"], theirs["elapsed"])
    assert ours.mode == MODES[theirs["mode"]]
    events = theirs["events"]
    if len(events) > len(ours.events):  # it adds a press to every RMV, whether the first one is recorded or not
        del events[next(number for number, event in enumerate(events) if event[1] != "pf")]
    assert [_seen(ours, *event) for event in ours.events] == [_seen(ours, *event) for event in events]


def _seen(video: Recording, at: int, kind: str, x: int, y: int) -> tuple[object, ...]:
    """Return an event as far as both decoders record it: no place outside, of flags before the start only the cell."""
    row, col = y // video.square, x // video.square
    if not video.minefield.level.contains(row, col):
        return at, kind, "outside"
    return (at, kind, row, col) if kind == "pf" else (at, kind, x, y)


@needs_toollib
@pytest.mark.parametrize("version", KNOWN_TO_TOOLLIB)
def test_ms_toollib_reads_the_same(version: str) -> None:
    kind, write = ALL[version]
    compare(kind, write(film()))


@needs_toollib
def test_ms_toollib_reads_the_same_in_evf_4() -> None:
    """It knows neither board events nor metrics there."""
    compare("evf", encoders.evf(film(), 4, extras=False))


@needs_toollib
@pytest.mark.skipif(folder() is None, reason="the samples are not here: set SAPPER_SAMPLES to their folder")
@pytest.mark.parametrize("path", videos(), ids=lambda path: path.name)
def test_ms_toollib_reads_the_same_in_samples(path: Path) -> None:
    compare(path.suffix[1:], path.read_bytes())


@pytest.mark.skipif(folder() is None, reason="the samples are not here: set SAPPER_SAMPLES to their folder")
@pytest.mark.parametrize("path", videos(), ids=lambda path: path.name)
def test_damaged_samples(path: Path) -> None:
    good = path.read_bytes()
    chance = random.Random(path.name)
    for _ in range(some(40)):
        damaged = bytearray(good[: chance.randrange(len(good))] if chance.random() < 0.5 else good)
        for _ in range(chance.randrange(1, 5)):
            if damaged:
                damaged[chance.randrange(min(len(damaged), 600))] = chance.randrange(256)
        imported = expect((FormatError, ReplayError), lambda data=bytes(damaged): read_replay(data, path.name))  # type: ignore[misc]
        if imported is not None:
            write_replay(imported.replay, "rawvf")


@pytest.mark.parametrize("version", [version for version in ALL if version != "mvf 0.75"])  # which has no name
def test_a_name_is_read_in_the_encoding_that_is_given(version: str) -> None:
    kind, write = ALL[version]
    data = write(film(player="Ann Kowalski"))
    for name, given, read in (("Żółw Żółwik", "cp1250", "Żółw Żółwik"), ("Müller Güde", "", "Müller Güde")):
        changed = data.replace(b"Ann Kowalski", name.ljust(12).encode(given or "cp1252"))
        assert read_replay(changed, f"x.{kind}", given).replay.players == (read,)
