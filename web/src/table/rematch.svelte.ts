/** A rematch that was proposed and waits for the reader; the banner of every page shows it. */

import * as fair from "./fair";
import { go } from "../site/router.svelte";

class Invitation {
  table = $state(""); // the finished table; "" when there is no invitation
  name = $state(""); // of the person who proposes it; "" when it may be one of several
}

export const invitation = new Invitation();

/** Play again at the same table: propose a rematch, or accept the one that was proposed. */
export async function playAgain(table: string): Promise<void> {
  const view = await fair.playAgain(table);
  invitation.table = "";
  go(`/table/${view.table}`);
}
