/** Where the reader is. Addresses are real paths; the server answers all of them with the page. */

export interface Place {
  page: string; // the first part, "" for home
  parts: string[]; // the others
  query: URLSearchParams;
  hash: string;
}

function here(): Place {
  const [page = "", ...parts] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const query = new URLSearchParams(location.search);
  return { page, parts, query, hash: decodeURIComponent(location.hash.slice(1)) };
}

let place = $state.raw<Place>(here());

export function currentRoute(): Place {
  return place;
}

export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  const before = place;
  place = here();
  if (!replace && (before.page !== place.page || before.parts[0] !== place.parts[0])) scrollTo(0, 0);
}

/** Let links inside the page work without loading it anew. */
export function followLinks(): void {
  addEventListener("popstate", () => (place = here()));
  addEventListener("hashchange", () => (place = here()));
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
