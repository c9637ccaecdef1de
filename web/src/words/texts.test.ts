import { expect, test } from "vitest";
import { regionalForm } from "./texts.svelte";

test("dates have the reader's regional form", () => {
  expect(regionalForm("en", ["de-DE", "en-GB", "en-US"])).toBe("en-GB");
  expect(regionalForm("pt-BR", ["pt-PT"])).toBe("pt-PT");
  expect(regionalForm("es", ["en-GB"])).toBe("es");
});

test("names of languages that only the system knows are passed over", () => {
  expect(regionalForm("en", ["en-US@posix"])).toBe("en");
  expect(regionalForm("en", ["en_US.UTF-8", "en-AU"])).toBe("en-AU");
});
