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

function readRoute(): Route {
  const [page = "", ...parts] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const query = new URLSearchParams(location.search);
  return { page, parts, query, hash: decodeURIComponent(location.hash.slice(1)) };
}

let route = $state.raw<Route>(readRoute());

export function currentRoute(): Route {
  return route;
}

export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  const before = route;
  route = readRoute();
  if (!replace && (before.page !== route.page || before.parts[0] !== route.parts[0])) scrollTo(0, 0);
}

/** Follow links inside the page without loading it again. */
export function followLinks(): void {
  addEventListener("popstate", () => (route = readRoute()));
  addEventListener("hashchange", () => (route = readRoute()));
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
