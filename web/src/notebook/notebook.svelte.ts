/**
 * The board for notebooks: an anywidget module, built by itself (`vite.notebook.config.ts`).
 *
 * Python has the game (`azulejos/notebook.py`) and sends what is shown; this module sends what the
 * reader does: `play`, `back`, and `explain`, which is answered.
 */

import { mount, unmount } from "svelte";
import type { Explanation } from "../games";
import { loadGame } from "../games";
import { readAllWords, setLanguage, type Language } from "../words/texts.svelte";
import NotebookBoard, { type Shown } from "./NotebookBoard.svelte";
import "../games/kit/palette.css";
import "../site/tokens.css";

/** The part of anywidget's model that is used. */
interface Model {
  get(name: "shown"): Shown;
  get(name: "language"): Language;
  on(event: string, call: (message: never) => void): void;
  off(event: string, call: (message: never) => void): void;
  send(message: object): void;
}

let questions = 0;

async function render({ model, el }: { model: Model; el: HTMLElement }): Promise<() => void> {
  await setLanguage(model.get("language"));
  await readAllWords();
  const waiting = new Map<number, (answer: Explanation) => void>();
  const props = $state({
    game: await loadGame(model.get("shown").view.game),
    shown: model.get("shown"),
    request: (move: string) =>
      new Promise<Explanation>((answer) => {
        waiting.set((questions += 1), answer);
        model.send({ type: "explain", id: questions, move });
      }),
    onplay: (move: string) => model.send({ type: "play", move }),
    onback: () => model.send({ type: "back" }),
  });
  const show = () => (props.shown = model.get("shown"));
  const answer = ({ id, explanation }: { id: number; explanation: Explanation }) => {
    waiting.get(id)?.(explanation);
    waiting.delete(id);
  };
  model.on("change:shown", show);
  model.on("msg:custom", answer);
  const board = mount(NotebookBoard, { target: el, props });
  return () => {
    model.off("change:shown", show);
    model.off("msg:custom", answer);
    void unmount(board);
  };
}

export default { render };
