import { expect, test } from "vitest";
import { LANGUAGES, addWords, regionalForm, translate } from "./texts.svelte";

test("dates have the reader's regional form", () => {
  expect(regionalForm("en", ["de-DE", "en-GB", "en-US"])).toBe("en-GB");
  expect(regionalForm("pt-BR", ["pt-PT"])).toBe("pt-PT");
  expect(regionalForm("es", ["en-GB"])).toBe("es");
});

test("names of languages that only the system knows are passed over", () => {
  expect(regionalForm("en", ["en-US@posix"])).toBe("en");
  expect(regionalForm("en", ["en_US.UTF-8", "en-AU"])).toBe("en-AU");
});

test("a seat is said by its name, with a preposition where a language needs one", () => {
  addWords({ "dice.stop": "{seat:The} stops beside the field {due:of}.", "games.seat.of": "de {name}", "seat.the": "seat {number}" });
  expect(translate("dice.stop", { seat: "Inês", due: "Rui" })).toBe("Inês stops beside the field de Rui.");
  expect(translate("dice.stop", { seat: 0, due: "" })).toBe("seat 0 stops beside the field de .");
});

test("plural forms are those of the library", () => {
  const isOne = (language: string, number: number) => new Intl.PluralRules(language).select(number) === "one";
  const cases = LANGUAGES.flatMap((language) => [0, 1, 1.5, 2, 1_000_000].map((number) => [language, number] as const));
  expect(cases.filter(([language, number]) => isOne(language, number))).toEqual([["en", 1], ["es", 1], ["pt-BR", 0], ["pt-BR", 1], ["pt-BR", 1.5]]);
});
