/** The server is asked once for each move of a position. */

import { expect, it } from "vitest";
import { Explanations } from "./explanations";
import type { Explanation } from "./interface";

function counted(): { asked: string[]; explanations: Explanations } {
  const asked: string[] = [];
  const explanations = new Explanations(async (move): Promise<Explanation> => {
    asked.push(move);
    if (move === "broken") throw new Error("no connection");
    return { kind: "forecast", steps: [{ kind: move }] };
  });
  return { asked, explanations };
}

it("asks once for a move that is pointed at, chosen and shown again", async () => {
  const { asked, explanations } = counted();
  const hovered = explanations.getIfWanted("a", () => true);
  const chosen = explanations.get("a");
  expect(await hovered).toBe(await chosen);
  expect(await explanations.getIfWanted("a", () => true)).toBe(await chosen);
  expect(asked).toEqual(["a"]);
});

it("does not ask when the pointer has left before it rested", async () => {
  const { asked, explanations } = counted();
  expect(await explanations.getIfWanted("a", () => false)).toBe(null);
  expect(asked).toEqual([]);
});

it("asks again in another position, and after a failure", async () => {
  const { asked, explanations } = counted();
  await explanations.get("a");
  explanations.clear();
  await explanations.get("a");
  await expect(explanations.get("broken")).rejects.toThrow("no connection");
  await expect(explanations.get("broken")).rejects.toThrow("no connection");
  expect(asked).toEqual(["a", "a", "broken", "broken"]);
});
