// What a lesson is made of, beside its board: stages of one kind one after another, and how far the player is in them.

import type { Lesson } from "./lessons.ts";

import { html, icon, nothing, spacer } from "../../ui/template.ts";
import { message, words } from "../../ui/words.ts";

type Kind = "show" | "marked" | "find" | "play";

interface Group {
  kind: Kind;
  first: number; // place of its first stage
  count: number;
}

/** The stages by their kinds, in their order. */
export function groupsOf({ stages }: Pick<Lesson, "stages">): Group[] {
  const groups: Group[] = [];
  stages.forEach(({ kind, numbers }, at) => {
    const own: Kind = kind === "find" && numbers?.length ? "marked" : kind;
    const last = groups.at(-1);
    if (last?.kind === own) last.count += 1;
    else groups.push({ kind: own, first: at, count: 1 });
  });
  return groups;
}

/** A line for each group of a lesson about a technique, with the one at a place pointed out. */
export function lessonStages(lesson: Lesson, place: number) {
  const { stages, technique, minutes } = lesson;
  if (!technique) return nothing;
  const left = Math.max(1, Math.ceil(minutes * (1 - place / stages.length)));
  return html`
    <section class="group drill-stages">
      <div class="row"><h2>${words("techniques", technique).name}</h2>${spacer}<span class="muted tiny">${message("learn-page.minutes", { minutes: left })}</span></div>
      <ol>${groupsOf(lesson).map((group, at) => stageLine(group, at + 1, place))}</ol>
    </section>`;
}

function stageLine({ kind, first, count }: Group, number: number, place: number) {
  const isDone = place >= first + count;
  const isNow = !isDone && place >= first;
  const reached = isNow && count > 1 ? message("learn-page.found", { count: place - first + 1, whole: count }) : "";
  return html`
    <li class=${isDone ? "done" : isNow ? "now" : ""} aria-current=${isNow ? "step" : "false"}>
      <i>${isDone ? icon("check") : number}</i><span>${stageWords(kind)}</span>${spacer}<span class="muted small">${reached}</span>
    </li>`;
}

function stageWords(kind: Kind) {
  if (kind === "show") return message("learn-page.stage-show");
  if (kind === "marked") return message("learn-page.stage-marked");
  return kind === "find" ? message("learn-page.stage-find") : message("learn-page.stage-play");
}
