// A tournament as an entry of a calendar (RFC 5545).

import type { TournamentCard } from "../../protocol.ts";

import { formatOf, startOf, tournamentName } from "./words.ts";

const MINUTES_OF_TURNS = 60; // that are kept free for one that is played in rounds

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\s+/g, " ");

/** 20261119T210000Z */
const stamp = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** Return a tournament as the text of a calendar file. */
export function calendarFile(card: TournamentCard, link: string, now = Date.now()) {
  const start = startOf(card);
  const minutes = formatOf(card).hasTurns ? MINUTES_OF_TURNS : card.minutes;
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Sapper//Tournaments//EN",
    "BEGIN:VEVENT",
    `UID:${card.id}@sapper`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + minutes * 60_000)}`,
    `SUMMARY:${escaped(tournamentName(card))}`,
    `URL:${link}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}
