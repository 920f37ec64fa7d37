// @ts-check
// Remarks on a game in words: what sets it apart, and why it is not ranked.

import { words } from "./words.js";

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

/** @param {string} remark */
const wordsOf = (remark) => words("remarks", remark.replaceAll(" ", "-"));
