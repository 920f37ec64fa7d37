// What the local server does not do, and why: a code of the protocol, and a phrase for people.

import type { Phrase, Refused } from "../protocol.ts";

export class Refusal extends Error {
  code: Refused["code"];
  phrase: Phrase;

  constructor(code: Refused["code"], phrase: string, values: Record<string, unknown> = {}) {
    super(phrase);
    this.code = code;
    this.phrase = { code: phrase, values };
  }
}
