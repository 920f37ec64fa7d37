// The positions of the player's own games, and which of them are due: sapper/learn/trainer.py.

import type { LearnAnswer, TrainerCard, Training } from "../../protocol.ts";
import type { Grade } from "../drill/attempt.ts";

import { answersTo } from "../progress/answers.ts";
import { BOXES, type Memory, boxOf, dueAt, memoryAfter, recallAt } from "../progress/schedule.ts";
import { fetchApi } from "../../net/api.ts";

export const SUBJECT = "trainer";
export const A_SITTING = 12; // positions

/** A position with the memory of it, null before the first review. */
export type Card = TrainerCard & { memory: Memory | null };

/** Positions with what the answers leave of them. */
export function remembered(cards: TrainerCard[], answers: LearnAnswer[]): Card[] {
  const reviews: Map<string, { at: number; grade: Grade }[]> = new Map();
  for (const { item, answered_at: at, grade } of answers) {
    const known = reviews.get(item) ?? [];
    reviews.set(item, [...known, { at: Math.floor(at / 1000), grade: grade as Grade }]);
  }
  return cards.map((card) => ({ ...card, memory: memoryAfter(reviews.get(card.key) ?? []) }));
}

/** The positions of a sitting: those that are due, the most forgotten first, then new ones, newest first. */
export function due(cards: Card[], now: number, most = A_SITTING): Card[] {
  const waiting = cards
    .filter(({ memory }) => !memory || dueAt(memory) <= now)
    .map((card) => ({ card, recall: card.memory ? recallAt(card.memory, now) : 2 }));
  return waiting
    .sort((one, other) => one.recall - other.recall)
    .slice(0, most)
    .map(({ card }) => card);
}

/** When the next position comes back, in seconds since 1970; null if none was reviewed. */
export function nextDue(cards: Card[]) {
  const times = cards.flatMap(({ memory }) => (memory ? [dueAt(memory)] : []));
  return times.length ? Math.min(...times) : null;
}

/** The number of reviewed positions in each box: a day, three days, a week, a month, known. */
export function boxes(cards: Card[]) {
  const counts = Array<number>(BOXES.length + 1).fill(0);
  for (const { memory } of cards) if (memory) counts[boxOf(memory)] += 1;
  return counts;
}

const MOST_ASKED = 40; // times in a row: a server looks at some games each time

/**
 * Read the positions. The server looks at games that it has not seen, some at a time.
 * @param looking is told how many games are left; once it returns false nothing more is asked
 */
export async function readCards(looking: (left: number, cards: Card[]) => boolean = () => true): Promise<Card[]> {
  let cards: Card[] = [];
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const answer = await fetchApi("/api/trainer").catch(() => null);
    if (!answer?.ok) return cards;
    const found: Training = await answer.json();
    cards = remembered(found.cards, answersTo(SUBJECT));
    if (!found.left || !looking(found.left, cards)) return cards;
  }
  return cards;
}

export const nowSeconds = () => Math.floor(Date.now() / 1000);
