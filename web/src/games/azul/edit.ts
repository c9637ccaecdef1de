/** Changes of an Azul position that is set up by hand. No rules: the server says what is impossible. */

import type { PositionJson } from "../kit/interface";
import { FACTS } from "./facts";
import { COLOURS, ROWS, type SeatBoard, isColour, wallColour } from "./position";

/** The tile that a tap lays: a colour, the marker, or nothing, which takes away. */
export type Tool = string;
export const ERASE = "";
export const TOOLS: Tool[] = [...COLOURS, FACTS.marker, ERASE];

const EMPTY_ROW = ".".repeat(COLOURS.length);
export const emptyBoard = (): SeatBoard => ({ lines: ROWS.map(() => ""), wall: ROWS.map(() => EMPTY_ROW), floor: "", score: 0 });

/** A table with nothing on it. */
export function emptyPosition(players: number, options: Record<string, string>): PositionJson {
  return {
    game: "azul",
    wall: options.wall ?? "coloured",
    players,
    round: 1,
    first: 0,
    displays: Array(2 * players + 1).fill(""),
    centre: "",
    boards: Array.from({ length: players }, emptyBoard),
  };
}

const replaceAt = <T>(list: T[], i: number, value: T) => list.map((each, n) => (n === i ? value : each));

/** Put tiles in a line up to a space, which counts from the wall; once more takes the last one away. */
export function editLine(board: SeatBoard, row: number, space: number, tool: Tool): SeatBoard {
  const line = board.lines[row];
  const isAgain = line.length === space + 1 && (!isColour(tool) || line[0] === tool);
  const colour = isColour(tool) ? tool : (line[0] ?? "");
  const length = isAgain || tool === ERASE ? Math.min(space, line.length) : space + 1;
  return { ...board, lines: replaceAt(board.lines, row, colour.repeat(length)) };
}

/** Lay a tile on the wall, or take it away; on the coloured side the space says which. */
export function editWall(board: SeatBoard, row: number, column: number, tool: Tool, gray: boolean): SeatBoard {
  const tiles = [...board.wall[row]];
  const wanted = gray ? (isColour(tool) ? tool : ".") : wallColour(row, column);
  tiles[column] = tiles[column] === "." || (gray && tiles[column] !== wanted) ? (tool === ERASE ? "." : wanted) : ".";
  return { ...board, wall: replaceAt(board.wall, row, tiles.join("")) };
}

/** Put a tile or the marker on the floor line, or take away what lies there. */
export function editFloor(board: SeatBoard, space: number, tool: Tool): SeatBoard {
  const tiles = [...board.floor];
  if (space < tiles.length) tiles.splice(space, 1);
  else if (tool && tiles.length < FACTS.floor_costs.length) tiles.push(tool);
  return { ...board, floor: tiles.join("") };
}

/** A position with another board; the marker lies on one floor line only. */
export function withBoard(position: PositionJson, seat: number, board: SeatBoard): PositionJson {
  const others = board.floor.includes(FACTS.marker)
    ? position.boards.map((each: SeatBoard) => ({ ...each, floor: each.floor.replace(FACTS.marker, "") }))
    : position.boards;
  return { ...position, boards: replaceAt(others, seat, board) };
}

/** Add a tile to a display or to the centre, or take away the one at a place. */
export function editTiles(tiles: string, at: number, tool: Tool): string {
  if (at < tiles.length) return tiles.slice(0, at) + tiles.slice(at + 1);
  return isColour(tool) ? tiles + tool : tiles;
}

export const withDisplay = (position: PositionJson, display: number, tiles: string): PositionJson => ({
  ...position,
  displays: replaceAt(position.displays, display, tiles),
});
