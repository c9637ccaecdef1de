/** What a text view has said: answers to commands, and what happened; each is announced too. */

import { untrack } from "svelte";
import { announce } from "../site/announcer.svelte";

const MAX_ENTRIES = 200; // older ones are forgotten

export interface Entry {
  id: number;
  command: string; // "" for what happened
  lines: string[];
}

export class TextEntries {
  list = $state.raw<Entry[]>([]); // from the oldest
  private count = 0;

  /** Add an entry; an effect that does so does not depend on the others. */
  put(command: string, lines: string[]): void {
    const before = untrack(() => this.list).slice(-MAX_ENTRIES);
    this.list = [...before, { id: this.count++, command, lines }];
    announce(lines.join(" "));
  }
}
