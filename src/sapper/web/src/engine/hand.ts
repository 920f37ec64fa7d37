// A hand as the kernel plays it: the events of a mouse become the actions that they mean.

import { choicesOf, type PlayRules, type Status, STATUSES } from "./game.ts";
import { bytesOf, type KernelModule } from "./module.ts";
import { Words } from "./words.ts";

/** The events of a mouse as columns of one length, in order of time. */
export interface HandEvents {
  times: ArrayLike<number>; // milliseconds
  kinds: Uint8Array; // places in `HAND_WORDS`
  xs: ArrayLike<number>; // pixels from the left
  ys: ArrayLike<number>; // and from the top
}

/** What a mouse does: the words of RAWVF, `cc` for the second of two buttons, `pf` for a flag set before the start. */
export const HAND_WORDS = ["mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc", "mt", "cc", "pf"];

export interface HandOptions {
  square: number; // pixels
  superclick: boolean; // left on a number chords
  questions: boolean; // the right button sets question marks too
}

/** A video as it was played. */
export interface HandGame {
  refused: number | null; // the place of an event that is too far away or back in time: then there is no game
  status: Status;
  isBegun: boolean;
  elapsed: number;
  actions: Uint8Array; // packed
  /** The events that were played, in the time of the game; above its lowest four bits a kind has its actions. */
  track: { times: number[]; kinds: Uint8Array; xs: number[]; ys: number[] };
}

/** Play the events of a mouse. */
export function playHand(
  kernel: KernelModule,
  rules: PlayRules,
  minefield: Uint8Array,
  { square, superclick, questions }: HandOptions,
  events: HandEvents,
): HandGame {
  const options = [square, Number(superclick), Number(questions), events.kinds.length];
  const columns = [events.times, events.xs, events.ys].map((one) => new Uint8Array(Float64Array.from(one).buffer));
  const given = [rules.width, rules.height, ...choicesOf(rules), ...options];
  const answer = kernel.call("hand_play", given, minefield, events.kinds, ...columns);
  const reader = new Words(answer.words);
  const refused = reader.number();
  const status = STATUSES[reader.number()];
  const isBegun = reader.flag();
  const bytes = () => {
    const count = reader.number();
    const found = bytesOf(answer, reader.read, count);
    reader.skip((count + 3) >> 2);
    return found;
  };
  const [actions, kinds] = [bytes(), bytes()];
  const [elapsed, ...numbers] = answer.numbers;
  const count = kinds.length;
  const [times, xs, ys] = [0, 1, 2].map((column) => numbers.slice(column * count, (column + 1) * count));
  return { refused: refused ? refused - 1 : null, status, isBegun, elapsed, actions, track: { times, kinds, xs, ys } };
}
