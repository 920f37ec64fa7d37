// The seal that was shown before the first click is opened at the end, and checked here.

import { sha256, sealText } from "../../ui/sha256.ts";

/** Return whether seed and salt open a seal: docs/server.md. */
export function opens(seal: string, rules: string, seed: string, salt: string) {
  return sha256(sealText(rules, seed, salt)) === seal;
}

/** The name under which the replay of a finished game is saved. */
export const replayFile = (id: number) => `sapper-${id}.txt`;

/** The command that checks a saved replay and its seal without this page. */
export const checkCommand = (file: string, digest: string, salt: string) =>
  `sapper verify ${file} --digest ${digest} --salt ${salt}`;
