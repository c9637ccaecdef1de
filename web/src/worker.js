/*
 * The service worker: the page opens without a connection and says so, and system notifications arrive with the tab
 * closed. `worker.ts` of the build fills in the version and the files of the shell.
 *
 * Documents come from the network if there is one, so a new version of the server is seen at once; files with a hash
 * in their name never change and come from the cache. The caches of other versions are deleted.
 */
const VERSION = "__VERSION__";
const SHELL = ["__SHELL__"];
const CACHE = `azulejos-${VERSION}`;

self.addEventListener("install", (event) => {
    const fill = async () => (await caches.open(CACHE)).addAll(SHELL);
    event.waitUntil(fill().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
    const tidy = async () => {
        const old = (await caches.keys()).filter((name) => name.startsWith("azulejos-") && name !== CACHE);
        await Promise.all(old.map((name) => caches.delete(name)));
        await self.clients.claim();
    };
    event.waitUntil(tidy());
});

async function fromCache(request) {
    const kept = await caches.match(request);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone());
    return answer;
}

/** What another app shares is handed to the page in the part of its address that no server sees. */
async function openShared(request) {
    const form = await request.formData();
    const file = form.get("file");
    const parts = file?.size ? [await file.text()] : ["text", "url"].map((name) => form.get(name)).filter(Boolean);
    return Response.redirect(`/share#${encodeURIComponent(parts.join("\n"))}`, 303);
}

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method === "POST" && pathname === "/share") return event.respondWith(openShared(request));
    if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
    if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/")));
    else if (pathname.startsWith("/assets/")) event.respondWith(fromCache(request));
    else if (SHELL.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

self.addEventListener("push", (event) => {
    const { title, body, table } = event.data.json();
    const shown = { body, tag: table, icon: "/icon-192.png", badge: "/icon-192.png", data: `/table/${table}` };
    event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const show = async () => {
        const pages = await self.clients.matchAll({ type: "window" });
        const open = pages.find((page) => new URL(page.url).pathname === event.notification.data);
        return open ? open.focus() : self.clients.openWindow(event.notification.data);
    };
    event.waitUntil(show());
});
