/** What a choice needs is on the screen, however small it is: the page goes there and back. */

export class ScrollPosition {
  private cameFrom: number | null = null; // where the page stood before it went

  /** Show a thing that is to be chosen next. */
  go(thing: Element | null, gently: boolean): void {
    this.cameFrom ??= window.scrollY;
    thing?.scrollIntoView({ block: "nearest", behavior: gently ? "smooth" : "instant" });
  }

  /** Back to where one was. */
  back(gently: boolean): void {
    if (this.cameFrom !== null) window.scrollTo({ top: this.cameFrom, behavior: gently ? "smooth" : "instant" });
    this.cameFrom = null;
  }

  /** Stay here. */
  stay(): void {
    this.cameFrom = null;
  }
}
