// A moment in the address of a replay: /replay/7#at=93420, and `with` the game beside it. No server sees a fragment.

import { pathNow } from "../ui/address.ts";
import { momentFragment } from "../play/seed/links.ts";

/**
 * Read the moment that the address names, if it is one of this replay.
 * @param path of the replay
 */
export function momentOf(path: string) {
  const given = new URLSearchParams(pathNow() === path ? location.hash.slice(1) : "");
  const at = Number(given.get("at"));
  const other = given.get("with") ?? "";
  return { at: Number.isFinite(at) && at > 0 ? at : 0, other: /^\d{1,15}$/.test(other) ? other : "" };
}

/** Let the address name a moment of a replay that is in view. */
export function writeMoment(path: string, moment: { at: number; other: string }) {
  if (pathNow() === path) history.replaceState(history.state, "", momentFragment(moment));
}
