/** System notifications (Web Push): whether this browser can get them, wants them, and gets them. */

import { call } from "../wire/http";
import { ensurePerson } from "../site/session.svelte";

export type PushState = "unknown" | "impossible" | "denied" | "off" | "on";

class Push {
  state = $state<PushState>("unknown");

  async read(): Promise<void> {
    if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) this.state = "impossible";
    else if (Notification.permission === "denied") this.state = "denied";
    else this.state = (await this.subscription()) ? "on" : "off";
  }

  /** Ask the reader's permission, and let the server call this browser. */
  async start(): Promise<void> {
    if ((await Notification.requestPermission()) !== "granted") return this.read();
    await ensurePerson();
    const { key } = await call("GET /push/key");
    const registration = await navigator.serviceWorker.ready;
    const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    await call("POST /push/subscriptions", { body: { endpoint: endpoint!, p256dh: keys!.p256dh, auth: keys!.auth } });
    await this.read();
  }

  async end(): Promise<void> {
    const made = await this.subscription();
    if (made) {
      await call("POST /push/subscriptions/end", { body: { endpoint: made.endpoint } });
      await made.unsubscribe();
    }
    await this.read();
  }

  private async subscription(): Promise<PushSubscription | null> {
    const registration = await navigator.serviceWorker.getRegistration();
    return (await registration?.pushManager.getSubscription()) ?? null;
  }
}

export const push = new Push();
