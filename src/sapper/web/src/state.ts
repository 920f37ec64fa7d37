// Everything the page shows follows from one state. What may be done in it is asked here.

import type { LevelSize, State } from "./types.ts";

import { DEFAULT_MODE, type Mode, MODES } from "./modes.ts";

export const newState = (): State => ({
  room: null,
  game: null,
  party: null,
  over: null,
  review: null,
  generating: null,
  isOffline: false,
  alone: null,
  attention: "",
  isElsewhere: false,
  unsaved: 0,
  isWaiting: false,
  retryAt: 0,
  closeReason: "",
  name: "",
  program: "",
  mostCells: 0,
  countdown: 0,
  bestTime: null,
  hint: null,
  odds: null,
  bestMove: null,
  isShowingOdds: false,
  error: "",
  screen: "",
  page: "",
  id: "",
  isCursorShown: false,
  isPressed: false,
  isDrafting: false,
  isSwapped: false,
  isTouch: false,
  touchMode: "open",
});

/** Whether the server cannot be reached: a game in this browser may also be played because the player wants to. */
export const isServerGone = ({ alone }: Pick<State, "alone">) => alone !== null && !alone.isBack;

/** Whether there are cells to look at. */
export const isVisible = (state: State) => Boolean(state.game?.isVisible);

/** Whether help can be asked for. */
export const canAsk = (state: State) => isVisible(state) && !state.game?.isOver && !state.screen && !state.isOffline;

/**
 * Whether help would take the game out of the best times: see `LiveGame.help_unranks`. Before the first click only a
 * best move counts, and only where the rules leave the choice open.
 */
export const helpUnranks = ({ game }: State, topic: string) => {
  if (!game || game.isKnownBoard || game.hints || game.choices.practice) return false;
  if (Array.isArray(game.choices.assists) && game.choices.assists.length) return false;
  if (game.status !== "ready") return true;
  return topic === "move" && game.choices.layout === "random" && ["cell", "any"].includes(String(game.choices.first));
};

/** Whether moves are taken. */
export const isPlayable = (state: State) => canAsk(state) && !state.generating && isInRound(state);

/**
 * Whether the rounds of a room let this player move: it has begun, and it is not the turn of another player. Alone one always may.
 */
export const isInRound = ({ party, game }: State) => {
  if (!party) return true;
  const { seat, seats, stage, startsAt, turn } = party;
  if (stage !== "playing" || startsAt > performance.now()) return false;
  if (seat === null || !seats.some((one) => one.seat === seat && one.plays)) return false;
  return !turn || turn.game !== game?.id || turn.seat === seat;
};

/** Whether a game has begun that is not over. */
export const isBegun = ({ game }: State) => Boolean(game && game.status !== "ready" && !game.isOver);

/** Whether the game was lost in earnest and can be played on as practice. One that others still play cannot. */
export const canGoOn = ({ game, over, party }: State) =>
  Boolean(!party && over?.status === "lost" && over.finished_id && !over.sealed && !game?.choices.practice);

/**
 * Whether to ask before the game is given up: it has lasted long enough, or a tenth of it is open. 0 seconds never ask.
 * A game that was paused when it came may be worth it, and one with others always is.
 */
export const isWorthAsking = (state: State, seconds: number) => {
  const { game } = state;
  if (state.party) return true; // the others would be left alone
  if (!seconds || !game || !isBegun(state)) return false;
  const { share } = game;
  return game.elapsed >= seconds * 1000 || (share === null ? game.isPaused : share >= 0.1);
};

/** The mode of a room; co-op if only a newer version knows it. */
export const modeOf = ({ mode }: { mode: string }): Mode => MODES[mode as Mode["name"]] ?? MODES[DEFAULT_MODE];

/** Whether this player takes turns in a round that is not over: who leaves it loses. */
export const wouldLose = ({ party }: State) =>
  Boolean(party && modeOf(party.terms).hasTurns && party.stage === "playing" && party.seat !== null);

/** Rulers are shown once squares may be spoken of by their names. */
export const wantsRulers = (state: State, setting = "named") =>
  Boolean(
    setting === "always" ||
      state.game?.isOver ||
      state.hint ||
      state.bestMove ||
      state.isShowingOdds ||
      state.isDrafting ||
      state.isCursorShown ||
      (state.party && modeOf(state.party.terms).hasTurns),
  );

/** Read a size such as 30x16/99; null for anything else. */
export function parseSize(text: string): LevelSize | null {
  const found = /^(\d+)x(\d+)\/(\d+)$/.exec(text);
  return found && { width: Number(found[1]), height: Number(found[2]), mines: Number(found[3]) };
}

/** The rules of a game without its layout: then its board is a random one. */
export const withoutLayout = (rules: string) => rules.replace(/\s?layout=\S+/, "");

/** The same rules with or without practice. */
export function withPractice(rules: string, isOn: boolean) {
  const plain = rules.split(" ").filter((word) => !word.startsWith("practice="));
  return [...plain, ...(isOn ? ["practice=on"] : [])].join(" ");
}
