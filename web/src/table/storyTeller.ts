/** Tells the story of a reviewed game in the reader's language: for the page and for the text view. */

import type { BoardView, GamePage, Mark } from "../games";
import { sentencesOf } from "../games/kit/marks";
import { formatNumber, say, translate } from "../words/texts.svelte";
import type { LiveTable } from "./liveTable.svelte";
import type { Positions } from "./positions.svelte";
import { type Entry, pointsOf } from "./review.svelte";
import { luckSentences, merits } from "./story";

const MOST_REASONS = 2; // that are said; the others stay with the figures

/** A move of the game as the story tells it. */
export interface Told {
  where: string; // as "Round 3"
  who: string;
  points: number; // whole, for the seat whose story it is
  played: string; // in words
  better: string; // in a sentence; "" if the move has no grade
  why: string[];
  marks: Mark[];
  said: string[]; // the meanings of the marks
}

export class StoryTeller {
  constructor(
    private readonly table: LiveTable,
    private readonly game: GamePage,
    private readonly positions: Positions,
    readonly seat: number, // whose story it is
  ) {}

  private get isYou(): boolean {
    return this.seat === this.table.ownSeat;
  }

  nameOf = (seat: number): string => (seat === this.table.ownSeat ? say("result.you") : this.table.voice.seatName(seat));

  /** The board before a ply, seen by the seat whose story it is. */
  before(ply: number): BoardView {
    return { ...this.positions.at(Math.max(0, ply - 1)), ply, you: [this.seat] };
  }

  after(ply: number): BoardView {
    return { ...this.positions.at(ply), you: [this.seat] };
  }

  private words(view: BoardView, move: string): string {
    const sentence = this.game.moveWords?.(view, move);
    return sentence ? this.table.voice.sentenceText(sentence) : move;
  }

  /** A move of the review. */
  tell(entries: Entry[], entry: Entry): Told {
    const { ply, judgement } = entry;
    const mover = entry.seat!;
    const view = this.before(ply);
    const state = this.game.headline?.(view, this.table.voice.seatName).state;
    const [form, name] = [mover === this.table.ownSeat ? ("you" as const) : ("name" as const), this.nameOf(mover)];
    const reasons = judgement?.grade ? judgement.reasons.slice(0, MOST_REASONS) : [];
    const marks = judgement?.grade ? together([...judgement.marks, ...reasons.flatMap((reason) => reason.marks)]) : [];
    return {
      where: state ? this.table.voice.sentenceText(state) : say("review.move", { n: ply }),
      who: name,
      points: Math.round(pointsOf(entries, ply, this.seat)),
      played: say(`review.played.${form}`, { name, move: this.words(view, entry.text) }),
      better: judgement?.grade ? say(`review.better.${form}`, { name, move: this.words(view, judgement.best) }) : "",
      why: reasons.map((reason) => this.table.voice.sentenceText(reason.text)),
      marks,
      said: sentencesOf(marks, this.table.voice.sentenceText),
    };
  }

  /** The result: with one opponent against whom, otherwise the place. */
  title(): string {
    const { finish, seats } = this.table.view!;
    if (!finish) return "";
    const scores = finish.scores.map((score) => formatNumber(score));
    const plain = seats.map((_, seat) => `${this.nameOf(seat)} ${scores[seat]}`).join(" · ");
    const place = finish.ranks[this.seat];
    const isShared = finish.ranks.filter((rank) => rank === place).length > 1;
    if (!this.isYou || finish.reason !== "played" || isShared) return plain;
    if (seats.length === 2) {
      const other = 1 - this.seat;
      return say(place === 1 ? "review.story.won" : "review.story.lost", { name: this.nameOf(other), n: scores[this.seat], m: scores[other] });
    }
    return place === 1 ? say("review.story.first", { n: scores[this.seat] }) : say("review.story.place", { place, n: scores[this.seat] });
  }

  /** The others together, as sentences about moves name them. */
  get others(): string {
    return this.table.view!.players === 2 ? this.nameOf(1 - this.seat) : say("review.others");
  }

  luck(entries: Entry[]): string {
    const told = luckSentences(entries, this.seat, { isYou: this.isYou, name: this.nameOf(this.seat), other: this.others });
    return `${told.map(({ code, args }) => translate(code, args)).join("; ")}.`;
  }

  wellTitle(): string {
    return this.isYou ? say("review.well.you") : say("review.well.name", { name: this.nameOf(this.seat) });
  }

  well(entries: Entry[]): string[] {
    const steps = this.positions.steps.flatMap((step) => step.steps);
    return merits(entries, this.seat, this.game.merits?.(steps, this.seat) ?? []).map(this.table.voice.sentenceText);
  }
}

/** Marks of a move and its reasons without what is there twice, and without fog. */
function together(marks: Mark[]): Mark[] {
  const seen = new Set<string>();
  return marks.filter(({ kind, at, to }) => {
    const key = JSON.stringify([kind, at, to]);
    if (kind === "look" || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
