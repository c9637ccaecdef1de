/** The address of the page. Addresses are real paths; the server answers all of them with the page. */

import { createContext, type Component } from "svelte";

/** Loads a page by the first part of its address, with its words; given by the frame to every page. */
export type LoadPage = (name: string) => Promise<{ default: Component }>;
export const [pageLoader, setPageLoader] = createContext<LoadPage>();

export interface Route {
  page: string; // the first part, "" for home
  parts: string[]; // the others
  query: URLSearchParams;
  hash: string;
}

/** The route of an address; a path with malformed escapes is itself the name of a page, and there is none of it. */
export function readRoute({ pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">): Route {
  const decoded = pathname.split("/").filter(Boolean).map(decode);
  const [page = "", ...parts] = decoded.includes(null) ? [pathname] : (decoded as string[]);
  return { page, parts, query: new URLSearchParams(search), hash: decode(hash.slice(1)) ?? "" };
}

/** A part of an address without its escapes; null if they are malformed. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

let route = $state.raw<Route>(readRoute(location));

export function currentRoute(): Route {
  return route;
}

export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  const before = route;
  route = readRoute(location);
  if (!replace && (before.page !== route.page || before.parts[0] !== route.parts[0])) scrollTo(0, 0);
}

/** Follow links inside the page without loading it again. */
export function followLinks(): void {
  addEventListener("popstate", () => (route = readRoute(location)));
  addEventListener("hashchange", () => (route = readRoute(location)));
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a");
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/")) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
