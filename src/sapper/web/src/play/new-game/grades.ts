// The grades of no-guess boards as a ladder.

import { grade as gradeWords } from "../../ui/words.ts";

/** The grades of no-guess boards, from the simplest; a random board comes first. */
export const GRADES = ["off", "single", "pairs", "chains", "count", "full"];

/** Return the grade of a layout: no-guess-pairs is pairs, no-guess is full, random is off. */
export const gradeOf = (layout: unknown) =>
  layout === "random" ? "off" : String(layout).replace(/^no-guess-?/, "") || "full";

/** Return the place of a grade on the ladder, 0 for a random board. */
export const gradeNumber = (grade: string) => GRADES.indexOf(grade);

/** Return the name of a grade with its place on the ladder. */
export const gradeName = (grade: string) => [gradeNumber(grade) || "", gradeWords(grade).name].join(" ").trim();
