// The ways to play together as the page shows them: a new one is a file of its own and an entry here.

import type { ModeName } from "../../modes.ts";
import type { ModePage } from "./mode.ts";

import { ARENA } from "./arena.ts";
import { COOP } from "./coop.ts";
import { DUEL } from "./duel.ts";
import { RACE } from "./race.ts";

export const MODE_PAGES: Record<ModeName, ModePage> = { coop: COOP, race: RACE, duel: DUEL, arena: ARENA };
