// The replay that runs beside the next game, or beside the one in play: it outlives a reload.

const KEY = "sapper.ghost";

export interface Race {
  replay: number;
  game: string;
  before: string;
  asked: number;
  isUnder: boolean;
}

export function stored(): Race | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

export function store(race: Race | null) {
  if (race) sessionStorage.setItem(KEY, JSON.stringify(race));
  else sessionStorage.removeItem(KEY);
}

/**
 * Let a finished game run beside the next game.
 * @param before the game that is there now
 */
export function raceGhost(replay: number, before: string) {
  store({ replay, game: "", before, asked: Date.now(), isUnder: stored()?.isUnder ?? false });
}
