/** The commands of a text view. */

import { expect, test } from "vitest";
import { textGame } from "../games/text/textGame";
import { addWords } from "../words/texts.svelte";
import { Commands, type Answer } from "./commands.svelte";
import { Voice } from "./voice";

addWords({
  "games.command.position": "position",
  "games.command.moves": "moves",
  "games.moves.list": "Legal: {moves}.",
  "games.list": "{first}, {rest}",
  "web.text.help": "help",
  "web.text.last": "last",
  "web.text.unknown": "Unknown; try {help}.",
});

const view = { game: "race", players: 2, ply: 3, you: [0], turn: 0, position: {}, moves: ["a1", "b2"] };
const played: string[] = [];
const answerText = (plain: string): Answer | null => (plain === "yes" ? ["Done."] : null);
const commands = new Commands(() => ({
  game: textGame("race"),
  voice: new Voice(
    () => "race",
    (seat) => `Seat ${seat}`,
  ),
  view,
  own: [["text.last", "text.last.help", () => ["Nobody has moved."]]],
  answerText,
  playTyped: (move) => void played.push(move),
}));

async function answerTo(command: string): Promise<string[]> {
  const before = commands.entries.length;
  await commands.run(command);
  return commands.entries.slice(before).flatMap(({ lines }) => lines);
}

test("commands of the game and of the page are answered, also in capitals", async () => {
  expect(await answerTo("moves")).toEqual(["Legal: a1, b2."]);
  expect(await answerTo("LAST")).toEqual(["Nobody has moved."]);
  expect(await answerTo("yes")).toEqual(["Done."]);
});

test("other text is a move", async () => {
  expect(await answerTo("B 2")).toEqual([]);
  expect(played).toEqual(["b2"]);
});
