/** The side of a table, with the log and all that is secondary: beside the board where there is room, elsewhere a sheet. */

import { tick } from "svelte";

const WIDE = matchMedia("(width >= 100rem) and (height >= 44rem)"); // as in Side.svelte

export class TableSide {
  element = $state<HTMLElement>();
  isWide = $state(WIDE.matches); // it has a place of its own
  isOpen = $state(false); // as a sheet, where it has none
  readonly isSheet = $derived(this.isOpen && !this.isWide);
  private opener: HTMLElement | null = null; // gets the focus back

  /** Must be called while a component is initialised. */
  constructor() {
    $effect(() => {
      const follow = () => (this.isWide = WIDE.matches);
      WIDE.addEventListener("change", follow);
      return () => WIDE.removeEventListener("change", follow);
    });
  }

  /** Open the side, and go to a part of it. */
  async open(part: string): Promise<void> {
    this.opener = document.activeElement as HTMLElement | null;
    this.isOpen = true;
    await tick();
    const found = this.element?.querySelector(part);
    found?.scrollIntoView({ block: "nearest" });
    const first = found?.querySelector<HTMLElement>("input, summary, button, [tabindex]");
    (first ?? this.element)?.focus();
  }

  /** Close the side where it lies over the table. */
  closeSheet = (): void => {
    if (this.isSheet) this.close();
  };

  close = (): void => {
    this.isOpen = false;
    this.opener?.focus({ preventScroll: true });
  };
}
