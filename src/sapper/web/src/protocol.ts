// Written from sapper/server/protocol/game_messages.py: python -m sapper.web.schema

export interface Hello {
  t: "hello";
  tab?: string;
  room?: string | null;
  game?: string | null;
  seq?: number;
  name?: string | null;
}

export interface Moment {
  game: number;
  actions: number;
}

export interface New {
  t: "new";
  n: number;
  rules?: string;
  seed?: string | null;
  moment?: Moment | null;
  daily?: "beginner" | "expert" | "intermediate" | null;
  game?: string | null;
}

export interface Retry {
  t: "retry";
  n: number;
  game?: string | null;
}

export interface Play {
  t: "play";
  game: string;
  n: number;
  kind: "chord" | "clear" | "completion-both" | "completion-clear" | "completion-either" | "completion-mark" | "flag" | "open" | "pause" | "question" | "redo" | "resign" | "resume" | "undo";
  cell?: number | null;
  device?: "" | "bot" | "key" | "mouse" | "text" | "touch";
  x?: number | null;
  y?: number | null;
  seq?: number | null;
}

export interface Help {
  t: "help";
  game: string;
  n: number;
  topic: "draft" | "hint" | "move" | "next" | "odds" | "proof" | "why";
  stage?: number;
  cell?: number | null;
  mines?: number[];
  safe?: number[];
}

export interface Cancel {
  t: "cancel";
  n: number;
}

export interface View {
  t: "view";
  game: string;
  top: number;
  left: number;
  height: number;
  width: number;
}

export interface Rename {
  t: "rename";
  name: string;
}

export interface Ping {
  t: "ping";
  at?: number;
}

export interface Leave {
  t: "leave";
}

export interface Terms {
  mode?: "arena" | "coop" | "duel" | "race";
  rules?: string;
  name?: string;
  is_public?: boolean;
  can_watch?: boolean;
  entry?: "ask" | "locked" | "open";
  watch_delay?: number;
  shows_boards?: boolean;
  seats?: number;
  grace?: number;
  lives?: "own" | "shared";
  hints?: boolean;
  best_of?: 1 | 3 | 5 | 7;
  clock?: number;
  bonus?: number;
  boards?: number;
  minutes?: number;
}

export interface Host {
  t: "host";
  n: number;
  terms: Terms;
  device?: "" | "bot" | "phone" | "terminal";
}

export interface Join {
  t: "join";
  n: number;
  party?: string | null;
  code?: string | null;
  watch?: boolean;
  game?: string | null;
  seq?: number;
  device?: "" | "bot" | "phone" | "terminal";
}

export interface Match {
  t: "match";
  n: number;
  terms: Terms;
  device?: "" | "bot" | "phone" | "terminal";
  bots?: boolean;
}

export interface Quit {
  t: "quit";
  n: number;
}

export interface Stand {
  t: "stand";
  n: number;
}

export interface Ready {
  t: "ready";
  n: number;
  is_ready?: boolean;
}

export interface Start {
  t: "start";
  n: number;
}

export interface Choose {
  t: "choose";
  n: number;
  terms: Terms;
}

export interface Kick {
  t: "kick";
  n: number;
  seat: number;
}

export interface Admit {
  t: "admit";
  n: number;
  player: string;
  is_admitted?: boolean;
}

export interface Hand {
  t: "hand";
  n: number;
  seat: number;
}

export interface Solver {
  t: "solver";
  n: number;
  strength?: "fast" | "slow" | "steady";
}

export interface Mute {
  t: "mute";
  n: number;
  seat: number;
  is_muted?: boolean;
}

export interface Say {
  t: "say";
  n: number;
  text?: string;
  phrase?: number | null;
}

export interface Aim {
  t: "aim";
  x: number;
  y: number;
  mark?: boolean;
}

export interface Welcome {
  t: "welcome";
  you: string;
  time: number;
  name?: string;
  room?: string | null;
  program?: string;
  page?: string;
  most_cells?: number;
  countdown?: number;
  chunk?: number;
  rate?: number;
  burst?: number;
  at?: number | null;
}

