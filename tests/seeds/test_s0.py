"""What the pseudo-code of the text game promises, and its bugs."""

from __future__ import annotations

import pytest
from seeds.play import (
    PROMPT,
    WALL,
    Clock,
    all_open,
    answers,
    around,
    changed,
    command,
    dialogue,
    game_on,
    ripple,
    session_on,
    shown,
    terminal,
    terminal_talk,
)

from sapper import CellState, Game, GameError, GameOver, Level, Minefield, OffBoard, Rules, RulesError, Seed, Status
from sapper.layouts import FixedLayout
from sapper.session import Session


def test_s0_1_playing_changes_the_display_and_never_the_truth() -> None:
    minefield = Minefield.from_text(WALL)
    game = Game(Rules(minefield.level), layout=lambda rules, first: minefield)
    game.flag(0, 2)
    game.open(0, 0)
    game.open(1, 2)
    assert game.status is Status.LOST
    assert minefield == Minefield.from_text(WALL)


def test_s0_1_the_display_starts_hidden_everywhere() -> None:
    assert shown(game_on("*.. ...")) == "... ..."


@pytest.mark.parametrize("level", ["5x3/2", "3x5/2", "1x2/1", "40x7/33"])
def test_s0_2_height_width_and_mines_are_free(level: str) -> None:
    game = Game(Rules(level, ruleset="terminal"), seed=1)
    game.open(0, 0)
    while not game.status.is_over:
        row, col = divmod(shown(game).replace(" ", "").index("."), game.rules.level.width)
        game.open(row, col)
    assert game.minefield.level == Level.parse(level)
    assert len(game.minefield.mines()) == Level.parse(level).mines


def test_s0_2_the_command_takes_the_size() -> None:
    done = command("text", "--ruleset", "terminal", "--level", "5x3/2", lines="q\n")
    assert done.stdout.splitlines()[1] == "Board: 3 rows x 5 columns, 2 mines"


def test_s0_3_symbols_of_hidden_flag_zero_and_numbers() -> None:
    talk = terminal("..*.. ..*.. ..*..", "f 0 2", "r 0 0", "q")
    assert talk.splitlines()[-6:-2] == ["  0 1 2 3 4 ", "0   2 F . . ", "1   3 . . . ", "2   2 . . . "]


def test_s0_3_symbol_of_the_mine_that_was_hit() -> None:
    assert "0 1 * . \n" in terminal(".*.", "r 0 0", "r 0 1")


def test_s0_3_the_symbol_of_eight() -> None:
    assert "1 . 8 . \n" in terminal("*** *.* ***", "r 1 1")


@pytest.mark.parametrize("rules", ["terminal", "terminal loss=all"])
def test_s0_4_a_wrong_flag_is_a_miss_at_the_end(rules: str) -> None:
    assert "0 1 * X \n" in terminal(".*.", "r 0 0", "f 0 2", "r 0 1", rules=rules)


def test_s0_5_the_same_seed_gives_the_same_game() -> None:
    games = [Game(Rules("expert", ruleset="terminal"), seed="rain") for _ in range(2)]
    for game in games:
        game.open(8, 15)
    assert games[0].board.opened > 0
    assert games[0].board == games[1].board


def test_s0_5_another_seed_gives_another_game() -> None:
    layouts = {Minefield.lay(Rules("beginner"), seed, (0, 0)) for seed in range(100)}
    assert len(layouts) == 100


def _seed(session: Session) -> str:
    assert session.seed
    return session.seed.text


def test_s0_5_the_seed_is_shown_at_the_end_and_not_before() -> None:
    session = session_on(".*.")
    before = dialogue(session, "r 0 0")
    assert not [line for line in before if _seed(session) in line]
    after = dialogue(session, "r 0 2")
    assert [line for line in after if _seed(session) in line] == [f"The game is won. Its seed was {_seed(session)}."]


