/**
 * The types between the pages and the games.
 *
 * Pages import these types and `index.ts`, never a game's folder. A game's folder imports these
 * types and the shared files beside them, and knows nothing of sockets, routes or pages. Neither
 * side knows the rules: legal moves come with the view, and what a move would do, or why it is not
 * allowed, is asked of the server.
 *
 * A game's own sentences are in `games/<game>/words/<language>.json`, its colours in
 * `games/<game>/palette.css`, its constants in `games/<game>/facts.ts`, which Python writes.
 */

import type { Component, Snippet } from "svelte";
import type { StepFacts as Step } from "../../wire/messages";
import type { Explanations } from "./explanations";
import type { Counting } from "./finalScoring.svelte";
import type { Mark } from "./marks";

export type { Counting, Mark, Step };

/** A sentence as a code and arguments, to be translated; arguments may be sentences themselves. */
export interface Sentence {
  code: string;
  args?: Record<string, unknown>;
}

/** Translates a sentence into the reader's language. */
export type Say = (code: string, args?: Record<string, unknown>) => string;

/** The fields of a table that boards and commands read; the view of the socket has them, and more. */
export interface BoardView {
  game: string;
  players: number;
  ply: number; // another one means another position
  you: number[]; // the viewer's seats
  turn: number | null;
  position: Record<string, any>; // in the game's own JSON form
  drawing?: string; // the position drawn as plain text
  moves: string[]; // the legal moves, if it is the viewer's turn
}

/** An event that led from the previous view to this one. */
export interface GameEvent {
  version: number;
  kind: string; // boards read "moved" and "dealt" and ignore the others
  data: Record<string, any>; // moved: seat, move · dealt: deal
  steps: Step[]; // the facts of it
}

/** A move and the seat that made it. */
export interface PlayedMove {
  seat: number;
  move: string;
}

/** The server's answer to what a move would do. */
export type Explanation = { kind: "forecast"; steps: Step[] } | { kind: "refusal"; error: Sentence; clause: string };

/** The words about the selection, beside the buttons that confirm and undo. */
export type Hint =
  | { kind: "selection"; sentence: Sentence; short?: Sentence } // the selection is not a whole move yet
  | { kind: "forecast"; move: string; steps: Step[]; short?: Sentence }
  | { kind: "refusal"; move: string; error: Sentence; clause: string; reason?: Sentence }; // in a few words; the page links to the clause

/** The reader's settings that concern boards. */
export interface BoardSettings {
  scoring: "each" | "together" | "brief"; // the end of a round is told seat after seat, for all at once, or not waited for
  motion: boolean; // false also when the system asks for reduced motion
  letters: boolean; // on tiles
  notation: boolean; // the letters are those of the notation, not of the reader's language
  shortcuts: boolean; // single keys act while the board has the focus, or nothing has
  keyOf: (pressed: string) => string; // the default key for a pressed key, as keys can be reassigned
}

export interface BoardProps {
  view: BoardView;
  events?: GameEvent[]; // between the previous view and this one; empty after a jump
  say: Say;
  settings: BoardSettings;
  seatName: (seat: number) => string;
  lastMoves?: PlayedMove[]; // marked on the board: in order, at most one of each seat
  pending?: string | null; // a chosen move that awaits confirmation
  sent?: string | null; // a move that is on its way to the server, shown as made
  readonly?: boolean; // in a replay, for spectators, while a move is being sent
  explanations: Explanations;
  onchoose: (move: string) => void; // called with a legal move; the page sends it or sets `pending`
  oncancel?: () => void; // Escape, or another selection, while `pending`
  onconfirm?: () => void; // Enter while `pending`
  onhint?: (hint: Hint | null) => void;
  onscoring?: (what: Sentence | null, toResult?: () => void) => void; // the board shows what was scored; the next moves wait until null
  seatAddress?: (seat: number) => string | null; // the page about the person in a seat, if there is one
  seatNote?: Snippet<[number]>; // clock and presence, drawn beside a seat's name
  bar?: Snippet; // the status line; the board has a place for it, of the height `--bar-height` if that is set
  recent?: Snippet; // the last moves in words; shown where a board leaves room
  marks?: Mark[]; // drawn over the board, by the places that it names in `data-at` and `data-place`
  coach?: Snippet; // shown in the status line's place, which grows for it; others' boards give way
  absent?: string[]; // parts of the table that are not shown yet: `others`, or what a game names
  panel?: Snippet<[Counting | null]>; // shown where one would choose, once there is nothing to choose; it follows the final scoring
}

/** The words above the board, or in the status line where there is no room above. */
export interface Headline {
  state: Sentence; // as "Round 4"
  warning: Sentence | null; // as "Last round"
}

export interface SupplyProps {
  view: BoardView;
  say: Say;
}

/** A command of the text view. */
export interface TextCommand {
  code: string; // of the word that is typed
  help: string; // code of the sentence that describes the command
  takesSeat: boolean; // a seat's number from 1 may follow the word; without it, the viewer's seat
  answer: (view: BoardView, seat: number, name: (seat: number) => string) => (Sentence | string)[];
}

