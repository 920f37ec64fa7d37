"""The panels next to and below the board: figures, hints, results, and what can be done now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import __version__
from ...action import Kind
from ...coordinates import cell_name
from ...display import charts
from ...display.wording import message, wording
from ...game import Status
from ...rules import Chord, Flags
from ..drawers.menus import CUSTOM, LEVELS, level_name, level_of
from ..drawing.formatting import clock, whole_seconds
from ..drawing.lines import Writer, wrapped
from ..keystrokes import shown
from . import draft_panel, end_panel, hint_panel, keys, live_figures

if TYPE_CHECKING:
    from ...analysis.proof import Proof
    from .solo_state import SoloState

MOST_MOVES = 8
SPEED_LEAST = 11  # lines below the board, for the strip of speed as well
_SHOWN_MOVES = (Kind.OPEN, Kind.FLAG, Kind.CLEAR, Kind.QUESTION, Kind.CHORD)


def write_side(state: SoloState, writer: Writer, height: int) -> None:
    """Write the panel next to the board."""
    hint_panel.with_note(state, writer, height, lambda room: _write(state, writer, room))


def _write(state: SoloState, writer: Writer, height: int) -> None:
    status = state.session.game.status
    if not status.is_over:
        end_panel.write_name(state, writer)
    if state.is_covered:
        _paused(state, writer)
    elif state.hint_steps.hint:
        hint_panel.write(state, writer)
    elif state.is_drafting:
        draft_panel.write(state, writer)
    elif status.is_over:
        end_panel.write(state, writer, height)
    else:
        _playing(state, writer, height)


def distinction(state: SoloState, dot: str) -> str:
    """Return the differences from a ranked game."""
    session = state.session
    rules, hints = session.game.rules, session.game.hints
    words = (
        (session.failure, message("tags.not-saved", reason=session.failure_cause)),
        (state.is_swapped, message("tags.swapped")),
        (rules.practice, wording().remarks(["practice"])),
        (session.known_board and not rules.practice, wording().remarks(["known-board"])),
        (hints and not rules.practice, wording().remarks(["hinted"])),
        (session.game.status is Status.READY and session.seal, message("rooms.sealed", seal=session.seal[:4].upper())),
    )
    return f" {dot} ".join(word for is_so, word in words if is_so)


def in_short(state: SoloState) -> str:
    """Return the most important of it in one line."""
    session = state.session
    if state.name_entry:
        return f"{_name_question(state)} {state.name_entry.text}_"
    if state.note:
        return state.note
    if session.is_paused:
        return _unfinished(state) if state.is_resumed else f"{wording().status('paused')}. {message('pause.text')}"
    if session.game.status.is_over and not state.hint_steps.hint:
        return end_panel.in_short(state)
    return hint_panel.in_short(state)


def figures_in_short(state: SoloState, dot: str, width: int, most: int) -> str:
    """Return as many figures of a game in play as a number of lines has room for, where no panel shows them."""
    game, figures = state.session.game, state.figures
    if game.status is not Status.PLAYING:
        return ""
    words = [f"{name} {value}" for name, value in figures.rows()]
    words.append(message("game.share-open", share=live_figures.open_words(game)))
    if figures.course is not None and state.shows_time:
        words.append(message("game.on-course", time=whole_seconds(figures.course)))
    if figures.best is not None:
        words.append(f"{message('figures.best')} {clock(figures.best)}")
    while len(wrapped(f" {dot} ".join(words), width)) > most:
        words.pop()
    return f" {dot} ".join(words)


def _name_question(state: SoloState) -> str:
    """Return the question for a name in one line; a best time shows what was won."""
    entry, summary = state.name_entry, state.summary
    assert entry is not None
    if not entry.is_asked or summary is None or summary.standing is None:
        return entry.question
    return message("name.won", time=clock(state.session.elapsed), place=summary.standing.place)


def _unfinished(state: SoloState) -> str:
    game = state.session.game
    share, time = live_figures.open_words(game), clock(state.session.elapsed, 0)
    return message("pause.unfinished", level=level_name(game.rules), share=share, time=time)


def _paused(state: SoloState, writer: Writer) -> None:
    writer.heading(message("pause.unfinished-title") if state.is_resumed else wording().status("paused"))
    writer.paragraph(_unfinished(state) if state.is_resumed else message("pause.text"))
    writer.gap()
    for key in keys.PAUSED:
        writer.key(key.printed, key.detailed, key.action)


def _playing(state: SoloState, writer: Writer, height: int) -> None:
    session, glyphs = state.session, writer.glyphs
    game = session.game
    if game.status is Status.READY:
        _levels(state, writer)
        _grade(state, writer)
    else:
        writer.heading(message("game.this-game"))
        _grade(state, writer)
        figures = state.figures
        for name, value in figures.rows():
            writer.pair(name, value)
        if game.forgiven:
            writer.paragraph(message("game.forgiven", count=game.forgiven), "muted")
        share = live_figures.percent_open(game)
        writer.heading(message("game.pace"))
        filled = writer.width * share // 100
        writer.line((glyphs.bar * filled, "accent"), writer.rest_of_bar(writer.width - filled))
        course = figures.course if state.shows_time else None
        to_open = game.rules.level.cells - game.rules.level.mines - game.board.opened
        ahead = (
            message("count.to-open", count=to_open)
            if course is None
            else message("game.on-course", time=whole_seconds(course))
        )
        writer.pair(message("game.share-open", share=live_figures.open_words(game)), ahead, "text")
        if figures.best is not None:
            writer.pair(message("figures.best"), clock(figures.best))
    if state.odds:
        writer.heading(wording().action("odds").name)
        writer.paragraph(hint_panel.odds_sentence(state.odds), "muted")
    else:
        _stuck(state, writer, height)
    if height - len(writer.lines) >= 13:
        _keys(state, writer)


def _stuck(state: SoloState, writer: Writer, height: int) -> None:
    """Write how to get help, where there is room for all of it."""
    part = Writer(writer.ink, writer.glyphs, writer.width, writer.ground)
    own = state.options.keys.keys("hint")
    part.heading(message("game.stuck"))
    part.paragraph(message("game.stuck-key", key=shown(own[0]) if own else ":"), "muted")
    if len(writer.lines) + 1 + len(part.lines) <= height:
        writer.gap()
        writer.lines += part.lines


def _grade(state: SoloState, writer: Writer) -> None:
    """Write the grade of a no-guess board: its number and its name."""
    grade = state.session.game.rules.layout.grade
    if grade:
        if state.session.game.status is Status.READY:
            writer.gap()
        writer.pair(wording().action("grade").name, f"{grade.number} {wording().grade(grade).name}")


def _levels(state: SoloState, writer: Writer) -> None:
    chosen = level_of(state.session.game.rules)
    writer.heading(message("game.levels"))
    plain, bound = keys.levels(state), state.options.keys
    for level in (*LEVELS, CUSTOM):
        own = plain[level].strokes if level in plain else bound.keys(level)
        writer.key(f"{shown(own[0]) if own else '':<5}", wording().level(level), level, chosen=level == chosen)
    if state.is_new_player:
        writer.gap()
        writer.paragraph(message("game.first-time"), "muted")


def _keys(state: SoloState, writer: Writer) -> None:
    bound = state.options.keys
    writer.heading(message("titles.keys"))
    arrows = message("footer.arrows")
    rows: list[tuple[tuple[str, ...], str]] = [
        ((arrows,) if bound.profile == "default" else (arrows, "hjkl"), message("footer.move"))
    ]
    rules = state.session.game.rules
    has_flags, has_chords = rules.flags is not Flags.OFF, rules.chord is not Chord.OFF
    chords_on_open = has_chords and state.keyboard.controls.chord_left_on_number
    missing = [name for name, is_there in (("mark", has_flags), ("chord", has_chords)) if not is_there]
    for action in ("open", "mark", "chord", "next-frontier", "odds", "best-move", "menu", "quit"):
        if action in missing:
            continue
        short = sorted((shown(key) for key in bound.keys(action) if len(key) <= 5), key=lambda key: key != "Space")
        is_both = action == "open" and chords_on_open
        words = message("game.open-or-chord") if is_both else wording().action(action).short
        rows.append((tuple(key for key in short if key != "Enter")[:3], words))
    for caps, words in rows:
        text = " ".join(caps)[:13]
        writer.hanging((f"{text:<14}", "text*"), text=words, style="muted")


def below(state: SoloState, writer: Writer, height: int) -> None:
    """Write the panel below the board: the speed and the last moves, or how it went."""
    if state.session.game.status.is_over:
        end_panel.how_it_went(state, writer, height)
        return
    if height >= SPEED_LEAST and not state.session.is_paused:
        _speed(state, writer)
    _last_moves(state, writer, height - len(writer.lines) - 2)


def _speed(state: SoloState, writer: Writer) -> None:
    samples = state.figures.samples
    if len(samples) < 2:
        return
    time = state.session.elapsed
    writer.heading(message("game.speed"))
    values = charts.speeds(samples, time, writer.width)
    writer.line((charts.area(values, 1, ascii_only=writer.glyphs.bar == "=")[0], "accent"))
    if state.shows_time:
        writer.pair(whole_seconds(0), clock(time, 0), "muted")
    writer.gap()


def _last_moves(state: SoloState, writer: Writer, height: int) -> None:
    moves = [entry for entry in state.session.game.log if entry.action.kind in _SHOWN_MOVES]
    entries = moves[-min(height - 2, MOST_MOVES) :]
    if not entries or state.session.is_paused:
        return
    writer.heading(message("game.last-moves"))
    for entry in entries:
        action = entry.action
        token = "flag" if action.kind is Kind.FLAG else "text"
        at = f"{clock(entry.at, 1)[:-2]:>7}  " if state.shows_time else ""
        writer.line(
            (at, "muted"),
            (f"{cell_name(action.row, action.col):<5}", "text*"),
            (wording().words("moves", action.kind).name, token),
        )


def about(writer: Writer, games: str, settings: str) -> None:
    """Write what this program is, who made it, and where it stores games and settings."""
    writer.heading(wording().action("about").name)
    writer.paragraph(f"Sapper {__version__}", "text*")
    writer.paragraph(message("help.slogan"))
    writer.gap()
    writer.paragraph(message("help.developers"))
    writer.paragraph(message("help.licence"), "muted")
    writer.gap()
    writer.paragraph(message("help.games-stored", path=games) if games else message("store.off"), "muted")
    if settings:
        writer.paragraph(message("help.settings-stored", path=settings), "muted")


def seal(writer: Writer, digest: str) -> None:
    """Write what the board was sealed with, and how to check it after the end."""
    writer.heading(wording().action("seal").name)
    writer.paragraph(message("seal.promise"))
    writer.paragraph(message("seal.explanation"), "muted")
    writer.gap()
    writer.paragraph(digest, "text*")
    writer.gap()
    writer.paragraph(message("seal.check-alone"), "muted")
    writer.paragraph(message("seal.check-command", seal=digest))


def proven(proof: Proof, writer: Writer) -> None:
    """Write a whole solution, step by step."""
    writer.heading(message("proof.title"))
    first = message("proof.first", count=len(proof.opened), square=cell_name(*proof.first))
    writer.paragraph(f"{first} {message('proof.steps', count=len(proof.steps))}")
    for number, step in enumerate(proof.steps, 1):
        writer.gap()
        writer.paragraph(f"{number}. {wording().phrase(step.explanation.phrase)}")
    writer.gap()
    if proof.is_complete:
        writer.paragraph(message("proof.complete"), "good")
    else:
        writer.paragraph(message("proof.guess"), "warn")
