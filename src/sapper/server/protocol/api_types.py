"""The bodies of HTTP requests and responses. Messages of a room add to some of them which game they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct

from ...analysis.report import MoveQuality  # noqa: TC001
from ...analysis.verdict import VerdictKind  # noqa: TC001 - msgspec reads the annotation
from ...history.together import WITHOUT_SERVER
from ..parties.events import Entry, ModeName  # noqa: TC001
from ..tournaments.events import FormatName, Minutes, Turns  # noqa: TC001
from .message import Counter, Id, Name, Phrase, Place, Point, Text  # noqa: TC001
from .party_messages import SeatRating  # noqa: TC001

if TYPE_CHECKING:
    from ...history.store import Listed, Summary


class DailyLine(Struct):
    """A line in the table of a daily board. The time is in milliseconds."""

    place: int
    name: str
    time: int
    bbbv: int | None  # once the day is over
    you: bool
    game: int | None  # the number of the finished game, once the day is over


class OwnTry(Struct):
    """The player's ranked try at a daily board: in play or over. One whose game was deleted has no time."""

    status: str  # playing, won, lost or abandoned
    room: str | None  # where it is in play
    game: int | None  # the number of the finished game, once the day is over
    time: int | None
    bbbv: int | None  # once the day is over
    place: int | None  # in the table; none for a try that is not ranked
    objections: list[str]  # why a try that was won is not ranked


class DailyLevel(Struct):
    """The board of a day and a level, and how it was played on this server."""

    level: str
    rules: str
    width: int
    height: int
    mines: int
    grade: int  # of the reasoning that it needs at most, from 1
    first: str  # the name of the square that is open at the start
    own: OwnTry | None  # none before the player has begun
    is_unranked: bool  # a try of another player has ended at this address: one that begins now is not ranked
    cells: str | None  # the solved board as in `board`: when the player has solved it, and when the day is over
    played: int  # tries that are over
    solved: int
    median: int | None
    ranked: int  # lines that the whole table has
    times: list[Bar]  # the times of the whole table; the slowest twentieth shares the last bar
    table: list[DailyLine]


class Daily(Struct):
    """The boards of a day, and the player's days. A day is a date in UTC."""

    day: str
    today: str
    seconds_left: int  # until the boards of today end
    levels: list[DailyLevel]
    streak: int  # days in a row with a solved board, up to now
    best_streak: int
    days: dict[str, list[str]]  # the player's: how the try at each level ended, empty without one


class SeasonLine(Struct, omit_defaults=True):
    """A line in the table of a week or a season of the daily boards."""

    place: int
    name: str
    points: int
    wins: int  # boards on which nobody was faster
    boards: int  # that were solved
    you: bool = False


class Season(Struct):
    """The table of a week or a month of the daily boards: the first lines, and the player's own."""

    first: str  # the days
    last: str
    days_left: int  # today among them
    players: int
    lines: list[SeasonLine]
    winner: str  # the names of those who won the week or month before


class Seasons(Struct):
    """The tables of this week and of this season, which is a month."""

    week: Season
    month: Season


class SolutionStep(Struct):
    """A step of a solution: what it opens, what it marks, and why."""

    sentence: str
    opened: list[int]
    mines: list[int]
    phrase: Phrase | None = None  # the sentence


class DailySolution(Struct):
    """The whole solution of a daily board, from its first square on."""

    day: str
    level: str
    width: int
    height: int
    first: int
    cells: str  # the solved board
    steps: list[SolutionStep]


class Me(Struct):
    """The player that the cookie stands for."""

    id: str
    name: str
    has_code: bool = False  # to come back with
    since: int | None = None  # when the player first took a name, made a code or played a round
    is_public: bool = False  # others may see the page of the player


class NewName(Struct):
    """The name that a player takes."""

    name: Name


class NewPublic(Struct):
    """Whether others may see the page of the player."""

    is_public: bool