def _session_of_two_seeds(rules: str = "modern") -> Session:
    seeds = iter(map(Seed.of, ("first", "second")))
    layout = FixedLayout(Minefield.from_text(".*."))
    return Session(Rules.parse(f"{rules} 3x1/1"), clock=Clock(), seeds=lambda: next(seeds), layout=layout)


def test_s0_5_a_new_game_on_the_same_line_does_not_reveal_its_seed() -> None:
    session = _session_of_two_seeds()
    lines = dialogue(session, "r 0 0", "r 0 1; n")
    assert (session.game.status, session.seed) == (Status.READY, Seed.of("second"))
    assert not [line for line in lines if _seed(session) in line]


def test_s0_5_an_end_undone_on_the_same_line_does_not_reveal_the_seed() -> None:
    session = _session_of_two_seeds("modern practice=on")
    lines = dialogue(session, "r 0 0", "r 0 1; u")
    assert session.game.status is Status.PLAYING
    assert not [line for line in lines if _seed(session) in line]


def test_s0_6_numbers_count_all_eight_directions_within_bounds() -> None:
    minefield = Minefield.lay(Rules("9x7/20", first="any"), 5, (0, 0))
    mines = set(minefield.mines())
    for row in range(7):
        for col in range(9):
            assert minefield.number(row, col) == len(mines & around(9, 7, row, col))


@pytest.mark.parametrize("mine", sorted(around(3, 3, 1, 1)))
def test_s0_6_each_direction_counts_once(mine: tuple[int, int]) -> None:
    assert Minefield.from_mines(3, 3, [mine]).number(1, 1) == 1


def test_s0_7_the_first_cell_revealed_is_never_a_mine() -> None:
    for seed in range(300):
        game = Game(Rules("4x4/15", ruleset="terminal"), seed=seed)
        game.open(seed % 4, seed // 4 % 4)
        assert game.status is Status.WON


def test_s0_7_only_the_first_cell_is_safe() -> None:
    near_mines = set()
    for seed in range(300):
        game = Game(Rules("3x3/4", ruleset="terminal"), seed=seed)
        game.open(1, 1)
        near_mines.add(game.board[1, 1])
    assert near_mines == {4}


def test_s0_7_mines_are_placed_at_the_first_reveal() -> None:
    laid_for = []

    def layout(rules: Rules, first: tuple[int, int]) -> Minefield:
        laid_for.append(first)
        return Minefield.from_text(WALL)

    game = Game(Rules("5x5/5"), layout=layout)
    game.flag(4, 4)
    assert laid_for == []
    game.open(3, 0)
    game.open(0, 3)
    assert laid_for == [(3, 0)]


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (5, 0), (0, 5)])
def test_s0_8_off_the_board_nothing_is_revealed(cell: tuple[int, int]) -> None:
    game = game_on(WALL)
    with pytest.raises(OffBoard):
        game.open(*cell)
    assert shown(game) == "..... ..... ..... ..... ....."
    assert (game.status, game.seq) == (Status.READY, 0)


def test_s0_8_revealing_what_is_not_hidden_does_nothing() -> None:
    game = game_on(WALL)
    game.open(0, 1)
    game.flag(0, 2)
    before = game.board.copy()
    assert (len(game.open(0, 1)), len(game.open(0, 2))) == (0, 0)
    assert game.board == before


def test_s0_9_a_loss_shows_the_hit_mine_only() -> None:
    game = game_on(".** ..*", "terminal")
    game.open(0, 0)
    game.open(1, 2)
    assert game.status is Status.LOST
    assert shown(game) == "1.. ..!"


def test_s0_10_the_flood_opens_the_zeros_and_their_border() -> None:
    game = game_on(WALL, "terminal")
    game.open(2, 0)
    assert shown(game) == "02... 03... 03... 03... 02..."


def test_s0_10_the_flood_stops_at_a_flag() -> None:
    game = game_on("......*", "terminal")
    game.flag(0, 2)
    game.open(0, 0)
    assert shown(game) == "00F...."


