import { expect, it } from "vitest";
import { plies } from "../table/plies";
import type { EventView } from "../wire/messages";
import { addWords } from "../words/texts.svelte";
import { replayTexts } from "./replayText";

const event = (version: number, kind: EventView["kind"], data = {}) => ({ version, kind, data }) as EventView;
const PLIES = plies([event(1, "started"), event(2, "dealt"), event(3, "moved", { move: "1B1" })]);
const textsOf = ({ data }: EventView) => (data.move ? [`takes ${data.move}`] : []);
const at = (ply: number) => replayTexts(PLIES, ply, textsOf, "Round 1");

it("says what led to a moment, or the state of the game", () => {
  addWords({ "web.replay.start": "The start" });
  expect(at(2)).toEqual(["takes 1B1"]);
  expect(at(1)).toEqual(["Round 1"]);
  expect(at(0)).toEqual(["The start", "Round 1"]);
  expect(at(3)).toEqual(["Round 1"]);
});
