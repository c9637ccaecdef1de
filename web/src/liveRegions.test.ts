/** Live regions, which screen readers read out at every change, hold nothing that counts by itself. */

import { parse, type AST } from "svelte/compiler";
import { expect, it } from "vitest";

const sources = import.meta.glob<string>("./**/*.svelte", { query: "?raw", import: "default", eager: true });
const LIVE = /^(status|alert|log|timer)$/;
const COUNTS = /formatClock|secondsLeft|\.nodes\b|\bpercent\b|\bonline\b|\.length - 1\b/; // of clocks, searches, people and growing reviews

const isLive = (attribute: AST.RegularElement["attributes"][number]) =>
  attribute.type === "Attribute" &&
  (attribute.name === "aria-live" || attribute.name === "role") &&
  Array.isArray(attribute.value) &&
  attribute.value.some((part) => part.type === "Text" && (attribute.name === "aria-live" || LIVE.test(part.data)));

/** The live regions of a component that hold a counter. */
function faultsOf(text: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const element = node as AST.RegularElement;
    const region = element.type === "RegularElement" && element.attributes.some(isLive) ? text.slice(element.start, element.end) : "";
    if (COUNTS.test(region)) found.push(region);
    else Object.values(node).forEach(visit);
  };
  visit(parse(text, { modern: true }).fragment);
  return found;
}

it("finds a counter in a live region", () => {
  expect(faultsOf('<p role="status">{say("analyse.best.about", { n: info.nodes })}</p>')).toHaveLength(1);
  expect(faultsOf('<div aria-live="polite">{#if left}<span>{formatClock(left)}</span>{/if}</div>')).toHaveLength(1);
  expect(faultsOf('<p role="group">{formatClock(left)}</p><p role="status">{done}</p>')).toEqual([]);
});

it.each(Object.keys(sources))("%s", (file) => {
  expect(faultsOf(sources[file]).filter((region) => !region.includes("review.stopped"))).toEqual([]); // said once
});