/** A key of the board, for the list that `?` shows. */
export interface KeyHelp {
  keys: string[]; // as written on the keyboard
  code: string; // of the sentence that describes the key
}

/** A colour that the reader may change. */
export interface TileColour {
  property: string; // the custom property that holds the colour
  code: string; // of the colour's name
}

export interface FigureProps {
  clause: string;
  say: Say;
  letters: boolean; // on tiles
}

/** The guide of a game's rules: a picture for each step, with texts `<game>.guide.<step>` and `….title`. */
export interface Guide {
  default: Component<{ step: string; say: Say }>;
  steps: string[]; // of a round, or of the game
  bonuses: string[]; // of the end, if there are any
}

export type PositionJson = Record<string, any>;

export interface EditorProps {
  position: PositionJson; // that is set up, in the game's own JSON form
  view: BoardView | null; // the same as the server shows it; null while it is impossible
  isWhole: boolean; // with what is on offer; otherwise only what is scored
  choice: string[]; // legal moves, if a player has to choose before scoring goes on
  lit: Step[]; // the scoring, to be shown on the boards
  say: Say;
  settings: BoardSettings;
  seatName: (seat: number) => string;
  explanations: Explanations;
  onchange: (position: PositionJson) => void;
  onchoose: (move: string) => void;
}

/** A part of a position as text, for setting it up in the text view. */
export interface Field {
  seat: number | null; // whose part it is; null for things that lie on the table
  name: Sentence;
  value: string;
  change: (text: string) => PositionJson; // the position with another value
}

/** How positions of a game are set up and scored. */
export interface Editing {
  Editor: Component<EditorProps>;
  /** The parts of a position; what is on offer only if all of it is set up. `<game>.field.help` says how they are written. */
  fields: (position: PositionJson, isWhole: boolean) => Field[];
  empty: (players: number, options: Record<string, string>) => PositionJson;
  options: string[]; // names of the options that matter for scoring
  seats: (position: PositionJson) => number;
  hasRounds: boolean; // scored round by round; otherwise the score pad shows what the position scores
  round: (position: PositionJson) => number;
  scores: (position: PositionJson) => number[]; // before scoring
  /** A position as it is set up: without what follows from the rest. */
  open: (position: PositionJson) => PositionJson;
  /** The position in which the next round is entered, after one was scored. */
  next: (after: PositionJson) => PositionJson;
  /** A deal by hand, as text, from the position that was set up for it; null if it deals nothing. */
  deal?: (position: PositionJson) => string;
}

/** Marks about a move in a position; each says the sentence that it is given. */
export interface MoveMarks {
  wanted: (view: BoardView, move: string, said: Sentence) => Mark[]; // where it begins and ends, and what will lie there
  tried: (view: BoardView, move: string, said: Sentence) => Mark[]; // another move that was tried, and its cost
  scored: (view: BoardView, steps: Step[], said: Sentence) => Mark[]; // the viewer's points
  text: (move: string) => Sentence; // the move in words
}

/** Everything that the pages use of a game. */
export interface GamePage {
  name: string; // as in `view.game`
  Board: Component<BoardProps>;
  Supply?: Component<SupplyProps>; // counts that the board shows only where it has room
  headline?: (view: BoardView, seatName: (seat: number) => string) => Headline;
  /** The viewer's task, where they may not know; null where the board makes it clear. */
  prompt?: (view: BoardView) => Sentence | null;
  Emblem: Component<{ size?: number }>; // a small picture for lists and the home page
  Figure?: Component<FigureProps>; // draws a clause of the rules
  figures: string[]; // the clauses that `Figure` draws
  commands: TextCommand[];
  keys: KeyHelp[];
  colours: TileColour[];
  grounds: string[]; // custom properties: the colours behind tiles
  /** The custom properties of a tile in a chosen colour; its edge stands out from the grounds. */
  shades: (property: string, colour: string, grounds: string[]) => Record<string, string>;
  /** Selectors of the places on the board where a move begins and ends, for marks. */
  marks?: (move: string) => string[];
  moveMarks?: MoveMarks;
  /** A move of a position in words, as a part of a sentence: without its code in the notation. */
  moveWords?: (view: BoardView, move: string) => Sentence;
  /** A seat's merits in a game, by the steps of its moves; the best first. */
  merits?: (steps: Step[], seat: number) => Sentence[];
  notation?: string; // code of a sentence with an example of the notation; without it, a legal move is the example
  /** The move of a typed text, in notation or in words; null if the text cannot be a move. */
  parseTyped: (text: string, view: BoardView, say: Say) => string | null;
  /** Why a player may regret a move that does these steps, and should confirm it; none for a move that costs nothing. */
  costs: (steps: Step[]) => Sentence[];
  /** A move in a few words, from its steps; null where its first sentence is short enough. */
  shortMove?: (steps: Step[]) => Sentence | null;
  /** The steps of a legal move that `costs` needs, where the position tells them; null where the server has to be asked. */
  stepsAtOnce?: (view: BoardView, move: string) => Step[] | null;
}
