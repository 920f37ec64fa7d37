// What is asked, in words.

import { message } from "../../ui/words.ts";

export function questionWords(asked: string) {
  if (asked === "first") return message("question.first");
  if (asked === "mine") return message("question.mine");
  if (asked === "chord") return message("question.chord");
  return asked === "guess" ? message("question.guess") : message("question.safe");
}
