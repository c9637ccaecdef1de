/** Reads a text that another app has shared with the page: a link, a record, or a position. */

let text = "";

/** Keep a text for the analysis page. */
export function keepShared(shared: string): void {
  text = shared;
}

/** The text that was kept for the analysis page; "" if there is none, and the next time. */
export function takeShared(): string {
  const kept = text;
  text = "";
  return kept;
}

/** The address inside the page to which a text has a link; "" if it has none. */
export function linkIn(shared: string, origin: string): string {
  const found = shared.split(/\s+/).find((word) => word.startsWith(`${origin}/`) && !word.startsWith(`${origin}//`));
  return found?.slice(origin.length).replace(/[.,;:)]+$/, "") ?? "";
}
