// What stands in place of a screen that other people are needed for, where there is no server.

import type { Page } from "../types.ts";

import { el, icon } from "../ui/dom.ts";

export function noServerPage(title: string, text: string): Page {
  const attributes = { class: "cover offline-card", role: "status" };
  return { element: el("div", attributes, icon("offline"), el("h1", {}, title), el("p", { class: "muted" }, text)) };
}
