// Finding an entry by a few letters: what begins with them first, then what has them, then what has them in order.

/** The lower score is the better; which characters to point out. */
interface Match {
  score: number;
  marks: number[];
}

const PREFIX = 0;
const WORD = 1;
const INSIDE = 2;
const WORDS = 3;
const SYNONYM = 4;
const LETTERS = 5;

/**
 * Return how well a title fits what was typed, null if it does not. Hyphens count as spaces.
 * @param synonyms other words for it
 */
export function match(title: string, typed: string, synonyms: string = ""): Match | null {
  const [text, wanted] = [plain(title), plain(typed).trim()];
  if (!wanted) return { score: INSIDE, marks: [] };
  const at = text.indexOf(wanted);
  const inWord = ` ${text}`.indexOf(` ${wanted}`);
  if (at === 0) return { score: PREFIX, marks: run(0, wanted.length) };
  if (inWord >= 0) return { score: WORD, marks: run(inWord, wanted.length) };
  if (at > 0) return { score: INSIDE, marks: run(at, wanted.length) };
  const parts = wanted.split(/ +/);
  if (parts.every((part) => ` ${text}`.includes(` ${part}`))) {
    return { score: WORDS, marks: parts.flatMap((part) => run(` ${text}`.indexOf(` ${part}`), part.length)) };
  }
  if (parts.every((part) => ` ${plain(synonyms)} ${text}`.includes(` ${part}`))) return { score: SYNONYM, marks: [] };
  const marks = inOrder(text, wanted.replaceAll(" ", ""));
  return marks && { score: LETTERS + spread(marks), marks };
}

const plain = (text: string) => text.toLowerCase().replaceAll("-", " ");

const run = (start: number, length: number) => Array.from({ length }, (_, at) => start + at);

/** Return where letters come in a text one after another, beginning at the start of a word; null if they do not. */
function inOrder(text: string, letters: string) {
  const marks = [];
  let at = ` ${text}`.indexOf(` ${letters[0]}`);
  for (const letter of letters) {
    at = at < 0 ? -1 : text.indexOf(letter, at);
    if (at < 0) return null;
    marks.push(at++);
  }
  return marks;
}

/** The distance of letters, from 0 to 1: those close together are more likely meant. */
const spread = (marks: number[]) => 1 - marks.length / (marks[marks.length - 1] - marks[0] + 1);
