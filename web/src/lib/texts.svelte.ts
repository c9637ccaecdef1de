/**
 * Says everything in the reader's language, from the one catalogue.
 *
 * The page's own texts are typed by their keys; sentences of games and server come as codes and
 * arguments. Numbers and dates go through `Intl`.
 */

import type own from "../words/en.json";

export const LANGUAGES = ["en", "es", "pt-BR"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Key = keyof typeof own;
export type Args = Record<string, unknown>;
type Words = Record<string, string | { one: string; other: string }>;

type Source = () => Promise<{ default: Words }>;

// the page's own words, then those of games and server
const SOURCES: Record<Language, [Source, Source]> = {
  en: [() => import("virtual:words/en"), () => import("virtual:words/en/rest")],
  es: [() => import("virtual:words/es"), () => import("virtual:words/es/rest")],
  "pt-BR": [() => import("virtual:words/pt-BR"), () => import("virtual:words/pt-BR/rest")],
};

let language = $state<Language>("en");
let words = $state.raw<Words>({});
let isWhole = false; // are the words of games and server here too?

export function currentLanguage(): Language {
  return language;
}

/** The language of ours that the browser asks for first. */
export function browserLanguage(): Language {
  for (const wish of navigator.languages) {
    const start = wish.slice(0, 2).toLowerCase();
    const found = LANGUAGES.find((each) => each.slice(0, 2) === start);
    if (found) return found;
  }
  return "en";
}

export async function setLanguage(wish: Language): Promise<void> {
  const parts = await Promise.all(SOURCES[wish].slice(0, isWhole ? 2 : 1).map((load) => load()));
  words = Object.assign({}, ...parts.map((part) => part.default));
  language = wish;
  document.documentElement.lang = wish;
}

/** Get the words of games and server, which the first page can do without. */
export async function readAllWords(): Promise<void> {
  isWhole = true;
  await setLanguage(language);
}

/** A text of the page. */
export function say(key: Key, args: Args = {}): string {
  return translate(`web.${key}`, args);
}

/** Any sentence of the catalogue, for codes that come from elsewhere. */
export function translate(code: string, args: Args = {}): string {
  const sentence = words[code];
  if (sentence === undefined) return code;
  const form = typeof sentence === "string" ? sentence : sentence[args.n === 1 ? "one" : "other"];
  return form.replace(/\{(\w+)\}/g, (_, name: string) => spoken(args[name]));
}

/** A text of the page whose key is put together; null if there is none. */
export function sayIfKnown(key: string, args: Args = {}): string | null {
  return isKnown(`web.${key}`) ? translate(`web.${key}`, args) : null;
}

export function isKnown(code: string): boolean {
  return code in words;
}

function spoken(value: unknown): string {
  if (isSentence(value)) return translate(value.code, value.args);
  return typeof value === "number" ? formatNumber(value) : String(value ?? "");
}

function isSentence(value: unknown): value is { code: string; args?: Args } {
  return typeof value === "object" && value !== null && "code" in value;
}

/** Arguments with seats called by name: the number of a seat means little to a reader. */
export function nameSeats(args: Args, name: (seat: number) => string): Args {
  const named: Args = {};
  for (const [key, value] of Object.entries(args)) {
    if (key === "seat" && typeof value === "number") named[key] = name(value);
    else if (isSentence(value)) named[key] = { ...value, args: nameSeats(value.args ?? {}, name) };
    else named[key] = value;
  }
  if ("seats" in args) {
    named.seats = String(args.seats).replace(/\d+/g, (seat) => name(Number(seat)));
    if ("last" in args) named.last = name(Number(args.last));
  }
  return named;
}

export function formatNumber(value: number, digits = 0): string {
  const isWhole = Number.isInteger(value); // written alike in our languages; `Intl` is slow to wake up
  const text = isWhole ? String(value) : new Intl.NumberFormat(language, { maximumFractionDigits: digits, useGrouping: false }).format(value);
  return text.replace("-", "−");
}

/** A moment: of today by the clock, else by the day too. */
export function formatDate(seconds: number): string {
  const [when, now] = [new Date(seconds * 1000), new Date()];
  const isToday = when.toDateString() === now.toDateString();
  const form: Intl.DateTimeFormatOptions = isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(dateLanguage(), form).format(when);
}

export function formatDay(seconds: number): string {
  return new Intl.DateTimeFormat(dateLanguage(), { dateStyle: "medium" }).format(seconds * 1000);
}

/** The reader's own kind of our language, as en-GB: dates differ more than words. */
function dateLanguage(): string {
  return navigator.languages.find((wish) => wish.slice(0, 2).toLowerCase() === language.slice(0, 2)) ?? language;
}

/** Seconds on a clock: 4:05, and 1:02:00 beyond an hour. */
export function formatClock(seconds: number): string {
  const all = Math.max(0, Math.ceil(seconds));
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
