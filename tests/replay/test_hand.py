"""The hand is recorded with the game: its track is the events, and which of them made each move."""

from __future__ import annotations

from sapper import FixedLayout, Minefield, Rules, Seed, Session, measure_replay
from sapper.action import Action, Kind
from sapper.analysis.metrics import _measure_game
from sapper.analysis.metrics.click_tally import Clicks
from sapper.analysis.metrics.hand import heat, one_and_a_half_clicks, opened_by_move
from sapper.formats import read_replay, write_replay
from sapper.replay.model import Replay
from sapper.replay.track import Track, TrackEvent

FIELD = Minefield.from_text("*..*\n....\n....\n*..*")
OFFICIAL = Rules(FIELD.level, ruleset="official", first="any")


class Mouse:
    """A player with a clock, and a mouse that the session records."""

    def __init__(self, *, records_hand: bool = True) -> None:
        self.now = 1_000
        self.session = Session(
            OFFICIAL,
            clock=lambda: self.now,
            seeds=lambda: Seed.of(1),
            layout=FixedLayout(FIELD),
            records_hand=records_hand,
        )

    def event(self, after: int, kind: str, row: int, col: int, *actions: str) -> None:
        self.now += after
        self.session.point(kind, col * 16 + 8, row * 16 + 8)
        for name in actions:
            self.session.apply(Action(name, row, col), device="mouse")

    def replay(self) -> Replay:
        return Replay.of(self.session.game, None, track=self.session.track)

    def win(self) -> None:
        self.event(0, "mv", 0, 0)
        self.event(300, "lc", 1, 1)
        self.event(80, "lr", 1, 1, "open")
        self.event(500, "mv", 0, 0)
        self.event(20, "rc", 0, 0, "flag")
        self.event(60, "mv", 1, 1)
        self.event(10, "lc", 1, 1)
        self.event(70, "lr", 1, 1, "chord")
        self.event(10, "rr", 1, 1)
        self.event(90, "lc", 1, 1)
        self.event(60, "lr", 1, 1, "open")
        for row, col in ((1, 3), (2, 3), (3, 1), (3, 2)):
            self.event(200, "lc", row, col)
            self.event(50, "lr", row, col, "open")


def test_times_count_from_the_first_opening_and_events_make_their_moves() -> None:
    mouse = Mouse()
    mouse.win()
    track = mouse.session.track
    assert track is not None
    assert [(event.at, event.kind, event.actions) for event in track.events[:5]] == [
        (-380, "mv", 0),
        (-80, "lc", 0),
        (0, "lr", 1),
        (500, "mv", 0),
        (520, "rc", 1),
    ]
    assert sum(track.actions) == len(mouse.session.game.log)


def test_a_break_is_no_time_of_the_hand() -> None:
    mouse = Mouse()
    mouse.event(0, "lc", 1, 1)
    mouse.event(100, "lr", 1, 1, "open")
    mouse.now += 500
    mouse.session.toggle_pause()
    mouse.now += 60_000
    mouse.session.toggle_pause()
    mouse.event(250, "mv", 0, 1)
    mouse.session.apply(Action(Kind.RESIGN), device="key")
    track = mouse.session.track
    assert track is not None
    assert [(event.at, event.actions) for event in track.events] == [
        (-100, 0),
        (0, 1),
        (500, 1),
        (500, 1),
        (750, 0),
        (750, 1),
    ]


def test_the_right_button_alone_chords_where_it_comes_down_or_up_and_is_no_right_click() -> None:
    for down, up in (("chord", ()), ((), "chord")):
        mouse = Mouse()
        mouse.event(0, "lc", 1, 1)
        mouse.event(9, "lr", 1, 1, "open")
        mouse.event(9, "rc", 1, 1, *([down] if down else []))
        mouse.event(9, "rr", 1, 1, *([up] if up else []))
        mouse.session.apply(Action(Kind.RESIGN))
        replay = mouse.replay()
        in_python = _measure_game(replay.after(0), replay.entries, replay.track, with_zini=False)
        assert measure_replay(replay).clicks == in_python.clicks == Clicks(1, 0, 1)


