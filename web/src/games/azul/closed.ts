/** Why tiles may not go where the reader points, in a few words; the server has the last word and names the clause. */

import type { Sentence } from "../kit/interface";
import { type Position, isTake } from "./position";

/** The reason why a seat's move to a line, or to a column on the gray side, is closed; null if the position shows none. */
export function closedReason(position: Position, seat: number, move: string): Sentence | null {
  return isTake(move) ? lineReason(position, seat, move) : columnReason(position, seat, move);
}

const named = (colour: string) => ({ code: `azul.colour.${colour}` });

function lineReason({ boards }: Position, seat: number, move: string): Sentence | null {
  const [colour, line] = [move[1], Number(move[2])];
  const { lines, wall } = boards[seat];
  const held = lines[line - 1] ?? "";
  if (held && held[0] !== colour) return { code: "azul.page.closed.colour", args: { line, n: held.length, colour: named(held[0]) } };
  if (held.length === line) return { code: "azul.page.closed.full", args: { line } };
  if (wall[line - 1]?.includes(colour)) return { code: "azul.page.closed.row", args: { line, colour: named(colour) } };
  return null;
}

function columnReason({ boards }: Position, seat: number, move: string): Sentence | null {
  const [line, column] = move.split(">").map(Number);
  const { lines, wall } = boards[seat];
  const colour = lines[line - 1][0];
  if (wall[line - 1][column - 1] !== ".") return { code: "azul.page.closed.taken", args: { column } };
  if (!wall.some((row) => row[column - 1] === colour)) return null;
  return { code: "azul.page.closed.column", args: { column, colour: named(colour) } };
}
