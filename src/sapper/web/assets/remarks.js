// @ts-check
// Remarks on a game in words: what sets it apart, and why it is not ranked.

/** @import { Over } from "./protocol.js" */

import { message, words } from "./words.js";

/**
 * Return what sets a game apart, as lists show it.
 * @param {readonly string[]} remarks
 */
export const remarkWords = (remarks) => remarks.map((remark) => wordsOf(remark).name).join(", ");

/**
 * Return why a game is not ranked, at greater length.
 * @param {readonly string[]} objections
 */
export const reasonWords = (objections) =>
  objections.map((remark) => wordsOf(remark).description || wordsOf(remark).name).join(", ");

/**
 * Return the sentence about a win that is not ranked; empty for any other end.
 * @param {Pick<Over, "status" | "objections"> | null} over
 */
export function notRankedWords(over) {
  const objections = over?.status === "won" ? (over.objections ?? []) : [];
  return objections.length ? message("end.not-ranked", { remarks: reasonWords(objections) }) : "";
}

/** @param {string} remark */
const wordsOf = (remark) => words("remarks", remark.replaceAll(" ", "-"));
