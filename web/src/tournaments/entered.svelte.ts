/** The tournament in which the reader takes part in this browser; every page looks whether its next game is ready. */

import { forget, keep, readKept } from "../site/storage";

const KEY = "azulejos.tournament";

class Entered {
  id = $state(readKept<string>(KEY) ?? ""); // "" if none

  set(id: string): void {
    this.id = id;
    if (id) keep(KEY, id);
    else forget(KEY);
  }
}

export const entered = new Entered();
