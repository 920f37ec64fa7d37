// Reads the words of an answer one after another.

export class Words {
  _words: Uint32Array;
  _next = 0;

  constructor(words: Uint32Array) {
    this._words = words;
  }

  number(): number {
    return this._words[this._next++];
  }

  /** A number that may be negative. */
  signed(): number {
    return this.number() | 0;
  }

  flag(): boolean {
    return this.number() !== 0;
  }

  /** A length, and then as many cells. */
  cells(): number[] {
    const count = this.number();
    this._next += count;
    return [...this._words.subarray(this._next - count, this._next)];
  }

  /** A length, and then as many items. */
  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.number() }, read);
  }

  skip(count: number) {
    this._next += count;
  }

  /** The number of words that were read. */
  get read(): number {
    return this._next;
  }
}
