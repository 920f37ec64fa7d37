// Short sounds for what happens on the board, made in the browser: no files.

import type { Delta } from "../protocol.ts";
import type { Settings } from "../input/settings.ts";
import type { Change } from "../types.ts";

import { isOpen } from "../board/cell-values.ts";

export type Sound = "open" | "opening" | "flag" | "won" | "lost" | "call";

interface Note {
  pitch: number;
  at: number;
  length: number;
  wave: OscillatorType;
  loud: number;
}

const ATTACK = 0.004; // s: without it a note begins with a click

/**
 * @param pitches in hertz
 * @param step between two notes, in seconds
 * @param length of a note
 */
const notes = (pitches: number[], step: number, length: number, wave: OscillatorType, loud: number): Note[] =>
  pitches.map((pitch, place) => ({ pitch, at: place * step, length, wave, loud }));

export const SOUNDS: Record<Sound, Note[]> = {
  open: notes([880], 0, 0.05, "triangle", 0.5),
  opening: notes([587, 740, 880], 0.045, 0.09, "triangle", 0.5),
  flag: notes([220, 330], 0.03, 0.07, "square", 0.2),
  won: notes([523, 659, 784, 1047], 0.11, 0.28, "triangle", 0.6),
  lost: notes([196, 131], 0.16, 0.4, "sawtooth", 0.3),
  call: notes([659, 880], 0.14, 0.24, "triangle", 0.6), // to a round or a turn
};

/**
 * Return the sound of a change; null if it has none. A flag sounds when it is set by hand, before the server knows it.
 */
export function soundOf({ status }: Pick<Delta, "status">, changes: readonly Change[]): Sound | null {
  if (!changes.length) return null;
  if (status === "won" || status === "lost") return status;
  const opened = changes.filter(({ from, to }) => isOpen(to) && !isOpen(from)).length;
  return opened > 1 ? "opening" : opened ? "open" : null;
}

export class Sounds {
  _settings: Settings;
  _context: AudioContext | null = null;

  constructor(settings: Settings) {
    this._settings = settings;
  }

  /** Play a sound if the player wants it. */
  play(name: Sound | null) {
    if (name && this._settings.get("sound", "on") && this._settings.get("sound", name)) this.demonstrate(name);
  }

  /** Play a sound in any case. */
  demonstrate(name: Sound) {
    const context = (this._context ??= new AudioContext());
    if (context.state === "suspended") context.resume();
    const volume = (this._settings.get("sound", "volume") / 100) ** 2; // as loudness is heard
    for (const note of SOUNDS[name]) playNote(context, note, volume);
  }
}

function playNote(context: AudioContext, { pitch, at, length, wave, loud }: Note, volume: number) {
  const start = context.currentTime + at;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud * volume, start + ATTACK);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  const oscillator = context.createOscillator();
  oscillator.type = wave;
  oscillator.frequency.value = pitch;
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}
