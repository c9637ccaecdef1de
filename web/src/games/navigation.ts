/** Moving the focus with arrows, among the things under a root that have `data-nav`. */

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const stops = (root: Element) => [...root.querySelectorAll<HTMLElement>("[data-nav]")];

const middle = (thing: Element) => {
  const box = thing.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

/** Focus the nearest thing in the direction of an arrow; false if the key is none. */
export function moveFocus(root: Element, key: string): boolean {
  const step = STEPS[key];
  if (!step) return false;
  const here = document.activeElement;
  const things = stops(root);
  if (!here || !things.includes(here as HTMLElement)) {
    things.find((thing) => thing.tabIndex === 0)?.focus();
    return true;
  }
  const [x, y] = middle(here);
  let [best, least]: [HTMLElement | null, number] = [null, Infinity];
  for (const thing of things) {
    const [tx, ty] = middle(thing);
    const ahead = (tx - x) * step[0] + (ty - y) * step[1];
    const aside = Math.abs((tx - x) * step[1]) + Math.abs((ty - y) * step[0]);
    if (ahead > 4 && ahead + 2.2 * aside < least) [best, least] = [thing, ahead + 2.2 * aside];
  }
  best?.focus();
  return true;
}

/** The zone in which Tab stops at each thing that its board lets it. */
export const EACH = "each";

/** Let Tab stop once in other zones: at the thing that has or had the focus, else at the first. */
export function setStops(root: Element): void {
  const seen = new Set<string>();
  const things = stops(root).filter((thing) => thing.dataset.nav !== EACH);
  const current = document.activeElement;
  const wanted = [...things.filter((x) => x === current), ...things.filter((x) => x.tabIndex === 0), ...things];
  const chosen = new Set<HTMLElement>();
  for (const thing of wanted) {
    if (seen.has(thing.dataset.nav!)) continue;
    seen.add(thing.dataset.nav!);
    chosen.add(thing);
  }
  for (const thing of things) thing.tabIndex = chosen.has(thing) ? 0 : -1;
}

/** Hold the focus in a board when what had it is gone. */
export function keepFocus(root: HTMLElement, hadFocus: boolean): void {
  if (hadFocus && !root.contains(document.activeElement)) root.focus({ preventScroll: true });
}

/** May a key that is pressed there be a shortcut of a board? */
export function isForBoard(event: KeyboardEvent, root: Element): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target as Element | null;
  if (target?.closest("input, textarea, select, [contenteditable], dialog")) return false;
  return !!target && (target.contains(root) || root.contains(target)); // nothing smaller has focus
}
