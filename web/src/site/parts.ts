/**
 * Parts of the page that are files of their own, loaded when they are first needed. A browser remembers that one could
 * not be loaded, so only loading the whole page tries again.
 */

/** Why a part could not be loaded: no connection, the server has another version of the page by now, or neither. */
export type Cause = "offline" | "outdated" | "unknown";

/** Find out why a part could not be loaded: the start page names the script of the server's version. */
export async function findCause(ownScript: string): Promise<Cause> {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    return !answer.ok || (await answer.text()).includes(ownScript) ? "unknown" : "outdated";
  } catch {
    return "offline";
  }
}
