/** The commands of the text view: Azul's position in sentences. */

import type { BoardView, Sentence, TextCommand } from "../kit/interface";
import { joinList } from "../kit/lists";
import { headline } from "./headline";
import { COLOURS, ROWS, columnsOf, countTiles, floorCost, groups, heldOf, positionOf, tilesAt } from "./position";

type Name = (seat: number) => string;

const colour = (letter: string): Sentence => ({ code: `azul.colour.${letter}` });
const sentence = (code: string, args: Record<string, unknown> = {}): Sentence => ({
  code: `azul.page.${code}`,
  args,
});

const tilesSentence = (tiles: string) => joinList(groups(tiles).map((g) => sentence("count", { n: g.count, colour: colour(g.colour) })));

const sourceSentence = (source: string): Sentence => ({ code: `azul.source.${source}` });

function describeBoard(view: BoardView, seat: number, name: Name): Sentence[] {
  const board = positionOf(view).boards[seat];
  const lines = ROWS.map((row) => {
    const held = board.lines[row];
    if (!held) return sentence("line.empty", { line: row + 1 });
    return sentence("line", { line: row + 1, n: held.length, colour: colour(held[0]) });
  });
  const wall = ROWS.map((row) => {
    const tiles = [...board.wall[row]].flatMap((tile, column) => (tile === "." ? [] : [sentence("standing", { colour: colour(tile), column: column + 1 })]));
    if (!tiles.length) return sentence("wall.empty", { row: row + 1 });
    return sentence("wall.row", { row: row + 1, tiles: joinList(tiles) });
  });
  const floor = sentence(board.floor ? "floor" : "floor.empty", {
    n: board.floor.length,
    cost: floorCost(board.floor),
  });
  return [sentence("board", { name: name(seat), n: board.score }), ...lines, ...wall, floor];
}

function describeDisplays(view: BoardView): Sentence[] {
  const { displays, centre, marker } = positionOf(view);
  const lines = displays.flatMap((tiles, i) => (tiles ? [sentence("display.holds", { number: i + 1, tiles: tilesSentence(tiles) })] : []));
  if (!lines.length) lines.push(sentence("displays.empty"));
  lines.push(centre ? sentence("pool.holds", { tiles: tilesSentence(centre) }) : sentence("pool.empty"));
  if (marker === "centre") lines.push(sentence("pool.marker"));
  return lines;
}

function describeMoves(view: BoardView): Sentence[] {
  const { tiling } = positionOf(view);
  if (!view.moves.length) return [sentence("moves.none")];
  if (tiling) {
    const moves = columnsOf(view.moves, tiling.line).map((column) => `${tiling.line}>${column}`);
    return [sentence("moves.columns", { line: tiling.line, moves: joinList(moves) })];
  }
  const starts = [...new Set(view.moves.map((move) => move.slice(0, 2)))].toSorted();
  return starts.map((start) => {
    const held = heldOf(start);
    const n = tilesAt(positionOf(view), held.source).split(held.colour).length - 1;
    const moves = view.moves.filter((move) => move.startsWith(start));
    const args = { n, colour: colour(held.colour), source: sourceSentence(held.source) };
    return sentence("moves.take", { ...args, moves: joinList(moves) });
  });
}

const describeScore = (view: BoardView, _: number, name: Name) =>
  positionOf(view).boards.map((board, seat) => sentence("score", { name: name(seat), n: board.score }));

function describeBag(view: BoardView): Sentence[] {
  const position = positionOf(view);
  return (["bag", "lid"] as const).map((place) => {
    const counts = COLOURS.map((letter) => sentence("count", { n: position[place][letter], colour: colour(letter) }));
    return sentence(place, { n: countTiles(position[place]), tiles: joinList(counts) });
  });
}

function describeRound(view: BoardView, _: number, name: Name): Sentence[] {
  const position = positionOf(view);
  const lines = [sentence("round", { number: position.round }), sentence("began", { name: name(position.first) })];
  if (position.phase === "over") return [...lines, { code: "azul.page.over" }];
  if (position.tiling) {
    const { seat, line } = position.tiling;
    lines.push(sentence("tiling", { name: name(seat), line }));
  } else if (view.turn !== null) lines.push(sentence("turn", { name: name(view.turn) }));
  const { warning } = headline(view, name);
  return warning ? [...lines, warning] : lines;
}

export const commands: TextCommand[] = [
  { code: "azul.command.board", help: "azul.command.board.help", takesSeat: true, answer: describeBoard },
  { code: "azul.command.displays", help: "azul.command.displays.help", takesSeat: false, answer: describeDisplays },
  { code: "azul.command.moves", help: "azul.command.moves.help", takesSeat: false, answer: describeMoves },
  { code: "azul.command.score", help: "azul.command.score.help", takesSeat: false, answer: describeScore },
  { code: "azul.command.bag", help: "azul.command.bag.help", takesSeat: false, answer: describeBag },
  { code: "azul.command.round", help: "azul.command.round.help", takesSeat: false, answer: describeRound },
];
