/** The server's bots: opponents with a name, each of whom has a few for tables at which it has several seats, and levels. */

import type { OpponentAnswer, TableForm } from "../wire/messages";
import { say, sayIfKnown, translate } from "../words/texts.svelte";

const NAMES: Record<string, string[]> = {
  tome: ["Tomé", "Lia", "Rui"],
  amalia: ["Amália", "Nico", "Bia"],
  ze: ["Zé", "Rita", "Caio"],
  ines: ["Inês", "Davi", "Marta"],
  duarte: ["Duarte", "Noa", "Elsa"],
  graca: ["Graça", "Ivo", "Alma"],
  rosa: ["Rosa", "Hugo", "Vera"],
  leonor: ["Leonor", "Otto", "Mara"],
  eco: ["Eco", "Iris", "Teo"],
  adaptive: ["Eco"],
};

/** Those of whom each has a face, from the weakest; the last one adapts. */
export const OPPONENTS = Object.keys(NAMES).filter((name) => name !== "adaptive");

const levelOf = (bot: string) => /^level(\d)$/.exec(bot)?.[1];

/** The name of a bot; `twin` is the number of the same bots that sit before it. */
export function botName(bot: string, twin = 0): string {
  const level = levelOf(bot);
  const name = level ? say("bot.named", { level }) : (NAMES[bot]?.[twin % NAMES[bot].length] ?? bot);
  return level && twin ? say("bot.numbered", { name, number: twin + 1 }) : name;
}

/** The bot whose face a seat shows; nothing for people and for levels. */
export const faceOf = (bot: string): string => (OPPONENTS.includes(bot) ? bot : "");

/** The names of a list of bots at one table, where no two are called the same. */
export const botNames = (bots: string[]) => bots.map((bot, i) => botName(bot, bots.slice(0, i).filter((other) => other === bot).length));

/** How a bot plays: a word for a level, a sentence for an opponent; nothing for others. */
export function botStyle(game: string, bot: string, style = ""): string {
  return style ? translate(`${game}.style.${style}`) : (sayIfKnown(`bot.${bot}`) ?? "");
}

/** A game's opponents as the server describes them; until it has, their names alone. */
export const opponentsOf = (offered: OpponentAnswer[] | undefined): OpponentAnswer[] => offered ?? OPPONENTS.map((name) => ({ name, rating: null, style: "" }));

/** The seat of a bot at a new table. */
export function botSeat(bot: string): TableForm["seats"][number] {
  const level = levelOf(bot);
  return level ? { kind: "bot", level: Number(level) } : { kind: "bot", bot };
}
