/**
 * The part of every board besides drawing: it holds the selection, previews and refuses moves, keeps
 * the focus, asks for explanations and animates what happened. A game's board draws, names its
 * targets in `data-target`, and says which move a selection makes up.
 */

import { tick, untrack } from "svelte";
import { startDrag } from "./drag";
import { type Flight, type Places, fly, readPlaces } from "./flight";
import type { BoardProps, GameEvent, Sentence, Step } from "./interface";
import { isForBoard, keepFocus, moveFocus, setStops } from "./navigation";

/** The functions that a game's board supplies. */
export interface BoardParts<Position> {
  /** The legal move that the selection makes up; null while it is incomplete or not legal. */
  selectedMove: () => string | null;
  /** The sentence while the selection is incomplete; null without a selection. */
  selectionHint: () => Sentence | null;
  /** The selection in a few words, for narrow screens; null where the whole hint is short enough. */
  shortHint?: () => Sentence | null;
  /** Why a move is closed, in a few words, where the position shows it; the server names the clause. */
  closedReason?: (move: string) => Sentence | null;
  /** A target was clicked, or tiles were dropped on it. */
  chooseTarget: (target: string) => void;
  /** The animations of an event, from the position before it. */
  flights: (steps: Step[], before: Position) => Flight[];
  /** A single key was pressed; returns whether it has a meaning. */
  pressKey: (key: string) => boolean;
  /** An arrow key was pressed; returns whether it has a meaning. The default moves the focus. */
  pressArrow?: (event: KeyboardEvent) => boolean;
  /** The steps that are shown of a move on its way to the server, before the server has told them. */
  stepsAtOnce?: (move: string) => Step[];
  /** The board shows another position, after these moves; returns whether it animates them itself. */
  onposition?: (moves: GameEvent[], before: Position | null) => boolean;
}

/** The part of a drag that differs between games. */
export interface DragStart<Held> {
  held: Held; // under the pointer while it is dragged
  picture: Element; // its drawings follow the pointer
  inherited?: string[]; // custom properties that the drawings need
}

export class BoardController<Held, Position> {
  root!: HTMLElement; // the board's outermost element
  held = $state.raw<Held | null>(null); // the selection that is moved
  aim = $state<string | null>(null); // the target under the pointer or with the focus
  private forecast = $state.raw<{ move: string; steps: Step[] } | null>(null);
  private previousPlaces: Places = new Map();
  private previousPosition: Position | null = null;
  private hadFocus = false;
  private flown: string | null = null; // the viewer's move that was animated when it was sent

  readonly isMyTurn = $derived.by(() => !this.props.readonly && this.props.view.moves.length > 0);
  /** The move that waits for confirmation, or that the selection makes up. */
  readonly wanted = $derived.by(() => this.props.pending ?? this.parts.selectedMove());
  /** The steps of the wanted move; null until the server has answered. */
  readonly preview = $derived.by(() => (this.forecast?.move === this.wanted ? (this.forecast?.steps ?? null) : null));
  private readonly hint = $derived.by(() => this.wanted ?? JSON.stringify(this.parts.selectionHint()));

  /** Must be called while the board's component is initialised. */
  constructor(
    private readProps: () => BoardProps,
    private parts: BoardParts<Position>,
  ) {
    $effect(() => {
      void this.hint; // as text, so that an update which changes nothing of it has no effect
      untrack(() => this.showHint());
    });
    $effect.pre(() => {
      void this.props.view.ply;
      void this.props.sent;
      untrack(() => this.rememberPlaces());
    });
    $effect(() => {
      if (this.props.sent) untrack(() => this.showSent());
    });
    $effect(() => {
      void this.props.view.ply;
      untrack(() => this.showPosition());
    });
  }

  private get props(): BoardProps {
    return this.readProps();
  }

  // ---- Selection

  /** Select something to be moved; a move that awaits confirmation is cancelled. */
  select(held: Held | null): void {
    if (this.props.pending) this.props.oncancel?.();
    this.held = held;
  }

  /** Forget the selection, and any hint about it. */
  clear(): void {
    this.held = this.aim = null;
    this.props.onhint?.(null);
  }

  /** Point at a target, unless a move awaits confirmation. */
  pointAt(target: string | null): void {
    if (!this.props.pending) this.aim = target;
  }

  /** Choose a move if it is legal, or have the page say why it is not. */
  choose(move: string): void {
    if (this.props.view.moves.includes(move)) this.props.onchoose(move);
    else void this.refuse(move);
  }

