// Names of squares in what people say: K5.

interface Size {
  width: number;
  height: number;
}

const NAME = /\b([A-Za-z]{1,3})([1-9]\d{0,3})\b/g;

/** The square of a name; -1 if the board has none of this name. */
function cellOf(letters: string, number: string, { width, height }: Size) {
  const col = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  const row = Number(number) - 1;
  return col < width && row < height ? row * width + col : -1;
}

/** A text in parts: those that name a square of the board have its index. */
export function splitSquares(text: string, board: Size): { text: string; cell: number }[] {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(NAME)) {
    const cell = cellOf(found[1], found[2], board);
    if (cell < 0) continue;
    if (found.index > end) parts.push({ text: text.slice(end, found.index), cell: -1 });
    parts.push({ text: found[0].toUpperCase(), cell });
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), cell: -1 });
  return parts;
}

/** The squares that a text names. */
export const namedCells = (text: string, board: Size) =>
  splitSquares(text, board)
    .filter(({ cell }) => cell >= 0)
    .map(({ cell }) => cell);
