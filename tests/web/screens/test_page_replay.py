"""Replays on the page: the viewer shows what game and review give; files, comparison, ghost, practice."""

from __future__ import annotations

import base64
import json
import random
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest
from web.browsing import Seat, Server, wait, watch

from sapper import Action, Game, Rules, Seed
from sapper.action import LogEntry
from sapper.analysis.odds import odds
from sapper.analysis.report import report
from sapper.analysis.review import review
from sapper.formats import write_replay
from sapper.replay.model import Replay
from sapper.replay.track import Track, TrackEvent

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser

SCREEN = "app => app.shell.screenPage"
# How many pixels of a canvas are drawn on.
DRAWN = """(canvas => {
  const { width, height } = canvas;
  const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, width, height);
  return data.filter((value, at) => at % 4 === 3 && value).length;
})"""


def made(seed: str, *, rules: str = "modern beginner", luck: int = 5, wins: bool = True, first: int = 3) -> Replay:
    """Play a game as a careless player does: mostly certain moves, some guesses, flags, a pause, a pointer."""
    chance = random.Random(luck)
    game = Game(Rules.parse(rules), seed)
    truth = Game(Rules.parse(rules), seed)
    truth.open(first, first)
    truth.play(Action("resign"))
    mines = set(truth.minefield.mines())
    level = game.rules.level
    at = 0

    def put(kind: str, row: int = -1, col: int = -1) -> None:
        nonlocal at
        pointer = (col + chance.random(), row + chance.random()) if row >= 0 else None
        game.apply(LogEntry(Action(kind, row, col), at, 0, "mouse" if pointer else "", pointer))
        at += chance.randrange(60, 900)

    put("open", first, first)
    while not game.status.is_over:
        known = odds(game.board)
        closed = [level.cell(index) for index in range(level.cells) if game.board[level.cell(index)] == 9]
        if game.seq == 7:
            put("pause")
            put("resume")
        flags = [cell for cell in known.mines if game.board[cell] == 9]
        if flags and chance.random() < 0.3:
            put("flag", *chance.choice(sorted(flags)))
        elif known.safe and chance.random() < 0.6:
            put("open", *chance.choice(sorted(known.safe)))
        else:
            allowed = [cell for cell in closed if cell not in mines or not wins]
            put("open", *(chance.choice(allowed) if known.safe else min(allowed, key=lambda cell: known[cell] or 0.0)))
    return Replay.of(game, Seed.of(seed), players=("Ada",))


def store(server: Server, data: bytes) -> int:
    headers = {"origin": server.url.rstrip("/")}
    request = urllib.request.Request(f"{server.url}api/replays", data=data, headers=headers)
    with urllib.request.urlopen(request) as answer:
        return int(json.load(answer)["id"])


def watch_replay(seat: Seat, number: int, fragment: str = "") -> None:
    """Open a replay and wait until every move is judged."""
    seat.page.goto(f"{seat.url}replay/{number}{fragment}")
    seat.page.locator(".review .stat").first.wait_for()
    wait(lambda: seat.tell("app => app?.shell.screenPage?.judged.size > 0"), "verdicts")
    seat.frame()


def diagram(seat: Seat, pane: str = "pane") -> str:
    return str(seat.tell(f"{SCREEN}.{pane}.board.diagram()"))


def place(seat: Seat) -> int:
    return int(seat.tell(f"{SCREEN}.playback.place"))


