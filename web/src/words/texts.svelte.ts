/**
 * The catalogue of texts in the reader's language, and numbers and dates in its form.
 *
 * The page's own texts have typed keys; sentences of games and of the server come as codes and
 * arguments.
 */

import type { Key } from "./keys";

export type { Key };

export const LANGUAGES = ["en", "es", "pt-BR"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Args = Record<string, unknown>;
/** A sentence that counts: a form for each plural category of CLDR that it distinguishes, as in the library. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
export type Words = Record<string, string | Forms>;

type Source = () => Promise<{ default: Words }>;

// the texts that the first page needs, then the others
const SOURCES: Record<Language, [Source, Source]> = {
  en: [() => import("virtual:words/en"), () => import("virtual:words/en/rest")],
  es: [() => import("virtual:words/es"), () => import("virtual:words/es/rest")],
  "pt-BR": [() => import("virtual:words/pt-BR"), () => import("virtual:words/pt-BR/rest")],
};

let language = $state<Language>("en");
let words = $state.raw<Words>({});
let added: Words = {}; // of games that are not part of the page
let hasAll = false; // whether the second part of the words was asked for

export function currentLanguage(): Language {
  return language;
}

/** The first of the browser's languages that the page has. */
export function browserLanguage(): Language {
  for (const wish of navigator.languages) {
    const start = wish.slice(0, 2).toLowerCase();
    const found = LANGUAGES.find((each) => each.slice(0, 2) === start);
    if (found) return found;
  }
  return "en";
}

export async function setLanguage(wish: Language): Promise<void> {
  const parts = await Promise.all(SOURCES[wish].slice(0, hasAll ? 2 : 1).map((load) => load()));
  words = Object.assign({}, ...parts.map((part) => part.default), added);
  language = wish;
  document.documentElement.lang = wish;
}

/** Load the words of games and server, which the first page does not need. */
export async function readAllWords(): Promise<void> {
  hasAll = true;
  await setLanguage(language);
}

/** Add the words of a game that is not part of the page. */
export function addWords(more: Words): void {
  added = { ...added, ...more };
  words = { ...words, ...more };
}

/** A text of the page. */
export function say(key: Key, args: Args = {}): string {
  return translate(`web.${key}`, args);
}

/** Any sentence of the catalogue by its code; the code itself if there is none. */
export function translate(code: string, args: Args = {}): string {
  return translateIn(1, code, args);
}

/**
 * A sentence inside another with a number: one that counts nothing itself agrees with that number.
 * Steps count with `count`, other sentences with `n`.
 */
function translateIn(outer: unknown, code: string, args: Args): string {
  const sentence = words[code];
  if (sentence === undefined) return code;
  const number = args.count ?? args.n ?? outer;
  const form = typeof sentence === "string" ? sentence : pluralForm(sentence, number, language);
  return form.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, seat?: string) => (seat ? seatText(args[name], seat) : argumentText(args[name], number)));
}

const pluralRules = new Map<Language, Intl.PluralRules>();

/** The form of a sentence for a number. */
export function pluralForm(forms: Forms, number: unknown, plain: Language): string {
  const rules = pluralRules.get(plain) ?? new Intl.PluralRules(plain);
  pluralRules.set(plain, rules); // making them is slow
  return (typeof number === "number" ? forms[rules.select(number)] : null) ?? forms.other;
}

/** The names of seats where no people sit; they have forms of their own. */
const STAND_INS = ["you", "other"] as const;

/** A seat in a form of the library's sentences: by its name, which may need a preposition, or by its number. */
function seatText(value: unknown, form: string): string {
  const code = form.toLowerCase() as "the" | "of" | "own" | "to" | "bare";
  if (typeof value === "number") return translate(`seat.${code}`, { number: value });
  const name = String(value ?? "");
  const who = STAND_INS.find((each) => say(`study.${each}`) === name);
  if (!who) return translateIfKnown(`games.seat.${code}`, { name }) ?? name;
  const text = say(`study.${who}.${code}`);
  return form === code ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text of the page whose key is computed; null if there is none. */
export function sayIfKnown(key: string, args: Args = {}): string | null {
  return translateIfKnown(`web.${key}`, args);
}

/** A sentence whose code is computed; null if there is none. */
export function translateIfKnown(code: string, args: Args = {}): string | null {
  return isKnown(code) ? translate(code, args) : null;
}

export function isKnown(code: string): boolean {
  return code in words;
}

function argumentText(value: unknown, number: unknown): string {
  if (Array.isArray(value)) return value.map((each) => argumentText(each, 1)).join("; ");
  if (isSentence(value)) return translateIn(number, value.code, value.args ?? {});
  return typeof value === "number" ? formatNumber(value) : String(value ?? "");
}

function isSentence(value: unknown): value is { code: string; args?: Args } {
  return typeof value === "object" && value !== null && "code" in value;
}

/** Arguments with the number of a seat replaced by its name, inside sentences too. */
export function nameSeats(args: Args, name: (seat: number) => string): Args {
  const named: Args = {};
  for (const [key, value] of Object.entries(args)) {
    if ((key === "seat" || key === "due") && typeof value === "number") named[key] = name(value);
    else if (Array.isArray(value)) named[key] = value.map((each) => nameSeats({ each }, name).each);
    else if (isSentence(value)) named[key] = { ...value, args: nameSeats(value.args ?? {}, name) };
    else named[key] = value;
  }
  return named;
}

/** Names as a list in the reader's language: "Ann and Ben". */
export function joinNames(names: string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}

export function formatNumber(value: number, digits = 0): string {
  const isWhole = Number.isInteger(value); // the same in all our languages; the first use of `Intl` is slow
  const text = isWhole ? String(value) : new Intl.NumberFormat(language, { maximumFractionDigits: digits, useGrouping: false }).format(value);
  return text.replace("-", "−");
}

/** A time: of today by the clock, otherwise with the day. */
export function formatDate(seconds: number): string {
  const [when, now] = [new Date(seconds * 1000), new Date()];
  const isToday = when.toDateString() === now.toDateString();
  const form: Intl.DateTimeFormatOptions = isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(dateLanguage(), form).format(when);
}

export function formatDay(seconds: number): string {
  return new Intl.DateTimeFormat(dateLanguage(), { dateStyle: "medium" }).format(seconds * 1000);
}

/** The reader's regional form of the page's language, as en-GB, because dates differ by region. */
function dateLanguage(): string {
  return regionalForm(language, navigator.languages);
}

/** The first of some wishes that is a form of a language; the language itself if none is. */
export function regionalForm(plain: Language, wishes: readonly string[]): string {
  const isForm = (wish: string) => wish.slice(0, 2).toLowerCase() === plain.slice(0, 2) && isLocale(wish);
  return wishes.find(isForm) ?? plain;
}

/** Whether `Intl` takes a name; browsers also have those of the system, as `en-US@posix`. */
function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}

/** Seconds as on a clock: 4:05, or 1:02:00 from an hour on. */
export function formatClock(seconds: number): string {
  const all = Math.max(0, Math.ceil(seconds));
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
