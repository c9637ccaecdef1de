/** The end of finished games of every variant: what the page shows adds up, at the end and at every beat. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type * as azulPosition from "./azul/position";
import { bonusBeats, bonusesOf, toldBonuses } from "./azul/bonuses";
import type { Step as AzulStep } from "./azul/facts";
import { RoundEnd } from "./azul/roundEnd.svelte";
import { afterSteps } from "./azul/staging";
import { tally as azul } from "./azul/tally";
import { countBeats } from "./blue/finalCount";
import type * as bluePosition from "./blue/position";
import { tally as blue } from "./blue/tally";
import { type Beat, countedIn } from "./kit/finalScoring.svelte";
import type { GameEvent, Step } from "./kit/interface";
import { type TallyRow, sumOf } from "./kit/tally";

interface Ending {
  variant: string;
  players: number;
  scores: number[];
  events: GameEvent[];
  before: azulPosition.Position;
  last: Step[];
  position: azulPosition.Position & bluePosition.Position;
}

const FILE = fileURLToPath(new URL("../../../tests/golden/endings.json", import.meta.url));
const ENDINGS: Ending[] = JSON.parse(readFileSync(FILE, "utf8"));
const of = (game: string) => ENDINGS.filter(({ variant }) => variant.startsWith(game)).map((ending, i) => ({ ...ending, name: `${ending.variant} ${i}` }));
const rowsOf = ({ variant, events, players }: Ending) => (variant.startsWith("azul") ? azul : blue)(events, players);

/** The points by row and seat that beats bring. */
const pointsOf = (beats: Beat[], id: string, players: number) =>
  Array.from({ length: players }, (_, seat) => beats.filter((beat) => beat.row === id && beat.seat === seat).reduce((sum, beat) => sum + beat.points, 0));

it("the games have everything that could go wrong", () => {
  const steps = ENDINGS.flatMap(({ events }) => events.flatMap((event) => event.steps));
  expect(steps.some((step) => step.kind === "pay" && Number(step.cost) > -Number(step.points))).toBe(true); // the score would fall below 0
  expect(new Set(ENDINGS.flatMap(({ last }) => last.map((step) => step.kind === "bonus" && step.case)))).toEqual(
    new Set([false, "rows", "columns", "colours"]),
  );
  expect(ENDINGS.some(({ scores }) => new Set(scores).size < scores.length)).toBe(true); // equal points
  expect(new Set(ENDINGS.map(({ variant }) => variant)).size).toBe(8);
});

describe.each([...of("azul"), ...of("blue")])("$name", (ending) => {
  const rows: TallyRow[] = rowsOf(ending);

  it("has parts that add up to the scores", () => {
    expect(sumOf(rows, ending.players)).toEqual(ending.scores);
    const wholes = rows.filter(({ parts }) => parts);
    expect(wholes.map(({ parts }) => sumOf(parts!, ending.players))).toEqual(wholes.map(({ points }) => points));
    expect(rows.flatMap(({ worth = 1, points }) => points.filter((each) => each % worth))).toEqual([]);
  });

  it("tells every point of the final scoring once, the winner's last", () => {
    const beats = ending.variant.startsWith("azul")
      ? bonusBeats(ending.last as unknown as AzulStep[], afterSteps(ending.before, ending.last.filter(({ kind }) => kind !== "bonus") as unknown as AzulStep[]))
      : countBeats(ending.position);
    const final = rows.filter(({ isFinal, worth }) => isFinal || worth);
    const whole = { beat: beats[0], told: beats, coming: [] };
    expect(final.map(({ id }) => pointsOf(beats, id, ending.players))).toEqual(final.map(({ points }) => points));
    expect(final.map(({ id }) => ending.scores.map((_, seat) => countedIn(whole, id, seat)))).toEqual(final.map(({ points }) => points));
    const order = beats.map(({ seat }) => ending.scores[seat]);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });
});

describe.each(of("azul"))("the last round of $name", ({ before, last, scores, position }) => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const isWhole = (roundEnd: RoundEnd) => {
    for (const [seat, tally] of roundEnd.counted.entries()) {
      expect(tally.before + tally.wall - tally.floor + tally.bonus).toBe(tally.score);
      expect(roundEnd.shownPosition!.boards[seat].score).toBe(tally.score);
    }
  };

  it.each(["told", "read"])("adds up at every moment when it is %s, and ends with the scores", (way) => {
    const [roundEnd, finish] = [new RoundEnd(), vi.fn<() => void>()];
    if (way === "told") roundEnd.tell(before, last, { mine: 0, isTogether: false }, (change) => change(), finish);
    else roundEnd.tellInWords(before, last, finish);
    let shown = roundEnd.counted.map(({ score }) => score);
    for (let moment = 0; moment < 600 && roundEnd.position; moment++) {
      isWhole(roundEnd);
      shown = roundEnd.counted.map(({ score }) => score);
      vi.advanceTimersByTime(50);
    }
    expect([shown, finish.mock.calls.length]).toEqual([scores, 1]);
  });

  it("goes on step by step, and lights on the walls what it tells", () => {
    const [roundEnd, finish] = [new RoundEnd(), vi.fn<() => void>()];
    roundEnd.tell(before, last, { mine: 0, isTogether: false }, (change) => change(), finish);
    const bonuses = last.filter(({ kind }) => kind === "bonus").length;
    for (let i = 0; i < bonuses; i++) {
      roundEnd.goOn();
      isWhole(roundEnd);
      const { beat, told } = roundEnd.final.counting!;
      const lit = toldBonuses(position.boards[beat.seat].wall, told, beat.seat);
      const kind = beat.row as "rows" | "columns" | "colours";
      expect([told.length, lit.now, lit[kind]]).toEqual([i + 1, kind, bonusesOf(position.boards[beat.seat].wall)[kind]]);
      expect(lit[kind].length * { rows: 2, columns: 7, colours: 10 }[kind]).toBe(beat.points);
    }
    expect(finish).not.toHaveBeenCalled();
    roundEnd.goOn();
    expect(finish).toHaveBeenCalledTimes(1);
  });
});
