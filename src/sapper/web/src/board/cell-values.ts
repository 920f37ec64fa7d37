// What a cell shows when it is not an open number; open cells show 0 to 8. The same values as sapper.board.Seen.

export const HIDDEN = 9;
export const FLAG = 10;
export const QUESTION = 11;
export const MINE = 12;
export const EXPLODED = 13;
export const WRONG_FLAG = 14;

/** The symbol of each value, as boards are written in messages and diagrams. */
export const SYMBOLS = "012345678.F?*!x";

export const isOpen = (seen: number) => seen <= 8;

export const isClosed = (seen: number) => seen >= HIDDEN && seen <= QUESTION;

/** The indices of the neighbours of a cell. */
export function around({ width, height }: { width: number; height: number }, index: number) {
  const row = Math.floor(index / width);
  const col = index - row * width;
  const found = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(height - 1, row + 1); r++) {
    for (let c = Math.max(0, col - 1); c <= Math.min(width - 1, col + 1); c++) {
      if (r !== row || c !== col) found.push(r * width + c);
    }
  }
  return found;
}

/** A to Z, then AA, AB and so on. */
export function columnName(col: number) {
  let name = "";
  for (let left = col + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  }
  return name;
}

/** A cell as people write it: C7. */
export const cellName = (row: number, col: number) => `${columnName(col)}${row + 1}`;
