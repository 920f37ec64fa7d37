// A lesson on the page.

import type { Parts } from "../../types.ts";

import { DrillPage } from "../drill/drill-page.ts";
import { LessonSeries, readLessons } from "./lessons.ts";

/** The screen of the lesson with a name; null if there is none. */
export async function lessonPage(parts: Parts, name: string) {
  const lesson = (await readLessons()).find((one) => one.name === name);
  return lesson ? new DrillPage(parts, "lesson", new LessonSeries(lesson), () => parts.open("learn")) : null;
}