def test_every_step_shows_the_board_of_the_game_and_its_verdict(seat: Seat, server: Server) -> None:
    replay = made("steps 0", rules="modern intermediate")
    judged = review(replay)
    assert judged.mistakes
    assert judged.guesses
    number = store(server, replay.pack())
    watch_replay(seat, number)
    screen = seat.page.locator(".replay")
    boards = [str(replay.after(0).board), *(str(game.board) for _, game in replay.steps())]
    game = replay.after(len(replay))
    assert diagram(seat) == boards[0]
    seat.key(".")
    assert diagram(seat) == boards[1]
    seat.key(",")
    shown = "(app, key) => { const s = app.shell.screenPage; s.key(key); return s.pane.board.diagram(); }"
    walk = f"(app, [key, count]) => Array.from({{ length: count }}, () => ({shown})(app, key))"
    assert seat.tell(walk, [".", len(replay)]) == boards[1:]
    assert seat.tell(f"{SCREEN}.pane.board.status") == "won"
    assert seat.tell(walk, [",", len(replay)]) == boards[-2::-1]
    seat.key("End")
    mines_left = screen.locator(".console .display").first.inner_text()
    assert mines_left.strip().replace("\u2212", "-") == str(game.mines_left)
    # Verdicts: every move in the list, the sentence of each mistake and guess at its place
    found = seat.tell(f"{SCREEN}.moves.map(({{ action, verdict, risk }}) => [action, verdict, risk])")
    assert found == [[move.place, move.verdict.kind.value, round(move.risk, 4)] for move in judged.moves]
    figures = screen.locator(".review .stats").first.inner_text().split()
    assert figures[0] == str(len(judged.mistakes))
    assert figures[2] == str(len(judged.guesses))
    found = str(report(replay).phrase)
    wait(lambda: screen.locator(".report-line").inner_text().replace("\u2009", " ") == found, found)
    seat.key("Home")
    for move in [move for move in judged.moves if move.verdict.is_mistake or move.verdict.is_guess]:
        seat.key("]")
        assert place(seat) == move.place + 1
        said = screen.locator(".said .sentence").inner_text().replace("\u2009", " ")
        assert said.endswith(move.verdict.sentence)
        row = screen.locator(".moves [aria-current]")
        assert row.inner_text().split()[0] == str(move.place + 1)
        marks = seat.tell(f"{SCREEN}.pane.view.marks.size")
        assert marks > 0
    seat.key("]")
    seat.wait_for("No mistake and no guess there.")
    seat.key("Home")
    row = screen.locator(".moves button").nth(4)
    row.click()
    assert place(seat) == 5
    # The odds of any moment are those of the solver
    seat.key("v")
    board = replay.after(5).board
    wait(lambda: seat.tell(f"{SCREEN}.odds"), "odds")
    chances = odds(board)
    near = seat.tell(f"{SCREEN}.odds.near.map(({{ index, chance }}) => [index, chance])")
    assert near
    for index, chance in near:
        assert chance == round(chances[board.level.cell(index)] or 0.0, 4)


def test_time_runs_is_scrubbed_and_stands_in_the_address(seat: Seat, server: Server, complaints: list[str]) -> None:
    replay = made("running")
    number = store(server, replay.pack())
    watch_replay(seat, number)
    for speed in ("2", "4", "8", "16", "16"):
        seat.key("+")
        assert seat.tell(f"{SCREEN}.playback.speed") == float(speed)
    for _ in range(9):
        seat.key("-")
    assert seat.tell(f"{SCREEN}.playback.speed") == 0.1
    seat.page.locator(".controls select").select_option("16")
    seat.page.evaluate("document.activeElement.blur()")
    seat.key("Space")
    wait(lambda: place(seat) == len(replay), "the end")
    assert diagram(seat) == str(replay.after(len(replay)).board)
    slider = seat.page.get_by_role("slider", name="Time")
    assert abs(float(slider.input_value()) - replay.elapsed) <= 1
    box = slider.bounding_box()
    assert box is not None
    seat.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    at = seat.tell(f"{SCREEN}.playback.at")
    assert abs(at - replay.elapsed / 2) < replay.elapsed * 0.03
    assert diagram(seat) == str(replay.at(at).board)
    address = seat.page.url
    assert address.endswith(f"/replay/{number}#at={int(at)}")
    seat.page.goto("about:blank")
    seat.page.goto(address)
    wait(lambda: seat.tell("app => app?.shell.screenPage?.playback?.place"), "the moment")
    wait(lambda: diagram(seat) == str(replay.at(int(at)).board), "the same board")
    seat.key("PageUp")
    assert place(seat) == len([entry for entry in replay.entries if entry.at <= int(at)]) - 10
    seat.page.goto(f"{seat.url}replay/999999")
    seat.wait_for("There is no such finished game.")
    seat.page.get_by_role("button", name="All replays").click()
    seat.page.locator(".drop-zone").wait_for()
    complaints[:] = [text for text in complaints if "404" not in text]  # the browser notes the missing game


DROP = """([name, data]) => {
  const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
  const files = new DataTransfer();
  files.items.add(new File([bytes], name));
  for (const kind of ["dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true }));
  }
}"""


