/** How far the server's bots are ready: after its first start it compiles them for its machine. */

import { call } from "../wire/http";
import type { PreparationAnswer, ServerAnswer } from "../wire/messages";
import { readServerInfo } from "./serverInfo";
import { currentLanguage } from "../words/texts.svelte";

const POLL_MS = 1000;

let preparations = $state.raw<Record<string, PreparationAnswer>>({}); // by game, as last heard

/** Ask the server again and again until all bots are ready; returns a function that ends it. */
export function watchPreparation(): () => void {
  let timer = 0;
  let isOver = false;
  async function ask(request: Promise<ServerAnswer>): Promise<void> {
    const answer = await request.catch(() => null);
    if (answer) preparations = Object.fromEntries(answer.games.map((game) => [game.name, game.preparation]));
    const isReady = answer?.games.every((game) => game.preparation.is_ready);
    if (!isOver && !isReady) timer = window.setTimeout(() => ask(call("GET /server", { query: { language: currentLanguage() } })), POLL_MS);
  }
  ask(readServerInfo());
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** How much is ready, in percent; null when all bots of all games can play. */
export function percentReady(): number | null {
  const games = Object.values(preparations);
  return games.every((game) => game.is_ready) ? null : percent(games);
}

/** How much of a game is ready, in percent; null when a bot can play it. */
export function percentReadyFor(game: string, bot: string): number | null {
  const preparation = preparations[game];
  return !preparation || preparation.bots.includes(bot) ? null : percent([preparation]);
}

function percent(games: PreparationAnswer[]): number {
  const sum = (numbers: number[]) => numbers.reduce((sofar, each) => sofar + each, 0);
  return Math.floor((100 * sum(games.map((game) => game.done))) / sum(games.map((game) => game.total)));
}