  /** Have the page say why a move is not allowed. */
  async refuse(move: string): Promise<void> {
    const answer = await this.props.explanations.get(move);
    if (answer.kind === "refusal")
      this.props.onhint?.({ kind: "refusal", move, error: answer.error, clause: answer.clause, reason: this.parts.closedReason?.(move) ?? undefined });
  }

  /** Show a sentence in place of a hint about the selection. */
  say(code: string): void {
    this.props.onhint?.({ kind: "selection", sentence: { code } });
  }

  /** Drag something to a target; dropped elsewhere it is no longer selected. */
  drag(event: PointerEvent, { held, picture, inherited = [] }: DragStart<Held>): void {
    const targetAt = (place: Element | null) => place?.closest<HTMLElement>("[data-target]")?.dataset.target ?? null;
    startDrag(event, {
      picture,
      inherited,
      begin: () => this.select(held),
      over: (place) => (this.aim = targetAt(place)),
      drop: (place) => {
        const target = targetAt(place);
        if (target) this.parts.chooseTarget(target);
        else this.clear();
      },
    });
  }

  /** Let Tab stop at the focused element of each zone. */
  setStops(): void {
    setStops(this.root);
  }

  // ---- Keys

  /** Handle a key that was pressed anywhere on the page. */
  press = (event: KeyboardEvent): void => {
    if (isForBoard(event, this.root) && this.handleKey(event)) event.preventDefault();
  };

  private handleKey(event: KeyboardEvent): boolean {
    const { pending, settings } = this.props;
    if (event.key.startsWith("Arrow")) return this.parts.pressArrow ? this.parts.pressArrow(event) : moveFocus(this.root, event.key);
    if (event.key === "Escape") {
      if (!pending && this.held === null && this.aim === null) return false;
      if (pending) this.props.oncancel?.();
      else this.clear();
      return true;
    }
    if (event.key === "Enter" && pending) {
      this.props.onconfirm?.();
      return true;
    }
    return settings.shortcuts && this.parts.pressKey(settings.keyOf(event.key));
  }

  // ---- What the selection would do

  private showHint(): void {
    const sentence = this.wanted ? null : this.parts.selectionHint();
    if (this.wanted) void this.explain(this.wanted);
    else this.props.onhint?.(sentence && { kind: "selection", sentence, short: this.shortHint });
  }

  private async explain(move: string): Promise<void> {
    const answer = await this.props.explanations.getIfWanted(move, () => move === this.wanted);
    if (answer?.kind !== "forecast") return;
    this.forecast = { move, steps: answer.steps };
    this.props.onhint?.({ kind: "forecast", move, steps: answer.steps, short: this.shortHint });
  }

  private get shortHint(): Sentence | undefined {
    return this.parts.shortHint?.() ?? undefined;
  }

  // ---- What happened

  /** Before the document changes: where everything is, for animations. */
  private rememberPlaces(): void {
    if (!this.root) return;
    this.hadFocus = this.root.contains(document.activeElement);
    if (this.props.settings.motion && !document.hidden) this.previousPlaces = readPlaces(this.root);
  }

  /** After the document has changed: a new position means a new selection, and animations. */
  private showPosition(): void {
    const { view, events = [], settings } = this.props;
    this.held = this.aim = null;
    this.forecast = null;
    setStops(this.root);
    keepFocus(this.root, this.hadFocus);
    const moves = events.filter((event) => event.kind === "moved");
    const isFlown = moves.length === 1 && moves[0].data.move === this.flown && view.you.includes(moves[0].data.seat);
    const isOwn = this.parts.onposition?.(moves, this.previousPosition) ?? false;
    if (this.previousPosition && moves.length === 1 && settings.motion && !isOwn && !isFlown)
      fly(this.root, this.parts.flights(moves[0].steps, this.previousPosition), this.previousPlaces);
    this.flown = null;
    this.previousPosition = view.position as Position;
    this.previousPlaces = new Map();
  }

  /** A move was sent: its tiles fly at once. */
  private showSent(): void {
    const { sent, settings, view } = this.props;
    if (!sent || !this.parts.stepsAtOnce || this.flown === sent) return;
    this.flown = sent;
    if (!settings.motion) return;
    fly(this.root, this.parts.flights(this.parts.stepsAtOnce(sent), view.position as Position), this.previousPlaces);
    this.previousPlaces = new Map();
  }

  /** Change what is shown, and animate it; right after a move from where everything was before the move. */
  animate = (change: () => void, flights: Flight[]): void => {
    const places = this.previousPlaces.size ? this.previousPlaces : readPlaces(this.root);
    this.previousPlaces = new Map();
    change();
    void tick().then(() => fly(this.root, flights, places));
  };
}
