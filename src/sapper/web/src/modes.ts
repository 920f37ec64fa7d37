// Written from sapper/modes: python -m sapper.web.schema

/** The declaration of a way to play together: see sapper/modes/mode.py. */
export interface Mode {
  name: ModeName;
  rules: string;
  winsBy: "team" | "time" | "points";
  least: number;
  seats: number | null;
  isSecret: boolean;
  hasTurns: boolean;
  hasLives: boolean;
  hasBoards: boolean;
  isMatch: boolean;
  joinsLate: boolean;
  firstCounted: number;
}

export type ModeName = "coop" | "race" | "duel" | "arena";
export const DEFAULT_MODE: ModeName = "coop";

export const MODES: Record<ModeName, Mode> = {
  coop: {
    name: "coop",
    rules: "modern expert layout=no-guess lives=3",
    winsBy: "team",
    least: 1,
    seats: null,
    isSecret: false,
    hasTurns: false,
    hasLives: true,
    hasBoards: false,
    isMatch: false,
    joinsLate: true,
    firstCounted: 1,
  },
  race: {
    name: "race",
    rules: "modern intermediate layout=no-guess",
    winsBy: "time",
    least: 2,
    seats: null,
    isSecret: true,
    hasTurns: false,
    hasLives: false,
    hasBoards: false,
    isMatch: true,
    joinsLate: false,
    firstCounted: 1,
  },
  duel: {
    name: "duel",
    rules: "modern 16x16/51",
    winsBy: "points",
    least: 2,
    seats: 2,
    isSecret: false,
    hasTurns: true,
    hasLives: false,
    hasBoards: false,
    isMatch: true,
    joinsLate: false,
    firstCounted: 2,
  },
  arena: {
    name: "arena",
    rules: "modern beginner layout=no-guess",
    winsBy: "points",
    least: 1,
    seats: null,
    isSecret: true,
    hasTurns: false,
    hasLives: false,
    hasBoards: true,
    isMatch: false,
    joinsLate: true,
    firstCounted: 1,
  },
};
