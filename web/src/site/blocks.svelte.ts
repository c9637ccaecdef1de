/** The people whom the reader has muted or blocked. */

import { fetchBlocks, putBlock, removeBlock } from "../wire/http";
import type { BlockAnswer, BlockForm } from "../wire/messages";
import { session } from "./session.svelte";

class Blocks {
  list = $state.raw<BlockAnswer[]>([]);

  kindOf = (person: string): BlockForm["kind"] | null => this.list.find((each) => each.person === person)?.kind ?? null;

  async read(): Promise<void> {
    this.list = session.person ? await fetchBlocks() : [];
  }

  async put(person: string, kind: BlockForm["kind"] | null): Promise<void> {
    await (kind ? putBlock(person, { kind }) : removeBlock(person));
    await this.read();
  }
}

export const blocks = new Blocks();
