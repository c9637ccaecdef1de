/** The tournament in which the reader takes part in this browser; every page looks whether its next game is ready. */

const KEY = "azulejos.tournament";

class Entered {
  id = $state(localStorage.getItem(KEY) ?? ""); // "" if none

  set(id: string): void {
    this.id = id;
    if (id) localStorage.setItem(KEY, id);
    else localStorage.removeItem(KEY);
  }
}

export const entered = new Entered();
