/** The server's offer: its games with their options, and its bots. */

import { call } from "../wire/http";
import { gameNames } from "../games";
import type { ServerAnswer } from "../wire/messages";
import { addWords, currentLanguage } from "../words/texts.svelte";

export type ServerInfo = ServerAnswer;

const requests = new Map<string, Promise<ServerInfo>>(); // by language, as the words of games have one

/** The server's offer, requested once for each language; after a failure the next call tries again. */
export function readServerInfo(): Promise<ServerInfo> {
  const language = currentLanguage();
  let request = requests.get(language);
  if (!request) {
    request = call("GET /server", { query: { language } });
    requests.set(language, request);
    request.then(
      ({ games }) => games.forEach((game) => game.words && addWords(game.words)),
      () => requests.delete(language),
    );
  }
  return request;
}

/** The games that can be played here: those of the page first, then others that the server has. */
export function offeredGames(serverInfo: ServerInfo | null): string[] {
  const others = serverInfo?.games.map((game) => game.name).filter((name) => !gameNames.includes(name)) ?? [];
  return [...gameNames, ...others];
}
