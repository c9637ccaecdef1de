/** What travels between server and page. Written by `python -m tests.browser.messages`. */

/** I want to keep my games under a name of my own. */
export interface AccountForm {
  name: string;
  password: string;
}

/** Done, and durable. */
export interface Ack {
  type: "ack";
  id: string;
  table: string;
  version: number;
}

/** I do something else at a table. */
export interface Act {
  type: "act";
  table: string;
  id: string;
  act: "leave" | "resign" | "offer_takeback" | "offer_end" | "agree" | "disagree" | "claim" | "return";
  seat?: number | null;
}

/** I do something else at a table. */
export interface ActForm {
  act: "resign" | "offer_takeback" | "offer_end" | "agree" | "disagree" | "claim" | "return";
  seat?: number | null;
}

/** What search thinks. */
export interface AnalysisAnswer {
  best: string;
  win: number[];
  points: number[];
  nodes: number;
  seconds: number;
  is_exact: boolean;
  network: string;
  moves: MoveAnswer[];
}

/** What do you think of a moment of a game, or of a position of mine? */
export interface AnalysisForm {
  table?: string | null;
  ply?: number | null;
  position?: Record<string, any> | null;
  player?: string;
  seconds?: number;
}

/** A place in the list of the strongest. */
export interface BestAnswer {
  place: number;
  person: string;
  name: string;
  kind: "guest" | "account" | "program";
  rating: RatingAnswer;
}

/** A bot of the house. */
export interface BotSeat {
  kind: "bot";
  level: number;
}

/** Call me so, speak to me so. */
export interface ChangeForm {
  name?: string | null;
  language?: "en" | "es" | "pt-BR" | null;
}

/** The clock that a table agreed on. */
export interface ClockView {
  kind: "none" | "live" | "days";
  bank_s: number;
  increment_s: number;
  days: number;
  runs_for: number | null;
  runs_from: number | null;
}

/** So many days for each turn. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** Done, and durable. */
export interface DoneAnswer {
  table: string;
  version: number;
}

/** Something that happened at a table, and how it is told. */
export interface EventView {
  version: number;
  at: number;
  kind: string;
  data: Record<string, any>;
  steps: Step[];
}

/** What would this move do, or why is it not allowed? */
export interface Explain {
  type: "explain";
  table: string;
  id: string;
  move: string;
}

/** What a move would do. */
export interface ExplainAnswer {
  steps: Step[];
}

/** What a move would do. */
export interface Explained {
  type: "explained";
  id: string;
  steps: Step[];
}

/** The deals follow from what was committed to. */
export interface FairAnswer {
  deals: number;
}

/** What anyone needs to check the deals. */
export interface FairView {
  commitment: string;
  texts: string[];
  seed: string | null;
}

/** How a game ended, by seat. */
export interface FinishView {
  reason: "played" | "resigned" | "timed_out" | "agreed";
  shares: number[];
  scores: number[];
  ranks: number[];
}

/** A game of the house. */
export interface GameAnswer {
  name: string;
  editions: string[];
  players: number[];
  options: Record<string, OptionAnswer[]>;
  words?: Record<string, string | { one: string; other: string }>;
}

/** I want to play, under a name or under one that you choose. */
export interface GuestForm {
  name?: string | null;
  language?: "en" | "es" | "pt-BR";
}

/** The first message of every connection. */
export interface Hello {
  type: "hello";
  server: string;
  person: string;
  now: number;
}

/** What can be played here, and against whom. */
export interface HouseAnswer {
  version: string;
  games: GameAnswer[];
  bots: string[];
}

/** I sit down. */
export interface JoinForm {
  place?: number | null;
  name?: string | null;
  text?: string;
}

/** A bank of seconds for each seat, and some more after each move. */
export interface LiveClock {
  kind: "live";
  bank_s: number;
  increment_s?: number;
}

/** Tell me of open tables, or stop it. */
export interface Lobby {
  type: "lobby";
  on: boolean;
}

/** It is me. */
export interface LoginForm {
  name: string;
  password: string;
}

/** Yourself. */
export interface MeAnswer {
  id: string;
  name: string;
  kind: "guest" | "account" | "program";
  created_at: number;
  language: string;
}

/** I play this, on what I saw at that version. */
export interface Move {
  type: "move";
  table: string;
  id: string;
  version: number;
  move: string;
}

/** One move that was looked at. */
export interface MoveAnswer {
  move: string;
  visits: number;
  win: number[];
  points: number[];
  line: string[];
}

/** I play this, on what I saw at that version. */
export interface MoveForm {
  id: string;
  version: number;
  move: string;
}

/** I sit here; another name for somebody else on this device. */
export interface MySeat {
  kind: "me";
  name?: string | null;
}

/** A token with its secret, this once. */
export interface NewTokenAnswer {
  id: string;
  name: string;
  scopes: ("read" | "play")[];
  created_at: number;
  used_at: number | null;
  secret: string;
}

/** Take your time. */
export interface NoClock {
  kind?: "none";
}

/** What somebody asks of the others. */
export interface OfferView {
  what: "takeback" | "end";
  seat: number;
  agreed: number[];
  awaits_you: boolean;
}

/** Whoever comes. */
export interface OpenSeat {
  kind: "open";
}

/** Something a table agrees on; the first choice is the usual one. */
export interface OptionAnswer {
  name: string;
  choices: string[];
}

/** I want another password. */
export interface PasswordForm {
  old: string;
  new: string;
}

