// Links: a board, a position or a moment of a replay in the fragment of an address, which no server gets to see.
// docs/links.md describes the forms. A link that was given to anybody works for ever: a change of a form is a new
// version of it in addition to the old one, and tests/data/links.json has some of each.

export interface PositionLink {
  width: number;
  height: number;
  mines: number;
  values: Uint8Array;
}

interface BoardLink {
  rules: string;
  seed: string;
  first: string;
}

/** Milliseconds of playing time, and the game that it is compared with if there is one. */
interface MomentLink {
  at: number;
  other: string;
}

type Link =
  | { kind: "position"; position: PositionLink }
  | { kind: "board"; board: BoardLink }
  | { kind: "moment"; moment: MomentLink };

export const MOST_SIDE = 255;
export const MOST_CELLS = 4096; // the limit "analysed-cells" of the server
const MOST_LETTERS = 6000; // of a fragment
const MOST_VALUE = 14;
const RUN = 15; // repeat the value before it
const SHORTEST_RUN = 3; // further cells: a shorter one is not worth it
const FIRST = /^(?:[A-Z]{1,3}[1-9]\d{0,3})?$/; // a square by its name, or nothing

/** A link that cannot be read. `isNewer` tells a form that this page does not know from a damaged one. */
export class LinkError extends Error {
  isNewer: boolean;

  constructor(isNewer: boolean = false) {
    super("not a link of this page");
    this.isNewer = isNewer;
  }
}

/** Return the fragment of a position. */
export function positionFragment({ width, height, mines, values }: PositionLink) {
  return `#p1.${width}x${height}.${mines}.${pack(values)}`;
}

/** Return the fragment of a board: the same rules, seed and first square make the same minefield. */
export function boardFragment({ rules, seed, first }: BoardLink) {
  return `#b1.${[rules, seed, ...(first ? [first] : [])].map(escapeText).join(".")}`;
}

/** Return the fragment of a moment of a replay. */
export const momentFragment = ({ at, other }: MomentLink) => `#${other ? `with=${other}&` : ""}at=${Math.floor(at)}`;

/** Read a fragment; null for one that is no link at all, such as an empty one. */
export function readFragment(fragment: string): Link | null {
  if (/^#?(with|at)=/.test(fragment)) return { kind: "moment", moment: readMoment(fragment) };
  const found = /^#?([pb])(\d{1,3})\.(.*)$/s.exec(fragment);
  if (!found) return null;
  const [, letter, version, rest] = found;
  if (version !== "1") throw new LinkError(Number(version) > 1);
  if (fragment.length > MOST_LETTERS) throw new LinkError();
  if (letter === "p") return { kind: "position", position: readPosition(rest) };
  return { kind: "board", board: readBoard(rest) };
}

function readPosition(text: string) {
  const found = /^(\d{1,3})x(\d{1,3})\.(\d{1,5})\.([\w-]*)$/.exec(text);
  if (!found) throw new LinkError();
  const [width, height, mines] = found.slice(1, 4).map(Number);
  const cells = width * height;
  if (!cells || width > MOST_SIDE || height > MOST_SIDE || cells > MOST_CELLS || mines >= cells) throw new LinkError();
  return { width, height, mines, values: unpack(found[4], cells) };
}

function readBoard(text: string) {
  const [rules, seed, first = "", ...more] = text.split(".").map(unescapeText);
  if (!rules || !seed || more.length || rules.length > 500 || seed.length > 200 || !FIRST.test(first))
    throw new LinkError();
  return { rules, seed, first };
}

function readMoment(fragment: string) {
  const found = /^#?(?:with=(\d{1,15})&)?at=(\d{1,12})$/.exec(fragment);
  if (!found) throw new LinkError();
  return { at: Number(found[2]), other: found[1] ?? "" };
}

// -- Cells as letters: four bits for each value, and a run of the same value as 15 and its length

function pack(values: Uint8Array) {
  const nibbles: number[] = [];
  for (let at = 0; at < values.length; ) {
    const value = values[at];
    nibbles.push(value);
    let run = 0;
    while (at + 1 + run < values.length && values[at + 1 + run] === value) run++;
    at += 1;
    while (run >= SHORTEST_RUN) {
      const length = Math.min(run, SHORTEST_RUN + 15);
      nibbles.push(RUN, length - SHORTEST_RUN);
      at += length;
      run -= length;
    }
  }
  if (nibbles.length % 2) nibbles.push(RUN); // fills up the last byte
  const bytes = Uint8Array.from(
    { length: nibbles.length / 2 },
    (_, at) => (nibbles[2 * at] << 4) | nibbles[2 * at + 1],
  );
  return toLetters(bytes);
}

function unpack(letters: string, cells: number) {
  const bytes = fromLetters(letters);
  const values = new Uint8Array(cells);
  let at = 0;
  let value = -1;
  for (let nibble = 0; nibble < 2 * bytes.length; nibble++) {
    const read = nibbleAt(bytes, nibble);
    if (read !== RUN) {
      value = read;
      if (at >= cells) throw new LinkError();
      values[at++] = value;
      continue;
    }
    if (nibble === 2 * bytes.length - 1) break; // it fills up the last byte
    const length = nibbleAt(bytes, ++nibble) + SHORTEST_RUN;
    if (value < 0 || at + length > cells) throw new LinkError();
    values.fill(value, at, at + length);
    at += length;
  }
  if (at !== cells || values.some((found) => found > MOST_VALUE)) throw new LinkError();
  return values;
}

const nibbleAt = (bytes: Uint8Array, index: number) => (index % 2 ? bytes[index >> 1] & 15 : bytes[index >> 1] >> 4);

function toLetters(bytes: Uint8Array) {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromLetters(letters: string) {
  try {
    return Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    throw new LinkError();
  }
}

const escapeText = (text: string) => encodeURIComponent(text).replaceAll(".", "%2E").replaceAll("%20", "+");

function unescapeText(text: string) {
  try {
    return decodeURIComponent(text.replaceAll("+", "%20"));
  } catch {
    throw new LinkError();
  }
}