def test_files_are_dropped_chosen_listed_and_refused(seat: Seat, complaints: list[str], tmp_path: Path) -> None:
    def drop(name: str, data: bytes) -> None:
        seat.page.evaluate(DROP, [name, base64.b64encode(data).decode()])

    won, lost = made("dropped"), made("chosen", wins=False, luck=8)
    seat.page.goto(f"{seat.url}replays")
    seat.wait_for("Nothing to review yet")
    lines = won.to_text().splitlines()
    eighth = lines.index("actions:") + 8
    lines[eighth] = lines[eighth].replace(lines[eighth].split()[1], "open 99 1 #").partition(" #")[0]
    drop("game.txt", "\n".join(lines).encode())
    seat.wait_for("This replay is inconsistent. Action 8 is outside the board. Showing it up to there.")
    seat.key("End")
    assert diagram(seat) == str(won.after(7).board)
    seat.key("Escape")
    seat.page.locator(".drop-zone").wait_for()
    drop("photo.jpg", b"\xff\xd8\xff" + bytes(40))
    seat.wait_for("This is no replay of a known format")
    drop("long.rawvf", bytes((1 << 20) + 1))
    seat.wait_for("This file is larger than 1 MB")
    drop("game.rawvf", write_replay(won, "rawvf"))
    seat.page.locator(".replay .moves button").first.wait_for()
    seat.key("End")
    wait(lambda: diagram(seat) == str(won.after(len(won)).board), "the dropped game")
    drop("bad.sapper", won.pack()[:-3])  # on the viewer too
    seat.page.locator(".file-news[role=alert]").wait_for()
    seat.key("Escape")
    with seat.page.expect_file_chooser() as chooser:
        seat.page.get_by_role("button", name="Choose a file").click()
    (tmp_path / "b.sapper").write_bytes(lost.pack())
    chooser.value.set_files(tmp_path / "b.sapper")
    seat.page.locator(".replay .moves button").first.wait_for()
    seat.page.go_back()
    seat.page.get_by_role("button", name="From files").click()
    wait(lambda: seat.page.locator(".replay-row").count() >= 2, "the imported games")
    first = seat.page.locator(".replay-row").first
    first.locator("canvas[style]").wait_for()  # its picture is read after the list, and painted then
    assert first.get_attribute("href") == f"/replay/{first.locator('canvas').get_attribute('data-game')}"
    assert "Beginner 8\u00d78 · 10" in first.inner_text()
    assert "known board" in first.inner_text()
    seat.page.get_by_role("button", name="Lost", exact=True).click()
    wait(lambda: _are_lost(seat.page.locator(".replay-row").all_inner_texts()), "lost games only")
    complaints[:] = [text for text in complaints if "422" not in text]  # the browser notes each refused file


def _are_lost(rows: list[str]) -> bool:
    return bool(rows) and all("Lost" in row for row in rows)


def test_two_games_of_one_board_stand_side_by_side(seat: Seat, server: Server, complaints: list[str]) -> None:
    one, two = made("twice", luck=1), made("twice", luck=2)
    other = made("another")
    numbers = [store(server, replay.pack()) for replay in (one, two, other)]
    watch_replay(seat, numbers[0])
    listed = seat.page.locator(".review .list-item")
    listed.first.wait_for()
    assert listed.count() == 1
    listed.first.click()
    seat.page.locator(".boards .console").nth(1).wait_for()
    wait(
        lambda: seat.tell("app => app?.shell.screenPage?.otherPane?.board && app.shell.screenPage.judged.size"),
        "two boards",
    )
    for share in (0.25, 0.6, 1):
        at = int(max(one.elapsed, two.elapsed) * share)
        seat.tell("(app, at) => app.shell.screenPage.seek(at)", at)
        assert diagram(seat) == str(one.at(at).board)
        assert diagram(seat, "otherPane") == str(two.at(at).board)
    assert f"with={numbers[1]}" in seat.page.url
    seat.page.goto("about:blank")
    watch_replay(seat, numbers[0], f"#with={numbers[2]}")
    seat.wait_for("The other game was played on another board")
    assert seat.page.locator(".boards .console").count() == 1


def test_play_from_here_and_the_race_begin_on_the_same_board(seat: Seat, server: Server) -> None:
    replay = made("from here", luck=3)
    number = store(server, replay.pack())
    watch_replay(seat, number)
    for _ in range(6):
        seat.key(".")
    seat.key("g")
    seat.wait_for_game()
    seat.wait_status("playing")
    there = replay.after(6)
    assert seat.diagram == str(there.board).partition("\n")[2]
    assert seat.tell("app => [app.state.game.choices.practice, app.state.game.isKnownBoard]") == [True, True]
    assert seat.path.startswith("/g/")
    seat.key("Backspace")  # it is practice: also what was played before can be taken back
    seat.settle()
    assert seat.diagram == str(replay.after(5).board).partition("\n")[2]
    # The race: the ghost is where the replay was by the clock of this game
    watch_replay(seat, number)
    seat.page.get_by_role("button", name="Race this replay").click()
    seat.page.locator("dialog[open]").get_by_role("button", name="New game").click()  # a game is in play
    seat.page.locator(".ghost").wait_for()
    seat.settle()
    assert seat.tell("app => [app.state.game.choices.practice, app.state.game.isKnownBoard]") == [False, True]
    wait(lambda: seat.tell("app => app.solo.ghost?.board?.length"), "the ghost")
    elapsed = "app => { app.solo.ghost.tick(); return [app.state.game.elapsed, app.solo.ghost.board.diagram()]; }"
    wait(lambda: seat.tell(elapsed)[0] > 1500, "time")
    seat.key("p")
    seat.wait_status("paused")
    at, board = seat.tell(elapsed)
    assert board == str(replay.at(int(at)).board)
    seat.key("p")
    seat.wait_status("playing")
    seat.page.locator(".ghost .switch").check()
    seat.page.locator(".ghost-overlay").wait_for()
    seat.page.reload()
    seat.page.locator(".ghost").wait_for()  # it is still there, and no other game has it
    seat.new("modern beginner", "a third")
    wait(lambda: seat.page.locator(".ghost").count() == 0, "no ghost")
    assert seat.page.locator(".ghost-overlay").count() == 0


