/**
 * The review of a finished game in sentences, for the text view: what it found, and learning from
 * mistakes by typed moves.
 */

import { call } from "../wire/http";
import { GameReview, accuracy, mistakes, signed, type Entry } from "./review.svelte";
import { signedWhole, turningPoints } from "./story";
import { StoryTeller } from "./storyTeller";
import type { Command } from "./commands.svelte";
import type { LiveTable } from "./liveTable.svelte";
import { Positions } from "./positions.svelte";
import { formatNumber, say, translate } from "../words/texts.svelte";
import type { BoardView, GamePage } from "../games";

/** The mistake that is asked about. */
interface Question {
  at: number; // among the mistakes
  view: BoardView; // the game before it
  guess: (move: string) => Promise<string[]>; // the verdict about another move
}

export class ReviewText {
  question = $state.raw<Question | null>(null);
  private review: GameReview;
  private readonly positions: Positions;
  private found = new Set<number>(); // plies of mistakes for which a better move was found

  constructor(
    private table: LiveTable,
    private game: () => GamePage,
    private put: (lines: string[]) => void, // says something before the answer is known
  ) {
    this.review = new GameReview(table.id);
    this.positions = new Positions(table);
  }

  close = (): void => this.review.close();

  get commands(): Command[] {
    const always: Command[] = [
      ["text.review", "text.review.help", () => this.reviewed(this.storyLines)],
      ["text.moments", "text.moments.help", () => this.reviewed(this.momentLines)],
      ["text.luck", "text.luck.help", () => this.reviewed(this.luckLines)],
      ["text.grades", "text.grades.help", () => this.reviewed(this.figureLines)],
      ["text.learn", "text.learn.help", () => this.reviewed(() => this.ask(0))],
    ];
    if (!this.question) return always;
    const { at } = this.question;
    return [
      ...always,
      ["text.show", "text.show.help", () => this.show()],
      ["text.next", "text.next.help", () => this.ask(at + 1)],
      ["text.end", "text.end.help", () => this.end()],
    ];
  }

  private get view() {
    return this.table.view!;
  }

  private get seat(): number {
    return this.table.ownSeat ?? this.view.you[0] ?? 0;
  }

  private get mistakes(): Entry[] {
    return mistakes(this.review.entries, this.seat);
  }

  /** Lines about the review, which is read, or made, first. */
  private async reviewed(lines: (entries: Entry[]) => string[] | Promise<string[]>): Promise<string[]> {
    const { review } = this;
    const moves = () => Math.max(0, review.entries.length - 1);
    if (!review.isComplete) this.put([say("review.growing", { n: moves(), m: this.view.ply })]);
    await review.read();
    if (review.isComplete) return lines(review.entries);
    return [review.problem?.code ? translate(review.problem.code, review.problem.args) : say("review.stopped", { n: moves() })];
  }

  // ---- What it found

  private moverName = (seat: number | null) => (seat === null ? say("review.deal") : this.table.voice.seatName(seat));
  private percent = (share: number | null) => (share === null ? "…" : say("review.percent", { n: Math.round(100 * share) }));

  private graded = ({ ply, seat, text, judgement }: Entry): string => {
    const start = `${say("review.move", { n: ply })}, ${this.moverName(seat)} ${seat === null ? "" : text}`.trim();
    if (!judgement?.grade) return start;
    return `${start}: ${say(`review.grade.${judgement.grade}`)} ${signed(-judgement.loss)}. ${say("review.better.was", { move: judgement.best })}`;
  };

  /** Why the best move was better, and the line that was to be expected. */
  private why({ judgement }: Entry): string[] {
    const reasons = judgement!.reasons.map((reason) => this.table.voice.sentenceText(reason.text)).join(" ");
    return [reasons, `${say("review.line")}: ${judgement!.line.join(" ")}`].filter(Boolean);
  }

