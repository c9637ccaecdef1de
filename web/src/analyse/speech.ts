/** How the analysis page speaks about a game: names of seats, and sentences with them. */

import type { BoardSettings, Sentence, Step } from "../games";
import { stepText } from "../games/kit/stepText";
import { boardSettings } from "../table/boardSettings";
import type { PositionView } from "../wire/messages";
import { isKnown, joinNames, nameSeats, say, translate } from "../words/texts.svelte";

const CATALOGUE = { translate, isKnown, joinNames };

export class Speech {
  constructor(
    private game: () => string,
    private names: () => string[], // of the seats that have one
  ) {}

  seatName = (seat: number): string => this.names()[seat] || say("seat.unnamed", { number: seat + 1 });

  /** Translate a sentence, with seats by name. */
  say = (code: string, args: Record<string, unknown> = {}): string => translate(code, nameSeats(args, this.seatName));

  sentenceText = (sentence: Sentence | string): string =>
    typeof sentence === "string" ? sentence : this.say(sentence.code, sentence.args);

  /** What a move or deal does, in sentences. */
  stepTexts = (steps: Step[]): string[] => steps.map((step) => stepText(this.game(), step, CATALOGUE, this.seatName));

  /** How a game ended. */
  result = (view: PositionView): string => {
    const winners = view.shares.flatMap((share, seat) => (share > 0 ? [this.seatName(seat)] : []));
    return say(winners.length === 1 ? "analyse.wins" : "analyse.wins.shared", { names: joinNames(winners) });
  };

  get boardSettings(): BoardSettings {
    return boardSettings(this.game());
  }
}
