/** Scrolls the page to what is chosen next on a small screen, and back afterwards. */

export class ScrollPosition {
  private previousY: number | null = null; // where the page was before it scrolled

  /** Scroll until an element is visible. */
  reveal(element: Element | null, smooth: boolean): void {
    this.previousY ??= window.scrollY;
    element?.scrollIntoView({ block: "nearest", behavior: smooth ? "smooth" : "instant" });
  }

  /** Scroll back to where the page was. */
  restore(smooth: boolean): void {
    if (this.previousY !== null) window.scrollTo({ top: this.previousY, behavior: smooth ? "smooth" : "instant" });
    this.previousY = null;
  }

  /** Stay here: what is revealed next starts from the present position. */
  forget(): void {
    this.previousY = null;
  }
}
