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
 * @property {boolean} [isStrip] the board stays in view
 */

import { message, percent, status, time } from "./words.js";

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
      title: message("page.offline-title"),
      text: `${message("page.offline")} ${offlineText(state, now)}`,
      button: message("page.try-now"),
      isStrip: Boolean(state.party && state.game), // a game with others has no pause: one goes on looking
    };
  }
  if (state.generating) {
    const { elapsed, share } = state.generating;
    return {
      kind: "generating",
      icon: "shield",
      title: message("search.title"),
      text: message("search.share", { time: time(elapsed, 1), share: percent(share) }),
      button: message("search.random"),
    };
  }
  if (state.game?.isPaused) {
    return {
      kind: "paused",
      icon: "face-paused",
      title: status("paused"),
      text: message("pause.text"),
      button: message("pause.resume"),
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
  return wait ? message("page.retry-in", { seconds: wait }) : message("page.retry-now");
}
