// What was answered: a list in this browser that only grows. Progress, schedules and ratings follow from it. A server has
// the answers of all devices of a player: what is new goes to and fro where there is one.

import type { LearnAnswer, LearnAnswers } from "../../protocol.ts";

import { fetchApi, isAskedLocally } from "../../net/api.ts";

const STORED = "sapper.answers";
const SENT = "sapper.answers-sent"; // how many of the lines a server has
const LATER = 1500; // ms: answers that follow each other are sent together
const MOST = 5000; // answers at once: a body has its limit

const lines = () => (localStorage.getItem(STORED) ?? "").split("\n").filter(Boolean);

/** All answers, in the order of their time. */
export function allAnswers(): LearnAnswer[] {
  return lines()
    .flatMap((line) => read(line))
    .sort((one, other) => one.answered_at - other.answered_at);
}

export const answersTo = (subject: string) => allAnswers().filter((answer) => answer.subject === subject);

/** Store an answer; a full disk loses it, and the sitting goes on. */
export function addAnswer(answer: LearnAnswer) {
  add([answer]);
  if (isExchangeWaiting) return;
  isExchangeWaiting = true;
  setTimeout(() => {
    isExchangeWaiting = false;
    exchange();
  }, LATER);
}

let isExchangeWaiting = false;
let exchanging: Promise<void> | null = null;

/** Send the server what is new here, and learn what is new there. Where it cannot be reached, the next time does it. */
export function exchange(): Promise<void> {
  if (isAskedLocally()) return Promise.resolve();
  exchanging ??= exchangeNow()
    .catch(() => {})
    .finally(() => {
      exchanging = null;
    });
  return exchanging;
}

async function exchangeNow() {
  for (let isMore = true; isMore; ) {
    const all = lines();
    const sent = Math.min(Number(localStorage.getItem(SENT) ?? 0), all.length);
    const part = all.slice(sent, sent + MOST);
    const answers = part.flatMap((line) => read(line));
    const found = await ask({ answers, known: sent + part.length });
    if (!found) return;
    isMore = sent + part.length < all.length;
    if (isMore) note(sent + part.length);
    else await learn(all, found);
  }
}

/** Store what a server knows and this browser does not. It says so in parts. */
async function learn(all: string[], first: LearnAnswers) {
  const known = new Set(all);
  const news: LearnAnswer[] = [];
  let found: LearnAnswers | null = first;
  for (let skip = 0; found; ) {
    news.push(...found.answers.filter((one) => !known.has(written(one))));
    for (const one of found.answers) known.add(written(one));
    skip += found.answers.length;
    found = found.left && found.answers.length ? await ask({ answers: [], skip }) : null;
  }
  add(news);
  const isAlone = lines().length === all.length + news.length; // otherwise there was an answer meanwhile
  note(isAlone ? all.length + news.length : all.length);
}

async function ask(what: { answers: LearnAnswer[]; known?: number; skip?: number }): Promise<LearnAnswers | null> {
  const headers = { "content-type": "application/json" };
  const answer = await fetchApi("/api/answers", { method: "POST", body: JSON.stringify(what), headers });
  return answer.ok ? answer.json() : null;
}

function note(sent: number) {
  try {
    localStorage.setItem(SENT, String(sent));
  } catch {
    // they are sent once more, and stored once
  }
}

function add(answers: LearnAnswer[]) {
  if (!answers.length) return;
  const added = answers.map((answer) => `${written(answer)}\n`).join("");
  try {
    localStorage.setItem(STORED, `${localStorage.getItem(STORED) ?? ""}${added}`);
  } catch {
    // there is no room, or no storage
  }
}

const written = ({ subject, item, answered_at, grade, elapsed }: LearnAnswer) =>
  [subject, item, answered_at, grade, elapsed].join(" ");

function read(line: string): LearnAnswer[] {
  const [subject, item, ...numbers] = line.split(" ");
  const [answeredAt, grade, elapsed] = numbers.map(Number);
  const isRead = numbers.length === 3 && [answeredAt, grade, elapsed].every(Number.isSafeInteger);
  return isRead ? [{ subject, item, answered_at: answeredAt, grade, elapsed }] : [];
}