class MetPlayer(Struct, omit_defaults=True):
    """A person with whom the player has played, and how their rounds against each other ended."""

    id: str
    name: str
    mode: str  # of the last round
    rules: str
    ended_at: int  # milliseconds since 1970
    rounds: int
    won: int  # in modes with places
    lost: int
    is_here: bool | None = None  # null for a person who does not show it
    is_blocked: bool = False
    is_public: bool = False  # the person has a public page


class PeopleMet(Struct):
    """The people with whom the player has played lately, and whether these may see when the player is here."""

    people: list[MetPlayer]  # those of the last rounds first
    is_seen: bool


class NewSeen(Struct):
    """Whether those with whom the player has played may see when the player is here."""

    is_seen: bool


class NewBlock(Struct):
    """A person with whom the player does not want to play any more, or does again."""

    player: Id
    is_blocked: bool = True


class NewReport(Struct):
    """A report to the host about a person with whom the player has played."""

    player: Id
    reason: Literal["cheating", "talk", "name", "other"]
    words: Text = ""


class NewChallenge(Struct):
    """A person who is challenged to the room in which the player has a seat."""

    player: Id
    party: Id


class Declined(Struct):
    """The room of a challenge that the player does not want."""

    party: Id


class OwnRating(Struct):
    """The rating of a player in a mode and a level class."""

    mode: str
    level: str
    value: int
    deviation: int
    is_sure: bool  # enough rounds were played for the value to mean something
    rounds: int
    wins: int
    best: int | None  # the highest value that was sure
    gain: int  # in the last thirty days
    curve: list[tuple[int, int]]  # when, in milliseconds since 1970, and the value from then on


class PlayerPage(Struct):
    """The page of a player: of others only if they have chosen that."""

    id: str
    name: str
    since: int | None  # in seconds since 1970
    is_public: bool
    is_own: bool
    games: int  # that are over
    ratings: list[OwnRating]
    records: list[Finished]  # the fastest win of each usual level
    rounds: list[ListedRound]  # the newest first
    recent: list[Finished]  # the newest games, alone or together


class GivenCode(Struct):
    """A code that brings a player back, or links a device."""

    code: Text


class RecoveryCode(Struct):
    """A new code that brings the player back anywhere. The one before is not valid any more, and this is shown once."""

    code: str


class LinkCode(Struct):
    """A code that links another device, once."""

    code: str
    address: str  # the same as a link
    seconds: int  # in which it is valid
    picture: str  # a QR code of the link: the path of an SVG
    size: int  # of the picture, in its units


class InPlay(Struct):
    """A room of the player whose game is not finished."""

    room: str
    game: str
    rules: str
    actions: int
    created_at: int


class Finished(Struct):
    """A finished game in a list. Times are in milliseconds, dates in seconds since 1970."""

    id: int
    rules: str
    level: str
    ruleset: str
    layout: str
    status: str
    elapsed: int
    ended_at: int
    name: str
    actions: int
    bbbv: int
    solved: int
    clicks: int
    left: int
    right: int
    chords: int
    effective: int
    hints: int
    ranked: bool
    remarks: list[str]
    together: str  # the name of the mode; empty for a game of one player alone


class PlayerPart(Struct):
    """The share of a player in a game of several."""

    by: int
    name: str
    moves: int
    opened: int
    share: float  # of all cells that were opened
    flags: int  # that were on the board at the end
    hits: int  # mines that were opened


class FinishedGame(Finished):
    """A finished game with what was sealed. Seed and salt open the digest of a game that was played on a server."""

    seed: str | None
    salt: str | None
    digest: str | None
    minefield: str | None
    signed_by: str | None  # the public key of the server that signed the replay
    parts: list[PlayerPart]  # of everybody, if several played
    has_track: bool = False  # the hand that played was recorded
    program: str = ""  # that recorded it, if it was another one
    mode: str = ""  # of that program; empty for its classic one


