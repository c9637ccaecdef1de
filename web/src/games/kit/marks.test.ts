import { describe, expect, it } from "vitest";
import { type Box, type Way, arrow, grow, isWithin, merge, middle, route, sample, unite } from "./boxes";
import { type Board, DRAWINGS, type Mark, type Shape, sentencesOf, shapesOf } from "./marks";

const box = (x: number, y: number, width = 40, height = 40): Box => ({ x, y, width, height, round: 6 });
const FRAME = box(0, 0, 800, 600);
const KINDS = Object.keys(DRAWINGS) as Mark["kind"][];
const PLACES: Record<string, Box[]> = {
  source: [box(20, 300), box(64, 300)],
  line: [box(500, 100), box(544, 100), box(588, 100)],
  space: [box(500, 100)],
  cell: [box(700, 100)],
  row: [box(600, 400), box(644, 400), box(688, 400)],
  column: [box(600, 200), box(600, 244), box(600, 288)],
};
const board: Board = {
  boxes: (place) => PLACES[place] ?? [],
  ground: { covered: Object.values(PLACES).flat(), share: 0.48, frame: FRAME },
  size: 5,
  owner: (seat) => (seat === 1 ? "Zé" : ""),
};
const mark = (kind: Mark["kind"], more: Partial<Mark> = {}): Mark => ({ kind, at: ["source"], said: { code: `a.${kind}` }, ...more });
const shapes = (kind: Mark["kind"], more: Partial<Mark> = {}) => shapesOf([mark(kind, more)], board);
const only = <Name extends Shape["shape"]>(found: Shape[], name: Name) => found.filter((each): each is Extract<Shape, { shape: Name }> => each.shape === name);

/** Marks of every kind, with what a kind needs. */
const WHOLE: Record<Mark["kind"], Partial<Mark>> = {
  look: {},
  take: {},
  path: { to: "line" },
  ghost: { at: ["space"], tile: "Y" },
  run: { at: ["row"], n: 3 },
  points: { at: ["cell"], n: 5 },
  danger: { to: "line", n: 6, seat: 1 },
  was: { to: "line", tile: "W" },
  progress: { at: ["column"], n: 3, of: 5 },
  tag: { tag: "A" },
};

describe("marks", () => {
  it.each(KINDS)("of the kind %s have a drawing and a sentence", (kind) => {
    expect(shapes(kind, WHOLE[kind])).not.toEqual([]);
    expect(sentencesOf([{ ...mark(kind, WHOLE[kind]), tag: "" }], ({ code }) => code)).toEqual([`a.${kind}`]);
  });

  it("that name one of two moves say which", () => {
    const said = sentencesOf([mark("take", { tag: "A" }), mark("take", { tag: "B" }), mark("take", { tag: "B" })], ({ code }) => code);
    expect(said).toEqual(["A: a.take", "B: a.take"]);
  });

  it.each(KINDS)("of the kind %s are only said where the board has no such place", (kind) => {
    expect(shapes(kind, { ...WHOLE[kind], at: ["nowhere"] })).toEqual([]);
  });

  it("that say the same say it once", () => {
    const said = { code: "a", args: { n: 1 } };
    expect(sentencesOf([mark("ghost", { said }), mark("points", { said })], () => "One.")).toEqual(["One."]);
  });

  it("frame each tile that is taken, and a pile as one", () => {
    expect(only(shapes("take"), "frame")).toHaveLength(2);
    const pile: Board = { ...board, boxes: () => [box(20, 300), box(24, 296)] };
    expect(only(shapesOf([mark("take")], pile), "frame")).toHaveLength(1);
  });

  it("leave holes in the fog where to look", () => {
    const [hole] = only(shapes("look", { at: ["cell"] }), "hole");
    expect(hole.box).toEqual(grow(box(700, 100), 3));
  });

  it("say whose points they are", () => {
    expect(only(shapes("points", { n: -4 }), "pill")[0]).toMatchObject({ text: "−4", look: "cost" });
    expect(only(shapes("danger", WHOLE.danger), "pill")[0].text).toBe("Zé +6");
  });

  it("count a run at its beginning", () => {
    expect(only(shapes("run", { at: ["row"], n: 3 }), "tag")[0].at.y).toBe(420);
    expect(only(shapes("run", { at: ["column"], n: 3 }), "tag")[0].at.x).toBe(620);
  });

  it("let a path end before the ghosts of its line", () => {
    const found = only(shapesOf([mark("ghost", WHOLE.ghost), mark("path", { to: "line" })], board), "path");
    expect(found[0].head[0].x).toBeLessThan(500);
    expect(found[0].head[0].x).toBeGreaterThan(480);
  });
});

describe("ways", () => {
  const crosses = (way: Way, boxes: Box[]) => sample(way).some((point) => boxes.some((each) => isWithin(point, each, 0.48)));
  const wall = [box(250, 180), box(250, 240), box(250, 300)];

  it("pass over no tile's middle", () => {
    const ground = { covered: wall, share: 0.48, frame: FRAME };
    const straight: Way = [middle(box(20, 240)), middle(box(100, 240)), middle(box(400, 240)), middle(box(500, 240))];
    expect(crosses(straight, wall)).toBe(true);
    expect(crosses(route(box(20, 240), box(500, 240), ground), wall)).toBe(false);
  });

  it("stay inside the board", () => {
    const way = route(box(20, 20), box(700, 20), { covered: [box(350, 20, 60, 60)], share: 1, frame: FRAME });
    expect(sample(way).every((point) => isWithin(point, FRAME))).toBe(true);
  });

  it("end in a head that points at the target", () => {
    const { head } = arrow(route(box(20, 100), box(500, 100), { covered: [], share: 1, frame: FRAME }), 16);
    expect(head[0]).toEqual({ x: 495, y: 120 });
    expect(head[1].x).toBeLessThan(head[0].x);
  });
});

describe("boxes", () => {
  it("are united and merged", () => {
    expect(unite([box(0, 0), box(60, 20)])).toMatchObject({ x: 0, y: 0, width: 100, height: 60 });
    expect(merge([box(0, 0), box(10, 10), box(200, 0)])).toHaveLength(2);
  });
});