def test_s0_11_a_flag_toggles() -> None:
    session = session_on(WALL, "terminal")
    session.mark(0, 2, CellState.FLAG)
    assert session.game.board[0, 2] == CellState.FLAG
    session.mark(0, 2, CellState.FLAG)
    assert session.game.board[0, 2] == CellState.HIDDEN


def test_s0_11_a_revealed_cell_cannot_be_flagged() -> None:
    game = game_on(WALL, "terminal")
    game.open(0, 1)
    assert len(game.flag(0, 1)) == 0
    assert (game.board[0, 1], game.board.flags) == (2, 0)


def test_s0_12_flags_before_the_first_reveal_do_not_use_up_its_safety() -> None:
    for seed in range(100):
        game = Game(Rules("3x3/8", ruleset="terminal"), seed=seed)
        game.flag(0, 0)
        assert game.status is Status.READY
        game.open(1, 1)
        assert (game.status, game.board[0, 0]) == (Status.WON, CellState.FLAG)


def test_s0_13_there_may_be_more_flags_than_mines() -> None:
    game = game_on(".*.", "terminal")
    for col in range(3):
        game.flag(0, col)
    assert (shown(game), game.board.flags) == ("FFF", 3)


def test_s0_14_the_game_is_won_when_every_safe_cell_is_revealed_without_a_flag() -> None:
    game = game_on(".*.", "terminal")
    assert game.open(0, 0).status is Status.PLAYING
    assert game.open(0, 2).status is Status.WON
    assert game.board.flags == 0


def test_s0_14_flagging_every_mine_does_not_win() -> None:
    game = game_on(".*.", "terminal")
    game.open(0, 0)
    assert game.flag(0, 1).status is Status.PLAYING


def test_s0_15_the_status_line_counts_mines_and_flags() -> None:
    parts = answers(terminal(WALL, "f 0 2", "f 1 2", "f 0 2", "q"))
    assert [part.splitlines()[-9] for part in parts[:4]] == [
        "Mines: 5, Flags: 0, ",
        "Mines: 5, Flags: 1, ",
        "Mines: 5, Flags: 2, ",
        "Mines: 5, Flags: 1, ",
    ]


@pytest.mark.parametrize("loss", ["hit", "all"])
def test_s0_15_a_flag_that_is_crossed_out_is_still_counted(loss: str) -> None:
    printed = terminal(".*.", "r 0 0", "f 0 2", "r 0 1", rules=f"terminal loss={loss}")
    assert "Mines: 1, Flags: 1, GAME OVER!" in printed


def test_s0_15_the_status_line_shows_you_win() -> None:
    talk = terminal(".*.", "r 0 0", "r 0 2")
    assert "Mines: 1, Flags: 0, YOU WIN!\n" in answers(talk)[-1]
    assert talk.count("YOU WIN!") == 1
    assert "GAME OVER!" not in talk


def test_s0_15_the_status_line_shows_game_over() -> None:
    talk = terminal(".*.", "r 0 0", "r 0 1")
    assert "Mines: 1, Flags: 0, GAME OVER!\n" in answers(talk)[-1]
    assert "YOU WIN!" not in talk


def test_s0_16_labels_are_modulo_ten() -> None:
    rows = " ".join(["." * 12] * 11 + ["*" + "." * 11])
    lines = terminal(rows, "q").splitlines()
    assert lines[4] == "  0 1 2 3 4 5 6 7 8 9 0 1 "
    assert [line[:2] for line in lines[5:17]] == [f"{row % 10} " for row in range(12)]


def test_s0_17_each_cell_is_followed_by_a_space() -> None:
    assert "0 . . . \n1 . . . \n" in terminal("*.. ...", "q")


def test_s0_18_the_row_comes_first_and_counts_from_0() -> None:
    assert "0 . . . \n1 . . 1 \n" in terminal("... .*.", "r 1 2", "q")