class Track(Struct):
    """The hand that played a game: an item for each event, in order of time."""

    square: int  # pixels that a cell was wide
    times: list[int]  # milliseconds of playing time, below 0 before the first cell was opened
    kinds: str  # a digit each: 0 moved, 1 and 2 left down and up, 3 and 4 right, 5 and 6 middle, 7 left with Shift
    xs: list[int]  # pixels from the left of the board
    ys: list[int]
    actions: str  # a digit each: how many actions of the game the event made


class Step(Struct):
    """An action, and the cells that it changed as index, value, index, value, ..."""

    at: int
    kind: str
    cell: int | None
    cells: list[int]
    status: str
    mines_left: int
    by: int
    device: str
    x: float | None  # where the pointer was, in cells from the top left corner
    y: float | None


class Steps(Struct, rename={"first": "from"}):
    """A part of a game, action by action, from the action `from` on; `next` is the `from` of the part after it."""

    rules: str
    width: int
    height: int
    mines: int
    first: int
    steps: list[Step]
    next: int | None  # null at the end of the game


class JudgedMove(Struct):
    """A move that opened something, and the verdict on it. `action` is its place in the list of actions, from 0."""

    action: int
    at: int
    verdict: VerdictKind
    risk: float  # the chance that the move opened a mine, rounded to four places
    luck: float  # -log of the chance to survive it, survived or not; 0 for a proven mine
    solved: int  # 3BV seen to be solved after it
    text: str = ""  # the verdict in words; empty for a move that was certain
    best: int | None = None  # the cell to open instead, where there was a better one
    best_risk: float | None = None  # the chance of a mine there
    safe: list[int] = []  # the cells that were proven safe, where the move was not
    reason: list[int] = []  # the numbers that prove it
    phrase: Phrase | None = None  # the text


class ReportedMove(Struct):
    """A move with the chances to win around it. `action` is its place in the list of actions, from 0."""

    action: int
    at: int
    quality: MoveQuality
    risk: float
    before: float  # the chance to win with the best move
    expected: float  # with this one, before it was known what it shows
    after: float
    best: int | None  # the square to open instead; null after a move that no other beats
    exact: bool  # whether no chance here is an estimate


class Report(Struct):
    """A game divided into what the moves gave away and what luck did: `start - given_away + luck` is `end`.

    A game that cannot be divided (with several lives, with undo, too large) has `reported` false, and `text` says why.
    """

    text: str
    phrase: Phrase
    reported: bool = True
    start: float = 0.0
    end: float = 0.0
    given_away: float = 0.0
    luck: float = 0.0
    exact: bool = True
    moves: list[ReportedMove] = []


class GameReview(Struct, rename={"first": "from"}):
    """The verdicts on the moves of a finished game from the action `from` on, as far as the time for an answer went.

    `next` is the `from` of the part after it.
    """

    first: int
    moves: list[JudgedMove]
    next: int | None  # null at the end of the game


class ListedSeat(Struct, omit_defaults=True):
    """A player in a party, in a list."""

    name: str
    colour: int
    is_bot: bool
    strength: str = ""  # of the solver of the server, which plays at this seat
    rating: SeatRating | None = None  # in what the party plays


class ListedParty(Struct):
    """A party that the player may enter."""

    party: str
    name: str
    mode: str
    rules: str
    stage: str
    owner: str  # a name
    seats: list[ListedSeat]
    most_seats: int
    has_free_seat: bool
    can_watch: bool
    entry: Entry  # for newcomers
    watching: int
    is_mine: bool  # the player has a seat
    challenger: str = ""  # the name of who waits there because they have challenged the player
    share: float | None = None  # of the safe cells that are open, where all play one board
    picture: str | None = None  # which cells are open there: base64 of a bit for each, as in `ghost`


