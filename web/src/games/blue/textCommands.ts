/** BLUE's table in sentences, for the text view. */

import type { GameView, Sentence, TextCommand } from "../interface";
import { joinList } from "../lists";
import {
  COLOUR_OF,
  KINDS,
  type Line,
  countLines,
  fitsOf,
  freePlaces,
  kindOf,
  positionOf,
  seatOf,
  splitMove,
} from "./position";

type Name = (seat: number) => string;

const colour = (letter: string): Sentence => ({ code: `blue.colour.${letter}` });
const said = (code: string, args: Record<string, unknown> = {}): Sentence => ({
  code: `blue.page.${code}`,
  args,
});

function tellBoard(view: GameView): Sentence[] {
  const position = positionOf(view);
  const tiles = Object.entries(position.tiles);
  if (!tiles.length) return [said("bare")];
  const rows = new Map<number, [number, string][]>();
  for (const [place, sides] of tiles) {
    const [x, y] = place.split(",").map(Number);
    rows.set(y, [...(rows.get(y) ?? []), [x, sides]]);
  }
  const lines = [...rows.keys()]
    .sort((a, b) => a - b)
    .map((y) => {
      const row = rows.get(y)!.sort((a, b) => a[0] - b[0]);
      return said("row", { y, tiles: joinList(row.map(([x, sides]) => `${x},${y}:${sides}`)) });
    });
  const blocked = position.blocked;
  if (blocked.length) lines.push(said("spaces.blocked", { places: joinList(blocked) }));
  return [said("order"), ...lines];
}

function tellLines(view: GameView, _: number, name: Name): Sentence[] {
  const { chains, circles } = positionOf(view);
  const owner = (line: Line) => {
    const seat = seatOf(positionOf(view), line.colour);
    return seat < 0 ? said("nobody") : name(seat);
  };
  const tell = (code: string, points: number) => (line: Line) =>
    said(code, { name: owner(line), points, first: line.cells[0], last: line.cells.at(-1) });
  const lines = [...chains.map(tell("chain.told", 10)), ...circles.map(tell("circle.told", 1))];
  return lines.length ? lines : [said("lines.none")];
}

function tellMoves(view: GameView): Sentence[] {
  if (!view.moves.length) return [said("moves.none")];
  return [...fitsOf(view.moves)].map(([place, tiles]) =>
    said("moves.place", { place, tiles: joinList([...tiles]) }),
  );
}

function tellFree(view: GameView): Sentence[] {
  return [said("spaces.free", { places: joinList(freePlaces(positionOf(view))) })];
}

function tellScore(view: GameView, _: number, name: Name): Sentence[] {
  const position = positionOf(view);
  return position.colours.flatMap((each, seat) => [
    said("score", { name: name(seat), n: position.scores[seat] }),
    said("made", {
      colour: colour(COLOUR_OF[each]),
      chains: countLines(position.chains, each),
      circles: countLines(position.circles, each),
    }),
  ]);
}

function tellTiles(view: GameView): Sentence[] {
  const position = positionOf(view);
  const lines = KINDS.map((kind) => said("kind", { kind: colour(kind), n: position.left[kind] }));
  if (position.drawn) lines.push(said("drawn", { kind: colour(position.drawn) }));
  return lines;
}

function tellTurn(view: GameView, _: number, name: Name): Sentence[] {
  if (view.turn === null) return [said("over")];
  const kind = COLOUR_OF[positionOf(view).colours[view.turn]];
  return [said("to_move", { name: name(view.turn), colour: colour(kind) })];
}

export const commands: TextCommand[] = [
  { name: "board", takesSeat: false, tell: tellBoard },
  { name: "lines", takesSeat: false, tell: tellLines },
  { name: "moves", takesSeat: false, tell: tellMoves },
  { name: "spaces", takesSeat: false, tell: tellFree },
  { name: "score", takesSeat: false, tell: tellScore },
  { name: "tiles", takesSeat: false, tell: tellTiles },
  { name: "turn", takesSeat: false, tell: tellTurn },
];

/** A move in a few words. */
export function moveSentence(move: string): Sentence {
  const { place, sides } = splitMove(move);
  return said("move", { place, tile: sides, kind: colour(kindOf(sides)) });
}