def test_keys_move_the_hand_and_their_moves_are_marked_and_press_no_button() -> None:
    mouse = Mouse()
    mouse.event(0, "mv", 1, 1)
    mouse.session.apply(Action(Kind.OPEN, 1, 1), device="key")
    mouse.event(100, "mv", 0, 0)
    mouse.now += 50
    mouse.session.apply(Action(Kind.FLAG, 0, 0), device="key")
    mouse.session.apply(Action(Kind.RESIGN))
    track = mouse.session.track
    assert track is not None
    assert [(event.at, event.kind, event.actions) for event in track.events] == [
        *((0, "mv", 0), (0, "mv", 1), (100, "mv", 0)),
        *((150, "mv", 1), (150, "mv", 1)),
    ]
    assert [track.is_key_at(at) for at in (50, 120, 200)] == [True, False, True]
    replay = mouse.replay()
    measured = measure_replay(replay)
    assert not measured.has_track, "which right clicks did nothing is not known"
    assert (measured.clicks, measured.path) == (Clicks(1, 1, 0), None)
    assert measured == measure_replay(replay.replace(track=None))
    for form in ("packed", "text"):
        assert read_replay(write_replay(replay, form), f"a.{form}").replay.track is not None, form


def test_a_game_that_is_not_recorded_has_no_track_and_the_next_one_has_its_own() -> None:
    mouse = Mouse(records_hand=False)
    mouse.win()
    before = mouse.session.track
    mouse.session.records_hand = True
    mouse.session.new(layout=FixedLayout(FIELD))
    mouse.win()
    track = mouse.session.track
    assert before is None
    assert track is not None
    assert track.times[0] == -380


def test_the_track_survives_every_form_and_gives_a_path() -> None:
    mouse = Mouse()
    mouse.win()
    replay = mouse.replay()
    for form in ("packed", "text", "rawvf", "evf"):
        read = read_replay(write_replay(replay, form), f"a.{form}").replay
        assert read.track is not None, form
        assert [event[:4] for event in read.track.events] == [event[:4] for event in replay.track.events], form  # type: ignore[union-attr]
    assert (measure_replay(replay).has_track, measure_replay(replay.replace(track=None)).path) == (True, None)


def test_the_trail_ends_where_the_pointer_is_and_buttons_are_known() -> None:
    track = Track.of(
        16,
        [
            TrackEvent(-50, "mv", 8, 8),
            TrackEvent(0, "lc", 24, 8),
            TrackEvent(40, "rc", 24, 8),
            TrackEvent(90, "lr", 40, 24),
        ],
    )
    assert track.trail(-60, 100) == []
    assert track.trail(50, 100) == [(0.5, 0.5), (1.5, 0.5), (1.5, 0.5)]
    assert track.trail(5_000, 100) == [(2.5, 1.5)]
    assert [track.buttons_at(at) for at in (-1, 0, 40, 90)] == ["", "l", "lr", "r"]


def test_chords_that_begin_with_a_flag_are_named_and_moves_say_what_they_open() -> None:
    mouse = Mouse()
    mouse.win()
    replay = mouse.replay()
    kinds = [entry.action.kind for entry in replay.entries]
    assert one_and_a_half_clicks(replay) == {kinds.index(Kind.CHORD)}
    assert one_and_a_half_clicks(replay.replace(track=None)) == frozenset()
    assert sum(opened_by_move(replay)) == FIELD.level.cells - FIELD.level.mines


def test_the_pointer_stays_longest_where_it_is_hottest() -> None:
    events = [TrackEvent(-900, "mv", 8, 8), TrackEvent(100, "mv", 24, 8), TrackEvent(400, "mv", 900, 8)]
    assert heat(Track.of(16, events), FIELD.level) == {(0, 0): 100 / 300, (0, 1): 1.0}