class RoundSeat(Struct, omit_defaults=True):
    """A player of a finished round, with the result."""

    seat: int
    name: str
    colour: int
    place: int  # from 1; equal results share a place; 0 for a player who has none
    status: str
    share: float  # of the safe cells that were opened
    at: int  # the playing time in milliseconds
    curve: list[tuple[int, float]]  # from which moment on which share was reached: 1 is a whole board
    points: int = 0
    is_bot: bool = False
    strength: str = ""  # of the solver of the server


class RoundGame(Struct):
    """A game of a finished round: its replay is that of `/api/games/{number}`."""

    game: int
    seats: list[int]
    start: int  # milliseconds after the start of the round
    length: int


class RoundEvent(Struct, omit_defaults=True):
    """Something that happened in a round: a lead, or an end; `solved` is a board of several."""

    at: int  # milliseconds after the start of the round
    seat: int
    kind: str  # lead, won, lost, abandoned or solved
    place: int = 0


class PlayedRound(Struct):
    """A finished round on one time line."""

    id: str
    number: int
    mode: str
    rules: str
    started_at: int  # milliseconds since 1970
    ended_at: int
    length: int  # milliseconds from the start to the end of the last game
    objections: list[str]  # why it is not rated
    seats: list[RoundSeat]  # in the order of the places
    games: list[RoundGame]
    events: list[RoundEvent]
    own: int | None = None  # the seat of the player who asks


class ListedRound(Struct):
    """A finished round in a list."""

    id: str
    mode: str
    rules: str
    ended_at: int  # milliseconds since 1970
    seats: list[ListedRoundSeat]  # in the order of the places
    gain: int | None = None  # what the round changed in the rating of the player; null if it is not rated


class ListedRoundSeat(Struct, omit_defaults=True):
    """A player of a finished round in a list."""

    seat: int
    name: str
    colour: int
    place: int
    is_bot: bool = False
    is_own: bool = False


class TournamentRules(Struct, omit_defaults=True):
    """The rules of a new tournament."""

    format: FormatName
    mode: ModeName
    rules: Annotated[str, Meta(max_length=500)]
    name: Annotated[str, Meta(max_length=200)] = ""
    starts_in: Annotated[int, Meta(ge=0, le=43_200)] = 5  # minutes
    minutes: Minutes = 20  # of one that is played for a time
    turns: Turns = 5  # of one that is played in rounds


class TournamentEntry(Struct):
    """The wish of a player of a tournament: to be signed up, to play the next race, or to sit out."""

    tournament: Text
    wants: Literal["in", "ready", "out"]
    is_bot: bool = False


class TournamentCard(Struct, omit_defaults=True):
    """A tournament in a list."""

    id: str
    name: str
    format: str
    mode: str
    rules: str
    slot: str  # hourly or weekly, for those of the calendar
    starts_at: int  # seconds since 1970
    minutes: int
    turns: int
    stage: str  # coming, playing or over
    players: int
    is_mine: bool = False  # the player is signed up
    winner: str = ""  # the names of those who were first


class TournamentLine(Struct, omit_defaults=True):
    """A player of a tournament, in the order of the table."""

    place: int
    player: str  # the public id
    name: str
    points: int
    tie: int  # what decides between equal points
    scores: list[int]  # of the last races
    streak: int = 0
    state: str = ""  # ready, playing, out, or none of them
    is_me: bool = False
    is_bot: bool = False


class TournamentRacer(Struct, omit_defaults=True):
    """A player of a race in play, as those who watch see them."""

    name: str
    share: float = 0.0
    status: str = ""
    shape: int | None = None


class TournamentRace(Struct, omit_defaults=True):
    """A race in play."""

    number: int
    party: str  # to watch it
    players: list[TournamentRacer]


