// Seeds as sapper/seed.py has them: 128 bits, written as 26 digits in base 32.

import { sealText, sha256 } from "../ui/sha256.ts";

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BYTES = 16;
const LETTERS = 26;

export type Bytes = Uint8Array<ArrayBuffer>;

export const freshSeed = (): Bytes => crypto.getRandomValues(new Uint8Array(BYTES));

/** The seed that a text means: the text form of a seed, or else a digest of the text. */
export function seedOf(text: string): Bytes {
  return decoded(text) ?? fromHex(sha256(text).slice(0, 2 * BYTES));
}

export function seedText(seed: Uint8Array) {
  let value = seed.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let text = "";
  for (let at = 0; at < LETTERS; at++, value >>= 5n) text = DIGITS[Number(value & 31n)] + text;
  return text;
}

/** The seal of a game: docs/server-design.md. */
export const sealOf = (rules: string, seed: Uint8Array, salt: Uint8Array) =>
  sha256(sealText(rules, seedText(seed), toHex(salt)));

export const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const fromHex = (hex: string): Bytes =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));

function decoded(text: string): Bytes | null {
  if (text.length !== LETTERS) return null;
  let value = 0n;
  for (const letter of text.toUpperCase()) {
    const digit = DIGITS.indexOf(letter);
    if (digit < 0) return null;
    value = (value << 5n) | BigInt(digit);
  }
  if (value >> 128n) return null;
  return fromHex(value.toString(16).padStart(2 * BYTES, "0"));
}