@pytest.mark.parametrize(("reveal", "flag", "leave"), [("r", "f", "q"), ("R", "F", "Q")])
def test_s0_18_commands_in_upper_and_lower_case(reveal: str, flag: str, leave: str) -> None:
    parts = answers(terminal(".*.", f"{reveal} 0 0", f"{flag} 0 1", leave, "r 0 2"))
    assert len(parts) == 4
    assert "0 1 F . \n" in parts[-1]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("r 1 0", "Invalid coordinates!"),
        ("f 0 3", "Invalid coordinates!"),
        ("r -1 0", "Invalid coordinates!"),
        ("x 0 0", "Invalid command!"),
        ("x", "Invalid command!"),
        ("r 0", "Invalid input format!"),
        ("reveal 0 0", "Invalid input format!"),
        ("r a b", "Invalid input format!"),
        ("", "Invalid input format!"),
    ],
)
def test_s0_19_three_messages_and_the_game_continues(line: str, message: str) -> None:
    parts = answers(terminal(".*.", line, "r 0 0", "q"))
    assert parts[1].startswith(message)
    assert parts[1].count("Invalid") == 1
    assert "0 . . . \n" in parts[1]
    assert "0 1 . . \n" in parts[2]


def test_s0_20_the_whole_dialogue_of_a_game_won() -> None:
    assert terminal(".*.", "r 0 0", "f 0 1", "r 0 2") == (
        "Welcome to Minesweeper!\n"
        "Board: 1 rows x 3 columns, 1 mines\n"
        "Mines: 1, Flags: 0, \n\n  0 1 2 \n0 . . . \n\n"
        f"{PROMPT}"
        "Mines: 1, Flags: 0, \n\n  0 1 2 \n0 1 . . \n\n"
        f"{PROMPT}"
        "Mines: 1, Flags: 1, \n\n  0 1 2 \n0 1 F . \n\n"
        f"{PROMPT}"
        "You won!\n"
        "Mines: 1, Flags: 1, YOU WIN!\n\n  0 1 2 \n0 1 F 1 \n\n"
        "Thanks for playing!\n"
    )


def test_s0_20_the_end_of_a_game_lost() -> None:
    assert answers(terminal(".*.", "r 0 0", "r 0 1"))[-1] == (
        "You hit a mine!\nMines: 1, Flags: 0, GAME OVER!\n\n  0 1 2 \n0 1 * . \n\nThanks for playing!\n"
    )


def test_s0_20_the_prompt_names_the_commands() -> None:
    assert PROMPT == "Command (r row col=Reveal, f row col=Flag, q=Quit): "


def test_s0_21_quitting_draws_the_board_once_more() -> None:
    assert answers(terminal(".*.", "r 0 0", "q"))[-1] == (
        "Mines: 1, Flags: 0, \n\n  0 1 2 \n0 1 . . \n\nThanks for playing!\n"
    )


def test_b0_1_a_lost_game_is_never_won() -> None:
    game = game_on(".*.", "terminal")
    game.open(0, 0)
    assert game.open(0, 1).status is Status.LOST


def test_b0_1_the_last_mine_found_by_stepping_on_it_does_not_win() -> None:
    game = game_on(".*.", "terminal completion=mark")
    game.open(0, 0)
    assert game.open(0, 1).status is Status.LOST


def test_b0_1_an_exploded_mine_does_not_count_as_revealed() -> None:
    game = game_on(".*.", "terminal lives=2")
    game.open(0, 0)
    assert game.open(0, 1).status is Status.PLAYING
    assert game.board.opened == 1
    assert game.open(0, 2).status is Status.WON


@pytest.mark.parametrize("level", ["8x8/10", "16x16/5", "30x16/5"])
def test_b0_2_a_flood_takes_each_cell_once(level: str) -> None:
    for seed in range(100):
        rules = Rules(level, ruleset="terminal")
        first = (seed % rules.level.height, seed * 7 % rules.level.width)
        cells = changed(Game(rules, seed=seed).open(*first))
        assert len(cells) == len(set(cells))
        assert set(cells) == set(ripple(Minefield.lay(rules, seed, first), first))


