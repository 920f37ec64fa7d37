"""Commands of a room in addition to moves: talk, point, invite, be ready, and those of the owner."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ...client import ClientError
from ...client.news import span_words
from ...client.people import STRENGTHS, knocker_name, name_of, phrases, present
from ...client.plain_text import plain
from ...client.round_link import read_round_link
from ...display.wording import message, wording
from ...errors import SapperError
from ...modes import MODES
from ...rules import RULESETS, LayoutKind, Rules
from .. import clipboard
from ..drawers.menus import LEVELS, Item, level_of, level_words
from ..drawers.palette import palette
from ..play.commands import PlayCommands
from ..play.help_commands import HelpCommands
from ..play.menu_commands import MenuCommands
from ..play.move_commands import MoveCommands
from .new_room import GRACES
from .terms_words import mode_name

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from ...client import RemoteParty
    from ...server.parties.events import Terms
    from ...server.protocol.party_messages import Knock, Strength
    from .screen import RoomScreen

_ROUNDS = (1, 3, 5, 7)
_LIVES = (1, 3, 5)
_ENTRIES = {"open": "rooms.do-open", "ask": "rooms.do-ask", "locked": "rooms.do-lock"}
_PAGES_ALONE = frozenset({"best-times", "statistics", "history", "watch", "report"})
_ELSEWHERE = _PAGES_ALONE | frozenset(  # commands of a game alone, and what a room has of its own
    {"new", "beginner", "intermediate", "expert", "custom", "retry", "pause", "undo", "redo", "go-on", "practice"}
    | {"enter-seed", "daily", "save", "prove", "numbers", "share", "ruleset", "grade", "completion", "marks"}
    | {"name", "rules", "menu", "quit", "together", "seal"}
)


class RoomMoves(MoveCommands):
    """Moves that say why they are not possible."""

    def _press(self, name: str) -> None:
        why = self._room.state.why_not
        if why:
            self._screen.say(why)
        else:
            super()._press(name)

    def __init__(self, screen: RoomScreen) -> None:
        super().__init__(screen)
        self._room = screen


class RoomCommands(PlayCommands):
    """Every action of a room by its name."""

    def __init__(self, screen: RoomScreen) -> None:
        moves = RoomMoves(screen)
        super().__init__(screen, moves, HelpCommands(screen, moves), MenuCommands(screen), TogetherCommands(screen))

    def _open_screen(self, action: str) -> None:
        """Open a screen, unless it is about the games of a player alone: S starts a round here, or does nothing."""
        if action == "watch":
            self._methods["watch"]()
        elif action not in _PAGES_ALONE:
            super()._open_screen(action)


class TogetherCommands:
    """Talks to the others and to the server. What the server refuses is said when its answer comes."""

    def __init__(self, screen: RoomScreen) -> None:
        self._screen = screen
        self._state = screen.state
        self._party = screen.state.party
        self._tasks: set[asyncio.Task[None]] = set()

    def _ask(self, request: Coroutine[object, object, None]) -> None:
        """Send a request without waiting for its answer."""

        async def ask() -> None:
            try:
                await request
            except SapperError as error:
                self._screen.complain(error)

        task = asyncio.get_running_loop().create_task(ask())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- The round

    def do_ready(self) -> None:
        """Say that this player is ready for the round."""
        if self._party.me is None or self._party.is_playing:
            return
        self._ask(self._party.ready())

    def do_unready(self) -> None:
        """Say that this player is not ready any more."""
        self._ask(self._party.ready(False))

    def do_new(self) -> None:
        """Be ready for the next round: a room has no game of one's own."""
        self.do_ready()

    def do_face(self) -> None:
        """Be ready, as a click at the face begins a new game elsewhere."""
        self.do_ready()

    def do_watch(self) -> None:
        """Show the round that is over, as soon as the server has sent it."""
        link = self._party.round_link
        if link and not self._party.is_playing:
            self._ask(self._watch(link))

    async def _watch(self, link: str) -> None:
        from ...analysis.rounds import RoundFile
        from ..replay.round_screen import RoundViewer

        data = await asyncio.to_thread(read_round_link, link)
        if self._screen.is_on_top:
            self._screen.app.push_screen(RoundViewer(RoundFile.load(data)))

    def do_stand(self) -> None:
        """Stand up and watch."""
        self._ask(self._party.stand())

    def do_sit(self) -> None:
        """Take a seat, after watching."""
        self._ask(self._party.sit())

    def do_start(self) -> None:
        """Start the round without waiting for the others."""
        self._ask(self._party.start())

    def do_pause(self) -> None:
        """Say that a room has no pause."""
        self._screen.say(message("rooms.not-here"))

    # -- Talking

    def do_talk(self) -> None:
        """Open the line in which something is said."""
        if self._party.me is not None and self._party.me.is_muted:
            self._screen.say(message("rooms.you-are-muted"))
            return
        self._state.begin_talk()
        self._screen.refresh_all()

    def do_silent(self) -> None:
        """Close the line without saying anything."""
        self._state.talk = None
        self._screen.refresh_all()

    def do_say(self) -> None:
        """Say what is typed; a number alone is that of a quick phrase."""
        talk, self._state.talk = self._state.talk, None
        text = plain(talk.text) if talk else ""
        if text.isdecimal() and 1 <= int(text) <= len(phrases()):
            self.do_phrase(text)
        elif text:
            self._ask(self._party.say(text))
        self._screen.refresh_all()

    def do_phrase(self, number: str) -> None:
        """Say a quick phrase by its number, from 1."""
        self._state.talk = None
        self._ask(self._party.say(phrase=int(number) - 1))
        self._screen.refresh_all()

    def do_point(self) -> None:
        """Point out a square to the others."""
        row, col = self._screen.target
        self._screen.put_cursor((row, col))
        with contextlib.suppress(ClientError):
            self._party.aim(col + 0.5, row + 0.5, mark=True)

    def do_invite(self) -> None:
        """Show the link and the code, and copy the link."""
        code, link = plain(self._party.state.code), self._party.link
        is_copied = clipboard.copy(self._screen.app, link)
        words = message("rooms.invite-code", code=code, link=link) if code else message("rooms.invite-text", link=link)
        self._screen.say(f"{words}. {message('rooms.copied')}" if is_copied else words)

    # -- The owner

    def do_room(self) -> None:
        """Open the list of what the owner can do."""
        self._screen.choose(message("rooms.owner-title"), self._owner_items())

    def do_menu(self) -> None:
        """Open the list of what can be done in the room."""
        self._screen.choose(message("rooms.room"), self._menu_items())

    def do_commands(self) -> None:
        """Open the command palette."""
        options = self._state.options
        entries = palette(options.keys, options.settings, self._state.session.rules)
        kept = [item for item in entries if item.action.partition(":")[0] not in _ELSEWHERE]
        self._screen.choose(message("commands.title"), [*self._menu_items(), *kept], typing=True)

    def _menu_items(self) -> list[Item]:
        party = self._party
        items = [
            Item("T", message("rooms.do-talk"), "talk"),
            Item("P", message("rooms.do-point"), "point"),
            Item("I", message("rooms.do-invite"), "invite"),
            Item("L", message("rooms.do-leave"), "leave"),
        ]
        if party.me is None:
            items.insert(0, Item("S", message("together.take-seat"), "sit"))
        elif not party.is_playing:
            items.insert(0, Item("R", message("rooms.do-ready"), "ready", party.me.is_ready))
            if party.terms.can_watch and len(present(party)) > 1:
                items.append(Item("", message("watching.stand"), "stand"))
        return [*items, *self._owner_items()] if party.is_owner else items

    def _owner_items(self) -> list[Item]:
        party = self._party
        items = [item for knock in party.state.knocks for item in _knock_items(knock)]
        if not party.is_playing:
            items.append(Item("S", message("rooms.do-start"), "start"))
            items += _solver_items(party)
            items += _terms_items(party.terms)
        items += [
            Item("", message(words), f"terms:entry={entry}", party.terms.entry == entry)
            for entry, words in _ENTRIES.items()
        ]
        for seat in present(party):
            if seat.seat == party.seat or seat.has_left:
                continue
            words = message("rooms.do-unmute" if seat.is_muted else "rooms.do-mute", name=name_of(seat))
            items.append(Item("", words, f"unmute:{seat.seat}" if seat.is_muted else f"mute:{seat.seat}"))
            items.append(Item("", message("rooms.do-kick", name=name_of(seat)), f"kick:{seat.seat}"))
            if seat.device != "bot":
                items.append(Item("", message("rooms.do-hand", name=name_of(seat)), f"hand:{seat.seat}"))
        return items

    def do_terms(self, choice: str) -> None:
        """Change what is played next: `mode=race`, `level=expert`, `lives=3` and so on."""
        name, _, value = choice.partition("=")
        self._ask(self._party.choose(changed_terms(self._party.terms, name, value)))

    def do_solver(self, strength: Strength) -> None:
        """Let the solver take a seat."""
        self._ask(self._party.seat_solver(strength))

    def do_mute(self, seat: str) -> None:
        """Mute a player."""
        self._ask(self._party.mute(int(seat)))

    def do_unmute(self, seat: str) -> None:
        """Unmute a player."""
        self._ask(self._party.mute(int(seat), False))

    def do_kick(self, seat: str) -> None:
        """Remove a player."""
        self._ask(self._party.kick(int(seat)))

    def do_hand(self, seat: str) -> None:
        """Make another player the owner."""
        self._ask(self._party.hand_on(int(seat)))

    def do_admit(self, player: str) -> None:
        """Let a person in who asks."""
        self._ask(self._party.admit(player))

    def do_refuse(self, player: str) -> None:
        """Do not let a person in who asks."""
        self._ask(self._party.admit(player, False))

    # -- Leaving

    def do_leave(self) -> None:
        """Leave the room for good; only after a question if that ends a game, or the room of others."""
        guard = self._screen.guard
        closes = self._screen.client.is_own_server and len(present(self._party)) > 1
        if guard.allows("leave", is_worth=True if closes else None):
            self._screen.leave_room()
        else:
            self._screen.say(message(self._question))

    @property
    def _question(self) -> str:
        """The question before the room is left: it names the consequence."""
        if self._screen.client.is_own_server:
            return "rooms.confirm-leave-own"
        return "rooms.confirm-leave-turns" if self._party.mode.has_turns else "rooms.confirm-leave"

    def do_stay(self) -> None:
        """Answer the question with no."""
        self._screen.cancel_question()

    def do_quit(self) -> None:
        """Leave the room."""
        self.do_leave()


