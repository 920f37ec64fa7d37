// @ts-check
// What covers the board: a lost connection, a board that is being generated, a pause.

/** @import { State } from "./types.js" */
/**
 * @typedef {object} Cover
 * @property {"offline" | "generating" | "paused"} kind
 * @property {string} icon
 * @property {string} title
 * @property {string} text
 * @property {string} button
 */

import { percent, seconds } from "./words.js";

/**
 * Return what covers the board in a state; null if nothing does.
 * @param {State} state
 * @param {number} now milliseconds since 1970
 * @returns {Cover | null}
 */
export function coverOf(state, now) {
  if (state.isOffline) {
    return {
      kind: "offline",
      icon: "people",
      title: "Connection lost",
      text: `Your moves are kept. ${offlineText(state, now)}`,
      button: "Try now",
    };
  }
  if (state.generating) {
    const { elapsed, share } = state.generating;
    return {
      kind: "generating",
      icon: "shield",
      title: "Proving a no-guess board",
      text: `${seconds(elapsed, 1)} s, ${percent(share)} of the time for it`,
      button: "Play a random one",
    };
  }
  if (state.game?.isPaused) {
    return {
      kind: "paused",
      icon: "face-paused",
      title: "Paused",
      text: "The field is covered and the clock stands still.",
      button: "Go on",
    };
  }
  return null;
}

/**
 * @param {State} state
 * @param {number} now
 */
function offlineText({ farewell, retryAt }, now) {
  if (farewell) return farewell;
  const wait = Math.max(0, Math.ceil((retryAt - now) / 1000));
  return `Trying again ${wait ? `in ${wait} s` : "now"}.`;
}
