/**
 * JSON values that are kept in this browser, under keys. Nothing here throws: where the browser has no room or forbids
 * it, a value lasts as long as the page.
 */

const refused = new Map<string, string>(); // texts that the browser did not take

/** The value under a key; null if there is none, or none that can be read. */
export function readKept<T>(key: string): T | null {
  try {
    return JSON.parse(refused.get(key) ?? localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  refused.delete(key);
  try {
    localStorage.setItem(key, text);
  } catch {
    refused.set(key, text);
  }
}

export function forget(key: string): void {
  refused.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // a storage that is forbidden holds nothing
  }
}
