/** How the page speaks about a game: the names of its seats, and the game's sentences with these names. */

import type { Sentence, Step } from "../games";
import { stepText } from "../games/kit/stepText";
import { isKnown, nameSeats, translate } from "../words/texts.svelte";

export class Voice {
  /** `ownSeat` is the reader's seat, whose steps are told in the second person; null where there is none. */
  constructor(
    private game: () => string,
    readonly seatName: (seat: number) => string,
    private ownSeat: () => number | null = () => null,
  ) {}

  /** Translate a sentence of the game or the server, with seats by name. */
  say = (code: string, args: Record<string, unknown> = {}): string => translate(code, nameSeats(args, this.seatName));

  /** The same for a sentence as a value; text stays as it is. */
  sentenceText = (sentence: Sentence | string): string => (typeof sentence === "string" ? sentence : this.say(sentence.code, sentence.args));

  /** The same beside a board that shows the places: `<code>.shown`, if there is such a sentence. */
  shownText = ({ code, args }: Sentence): string => this.say(isKnown(`${code}.shown`) ? `${code}.shown` : code, args);

  /** The reason of a refusal: the sentence of the rule alone, if a rule is the reason. */
  refusalText = (error: Sentence): string => this.sentenceText((error.args?.rule as Sentence | undefined) ?? error);

  /** The steps of a move or deal, in sentences; in those for a board that shows the places, where there are such. */
  stepTexts = (steps: Step[], isShown = false): string[] => steps.map((step) => stepText(this.game(), step, this.seatName, this.ownSeat(), isShown));
}
