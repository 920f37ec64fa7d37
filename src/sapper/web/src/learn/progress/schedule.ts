// When a position comes back: FSRS-6 as a function of the reviews, as sapper/learn/schedule.py has it.

import type { Grade } from "../drill/attempt.ts";

export const DAY = 86_400;
const RETENTION = 0.9;
const MOST_DAYS = 36_500;
const LEAST_STABILITY = 0.001;
const W = [
  0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483,
  0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];
const DECAY = -W[20];
const FACTOR = 0.9 ** (1 / DECAY) - 1;
/** The boxes in which positions are counted: due within a day, three days, a week, a month, later. */
export const BOXES = [1, 3, 7, 30];

/** A review: when, in seconds since 1970, and how it went. */
export interface Review {
  at: number;
  grade: Grade;
}

/** The state of a memory after its reviews. */
export interface Memory {
  stability: number; // days
  difficulty: number; // 1 to 10
  reviewedAt: number;
  reviews: number;
  lapses: number;
}

/** The days from the last review until the position comes back. */
export const intervalOf = ({ stability }: Memory) =>
  Math.min(Math.max(rounded((stability / FACTOR) * (RETENTION ** (1 / DECAY) - 1)), 1), MOST_DAYS);

/** When the position comes back, in seconds since 1970. */
export const dueAt = (memory: Memory) => memory.reviewedAt + intervalOf(memory) * DAY;

/** The box that the position is in, the number of `BOXES` for the last one. */
export function boxOf(memory: Memory) {
  const at = BOXES.findIndex((days) => intervalOf(memory) <= days);
  return at < 0 ? BOXES.length : at;
}

/** The chance that the position is still known. */
export function recallAt({ reviewedAt, stability }: Memory, now: number) {
  const days = Math.floor(Math.max(now - reviewedAt, 0) / DAY);
  return (1 + (FACTOR * days) / stability) ** DECAY;
}

/** The memory after some reviews in the order of their time, null without any. */
export const memoryAfter = (reviews: Review[]) =>
  reviews.reduce<Memory | null>((before, review) => (before ? next(before, review) : first(review)), null);

const first = ({ at, grade }: Review): Memory => ({
  stability: Math.max(W[grade - 1], LEAST_STABILITY),
  difficulty: bounded(firstDifficulty(grade)),
  reviewedAt: at,
  reviews: 1,
  lapses: Number(grade === 1),
});

function next(before: Memory, { at, grade }: Review): Memory {
  const recall = recallAt(before, at);
  let stability: number;
  if (at - before.reviewedAt < DAY) stability = onSameDay(before.stability, grade);
  else stability = grade === 1 ? forgotten(before, recall) : recalled(before, recall, grade);
  const damped = before.difficulty - (W[6] * (grade - 3) * (10 - before.difficulty)) / 9;
  return {
    stability: Math.max(stability, LEAST_STABILITY),
    difficulty: bounded(W[7] * firstDifficulty(4) + (1 - W[7]) * damped),
    reviewedAt: at,
    reviews: before.reviews + 1,
    lapses: before.lapses + Number(grade === 1),
  };
}

const firstDifficulty = (grade: Grade) => W[4] - Math.exp(W[5] * (grade - 1)) + 1;
const bounded = (difficulty: number) => Math.min(Math.max(difficulty, 1), 10);

function onSameDay(stability: number, grade: Grade) {
  const factor = Math.exp(W[17] * (grade - 3 + W[18])) * stability ** -W[19];
  return stability * (grade >= 2 ? Math.max(factor, 1) : factor);
}

function recalled({ stability, difficulty }: Memory, recall: number, grade: Grade) {
  const factor = grade === 2 ? W[15] : grade === 4 ? W[16] : 1;
  const ease = (11 - difficulty) * stability ** -W[9] * (Math.exp(W[10] * (1 - recall)) - 1);
  return stability * (1 + Math.exp(W[8]) * ease * factor);
}

function forgotten({ stability, difficulty }: Memory, recall: number) {
  const longTerm = W[11] * difficulty ** -W[12] * ((stability + 1) ** W[13] - 1) * Math.exp(W[14] * (1 - recall));
  return Math.min(longTerm, stability / Math.exp(W[17] * W[18]));
}

/** Round a half to the even neighbour, as Python does. */
function rounded(value: number) {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 ? below + 1 : below;
}
