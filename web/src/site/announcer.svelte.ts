/** The text of the page's live region, which screen readers read out. */

let text = $state("");
let waiting: string[] = [];
let timer = 0;

export function announced(): string {
  return text;
}

/** Announce a sentence; sentences of the same moment are announced together. */
export function announce(sentence: string): void {
  if (!sentence) return;
  waiting.push(sentence);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const next = waiting.join(" ");
    waiting = [];
    text = next === text ? `${next}\u00a0` : next; // screen readers announce only a changed text
  }, 60) as unknown as number;
}
