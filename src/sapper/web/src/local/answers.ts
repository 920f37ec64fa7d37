// Answers to what the page asks over HTTP, from the games that were played in this browser.

import type { Engine } from "../engine/engine.ts";
import type { FinishedGame, GameReview, Imported, InPlay, Phrase, Steps, Track } from "../protocol.ts";
import type { Rulesets } from "./rules.ts";
import type { Ended } from "./lists.ts";
import type { Store, StoredGame } from "./store.ts";

import { analysed, boardOf, chancesOf, judgedMoves, proofOf } from "./advice/advice.ts";
import { charts } from "./charts.ts";
import { dailyToday } from "./daily.ts";
import { bestTimes, ended, filtered, gamesList, imported, listed, ownBest, playersOf, sameBoard } from "./lists.ts";
import { type LiveGame, symbols } from "./live-game.ts";
import { luckOf } from "./luck.ts";
import { isLocalNumber, listedAs, numberOf } from "./names.ts";
import { Refusal } from "./refusal.ts";
import { backup, contentOf, restore } from "./files/backup.ts";
import { readFile } from "./files/read-file.ts";
import { verified } from "./files/replay.ts";
import { writeText } from "./files/text.ts";
import { reportOf } from "./advice/report.ts";
import { seedText, toHex } from "./seed.ts";
import { restored } from "./server.ts";
import { unhurried } from "./unhurried.ts";
import { insights, ownPath, question, training } from "./learning/answers.ts";

const STEPS_AT_ONCE = 500;
const JUDGED_AT_ONCE = 40;
const MOST_FIGURED = 4096; // cells: finding a ZiNi takes long on larger boards

export interface Request {
  path: string;
  method: string;
  body: string | Uint8Array; // bytes of a file
}
export interface Answer {
  status: number;
  body: unknown;
}

interface Around {
  engine: Engine;
  store: Pick<Store, "all" | "begin" | "game" | "inPlay" | "delete" | "update">;
  rulesets: Rulesets;
  today: () => number;
}

/** Answer a request; what needs a server is refused. */
export async function answer(request: Request, around: Around): Promise<Answer> {
  try {
    const body = await found(request, around);
    return body === undefined ? problem(422, { code: "alone.needs-server" }) : { status: 200, body };
  } catch (error) {
    if (!(error instanceof Refusal)) console.error(error);
    return error instanceof Refusal ? problem(422, error.phrase) : problem(500, { code: "alone.failed" });
  }
}

const problem = (status: number, phrase: Phrase) => ({ status, body: { error: phrase.code, phrase } });

async function found({ path, method, body }: Request, around: Around): Promise<unknown> {
  const { pathname, searchParams: query } = new URL(path, "file:///");
  const { engine, store, rulesets, today } = around;
  if (method === "POST" && pathname === "/api/odds") return chancesOf(engine, JSON.parse(String(body)).board);
  if (method === "POST" && pathname === "/api/analysis") return analysed(engine, JSON.parse(String(body)).board);
  const game = /^\/api\/games\/(\d+)(?:\/([\w-]+))?$/.exec(pathname);
  if (game) return aboutGame(await gameOf(Number(game[1]), store), game[2] ?? "", method, query, around);
  switch (`${method} ${pathname}`) {
    case "GET /api/rooms":
      return (await store.inPlay()).map(inPlay).reverse();
    case "GET /api/daily":
      return dailyToday(await store.all(), today(), rulesets);
    case "GET /api/games":
      return gamesList(await store.all(), query, rulesets);
    case "GET /api/games/players":
      return playersOf(await store.all());
    case "DELETE /api/games": {
      const all = ended(await store.all());
      await store.delete(all.map(({ number }) => number));
      return { deleted: all.length };
    }
    case "POST /api/replays":
      return importReplay(body, query.get("name") ?? "", around);
    case "GET /api/backup":
      return backup(around);
    case "POST /api/backup":
      return restore(String(body), around);
    case "GET /api/best-times":
      return bestTimes(await store.all(), query, rulesets);
    case "GET /api/best-times/own":
      return ownBest(await store.all(), query.getAll("rules"), rulesets);
    case "GET /api/trainer":
      return training(around);
    case "GET /api/insights":
      return insights(around, query);
    case "GET /api/path":
      return ownPath(around);
    case "GET /api/statistics/charts":
      return charts(await store.all(), query, rulesets, today());
    case "GET /api/statistics/luck":
      return luckOf(filtered(await store.all(), query, rulesets), (game) => {
        const live = restored(engine, game, game.end.log, rulesets, 0);
        return unhurried(reportOf(engine, live.restarted(), game.end.log));
      });
    default:
      return undefined;
  }
}

