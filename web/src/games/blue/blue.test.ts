import { describe, expect, it } from "vitest";
import type { BoardView } from "../kit/interface";
import { fit, isVisible, pan, zoom } from "./camera";
import type { Step } from "./facts";
import blue from "./index";
import { type Position, fitsOf, fittingTurn, freePlaces, kindOf, sidesOf, turnsOf } from "./position";
import { costs, flightsOf } from "./steps";

const VIEW = {} as BoardView;
const say = (code: string) => code;

it.each([
  ["1,0:gwgb", "1,0:gwgb"],
  ["-1 -2 GWGB", "-1,-2:gwgb"],
  ["(3, −1) wgwb", "3,-1:wgwb"],
  ["1,0", null],
  ["1,0:gwg", null],
  ["x,0:gwgb", null],
])("reads %j", (typed, move) => expect(blue.parseTyped(typed, VIEW, say)).toBe(move));

describe("tiles", () => {
  it("turn in four ways, and back", () => {
    for (const kind of ["w", "g", "b"] as const)
      for (const turns of [0, 1, 2, 3]) {
        const sides = sidesOf(kind, turns);
        expect(kindOf(sides)).toBe(kind);
        expect(turnsOf(sides)).toBe(turns);
        expect(new Set(sides).size).toBe(3);
      }
    expect(sidesOf("g", 1)).toBe("gwgb");
  });

  it("fit by the next turn in which they may be laid", () => {
    const fits = fitsOf(["1,0:gwgb", "1,0:bgwg", "0,1:wgbg"]);
    expect(fittingTurn(fits.get("1,0"), "g", 0)).toBe(1);
    expect(fittingTurn(fits.get("1,0"), "g", 2)).toBe(2);
    expect(fittingTurn(fits.get("1,0"), "w", 0)).toBe(null);
    expect(fittingTurn(fits.get("9,9"), "g", 0)).toBe(null);
  });

  it("leave free places around them, without blocked ones", () => {
    const position = { tiles: { "0,0": "wgwb", "1,0": "gwgb" }, blocked: ["0,1"] } as unknown as Position;
    expect(freePlaces(position)).toEqual(["0,-1", "1,-1", "-1,0", "2,0", "1,1"]);
    expect(freePlaces({ tiles: {}, blocked: [] } as unknown as Position)).toEqual(["0,0"]);
  });
});

describe("camera", () => {
  const places = ["-3,2", "4,-5", "0,0"];
  const camera = fit(places, 600, 400);

  it("shows everything when fitted", () => {
    for (const place of places) expect(isVisible(camera, place, 600, 400)).toBe(true);
  });

  it("keeps the plane still under the pointer when zooming", () => {
    const nearer = zoom(camera, 1.5, 120, -80);
    expect(nearer.scale).toBeGreaterThan(camera.scale);
    expect(nearer.x + 120 / nearer.scale).toBeCloseTo(camera.x + 120 / camera.scale);
    expect(nearer.y - 80 / nearer.scale).toBeCloseTo(camera.y - 80 / camera.scale);
  });

  it("pans by pixels", () => {
    expect(pan(camera, camera.scale, 0).x).toBeCloseTo(camera.x - 1);
    expect(isVisible(pan(camera, 4000, 0), "0,0", 600, 400)).toBe(false);
  });
});

describe("steps", () => {
  const lay: Step = { kind: "lay", seat: 1, colour: "g", tile: "gwgb", place: "1,0", segment: "g" };
  const chain = (seat: number | null): Step => ({
    kind: "chain",
    seat,
    colour: "w",
    cells: ["0,0", "1,0", "2,0"],
    first: "0,0",
    last: "2,0",
    count: 1,
    points: seat === null ? 0 : 10,
    case: seat === null ? "nobody" : "seat",
  });

  it("make a move costly that gives another seat points", () => {
    expect(costs([lay, chain(2)])).toEqual([{ code: "blue.cost.chain", args: { seat: 2, points: 10 } }]);
    expect(costs([lay, chain(1)])).toEqual([]);
    expect(costs([lay, chain(null)])).toEqual([]);
  });

  it("fly the tile from the supply to its place", () => {
    expect(flightsOf([lay, chain(1)])).toEqual([{ from: "supply-g", to: "1,0", wave: 0 }]);
  });
});
