/** The viewer's actions on their own board of Azul, and the callbacks for them. */

export interface BoardActions {
  targets: Set<string> | null; // where the tiles in hand may go; null without tiles in hand
  aim: string | null; // the target under the pointer or with the focus
  ontarget: (target: string) => void;
  onaim: (target: string | null) => void;
  columns: { line: number; possible: number[]; chosen: number } | null; // a choice on the gray side
  oncolumn: (line: number, column: number) => void;
  oncolumnaim: (column: number | null) => void; // pointed at, which forecasts its points
}
