// Why the games of a page without a server would be lost with their tab.

import type { LocalNews } from "../local/line.ts";

import { message } from "../ui/words.ts";

/** The reason in words; empty where games are stored. */
export const unsavedWords = ({ hasDatabase, isSaved }: Pick<LocalNews, "hasDatabase" | "isSaved">) => {
  if (!hasDatabase) return message("local.no-database");
  return isSaved ? "" : message("local.not-saved");
};
