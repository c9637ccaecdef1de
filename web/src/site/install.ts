/** The page as an app: its service worker, and the mark on its icon when it is the reader's turn. */

import { connection } from "../wire/socket.svelte";

/** Register the service worker when the page is at rest; a later build is announced like a newer server. */
export function registerWorker(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const hadWorker = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (hadWorker) connection.isUpgraded = true;
  });
  addEventListener("load", () => setTimeout(() => navigator.serviceWorker.register("/sw.js").catch(() => {}), 1000));
}

/** Mark the icon of the tab and of the installed page. */
export function markIcon(isMarked: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const address = isMarked ? "/favicon-turn.svg" : "/favicon.svg";
  if (icon && !icon.href.endsWith(address)) icon.href = address;
  if ("setAppBadge" in navigator) void (isMarked ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => {});
}
