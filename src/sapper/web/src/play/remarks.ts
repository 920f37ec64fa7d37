// Remarks on a game in words: what sets it apart, and why it is not ranked.

import type { Over } from "../protocol.ts";

import { message, words } from "../ui/words.ts";

/** Return what sets a game apart, as lists show it. */
export const remarkWords = (remarks: readonly string[]) => remarks.map((remark) => wordsOf(remark).name).join(", ");

/** Return why a game is not ranked, at greater length. */
export const reasonWords = (objections: readonly string[]) =>
  objections.map((remark) => wordsOf(remark).description || wordsOf(remark).name).join(", ");

/** Return the sentence about a win that is not ranked; empty for any other end. */
export function notRankedWords(over: Pick<Over, "status" | "objections"> | null) {
  const objections = over?.status === "won" ? (over.objections ?? []) : [];
  return objections.length ? message("end.not-ranked", { remarks: reasonWords(objections) }) : "";
}

const wordsOf = (remark: string) => words("remarks", remark.replaceAll(" ", "-"));
