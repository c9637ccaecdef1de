/**
 * The commands of a text view: those of the game and those of the page. What is no command is read as a move. Answers,
 * and what happened, become entries, and each is announced.
 */

import { untrack } from "svelte";
import type { BoardView, GamePage } from "../games";
import { notationExample } from "../games/names";
import { announce } from "../site/announcer.svelte";
import { problemText } from "../ui/problemText";
import { say, translate, type Key } from "../words/texts.svelte";
import type { Voice } from "./voice";

const MAX_ENTRIES = 200; // older ones are forgotten

export type Answer = string[] | Promise<string[]> | void; // nothing where what happens is said anyway
export type Command = [word: Key, help: Key, answer: () => Answer];

export interface Entry {
  id: number;
  command: string; // "" for what happened
  lines: string[];
}

/** The table that the commands are about. */
export interface Subject {
  game: GamePage;
  voice: Voice;
  view: BoardView;
  own: Command[]; // of the page
  /** The answer to a text, in small letters and as it was typed, that is no command; null to one that may be a move. */
  answerText?: (plain: string, text: string) => Answer | null;
  playTyped: (move: string) => Answer;
}

export class Commands {
  entries = $state.raw<Entry[]>([]); // from the oldest
  private count = 0;
  private readonly own = $derived.by((): Command[] => [...this.subject().own, ["text.help", "text.help.help", () => this.listCommands()]]);
  /** The words of all commands. */
  readonly words = $derived.by(() => [...this.subject().game.commands.map(({ code }) => translate(code)), ...this.own.map(([word]) => say(word))]);

  constructor(private subject: () => Subject) {}

  /** Add an entry; an effect that does so does not depend on the others. */
  put = (command: string, lines: string[]): void => {
    const before = untrack(() => this.entries).slice(-MAX_ENTRIES);
    this.entries = [...before, { id: this.count++, command, lines }];
    announce(lines.join(" "));
  };

  /** Answer a command, or play the move that a text is; a failure is an answer too. */
  run = async (command: string): Promise<void> => {
    try {
      const lines = await this.answer(command.trim());
      if (lines?.length) this.put(command, lines);
    } catch (reason) {
      this.put(command, [problemText(reason)]);
    }
  };

  private answer(text: string): Answer {
    const { game, view, voice, answerText, playTyped } = this.subject();
    const plain = text.toLowerCase();
    const own = this.own.find(([word]) => say(word).toLowerCase() === plain);
    if (own) return own[2]();
    const asked = game.commands.find(({ code }) => translate(code) === plain.replace(/\s\d$/, ""));
    if (asked) return asked.answer(view, this.seatIn(plain), voice.seatName).map(voice.sentenceText);
    const answered = answerText ? answerText(plain, text) : null;
    if (answered !== null) return answered;
    const move = game.parseTyped(text, view, voice.say);
    return move === null ? [say("text.unknown", { help: say("text.help") })] : playTyped(move);
  }

  /** The seat whose number ends a command; without one, the reader's that is to move, or their first. */
  private seatIn(plain: string): number {
    const { turn, you, players } = this.subject().view;
    const number = Number(/\s(\d)$/.exec(plain)?.[1] ?? 0);
    if (number >= 1 && number <= players) return number - 1;
    return turn !== null && you.includes(turn) ? turn : (you[0] ?? 0);
  }

  private listCommands(): string[] {
    const { game, view } = this.subject();
    return [
      ...game.commands.map(({ code, help }) => `${translate(code)}: ${translate(help)}`),
      ...this.own.map(([word, help]) => `${say(word)}: ${say(help)}`),
      say("text.type", { example: notationExample(game, view) }),
    ];
  }
}
