/** The reader's progress in learning a game; kept in this browser, for guests too. */

import { keep, readKept } from "../site/storage";

export interface Progress {
  step: number; // of the first game, from 0
  isDone: boolean; // the first game was gone through
  exercises: string[]; // met goals, as `<lesson>.<number>`
}

const NONE: Progress = { step: 0, isDone: false, exercises: [] };
const keyOf = (game: string) => `azulejos.learn.${game}`;

export function readProgress(game: string): Progress {
  return { ...NONE, ...readKept<Partial<Progress>>(keyOf(game)) };
}

export function writeProgress(game: string, progress: Progress): void {
  keep(keyOf(game), progress);
}