class Tournament(Struct, omit_defaults=True):
    """A tournament with its table and its races."""

    card: TournamentCard
    now: int  # milliseconds since 1970, by the clock of the server
    ends_at: int | None  # milliseconds since 1970; null where it is played in rounds
    turn: int  # the last round that was begun
    races: int  # that were begun
    lines: list[TournamentLine]
    playing: list[TournamentRace]
    party: str = ""  # of the race that the player is in
    last_rounds: list[str] = []  # the ids of the last races that are over, in /api/rounds


class PeopleHere(Struct):
    """The number of people. Bots do not count."""

    here: int  # connected to this server, also those who play alone
    looking: int  # for another player, by a quick match


class Picture(Struct):
    """The board at the end of a game: a symbol for each cell."""

    width: int
    height: int
    cells: str


class BrokenReplay(Struct):
    """An inconsistent replay: its steps as far as they can be played, and the problem with the next one."""

    why: str
    steps: Steps
    phrase: Phrase | None = None  # `why`


class Verification(Struct):
    """The verification of a replay.

    It is consistent if playing it again gives the result that it states: its times could be invented. It is
    genuine if this server signed it, because it saw the game. `why` says what is wrong with it.
    """

    consistent: bool
    signed_by: str | None = None  # the public key of the server that signed it, if the signature is right
    genuine: bool = False
    why: str | None = None
    rules: str | None = None
    status: str | None = None
    elapsed: int | None = None
    actions: int | None = None
    phrase: Phrase | None = None  # `why`


class ServerKey(Struct):
    """The public key that checks the signatures of this server (Ed25519, in hexadecimal)."""

    key: str


class Imported(Struct):
    """The number of an imported replay. `known`: the same replay was already stored."""

    id: int
    known: bool = False
    notes: list[str] = []  # where a file of another program disagrees with its own moves
    phrases: list[Phrase] = []  # the notes


class AloneAction(Struct):
    """An action of a game that was played without a server; `at` is in milliseconds of playing time."""

    kind: str
    at: Counter
    cell: Place | None = None
    device: str = ""
    x: Point | None = None
    y: Point | None = None


class AloneGame(Struct):
    """A finished game that was played without a server. Its board follows from its rules, its seed and its first cell.

    `began_at` and `ended_at` are seconds since 1970 by the clock of the browser. With a day in `daily`, it was played
    on the board of that day.
    """

    rules: Text
    seed: Text
    status: str
    began_at: Counter
    ended_at: Counter
    actions: list[AloneAction]
    name: Text = ""
    daily: Text | None = None


ANSWERS_AT_ONCE = 5000  # that go to and fro: less than 1 MB


class LearnAnswer(Struct):
    """An answer of a player who learns: the item of a subject, when in milliseconds since 1970, and how it went.

    `grade` is 1 to 4, the more the better; of a run of Rush it is how many puzzles were solved.
    """

    subject: Id
    item: Id
    answered_at: Counter
    grade: Counter
    elapsed: Counter  # milliseconds


class LearnAnswers(Struct):
    """Answers of a player. What was learned follows from them: progress, schedules and ratings."""

    answers: list[LearnAnswer]
    left: Counter = 0  # that follow these


class NewAnswers(Struct):
    """Answers to store, each once, how many the client will know then, and how many of all it does not need again."""

    answers: Annotated[list[LearnAnswer], Meta(max_length=ANSWERS_AT_ONCE)]
    known: Counter = 0
    skip: Counter = 0


class TrainerCard(Struct):
    """A position of a player's own game to train: the board before an action, and why it is here."""

    key: str  # of the position: the same for the same squares, whoever played it
    game: int
    place: int  # of the action
    technique: str  # empty where nothing was certain: the best guess is asked for
    outcome: str  # late, guessed, erred or riskier
    ended_at: int  # of the game, in seconds since 1970


class Training(Struct):
    """The positions of a player's own games, the newest first, each once; `left` games are not looked at yet."""

    left: int
    cards: list[TrainerCard]