export interface Board {
  t: "board";
  room: string;
  game: string;
  seq: number;
  at: number;
  status: "abandoned" | "lost" | "paused" | "playing" | "ready" | "won";
  rules: string;
  width: number;
  height: number;
  mines: number;
  mines_left: number;
  lives: number;
  digest: string;
  choices: Record<string, string | number | boolean | string[]>;
  cells?: string | null;
  chunked?: boolean;
  known_board?: boolean;
  clicks?: number;
  hints?: number;
  undo?: number;
  redo?: number;
  forgiven?: number;
  forgotten?: number | null;
  by?: number;
  n?: number | null;
  tab?: string;
}

export interface Delta {
  t: "delta";
  game: string;
  seq: number;
  at: number;
  kind: string;
  status: string;
  mines_left: number;
  lives: number;
  cell?: number | null;
  cells?: number[];
  chunks?: number[] | null;
  hints?: number;
  undo?: number;
  redo?: number;
  completion?: string | null;
  by?: number;
  tab?: string;
  n?: number | null;
  forgiven?: number;
}

export interface Chunk {
  t: "chunk";
  game: string;
  seq: number;
  chunk: number;
  cells: string;
}

export interface Phrase {
  code: string;
  values?: Record<string, unknown>;
}

export interface Refused {
  t: "refused";
  code: "busy" | "cancelled" | "daily" | "first-click" | "game" | "limit" | "message" | "no-answer" | "no-board" | "over" | "paused" | "room" | "rules" | "stale" | "store";
  why: string;
  n?: number | null;
  game?: string | null;
  phrase?: Phrase | null;
}

export interface Generating {
  t: "generating";
  game: string;
  n: number;
  elapsed: number;
  share: number;
}

export interface Cells {
  region?: number[];
  reason?: number[];
  scope?: number[];
  safe?: number[];
  mine?: number[];
  guess?: number[];
  wrong?: number[];
}

export interface Hint {
  t: "hint";
  stage: number;
  text: string;
  certain: boolean;
  cells: Cells;
  kind?: string | null;
  cell?: number | null;
  grade?: string | null;
  pattern?: string | null;
  risk?: number | null;
  phrase?: Phrase | null;
  game: string;
  seq: number;
  n: number;
}

export interface Odds {
  t: "odds";
  cells: number[];
  chances: number[];
  safe: number[];
  mine: number[];
  game: string;
  seq: number;
  n: number;
}

export interface Move {
  t: "move";
  cell: number;
  safe: number;
  win: number | null;
  why: string;
  remark?: string;
  phrase?: Phrase | null;
  remark_phrase?: Phrase | null;
  game: string;
  seq: number;
  n: number;
}

export interface Conclusion {
  safe: boolean;
  cells: number[];
  grade: string;
  numbers?: number[];
  text?: string;
  opened?: number[];
  phrase?: Phrase | null;
}

export interface Next {
  t: "next";
  steps: Conclusion[];
  game: string;
  seq: number;
  n: number;
}

export interface Why {
  t: "why";
  cell: number;
  text: string;
  reason?: number[];
  phrase?: Phrase | null;
  game: string;
  seq: number;
  n: number;
}

export interface Draft {
  t: "draft";
  steps: Conclusion[];
  text: string;
  clash?: number[];
  refuted?: number | null;
  is_mine?: boolean;
  phrase?: Phrase | null;
  game: string;
  seq: number;
  n: number;
}

export interface Proof {
  t: "proof";
  complete: boolean;
  first: number;
  opened: number[];
  hardest: string | null;
  steps: Conclusion[];
  game: string;
  seq: number;
  n: number;
}

export interface Metrics {
  bbbv: number;
  solved: number;
  left: number;
  right: number;
  chords: number;
  effective: number;
  clicks: number;
  bbbv_per_second: number | null;
  efficiency: number | null;
  hints: number;
  undone: number;
  pauses: number;
}

export interface Standing {
  place: number;
  wins: number;
  best: number | null;
}

export interface DailyGame {
  day: string;
  level: "beginner" | "expert" | "intermediate";
  is_try: boolean;
}

