/** Talk at a table: the words that reached the reader, and saying some. Phrases are codes on the wire. */

import { call } from "../wire/http";
import type { ChatForm, ChatMessageView } from "../wire/messages";
import { connection } from "../wire/socket.svelte";
import { say } from "../words/texts.svelte";

export type Phrase = NonNullable<ChatForm["phrase"]>;

export const PHRASES: Phrase[] = ["hello", "luck", "nice", "oops", "think", "moment", "thanks", "played", "again", "bye"];

const FACE = "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z";

/** Reactions, each with its picture in a square of 24. */
export const REACTIONS: Partial<Record<Phrase, string>> = {
  smile: `${FACE}M9 10h.01M15 10h.01M8.3 14c1 1.6 2.3 2.4 3.7 2.4s2.7-.8 3.7-2.4`,
  laugh: `${FACE}M7.8 10.4 9 9.2l1.2 1.2M13.8 10.4 15 9.2l1.2 1.2M7.8 13.4h8.4c-.5 2.4-2 3.7-4.2 3.7s-3.7-1.3-4.2-3.7z`,
  amazed: `${FACE}M9 9.8h.01M15 9.8h.01M12 13.2a1.8 2 0 1 0 0 4 1.8 2 0 0 0 0-4z`,
  sad: `${FACE}M9 10h.01M15 10h.01M8.6 16.4c.9-1.4 2.1-2 3.4-2s2.5.6 3.4 2`,
  heart: "M12 19.8s-7.6-4.6-7.6-10A4.2 4.2 0 0 1 12 7.2a4.2 4.2 0 0 1 7.6 2.6c0 5.4-7.6 10-7.6 10z",
  thumb: "M7.2 11v9H4v-9zM7.2 11l3.9-7.5c1.4 0 2.3 1 2.1 2.4L12.7 10H18a2 2 0 0 1 2 2.4l-1.2 6a2 2 0 0 1-2 1.6H7.2",
};

export const wordsText = (words: ChatMessageView): string => words.text || say(`talk.phrase.${words.phrase as Phrase}`);

const SHOWN_MS = 7_000; // for which the latest words stand in the status line

export class TableTalk {
  words = $state.raw<ChatMessageView[]>([]);
  writable = $state.raw<string[]>([]); // people who get free text from the reader
  latest = $state.raw<ChatMessageView | null>(null); // said by another person a moment ago
  unread = $state(0);
  private timer = 0;
  private stop: () => void;
  private listeners: ((words: ChatMessageView) => void)[] = [];

  constructor(
    readonly table: string,
    readonly me: () => string,
  ) {
    this.stop = connection.hear(table, (words) => (words ? this.receive(words) : void this.read()));
  }

  /** Call a function with the words of others as they arrive. */
  onWords(listener: (words: ChatMessageView) => void): void {
    this.listeners.push(listener);
  }

  close(): void {
    this.stop();
    clearTimeout(this.timer);
  }

  /** Read all that was said. */
  async read(): Promise<void> {
    try {
      const answer = await call("GET /tables/{table}/words", { table: this.table });
      this.words = answer.words;
      this.writable = answer.writable;
    } catch {
      // the table shows by itself that there is no connection
    }
  }

  async say(form: ChatForm): Promise<void> {
    this.add(await call("POST /tables/{table}/words", { table: this.table, body: form }));
  }

  private receive(words: ChatMessageView): void {
    if (!this.add(words) || words.person === this.me()) return;
    this.unread += 1;
    this.latest = words;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.latest = null), SHOWN_MS) as unknown as number;
    for (const listener of this.listeners) listener(words);
  }

  private add(words: ChatMessageView): boolean {
    if (this.words.some((each) => each.number === words.number)) return false;
    this.words = [...this.words, words].toSorted((a, b) => a.number - b.number);
    return true;
  }
}
