// A sitting of the trainer: positions of the player's own games, each asked until the schedule lets it rest.

import type { Attempt } from "../drill/attempt.ts";
import type { Also, Part, Series, Task } from "../drill/series.ts";

import { addAnswer, answersTo } from "../progress/answers.ts";
import { boxOf, intervalOf } from "../progress/schedule.ts";
import { type Card, SUBJECT, boxes, remembered } from "./cards.ts";
import { boxRow, techniqueFigures } from "./figures.ts";
import { fetchApi } from "../../net/api.ts";
import { html } from "../../ui/template.ts";
import { capitalized, locale, message } from "../../ui/words.ts";

interface Around {
  open: (screen: string, id: string) => void;
  usual: Record<string, number>; // the seconds of a fast player, by technique
  now?: () => number; // milliseconds since 1970
}

export class TrainerSeries implements Series {
  iconName = "target";
  done = 0;
  results: boolean[] = [];
  _all: Card[]; // of the player, for the figures
  _waiting: Card[];
  _at = 0;
  _asked = new Map<string, Card>();
  _around: Around;
  _coming: Promise<Task | null> | null = null;

  /** @param waiting the positions of the sitting */
  constructor(all: Card[], waiting: Card[], around: Around) {
    this._all = all;
    this._waiting = waiting;
    this._around = around;
    this._fetchNext();
  }

  get title() {
    return message("learn-page.trainer");
  }

  get count() {
    return this._waiting.length;
  }

  get aside() {
    return message("learn-page.found", { count: this.done, whole: this.count });
  }

  async next(): Promise<Part | null> {
    const task = await this._coming;
    this._fetchNext(); // while the player thinks
    return task;
  }

  _fetchNext() {
    this._coming = this._task();
  }

  /** The next position whose game is still there. */
  async _task(): Promise<Task | null> {
    for (;;) {
      const card = this._waiting[this._at++];
      if (!card) return null;
      const { game, place, key, technique } = card;
      const answer = await fetchApi(`/api/games/${game}/question?place=${place}`).catch(() => null);
      if (!answer?.ok) continue;
      const { board } = await answer.json();
      this._asked.set(key, card);
      const text = [outcomeWords(card.outcome)];
      const usual = this._around.usual[technique];
      const common = { item: key, text, technique: technique || null, usual, numbers: [], right: "", wrong: "" };
      return { kind: "find", board, ask: technique ? "safe" : "guess", ...common };
    }
  }

  about({ item }: Task) {
    const card = this._asked.get(item) as Card;
    const day = new Date(card.ended_at * 1000).toLocaleDateString(locale(), { day: "numeric", month: "short" });
    return message("learn-page.own-game", { day });
  }

  also({ item }: Task): Also[] {
    const { game } = this._asked.get(item) as Card;
    const run = () => this._around.open("replay", String(game));
    return [{ label: capitalized(message("learn-page.the-game")), iconName: "replay", run }];
  }

  answered({ item }: Task, { grade, elapsed, isFirst }: Attempt) {
    this.done += 1;
    this.results.push(isFirst);
    const at = (this._around.now ?? Date.now)();
    addAnswer({ subject: SUBJECT, item, answered_at: at, grade, elapsed: Math.round(elapsed) });
    const memory = this._memory(item);
    return message("learn.comes-back", { count: memory ? intervalOf(memory) : 1 });
  }

  _memory(item: string) {
    return remembered([this._asked.get(item) as Card], answersTo(SUBJECT))[0].memory;
  }

  /** The figures of the technique, and when positions come back. */
  extras({ item, technique }: Task, isOver: boolean) {
    const answers = answersTo(SUBJECT);
    const cards = remembered(this._all, answers);
    const memory = isOver ? this._memory(item) : null;
    const alike = new Set(cards.filter((card) => card.technique === (technique ?? "")).map(({ key }) => key));
    return html`
      ${techniqueFigures(answers.filter((answer) => alike.has(answer.item)))}
      ${boxRow(boxes(cards), memory && boxOf(memory))}`;
  }

  ending() {
    const first = this.results.filter(Boolean).length;
    return [message("learn.session-done", { count: this.done, first })];
  }
}

function outcomeWords(outcome: string) {
  if (outcome === "guessed") return message("learn.outcome-guessed");
  if (outcome === "riskier") return message("learn.outcome-riskier");
  return outcome === "erred" ? message("learn.outcome-erred") : message("learn.outcome-late");
}
