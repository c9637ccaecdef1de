/** The calls of the HTTP API about tournaments, and what is said of them. */

import { clockText } from "../site/clocks";
import { botName } from "../site/bots";
import { gameName, optionWords } from "../games/names";
import type * as wire from "../wire/messages";
import { formatDate, say } from "../words/texts.svelte";

export const POLL_MS = 3000; // between two looks at a tournament

export const recordsAddress = (id: string) => `/api/v1/tournaments/${id}/records`;

export const tournamentName = ({ name, game, kind }: wire.TournamentSummary) =>
  name || say("tournament.default", { game: gameName(game), kind: say(`tournament.kind.${kind}`) });

const BOT = "bot:"; // with which the id of a built-in bot begins

/** The name of a built-in bot that takes part; "" for a person. */
export const botOf = (person: string) => (person.startsWith(BOT) ? person.slice(BOT.length) : "");

/** The name of a participant. */
export const entrantName = ({ person, name }: { person: string; name: string }) => (botOf(person) ? botName(botOf(person)) : name);

/** The game with its options, in a few words. */
export function tournamentFacts(each: wire.TournamentSummary): string[] {
  return [
    ...(each.name ? [gameName(each.game), say(`tournament.kind.${each.kind}`)] : []),
    ...optionWords(each.game, "", each.options),
    ...(each.kind === "arena" ? [say("tournament.minutes", { n: each.minutes })] : []),
    ...(each.rounds ? [say("tournament.rounds", { n: each.rounds })] : []),
    ...(each.players > 2 ? [say("home.count", { n: each.players })] : []),
    clockText(each.clock),
    say(each.is_rated ? "list.rated" : "list.casual"),
    ...(each.accepts_bots ? [say("tournament.bots")] : []),
  ];
}

const DAY_S = 86_400;

/** Where a tournament is at a time. */
export function tournamentState(each: wire.TournamentSummary, now: number): string {
  if (each.status === "over" || each.status === "closed") return say(`tournament.${each.status}`);
  if (each.status === "open") {
    const left = each.starts_at - now;
    if (left > DAY_S) return say("tournament.date", { date: formatDate(each.starts_at) });
    return left > 0 ? say("tournament.starts", { time: duration(left) }) : say("tournament.soon");
  }
  if (each.ends_at === null) return say("tournament.round", { round: each.round, rounds: each.rounds });
  return each.ends_at > now ? say("tournament.ends", { time: duration(each.ends_at - now) }) : say("tournament.last");
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const parts = hours ? [hours, minutes, rest] : [minutes, rest];
  return parts.map((part, i) => (i ? String(part).padStart(2, "0") : String(part))).join(":");
}
