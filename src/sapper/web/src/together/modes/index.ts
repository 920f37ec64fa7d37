// Written from sapper/modes: python -m sapper.web.schema

import type { ModeName } from "../../modes.ts";
import type { ModePage } from "./mode.ts";

import { ARENA } from "./arena.ts";
import { COOP } from "./coop.ts";
import { DUEL } from "./duel.ts";
import { RACE } from "./race.ts";

export const MODE_PAGES: Record<ModeName, ModePage> = { coop: COOP, race: RACE, duel: DUEL, arena: ARENA };
