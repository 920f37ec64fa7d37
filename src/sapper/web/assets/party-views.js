// @ts-check
// What each mode shows of its rounds. A new mode is one entry here: its module is loaded with its first room.

/** @import { PartyParts, PartyView } from "./types.js" */

import { loadIcons, loadStyles } from "./dom.js";

/** What a race, a duel and an arena look like. */
const looks = () => Promise.all([loadStyles("contests.css"), loadIcons("icons-more.svg")]);

/** @type {Partial<Record<string, (parts: PartyParts) => Promise<PartyView>>>} */
export const VIEWS = {
  coop: async (parts) => new (await import("./coop-view.js")).CoopView(parts),
  race: async (parts) => {
    const [{ RaceView }] = await Promise.all([import("./race-view.js"), looks()]);
    return new RaceView(parts);
  },
  duel: async (parts) => {
    const [{ DuelView }] = await Promise.all([import("./duel-view.js"), looks()]);
    return new DuelView(parts);
  },
  arena: async (parts) => {
    const [{ ArenaView }] = await Promise.all([import("./arena-view.js"), looks()]);
    return new ArenaView(parts);
  },
};
