/**
 * Steps as text. The sentence of a step has the code `<game>.step.<kind>`, with `.<case>` for a step
 * that has cases, and the step's facts as arguments; `you` instead of `step` for what the reader does.
 * No code here knows a game.
 */

import { isKnown, joinNames, translate } from "../../words/texts.svelte";
import type { Sentence, Step } from "./interface";

type SeatName = (seat: number) => string;

/**
 * A step in the reader's language; its bare facts if the catalogue has no sentence for it. `you` is the
 * reader's seat, whose steps are told in the second person where the catalogue has such a sentence. Beside a board that
 * shows the places it is `<code>.shown`, if there is one.
 */
export function stepText(game: string, step: Step, seatName: SeatName, you: number | null, isShown = false): string {
  const { kind, case: form, ...facts } = step;
  const end = [kind, form].filter(Boolean).join(".");
  const own = `${game}.you.${end}`;
  const whole = you !== null && facts.seat === you && isKnown(own) ? own : `${game}.step.${end}`;
  const code = isShown && isKnown(`${whole}.shown`) ? `${whole}.shown` : whole;
  if (!isKnown(code)) return factsText(kind, form, facts, seatName);
  const args = Object.entries(facts).map(([fact, value]) => [fact, argument(game, fact, value, seatName)]);
  return translate(code, Object.fromEntries(args));
}

/** The value of a fact as the argument of a sentence: seats by name, terms from the catalogue. */
function argument(game: string, fact: string, value: unknown, seatName: SeatName): unknown {
  if (fact === "seats") return joinNames((value as number[]).map(seatName));
  if (fact === "seat") return value === null ? "" : seatName(value as number);
  if (Array.isArray(value)) {
    const terms = value.map((each) => term(game, fact, each));
    return terms.map((each) => (typeof each === "object" ? translate(each.code, {}) : String(each))).join("; ");
  }
  return term(game, fact, value);
}

/** The catalogue's word for a value, as `<game>.<fact>.<value>`, if it has one. */
function term(game: string, fact: string, value: unknown): Sentence | string | number {
  const code = `${game}.${fact}.${value}`;
  if (isKnown(code)) return { code };
  return typeof value === "number" ? value : String(value ?? "");
}

/** A step without a sentence: `kind: fact value, fact value`. */
function factsText(kind: string, form: string | undefined, facts: Record<string, unknown>, seatName: SeatName): string {
  const plain = (fact: string, value: unknown): string => {
    if (fact === "seat" && typeof value === "number") return seatName(value);
    if (Array.isArray(value)) return value.map((each) => plain(fact === "seats" ? "seat" : fact, each)).join("; ");
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  const named = Object.entries(facts)
    .filter(([, value]) => value !== null)
    .map(([fact, value]) => `${fact} ${plain(fact, value)}`);
  const head = form ? `${kind} (${form})` : kind;
  return named.length ? `${head}: ${named.join(", ")}` : head;
}