class TechniqueInsight(Struct):
    """The number of times that a technique was the simplest proof at hand, and their outcomes."""

    technique: str
    seen: int
    waited: int  # milliseconds until the next opening, the median where it was found
    missed: int
    keys: list[str]  # of the positions in which it was missed


class Insights(Struct):
    """The figures of each technique in a number of games; `left` games are not looked at yet."""

    left: int
    games: int
    techniques: list[TechniqueInsight]


class PathProgress(Struct):
    """The progress of a player at a step of the path: stars and the best time count on any of its boards."""

    step: int
    tries: int
    best: int | None  # milliseconds
    stars: list[str]  # time, no-help, efficiency
    won: list[int]  # boards


class OwnPath(Struct):
    """The progress of a player at each step of the path."""

    steps: list[PathProgress]


class Best(Struct):
    """The best times of one configuration."""

    rules: str
    ranked: list[Finished]
    others: list[Finished]


class OwnBest(Struct):
    """The player's best time of one configuration in milliseconds, null if there is none."""

    rules: str
    best: int | None


class Bar(Struct):
    """A bar of the distribution: how many wins took from `start` to `end`."""

    start: int
    end: int
    count: int


class Stretch(Struct):
    """A stretch of games, in the order in which they were played."""

    first: int
    last: int
    games: int
    wins: int
    best: int | None
    median: int | None
    lower: int | None  # a quarter of the wins was faster
    upper: int | None  # a quarter was slower


class Statistics(Struct):
    """The statistics of a history. Times are of wins only."""

    games: int
    wins: int
    abandoned: int
    rate: float | None
    interval: tuple[float, float] | None
    best: int | None
    mean: int | None
    median: int | None
    streak: int
    longest_streak: int
    longest_losing_streak: int
    bbbv_per_second: float | None
    best_bbbv_per_second: float | None
    efficiency: float | None
    played: int
    percentiles: dict[str, int]
    distribution: list[Bar]
    progress: list[Stretch]


class Win(Struct):
    """A win in a chart."""

    id: int
    elapsed: int
    bbbv: int
    ended_at: int
    clicks: int


class Day(Struct):
    """The games of a day, counted from 1970 in the time zone of the player."""

    day: int
    games: int
    wins: int


class Charts(Statistics):
    """The statistics with what the charts of the page show.

    `points` are the newest wins and the fastest one; `survival` is the share of games that were not lost before each
    part of their 3BV was solved, in equal steps from nothing to everything.
    """

    points: list[Win]
    fastest: list[Win]
    survival: list[float]
    days: list[Day]
    today: int  # the day of the last square of the calendar


class LuckMeans(Struct):
    """Means over games in shares of a game: `start - given_away + luck` is `won`. `exact` have no estimate."""

    games: int
    exact: int
    start: float
    given_away: float
    luck: float
    won: float


class LevelLuck(LuckMeans):
    """The same of a level."""

    level: str


class LuckPeriod(LuckMeans):
    """The same of consecutive games, with when the first and the last of them ended, in seconds since 1970."""

    first: int
    last: int


class Luck(Struct):
    """Skill and luck in a history; `left` games are not looked at yet, and games without a report do not count."""

    left: int
    all: LuckMeans | None
    levels: list[LevelLuck]
    progress: list[LuckPeriod]


class Deleted(Struct):
    """The number of games that were deleted."""

    games: int


class RefusedLine(Struct):
    """A line of a backup that was not restored: its place in the request, from 0 on, and why."""

    line: int
    why: str
    phrase: Phrase | None = None  # `why`


class Restored(Struct):
    """The outcome of restoring a part of a backup."""

    restored: int
    known: int  # games that the player has here already
    refused: list[RefusedLine]


class Position(Struct):
    """A board as a diagram: a level such as 30x16/99, then a line of symbols for each row of the board."""

    board: Annotated[str, Meta(max_length=60_000)]
    stage: Annotated[int, Meta(ge=0, le=4)] = 4


