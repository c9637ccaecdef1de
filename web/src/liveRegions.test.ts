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

/** The counters, and the names that a script gives to values with one in them; a yes or no changes once. */
function countersOf(text: string): RegExp {
  const names: string[] = [];
  const declared = [...text.matchAll(/\b(?:const|let|function) (\w+)\b(.*?;|.*?\n {2}\})$/gms)];
  const counts = () => new RegExp([COUNTS.source, ...names.map((name) => `\\b${name}\\b`)].join("|"));
  for (let before = -1; before !== names.length;) {
    before = names.length;
    for (const [, name, value] of declared) if (!/^(is|has|can)[A-Z]/.test(name) && !names.includes(name) && counts().test(value)) names.push(name);
  }
  return counts();
}

/** The live regions of a component that hold a counter, also in components inside them. */
function faultsOf(text: string, readPart: (path: string) => string = () => ""): string[] {
  const found: string[] = [];
  const root = parse(text, { modern: true });
  const script = root.instance ? text.slice(root.instance.start, root.instance.end) : "";
  const visit = (node: unknown, isInside: boolean): boolean => {
    if (Array.isArray(node)) return node.map((each) => visit(each, isInside)).some(Boolean);
    if (typeof node !== "object" || node === null) return false;
    const element = node as AST.RegularElement | AST.Component;
    const isRegion = element.type === "RegularElement" && element.attributes.some(isLive);
    const region = isRegion ? text.slice(element.start, element.end) : "";
    if (region && countersOf(script).test(region)) return found.push(region) > 0;
    if (isInside && element.type === "Component") {
      const path = new RegExp(`import ${element.name} from "([^"]+)"`).exec(script)?.[1];
      const part = path ? readPart(path) : "";
      if (countersOf(part).test(part.slice(part.indexOf("</script>")).replace(/<style>[^]*/, ""))) return true;
    }
    const isFault = Object.values(node)
      .map((each) => visit(each, isInside || isRegion))
      .some(Boolean);
    if (isRegion && isFault && !isInside) found.push(region);
    return isFault;
  };
  visit(root.fragment, false);
  return found;
}

/** The text of a component that another one imports. */
const partOf = (file: string) => (path: string) => sources[`./${new URL(path, `file:///${file}`).pathname.slice(1)}`] ?? "";

it("finds a counter in a live region", () => {
  expect(faultsOf('<p role="status">{say("analyse.best.about", { n: info.nodes })}</p>')).toHaveLength(1);
  expect(faultsOf('<div aria-live="polite">{#if left}<span>{formatClock(left)}</span>{/if}</div>')).toHaveLength(1);
  const named = '<script>\n  const left = $derived(secondsLeft());\n  const words = $derived(say("left", { left }));\n</script>';
  expect(faultsOf(`${named}<p role="status">{words}</p>`)).toHaveLength(1);
  const clock = "<script>let { at } = $props();</script><b>{formatClock(at)}</b>";
  const outer = '<script>import Clock from "./Clock.svelte";</script><p role="status"><Clock /></p>';
  expect(faultsOf(outer, () => clock)).toEqual(['<p role="status"><Clock /></p>']);
  expect(faultsOf(outer, () => "<b>{name}</b>")).toEqual([]);
  expect(faultsOf('<p role="group">{formatClock(left)}</p><p role="status">{done}</p>')).toEqual([]);
});

it.each(Object.keys(sources))("%s", (file) => {
  expect(faultsOf(sources[file], partOf(file)).filter((region) => !region.includes("review.stopped"))).toEqual([]); // said once
});