export interface Over {
  t: "over";
  game: string;
  seq: number;
  status: "abandoned" | "lost" | "won";
  at: number;
  digest: string;
  seed?: string | null;
  salt?: string | null;
  mines?: number[] | null;
  finished_id?: number | null;
  metrics?: Metrics | null;
  configuration?: string;
  standing?: Standing | null;
  remarks?: string[];
  objections?: string[];
  known_board?: boolean;
  sealed?: "day" | "round" | null;
  daily?: DailyGame | null;
}

export interface Review {
  t: "review";
  verdict: "certain" | "right-guess" | "needless-guess" | "mistake" | "not-judged";
  avoidable: boolean;
  text: string;
  risk: number;
  opened: number[];
  cells: Cells;
  best?: number | null;
  best_risk?: number | null;
  safe?: number[];
  phrase?: Phrase | null;
  game: string;
  seq: number;
}

export interface Named {
  t: "named";
  name: string;
}

export interface Pong {
  t: "pong";
  at: number;
  time: number;
}

export interface Resync {
  t: "resync";
  game?: string | null;
}

export interface Bye {
  t: "bye";
  why: string;
  retry_in?: number;
  phrase?: Phrase | null;
}

export interface Line {
  seat: number | null;
  name: string;
  at: number;
  text?: string;
  phrase?: number | null;
  for_watchers?: boolean;
  sentence?: Phrase | null;
}

export interface Entered {
  t: "entered";
  party: string;
  seat?: number | null;
  said?: Line[];
  n?: number | null;
  at?: number | null;
  away?: number;
  missed?: "" | "game" | "round" | "seat";
}

export interface Knocking {
  t: "knocking";
  party: string;
  owner: string;
  name?: string;
}

export interface SeatRating {
  value: number;
  is_sure?: boolean;
  gain?: number | null;
}

export interface PartySeat {
  seat: number;
  name: string;
  colour: number;
  player: string;
  is_ready?: boolean;
  is_here?: boolean;
  leaves_in?: number | null;
  is_muted?: boolean;
  has_left?: boolean;
  plays?: boolean;
  wins?: number;
  device?: string;
  strength?: string;
  rating?: SeatRating | null;
}

export interface Score {
  seat: number;
  place: number;
  status?: string;
  share?: number;
  at?: number;
  points?: number;
  finished_id?: number | null;
}

export interface Knock {
  player: string;
  name: string;
  device?: string;
}

export interface Party {
  t: "party";
  party: string;
  seq: number;
  terms: Terms;
  stage: "waiting" | "playing" | "closed";
  owner: number;
  seats: PartySeat[];
  code?: string;
  round?: number;
  starts_in?: number | null;
  ends_in?: number | null;
  seals?: string[];
  result?: Score[];
  match_winner?: number | null;
  watching?: number;
  is_quick?: boolean;
  knocks?: Knock[];
  tournament?: string;
  replay?: string;
}

export interface Shares {
  t: "shares";
  game: string;
  seq: number;
  opened?: Record<number, number>;
  hits?: Record<number, number>;
  flags?: Record<number, number>;
  found?: Record<number, number>;
}

export interface SeatProgress {
  seat: number;
  status: string;
  share?: number;
  at?: number;
  solved?: number;
  board?: number;
  is_late?: boolean;
  shape?: number | null;
}

export interface Progress {
  t: "progress";
  party: string;
  round: number;
  seats: SeatProgress[];
  ends_in?: number | null;
  behind?: number;
}

export interface Ghost {
  t: "ghost";
  party: string;
  round: number;
  seat: number;
  width: number;
  height: number;
  cells: string;
}

export interface SeenBoard {
  seat: number;
  width: number;
  height: number;
  cells: string;
}

export interface Boards {
  t: "boards";
  party: string;
  round: number;
  boards: SeenBoard[];
}

export interface Turn {
  t: "turn";
  game: string;
  seq: number;
  seat: number;
  points: Record<number, number>;
  clocks: Record<number, number>;
  is_running?: boolean;
  winner?: number | null;
}

export interface Said {
  t: "said";
  line: Line;
  n?: number | null;
  tab?: string;
}

export interface Aimed {
  t: "aimed";
  seat: number;
  x: number;
  y: number;
  mark?: boolean;
}

