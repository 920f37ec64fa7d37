// What was answered: a list in this browser that only grows. Progress, schedules and ratings follow from it.

/** An answer: the item of a subject, when in milliseconds since 1970, how it went, and how long it took. */
export interface Answered {
  subject: string;
  item: string;
  answered_at: number;
  grade: number;
  elapsed: number;
}

const STORED = "sapper.answers";

/** All answers, in the order of their time. */
export function allAnswers(): Answered[] {
  const lines = (localStorage.getItem(STORED) ?? "").split("\n");
  return lines.flatMap((line) => read(line)).sort((one, other) => one.answered_at - other.answered_at);
}

export const answersTo = (subject: string) => allAnswers().filter((answer) => answer.subject === subject);

/** Store an answer; a full disk loses it, and the sitting goes on. */
export function addAnswer(answer: Answered) {
  const { subject, item, answered_at, grade, elapsed } = answer;
  const line = [subject, item, answered_at, grade, elapsed].join(" ");
  try {
    localStorage.setItem(STORED, `${localStorage.getItem(STORED) ?? ""}${line}\n`);
  } catch {
    // there is no room, or no storage
  }
}

function read(line: string): Answered[] {
  const [subject, item, ...numbers] = line.split(" ");
  const [answeredAt, grade, elapsed] = numbers.map(Number);
  const isRead = numbers.length === 3 && [answeredAt, grade, elapsed].every(Number.isSafeInteger);
  return isRead ? [{ subject, item, answered_at: answeredAt, grade, elapsed }] : [];
}
