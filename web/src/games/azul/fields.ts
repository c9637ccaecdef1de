/** The parts of an Azul position as texts, for setting it up without a drawn board. */

import type { Field, PositionJson } from "../kit/interface";
import { withBoard, withDisplay } from "./edit";
import { FACTS } from "./facts";
import { COLOURS, ROWS, type SeatBoard, wallColour } from "./position";

const LETTERS: string[] = [...COLOURS];

/** The letters of tiles in a text, whatever stands between them. */
const lettersOf = (text: string, also = "") => [...text.toUpperCase()].filter((letter) => LETTERS.includes(letter) || also.includes(letter)).join("");

/** A row of the wall from a text: of the coloured side only its colours, of the gray side with a point for each empty space. */
function wallRow(text: string, row: number, isGray: boolean): string {
  const given = lettersOf(text, ".");
  if (isGray) return given.padEnd(LETTERS.length, ".").slice(0, LETTERS.length);
  return LETTERS.map((_, column) => (given.includes(wallColour(row, column)) ? wallColour(row, column) : ".")).join("");
}

export function fields(position: PositionJson, isWhole: boolean): Field[] {
  const isGray = position.wall === "gray";
  const offer: Field[] = [
    ...position.displays.map((tiles: string, display: number) => ({
      seat: null,
      name: { code: "azul.page.display", args: { number: display + 1 } },
      value: tiles,
      change: (text: string) => withDisplay(position, display, lettersOf(text)),
    })),
    { seat: null, name: { code: "azul.page.pool", args: {} }, value: position.centre, change: (text: string) => ({ ...position, centre: lettersOf(text) }) },
  ];
  const boards: Field[] = position.boards.flatMap((board: SeatBoard, seat: number) => {
    const changed = (change: Partial<SeatBoard>) => withBoard(position, seat, { ...board, ...change });
    const at = (list: string[], row: number, text: string) => list.map((each, n) => (n === row ? text : each));
    return [
      {
        seat,
        name: { code: "azul.field.score", args: {} },
        value: String(board.score),
        change: (text: string) => changed({ score: Math.max(0, Number.parseInt(text, 10) || 0) }),
      },
      ...ROWS.map((row) => ({
        seat,
        name: { code: "azul.field.line", args: { line: row + 1 } },
        value: board.lines[row],
        change: (text: string) => changed({ lines: at(board.lines, row, lettersOf(text)) }),
      })),
      ...ROWS.map((row) => ({
        seat,
        name: { code: "azul.field.wall", args: { row: row + 1 } },
        value: isGray ? board.wall[row] : board.wall[row].replaceAll(".", ""),
        change: (text: string) => changed({ wall: at(board.wall, row, wallRow(text, row, isGray)) }),
      })),
      { seat, name: { code: "azul.field.floor", args: {} }, value: board.floor, change: (text: string) => changed({ floor: lettersOf(text, FACTS.marker) }) },
    ];
  });
  return isWhole ? [...offer, ...boards] : boards;
}
