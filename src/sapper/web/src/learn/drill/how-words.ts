// How a question is answered with the device at hand, in words.

import type { Ask } from "../../local/advice/questions.ts";

import { message } from "../../ui/words.ts";

export type Device = "mouse" | "touch" | "keys";

/** The device that a player who has done nothing yet probably has. */
export const usualDevice = (): Device => (matchMedia("(pointer: coarse)").matches ? "touch" : "mouse");

export function howWords(asked: Ask, device: Device) {
  if (asked === "mine") return mineWords(device);
  if (asked === "chord") return chordWords(device);
  if (device === "keys") return message("learn-page.how-open-keys");
  return device === "touch" ? message("learn-page.how-open-touch") : message("learn-page.how-open-mouse");
}

function mineWords(device: Device) {
  if (device === "keys") return message("learn-page.how-mine-keys");
  return device === "touch" ? message("learn-page.how-mine-touch") : message("learn-page.how-mine-mouse");
}

function chordWords(device: Device) {
  if (device === "keys") return message("learn-page.how-chord-keys");
  return device === "touch" ? message("learn-page.how-chord-touch") : message("learn-page.how-chord-mouse");
}
