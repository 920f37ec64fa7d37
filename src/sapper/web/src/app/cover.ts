// What covers the board: a lost connection, a board that is being generated, a pause.

import type { State } from "../types.ts";

import { isVisible } from "../state.ts";
import { message, percent, status, time } from "../ui/words.ts";

export interface Cover {
  kind: "offline" | "generating" | "paused";
  icon: string;
  title: string;
  text: string;
  button: string;
}

/**
 * Return what covers the board in a state; null if nothing does. A lost connection covers no board that is in view.
 * @param now milliseconds since 1970
 */
export function coverOf(state: State, now: number): Cover | null {
  if (state.isOffline) {
    if (isVisible(state)) return null;
    const text = `${movesText(state)} ${retryText(state, now)}`.trim();
    return {
      kind: "offline",
      icon: "offline",
      title: offlineTitle(state),
      text,
      button: message("page.try-now"),
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

/** Say that the connection is lost, and what that means for the game, where one is known. */
export const offlineText = (state: State) => `${offlineTitle(state)}. ${movesText(state)}`.trim();

/** Without a server there is no connection to lose: it is the game itself that has to be loaded again. */
const offlineTitle = ({ alone }: State) => (alone ? message("local.not-loaded") : message("page.offline-title"));

function movesText({ game, unsaved, alone }: State) {
  if (!game || game.isOver || alone) return "";
  return unsaved ? message("page.offline-unsaved", { count: unsaved }) : message("page.offline");
}

/** Say when the connection is tried again, or why it is not. */
export function retryText({ closeReason, retryAt }: State, now: number) {
  if (closeReason) return closeReason;
  const wait = Math.max(0, Math.ceil((retryAt - now) / 1000));
  return wait ? message("page.retry-in", { seconds: wait }) : message("page.retry-now");
}
