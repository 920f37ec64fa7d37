// What there is to learn next: the step of the path, what is due in the trainer, and whether the player has won anything.

import type { PathProgress } from "../protocol.ts";
import type { Card } from "./trainer/cards.ts";

import { fetchApi } from "../net/api.ts";
import { readPath } from "./path/path.ts";
import { exchange } from "./progress/answers.ts";
import { due, nowSeconds, readCards } from "./trainer/cards.ts";

export interface Next {
  progress: PathProgress[];
  cards: Card[];
  due: Card[];
  hasWon: boolean;
}

/** Read it. The trainer knows the newest games after one question, and the others later. */
export async function readNext(): Promise<Next> {
  await exchange();
  const [progress, hasWon] = await Promise.all([readPath(), anyWin()]);
  const cards = await readCards(() => false);
  return { progress, cards, due: due(cards, nowSeconds(), cards.length), hasWon };
}

/** Whether any game was won; where nothing answers the player is taken at their best. */
async function anyWin() {
  const query = "mine=1&status=won&together=all&source=all&device=all&limit=1";
  const answer = await fetchApi(`/api/games?${query}`).catch(() => null);
  return !answer?.ok || (await answer.json()).length > 0;
}
