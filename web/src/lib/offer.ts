/** What this server offers: its games with their options, and its bots. */

import { fetchOffer } from "./api";
import type { HouseAnswer } from "./messages";

export type Offer = HouseAnswer;

let request: Promise<Offer> | null = null;

/** The server's offer, requested once; after a failure the next call tries again. */
export function readOffer(): Promise<Offer> {
  request ??= fetchOffer().catch((reason) => {
    request = null;
    throw reason;
  });
  return request;
}
