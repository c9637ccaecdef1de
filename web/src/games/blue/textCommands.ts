/** The commands of the text view: BLUE's position in sentences. */

import type { BoardView, Sentence, TextCommand } from "../kit/interface";
import { joinList } from "../kit/lists";
import { FACTS } from "./facts";
import { KINDS, type Line, countLines, fitsOf, freePlaces, letterOf, positionOf, seatOf } from "./position";

type Name = (seat: number) => string;

const colour = (letter: string): Sentence => ({ code: `blue.colour.${letter}` });
const sentence = (code: string, args: Record<string, unknown> = {}): Sentence => ({
  code: `blue.page.${code}`,
  args,
});

function describeBoard(view: BoardView): Sentence[] {
  const position = positionOf(view);
  const tiles = Object.entries(position.tiles);
  if (!tiles.length) return [sentence("bare")];
  const rows = new Map<number, [number, string][]>();
  for (const [place, sides] of tiles) {
    const [x, y] = place.split(",").map(Number);
    rows.set(y, [...(rows.get(y) ?? []), [x, sides]]);
  }
  const lines = [...rows.keys()]
    .toSorted((a, b) => a - b)
    .map((y) => {
      const row = rows.get(y)!.toSorted((a, b) => a[0] - b[0]);
      return sentence("row", { y, tiles: joinList(row.map(([x, sides]) => `${x},${y}:${sides}`)) });
    });
  const blocked = position.blocked;
  if (blocked.length) lines.push(sentence("spaces.blocked", { places: joinList(blocked) }));
  return [sentence("order"), ...lines];
}

function describeLines(view: BoardView, _: number, name: Name): Sentence[] {
  const { chains, circles } = positionOf(view);
  const owner = (line: Line) => {
    const seat = seatOf(positionOf(view), line.colour);
    return seat < 0 ? sentence("nobody") : name(seat);
  };
  const describe = (code: string, points: number) => (line: Line) =>
    sentence(code, { name: owner(line), points, first: line.cells[0], last: line.cells.at(-1) });
  const { points } = FACTS;
  const lines = [...chains.map(describe("lines.chain", points.chain)), ...circles.map(describe("lines.circle", points.circle))];
  return lines.length ? lines : [sentence("lines.none")];
}

function describeMoves(view: BoardView): Sentence[] {
  if (!view.moves.length) return [sentence("moves.none")];
  return [...fitsOf(view.moves)].map(([place, tiles]) => sentence("moves.place", { place, tiles: joinList([...tiles]) }));
}

function describeFree(view: BoardView): Sentence[] {
  return [sentence("spaces.free", { places: joinList(freePlaces(positionOf(view))) })];
}

function describeScore(view: BoardView, _: number, name: Name): Sentence[] {
  const position = positionOf(view);
  return position.colours.flatMap((each, seat) => [
    sentence("score", { name: name(seat), n: position.scores[seat] }),
    sentence("made", {
      colour: colour(letterOf(each)),
      chains: countLines(position.chains, each),
      circles: countLines(position.circles, each),
    }),
  ]);
}

function describeTiles(view: BoardView): Sentence[] {
  const position = positionOf(view);
  const lines = KINDS.map((kind) => sentence("kind", { kind: colour(kind), n: position.left[kind] }));
  if (position.drawn) lines.push(sentence("drawn", { kind: colour(position.drawn) }));
  return lines;
}

function describeTurn(view: BoardView, _: number, name: Name): Sentence[] {
  if (view.turn === null) return [sentence("over")];
  const kind = letterOf(positionOf(view).colours[view.turn]);
  return [sentence("to_move", { name: name(view.turn), colour: colour(kind) })];
}

export const commands: TextCommand[] = [
  { code: "blue.command.board", help: "blue.command.board.help", takesSeat: false, answer: describeBoard },
  { code: "blue.command.lines", help: "blue.command.lines.help", takesSeat: false, answer: describeLines },
  { code: "blue.command.moves", help: "blue.command.moves.help", takesSeat: false, answer: describeMoves },
  { code: "blue.command.spaces", help: "blue.command.spaces.help", takesSeat: false, answer: describeFree },
  { code: "blue.command.score", help: "blue.command.score.help", takesSeat: false, answer: describeScore },
  { code: "blue.command.tiles", help: "blue.command.tiles.help", takesSeat: false, answer: describeTiles },
  { code: "blue.command.turn", help: "blue.command.turn.help", takesSeat: false, answer: describeTurn },
];
