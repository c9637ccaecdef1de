/**
 * An analysis board on the page: a tree of variations, and the node that is shown. No rules: the
 * server says what follows from a position. A shared board belongs to the server, which adds every
 * move to it; others' moves arrive as a new version.
 */

import { call, fetchFile, fetchRecord } from "../wire/http";
import { Explanations } from "../games/kit/explanations";
import { explainMove } from "../table/explainMove";
import type { BoardAnswer, NodeAnswer, PositionView, TreeAnswer, TreeForm } from "../wire/messages";
import { ensurePerson } from "../site/session.svelte";
import { connection } from "../wire/socket.svelte";
import { currentLanguage, say } from "../words/texts.svelte";

export const ROOT = -1;

export class Exploration {
  tree = $state.raw<TreeAnswer | null>(null);
  nodes = $state.raw<NodeAnswer[]>([]);
  at = $state(ROOT); // the node that is shown
  view = $state.raw<PositionView | null>(null); // its position
  before = $state.raw<PositionView | null>(null); // the position before it, if the node was reached by a step forward
  problem = $state.raw<unknown>(null); // why the last request failed
  board = $state.raw<{ id: string; version: number; isYours: boolean } | null>(null); // once it is shared
  isFollowing = $state(true); // others' moves are shown as they come
  readonly explanations = new Explanations((move) => explainMove(this.view!.position, move));
  private views = new Map<string, PositionView>(); // by line
  private unwatch: (() => void) | null = null;

  readonly line = $derived(this.pathTo(this.at));
  readonly children = $derived(this.childrenOf(this.at));

  // ---- Opening

  /** Open a tree and show the node after a line. */
  async open(tree: TreeAnswer, cursor: string[] = []): Promise<void> {
    this.close();
    this.views = new Map([["", tree.first]]);
    this.board = null;
    this.adopt(tree);
    await this.show(this.find(cursor));
  }

  /** Open a text: a record, or a position. */
  async read(text: string): Promise<boolean> {
    return this.attempt(async () => this.open(await call("POST /trees", { body: { text } })));
  }

  /** Open the game of a table at a moment. */
  async readTable(table: string, ply: number | null): Promise<boolean> {
    return this.attempt(async () => {
      const tree = await call("POST /trees", { body: { text: await fetchRecord(table) } });
      const main = mainLine(tree.nodes);
      await this.open(tree, main.slice(0, ply ?? main.length));
    });
  }

  /** Open a shared board, and follow it. */
  async readBoard(id: string): Promise<boolean> {
    return this.attempt(async () => {
      const board = await call("GET /boards/{board}", { board: id });
      await this.open(board.tree, board.cursor);
      this.watch(board);
    });
  }

  private adopt(tree: TreeAnswer): void {
    this.tree = tree;
    this.nodes = tree.nodes;
  }

  /** Stop following a shared board. */
  close(): void {
    this.unwatch?.();
    this.unwatch = null;
  }

  private async attempt(work: () => Promise<void>): Promise<boolean> {
    this.problem = null;
    try {
      await work();
      return true;
    } catch (reason) {
      this.problem = reason;
      return false;
    }
  }

  // ---- The tree

  childrenOf(parent: number): number[] {
    return this.nodes.flatMap((node, number) => (node.parent === parent ? [number] : []));
  }

  /** The line that leads to a node. */
  pathTo(number: number): string[] {
    const path: string[] = [];
    for (let n = number; n !== ROOT && this.nodes[n]; n = this.nodes[n].parent) path.unshift(this.nodes[n].text);
    return path;
  }

  /** The last node of a line that is there. */
  private find(line: string[]): number {
    let here = ROOT;
    for (const text of line) {
      const next = this.childrenOf(here).find((n) => this.nodes[n].text === text);
      if (next === undefined) break;
      here = next;
    }
    return here;
  }

  /** Show a node. */
  async show(number: number): Promise<void> {
    const path = this.pathTo(number);
    const isStep = number !== ROOT && this.nodes[number].parent === this.at;
    const found = await this.viewOf(path);
    if (!found || path.join("\n") !== this.pathTo(number).join("\n")) return;
    this.before = isStep ? this.view : null;
    this.explanations.clear();
    this.at = number;
    this.view = found;
  }

  private async viewOf(path: string[]): Promise<PositionView | null> {
    const key = path.join("\n");
    const known = this.views.get(key);
    if (known) return known;
    let start = path.length;
    while (start > 0 && !this.views.has(path.slice(0, start).join("\n"))) start--;
    const from = this.views.get(path.slice(0, start).join("\n"))!;
    try {
      const view = await call("POST /positions", { body: { position: from.position, moves: path.slice(start) } });
      this.views.set(key, view);
      return view;
    } catch (reason) {
      this.problem = reason;
      return null;
    }
  }

  back = (): void => void (this.at !== ROOT && this.show(this.nodes[this.at].parent));
  forward = (): void => void (this.children.length && this.show(this.children[0]));
  first = (): void => void this.show(ROOT);

