/** The depths of a hint, in the order in which they are asked for. */

import type { Hint } from "../wire/messages";

export type Depth = Hint["depth"];
export const DEPTHS: Depth[] = ["look", "move", "why"];
