/** Work that can wait until the browser has nothing better to do. */

const PATIENCE_MS = 3000; // without a better moment it is then done anyway

/** Do it later; what comes back calls it off. */
export function whenIdle(act: () => unknown): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, PATIENCE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => act(), { timeout: PATIENCE_MS });
  return () => cancelIdleCallback(handle);
}
