"""RAWVF: every pitfall of the format by name, our own files read back exactly, and nothing but errors for noise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import actions, many, rules

from sapper import Action, FixedLayout, Game, GameError, Kind, LogEntry, Minefield, Rules, Seed, Status
from sapper.action import DEVICES
from sapper.formats import FormatError, Imported, rawvf, read_replay, write_replay
from sapper.formats.common import MOST_NOTES
from sapper.layouts import layout_of
from sapper.replay import Replay

pytestmark = pytest.mark.kernel

# A 3x2 board with one mine in the corner, won by an opening at C2 and a click at A2.
HEADER = """\
RawVF_Version: Rev6.2
Program: OurSweeper
Version: 1.0
Player: A
Level: Custom
Width: 3
Height: 2
Mines: 1
Marks: Off
SquareSize: 16
Time: 0.840
BBBV: 2
Status: Won
Mode: Classic
"""
BOARD = "Board:\n*00\n000\n"
MOUSE = """\
0.000 lc 3 2 (40 24)
0.000 lr 3 2 (40 24)
0.700 mv 1 2 (8 24)
0.800 lc 1 2 (8 24)
0.840 lr 1 2 (8 24)
"""
BOTH = """\
0.000 start
0.000 lc 3 2 (40 24)
pressed 3 2
0.000 lr 3 2 (40 24)
number0 3 2
number0 3 1
number1 2 1
number1 2 2
0.700 mv 1 2 (8 24)
0.800 lc 1 2 (8 24)
0.840 lr 1 2 (8 24)
number1 1 2
0.840 won
"""
# A 3x3 board with a mine in the corner and one at C3; nothing is an opening but C1 and A3.
CORNERS = "Width: 3\nHeight: 3\nMines: 2\nBoard:\n*00\n000\n00*\nEvents:\n"


def video(events: str, header: str = HEADER, board: str = BOARD) -> bytes:
    return f"{header}{board}Events:\n{events}".encode()


def read(events: str, header: str = HEADER, board: str = BOARD) -> Imported:
    return rawvf.read(video(events, header, board))


def moves(imported: Imported) -> list[str]:
    return [f"{entry.at} {entry.action}" for entry in imported.replay.entries]


WON = ["0 open 1 2", "840 open 1 0"]


def test_the_example_of_the_specification() -> None:
    imported = read(BOTH)
    replay = imported.replay
    assert imported.notes == ()
    assert moves(imported) == WON
    assert (replay.status, replay.elapsed, replay.seed) == (Status.WON, 840, None)
    assert str(replay.rules) == "official 3x2/1 v1"
    assert (replay.players, replay.program, replay.played_at) == (("A",), "OurSweeper 1.0", 0)
    assert [entry.device for entry in replay.entries] == ["mouse", "mouse"]
    assert replay.entries[0].pointer == (2.5, 1.5)
    replay.verify()


# -- The pitfalls, one by one


def test_pixels_come_before_cells() -> None:
    assert moves(read(MOUSE.replace("lr 1 2 (8 24)", "lr 3 1 (8 24)"))) == WON


def test_cells_count_where_pixels_are_missing() -> None:
    assert moves(read(MOUSE.replace(" (40 24)", "").replace(" (8 24)", ""))) == WON


def test_columns_count_from_one() -> None:
    assert read("0.00 lc 3 2\n0.00 lr 3 2\n").replay.entries[0].action == Action("open", 1, 2)


def test_columns_from_llamasweeper_count_from_zero() -> None:
    llama = HEADER.replace("OurSweeper", "LlamaSweeper")
    assert moves(read(MOUSE.replace(" 3 2 (40 24)", " 2 1").replace(" 1 2 (8 24)", " 0 1"), llama)) == WON
    mixed = "0.000 mv 2 1 (40 24)\n0.000 lc 2 1\n0.000 lr 2 1\n"
    assert moves(read(mixed))[0] == "0 open 1 2"


def test_negative_positions_are_outside() -> None:
    outside = MOUSE.replace("0.840 lr 1 2 (8 24)", "0.840 lr 0 2 (-3 24)\n")
    assert moves(read(outside)) == ["0 open 1 2", "840 resign"]
    above = MOUSE.replace("0.840 lr 1 2 (8 24)", "0.840 lr 1 0 (8 -1)\n")
    assert moves(read(above))[-1] == "840 resign"


def test_a_press_outside_still_counts() -> None:
    assert moves(read(MOUSE.replace("lc 1 2 (8 24)", "lc 0 2 (-3 24)"))) == WON


def test_hundredths_and_thousandths() -> None:
    assert moves(read(MOUSE.replace("0.840", "0.84"))) == WON
    assert read(MOUSE.replace("0.840", "0.847")).replay.elapsed == 847


def test_mines_may_be_missing() -> None:
    imported = read(MOUSE, HEADER.replace("Mines: 1\n", ""))
    assert (imported.replay.rules.level.mines, imported.notes) == (1, ())


def test_wrong_mines_are_noted() -> None:
    assert "2 mines" in read(MOUSE, HEADER.replace("Mines: 1", "Mines: 2")).notes[0]


def test_blank_lines_in_the_header() -> None:
    assert moves(read(MOUSE, "\n" + HEADER.replace("Mode:", "Skin:  3.1\n\nMode:"), BOARD + "\n")) == WON


def test_carriage_returns() -> None:
    data = video(BOTH).replace(b"\n", b"\r\n")
    assert rawvf.read(data).replay == read(BOTH).replay


def test_keys_in_any_case() -> None:
    loud = "".join(
        f"{name.upper()}:{value}" for name, value in (line.split(":", 1) for line in HEADER.splitlines(True))
    )
    assert rawvf.read(video(BOTH, loud, BOARD.upper())).replay == read(BOTH).replay


@pytest.mark.parametrize("revision", ["Rev5", "Rev6", "6", "Rev6.1", "RMV 6.2", "Rev6.2"])
def test_every_revision(revision: str) -> None:
    assert moves(read(BOTH, HEADER.replace("Rev6.2", revision))) == WON


def test_flags_before_the_start_happen_at_zero() -> None:
    early = "-1.250 rc 1 1 (8 8)\n-1.100 rr 1 1 (8 8)\nflag 1 1\n-0.050 lc 3 2 (40 24)\n" + MOUSE.split("\n", 1)[1]
    imported = read(early)
    assert moves(imported) == ["0 flag 0 0", *WON]
    assert imported.notes == ()


def test_the_clock_starts_when_the_first_cell_opens() -> None:
    late = "0.500 rc 1 1 (8 8)\n0.600 rr 1 1 (8 8)\n1.000 lc 3 2 (40 24)\n1.085 lr 3 2 (40 24)\n2.000 lc 1 2 (8 24)\n"
    assert moves(read(late + "2.085 lr 1 2 (8 24)\n"))[1:] == ["0 open 1 2", "1000 open 1 0"]


def test_the_first_press_may_be_missing() -> None:
    assert moves(read(MOUSE.split("\n", 1)[1])) == WON
    orphan = MOUSE.replace("0.800 lc 1 2 (8 24)\n", "")
    assert moves(read(orphan))[-1] == "840 resign", "only the first"


def test_a_lost_game() -> None:
    lost = MOUSE.replace("(8 24)", "(8 8)") + "blast 1 1\n0.840 boom\n"
    imported = read(lost, HEADER.replace("Status: Won", "Status: loss"))
    assert (imported.replay.status, imported.notes) == (Status.LOST, ())


@pytest.mark.parametrize("word", ["start", "0.850 start", "0.850 nonstandard", "0.850 won", "won"])
def test_words_of_the_game(word: str) -> None:
    assert moves(read(MOUSE + word + "\n")) == WON


def test_an_unfinished_video_was_left() -> None:
    imported = read(MOUSE.rsplit("\n", 2)[0] + "\n0.900 nonstandard\n", HEADER.replace("Status: Won\n", ""))
    assert moves(imported) == ["0 open 1 2", "900 resign"]


def test_scrolling_is_skipped() -> None:
    assert moves(read(MOUSE.replace("0.700 mv", "0.700 sx 10 0\n0.700 sy 0 -3\n0.700 mv"))) == WON


def test_the_words_of_the_master_tool_are_skipped() -> None:
    claims = "Cell pressed 3 2\nCell opened (Number 0) 3 2\nCell released 1 1\nFlag 1 1\nFlag removed 1 1\n"
    claims += "Questionmark 1 1\nQuestionmark removed 1 1\n0.123 Solved 3BV: 1 of 9\n"
    imported = read(MOUSE.replace("0.700 mv", claims + "0.700 mv"), HEADER + "RAW_Time: 0.84\nRAW_3BV/s: 1\n")
    assert (moves(imported), imported.notes) == (WON, ())


def test_buttons_after_the_place_are_skipped() -> None:
    assert moves(read(MOUSE.replace("(40 24)", "(40 24) (l)").replace("(8 24)", "(8 24) ()"))) == WON


def test_board_events_alone() -> None:
    claims = "0.000 start\nflag 1 1\nnumber0 3 2\nnumber0 3 1\nnumber1 2 1\nnumber1 2 2\n"
    claims += "closed 1 1\nnumber1 1 2\n0.840 won\n"
    imported = read(claims, HEADER.replace("Time: 0.840\n", ""))
    assert moves(imported) == ["0 flag 0 0", "0 open 1 2", "0 clear 0 0", "0 open 1 0"]
    assert (imported.notes, imported.replay.status) == ((), Status.WON)


def test_question_marks_alone() -> None:
    claims = "number0 3 2\nquestionmark 1 1\npressedqm 1 1\nblast 1 1\n"
    imported = read(claims, HEADER.replace("Off", "On").replace("Won", "Lost").replace("Time: 0.840\n", ""))
    assert moves(imported) == ["0 open 1 2", "0 question 0 0", "0 open 0 0"]


def test_marks_on_and_off() -> None:
    right = "".join(f"0.{time} rc 1 1 (8 8)\n0.{time} rr 1 1 (8 8)\n" for time in (100, 200, 300))
    after = MOUSE.replace("0.700 mv", right + "0.700 mv")
    assert [move.split()[1] for move in moves(read(after))] == ["open", "flag", "clear", "flag", "open"]
    on = read(after, HEADER.replace("Marks: Off", "Marks: On"))
    assert [move.split()[1] for move in moves(on)] == ["open", "flag", "question", "clear", "open"]


def test_marks_switched_while_playing() -> None:
    right = "".join(f"0.{time} rc 1 1 (8 8)\n0.{time} rr 1 1 (8 8)\n" for time in (100, 200))
    after = MOUSE.replace("0.700 mv", "0.050 mt\n" + right + "0.700 mv")
    assert [move.split()[1] for move in moves(read(after))] == ["open", "flag", "question", "open"]


def test_the_size_of_squares() -> None:
    large = MOUSE.replace("(40 24)", "(75 45)").replace("(8 24)", "(5 31)")
    imported = read(large, HEADER.replace("SquareSize: 16", "SquareSize: 30"))
    assert moves(imported) == WON
    assert imported.replay.entries[0].pointer == (2.5, 1.5)


def test_superclick_only_if_the_header_says_so() -> None:
    start = "0.00 lc (40 8)\n0.00 lr (40 8)\n0.10 rc (8 8)\n0.11 rr (8 8)\n0.20 lc (24 24)\n0.21 lr (24 24)\n"
    wasted = rawvf.read((CORNERS + start).encode())
    assert moves(wasted)[2] == "210 open 1 1"
    assert moves(rawvf.read(("SuperClick: On\n" + CORNERS + start).encode()))[2] == "210 chord 1 1"


def test_time_stamps() -> None:
    for text, seconds in (("17.4.2018.19:45:57:5503", 1523994357), ("2018-04-17T19:45:57Z", 1523994357), ("soon", 0)):
        assert read(BOTH, HEADER + f"Timestamp: {text}\n").replay.played_at == seconds


def test_other_x_lines_are_skipped() -> None:
    imported = read("X-Hat: red\n" + MOUSE + "X-Action: 9.000 nonsense\n", HEADER + "X-Else: 1\n")
    assert (moves(imported), imported.notes) == (WON, ())


# -- The buttons, as the ranking counts them


@pytest.mark.parametrize(
    ("events", "expected", "clicks"),
    [
        ("rc A1, rr A1, lc B1, rc B1, lr B1, rr B1", ["flag", "chord"], (1, 1, 1)),
        ("rc A1, lc B1, lr B1, rr B1", ["flag", "chord"], (1, 1, 1)),  # 1.5 click
        ("lc B1, rc B1, rr B1, lr A1", ["chord"], (1, 0, 1)),  # Rilian click
        ("lc A2, lr A2, lc A2, lr A2", ["open", "open"], (3, 0, 0)),
        ("mc B1, mr B1", ["chord"], (1, 0, 1)),
        ("lc B1, mc B1, mr B1, lr A2", ["chord"], (1, 0, 1)),
        ("mc B1, lc A2, lr A2, mr B1, rc A1, rr A1", ["chord", "flag"], (1, 1, 1)),
        ("sc B1, lr B1", ["chord"], (1, 0, 1)),
        ("rc B1, rr B1", [], (1, 1, 0)),
        ("rc A1, rr A1, rc A1, rr A1", ["flag", "clear"], (1, 2, 0)),
        ("lc A2, mv --, lr --", [], (1, 0, 0)),
        ("lc B1, rc B1, rr --, lr A2", [], (1, 0, 0)),
        ("lc B1, rc B1, lr --, rr A2", [], (1, 1, 0)),
    ],
)
def test_buttons(events: str, expected: list[str], clicks: tuple[int, int, int]) -> None:
    places = {"A1": "(8 8)", "B1": "(24 8)", "A2": "(8 24)", "--": "(-9 8)"}
    lines = [f"1.000 {event.split()[0]} {places[event.split()[1]]}" for event in events.split(", ")]
    text = "0.00 lc (40 8)\n0.00 lr (40 8)\n" + "\n".join(lines) + "\n"
    claims = "LClicks: {}\nRClicks: {}\nDClicks: {}\n".format(*clicks)
    imported = rawvf.read((claims + CORNERS + text).encode())
    assert [entry.action.kind for entry in imported.replay.entries[1:-1]] == [Kind(word) for word in expected]
    assert imported.notes == ()


# -- Disagreements


@pytest.mark.parametrize(
    ("events", "header", "says"),
    [
        (BOTH.replace("number1 2 2", "number3 2 2"), HEADER, "number3 at B2, and playing it gives number1"),
        (BOTH.replace("0.700 mv", "flag 1 1\n0.700 mv"), HEADER, "flag at A1, and playing it gives closed"),
        (BOTH, HEADER.replace("Status: Won", "Status: Lost"), "says the game was lost, and its events give: Won"),
        (BOTH, HEADER.replace("Time: 0.840", "Time: 7.770"), "took 7.770 s, and its events give 0.840 s"),
        (BOTH, HEADER.replace("BBBV: 2", "BBBV: 3"), "BBBV 3, and the board has 2"),
        (BOTH, HEADER + "LClicks: 9\n", "LClicks 9, and its events give 2"),
        (BOTH, HEADER + "Lawnmower: On\n", "Lawnmower: On"),
        (BOTH.replace("number0 3 1", "number0 9 1"), HEADER, "off the 3x2 board"),
    ],
)
def test_disagreements_are_noted(events: str, header: str, says: str) -> None:
    imported = read(events, header)
    assert len(imported.notes) == 1
    assert says in imported.notes[0]
    assert moves(imported) == WON


def test_notes_are_few() -> None:
    imported = read(BOTH.replace("number1 2 2\n", "number3 2 2\n" * 500))
    assert len(imported.notes) == MOST_NOTES + 1
    assert "480 more" in imported.notes[-1]


# -- Errors


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b" \n\r\n", "empty"),
        (b"Width: 3\n", "Board: is missing"),
        (b"Width 3\n", "line 1: 'Width 3' is not understood: write Name: value"),
        (b"Board:\n*0\n", "Events: is missing"),
        (b"Board:\nEvents:\n", "line 2: a board needs at least one row"),
        (b"Board:\n*0\n0\nEvents:\n", "line 3: its number of squares is 1, and should be 2"),
        (b"Board:\n*1\nEvents:\n", "line 2: '1' is not a square of a board"),
        (b"Board:\n**\nEvents:\n", "0 to 1 mines"),
        (video(MOUSE, HEADER.replace("Width: 3", "Width: 4")), "line 18: the board is 3x2, and should be 4x2"),
        (video(MOUSE, HEADER.replace("Width: 3", "Width: 99999999999")), "Width is '99999999999'"),
        (video(MOUSE, HEADER.replace("Custom", "Marathon")), "Marathon"),
        (video(MOUSE, HEADER.replace("SquareSize: 16", "SquareSize: 0")), "SquareSize"),
        (video("0.1 zz 3\n"), "line 19: '0.1 zz 3' is not understood"),
        (video("0.1 lc\n"), r"line 19: '0.1 lc' is not understood: write TIME lc COL ROW \(X Y\)"),
        (video(MOUSE.replace("0.800", "0.100")), "line 22 cannot be played: time goes back from 0.700 to 0.100 s"),
        (video("0.00 mv (8 8)\n"), "no square was opened"),
        (video(MOUSE.rsplit("\n", 2)[0]), "line 22: the file ends too early"),
        (b"Board:\n" + b"0" * ((1 << 20) + 1) + b"\nEvents:\n", "1 to 1048576 squares"),
        (b"a: 1\n" * 3 + b"".join(b"h%d: 1\n" % n for n in range(1001)), "more than 1000 lines"),
        (bytes((1 << 24) + 1), "at most 16777216 bytes"),
    ],
)
def test_bad_videos_are_refused_in_one_line(data: bytes, says: str) -> None:
    with pytest.raises(FormatError, match=says) as caught:
        rawvf.read(data)
    assert "\n" not in str(caught.value)


# -- Our own files


@st.composite
def finished(draw: st.DrawFn) -> Replay:
    chosen, seed = draw(rules(most=8)), Seed.of(draw(st.integers()))
    game = Game(chosen, seed)
    at = 0
    for action in draw(st.lists(actions(chosen.level), max_size=25)):
        at += draw(st.sampled_from([0, 0, 1, 37, 1000]))
        point = draw(st.none() | st.tuples(st.integers(-99, 600), st.integers(-99, 600)))
        pointer = None if point is None else (point[0] / 64, point[1] / 64)
        if draw(st.booleans()) and action.kind.has_cell:
            pointer = (action.col + 5 / 16, action.row + 0.5)
        entry = LogEntry(action, at, draw(st.sampled_from([0, 0, 2])), draw(st.sampled_from(DEVICES)), pointer)
        try:
            game.apply(entry)
        except GameError:
            continue
    if not game.status.is_over:
        game.play(Action("resign"), at)
    players = draw(st.lists(st.sampled_from(["Ann", "Bob Ёж", "x: y"]), max_size=3))
    program = draw(st.sampled_from(["", "sapper", "sapper 0.1.0", "two words 3"]))
    return Replay.of(game, seed, players=players, program=program, played_at=draw(st.sampled_from([0, 1_700_000_000])))


def test_a_cell_that_an_assist_changes_again_is_written_once() -> None:
    rules = Rules.parse("amiga 2x4/6 v1 first=any preflag=off assists=auto-flag")
    game = Game(rules, layout=FixedLayout(Minefield.from_text("..\n**\n**\n**")))
    for action in ("open 0 0", "question 1 0", "resign"):
        game.play(Action.parse(action))
    imported = read_replay(write_replay(Replay.of(game, None), "rawvf"), "game.rawvf")
    assert imported.notes == ()


@many(400)
@given(finished())
def test_our_own_videos_read_back_exactly(replay: Replay) -> None:
    imported = read_replay(write_replay(replay, "rawvf"), "game.rawvf")
    again = imported.replay
    assert again.entries == replay.entries
    assert (str(again.rules), again.seed, again.status) == (str(replay.rules), replay.seed, replay.status)
    assert (again.players, again.program, again.played_at) == (replay.players, replay.program, replay.played_at)
    assert again == replay
    assert imported.notes == ()


@many(100)
@given(finished())
def test_other_programs_see_the_same_game(replay: Replay) -> None:
    """Without our lines, what remains is a proper video of the same board."""
    text = write_replay(replay, "rawvf").decode()
    plain = "\n".join(line for line in text.splitlines() if not line.startswith("X-")) + "\n"
    try:
        imported = rawvf.read(plain.encode())
    except FormatError:
        return
    assert replay.minefield in (None, imported.replay.minefield)


def ordinary(ruleset: str = "modern", **choices: object) -> Replay:
    """A small game won with a mouse."""
    chosen, seed = Rules("beginner", ruleset=ruleset, **choices), Seed.of(7)  # type: ignore[arg-type]
    game = Game(chosen, seed)
    game.apply(LogEntry(Action("open", 3, 3), 0, device="mouse", pointer=(3.5, 3.5)))
    field = layout_of(chosen, seed)(chosen, (3, 3))
    for row in range(8):
        for col in range(8):
            if not game.status.is_over and not field.is_mine(row, col):
                game.apply(
                    LogEntry(Action("open", row, col), 1000 * row + col, device="mouse", pointer=(col + 0.5, row + 0.5))
                )
    return Replay.of(game, seed, players=["Ann"], program="sapper 0.1.0", played_at=1_700_000_000)


def test_an_ordinary_game_is_an_ordinary_video() -> None:
    """Other programs find nothing unusual in it: our own lines are in the header, and the rest plays to the win."""
    replay = ordinary("official")
    text = write_replay(replay, "rawvf").decode()
    head, _, events = text.partition("Events:\n")
    assert "X-" not in events
    names = [line.split(":")[0] for line in head.splitlines()]
    wanted = (
        "RawVF_Version Program Version Player Level Width Height Mines Marks SquareSize Time BBBV Status Mode Input"
    )
    assert {*wanted.split(), "X-Seed", "X-Ruleset"} <= set(names)
    assert events.startswith("0.000 start\n0.000 lc 4 4 (56 56)\n0.000 lr 4 4 (56 56)\nnumber")
    assert events.endswith("\nwon\n")
    plain = "\n".join(line for line in text.splitlines() if not line.startswith("X-")) + "\n"
    imported = rawvf.read(plain.encode())
    assert imported.notes == ()
    assert imported.replay.entries == replay.entries
    assert (imported.replay.status, imported.replay.seed) == (Status.WON, None)


def test_rules_are_in_the_header() -> None:
    text = write_replay(ordinary(completion="either", layout="random", questions=True), "rawvf").decode()
    assert "X-Completion: either\n" in text
    assert "X-Questions: on\n" in text
    assert "Marks: On\n" in text


@pytest.mark.parametrize("layout", ["no-guess", "no-guess-single"])
def test_boards_without_guessing_keep_their_grade(layout: str) -> None:
    replay = ordinary(layout=layout)
    data = write_replay(replay, "rawvf")
    assert b"Mode: Classic NG\n" in data
    assert rawvf.read(data).replay == replay


def test_an_edit_of_our_own_file_is_found() -> None:
    text = write_replay(ordinary(), "rawvf").decode()
    with pytest.raises(FormatError, match="seed"):
        rawvf.read(text.replace("X-Seed: ", "X-Seed: 0").encode())
    with pytest.raises(FormatError, match="completion is clear, mark"):
        rawvf.read(text.replace("X-Ruleset: modern", "X-Ruleset: modern\nX-Completion: never").encode())
    with pytest.raises(FormatError, match=r"line \d+ cannot be played"):
        rawvf.read((text + "X-Action: 99.000 undo\n").encode())
    practice = write_replay(ordinary(practice=True), "rawvf").decode()
    with pytest.raises(FormatError, match="the minefield is not the one that the seed makes"):
        rawvf.read(practice.replace("*0", "0*", 1).encode())
    with pytest.raises(FormatError, match="'hat=red' is not understood: write by=NUMBER"):
        rawvf.read(text.replace("Events:\n", "Events:\nX-With: hat=red\n").encode())


def test_endless_undoing_is_refused() -> None:
    text = write_replay(ordinary(practice=True), "rawvf").decode()
    more = "X-Action: 99.000 undo\nX-Action: 99.000 redo\n" * 40_000
    with pytest.raises(FormatError, match="undone too often"):
        rawvf.read((text + more).encode())


def test_endless_first_clicks_are_refused() -> None:
    text = write_replay(ordinary(practice=True), "rawvf").decode()
    head = text[: text.index("0.000 start")]
    firsts = "".join(f"X-Action: 1.000 open {n // 8 % 8} {n % 8}\nX-Action: 1.000 undo\n" for n in range(101))
    with pytest.raises(FormatError, match="undone too often"):
        rawvf.read((head + firsts).encode())


@pytest.mark.parametrize(("mode", "chosen"), [("Classic", False), ("UPK", True), ("cheat", True), ("Density", False)])
def test_a_mode_in_which_the_board_is_known_makes_it_a_chosen_one(mode: str, chosen: bool) -> None:
    replay = rawvf.read(f"Mode: {mode}\n".encode() + video(MOUSE)).replay
    assert replay.known_board is chosen
    assert rawvf.read(write_replay(replay, "rawvf")).replay.known_board is chosen


@pytest.mark.parametrize(
    ("encoding", "player", "given"),
    [
        ("utf-8", "扫雷 Müller", ""),
        ("gbk", "扫雷", ""),
        ("cp1252", "Müller", ""),
        ("cp1251", "Сапёр", "cp1251"),
        ("shift_jis", "マインスイーパ", "shift_jis"),
        ("utf-8", "扫雷", "shift_jis"),
        ("cp1252", "Müller", "utf-8"),
    ],
)
def test_names_in_other_encodings(encoding: str, player: str, given: str) -> None:
    data = video(MOUSE, HEADER.replace("Player: A", f"Player: {player}")).decode().encode(encoding)
    assert read_replay(data, encoding=given).replay.players == (player,)


def test_an_unknown_encoding_is_refused() -> None:
    with pytest.raises(FormatError, match="'hex' is not an encoding of text: choose one such as utf-8, gbk"):
        read_replay(video(MOUSE), encoding="hex")


# -- Noise

VALID = [video(BOTH), video(MOUSE), write_replay(ordinary(), "rawvf"), write_replay(ordinary(practice=True), "rawvf")]


def only_errors(data: bytes) -> None:
    complaint = ""
    try:
        rawvf.read(data)
    except FormatError as error:
        complaint = str(error)
    assert "\n" not in complaint
    assert len(complaint) < 400


@many(300)
@given(st.binary(max_size=300))
def test_noise(data: bytes) -> None:
    only_errors(data)
    only_errors(HEADER.encode() + BOARD.encode() + b"Events:\n" + data)


@many(600)
@given(st.sampled_from(VALID), st.data())
def test_damaged_videos(valid: bytes, data: st.DataObject) -> None:
    damaged = bytearray(valid)
    for _ in range(data.draw(st.integers(1, 5))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        how = data.draw(st.sampled_from(["change", "cut", "double", "insert"]))
        if how == "change":
            damaged[place] = data.draw(st.integers(0, 255))
        elif how == "cut":
            del damaged[place : place + data.draw(st.integers(1, 40))]
        elif how == "double":
            damaged[place:place] = damaged[place : place + 60]
        else:
            damaged[place:place] = data.draw(st.sampled_from([b"\n", b"-", b"9" * 30, b"*", b"X-Action: 1.000 undo\n"]))
        if not damaged:
            break
    only_errors(bytes(damaged))


@pytest.mark.parametrize("valid", VALID, ids=["both", "mouse", "ours", "practice"])
def test_cut_videos(valid: bytes) -> None:
    for end in range(0, len(valid), 7):
        only_errors(valid[:end])


def test_revision_3_has_no_line_between_board_and_events() -> None:
    header = HEADER.replace("Rev6.2", "Rev3")
    assert moves(rawvf.read(f"{header}{BOARD}{MOUSE}".encode())) == WON
    assert moves(rawvf.read(f"{header}{BOARD}{BOTH}".encode())) == WON
    with pytest.raises(FormatError, match=r"line 18: 'h' is not a square of a board"):
        rawvf.read(f"{header}{BOARD}hello\n{MOUSE}".encode())
