/** The people whom the reader has muted or blocked. */

import { call } from "../wire/http";
import type { BlockAnswer, BlockForm } from "../wire/messages";
import { session } from "./session.svelte";

class Blocks {
  list = $state.raw<BlockAnswer[]>([]);

  kindOf = (person: string): BlockForm["kind"] | null => this.list.find((each) => each.person === person)?.kind ?? null;

  async read(): Promise<void> {
    this.list = session.person ? await call("GET /blocks") : [];
  }

  async put(person: string, kind: BlockForm["kind"] | null): Promise<void> {
    await (kind ? call("PUT /blocks/{person}", { person, body: { kind } }) : call("DELETE /blocks/{person}", { person }));
    await this.read();
  }
}

export const blocks = new Blocks();
