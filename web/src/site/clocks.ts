/** The clocks that forms offer, and clocks in words. */

import type { TableForm } from "../wire/messages";
import { say } from "../words/texts.svelte";

type Clock = NonNullable<TableForm["clock"]>;

export const CLOCKS = {
  none: { kind: "none" },
  fast: { kind: "live", bank_s: 180, increment_s: 3 },
  quick: { kind: "live", bank_s: 300, increment_s: 5 },
  calm: { kind: "live", bank_s: 900, increment_s: 10 },
  day: { kind: "days", days: 1 },
  days: { kind: "days", days: 3 },
} satisfies Record<string, Clock>;

export type ClockName = keyof typeof CLOCKS;

/** The clock that was chosen before, if it is offered; else the first. */
export const knownClock = <Name extends ClockName>(offered: readonly Name[], name: string | undefined): Name =>
  offered.find((each) => each === name) ?? offered[0];

export function clockText({ kind, bank_s, increment_s, days }: Record<string, any>): string {
  if (kind === "none") return say("clock.none");
  return kind === "live" ? say("clock.live", { minutes: bank_s / 60, seconds: increment_s }) : say("clock.days", { n: days });
}
