/**
 * Animations of elements that fly from their previous place to their present one. The element itself
 * is animated, in its new place, so no copy can be left behind and nothing waits for the animation.
 */

export const FLIGHT_MS = 280;

/** A tile's way between two places, named as in `data-at`. */
export interface Flight {
  from: string;
  to: string;
  wave: number; // flights of a later wave start later
}

const WAVE_MS = 60; // between the starts of two waves
const running = new Set<Animation>();

/** The boxes of elements on the screen, by their `data-at`. */
export type Places = Map<string, DOMRect>;

/** The boxes of all elements under a root that have a `data-at`. */
export function readPlaces(root: Element): Places {
  const found: Places = new Map();
  for (const element of root.querySelectorAll<Element>("[data-at]")) found.set(element.getAttribute("data-at")!, element.getBoundingClientRect());
  return found;
}

/** Animate the tiles of flights from their previous places; those without a place stay still. */
export function fly(root: Element, flights: Flight[], previous: Places): void {
  for (const { from, to, wave } of flights) {
    const tile = root.querySelector(`[data-at="${to}"] .tile`);
    const place = previous.get(from);
    if (tile && place) animate(tile, place, wave * WAVE_MS);
  }
}

function animate(element: Element, from: DOMRect, delay_ms: number): void {
  const to = element.getBoundingClientRect();
  if (document.hidden || !from.width || !to.width) return;
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const size = from.width / to.width;
  const start = `translate(${x}px, ${y}px) scale(${size})`;
  const middle = `translate(${x * 0.4}px, ${y * 0.4 - 10}px) scale(${(size + 2.2) / 3})`;
  const lifted = { zIndex: 30, position: "relative" };
  const frames = [
    { transform: start, ...lifted },
    { transform: middle, ...lifted, offset: 0.6 },
    { transform: "none", ...lifted },
  ];
  run(element, frames, delay_ms, FLIGHT_MS - delay_ms);
}

function run(element: Element, frames: Keyframe[], delay: number, duration: number): void {
  const animation = element.animate(frames, { duration, delay, easing: "cubic-bezier(.3,.1,.3,1)", fill: "backwards" });
  running.add(animation);
  animation.onfinish = animation.oncancel = () => running.delete(animation);
}

/** End all animations at once. */
function finishAll(): void {
  for (const animation of running) animation.finish();
}

if (typeof document !== "undefined") {
  document.addEventListener("visibilitychange", () => document.hidden && finishAll());
  document.addEventListener("pointerdown", finishAll, { capture: true, passive: true });
  document.addEventListener("keydown", finishAll, { capture: true, passive: true });
}
