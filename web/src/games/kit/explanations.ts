/** Explanations of moves, asked of the server at most once for each move of a position. */

import type { Explanation } from "./interface";

const REST_MS = 70; // how long a pointer must rest on a target before the server is asked

export class Explanations {
  private answers = new Map<string, Promise<Explanation>>();

  /** Use `request` to ask the server about a move. */
  constructor(private request: (move: string) => Promise<Explanation>) {}

  /** Forget all answers, because the position has changed. */
  clear(): void {
    this.answers.clear();
  }

  /** The steps of a move, or why it is not allowed. */
  get(move: string): Promise<Explanation> {
    const known = this.answers.get(move);
    if (known) return known;
    const answer = this.request(move);
    this.answers.set(move, answer);
    answer.catch(() => this.answers.delete(move));
    return answer;
  }

  /** The same for a target that a pointer passes over; null when it is no longer wanted. */
  async getIfWanted(move: string, isWanted: () => boolean): Promise<Explanation | null> {
    if (!this.answers.has(move)) await new Promise((rested) => setTimeout(rested, REST_MS));
    if (!isWanted()) return null;
    const answer = await this.get(move);
    return isWanted() ? answer : null;
  }
}
