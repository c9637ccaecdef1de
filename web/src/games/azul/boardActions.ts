/** What the viewer's own board of Azul can be asked to do, and what it then calls. */

export interface BoardActions {
  targets: Set<string> | null; // legal lines for what is held; null while nothing is
  aim: string | null;
  ontarget: (target: string) => void;
  onaim: (target: string | null) => void;
  columns: { line: number; possible: number[]; chosen: number } | null; // a choice of the gray side
  oncolumn: (line: number, column: number) => void;
}
