"""RAWVF, the text form in which programs exchange videos: revisions 3 to 6.2 are read.

What only our games have is in lines that begin with `X-`, which other programs skip; docs/formats.md lists them.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8

from ..action import DEVICES, Action, LogEntry
from ..analysis.metrics import bbbv
from ..errors import GameError, SapperError, as_value
from ..layouts import FixedLayout, layout_of
from ..minefield import Minefield
from ..phrase import Phrase
from ..replay import Replay
from ..rules import CHOICES, GENERATOR, Grade, LayoutKind, Level, Rules, parse_choices
from ..seed import Seed
from . import pixel_scale, timestamps
from .byte_reader import decode_text
from .common import MOST_CELLS, MOST_EVENTS, FormatError, Imported, Notes, check_bytes
from .rawvf_details import ActionDetails
from .rawvf_grammar import ALLOWED, BOARD, INPUTS, MOUSE, NAMES, REPORT, SCROLL, STATE, TIME, VALUES, milliseconds
from .video import EVENTS, SQUARE, VideoPlayer, disagreements, printable, rules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..game import Game
    from ..layouts import Layout as LayMines
    from ..replay.track import Track

    Parsed = tuple[int, str, tuple[int, ...]]  # line, word, numbers

_MOST_HEADERS = 1000
_LONGEST_LINE = 4096
_MOST_LAYOUTS = 100
_ACTION = "X-Action: TIME ACTION ROW COL"
_KNOWN_BOARDS = ("upk", "cheat", "lucky")  # modes in which the player may know the board
_CHEATS = ("Lives", "Autoflag", "Lawnmower", "ElmarTechnique", "NonoMouse", "SuperFlag")
_RULE_HEADERS = tuple(name.replace("_", "-") for name in CHOICES if name != "layout")


def is_mine(data: bytes) -> bool:
    """Return whether a file looks like RAWVF."""
    head = data[: 1 << 16].lower()
    return head.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"rawvf_version") or b"\nboard:" in b"\n" + head


def read(data: bytes, encoding: str = "") -> Imported:
    """Read a video and play it again."""
    check_bytes(data)
    if not data.strip():
        raise FormatError(Phrase("file.empty"))
    return _Reader(_text(data, encoding)).imported()


def _text(data: bytes, encoding: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "\n".join(_line(line, encoding) for line in data.removeprefix(BOM_UTF8).split(b"\n"))


def _line(line: bytes, encoding: str) -> str:
    """Return a line as text: a name may be in an old code page."""
    return line.decode("latin-1") if line.isascii() or len(line) > _LONGEST_LINE else decode_text(line, encoding)


class _Reader:
    """Reads the lines of a video in order; its errors name the line that is wrong."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._is_cut = not text.endswith("\n")
        self._next = 0
        self._header: dict[str, str] = {}
        self._notes = Notes()

    def imported(self) -> Imported:
        self._read_header()
        field = self._read_board()
        events = list(self._read_events())
        rules, seed = self._rules(field)
        square = self._square("squaresize", SQUARE)
        own_square = self._square("x-squaresize", square) if self._is_ours else square
        has_mouse = any(word in EVENTS for _, word, _ in events)
        questions = rules.questions
        if any(word == "mt" for _, word, _ in events) and not self._is_ours:
            rules = rules.replace(questions=True)
        player = VideoPlayer(
            rules,
            self._layout(rules, seed, field),
            square=own_square,
            superclick=self._is_on("superclick"),
            questions=questions,
            is_ours=self._is_ours,
        )
        self._play(player, events, square, own_square)
        self._check_the_end(player)
        game = player.finish()
        self._compare(player, field, has_mouse)
        has_track = self._is_on("x-track") if self._is_ours else has_mouse
        track = player.track() if has_track else None
        return Imported(self._replay(game, seed, field, track), self._notes.phrases)

    # The header

    def _take(self) -> str | None:
        if self._next >= len(self._lines):
            return None
        line = self._lines[self._next]
        self._next += 1
        if len(line) > max(_LONGEST_LINE, MOST_CELLS + 2):
            raise self._wrong(Phrase("file.too-large", most=max(_LONGEST_LINE, MOST_CELLS + 2), given=len(line)))
        return line

    def _wrong(self, reason: Phrase) -> FormatError:
        return FormatError(Phrase("file.line", line=self._next, reason=reason))

    def _read_header(self) -> None:
        while (line := self._take()) is not None:
            name, colon, value = line.partition(":")
            name = name.strip().lower()
            if name == "board" and colon:
                return
            if not line.strip():
                continue
            if not colon or name == "events":
                raise self._wrong(Phrase("file.form", given=repr(printable(line, 40)), form="Name: value, Board:"))
            if len(self._header) >= _MOST_HEADERS:
                raise self._wrong(Phrase("file.too-many", most=_MOST_HEADERS))
            self._header.setdefault(name, value.strip())
        raise FormatError(Phrase("file.missing", name="Board:"))

    def _read_board(self) -> Minefield | None:
        rows: list[str] = []
        cells = 0
        while True:
            line = self._take()
            if line is None:
                raise FormatError(Phrase("file.missing", name="Events:"))
            row = line.strip()
            if row.lower() == "events:":
                break
            if not row:
                continue
            odd = row.replace("*", "").replace("0", "")
            if odd and rows and (MOUSE.fullmatch(row) or STATE.fullmatch(row)):
                self._next -= 1  # revision 3 has no line between the board and the events
                break
            if odd:
                raise self._wrong(Phrase("file.symbol", given=repr(odd[0]), symbols="* 0"))
            if rows and len(row) != len(rows[0]):
                raise self._wrong(Phrase("file.width", given=len(row), expected=len(rows[0])))
            rows.append(row)
            cells += len(row)
            if cells > MOST_CELLS:
                raise self._wrong(Phrase("file.squares", most=MOST_CELLS, size=f"{len(row)}x{len(rows)}"))
        if not rows:
            raise self._wrong(Phrase("file.no-rows", symbols="* 0"))
        width, height = self._number("width", len(rows[0])), self._number("height", len(rows))
        if (width, height) != (len(rows[0]), len(rows)):
            found = f"{len(rows[0])}x{len(rows)}"
            raise self._wrong(Phrase("file.other-size", given=found, expected=f"{width}x{height}"))
        if self._header.get("x-minefield", "").lower() == "none":
            return None
        try:
            return Minefield.from_text("\n".join(rows))
        except SapperError as error:
            raise self._wrong(Phrase("file.board", reason=as_value(error))) from None

    def _number(self, name: str, usual: int) -> int:
        text = self._header.get(name, "")
        if not text:
            return usual
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            given = repr(text[:20])
            raise FormatError(Phrase("file.field", name=name.capitalize(), given=given, allowed="1-999999999"))
        return int(text)

    def _square(self, name: str, usual: int) -> int:
        square = self._number(name, usual)
        if not 1 <= square <= 10_000:
            raise FormatError(Phrase("file.field", name="SquareSize", given=square, allowed="1-10000"))
        return square

    def _is_on(self, name: str) -> bool:
        return self._header.get(name, "").lower() in ("on", "1", "true", "yes")

    @property
    def _is_ours(self) -> bool:
        return "x-ruleset" in self._header

    def _rules(self, field: Minefield | None) -> tuple[Rules, Seed | None]:
        if self._header.get("level", "").lower() == "marathon":
            levels = "Beginner, Intermediate, Expert, Custom"
            raise FormatError(Phrase("file.field", name="Level", given="Marathon", allowed=levels))
        width, height = self._number("width", 0), self._number("height", 0)
        try:
            level = field.level if field else Level(width, height, self._number("mines", 0))
            if level.cells > MOST_CELLS:
                raise FormatError(Phrase("file.squares", most=MOST_CELLS, size=level.size))
            claimed = self._number("mines", level.mines)
            if claimed != level.mines:
                self._notes.add(Phrase("import.mines", claimed=claimed, found=level.mines))
            if not self._is_ours:
                return rules_of(str(level), self._is_on("marks")), None
            choices = {name: self._header[f"x-{name}"] for name in _RULE_HEADERS if f"x-{name}" in self._header}
            grade = self._header.get("x-noguess", "off")
            if grade != "off":
                choices["layout"] = str(LayoutKind.of(Grade.parse(grade)))
            rules = Rules(
                level,
                ruleset=self._header["x-ruleset"],
                generator=self._number("x-generator", GENERATOR),
                **parse_choices(choices),  # type: ignore[arg-type]
            )
        except FormatError:
            raise
        except SapperError as error:
            raise FormatError(as_value(error)) from None
        seed = self._header.get("x-seed", "")
        return rules, Seed.of(seed) if seed else None

    def _layout(self, rules: Rules, seed: Seed | None, field: Minefield | None) -> LayMines:
        if seed is not None and (rules.practice or field is None):
            return _at_most(_MOST_LAYOUTS, layout_of(rules, seed))
        if field is None:
            raise FormatError(Phrase("file.missing", name="X-Seed"))
        return FixedLayout(field)

    # The events

    def _read_events(self) -> Iterator[Parsed]:
        count = 0
        while (line := self._take()) is not None:
            line = line.strip()
            if not line:
                continue
            count += 1
            if count > MOST_EVENTS:
                raise self._wrong(Phrase("file.too-many", most=MOST_EVENTS))
            if len(line) > _LONGEST_LINE:
                raise self._wrong(Phrase("file.too-large", most=_LONGEST_LINE, given=len(line)))
            event = self._event(line)
            if event is not None:
                yield event

    def _event(self, line: str) -> Parsed | None:
        found = MOUSE.fullmatch(line)
        if found:
            word, col, row, x, y = found.group(4, 5, 6, 7, 8)
            place = tuple(int(part) for part in (col, row, x, y) if part is not None)
            if not place and word != "mt":
                raise self._wrong(Phrase("file.form", given=repr(line), form=f"TIME {word} COL ROW (X Y)"))
            form = 2 * (col is not None) + (x is not None)  # 3 for both, 2 for the cell only, 1 for the pixel only
            return self._next, word, (milliseconds(found), form, *place)
        found = BOARD.fullmatch(line)
        if found:
            return self._next, found[1], (int(found[2]), int(found[3]))
        found = STATE.fullmatch(line)
        if found:
            return self._next, found[4], () if found[2] is None else (milliseconds(found),)
        if line[:2] in ("X-", "x-"):
            return self._next, f"X-{line[2:]}", ()
        if SCROLL.fullmatch(line) or REPORT.fullmatch(line):
            return None
        raise self._wrong(Phrase("file.form", given=repr(printable(line, 40)), form=ALLOWED))

    def _play(self, player: VideoPlayer, events: list[Parsed], square: int, own_square: int) -> None:
        has_mouse = any(word in EVENTS for _, word, _ in events)
        cell_base = self._cell_base(events, square)
        board_base = 0 if any(word in VALUES and 0 in numbers for _, word, numbers in events) else 1
        details = ActionDetails(self._usual_device())
        player.add_details = details.add_to
        line, pixel = 0, None
        try:
            for line, word, numbers in events:
                if word in EVENTS:
                    at, form, *place = numbers
                    x, y = place[-2:] if form & 1 else _centre(place, square, cell_base)
                    if own_square != square:
                        x, y = pixel or (pixel_scale.to_own(x, own_square), pixel_scale.to_own(y, own_square))
                        pixel = None
                    player.mouse(at, word, x, y)
                elif word in VALUES:
                    cell = numbers[1] - board_base, numbers[0] - board_base
                    self._board_event(player, line, word, cell, has_mouse or self._is_ours)
                elif word.startswith("X-Pixel:") and self._is_ours:
                    pixel = self._pixel(word)
                elif word.startswith("X-"):
                    self._extra(player, details, word)
                elif numbers and not word.startswith("pressed"):
                    player.tick(numbers[0])
        except (SapperError, ValueError) as error:
            raise FormatError(Phrase("file.unplayable", line=line, reason=as_value(error))) from None

    def _cell_base(self, events: list[Parsed], square: int) -> int:
        """Return whether cells are counted from 1, as they should be, or from 0, as LlamaSweeper does."""
        for _, word, numbers in events:
            if word in EVENTS and numbers[1] == 3:
                _, _, col, row, x, y = numbers
                if (x // square, y // square) in ((col, row), (col - 1, row - 1)):
                    return 0 if (x // square, y // square) == (col, row) else 1
        return 0 if "llama" in self._header.get("program", "").lower() else 1

    def _usual_device(self) -> str:
        named = self._header.get("x-via")
        if named is not None:
            return named if named in DEVICES else ""
        return INPUTS.get(self._header.get("input", "").lower(), "mouse")

    def _board_event(self, player: VideoPlayer, line: int, word: str, cell: tuple[int, int], has_moves: bool) -> None:
        level = player.board.level
        if not level.contains(*cell):
            self._notes.add(Phrase("import.off-board", line=line, word=word, size=level.size))
            return
        value = VALUES[word]
        if not has_moves:
            player.show(value, cell)
        seen = player.board[cell]
        is_final_mark = player.game.status.is_over and word in ("flag", "closed", "questionmark")
        if seen != value and not is_final_mark:
            shown = NAMES.get(seen, "mine")
            self._notes.add(Phrase("import.square", line=line, word=word, square=cell, found=shown))

    def _pixel(self, line: str) -> tuple[int, int]:
        found = re.fullmatch(r"X-Pixel: (-?\d{1,9}) (-?\d{1,9})", line)
        if found is None:
            raise FormatError(Phrase("file.form", given=repr(line[:40]), form="X-Pixel: X Y"))
        return int(found[1]), int(found[2])

    def _extra(self, player: VideoPlayer, details: ActionDetails, line: str) -> None:
        name, _, value = line.partition(":")
        if not self._is_ours or name not in ("X-With", "X-Action"):
            return
        words = value.split()
        if name == "X-With":
            details.read(words)
            return
        found = re.fullmatch(TIME, words[0]) if words else None
        if found is None:
            raise FormatError(Phrase("file.form", given=repr(line[:40]), form=_ACTION))
        player.tick(milliseconds(found))
        details.read([word for word in words[1:] if "=" in word])
        try:
            action = Action.parse(" ".join(word for word in words[1:] if "=" not in word))
        except GameError:
            raise FormatError(Phrase("file.form", given=repr(line[:40]), form=_ACTION)) from None
        player.apply(details.add_to(LogEntry(action)))

    # The end

    def _check_the_end(self, player: VideoPlayer) -> None:
        if self._is_ours or player.game.status.is_over:
            return
        if player.game.first is None:
            raise FormatError(Phrase("file.line", line=len(self._lines), reason=Phrase("file.no-game")))
        if self._is_cut:
            raise FormatError(Phrase("file.line", line=len(self._lines), reason=Phrase("file.cut")))

    def _compare(self, player: VideoPlayer, field: Minefield | None, has_mouse: bool) -> None:
        header = self._header
        result = header.get("status", "").lower()
        won = True if result.startswith("won") else False if result.startswith("los") else None
        time = re.fullmatch(TIME, header.get("time", "").replace(",", "."))
        elapsed = milliseconds(time) if time else None
        game = player.game
        last = game.log[-1].at if game.log else 0
        for disagreement in disagreements(game.status, last, won=won, elapsed=elapsed):
            self._notes.add(disagreement)
        claimed = header.get("bbbv", "")
        if field is not None and claimed.isdecimal() and claimed != str(counted := bbbv(field)):
            self._notes.add(Phrase("import.claims-board", name="BBBV", claimed=claimed[:12], found=counted))
        clicks = player.clicks
        for name, ours in (("LClicks", clicks.left), ("RClicks", clicks.right), ("DClicks", clicks.double)):
            claimed = header.get(name.lower(), "")
            if has_mouse and claimed.isdecimal() and claimed != str(ours):
                self._notes.add(Phrase("import.claims", name=name, claimed=claimed[:12], found=ours))
        for name in _CHEATS:
            if header.get(name.lower(), "").lower() in ("on", "true", "yes"):
                self._notes.add(Phrase("import.not-played", name=name))

    def _mode(self) -> str:
        """Return the mode of another program's game, "" if it is the usual one."""
        if self._is_ours:
            return printable(self._header.get("x-mode", ""))
        mode = printable(self._header.get("mode", "")).lower()
        return {"classic": "", "classic ng": "no-guess"}.get(mode, mode)

    def _replay(self, game: Game, seed: Seed | None, field: Minefield | None, track: Track | None) -> Replay:
        header = self._header
        players = [header["player"]] if "player" in header and (header["player"] or self._is_ours) else []
        while (name := header.get(f"x-player-{len(players)}")) is not None and self._is_ours:
            players.append(name)
        program = f"{header.get('program', '')} {header.get('version', '')}"
        replay = Replay.of(
            game,
            seed,
            players=[printable(player) for player in players],
            program=printable(program),
            played_at=timestamps.parse(header.get("timestamp", "")),
            known_board=self._is_on("x-chosen") or header.get("mode", "").lower() in _KNOWN_BOARDS,
            same_address=self._is_on("x-sameaddress"),
            mode=self._mode(),
            track=track,
        )
        if self._is_ours:
            if replay.minefield != field:
                raise FormatError(Phrase("error.replay-other-board"))
            try:
                replay.verify()
            except SapperError as error:
                raise FormatError(Phrase("error.replay-damaged", reason=as_value(error))) from None
        return replay


def _at_most(count: int, layout: LayMines) -> LayMines:
    """Limit how often a layout is asked for: a no-guess board takes work, and undoing the first click needs another."""
    left = [count]

    def lay(rules: Rules, first: tuple[int, int]) -> Minefield:
        left[0] -= 1
        if left[0] < 0:
            raise FormatError(Phrase("file.undone"))
        return layout(rules, first)

    return lay


def _centre(place: list[int], square: int, base: int) -> tuple[int, int]:
    col, row = place or (base, base)
    return (col - base) * square + square // 2, (row - base) * square + square // 2
