// @ts-check
// The best times, as the server has them.

/** @import { Best, Finished } from "./protocol.js" */

/** Asks the server for the lists and stores them until a game ends. */
export class BestTimes {
  constructor() {
    /** @type {Promise<Best[]> | null} */
    this._lists = null;
  }

  forget() {
    this._lists = null;
  }

  async all() {
    this._lists ??= fetch("/api/best-times").then(
      (answer) => (answer.ok ? answer.json() : []),
      () => [],
    );
    return readLists(await this._lists);
  }

  /**
   * The list that the wins of a game stand in.
   * @param {string} rules
   */
  async of(rules) {
    return (await this.all()).find((list) => list.rules === listOf(rules)) ?? null;
  }
}

/**
 * The rules that name a list: with or without question marks it is the same one.
 * @param {string} rules
 */
const listOf = (rules) => rules.replace(/ questions=\S+/, "");

/** @param {Best[]} lists */
function readLists(lists) {
  /** @param {Finished} game */
  const entry = ({ id, name, elapsed, ended_at: when }) => ({ id, name, time: elapsed, when });
  return lists.map(({ rules, title, ranked, others }) => ({
    rules,
    title,
    entries: ranked.map(entry),
    others: others.map(entry),
  }));
}
