// @ts-check
// Everything the page shows follows from one state. What may be done in it is asked here.

/** @import { LevelSize, State } from "./types.js" */

/** @returns {State} */
export const newState = () => ({
  room: null,
  game: null,
  party: null,
  over: null,
  review: null,
  generating: null,
  isOffline: false,
  isWaiting: false,
  retryAt: 0,
  farewell: "",
  name: "",
  program: "",
  mostCells: 0,
  bestTime: null,
  hint: null,
  odds: null,
  bestMove: null,
  isShowingOdds: false,
  trouble: "",
  screen: "",
  page: "",
  id: "",
  isCursorShown: false,
  isPressed: false,
  isSwapped: false,
  isTouch: false,
  touchMode: "open",
});

/**
 * Whether there are cells to look at.
 * @param {State} state
 */
export const isVisible = (state) => Boolean(state.game?.isVisible);

/**
 * Whether help can be asked for.
 * @param {State} state
 */
export const canAsk = (state) => isVisible(state) && !state.game?.isOver && !state.screen;

/**
 * Whether help would take the game out of the best times: see `LiveGame.help_unranks`. Before the first click only a
 * best move counts, and only where the rules leave the choice open.
 * @param {State} state
 * @param {string} topic
 */
export const helpUnranks = ({ game }, topic) => {
  if (!game || game.isKnownBoard || game.hints || game.choices.practice) return false;
  if (Array.isArray(game.choices.assists) && game.choices.assists.length) return false;
  if (game.status !== "ready") return true;
  return topic === "move" && game.choices.layout === "random" && ["cell", "any"].includes(String(game.choices.first));
};

/**
 * Whether moves are taken.
 * @param {State} state
 */
export const isPlayable = (state) => canAsk(state) && !state.generating && !state.isOffline && isInRound(state);

/**
 * Whether the rounds of a room let this player move: it has begun, and it is nobody else's turn. Alone one always may.
 * @param {State} state
 */
export const isInRound = ({ party, game }) => {
  if (!party) return true;
  const { seat, seats, stage, startsAt, turn } = party;
  if (stage !== "playing" || startsAt > performance.now()) return false;
  if (seat === null || !seats.some((one) => one.seat === seat && one.plays)) return false;
  return !turn || turn.game !== game?.id || turn.seat === seat;
};

/**
 * Whether a game has begun that is not over.
 * @param {State} state
 */
export const isBegun = ({ game }) => Boolean(game && game.status !== "ready" && !game.isOver);

/**
 * Whether to ask before the game is given up: it has lasted long enough, or a tenth of it is open. 0 seconds never ask.
 * A game that was paused when it came may be worth it, and one with others always is.
 * @param {State} state
 * @param {number} seconds
 */
export const isWorthAsking = (state, seconds) => {
  const { game } = state;
  if (state.party) return true; // the others would be left alone
  if (!seconds || !game || !isBegun(state)) return false;
  const { share } = game;
  return game.elapsed >= seconds * 1000 || (share === null ? game.isPaused : share >= 0.1);
};

/**
 * Whether this player is in a duel that is not over: whoever leaves it loses.
 * @param {State} state
 */
export const isInDuel = ({ party }) =>
  Boolean(party?.terms.mode === "duel" && party.stage === "playing" && party.seat !== null);

/**
 * Rulers are shown once somebody may speak of a square by its name.
 * @param {State} state
 */
export const wantsRulers = (state) =>
  Boolean(
    state.game?.isOver ||
      state.hint ||
      state.bestMove ||
      state.isShowingOdds ||
      state.isCursorShown ||
      state.party?.terms.mode === "duel",
  );

/**
 * Read a size such as 30x16/99; null for anything else.
 * @param {string} text
 * @returns {LevelSize | null}
 */
export function parseSize(text) {
  const found = /^(\d+)x(\d+)\/(\d+)$/.exec(text);
  return found && { width: Number(found[1]), height: Number(found[2]), mines: Number(found[3]) };
}

/**
 * The rules of a game without its layout: then its board is a random one.
 * @param {string} rules
 */
export const withoutLayout = (rules) => rules.replace(/\s?layout=\S+/, "");
