/** The commands of the text view of a table on the server, besides those of the game: clocks, hints, talk, ratings, and the review of a finished game. */

import type { GamePage } from "../games";
import { sentencesOf } from "../games/kit/marks";
import { secondsLeft } from "../site/now.svelte";
import type { LiveTable } from "../table/liveTable.svelte";
import { ReviewText } from "../table/reviewText.svelte";
import { PHRASES, wordsText, type TableTalk } from "../table/talk.svelte";
import type { Answer, Command } from "../table/commands.svelte";
import { hintLines } from "../table/hints";
import type { Hint, ChatMessageView } from "../wire/messages";
import { formatClock, formatNumber, say } from "../words/texts.svelte";
import { changeLine, tellRatings } from "./ratingText";

export class RoomText {
  private readonly view = $derived.by(() => this.table.view!);
  private readonly review = $derived.by(() => (this.table.isOver ? new ReviewText(this.table, this.game, this.put) : null));

  /** `talk` is null where nobody can talk; `put` says something unasked. */
  constructor(
    private table: LiveTable,
    private game: () => GamePage,
    private talk: TableTalk | null,
    private put: (lines: string[]) => void,
  ) {
    talk?.onWords((spoken) => put([this.wordsLine(spoken)]));
  }

  close = (): void => this.review?.close();

  get question() {
    return this.review?.question ?? null;
  }

  get commands(): Command[] {
    const { review, view } = this;
    const talk: Command[] = [["text.talk", "text.talk.help", this.listTalk]];
    const rating: Command[] = [["text.rating", "text.rating.help", this.tellRatings]];
    const hints: Command[] = [
      ["text.hint", "text.hint.help", () => this.hint("look")],
      ["text.hint.move", "text.hint.move.help", () => this.hint("move")],
      ["text.hint.why", "text.hint.why.help", () => this.hint("why")],
    ];
    return [
      ["text.clock", "text.clock.help", this.listClocks],
      ...(this.talk ? talk : []),
      ...(view.can_hint ? hints : []),
      ...(review && view.is_rated ? rating : []),
      ...(review?.commands ?? []),
    ];
  }

  /** Say the phrase whose number was typed. */
  answerText = (plain: string): Answer | null => {
    const start = `${say("text.say")} `;
    const number = this.talk && plain.startsWith(start) ? Number(plain.slice(start.length)) : 0;
    return number ? this.speak(number) : null;
  };

  private listClocks = (): string[] => {
    if (this.view.clock.kind === "none") return [say("clock.none")];
    return this.view.seats.map((_, seat) => `${this.table.voice.seatName(seat)}: ${formatClock(secondsLeft(this.view, seat) ?? 0)}`);
  };

  private async hint(depth: Hint["depth"]): Promise<string[]> {
    const given = await this.table.hint(depth);
    if (!given) return [];
    const { sentenceText } = this.table.voice;
    const marks = given.why ? given.why.reasons.flatMap((reason) => reason.marks) : (given.play ?? given.look).marks;
    const win = given.why ? [say("hint.win", { n: formatNumber(100 * given.why.win, 0) })] : [];
    const typed = given.move ? [say("text.typed", { move: given.move })] : [];
    return [...hintLines(given, sentenceText), ...sentencesOf(marks, sentenceText), ...typed, ...win];
  }

  private tellRatings = async (): Promise<string[]> => {
    const told = await tellRatings(this.table);
    return told ? [...told.changes.map((each) => changeLine(this.table, each)), ...told.lines] : [];
  };

  // ---- Talk

  private phrases = () =>
    say("text.say.help", { say: say("text.say"), phrases: PHRASES.map((phrase, i) => `${i + 1} ${say(`talk.phrase.${phrase}`)}`).join(" · ") });

  private wordsLine = (spoken: ChatMessageView): string => {
    const seat = this.view.seats.findIndex((each) => each.person === spoken.person);
    return say("talk.line", { name: seat < 0 ? "–" : this.table.voice.seatName(seat), words: wordsText(spoken) });
  };

  private listTalk = async (): Promise<string[]> => {
    await this.talk!.read();
    return [...this.talk!.words.map(this.wordsLine), this.phrases()];
  };

  private async speak(number: number): Promise<string[]> {
    const phrase = PHRASES[number - 1];
    if (!phrase) return [this.phrases()];
    await this.talk!.say({ phrase }).catch(() => {});
    return this.talk!.words.slice(-1).map(this.wordsLine);
  }
}