def _knock_items(knock: Knock) -> list[Item]:
    """Return the two answers to a person who wants to come in."""
    name = knocker_name(knock)
    return [
        Item("", message("rooms.do-admit", name=name), f"admit:{knock.player}"),
        Item("", message("rooms.do-refuse", name=name), f"refuse:{knock.player}"),
    ]


def _solver_items(party: RemoteParty) -> list[Item]:
    """Return the strengths of the solver, where there is a seat for it."""
    if party.mode.has_boards or len(present(party)) >= (party.mode.seats or party.terms.seats):
        return []
    words = message("opponents.seat")
    return [Item("", f"{words}: {message(name)}", f"solver:{strength}") for strength, name in STRENGTHS.items()]


def _terms_items(terms: Terms) -> list[Item]:
    """Return the choices of what is played, each with those it is chosen from."""
    rules, words = Rules.parse(terms.rules), wording()
    ruleset = RULESETS[rules.ruleset]
    items = [
        Item(str(key), mode_name(mode), f"terms:mode={mode}", terms.mode == mode) for key, mode in enumerate(MODES, 1)
    ]
    for level, key in LEVELS.items():
        size = level_words(ruleset.level(level), "x", "-")
        items.append(Item(key, words.level(level), f"terms:level={level}", level_of(rules) == level, size))
    items += [
        Item("", words.rule("layout").value(layout), f"terms:layout={layout}", rules.layout is layout)
        for layout in (LayoutKind.NO_GUESS, LayoutKind.RANDOM)
    ]
    if MODES[terms.mode].has_lives:
        items += [
            Item("", message("count.lives", count=lives), f"terms:lives={lives}", rules.lives == lives)
            for lives in _LIVES
        ]
        items.append(Item("", message("rooms.own-lives"), "terms:own=", terms.lives == "own"))
    if MODES[terms.mode].is_match:
        items += [
            Item("", message("rooms.best-of", rounds=rounds), f"terms:best_of={rounds}", terms.best_of == rounds)
            for rounds in _ROUNDS
        ]
    for grace in GRACES:
        time = message("rooms.absence-words", time=span_words(grace))
        items.append(Item("", f"{message('rooms.absence')}: {time}", f"terms:grace={grace}", terms.grace == grace))
    if MODES[terms.mode].is_secret:
        items.append(Item("", message("watching.show"), "terms:shown=", terms.shows_boards))
    items.append(Item("", message("rooms.allow-hints"), "terms:hints=", terms.hints))
    items.append(Item("", message("rooms.list-publicly"), "terms:public=", terms.is_public))
    return items


def changed_terms(terms: Terms, name: str, value: str) -> Terms:
    """Return terms with one of them changed; a switch is turned."""
    rules = Rules.parse(terms.rules)
    match name:
        case "mode":
            return replace(terms, mode=value)
        case "level" | "layout":
            return replace(terms, rules=str(rules.replace(**{name: value})))
        case "lives":
            return replace(terms, rules=str(rules.replace(lives=int(value))))
        case "own":
            return replace(terms, lives="shared" if terms.lives == "own" else "own")
        case "entry":
            return replace(terms, entry=value)
        case "best_of" | "grace":
            return replace(terms, **{name: int(value)})
        case "shown":
            return replace(terms, shows_boards=not terms.shows_boards)
        case "hints":
            return replace(terms, hints=not terms.hints)
        case _:
            return replace(terms, is_public=not terms.is_public)
