// What the page knows of a mode, besides what it declares in modes.ts: an icon, a picture, and its view.

import type { Canvas, PartyParts, PartyView, Theme } from "../../types.ts";

import { loadIcons, loadStyles } from "../../ui/dom.ts";

export interface Pen {
  c: Canvas;
  theme: Theme;
  players: string[]; // their colours
}

export interface ModePage {
  icon: string;
  view(parts: PartyParts): Promise<PartyView>; // its module is loaded with its first room
  draw(pen: Pen): void; // what one sees of the mode at a glance, in a picture of 84 by 66 px
}

/** Load the styles and icons of modes that have a winner. */
export const loadModeStyles = () => Promise.all([loadStyles("contests.css"), loadIcons("icons-more.svg")]);
