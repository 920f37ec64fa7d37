// Links of a game: its visible board while it is played, never the seed; the same minefield once it is over.

import type { Over } from "../protocol.ts";
import type { Game } from "../board/model.ts";
import type { NoticeParts } from "../play/notices.ts";
import type { State } from "../types.ts";

import { addressOf, linkTo } from "../ui/address.ts";
import { switchedOff } from "../play/advice/pages.ts";
import { cellName } from "../board/cell-values.ts";
import { LinkError, boardFragment, positionFragment, readFragment } from "../play/seed/links.ts";
import { complain, confirmHelp } from "../play/notices.ts";
import { Position, isAnalysable } from "../analysis/position.ts";
import { shareLink } from "../play/seed/share.ts";
import { helpUnranks } from "../state.ts";
import { message } from "../ui/words.ts";

type LinkParts = NoticeParts & { goTo: (path: string) => void };

/** The visible board of a game as a position; null where nothing of it can be seen, or where it is too large. */
function positionOf(game: Game | null) {
  if (!game?.isVisible || game.isChunked || !isAnalysable(game)) return null;
  const { width, height, mines } = game;
  const values = Uint8Array.from({ length: width * height }, (_, index) => game.seen(index));
  return new Position({ width, height, mines, values });
}

/** Open the visible board on the analysis board. That is help: the player is asked first where it costs the ranking. */
export function analyse(parts: LinkParts) {
  const { state, settings, goTo, showBriefly } = parts;
  const position = state.screen ? null : positionOf(state.game);
  const open = () => {
    const fragment = position && !position.isBlank ? positionFragment(position) : "";
    history.pushState(null, "", addressOf(`/analysis${fragment}`));
    goTo("/analysis");
  };
  const isHelp = position && !state.game?.isOver;
  const wish = settings.get("game", "help");
  if (isHelp && wish === "off") showBriefly(switchedOff());
  else if (isHelp && wish === "ask" && helpUnranks(state, "hint")) confirmHelp(parts, "analyse", open);
  else open();
}

/** Share a game: the board that is visible, or once it is over the board to play. */
export async function shareGame({ state, showBriefly }: LinkParts) {
  const { game, over } = state;
  if (game?.isPaused) {
    showBriefly(message("links.paused"));
    return;
  }
  const board = await boardOf(state, over);
  const position = positionOf(game);
  const fragment = board ? `/${boardFragment(board)}` : position && `/analysis${positionFragment(position)}`;
  if (!fragment) {
    showBriefly(message("links.nothing"));
    return;
  }
  const done = await shareLink(linkTo(fragment), "Sapper");
  if (done === "copied") showBriefly(board ? message("links.copied-board") : message("links.copied-position"));
  else if (done === "not-copied") showBriefly(`${message("analysis.not-copied")} ${linkTo(fragment)}`);
}

/** The board of a game that is over: rules, seed and first square. Null as long as its seed is sealed. */
async function boardOf({ game }: State, over: Over | null) {
  if (!game || !over?.seed) return null;
  const first = over.finished_id ? await firstOpened(over.finished_id) : null;
  return {
    rules: game.rules,
    seed: over.seed,
    first: first === null ? "" : cellName(Math.floor(first / game.width), first % game.width),
  };
}

/** The square that a finished game opened first: the mines are laid around it. */
async function firstOpened(id: number): Promise<number | null> {
  try {
    const { readSteps } = await import("../net/replays.ts");
    const { value } = await readSteps(String(id)).next();
    return value.steps.find(({ kind }: { kind: string }) => kind === "open")?.cell ?? null;
  } catch {
    return null; // the link is still right, where the rules lay the mines before the first click
  }
}

/** Play the board of the address, and open the square that was opened first: then the mines are the same. */
export function openBoard(parts: LinkParts) {
  const { hash } = location;
  history.replaceState(null, "", addressOf("/")); // a reload does not begin it again
  let link = null;
  try {
    link = readFragment(hash);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    complain(parts, { why: error.isNewer ? message("links.newer-board") : message("links.broken-board") });
    return;
  }
  if (link?.kind === "board") playBoard(parts, link.board, () => parts.showBriefly(message("links.known")));
}

/** Play a known board with the square open that was opened first. */
export function playBoard(
  { session, choices, state }: Pick<LinkParts, "session" | "choices" | "state">,
  { rules, seed, first }: { rules: string; seed: string; first: string },
  begun: () => void = () => {},
) {
  choices.beginOther(() => {
    let isDone = false;
    session.on("board", ({ isAsked }) => {
      if (isDone || !isAsked || !state.game) return;
      isDone = true;
      begun();
      if (first) openFirst(session, state.game, cellOf(first));
    });
    session.on("refused", ({ isAsked }) => {
      isDone ||= isAsked;
    });
    session.newGame(rules, seed);
  });
}

function openFirst(session: LinkParts["session"], game: Game, [row, col]: [row: number, col: number]) {
  if (row < game.height && col < game.width) session.play({ kind: "open", row, col });
}

/** Read the name of a square, such as C7. */
function cellOf(name: string): [row: number, col: number] {
  const [, letters, number] = /^([A-Z]+)(\d+)$/.exec(name) ?? ["", "A", "1"];
  const col = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return [Number(number) - 1, col];
}
