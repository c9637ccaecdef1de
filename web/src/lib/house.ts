/** What can be played here: asked once. */

import { fetchHouse } from "./api";
import type { HouseAnswer } from "./messages";

let asked: Promise<HouseAnswer> | null = null;

export function readHouse(): Promise<HouseAnswer> {
  asked ??= fetchHouse().catch((reason) => {
    asked = null;
    throw reason;
  });
  return asked;
}
