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

/** What marks a seat as that of a program: the solver with its strength, or any bot; empty for people. */
export function botText({ device, strength }: { device?: string; strength?: string }) {
  if (strength === "slow") return message("opponents.is-slow");
  if (strength === "fast") return message("opponents.is-fast");
  if (strength) return message("opponents.is-steady");
  return device === "bot" ? message("together.is-bot") : "";
}