/** Somebody, as everybody may see. */
export interface PersonAnswer {
  id: string;
  name: string;
  kind: "guest" | "account" | "program";
  created_at: number;
}

/** Are you there? */
export interface Ping {
  type: "ping";
  id: string;
  lag_ms?: number;
}

/** A rating after a game. */
export interface PointAnswer {
  table: string;
  at: number;
  rating: RatingAnswer;
}

/** Here. */
export interface Pong {
  type: "pong";
  id: string;
  now: number;
}

/** Somebody and how they fare, by pool: game and number of players. */
export interface ProfileAnswer {
  id: string;
  name: string;
  kind: "guest" | "account" | "program";
  created_at: number;
  ratings: Record<string, RatingAnswer>;
  statistics: Record<string, StatisticsAnswer>;
}

/** A rating: at first 1000; its certainty is in sigma. */
export interface RatingAnswer {
  shown: number;
  mu: number;
  sigma: number;
  games: number;
}

/** A record as text, or as a line of JSON. */
export interface RecordForm {
  record: string;
}

/** Not done. A stale move gets the table as it is. */
export interface Refusal {
  type: "refused";
  id: string;
  error: Sentence;
  clause: string;
  update: Update | null;
}

/** A game from its first position on. */
export interface Replay {
  table: string;
  first: Record<string, any>;
  steps: ReplayStep[];
}

/** A move or a deal of a game, and the position after it. */
export interface ReplayStep {
  ply: number;
  at: number;
  text: string;
  seat: number | null;
  steps: Step[];
  position: Record<string, any>;
  drawing?: string;
}

/** A sentence before it has a language; arguments may be sentences themselves. */
export interface Sentence {
  code: string;
  args: Record<string, any>;
}

/** Who sits at a seat, before the start at a place. */
export interface SeatView {
  name: string;
  person: string;
  bot: string;
  is_program: boolean;
  is_open: boolean;
  is_you: boolean;
  is_away: boolean;
  claim_at: number | null;
  stand_in: string;
  can_return: boolean;
  is_out: boolean;
  left_s: number | null;
  lag_s: number;
}

/** One browser in which you are signed in. */
export interface SessionAnswer {
  id: string;
  agent: string;
  created_at: number;
  seen_at: number;
  is_this: boolean;
}

/** How somebody fared in a game with a number of players. */
export interface StatisticsAnswer {
  games: number;
  wins: number;
  mean_score: number;
  best_score: number;
  mean_rank: number;
}

/** One thing that a move or deal does, as facts; `case` selects among the sentences of a kind. */
export type Step = { kind: string; case?: string; seat?: number | null; [fact: string]: unknown };

/** A table in a list. */
export interface Summary {
  table: string;
  version: number;
  status: "open" | "playing" | "over" | "closed";
  game: string;
  edition: string;
  players: number;
  options: Record<string, string>;
  clock: Record<string, any>;
  is_public: boolean;
  is_rated: boolean;
  seats: (Record<string, any>)[];
  turn: number | null;
  deadline: number | null;
  created_at: number;
  moved_at: number;
  finish: FinishView | null;
}

/** A new table: what is played, by whom, how fast. It starts by itself when all seats are taken. */
export interface TableForm {
  game: string;
  edition?: string | null;
  options?: Record<string, any>;
  seats: (MySeat | OpenSeat | BotSeat)[];
  clock?: NoClock | LiveClock | DaysClock;
  seating?: "lot" | "fixed";
  is_public?: boolean;
  is_rated?: boolean;
  accepts_bots?: boolean;
  text?: string;
}

/** The open tables of the lobby. */
export interface Tables {
  type: "tables";
  tables: Summary[];
}

/** A list of tables; ask on with `before` set to the last one's `moved_at`. */
export interface TablesAnswer {
  tables: Summary[];
}

/** A token, without its secret. */
export interface TokenAnswer {
  id: string;
  name: string;
  scopes: ("read" | "play")[];
  created_at: number;
  used_at: number | null;
}

/** I want a token for a program. */
export interface TokenForm {
  name: string;
  scopes: ("read" | "play")[];
}

/** I look at a table no more. */
export interface Unwatch {
  type: "unwatch";
  table: string;
}

/** A table after events that the client has not seen; without any, as it is. */
export interface Update {
  type: "update";
  table: string;
  version: number;
  events: EventView[];
  view: View;
}

/** A table as one viewer may see it; made by `view.py` alone. */
export interface View {
  table: string;
  version: number;
  now: number;
  status: "open" | "playing" | "over" | "closed";
  game: string;
  edition: string;
  players: number;
  options: Record<string, string>;
  seating: "lot" | "fixed";
  is_public: boolean;
  is_rated: boolean;
  created_by: string;
  seats: SeatView[];
  you: number[];
  turn: number | null;
  position: Record<string, any>;
  drawing?: string;
  ply: number;
  moves: string[];
  clock: ClockView;
  offer: OfferView | null;
  can_take_back: boolean;
  finish: FinishView | null;
  fair: FairView;
  rematch: string;
  rematch_of: string;
}

/** Who the server takes a visitor for. */
export interface VisitorAnswer {
  person: MeAnswer | null;
}

/** Show me a table from now on; I have seen it up to a version. */
export interface Watch {
  type: "watch";
  table: string;
  version?: number;
}

export type ClientMessage =
  | Watch
  | Unwatch
  | Move
  | Act
  | Explain
  | Lobby
  | Ping;

export type ServerMessage =
  | Hello
  | Update
  | Ack
  | Refusal
  | Explained
  | Tables
  | Pong;
