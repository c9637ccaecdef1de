import { expect, test } from "vitest";
import { addWords, pluralForm, regionalForm, translate, type Language } from "./texts.svelte";

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

test("where no people sit, seats have forms of their own", () => {
  addWords({ "dice.need": "{seat:The} needs it, {seat:of}.", "web.study.other": "Opponent" });
  addWords({ "web.study.other.the": "your opponent", "web.study.other.of": "of your opponent" });
  expect(translate("dice.need", { seat: "Opponent" })).toBe("Your opponent needs it, of your opponent.");
});

test.each<[Language, number[], number[]]>([
  ["en", [1, -1], []],
  ["es", [1, -1], [1_000_000, 3_000_000]],
  ["pt-BR", [0, 0.5, 1, -1, 1.5], [1_000_000, 3_000_000]],
])("plural forms in %s are those of the library", (language, ones, manys) => {
  const forms = { one: "one", many: "many", other: "other" };
  for (const number of [0, 0.5, 1, -1, 1.5, 2, 17, 1_000_000, 1_000_001, 3_000_000]) {
    const category = ones.includes(number) ? "one" : manys.includes(number) ? "many" : "other";
    expect(pluralForm(forms, number, language), `${number}`).toBe(category);
  }
  expect(pluralForm(forms, "1", language)).toBe("other");
  expect(pluralForm({ other: "other" }, 1, language)).toBe("other");
});