export interface Pings {
  t: "pings";
  party: string;
  pings: Record<number, number>;
}

export interface Done {
  t: "done";
  n: number;
}

export interface Parted {
  t: "parted";
  why: string;
  n?: number | null;
  phrase?: Phrase | null;
}

export interface Me {
  id: string;
  name: string;
  has_code?: boolean;
  since?: number | null;
  is_public?: boolean;
}

export interface RecoveryCode {
  code: string;
}

export interface LinkCode {
  code: string;
  address: string;
  seconds: number;
  picture: string;
  size: number;
}

export interface OwnRating {
  mode: string;
  level: string;
  value: number;
  deviation: number;
  is_sure: boolean;
  rounds: number;
  wins: number;
  best: number | null;
  gain: number;
  curve: ([number, number])[];
}

export interface Finished {
  id: number;
  rules: string;
  level: string;
  ruleset: string;
  layout: string;
  status: string;
  elapsed: number;
  ended_at: number;
  name: string;
  actions: number;
  bbbv: number;
  solved: number;
  clicks: number;
  left: number;
  right: number;
  chords: number;
  effective: number;
  hints: number;
  ranked: boolean;
  remarks: string[];
  together: string;
}

export interface ListedRoundSeat {
  seat: number;
  name: string;
  colour: number;
  place: number;
  is_bot?: boolean;
  is_own?: boolean;
}

export interface ListedRound {
  id: string;
  mode: string;
  rules: string;
  ended_at: number;
  seats: ListedRoundSeat[];
  gain?: number | null;
}

export interface PlayerPage {
  id: string;
  name: string;
  since: number | null;
  is_public: boolean;
  is_own: boolean;
  games: number;
  ratings: OwnRating[];
  records: Finished[];
  rounds: ListedRound[];
  recent: Finished[];
}

export interface MetPlayer {
  id: string;
  name: string;
  mode: string;
  rules: string;
  ended_at: number;
  rounds: number;
  won: number;
  lost: number;
  is_here?: boolean | null;
  is_blocked?: boolean;
  is_public?: boolean;
}

export interface PeopleMet {
  people: MetPlayer[];
  is_seen: boolean;
}

export interface NewReport {
  player: string;
  reason: "cheating" | "name" | "other" | "talk";
  words?: string;
}

export interface TournamentCard {
  id: string;
  name: string;
  format: string;
  mode: string;
  rules: string;
  slot: string;
  starts_at: number;
  minutes: number;
  turns: number;
  stage: string;
  players: number;
  is_mine?: boolean;
  winner?: string;
}

export interface TournamentLine {
  place: number;
  player: string;
  name: string;
  points: number;
  tie: number;
  scores: number[];
  streak?: number;
  state?: string;
  is_me?: boolean;
  is_bot?: boolean;
}

export interface TournamentRacer {
  name: string;
  share?: number;
  status?: string;
  shape?: number | null;
}

export interface TournamentRace {
  number: number;
  party: string;
  players: TournamentRacer[];
}

export interface Tournament {
  card: TournamentCard;
  now: number;
  ends_at: number | null;
  turn: number;
  races: number;
  lines: TournamentLine[];
  playing: TournamentRace[];
  party?: string;
  last_rounds?: string[];
}

export interface Best {
  rules: string;
  ranked: Finished[];
  others: Finished[];
}

export interface OwnBest {
  rules: string;
  best: number | null;
}

export interface InPlay {
  room: string;
  game: string;
  rules: string;
  actions: number;
  created_at: number;
}

export interface Chances {
  cells: number[];
  chances: number[];
  safe: number[];
  mine: number[];
}

export interface PlayerPart {
  by: number;
  name: string;
  moves: number;
  opened: number;
  share: number;
  flags: number;
  hits: number;
}

export interface FinishedGame {
  id: number;
  rules: string;
  level: string;
  ruleset: string;
  layout: string;
  status: string;
  elapsed: number;
  ended_at: number;
  name: string;
  actions: number;
  bbbv: number;
  solved: number;
  clicks: number;
  left: number;
  right: number;
  chords: number;
  effective: number;
  hints: number;
  ranked: boolean;
  remarks: string[];
  together: string;
  seed: string | null;
  salt: string | null;
  digest: string | null;
  minefield: string | null;
  signed_by: string | null;
  parts: PlayerPart[];
  has_track?: boolean;
  program?: string;
  mode?: string;
}

