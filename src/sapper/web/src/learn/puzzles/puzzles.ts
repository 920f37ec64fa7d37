// The puzzles that come with the page, and a player's ratings in them as they follow from the answers: the same as
// sapper/learn/puzzles.py and standing.py.

import type { Ask } from "../../local/advice/questions.ts";
import type { LearnAnswer } from "../../protocol.ts";

import { keyOf } from "../../local/learning/keys.ts";
import { TECHNIQUES, type Technique } from "../../local/learning/techniques.ts";
import { type Rating, UNRATED, rated } from "../progress/ratings.ts";
import { fetchAsset } from "../../ui/dom.ts";
import { sha256 } from "../../ui/sha256.ts";

export const SUBJECT = "puzzle";
const DEVIATION = 200; // of a puzzle that nobody has solved
const NEVER_TRIED = 1499; // a technique that was never tried comes before an average one
const SCORES = [0, 0, 0.25, 0.75, 1]; // of an answer against a puzzle, by its grade

export interface Puzzle {
  id: string;
  board: string; // as a diagram
  technique: Technique;
  ask: Ask;
  rating: Rating; // before anybody has tried it
  usual: number; // seconds of a fast player
}

/** As the file has them: the seconds of each technique, and lines with level, rows, technique, question and rating. */
export interface PuzzleFile {
  usual: Record<string, number>;
  puzzles: string[];
}

let coming: Promise<Puzzle[]> | null = null;

export function readPuzzles(): Promise<Puzzle[]> {
  coming ??= fetchAsset("puzzles.json").then(async (answer) => parsePuzzles(await answer.json()));
  coming.catch(() => {
    coming = null; // the next one tries again
  });
  return coming;
}

/** The puzzles of a file, in its order. */
export const parsePuzzles = ({ usual, puzzles }: PuzzleFile) =>
  puzzles.map((line): Puzzle => {
    const [level, rows, technique, ask, rating] = line.split(" ");
    const board = [level, ...rows.split("/")].join("\n");
    return {
      id: keyOf(board),
      board,
      technique: technique as Technique,
      ask: ask as Ask,
      rating: { ...UNRATED, value: Number(rating), deviation: DEVIATION },
      usual: usual[technique],
    };
  });

/** Puzzles by their technique, the easiest first. */
export function byTechnique(puzzles: Puzzle[]) {
  const sorted = puzzles.toSorted(
    (one, other) => one.rating.value - other.rating.value || (one.id < other.id ? -1 : 1),
  );
  const groups = TECHNIQUES.map((name) => [name, sorted.filter(({ technique }) => technique === name)] as const);
  return new Map(groups.filter(([, some]) => some.length));
}

/** The ratings after some answers: overall, by technique, and of each puzzle that was tried. */
export interface PuzzleRatings {
  overall: Rating;
  techniques: Map<Technique, Rating>;
  puzzles: Map<string, Rating>;
  solved: Set<string>;
  tried: number;
  firstTries: number; // answers that were right at once
  course: { at: number; value: number }[]; // the overall rating after each answer, with its time in milliseconds
}

/** The ratings after answers in the order of their time; answers to other puzzles are left out. */
export function standing(answers: LearnAnswer[], puzzles: Puzzle[]): PuzzleRatings {
  const known = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));
  const found: PuzzleRatings = {
    overall: UNRATED,
    techniques: new Map(),
    puzzles: new Map(),
    solved: new Set(),
    tried: 0,
    firstTries: 0,
    course: [],
  };
  for (const { item, grade, answered_at: at } of answers) {
    const puzzle = known.get(item);
    if (!puzzle) continue;
    found.tried += 1;
    const score = SCORES[grade] ?? 0;
    const opponent = found.puzzles.get(item) ?? puzzle.rating;
    found.puzzles.set(item, rated(opponent, found.overall, 1 - score));
    found.overall = rated(found.overall, opponent, score);
    found.techniques.set(puzzle.technique, rated(ratingIn(found, puzzle.technique), opponent, score));
    found.course.push({ at, value: found.overall.value });
    if (grade === 1) continue;
    found.solved.add(item);
    found.firstTries += 1;
  }
  return found;
}

/** The rating in a technique. */
export const ratingIn = ({ techniques }: PuzzleRatings, technique: Technique) => techniques.get(technique) ?? UNRATED;

/** The puzzle that is rated closest to the player, of those not solved yet; undefined if all are. */
export function nextPuzzle(
  found: PuzzleRatings,
  puzzles: Puzzle[],
  of = (one: Puzzle) => ratingIn(found, one.technique),
) {
  const distance = (puzzle: Puzzle) =>
    Math.abs((found.puzzles.get(puzzle.id) ?? puzzle.rating).value - of(puzzle).value);
  const left = puzzles.filter(({ id }) => !found.solved.has(id)).map((puzzle) => ({ puzzle, far: distance(puzzle) }));
  left.sort((one, other) => one.far - other.far || (one.puzzle.id < other.puzzle.id ? -1 : 1));
  return left[0]?.puzzle;
}

/** The technique to go on with: the lowest rated with a puzzle left, those never tried in their order. */
export function nextTechnique(found: PuzzleRatings, puzzles: Map<Technique, Puzzle[]>): Technique {
  const left = [...puzzles].filter(([, some]) => some.some(({ id }) => !found.solved.has(id))).map(([name]) => name);
  const value = (name: Technique) => found.techniques.get(name)?.value ?? NEVER_TRIED;
  return (left.length ? left : [...puzzles.keys()]).reduce((one, other) => (value(other) < value(one) ? other : one));
}

/** The puzzle of a day, the same for everybody. */
export const puzzleOfDay = (puzzles: Puzzle[], day: string) =>
  puzzles[Number(BigInt(`0x${sha256(`sapper puzzle 1\n${day}\n`).slice(0, 16)}`) % BigInt(puzzles.length))];
