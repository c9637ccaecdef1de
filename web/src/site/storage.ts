/** What is kept in this browser, as JSON under keys. */

/** What is kept in this browser under a key; null if there is nothing, or nothing that can be read. */
export function readKept<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // without room it lasts as long as the page
  }
}
