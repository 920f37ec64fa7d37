// @ts-check
// The best times, as the server has them.

/** @import { Best, Finished, OwnBest } from "./protocol.js" */

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
   * The list of a configuration.
   * @param {string} configuration
   */
  async of(configuration) {
    return (await this.all()).find((list) => list.rules === configuration) ?? null;
  }

  /**
   * The player's own best times in milliseconds by each of some rules, null where there is none.
   * @param {string[]} rules
   * @returns {Promise<(number | null)[]>}
   */
  async own(rules) {
    const query = new URLSearchParams(rules.map((one) => ["rules", one]));
    const answer = await fetch(`/api/best-times/own?${query}`).catch(() => null);
    /** @type {OwnBest[]} */
    const found = answer?.ok ? await answer.json() : [];
    return rules.map((_, at) => found[at]?.best ?? null);
  }
}

/** @param {Best[]} lists */
function readLists(lists) {
  /** @param {Finished} game */
  const entry = ({ id, name, elapsed, ended_at: when, remarks }) => ({ id, name, time: elapsed, when, remarks });
  return lists.map(({ rules, title, ranked, others }) => ({
    rules,
    title,
    entries: ranked.map(entry),
    others: others.map(entry),
  }));
}
