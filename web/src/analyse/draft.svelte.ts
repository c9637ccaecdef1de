/** A position that is set up by hand, with undo, kept in this browser. */

import type { Editing, PositionJson } from "../games";
import { keep, readKept } from "../site/storage";

const MAX_UNDO = 60;

export class Draft {
  position = $state.raw<PositionJson>({});
  private past = $state.raw<PositionJson[]>([]);

  constructor(
    private key: string, // under which it is kept
    empty: () => PositionJson,
  ) {
    this.position = readKept<PositionJson>(key) ?? empty();
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  change(position: PositionJson): void {
    this.past = [...this.past.slice(1 - MAX_UNDO), this.position];
    this.set(position);
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.set(before);
  }

  private set(position: PositionJson): void {
    this.position = position;
    keep(this.key, position);
  }
}

/** The options of a position that is set up. */
export function optionsOf(editing: Editing, position: PositionJson): Record<string, string> {
  const text = (value: unknown) => (Array.isArray(value) ? value.join(",") : String(value));
  return Object.fromEntries(editing.options.map((name) => [name, text(position[name])]));
}
