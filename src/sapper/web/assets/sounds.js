// @ts-check
// Short sounds for what happens on the board, made in the browser: no files.

/** @import { Delta } from "./protocol.js" */
/** @import { Settings } from "./settings.js" */
/** @import { Change } from "./types.js" */
/** @typedef {"open" | "opening" | "flag" | "won" | "lost"} Sound */
/** @typedef {{ pitch: number, at: number, length: number, wave: OscillatorType, loud: number }} Note */

import { isOpen } from "./cell-values.js";

const ATTACK = 0.004; // s: without it a note begins with a click

/**
 * @param {number[]} pitches in hertz
 * @param {number} step between two notes, in seconds
 * @param {number} length of a note
 * @param {OscillatorType} wave
 * @param {number} loud
 * @returns {Note[]}
 */
const notes = (pitches, step, length, wave, loud) =>
  pitches.map((pitch, place) => ({ pitch, at: place * step, length, wave, loud }));

/** @type {Record<Sound, Note[]>} */
export const SOUNDS = {
  open: notes([880], 0, 0.05, "triangle", 0.5),
  opening: notes([587, 740, 880], 0.045, 0.09, "triangle", 0.5),
  flag: notes([220, 330], 0.03, 0.07, "square", 0.2),
  won: notes([523, 659, 784, 1047], 0.11, 0.28, "triangle", 0.6),
  lost: notes([196, 131], 0.16, 0.4, "sawtooth", 0.3),
};

/**
 * Return the sound of a change; null if it has none. A flag sounds when it is set by hand, before the server knows it.
 * @param {Pick<Delta, "status">} delta
 * @param {readonly Change[]} changes
 * @returns {Sound | null}
 */
export function soundOf({ status }, changes) {
  if (!changes.length) return null;
  if (status === "won" || status === "lost") return status;
  const opened = changes.filter(({ from, to }) => isOpen(to) && !isOpen(from)).length;
  return opened > 1 ? "opening" : opened ? "open" : null;
}

export class Sounds {
  /** @param {Settings} settings */
  constructor(settings) {
    this._settings = settings;
    /** @type {AudioContext | null} */
    this._context = null;
  }

  /**
   * Play a sound if the player wants it.
   * @param {Sound | null} name
   */
  play(name) {
    if (name && this._settings.get("sound", "on") && this._settings.get("sound", name)) this.demonstrate(name);
  }

  /**
   * Play a sound in any case.
   * @param {Sound} name
   */
  demonstrate(name) {
    const context = (this._context ??= new AudioContext());
    if (context.state === "suspended") context.resume();
    const volume = (this._settings.get("sound", "volume") / 100) ** 2; // as loudness is heard
    for (const note of SOUNDS[name]) playNote(context, note, volume);
  }
}

/**
 * @param {AudioContext} context
 * @param {Note} note
 * @param {number} volume
 */
function playNote(context, { pitch, at, length, wave, loud }, volume) {
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