def test_the_game_just_finished_is_watched(seat: Seat) -> None:
    seat.sit_down()
    seat.click((0, 0))
    seat.settle()
    seat.tell("app => void app.session.request({ t: 'play', game: app.state.game.id, kind: 'resign' })")
    seat.wait_status("abandoned")
    seat.page.get_by_role("button", name="Watch").click()
    seat.page.locator(".replay .moves button").first.wait_for()
    number = seat.tell("app => app.state.over.finished_id")
    assert seat.path == f"/replay/{number}"
    seat.page.locator(".rail").get_by_role("button", name="Review").click()
    row = seat.page.locator(".replay-row").first
    row.wait_for()
    assert "Given up" in row.inner_text()
    row.click()
    seat.page.locator(".replay .moves").wait_for()
    assert seat.path == f"/replay/{number}"


@pytest.mark.chromium
@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_narrow_windows_have_board_sentence_and_time_line_in_view(
    browser: Browser, server: Server, complaints: list[str], width: int, height: int
) -> None:
    replay = made("narrow", rules="modern expert", luck=11)
    number = store(server, replay.pack())
    is_phone = width < 720
    context = browser.new_context(viewport={"width": width, "height": height}, is_mobile=is_phone, has_touch=is_phone)
    watch(context, complaints)
    seat = Seat(context.new_page(), server.url)
    watch_replay(seat, number)
    press: Callable[[Any], None] = (lambda node: node.tap()) if is_phone else (lambda node: node.click())
    press(seat.page.get_by_role("button", name="Next"))
    marked = [move for move in review(replay).moves if move.verdict.is_mistake or move.verdict.is_guess]
    assert place(seat) == marked[0].place + 1
    for selector in (".console canvas", ".stage-said .sentence", ".timeline input", ".controls .btn.primary"):
        box = seat.page.locator(selector).first.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height, selector
    assert seat.page.evaluate("document.documentElement.scrollWidth") <= width
    if is_phone:
        assert min(heights(seat, ".controls button:visible, .moves button:visible")) >= 44
    context.close()


def heights(seat: Seat, selector: str) -> list[float]:
    found = [node.bounding_box() for node in seat.page.locator(selector).all()[:12]]
    return [box["height"] for box in found if box is not None and box["width"]]


def test_a_video_shows_the_way_of_its_pointer_and_where_it_stayed(seat: Seat, server: Server) -> None:
    track = Track.of(
        16,
        [
            TrackEvent(-300, "mv", 8, 8),
            TrackEvent(-50, "lc", 56, 56),
            TrackEvent(0, "lr", 56, 56, 1),
            TrackEvent(40, "mv", 72, 56),
            TrackEvent(60, "rc", 72, 56),
        ],
    )
    number = store(server, made("hand").replace(track=track, players=["Ann"]).pack())
    watch_replay(seat, number)
    assert "Ann" in seat.page.locator(".replay .chips").inner_text()
    panel = seat.page.locator(".review")
    assert "*" not in panel.inner_text()
    tool = seat.page.get_by_role("button", name="Pointer: its way")
    tool.wait_for()
    seat.tell(f"app => ({SCREEN})(app).seek(60)")
    hand = f"""app => {{
      const {{ hand, handView }} = ({SCREEN})(app).pane;
      return [handView, hand.trailAt(60), hand.buttonsAt(60)];
    }}"""
    places = [{"x": x / 16, "y": y / 16} for x, y in ((8, 8), (56, 56), (56, 56), (72, 56), (72, 56))]
    assert seat.tell(hand) == ["trail", places, 2]
    assert seat.tell("app => drawn(app.shell.screenPage.pane.trail)".replace("drawn", DRAWN)) > 20
    tool.click()
    seat.wait_for("Where the pointer stayed")
    assert seat.tell("app => drawn(app.shell.screenPage.pane.trail)".replace("drawn", DRAWN)) > 200
    seat.key("t")
    seat.wait_for("The pointer is hidden.")
    assert seat.tell("app => drawn(app.shell.screenPage.pane.trail)".replace("drawn", DRAWN)) == 0