class Chances(Struct):
    """The chance of a mine at closed cells, and the cells that are certain."""

    cells: list[int]
    chances: list[float]  # in the order of `cells`, rounded to four places: certain cells are in the two lists
    safe: list[int]
    mine: list[int]


class Cells(Struct, omit_defaults=True):
    """Cells to point out, as indices."""

    region: list[int] = []  # the first and the last cell of the third of the board to look at
    reason: list[int] = []  # the numbers that prove the conclusion
    scope: list[int] = []  # the closed cells around these numbers
    safe: list[int] = []
    mine: list[int] = []
    guess: list[int] = []  # the cell of a hint that is not certain, from stage 3
    wrong: list[int] = []  # a flag that cannot be right, from stage 3


class Hint(Struct, omit_defaults=True):
    """One stage of a hint, with what that stage may show."""

    stage: int
    text: str
    certain: bool  # proven; otherwise the hint is the best guess
    cells: Cells
    kind: str | None = None  # at stage 4: the action to play
    cell: int | None = None  # at stage 4: where to play it
    grade: str | None = None  # the grade of the reasoning, from stage 2
    pattern: str | None = None  # the name of the pattern, if it has one, from stage 3
    risk: float | None = None  # the chance of a mine, from stage 3, where nothing is certain
    phrase: Phrase | None = None  # the text


class Move(Struct):
    """The best cell to open, never one with a flag. `win` is null where no estimate of it can be trusted."""

    cell: int
    safe: float  # the chance that the cell is safe
    win: float | None  # the chance to win the game after opening it; null where no estimate can be trusted
    why: str
    remark: str = ""  # about a better cell that has a flag
    phrase: Phrase | None = None  # `why`
    remark_phrase: Phrase | None = None


class Conclusion(Struct, omit_defaults=True):
    """Cells that are all safe or all mines, and the reason."""

    safe: bool
    cells: list[int]
    grade: str
    numbers: list[int] = []  # that prove it
    text: str = ""
    opened: list[int] = []  # in a proof: the cells that open because of it
    phrase: Phrase | None = None  # the text


class Next(Struct):
    """All deductions from the visible board, the simplest first."""

    steps: list[Conclusion]


class Draft(Struct, omit_defaults=True):
    """The consequences of suppositions about closed cells, and the reason if they lead to a contradiction."""

    steps: list[Conclusion]
    text: str
    clash: list[int] = []  # numbers that cannot all be true then
    refuted: int | None = None  # the only cell supposed, where that cannot be
    is_mine: bool = False  # whether the refuted cell therefore is a mine
    phrase: Phrase | None = None  # the text


class Why(Struct, omit_defaults=True):
    """The explanation of a cell, in words."""

    cell: int
    text: str
    reason: list[int] = []  # the numbers that prove it
    phrase: Phrase | None = None  # the text


class Proof(Struct):
    """The whole solution of a board whose game is over."""

    complete: bool  # whether no guess is needed
    first: int  # the cell that was opened first
    opened: list[int]  # the cells that the first one opened
    hardest: str | None  # the highest grade of reasoning that is needed
    steps: list[Conclusion]


class FinishedBoard(Struct):
    """The difficulty of the board of a finished game, and its speed by the figures of the ranking.

    The grade is that from the first click on. A figure is null where it is not defined (docs/metrics.md).
    """

    bbbv: int
    openings: int
    islands: int
    zini: int  # clicks with flags and chords, chosen greedily
    hzini: int  # the same as people play
    max_efficiency: float | None  # 3BV over the better of the two
    hardest: str | None  # the highest grade of reasoning that is needed; null where the first click opens everything
    needs_guess: bool
    rqp: float | None  # lower is better, as are the next two
    ios: float | None
    qg: float | None
    stnb: float | None  # higher is better; of Beginner, Intermediate and Expert only


