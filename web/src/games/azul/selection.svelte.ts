/**
 * The viewer's choice at Azul's table: turns clicks, drags and keys into one of the legal moves that were given;
 * knows no rules. `Board.svelte` draws it.
 */

import { tick } from "svelte";
import { BoardController } from "../kit/boardController.svelte";
import type { BoardProps, GameEvent, Sentence, Step } from "../kit/interface";
import type { BoardActions } from "./boardActions";
import { closedReason } from "./closed";
import { type Colour, type Held, type Position, FLOOR, TARGETS, columnsOf, groups, heldOf, isColour, isTake, positionOf, targetsOf, tilesAt } from "./position";
import { stepsAtOnce } from "./staging";
import { flightsOf, forecastOf, laysOf, previewOf, shortTake } from "./steps";

/** Tiles in hand; without a colour, only the source was typed so far. */
interface Choice {
  source: string;
  colour: Colour | null;
}

/** The functions that the drawn table supplies. */
export interface DrawnTable {
  position: () => Position; // that is shown: while a round's end is told not the latest one
  onposition: (moves: GameEvent[], before: Position | null) => boolean; // see `BoardParts`
}

export class Selection {
  readonly board: BoardController<Choice, Position>;

  private readonly view = $derived.by(() => this.readProps().view);
  private readonly pending = $derived.by(() => this.readProps().pending ?? null);
  readonly live = $derived.by(() => positionOf(this.view)); // the latest position
  private readonly position = $derived.by(() => this.table.position());

  /** The seat in the viewer's place. */
  readonly mine = $derived.by(() => {
    const { turn, you } = this.view;
    return turn !== null && you.includes(turn) ? turn : (you[0] ?? 0);
  });

  private readonly picked = $derived.by(() => (this.board.held?.colour ? (this.board.held as Held) : null));
  readonly typedSource = $derived.by(() => (this.board.held && !this.board.held.colour ? this.board.held.source : null));
  readonly held = $derived.by(() => (this.pending && isTake(this.pending) ? heldOf(this.pending) : this.picked));
  private readonly targets = $derived.by(() => (this.held && this.board.isMyTurn ? new Set(targetsOf(this.view.moves, this.held)) : null));

  /** The tile that must get a space on the gray side now, and its columns. */
  readonly tiling = $derived.by(() => {
    const { position } = this;
    if (!this.board.isMyTurn || !position.tiling) return null;
    const { line } = position.tiling;
    const colour = position.boards[this.mine].lines[line - 1][0] as Colour;
    return { line, colour, possible: columnsOf(this.view.moves, line), chosen: Number(this.pending?.[2] ?? 0) };
  });

  /** Why tiles may not go where the viewer points. */
  private readonly closed = $derived.by(() => {
    const { board, tiling, held, live, mine } = this;
    if (!board.isMyTurn || this.pending || !board.aim) return null;
    if (board.aim.startsWith(">")) {
      const isOpen = !tiling || tiling.possible.includes(Number(board.aim[1]));
      return isOpen ? null : closedReason(live, mine, tiling.line + board.aim);
    }
    return held && !this.targets?.has(board.aim) ? closedReason(live, mine, held.source + held.colour + board.aim) : null;
  });

  /** The changes of the board by the wanted move. */
  readonly preview = $derived.by(() => {
    const { wanted, isMyTurn } = this.board;
    return isMyTurn && wanted && isTake(wanted) && this.view.turn !== null ? previewOf(this.takeSteps(wanted)) : null;
  });

  /** The score that the wanted move would lead to if the round ended then. */
  readonly forecastScore = $derived.by(() => (this.board.preview ? forecastOf(this.board.preview) : null));

  /** The tile that the space pointed at on the gray side would get, with its points. */
  readonly forecastLays = $derived.by(() => (this.tiling && this.board.preview ? laysOf(this.board.preview).slice(0, 1) : []));

  /** The viewer's actions on their own board; null for spectators. */
  readonly actions = $derived.by((): BoardActions | null => {
    const { board, pending } = this;
    if (!this.view.you.includes(this.mine)) return null;
    return {
      targets: this.targets,
      aim: pending && isTake(pending) ? pending[2] : board.aim,
      ontarget: this.chooseTarget,
      onaim: (target) => board.pointAt(target),
      columns: this.tiling,
      oncolumn: (line, column) => board.choose(`${line}>${column}`),
      oncolumnaim: this.pointAtColumn,
    };
  });