export interface FinishedBoard {
  bbbv: number;
  openings: number;
  islands: number;
  zini: number;
  hzini: number;
  max_efficiency: number | null;
  hardest: string | null;
  needs_guess: boolean;
  rqp: number | null;
  ios: number | null;
  qg: number | null;
  stnb: number | null;
}

export interface Step {
  at: number;
  kind: string;
  cell: number | null;
  cells: number[];
  status: string;
  mines_left: number;
  by: number;
  device: string;
  x: number | null;
  y: number | null;
}

export interface Steps {
  rules: string;
  width: number;
  height: number;
  mines: number;
  from: number;
  steps: Step[];
  next: number | null;
}

export interface JudgedMove {
  action: number;
  at: number;
  verdict: "certain" | "right-guess" | "needless-guess" | "mistake" | "not-judged";
  risk: number;
  luck: number;
  solved: number;
  text?: string;
  best?: number | null;
  best_risk?: number | null;
  safe?: number[];
  reason?: number[];
  phrase?: Phrase | null;
}

export interface GameReview {
  from: number;
  moves: JudgedMove[];
  next: number | null;
}

export interface Picture {
  width: number;
  height: number;
  cells: string;
}

export interface RoundSeat {
  seat: number;
  name: string;
  colour: number;
  place: number;
  status: string;
  share: number;
  at: number;
  curve: ([number, number])[];
  points?: number;
  is_bot?: boolean;
  strength?: string;
}

export interface RoundGame {
  game: number;
  seats: number[];
  start: number;
  length: number;
}

export interface RoundEvent {
  at: number;
  seat: number;
  kind: string;
  place?: number;
}

export interface PlayedRound {
  id: string;
  number: number;
  mode: string;
  rules: string;
  started_at: number;
  ended_at: number;
  length: number;
  objections: string[];
  seats: RoundSeat[];
  games: RoundGame[];
  events: RoundEvent[];
  own?: number | null;
}

export interface Track {
  square: number;
  times: number[];
  kinds: string;
  xs: number[];
  ys: number[];
  actions: string;
}

export interface ReportedMove {
  action: number;
  at: number;
  quality: "best" | "only-move" | "right-guess" | "unlucky" | "good" | "inaccuracy" | "mistake" | "needless-guess";
  risk: number;
  before: number;
  expected: number;
  after: number;
  best: number | null;
  exact: boolean;
}

export interface Report {
  text: string;
  phrase: Phrase;
  reported?: boolean;
  start?: number;
  end?: number;
  given_away?: number;
  luck?: number;
  exact?: boolean;
  moves?: ReportedMove[];
}

export interface Imported {
  id: number;
  known?: boolean;
  notes?: string[];
  phrases?: Phrase[];
}

export interface BrokenReplay {
  why: string;
  steps: Steps;
  phrase?: Phrase | null;
}

export interface OwnTry {
  status: string;
  room: string | null;
  game: number | null;
  time: number | null;
  bbbv: number | null;
  place: number | null;
  objections: string[];
}

export interface Bar {
  start: number;
  end: number;
  count: number;
}

export interface DailyLine {
  place: number;
  name: string;
  time: number;
  bbbv: number | null;
  you: boolean;
  game: number | null;
}

export interface DailyLevel {
  level: string;
  rules: string;
  width: number;
  height: number;
  mines: number;
  grade: number;
  first: string;
  own: OwnTry | null;
  is_unranked: boolean;
  cells: string | null;
  played: number;
  solved: number;
  median: number | null;
  ranked: number;
  times: Bar[];
  table: DailyLine[];
}

export interface Daily {
  day: string;
  today: string;
  seconds_left: number;
  levels: DailyLevel[];
  streak: number;
  best_streak: number;
  days: Record<string, string[]>;
}

export interface SeasonLine {
  place: number;
  name: string;
  points: number;
  wins: number;
  boards: number;
  you?: boolean;
}