class Candidate(Struct):
    """A guess: the chance of a mine, and the chance to win after it; null where no estimate of it can be trusted."""

    cell: int
    risk: float
    win: float | None


class Analysis(Struct, omit_defaults=True):
    """The analysis of a position in one answer.

    `text` adds which numbers contradict each other, or that nothing is left to open.
    """

    fits: bool  # whether any minefield fits the numbers
    text: str = ""
    clash: list[int] = []  # numbers that cannot all be true, by themselves or with the count of mines
    log_arrangements: float = 0.0  # the natural logarithm of the number of minefields that fit
    odds: Chances | None = None
    hint: Hint | None = None  # its conclusion: the simplest that is certain, else the best guess
    best: Move | None = None
    candidates: list[Candidate] = []  # where nothing is certain: guesses, the best first
    phrase: Phrase | None = None  # the text


class ReadPosition(Struct, omit_defaults=True):
    """A position read from a file or a text. A file that has only mines is read as its first opening."""

    board: str  # as a diagram
    kind: str  # what it was read from: board, minefield or replay
    minefield: str | None = None  # rows of * and ., where the file has the mines
    actions: int | None = None  # of a replay: how many of them lead to the position


class Arrangement(Struct):
    """A minefield that fits a position, drawn at random: all that fit have the same chance."""

    minefield: str  # rows of * and .


class Review(Struct, omit_defaults=True):
    """The verdict on a move, by the board before it and not by where the mines were.

    `certain`: every cell that it opened was proven safe. `right-guess`: nothing was safe, and no guess was better.
    `needless-guess`: some cell was safe, and this move was not. `mistake`: the move opened a proven mine, or took a
    higher risk than it had to. `not-judged`: the odds take too long.
    """

    verdict: VerdictKind
    avoidable: bool  # there was a better move: after a needless guess and after a mistake
    text: str  # the verdict in words
    risk: float  # the chance that the move opened a mine, rounded to four places
    opened: list[int]  # the closed cells that the move opened itself; more than one for a chord
    cells: Cells  # why `best` was safe, or why the move opened a mine
    best: int | None = None  # the cell to open instead, where there was a better one
    best_risk: float | None = None  # the chance of a mine there
    safe: list[int] = []  # all cells without a flag that were proven safe
    phrase: Phrase | None = None  # the text


class Problem(Struct, omit_defaults=True):
    """An error, as a sentence."""

    error: str
    phrase: Phrase | None = None  # the sentence, where a player may meet it


def finished(game: Listed) -> Finished:
    """Return a game as it stands in a list."""
    return Finished(**_fields(game, game.summary))


def finished_game(game: Listed, **sealed: Any) -> FinishedGame:
    """Return a game with what was sealed."""
    return FinishedGame(**_fields(game, game.summary), **sealed)


def _fields(game: Listed, summary: Summary | None) -> dict[str, Any]:
    words = game.rules.split()
    return {
        "id": game.id,
        "rules": game.rules,
        "level": summary.level if summary else words[1],
        "ruleset": summary.ruleset if summary else words[0],
        "layout": summary.layout if summary else "random",
        "status": summary.status if summary else "",
        "elapsed": summary.elapsed if summary else 0,
        "ended_at": summary.ended_at if summary else game.created_at,
        "name": summary.name if summary else "",
        "actions": game.seq,
        "bbbv": summary.bbbv if summary else 0,
        "solved": summary.solved if summary else 0,
        "clicks": summary.clicks if summary else 0,
        "left": summary.left if summary else 0,
        "right": summary.right if summary else 0,
        "chords": summary.chords if summary else 0,
        "effective": summary.effective if summary else 0,
        "hints": summary.hints if summary else 0,
        "ranked": summary.is_ranked if summary else False,
        "remarks": [*(["alone"] if game.together == WITHOUT_SERVER else []), *(summary.remarks if summary else ())],
        "together": "" if game.together == WITHOUT_SERVER else game.together,
    }
