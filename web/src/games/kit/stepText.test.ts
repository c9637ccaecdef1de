/** Steps as text: sentences of the catalogue, or the bare facts. */

import { describe, expect, it } from "vitest";
import { addWords } from "../../words/texts.svelte";
import type { Step } from "./interface";
import { stepText } from "./stepText";

const WORDS: Record<string, string> = {
  "dice.step.roll": "{seat} rolls {count} dice: {faces}.",
  "dice.step.move.far": "{seat} goes to {place}.",
  "dice.you.move.far": "You go to {place}.",
  "dice.step.win.shared": "{seats} share the victory.",
  "dice.step.stop": "Nobody ({seat}) stops.",
  "dice.place.home": "the home field",
  "dice.faces.6": "six",
};
addWords(WORDS);
const text = (step: Step, you: number | null = null) => stepText("dice", step, (seat) => ["Ann", "Ben"][seat], you);

describe("a step with a sentence", () => {
  it("has seats by name and lists of terms", () => {
    expect(text({ kind: "roll", seat: 1, count: 2, faces: [6, 1] })).toBe("Ben rolls 2 dice: six; 1.");
  });

  it("has the sentence of its case, and terms of the catalogue", () => {
    expect(text({ kind: "move", case: "far", seat: 0, place: "home" })).toBe("Ann goes to the home field.");
    expect(text({ kind: "move", case: "far", seat: 0, place: "12" })).toBe("Ann goes to 12.");
  });

  it("joins the names of several seats", () => {
    expect(text({ kind: "win", case: "shared", seats: [0, 1] })).toBe("Ann and Ben share the victory.");
  });

  it("tells what the reader does in the second person", () => {
    const step = { kind: "move", case: "far", seat: 1, place: "home" };
    expect(text(step, 1)).toBe("You go to the home field.");
    expect(text(step, 0)).toBe("Ben goes to the home field.");
  });

  it("leaves a seat empty that is nobody", () => {
    expect(text({ kind: "stop", seat: null })).toBe("Nobody () stops.");
  });
});

describe("a step without a sentence", () => {
  it("shows its facts", () => {
    expect(text({ kind: "jump", seat: 0, from: "a1", over: ["b2", "c3"], points: -2 })).toBe("jump: seat Ann, from a1, over b2; c3, points -2");
    expect(text({ kind: "pass", case: "forced", seat: null })).toBe("pass (forced)");
    expect(text({ kind: "draw", seats: [0, 1] })).toBe("draw: seats Ann; Ben");
  });
});