export interface Season {
  first: string;
  last: string;
  days_left: number;
  players: number;
  lines: SeasonLine[];
  winner: string;
}

export interface Seasons {
  week: Season;
  month: Season;
}

export interface SolutionStep {
  sentence: string;
  opened: number[];
  mines: number[];
  phrase?: Phrase | null;
}

export interface DailySolution {
  day: string;
  level: string;
  width: number;
  height: number;
  first: number;
  cells: string;
  steps: SolutionStep[];
}

export interface Stretch {
  first: number;
  last: number;
  games: number;
  wins: number;
  best: number | null;
  median: number | null;
  lower: number | null;
  upper: number | null;
}

export interface Win {
  id: number;
  elapsed: number;
  bbbv: number;
  ended_at: number;
  clicks: number;
}

export interface Day {
  day: number;
  games: number;
  wins: number;
}

export interface Charts {
  games: number;
  wins: number;
  abandoned: number;
  rate: number | null;
  interval: [number, number] | null;
  best: number | null;
  mean: number | null;
  median: number | null;
  streak: number;
  longest_streak: number;
  longest_losing_streak: number;
  bbbv_per_second: number | null;
  best_bbbv_per_second: number | null;
  efficiency: number | null;
  played: number;
  percentiles: Record<string, number>;
  distribution: Bar[];
  progress: Stretch[];
  points: Win[];
  fastest: Win[];
  survival: number[];
  days: Day[];
  today: number;
}

export interface LuckMeans {
  games: number;
  exact: number;
  start: number;
  given_away: number;
  luck: number;
  won: number;
}

export interface LevelLuck {
  games: number;
  exact: number;
  start: number;
  given_away: number;
  luck: number;
  won: number;
  level: string;
}

export interface LuckPeriod {
  games: number;
  exact: number;
  start: number;
  given_away: number;
  luck: number;
  won: number;
  first: number;
  last: number;
}

export interface Luck {
  left: number;
  all: LuckMeans | null;
  levels: LevelLuck[];
  progress: LuckPeriod[];
}

export interface RefusedLine {
  line: number;
  why: string;
  phrase?: Phrase | null;
}

export interface Restored {
  restored: number;
  known: number;
  refused: RefusedLine[];
}

export interface ListedSeat {
  name: string;
  colour: number;
  is_bot: boolean;
  strength?: string;
  rating?: SeatRating | null;
}

export interface ListedParty {
  party: string;
  name: string;
  mode: string;
  rules: string;
  stage: string;
  owner: string;
  seats: ListedSeat[];
  most_seats: number;
  has_free_seat: boolean;
  can_watch: boolean;
  entry: "ask" | "locked" | "open";
  watching: number;
  is_mine: boolean;
  challenger?: string;
  share?: number | null;
  picture?: string | null;
}

export interface LearnAnswer {
  subject: string;
  item: string;
  answered_at: number;
  grade: number;
  elapsed: number;
}

export interface LearnAnswers {
  answers: LearnAnswer[];
  left?: number;
}

export interface TrainerCard {
  key: string;
  game: number;
  place: number;
  technique: string;
  outcome: string;
  ended_at: number;
}

export interface Training {
  left: number;
  cards: TrainerCard[];
}

export interface TechniqueInsight {
  technique: string;
  seen: number;
  waited: number;
  missed: number;
  keys: string[];
}

export interface Insights {
  left: number;
  games: number;
  techniques: TechniqueInsight[];
}

export interface PathProgress {
  step: number;
  tries: number;
  best: number | null;
  stars: string[];
  won: number[];
}

export interface OwnPath {
  steps: PathProgress[];
}

export type Inbound = Hello | New | Retry | Play | Help | Cancel | View | Rename | Ping | Leave | Host | Join | Match | Quit | Stand | Ready | Start | Choose | Kick | Admit | Hand | Solver | Mute | Say | Aim;

export type Outbound = Welcome | Board | Delta | Chunk | Refused | Generating | Hint | Odds | Move | Next | Why | Draft | Proof | Over | Review | Named | Pong | Resync | Bye | Entered | Knocking | Party | Shares | Progress | Ghost | Boards | Turn | Said | Aimed | Pings | Done | Parted;
