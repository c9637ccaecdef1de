/** Moving the focus with arrow keys among the elements under a root that have `data-nav`. */

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const stops = (root: Element) => [...root.querySelectorAll<HTMLElement>("[data-nav]")];

const middle = (element: Element) => {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

/** Keys that only go with others or move the focus. */
export const MODIFIERS = new Set(["Tab", "Shift", "Control", "Alt", "Meta"]);

/** Focus the nearest element in the direction of an arrow key; returns false for other keys. */
export function moveFocus(root: Element, key: string): boolean {
  const direction = DIRECTIONS[key];
  if (!direction) return false;
  const here = document.activeElement;
  const elements = stops(root);
  if (!here || !elements.includes(here as HTMLElement)) {
    elements.find((element) => element.tabIndex === 0)?.focus();
    return true;
  }
  const [x, y] = middle(here);
  let [best, least]: [HTMLElement | null, number] = [null, Infinity];
  for (const element of elements) {
    const [tx, ty] = middle(element);
    const ahead = (tx - x) * direction[0] + (ty - y) * direction[1];
    const aside = Math.abs((tx - x) * direction[1]) + Math.abs((ty - y) * direction[0]);
    if (ahead > 4 && ahead + 2.2 * aside < least) [best, least] = [element, ahead + 2.2 * aside];
  }
  best?.focus();
  return true;
}

/** The zone whose elements are all reached with Tab, unless the board excludes them. */
export const EACH = "each";

/** In other zones, let Tab stop once: at the element that has or had the focus, else at the first. */
export function setStops(root: Element): void {
  const seen = new Set<string>();
  const elements = stops(root).filter((element) => element.dataset.nav !== EACH);
  const current = document.activeElement;
  const candidates = [...elements.filter((x) => x === current), ...elements.filter((x) => x.tabIndex === 0), ...elements];
  const chosen = new Set<HTMLElement>();
  for (const element of candidates) {
    if (seen.has(element.dataset.nav!)) continue;
    seen.add(element.dataset.nav!);
    chosen.add(element);
  }
  for (const element of elements) {
    const index = chosen.has(element) ? 0 : -1;
    if (element.tabIndex !== index) element.tabIndex = index; // setting it costs more than reading
  }
}

/** Keep the focus in a board when the focused element is gone. */
export function keepFocus(root: HTMLElement, hadFocus: boolean): void {
  if (hadFocus && !root.contains(document.activeElement)) root.focus({ preventScroll: true });
}

/** Whether a key press may be a shortcut of a board: nothing outside it has the focus. */
export function isForBoard(event: KeyboardEvent, root: Element): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target as Element | null;
  if (target?.closest("input, textarea, select, [contenteditable], dialog")) return false;
  return !!target && (target.contains(root) || root.contains(target));
}
