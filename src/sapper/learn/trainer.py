"""The trainer: positions of the player's own games in which something certain was not seen, or seen late.

Also those in which nothing was certain and another guess was better.
"""

from __future__ import annotations

from collections import defaultdict

from ..analysis.hints import with_certain_mines
from ..analysis.odds import odds
from ..board import Board, CellState
from ..errors import SapperError
from ..history.store import StoreError
from ..phrase import Phrase
from ..replay import Replay
from ..value import Value
from . import moments
from .questions import Ask, Question
from .schedule import BOXES, Grade, Review, memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..history.store import Store
    from ..history.store.learning import Answered, Studied
    from .moments import Outcome
    from .schedule import Memory
    from .techniques import Technique

SUBJECT = "trainer"
A_DAY = 12  # positions in a session
_AT_ONCE = 50  # games that are studied in one commit


class Card(Value):
    """A position to train: the game and the place it is from, why it is here, and the memory of it."""

    key: str
    game: int
    place: int
    technique: Technique | None  # None: nothing was certain, and the best guess is asked for
    outcome: Outcome
    ended_at: int  # of the game, in seconds since 1970
    memory: Memory | None = None  # None before the first review

    def __hash__(self) -> int:
        return hash(self.key)


def study(store: Store, *, at_once: int = _AT_ONCE) -> Iterator[int]:
    """Compute the moments of all games that lack them, the newest first; yield how many games were read so far."""
    done = 0
    while games := store.unstudied(moments.VERSION, at_once):
        store.set_studies(moments.VERSION, [(game, study_of(packed)) for game, packed in games])
        done += len(games)
        yield done


def study_of(packed: bytes) -> str:
    """Return the moments of a game as the store has them; one that cannot be read has none."""
    try:
        return moments.pack(list(moments.moments(Replay.unpack(packed))))
    except (SapperError, ValueError):
        return moments.pack([])


def own_cards(store: Store) -> list[Card]:
    """Return all positions to train of a store whose games are studied."""
    return cards(store.studied(moments.VERSION), store.answers(SUBJECT))


def cards(studied: Iterable[Studied], answers: Iterable[Answered], *, most: int | None = None) -> list[Card]:
    """Return the positions of games, newest first, each once, with the memory that the answers leave of it.

    Games after those with `most` positions are not read.
    """
    reviews: defaultdict[str, list[Review]] = defaultdict(list)
    for answer in answers:
        reviews[answer.item].append(Review(answer.answered_at // 1000, Grade(answer.grade)))
    found: dict[str, Card] = {}
    for game in studied:
        if most is not None and len(found) >= most:
            break
        for moment in moments.unpack(game.moments):
            if moment.is_missed and moment.key not in found:
                found[moment.key] = Card(
                    moment.key,
                    game.game,
                    moment.place,
                    moment.technique,
                    moment.outcome,
                    game.ended_at,
                    memory(reviews.get(moment.key, ())),
                )
    return list(found.values())[:most]


def due(found: Iterable[Card], now: int, *, most: int = A_DAY) -> list[Card]:
    """Return the positions of a session: those that are due, the most forgotten first, then new ones, newest first."""
    waiting: list[tuple[float, int, Card]] = []
    for number, card in enumerate(found):
        if card.memory is None:
            waiting.append((2.0, number, card))
        elif card.memory.due_at <= now:
            waiting.append((card.memory.recall(now), number, card))
    return [card for _, _, card in sorted(waiting, key=lambda one: one[:2])][:most]


def next_due(found: Iterable[Card]) -> int | None:
    """Return when the next position comes back, in seconds since 1970; None if none was reviewed."""
    return min((card.memory.due_at for card in found if card.memory is not None), default=None)


def boxes(found: Iterable[Card]) -> tuple[int, ...]:
    """Return how many reviewed positions are in each box: a day, three days, a week, a month, known."""
    counts = [0] * (len(BOXES) + 1)
    for card in found:
        if card.memory is not None:
            counts[card.memory.box] += 1
    return tuple(counts)


def question(store: Store, card: Card) -> Question:
    """Return the question of a position, as it was in the game, with those flags that are proven."""
    packed = store.replay(card.game)
    if packed is None:
        raise StoreError(Phrase("machine-error.no-game", game=card.game, place=str(store.place)))
    return question_at(Replay.unpack(packed), card.place)


def question_at(replay: Replay, place: int) -> Question:
    """Return the question of the board before an action of a game, with those of its flags that are proven."""
    board = proven_flags(replay.after(place).board)
    return Question(board, Ask.SAFE if odds(board).safe else Ask.GUESS)


def proven_flags(board: Board) -> Board:
    """Return a board with those of its flags that must be right, and no other marks."""
    known = with_certain_mines(board, odds(board))
    cells = bytearray(board.to_bytes())
    for cell in board.closed():
        is_proven = known[cell] == CellState.MINE and board[cell] == CellState.FLAG
        cells[board.level.index(*cell)] = CellState.FLAG if is_proven else CellState.HIDDEN
    return Board.from_bytes(board.level, cells)


def of_technique(found: Sequence[Card], technique: Technique | None) -> list[Card]:
    """Return the positions of a technique, or all."""
    return [card for card in found if technique in (None, card.technique)]