  /** Must be called while the table's component is initialised. */
  constructor(
    private readProps: () => BoardProps,
    private table: DrawnTable,
  ) {
    this.board = new BoardController<Choice, Position>(readProps, {
      selectedMove: () => this.selectedMove(),
      selectionHint: () => this.closed ?? (this.held && !this.pending ? { code: "azul.page.held", args: this.heldArgs(this.held) } : null),
      closedReason: (move) => closedReason(this.live, this.mine, move),
      shortHint: () => this.shortHint(),
      chooseTarget: this.chooseTarget,
      flights: flightsOf,
      pressKey: (key) => this.board.isMyTurn && this.typeKey(key.toUpperCase()),
      stepsAtOnce: (move) => (isTake(move) ? this.takeSteps(move) : []),
      onposition: table.onposition,
    });
  }

  private selectedMove(): string | null {
    const { board, tiling, held, targets } = this;
    if (tiling) return board.aim?.startsWith(">") && tiling.possible.includes(Number(board.aim[1])) ? tiling.line + board.aim : null;
    return held && board.aim && targets?.has(board.aim) ? held.source + held.colour + board.aim : null;
  }

  private takeSteps(move: string): Step[] {
    const { turn } = this.view;
    return (turn === null ? [] : stepsAtOnce(this.live, move, turn)) as unknown as Step[];
  }

  // ---- Choosing

  canTake = (what: Held): boolean => this.board.isMyTurn && this.view.moves.some((move) => move.startsWith(what.source + what.colour));

  pick = (what: Held, byKeys: boolean): void => {
    if (!this.canTake(what)) return;
    const { board, picked } = this;
    const isSame = picked?.source === what.source && picked.colour === what.colour;
    board.select(isSame ? null : what);
    const possible = isSame ? [] : targetsOf(this.view.moves, what);
    board.aim = possible.length === 1 ? possible[0] : null; // a single way is shown at once
    if (isSame) return;
    if (byKeys) void tick().then(() => this.focusOn(`[data-target="${possible[0]}"]`));
  };

  drag = (event: PointerEvent, what: Held): void => {
    if (!this.canTake(what)) return;
    const picture = event.currentTarget as Element;
    this.board.drag(event, { held: what, picture, inherited: ["--azul-letter", "--azul-centre"] });
  };

  private chooseTarget = (target: string): void => {
    if (!this.board.isMyTurn || this.tiling) return;
    if (this.held) this.board.choose(this.held.source + this.held.colour + target);
    else this.board.say("azul.page.first");
  };

  pointAtColumn = (column: number | null): void => this.board.pointAt(column === null ? null : `>${column}`);

  private focusOn(selector: string): void {
    this.board.root.querySelector<HTMLElement>(selector)?.focus();
  }

  // ---- In words

  private heldArgs({ source, colour }: Held): Record<string, unknown> {
    const n = tilesAt(this.position, source).split(colour).length - 1;
    return { n, colour: { code: `azul.colour.${colour}` }, source: { code: `azul.source.${source}` } };
  }

  private shortHint(): Sentence | null {
    const { closed, held } = this;
    if (closed) return closed;
    if (!held) return null;
    const target = this.pending?.[2] ?? this.board.aim;
    if (!target) return { code: "azul.page.held.short", args: this.heldArgs(held) };
    const n = tilesAt(this.position, held.source).split(held.colour).length - 1;
    return shortTake(held.colour, n, target === FLOOR ? 0 : Number(target));
  }

  // ---- Keys

  /** One more letter of a move: a source, its colour, a line; on the gray side a column. */
  private typeKey(key: string): boolean {
    const { board, tiling, picked } = this;
    if (tiling && TARGETS.includes(key) && key !== FLOOR) {
      board.choose(`${tiling.line}>${key}`);
      return true;
    }
    const target = key === "0" ? FLOOR : key;
    if (picked && TARGETS.includes(target)) {
      this.chooseTarget(target);
      return true;
    }
    const source = board.held?.source;
    if (source && isColour(key)) {
      if (picked?.colour !== key) this.pick({ source, colour: key }, true); // the same again is no toggle
      return true;
    }
    return this.typeSource(key);
  }

  private typeSource(source: string): boolean {
    const found = groups(tilesAt(this.position, source));
    if (!found.length) return false;
    this.board.select({ source, colour: null });
    this.board.aim = null;
    if (found.length === 1) this.pick({ source, colour: found[0].colour }, true);
    else this.focusOn(`[data-take^="${source}"]`);
    return true;
  }
}