  private async teller(): Promise<StoryTeller> {
    if (!this.positions.isLoaded) await this.positions.read();
    return new StoryTeller(this.table, this.game(), this.positions, this.seat);
  }

  /** The story: the result, the turning points, what was done well, luck and skill. */
  private storyLines = async (entries: Entry[]): Promise<string[]> => {
    const teller = await this.teller();
    return [
      teller.title(),
      ...(await this.momentLines(entries)),
      `${teller.wellTitle()}:`,
      ...teller.well(entries),
      `${say("review.luck")}: ${teller.luck(entries)}`,
    ];
  };

  /** The turning points: what was played, what was better, why, and what would be seen on the board. */
  private momentLines = async (entries: Entry[]): Promise<string[]> => {
    const teller = await this.teller();
    const points = turningPoints(entries, this.seat);
    if (!points.length) return [say("review.turning.none")];
    return points.flatMap((entry, i) => {
      const { where, who, points: gained, played, better, why, said } = teller.tell(entries, entry);
      return [`${say("review.stop", { n: i + 1 })}: ${where}, ${who}, ${signedWhole(gained)}.`, played, `${better} ${why.join(" ")}`, said.join(" ")];
    });
  };

  private luckLines = async (entries: Entry[]): Promise<string[]> => [(await this.teller()).luck(entries)];

  /** The figures for experts: accuracy, where the lead came from, and every move with its code. */
  private figureLines = (entries: Entry[]): string[] => [
    ...this.view.seats.map((_, seat) => `${this.table.voice.seatName(seat)}: ${say("review.accuracy")} ${this.percent(accuracy(entries, seat))}`),
    ...entries.slice(1).map((entry) => {
      const { lead, spread, win } = entry;
      const figures = { lead: signed(lead[this.seat]), spread: formatNumber(spread[this.seat], 1), win: this.percent(win[this.seat]) };
      return `${this.graded(entry)} (${say("text.grades.figures", figures)})`;
    }),
  ];

  // ---- Learning from mistakes

  /** Ask for a better move at a mistake. */
  private async ask(at: number): Promise<string[]> {
    const mistake = this.mistakes[at];
    if (!mistake) return this.end();
    if (!this.positions.isLoaded) await this.positions.read();
    const { moves } = await call("POST /tables/{table}/review/line", { table: this.table.id, body: { ply: mistake.ply, moves: [] } });
    const before = this.positions.at(mistake.ply - 1);
    this.question = { at, view: { ...before, moves, turn: this.seat, you: [this.seat] }, guess: (move) => this.guess(move) };
    return [
      `${say("review.learn.step", { n: at + 1, m: this.mistakes.length })}. ${say("review.move", { n: mistake.ply })}.`,
      say("review.learn.played", { move: mistake.text, n: formatNumber(mistake.judgement!.loss, 1) }),
      `${say("review.learn.find")}. ${say("review.learn.counts")}`,
    ];
  }

  /** The verdict about a move that was typed as the better one. */
  private async guess(move: string): Promise<string[]> {
    const mistake = this.mistakes[this.question!.at];
    const judgement = await call("POST /tables/{table}/review/attempt", { table: this.table.id, body: { ply: mistake.ply, move } });
    const n = formatNumber(judgement.loss, 1);
    if (judgement.grade) return [say(judgement.loss < mistake.judgement!.loss ? "review.learn.almost" : "review.learn.wrong", { move, n })];
    this.found.add(mistake.ply);
    return [say(move === judgement.best ? "review.learn.best" : "review.learn.good", { move }), ...this.why(mistake), this.count()];
  }

  private show(): string[] {
    const mistake = this.mistakes[this.question!.at];
    return [say("review.learn.was", { move: mistake.judgement!.best }), ...this.why(mistake)];
  }

  private end(): string[] {
    this.question = null;
    return [this.count()];
  }

  private count = () => say("review.learn.count", { n: this.found.size, m: this.mistakes.length });
}
