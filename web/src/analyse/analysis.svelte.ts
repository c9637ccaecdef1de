/**
 * An analysis by the server: what it has found so far, and what ended it.
 *
 * `start` asks about a position, or about a table after some plies; a new start ends the analysis
 * before, as leaving the page does. The server allows one at a time and so many a day.
 */

import { Problem, streamLines } from "../wire/http";
import type { AnalysisForm, Info } from "../wire/messages";

/** The subject of an analysis. */
export type Subject = { table: string; ply?: number } | { position: object };

/** How long it may take, and how many moves come with their continuations. */
export type Options = Pick<AnalysisForm, "player" | "seconds" | "nodes" | "lines">;

export class Analysis {
  info = $state.raw<Info | null>(null); // the last answer
  isRunning = $state(false);
  problem = $state.raw<Problem | null>(null); // why there is no answer, or no final one
  private stop: AbortController | null = null; // ends the one that runs

  /** Ask about something; resolves when the analysis has ended, for whatever reason. */
  async start(subject: Subject, options: Options = {}): Promise<void> {
    this.cancel();
    const stop = new AbortController();
    this.stop = stop;
    [this.info, this.problem, this.isRunning] = [null, null, true];
    try {
      for await (const line of streamLines(stop.signal, "POST /analysis/stream", { body: { ...subject, ...options } })) {
        if (stop === this.stop) this.info = line;
      }
    } catch (reason) {
      if (!(reason instanceof Problem)) throw reason;
      if (stop === this.stop) this.problem = reason;
    } finally {
      if (stop === this.stop) this.cancel();
    }
  }

  /** End the analysis; what it has found stays. */
  cancel(): void {
    this.stop?.abort();
    this.stop = null;
    this.isRunning = false;
  }
}
