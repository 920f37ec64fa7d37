"""`sapper replay import`, `sapper replay export` and `sapper board`."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

import pytest
from formats import encoders
from waiting import PATIENCE

from sapper import Action, Game, LogEntry, Rules, Seed
from sapper.cli import main
from sapper.commands.arguments import UsageError
from sapper.commands.games import import_export, import_files
from sapper.commands.solving import board
from sapper.formats import FormatError, read_replay, write_replay
from sapper.replay import Replay

if TYPE_CHECKING:
    from pathlib import Path


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    board.add(commands)
    actions = commands.add_parser("replay").add_subparsers(required=True)
    import_export.add_import(actions)
    import_export.add_export(actions)
    options = parser.parse_args(arguments)
    status = options.run(options)
    assert isinstance(status, int)
    return status


def game(seed: int) -> Replay:
    played = Game(Rules("8x8/10"), seed)
    played.apply(LogEntry(Action("open", 4, 4), 0, device="mouse", pointer=(4.5, 4.5)))
    played.apply(LogEntry(Action("resign"), 900))
    return Replay.of(played, Seed.of(seed), players=["Ann"])


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "a.rawvf").write_bytes(write_replay(game(1), "rawvf"))
    (tmp_path / "b.replay").write_bytes(write_replay(game(2), "text"))
    (tmp_path / "c.rawvf").write_bytes(write_replay(game(3), "rawvf").replace(b"Time: 0.900", b"Time: 5.000"))
    (tmp_path / "broken.rawvf").write_bytes(b"Board:\n*0\nEvents:\nhello\n")
    return tmp_path


def test_a_file_is_never_overwritten(files: Path) -> None:
    assert run("replay", "import", "--data", str(files), str(files / "a.rawvf")) == 0
    before = (files / "b.replay").read_bytes()
    with pytest.raises(UsageError, match="exists already: choose another name"):
        run("replay", "export", "1", str(files / "b.replay"), "--data", str(files))
    assert (files / "b.replay").read_bytes() == before


def test_good_files_are_imported_and_bad_ones_named(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["a.rawvf", "broken.rawvf", "b.replay", "nothing.avf", "c.rawvf"]
    assert run("replay", "import", "--data", str(files), *(str(files / name) for name in names)) == 1
    lines = [line.replace(f"{files}/", "") for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "a.rawvf: stored as game 1"
    assert lines[1:3] == ["b.replay: stored as game 2", "c.rawvf: stored as game 3"]
    assert lines[3] == "c.rawvf: note: the file says it took 5.000 s, and its events give 0.900 s"
    assert lines[4].startswith("broken.rawvf: refused: line 4: 'hello' is not understood")
    assert lines[5] == "nothing.avf: refused: No such file or directory"
    assert lines[6] == "3 of 5 files were imported"


def test_one_file(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", "import", "--data", str(files), str(files / "a.rawvf")) == 0
    assert capsys.readouterr().out.endswith("stored as game 1\n")


@pytest.mark.parametrize("kind", ["rawvf", "text", "packed"])
def test_export(files: Path, kind: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    run("replay", "import", "--data", str(files), str(files / "a.rawvf"))
    capfdbinary.readouterr()
    out = files / "out"
    assert run("replay", "export", "--data", str(files), "1", str(out), "--format", kind) == 0
    assert read_replay(out.read_bytes()).replay == game(1)
    assert run("replay", "export", "--data", str(files), "1", "--format", kind) == 0
    assert capfdbinary.readouterr().out == out.read_bytes()
    with pytest.raises(UsageError, match="there is no finished game 99"):
        run("replay", "export", "--data", str(files), "99")
    with pytest.raises(UsageError, match="not the number"):
        run("replay", "export", "--data", str(files), "x")


def test_boards(files: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (files / "a.mbf").write_bytes(bytes([3, 2, 0, 1, 0, 0]))
    assert run("board", str(files / "a.mbf")) == 0
    assert capfdbinary.readouterr().out == b"*..\n...\n"
    assert run("board", str(files / "a.mbf"), "--to", "tatham", "--first", "1,2", "-o", str(files / "id")) == 0
    assert (files / "id").read_bytes().startswith(b"3x2:2,1,m")
    assert run("board", str(files / "id"), "--to", "mbf", "-o", str(files / "b.mbf")) == 0
    assert (files / "b.mbf").read_bytes() == (files / "a.mbf").read_bytes()
    with pytest.raises(FormatError, match="no board of a known format"):
        run("board", str(files / "broken.rawvf"))


@pytest.mark.parametrize("name", ["out.rawvf", "out.sapper", "out.replay"])
@pytest.mark.parametrize("order", ["file last", "file first"])
def test_the_ending_of_the_file_says_the_format_in_any_order(files: Path, name: str, order: str) -> None:
    assert main(["replay", "import", "--data", str(files), str(files / "a.rawvf")]) == 0
    words = ["--data", str(files)]
    target = files / name
    given = ["1", *words, str(target)] if order == "file last" else ["1", str(target), *words]
    assert main(["replay", "export", *given]) == 0
    starts = {"out.rawvf": b"RawVF_Version", "out.sapper": b"SAPR", "out.replay": b"sapper replay 1"}
    assert target.read_bytes().startswith(starts[name])


def test_the_order_of_the_documentation_works(files: Path) -> None:
    assert main(["replay", "import", "--data", str(files), str(files / "a.rawvf")]) == 0
    target = files / "text.rawvf"
    assert main(["replay", "export", "1", "--data", str(files), "--format", "text", str(target)]) == 0
    assert target.read_bytes().startswith(b"sapper replay 1")


def test_a_folder_is_imported_with_what_is_below_it(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    videos = files / "videos"
    (videos / "old").mkdir(parents=True)
    (videos / ".trash").mkdir()
    for name in ("a.rawvf", "old/b.replay", ".trash/c.rawvf"):
        (videos / name).write_bytes((files / name.split("/")[-1]).read_bytes())
    assert main(["replay", "import", "--data", str(files), str(videos)]) == 0
    lines = [line.replace(f"{videos}/", "") for line in capsys.readouterr().out.splitlines()]
    assert lines == ["a.rawvf: stored as game 1", "old/b.replay: stored as game 2"]
    (files / "empty").mkdir()
    assert main(["replay", "import", "--data", str(files), str(files / "empty")]) == 2
    assert "is a folder without files" in capsys.readouterr().err


def test_what_is_no_replay_is_skipped_in_a_folder_and_refused_by_name(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    videos = files / "videos"
    videos.mkdir()
    (videos / "a.rawvf").write_bytes((files / "a.rawvf").read_bytes())
    (videos / "cat.jpg").write_bytes(b"\xff\xd8\xff\xe0 no replay")
    (videos / "old.avf").write_bytes(b"broken")
    assert main(["replay", "import", "--data", str(files), str(videos)]) == 1
    lines = [line.replace(f"{videos}/", "") for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "a.rawvf: stored as game 1"
    assert lines[1] == "cat.jpg: skipped: not a replay of a known format"
    assert lines[2].startswith("old.avf: refused: ")
    assert lines[3] == "1 of 3 files were imported"
    assert main(["replay", "import", "--data", str(files), str(videos / "cat.jpg")]) == 1
    assert "cat.jpg: refused: " in capsys.readouterr().out
    (videos / "old.avf").unlink()
    assert main(["replay", "import", "--data", str(files), str(videos)]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("a.rawvf: is stored already, as game 1")


def test_names_are_read_in_the_encoding_that_is_given(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    video = files / "name.rawvf"
    video.write_bytes((files / "a.rawvf").read_bytes().replace(b"Ann", "Сапёр".encode("cp1251")))
    assert main(["replay", "import", "--data", str(files), "--encoding", "cp1251", str(video)]) == 0
    capsys.readouterr()
    assert main(["replay", "list", "--data", str(files)]) == 0
    assert "Сапёр" in capsys.readouterr().out
    assert main(["replay", "import", "--data", str(files), "--encoding", "none", str(video)]) == 2
    assert "'none' is not an encoding of text: choose one such as utf-8, gbk" in capsys.readouterr().err


def test_the_origin_of_a_video_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    video = tmp_path / "a.rmv"
    video.write_bytes(encoders.rmv(encoders.film(mode="no-guess"), 2))
    origin = ["player: Ann", "program: Minesweeper Arbiter 1", "played: 2007-07-16 14:34", "mode: no-guess"]
    assert main(["replay", "numbers", str(video)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:5] == origin
    assert not any(line.endswith("*") for line in lines)
    assert main(["replay", "import", str(video), "--data", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["replay", "show", "1", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines()[1:5] == origin
    assert main(["replay", "list", "--data", str(tmp_path)]) == 0
    assert "official 8x8/10 v1  Ann  (imported)" in capsys.readouterr().out


def test_numbers_that_a_replay_cannot_support_are_marked(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "numbers", str(files / "b.replay")]) == 0
    lines = capsys.readouterr().out.splitlines()
    marked = {line[:20].strip() for line in lines if line.endswith(" *")}
    assert {"Clicks", "Right clicks", "Efficiency (IOE)", "Correctness"} <= marked
    assert "Left clicks" not in marked
    assert lines[-1].startswith("* presses that did nothing are not recorded")


def test_the_same_game_twice_is_named(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "again.rawvf").write_bytes((files / "a.rawvf").read_bytes())
    given = [str(files / name) for name in ("a.rawvf", "again.rawvf")]
    assert main(["replay", "import", "--data", str(files), *given]) == 0
    lines = [line.replace(f"{files}/", "") for line in capsys.readouterr().out.splitlines()]
    assert lines == ["a.rawvf: stored as game 1", "again.rawvf: is the same game as a.rawvf, game 1"]
    assert main(["replay", "import", "--data", str(files), given[0]]) == 0
    assert capsys.readouterr().out.endswith("a.rawvf: is stored already, as game 1\n")


def test_many_files_are_read_in_processes(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_files, "_LEAST_FOR_PROCESSES", 2)
    here = [import_files.read_file(str(files / name)) for name in ("a.rawvf", "b.replay", "broken.rawvf", "none")]
    assert list(import_files.read_files([found.path for found in here], 2)) == here
    assert [found.refusal != "" for found in here] == [False, False, True, True]


def test_a_folder_shows_its_progress_on_a_terminal(files: Path) -> None:
    pexpect = pytest.importorskip("pexpect")
    if not hasattr(pexpect, "spawn"):
        pytest.skip("there are no pseudo-terminals here")
    (files / "videos").mkdir()
    for name in ("a.rawvf", "b.replay"):
        (files / "videos" / name).write_bytes((files / name).read_bytes())
    command = ["-m", "sapper", "replay", "import", "--data", str(files), str(files / "videos")]
    child = pexpect.spawn(sys.executable, command, timeout=PATIENCE, encoding="utf-8")
    child.expect("1/2 files")
    child.expect("a.rawvf: stored as game 1")
    child.expect("b.replay: stored as game 2")
    child.expect("2/2 files")
    child.expect(pexpect.EOF)


def test_a_report_adds_up_as_text_and_as_data(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(files / "b.replay")
    assert main(["replay", "report", file]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "8x8/10, Given up, 0.90 s"
    start = int(lines[2].split()[0])
    assert lines[1] == f"You gave away {start} %. Luck gave and took nothing."
    assert lines[-1].startswith("Chances with ~ are estimates") or lines[-1].startswith("What you gave away")
    assert main(["replay", "report", "--json", file]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["start"] - found["given_away"] + found["luck"] == pytest.approx(found["end"])
    assert [move["quality"] for move in found["moves"]] == ["mistake"]


def test_a_game_with_lives_has_no_report_and_a_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = Game(Rules("8x8/10").replace(lives=3), 1)
    played.apply(LogEntry(Action("open", 4, 4), 0))
    played.apply(LogEntry(Action("resign"), 900))
    file = tmp_path / "lives.replay"
    file.write_bytes(write_replay(Replay.of(played, Seed.of(1)), "text"))
    assert main(["replay", "report", str(file)]) == 2
    assert capsys.readouterr().err == "sapper: a report is made for games with one life\n"
