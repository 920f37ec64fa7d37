// The best times as the server tells them.

/** Asks the server for the lists and keeps them until a game ends. */
export class Times {
  constructor() {
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

  async of(rules) {
    const plain = rules.replace(/ questions=\S+/, ""); // with or without question marks it is the same list
    return (await this.all()).find((list) => list.rules === plain) ?? null;
  }
}

function readLists(told) {
  const entry = ({ id, name, elapsed, ended_at: when }) => ({ id, name, time: elapsed, when });
  return told.map(({ rules, title, ranked, others }) => ({
    rules,
    title,
    entries: ranked.map(entry),
    others: others.map(entry),
  }));
}
