/** Work that waits until the browser is idle. */

const TIMEOUT_MS = 3000; // after which the work is done anyway

/** Call a function when the browser is idle; returns a function that cancels it. */
export function whenIdle(work: () => unknown): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, TIMEOUT_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => work(), { timeout: TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
}