def test_b0_3_after_a_win_no_command_is_asked_for() -> None:
    session = session_on(".*.", "terminal")
    talk = terminal_talk(session, "r 0 0", "r 0 2", "r 0 1")
    assert talk.count(PROMPT) == 2
    assert (session.game.status, shown(session.game)) == (Status.WON, "1.1")


def test_b0_3_after_a_win_nothing_can_be_flagged_or_revealed() -> None:
    game = game_on(".*.", "terminal")
    game.open(0, 0)
    game.open(0, 2)
    for act in (game.flag, game.open):
        with pytest.raises(GameOver):
            act(0, 1)
    assert (game.status, shown(game)) == (Status.WON, "1.1")


def test_b0_4_more_mines_than_fit_are_refused() -> None:
    with pytest.raises(RulesError, match="0 to 63 mines"):
        Rules("8x8/64", ruleset="terminal")
    assert command("text", "--ruleset", "terminal", "--level", "8x8/64").returncode == 2


def test_b0_4_as_many_mines_as_fit_are_placed() -> None:
    minefield = Minefield.lay(Rules("64x64/4095", ruleset="terminal"), 1, (10, 20))
    assert len(minefield.mines()) == 4095
    assert not minefield.is_mine(10, 20)


def test_b0_5_a_revealed_zero_is_a_space_and_never_a_0() -> None:
    last = answers(terminal(WALL, "r 0 0", "q"))[-1].splitlines()
    assert [line[2:6] for line in last[3:8]] == ["  2 ", "  3 ", "  3 ", "  3 ", "  2 "]


def test_b0_6_the_default_labels_distinguish_columns_and_rows_above_9() -> None:
    rows = " ".join(["." * 12] * 11 + ["*" + "." * 11])
    lines = dialogue(session_on(rows), "q")
    assert lines[1:3] == ["                       1 1", "   0 1 2 3 4 5 6 7 8 9 0 1"]
    assert [line[:2] for line in lines[3:15]] == [f"{row:>2}" for row in range(12)]


def test_b0_7_the_end_of_input_quits() -> None:
    session = session_on(".*.", "terminal")
    talk = terminal_talk(session, "r 0 0")
    assert talk.endswith("0 1 . . \n\nThanks for playing!\n")
    assert session.game.status is Status.PLAYING


@pytest.mark.parametrize("ruleset", ["terminal", "modern"])
def test_b0_7_the_end_of_input_is_no_failure_of_the_command(ruleset: str) -> None:
    done = command("text", "--ruleset", ruleset, "--seed", "1", lines="r 3 3\n")
    assert (done.returncode, done.stderr) == (0, "")


def test_s0_terminal_rules_have_no_chord() -> None:
    game = game_on(".*.", "terminal")
    game.open(0, 0)
    with pytest.raises(GameError):
        game.chord(0, 0)


def test_s0_a_game_from_the_command_can_be_won() -> None:
    rules = Rules("beginner", ruleset="terminal")
    minefield = Minefield.lay(rules, "rain", (0, 0))
    game = Game(rules, seed="rain")
    game.open(0, 0)
    all_open(minefield, game)
    assert game.status is Status.WON
    lines = "".join(f"r {entry.action.row} {entry.action.col}\n" for entry in game.log)
    done = command("text", "--ruleset", "terminal", "--seed", "rain", lines=lines)
    assert "You won!\n" in done.stdout


def test_s0_the_clock_of_the_terminal_is_not_shown() -> None:
    clock = Clock()
    session = Session(Rules(ruleset="terminal"), clock=clock, seeds=lambda: Seed.of(1))
    first = terminal_talk(session, "r 3 3", "q")
    clock.now += 5000
    later = terminal_talk(Session(session.rules, clock=clock, seeds=lambda: Seed.of(1)), "r 3 3", "q")
    assert later == first