  /** Show the end of the line. */
  last = (): void => {
    let end = this.at;
    for (let next = this.childrenOf(end); next.length; next = this.childrenOf(end)) end = next[0];
    void this.show(end);
  };

  // ---- Changing it

  /** Play a move or a deal in the position that is shown. */
  async play(text: string): Promise<boolean> {
    return this.attempt(async () => {
      const [at, path] = [this.at, this.line];
      const there = this.children.find((n) => this.nodes[n].text === text);
      if (there !== undefined && !this.board) return this.show(there);
      if (this.board) await ensurePerson();
      const view = await call("POST /positions", { body: { position: this.view!.position, moves: [text] } });
      const written = view.last!.text;
      this.views.set([...path, written].join("\n"), view);
      if (this.board) return this.receive(await call("POST /boards/{board}/additions", { board: this.board.id, body: { path, move: written } }), true);
      if (this.at !== at) return; // the reader has gone on meanwhile
      const same = this.childrenOf(at).find((n) => this.nodes[n].text === written);
      if (same === undefined)
        this.nodes = [...this.nodes, { parent: at, text: written, is_deal: view.last!.seat === null, seat: view.last!.seat, comment: "" }];
      await this.show(same ?? this.nodes.length - 1);
    });
  }

  /** Play several moves one after another. */
  async playLine(texts: string[]): Promise<void> {
    for (const text of texts) if (!(await this.play(text))) return;
  }

  /** Draw the deal that is due at random. */
  deal(): Promise<boolean> {
    return this.attempt(async () => {
      const { deal } = await call("POST /positions/deal", { body: { position: this.view!.position } });
      await this.play(deal);
    });
  }

  /** Remove a node and all that follows it. */
  remove(number: number): Promise<boolean> {
    return this.attempt(async () => {
      const path = this.pathTo(number);
      const { parent } = this.nodes[number];
      if (this.board) return this.receive(await call("POST /boards/{board}/removals", { board: this.board.id, body: { path } }), true);
      const gone = new Set([number]);
      const numbers = new Map([[ROOT, ROOT]]);
      const kept: NodeAnswer[] = [];
      this.nodes.forEach((node, n) => {
        if (gone.has(n) || gone.has(node.parent)) return void gone.add(n);
        numbers.set(n, kept.length);
        kept.push({ ...node, parent: numbers.get(node.parent)! });
      });
      const here = gone.has(this.at) ? parent : this.at;
      this.at = ROOT;
      this.nodes = kept;
      await this.show(numbers.get(here)!);
    });
  }

  // ---- Sharing

  /** The tree as it is sent. */
  get form(): TreeForm {
    const { game, players, options, start, headers } = this.tree!;
    const nodes = this.nodes.map(({ parent, text, comment }) => ({ parent, text, comment: comment.slice(0, 2000) }));
    return { game, players, options: start ? {} : options, start, headers, nodes };
  }

  /** Store the board, so that others with its address see it. */
  share(): Promise<boolean> {
    return this.attempt(async () => {
      await ensurePerson();
      const board = await call("POST /boards", { body: { tree: this.form, cursor: this.line } });
      const views = this.views;
      this.adopt(board.tree);
      this.views = views;
      this.watch(board);
    });
  }

  private watch(board: BoardAnswer): void {
    this.board = { id: board.board, version: board.version, isYours: board.is_yours };
    this.unwatch?.();
    this.unwatch = connection.watchBoard(board.board, (version) => {
      if (version > (this.board?.version ?? 0))
        call("GET /boards/{board}", { board: board.board }).then(
          (news) => this.receive(news, this.isFollowing),
          () => {},
        );
    });
  }

  /** A new version of the shared board; shows where it was changed, if that is wanted. */
  private async receive(board: BoardAnswer, isShown: boolean): Promise<void> {
    if (!this.board || board.version < this.board.version) return;
    const here = this.line;
    this.board = { id: board.board, version: board.version, isYours: board.is_yours };
    this.adopt(board.tree);
    this.at = this.find(here);
    const wanted = this.find(isShown ? board.cursor : here);
    if (wanted !== this.at || this.pathTo(wanted).length !== here.length) await this.show(wanted);
  }

  // ---- Files

  async download(kind: "record" | "svg" | "png"): Promise<boolean> {
    return this.attempt(async () => {
      const picture = { position: this.view!.position, language: currentLanguage() };
      const file = await (kind === "record"
        ? fetchFile("POST /trees/text", { body: this.form })
        : fetchFile(`POST /positions/picture.${kind}`, { body: picture }));
      const link = document.createElement("a");
      link.href = URL.createObjectURL(file);
      const day = new Date().toISOString().slice(0, 10);
      link.download = `${this.tree!.game}-${say("analyse.file")}-${day}.${kind === "record" ? "txt" : kind}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    });
  }
}

/** The texts of the main line. */
export function mainLine(nodes: NodeAnswer[]): string[] {
  const line: string[] = [];
  for (let here = ROOT; ;) {
    const next = nodes.findIndex((node) => node.parent === here);
    if (next < 0) return line;
    line.push(nodes[next].text);
    here = next;
  }
}