/** Store a replay from a file, once. */
async function importReplay(
  body: string | Uint8Array,
  name: string,
  { engine, store, rulesets, today }: Around,
): Promise<Imported> {
  const data = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const replay = await readFile(engine, data, name, rulesets);
  const draft = verified(engine, replay, rulesets, today());
  const content = contentOf(draft);
  const same = imported(await store.all()).find((game) => contentOf(game) === content);
  return { id: listedAs(same?.number ?? (await store.begin(draft))), known: Boolean(same), phrases: replay.notes };
}

const inPlay = ({ game, actions }: { game: StoredGame; actions: number }): InPlay => ({
  room: game.room,
  game: game.id,
  rules: game.rules,
  actions,
  created_at: Math.floor(game.createdAt / 1000),
});

async function gameOf(listedNumber: number, store: Around["store"]): Promise<Ended> {
  const game = isLocalNumber(listedNumber) ? await store.game(numberOf(listedNumber)) : null;
  if (!game?.end) throw new Refusal("game", "refusal.no-finished-game");
  return game as Ended;
}

async function aboutGame(game: Ended, what: string, method: string, query: URLSearchParams, around: Around) {
  const { engine, store, rulesets } = around;
  const from = Number(query.get("from") ?? 0);
  if (method === "DELETE") {
    await store.delete([game.number]);
    return { deleted: 1 };
  }
  const live = () => restored(engine, game, game.end.log, rulesets, 0);
  switch (what) {
    case "":
      return finishedGame(game, live());
    case "replay":
      return writeText(game, live());
    case "track":
      return trackOf(game);
    case "steps":
      return stepsOf(live().restarted(), game, from, Number(query.get("limit") ?? STEPS_AT_ONCE));
    case "picture": {
      const { rules, game: played } = live();
      return { width: rules.width, height: rules.height, cells: symbols(played.cells()) };
    }
    case "same-board":
      return sameBoard(await store.all(), game);
    case "board":
      return boardOf(engine, solvable(live()), game.end);
    case "proof":
      return proofOf(engine, solvable(live()));
    case "review": {
      const { moves, next } = judgedMoves(engine, live().restarted(), game.end.log, from, JUDGED_AT_ONCE);
      return { from, moves, next } satisfies GameReview;
    }
    case "question":
      return question(around, game, Number(query.get("place") ?? 0));
    case "report":
      return unhurried(reportOf(engine, live().restarted(), game.end.log));
    default:
      return undefined;
  }
}

/** A game whose board can be solved from its first click. */
function solvable(live: LiveGame) {
  const { width, height } = live.rules;
  if (width * height > MOST_FIGURED) throw new Refusal("limit", "refusal.figures-size", { count: MOST_FIGURED });
  if (live.first === null) throw new Refusal("no-answer", "refusal.nothing-opened");
  if ((live.fields.get(live.first) as Uint8Array)[live.first] & 0x80)
    throw new Refusal("no-answer", "refusal.first-click-mine");
  return live;
}

function finishedGame(game: Ended, live: LiveGame): FinishedGame {
  const field = live.minefield;
  const { width } = live.rules;
  const mines = field && Array.from(field, (truth) => (truth & 0x80 ? "*" : "."));
  const rows = mines?.join("").match(new RegExp(`.{${width}}`, "g"));
  return {
    ...listed(game),
    seed: game.seed && seedText(game.seed),
    salt: toHex(game.salt),
    digest: live.digest || null,
    minefield: rows?.join("\n") ?? null,
    signed_by: null,
    parts: [],
    has_track: Boolean(game.track),
  };
}

/** The hand of a game, as the protocol has it. */
function trackOf({ track }: Ended): Track {
  if (!track) throw new Refusal("game", "refusal.no-track");
  const kinds = Array.from(track.kinds, (kind) => kind & 15).join("");
  const actions = Array.from(track.kinds, (kind) => Math.min(kind >> 4, 9)).join("");
  return { ...track, kinds, actions };
}

function stepsOf(live: LiveGame, game: Ended, from: number, most: number): Steps {
  const { log } = game.end;
  const steps: Steps["steps"] = [];
  for (const [at, entry] of log.slice(0, from + most).entries()) {
    const { cells } = live.apply(entry, entry.at);
    if (at < from) continue;
    const { kind, cell, device = "", x, y } = entry;
    const { status, minesLeft } = live.game.state;
    steps.push({
      at: entry.at,
      kind,
      cell: cell ?? null,
      cells,
      status,
      mines_left: minesLeft,
      by: 0,
      device,
      x: x ?? null,
      y: y ?? null,
    });
  }
  const end = from + steps.length;
  const { width, height, mines } = live.rules;
  return { rules: game.rules, width, height, mines, from, steps, next: end < log.length ? end : null };
}
