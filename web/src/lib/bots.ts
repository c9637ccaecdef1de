/** The names of the server's bots. */

import { say, sayIfKnown } from "./texts.svelte";

/** The name of a bot at a table. */
export function botName(bot: string): string {
  const level = /^level(\d)$/.exec(bot)?.[1];
  return level ? say("bot.name", { level }) : bot;
}

/** The name of a bot with its strength, for a list to choose from. */
export function botLabel(bot: string): string {
  const about = sayIfKnown(`bot.${bot}`);
  return about ? say("bot.label", { name: botName(bot), about }) : botName(bot);
}
