/**
 * What a game gives to the pages, and what the pages give to a game's board.
 *
 * Pages know these types and `index.ts`, never a game's folder. A game's folder knows these types,
 * and nothing of sockets, routes or pages. Neither side knows the rules: legal moves come with the
 * view, and what a move would do, or why it is not allowed, is asked through `explain`.
 *
 * A game's own sentences are in `games/<game>/words/<language>.json`, in the form of the catalogues
 * of the library; `say` must find them as it finds the others. Colours are custom properties of
 * `palette.css`, by `data-theme` = light, dark or contrast on the root element.
 */

import type { Component, Snippet } from "svelte";

/** A sentence before it has a language; arguments may be sentences themselves. */
export interface Sentence {
  code: string;
  args?: Record<string, unknown>;
}

/** Turns a sentence into the reader's language. */
export type Say = (code: string, args?: Record<string, unknown>) => string;

/** The part of a table's view that a game draws; the view of the socket has this shape. */
export interface GameView {
  version: number;
  ply: number;
  status: "open" | "playing" | "over" | "closed";
  game: string;
  edition: string;
  players: number;
  options: Record<string, string>;
  seats: { name: string }[];
  you: number[]; // seats
  turn: number | null;
  position: Record<string, any>; // the game's own view
  moves: string[]; // legal now, if the viewer is to decide
}

/** What happened between the view before and this one, in order: moves, deals and how it is told. */
export interface GameEvent {
  version: number;
  kind: string; // "moved", "dealt" … others are ignored
  data: Record<string, any>; // moved: seat, move · dealt: deal
  lines: Sentence[];
}

/** The answer to `explain`. */
export type Explanation =
  | { kind: "forecast"; lines: Sentence[] }
  | { kind: "refusal"; error: Sentence; clause: string };

/** What the board wants said about the selection; the page shows it beside confirm and undo. */
export type Hint =
  | { kind: "selection"; lines: Sentence[] } // half a move
  | { kind: "forecast"; move: string; lines: Sentence[] }
  | { kind: "refusal"; move: string; lines: Sentence[]; clause: string }; // page links to the clause

/** How the reader wants boards to be. */
export interface BoardSettings {
  motion: boolean; // false also when the system asks for reduced motion
  letters: boolean; // on tiles
  shortcuts: boolean; // single keys act while the board has focus, or nothing has
  keyOf: (pressed: string) => string; // what a key stands for, if the reader has put keys elsewhere
}

export interface BoardProps {
  view: GameView;
  events?: GameEvent[]; // that led from the view before to this one; empty after a jump
  say: Say;
  settings: BoardSettings;
  seatName?: (seat: number) => string; // as the page calls it; the name of the seat's view if absent
  lastMove?: { seat: number; move: string } | null; // marked on the board
  pending?: string | null; // a move that was chosen and awaits confirmation or the server
  readonly?: boolean; // replay, spectators, while offline
  explain: (move: string) => Promise<Explanation>;
  onchoose: (move: string) => void; // a whole legal move; the page sends it or sets `pending`
  oncancel?: () => void; // Escape or a click elsewhere while `pending`
  onconfirm?: () => void; // Enter while `pending`
  onhint?: (hint: Hint | null) => void;
  seatNote?: Snippet<[number]>; // clock and the like, drawn in the head of a seat's board
}

/** A command of the text view; its word is `<game>.command.<name>`, its help `….<name>.help`. */
export interface TextCommand {
  name: string;
  takesSeat: boolean; // the word may be followed by the number of a seat, from 1; else the viewer's
  tell: (view: GameView, seat: number, name: (seat: number) => string) => Sentence[];
}

/** A key of the board, for the list that `?` shows. */
export interface KeyHelp {
  keys: string[]; // as written on the keyboard
  code: string; // the sentence that says what it does
}

/** A colour that the reader may choose anew. */
export interface TileColour {
  property: string; // the custom property of `palette.css` that holds it
  code: string; // the sentence that names it
}

export interface FigureProps {
  clause: string;
  say: Say;
  letters: boolean; // on tiles
}

export interface GamePage {
  name: string; // as in `view.game`
  Board: Component<BoardProps>;
  Emblem: Component<{ size?: number }>; // a few tiles, for lists and the home page
  Figure: Component<FigureProps>; // a clause of the rules, drawn
  figures: string[]; // the clauses that it draws
  commands: TextCommand[];
  keys: KeyHelp[];
  colours: TileColour[];
  /** The custom properties that make a tile of a colour; its edge stands out from the grounds. */
  shades: (property: string, colour: string, grounds: string[]) => Record<string, string>;
  /** The text of the move that somebody typed, in the notation or in words; null if it is none. */
  parseTyped: (text: string, view: GameView, say: Say) => string | null;
  /** A move as a short sentence for lists of legal moves. */
  moveSentence: (move: string, view: GameView) => Sentence;
  /** Does the forecast tell of something that one might regret (tiles on the floor …)? */
  isCostly: (lines: Sentence[]) => boolean;
}
