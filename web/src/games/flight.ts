/**
 * Things that fly to where they now are. No copies are made: the thing that stands in its new place
 * is shown on its way there, so nothing can be left behind, and nothing waits for it.
 */

export const FLIGHT_MS = 280;

const flying = new Set<Animation>();

/** Where a thing was, on the screen. */
export type Places = Map<string, DOMRect>;

/** The places of everything under a root that has a name in `data-at`. */
export function places(root: Element): Places {
  const found: Places = new Map();
  for (const thing of root.querySelectorAll<Element>("[data-at]"))
    found.set(thing.getAttribute("data-at")!, thing.getBoundingClientRect());
  return found;
}

/** Let a thing come from a place to where it stands, after a wait; not where nobody looks. */
export function fly(thing: Element, from: DOMRect, wait_ms = 0): void {
  if (document.hidden || !from.width) return;
  const to = thing.getBoundingClientRect();
  if (!to.width) return;
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const size = from.width / to.width;
  const start = `translate(${x}px, ${y}px) scale(${size})`;
  const middle = `translate(${x * 0.4}px, ${y * 0.4 - 10}px) scale(${(size + 2.2) / 3})`;
  const animation = thing.animate(
    [
      { transform: start, zIndex: 30, position: "relative" },
      { transform: middle, zIndex: 30, position: "relative", offset: 0.6 },
      { transform: "none", zIndex: 30, position: "relative" },
    ],
    { duration: FLIGHT_MS - wait_ms, delay: wait_ms, easing: "cubic-bezier(.3,.1,.3,1)", fill: "backwards" },
  );
  flying.add(animation);
  animation.onfinish = animation.oncancel = () => flying.delete(animation);
}

/** Everything is at once where it belongs. */
export function land(): void {
  for (const animation of [...flying]) animation.finish();
}

if (typeof document !== "undefined") {
  document.addEventListener("visibilitychange", () => document.hidden && land());
  document.addEventListener("pointerdown", land, { capture: true, passive: true });
  document.addEventListener("keydown", land, { capture: true, passive: true });
}
