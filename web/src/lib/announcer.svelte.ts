/** The one polite live region: what should be heard now. */

let text = $state("");
let waiting: string[] = [];
let timer = 0;

export function announced(): string {
  return text;
}

/** Have something said; what comes in the same moment is said together. */
export function announce(sentence: string): void {
  if (!sentence) return;
  waiting.push(sentence);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const next = waiting.join(" ");
    waiting = [];
    text = next === text ? `${next}\u00a0` : next; // the same again must be a change to be heard
  }, 60) as unknown as number;
}
