/** The merits of a player of BLUE, as facts of the game. */

import type { Sentence, Step as PageStep } from "../kit/interface";
import type { Step } from "./facts";

/** Chains and circles that scored for a seat, and the longest chain. */
export function merits(steps: PageStep[], seat: number): Sentence[] {
  const closed = (kind: "chain" | "circle") =>
    (steps as unknown as Step[]).flatMap((step) =>
      step.kind === kind && (step as Step & { seat: number | null }).seat === seat ? [step as Step & { count: number; points: number }] : [],
    );
  const [chains, circles] = [closed("chain"), closed("circle")];
  const sum = (lines: { points: number }[]) => lines.reduce((total, line) => total + line.points, 0);
  const longest = Math.max(0, ...chains.map((chain) => chain.count));
  return [
    ...(chains.length ? [{ code: "blue.page.merit.chains", args: { n: chains.length, points: sum(chains) } }] : []),
    ...(longest > 3 ? [{ code: "blue.page.merit.longest", args: { n: longest } }] : []),
    ...(circles.length > 1 ? [{ code: "blue.page.merit.circles", args: { n: circles.length, points: sum(circles) } }] : []),
  ];
}
