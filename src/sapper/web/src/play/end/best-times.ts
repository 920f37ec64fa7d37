// The best times, as the server has them.

import type { Best, Finished, OwnBest } from "../../protocol.ts";

import { fetchApi } from "../../net/api.ts";

/** Asks the server for the lists and stores them until a game ends. */
export class BestTimes {
  _lists: Promise<Best[]> | null = null;

  forget() {
    this._lists = null;
  }

  async all() {
    this._lists ??= fetchApi("/api/best-times").then(
      (answer) => (answer.ok ? answer.json() : []),
      () => [],
    );
    return readLists(await this._lists);
  }

  /** The list of a configuration. */
  async of(configuration: string) {
    return (await this.all()).find((list) => list.rules === configuration) ?? null;
  }

  /** The player's own best times in milliseconds by each of some rules, null where there is none. */
  async own(rules: string[]): Promise<(number | null)[]> {
    const query = new URLSearchParams(rules.map((one) => ["rules", one]));
    const answer = await fetchApi(`/api/best-times/own?${query}`).catch(() => null);
    const found: OwnBest[] = answer?.ok ? await answer.json() : [];
    return rules.map((_, at) => found[at]?.best ?? null);
  }
}

export function readLists(lists: Best[]) {
  const entry = ({ id, name, elapsed, ended_at: when, remarks }: Finished) => ({
    id,
    name,
    time: elapsed,
    when,
    remarks,
  });
  return lists.map(({ rules, ranked, others }) => ({
    rules,
    entries: ranked.map(entry),
    others: others.map(entry),
  }));
}
