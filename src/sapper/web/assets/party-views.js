// @ts-check
// What each mode shows of its rounds. A new mode is one entry here: its module is loaded with its first room.

/** @import { PartyParts, PartyView } from "./types.js" */

/** @type {Partial<Record<string, (parts: PartyParts) => Promise<PartyView>>>} */
export const VIEWS = {
  coop: async (parts) => new (await import("./coop-view.js")).CoopView(parts),
};
