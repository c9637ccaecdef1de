/** What this server offers: its games with their options, and its bots. */

import { gameNames } from "../games";
import { fetchOffer } from "./api";
import type { ServerAnswer } from "./messages";
import { addWords, currentLanguage } from "./texts.svelte";

export type Offer = ServerAnswer;

const requests = new Map<string, Promise<Offer>>(); // by language, as the words of games have one

/** The server's offer, requested once for each language; after a failure the next call tries again. */
export function readOffer(): Promise<Offer> {
  const language = currentLanguage();
  let request = requests.get(language);
  if (!request) {
    request = fetchOffer(language);
    requests.set(language, request);
    request.then(
      ({ games }) => games.forEach((game) => game.words && addWords(game.words)),
      () => requests.delete(language),
    );
  }
  return request;
}

/** The games that can be played here: those of the page first, then others that the server has. */
export function offeredGames(offer: Offer | null): string[] {
  const others = offer?.games.map((game) => game.name).filter((name) => !gameNames.includes(name)) ?? [];
  return [...gameNames, ...others];
}
