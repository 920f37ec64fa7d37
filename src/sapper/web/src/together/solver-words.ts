// The solver as an opponent: its strengths in words.

import type { Solver } from "../protocol.ts";

import { message } from "../ui/words.ts";

export type Strength = NonNullable<Solver["strength"]>;

export const STRENGTHS: Strength[] = ["slow", "steady", "fast"];

/** The name of a strength and what to expect of it. */
export function strengthWords(strength: Strength) {
  if (strength === "slow") return { name: message("opponents.slow"), text: message("opponents.slow-text") };
  if (strength === "fast") return { name: message("opponents.fast"), text: message("opponents.fast-text") };
  return { name: message("opponents.steady"), text: message("opponents.steady-text") };
}
