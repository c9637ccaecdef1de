/** Azul's table in sentences, for the text view. */

import type { GameView, Sentence, TextCommand } from "../interface";
import { joinList } from "../lists";
import { COLOURS } from "./art";
import {
  CENTRE,
  type Held,
  type Position,
  ROWS,
  columnsOf,
  floorCost,
  groups,
  isTake,
  lastRound,
  positionOf,
  total,
} from "./position";

type Name = (seat: number) => string;

const colour = (letter: string): Sentence => ({ code: `azul.colour.${letter}` });
const said = (code: string, args: Record<string, unknown> = {}): Sentence => ({
  code: `azul.page.${code}`,
  args,
});

const tilesSentence = (tiles: string) =>
  joinList(groups(tiles).map((g) => said("count", { n: g.count, colour: colour(g.colour) })));

export const sourceSentence = (source: string): Sentence =>
  source === CENTRE ? { code: "azul.centre" } : { code: "azul.display", args: { number: source } };

function tellBoard(view: GameView, seat: number, name: Name): Sentence[] {
  const board = positionOf(view).boards[seat];
  const lines = ROWS.map((row) => {
    const held = board.lines[row];
    if (!held) return said("line.empty", { line: row + 1 });
    return said("line", { line: row + 1, n: held.length, colour: colour(held[0]) });
  });
  const wall = ROWS.map((row) => {
    const tiles = [...board.wall[row]].flatMap((tile, column) =>
      tile === "." ? [] : [said("standing", { colour: colour(tile), column: column + 1 })],
    );
    if (!tiles.length) return said("wall.empty", { row: row + 1 });
    return said("wall.row", { row: row + 1, tiles: joinList(tiles) });
  });
  const floor = said(board.floor ? "floor" : "floor.empty", {
    n: board.floor.length,
    cost: floorCost(board.floor),
  });
  return [said("board", { name: name(seat), n: board.score }), ...lines, ...wall, floor];
}

function tellDisplays(view: GameView): Sentence[] {
  const { displays, centre, marker } = positionOf(view);
  const lines = displays.flatMap((tiles, i) =>
    tiles ? [said("display.holds", { number: i + 1, tiles: tilesSentence(tiles) })] : [],
  );
  if (!lines.length) lines.push(said("displays.empty"));
  lines.push(centre ? said("pool.holds", { tiles: tilesSentence(centre) }) : said("pool.empty"));
  if (marker === "centre") lines.push(said("pool.marker"));
  return lines;
}

function tellMoves(view: GameView): Sentence[] {
  const { tiling } = positionOf(view);
  if (!view.moves.length) return [said("moves.none")];
  if (tiling) {
    const moves = columnsOf(view.moves, tiling.line).map((column) => `${tiling.line}>${column}`);
    return [said("moves.columns", { line: tiling.line, moves: joinList(moves) })];
  }
  const starts = [...new Set(view.moves.map((move) => move.slice(0, 2)))].sort();
  return starts.map((start) => {
    const held = { source: start[0], colour: start[1] } as Held;
    const n = countIn(positionOf(view), held);
    const moves = view.moves.filter((move) => move.startsWith(start));
    const args = { n, colour: colour(start[1]), source: sourceSentence(start[0]) };
    return said("moves.take", { ...args, moves: joinList(moves) });
  });
}

export function countIn(position: Position, { source, colour }: Held): number {
  const tiles = source === CENTRE ? position.centre : position.displays[Number(source) - 1];
  return (tiles ?? "").split(colour).length - 1;
}

const tellScore = (view: GameView, _: number, name: Name) =>
  positionOf(view).boards.map((board, seat) => said("score", { name: name(seat), n: board.score }));

function tellBag(view: GameView): Sentence[] {
  const position = positionOf(view);
  return (["bag", "lid"] as const).map((place) => {
    const counts = COLOURS.map((letter) =>
      said("count", { n: position[place][letter], colour: colour(letter) }),
    );
    return said(place, { n: total(position[place]), tiles: joinList(counts) });
  });
}

function tellRound(view: GameView, _: number, name: Name): Sentence[] {
  const position = positionOf(view);
  const lines = [said("round", { number: position.round }), said("began", { name: name(position.first) })];
  if (position.phase === "over") return [...lines, { code: "azul.page.over" }];
  if (position.tiling) {
    const { seat, line } = position.tiling;
    lines.push(said("tiling", { name: name(seat), line }));
  } else if (view.turn !== null) lines.push(said("turn", { name: name(view.turn) }));
  const last = lastRound(position);
  if (last) lines.push(said("last", { name: name(last.seat), row: last.row }));
  if (position.idle_rounds) lines.push(said("idle", { n: position.idle_rounds }));
  return lines;
}

export const commands: TextCommand[] = [
  { name: "board", takesSeat: true, tell: tellBoard },
  { name: "displays", takesSeat: false, tell: tellDisplays },
  { name: "moves", takesSeat: false, tell: tellMoves },
  { name: "score", takesSeat: false, tell: tellScore },
  { name: "bag", takesSeat: false, tell: tellBag },
  { name: "round", takesSeat: false, tell: tellRound },
];

/** A move in a few words. */
export function moveSentence(move: string, view: GameView): Sentence {
  if (!isTake(move)) return said("move.lay", { line: move[0], column: move[2] });
  const held = { source: move[0], colour: move[1] } as Held;
  const args = { n: countIn(positionOf(view), held), colour: colour(move[1]), source: sourceSentence(move[0]) };
  if (move[2] === "F") return said("move.floor", args);
  return said("move.take", { ...args, line: move[2] });
}
