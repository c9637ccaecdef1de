/** Reading again and again while the page is in sight. */

/** Call a function now and every so often; returns a function that ends it. */
export function keepFresh(read: () => unknown, everyMs: number): () => void {
  read();
  const timer = setInterval(() => document.visibilityState === "visible" && read(), everyMs);
  return () => clearInterval(timer);
}
