/** The names of the server's bots: each level has a few, for tables at which it has several seats. */

import { say, sayIfKnown } from "./texts.svelte";

const NAMES: Record<string, string[]> = {
  level1: ["Tomé", "Lia", "Rui"],
  level2: ["Amália", "Nico", "Bia"],
  level3: ["Zé", "Rita", "Caio"],
  level4: ["Inês", "Davi", "Marta"],
  level5: ["Duarte", "Noa", "Elsa"],
  level6: ["Graça", "Ivo", "Alma"],
  level7: ["Rosa", "Hugo", "Vera"],
  level8: ["Leonor", "Otto", "Mara"],
  adaptive: ["Eco"],
};

/** The name of a bot; `twin` is the number of bots of the same level that sit before it. */
export const botName = (bot: string, twin = 0) => NAMES[bot]?.[twin % NAMES[bot].length] ?? bot;

/** The names of a list of bots at one table, where no two are called the same. */
export const botNames = (bots: string[]) =>
  bots.map((bot, i) => botName(bot, bots.slice(0, i).filter((other) => other === bot).length));

/** "level 3"; nothing for a bot without a level. */
export function botLevel(bot: string): string {
  const level = /^level(\d)$/.exec(bot)?.[1];
  return level ? say("bot.level", { level }) : "";
}

/** How a bot plays: its level, and a word for it. */
export function botStrength(bot: string): string {
  const about = sayIfKnown(`bot.${bot}`);
  return about ? say("bot.strength", { level: botLevel(bot), about }) : botLevel(bot);
}
