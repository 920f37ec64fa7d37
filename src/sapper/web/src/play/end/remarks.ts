// Remarks on a game in words: what sets it apart, and why it is not ranked.

import type { Over } from "../../protocol.ts";

import { message, words, listed } from "../../ui/words.ts";

/** Return what sets a game apart, as lists show it. */
export const remarkWords = (remarks: readonly string[]) => listed(remarks.map((remark) => wordsOf(remark).name));

/** Return why a game is not ranked, at greater length. */
export const reasonWords = (objections: readonly string[]) =>
  listed(objections.map((remark) => wordsOf(remark).description || wordsOf(remark).name));

/** Return the sentence about a win that is not ranked; empty for any other end. */
export function notRankedWords(over: Pick<Over, "status" | "objections"> | null) {
  const objections = over?.status === "won" ? (over.objections ?? []) : [];
  return objections.length ? message("end.not-ranked", { remarks: reasonWords(objections) }) : "";
}

const wordsOf = (remark: string) => words("remarks", remark.replaceAll(" ", "-"));
