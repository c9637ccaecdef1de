/**
 * A Vite plugin that collects the catalogue of texts, and the rules, when the page is built.
 *
 * `virtual:words/<language>` has the texts that the first page needs: the page's own, under keys with
 * `web.` before them, and the names and options of games. `virtual:words/<language>/rest` has the
 * other sentences of the games' folders, and those of the library and the server that reach the page.
 * `virtual:rules/<language>` has the rules as HTML.
 */

import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { marked } from "marked";
import type { Plugin } from "vite";

const WEB = dirname(fileURLToPath(import.meta.url));
const LIBRARY = resolve(WEB, "..", "src", "azulejos");
const OWN = join(WEB, "src", "words");
const WORDS = "virtual:words/";
const RULES = "virtual:rules/";
const UNUSED = /^(admin|assistant|backup|call|cli|client|database|engine|match|picture|settings|status)\.|\.picture\./; // never reach the page
const LATER = /^(account|analyse|challenge|drill|event|fair|friends|habits|invite|keys|leaders|learn(?!\.title)|log|mail|moderation|offer|own|passkeys|path|privacy|profile|push|puzzle|rating|replay|review|talk|text|tournament|vacation|waiting|warning)\./; // of the page: what the first page does not need
const FIRST = /^[^.]+\.(name|about|credit|custom|edition|option|style)\b/; // of games: what the first page needs

// The page has the names of players where the library has "seat 0", so the word "seat" is removed.
const SEATS: [RegExp, string][] = [
  [/\b(al asiento|ao assento) \{(seat|due)\}/g, "a {$2}"],
  [/\b(del asiento|do assento) \{(seat|due)\}/g, "de {$2}"],
  [/\b(el asiento|asiento|seat|o assento|assento) \{(seat|due)(s?)\}/gi, "{$2$3}"],
  [/\b(los asientos|seats|os assentos) \{seats\}/gi, "{seats}"],
];

/** The folders named `words` of the library and of the page. */
function folders(): string[] {
  return [LIBRARY, join(WEB, "src")].flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory() && basename(entry.name) === "words")
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}

function readWords(name: string): { words: Record<string, unknown>; files: string[] } {
  const [language, part] = name.split("/");
  const words: Record<string, unknown> = {};
  const files = folders().map((folder) => join(folder, `${language}.json`));
  for (const file of files) {
    const isOwn = dirname(file) === OWN;
    for (const [code, sentence] of Object.entries(JSON.parse(readFileSync(file, "utf8")) as object)) {
      const isFirst = isOwn ? !LATER.test(code) : FIRST.test(code);
      const isUsed = isOwn || !UNUSED.test(code);
      if (isUsed && isFirst === (part !== "rest")) words[isOwn ? `web.${code}` : code] = sentence;
    }
  }
  return { words: nameSeats(words), files };
}

function nameSeats(words: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(words);
  return JSON.parse(SEATS.reduce((sofar, [seat, name]) => sofar.replace(seat, name), text));
}

// What the documents mark as a gap of the rulebooks, in words for people.
const GAPS: Record<string, [string, string]> = {
  en: ["gap", "Our ruling:"],
  es: ["laguna", "Decisión nuestra:"],
  "pt-BR": ["lacuna", "Decisão nossa:"],
};

/** The rules in a language as HTML, by game: the sections of the document, named in their headings. */
function readRules(language: string): { sections: Record<string, string>; file: string } {
  const name = language === "en" ? "rules.md" : `rules.${language}.md`;
  const file = resolve(WEB, "..", "docs", name);
  const [mark, ruling] = GAPS[language];
  const document = readFileSync(file, "utf8").replaceAll(` (${mark})**`, `** *${ruling}*`).replaceAll(`**(${mark})**`, `*${ruling}*`);
  const parts = document.split(/^## /m);
  const sections: Record<string, string> = {};
  for (const part of parts.slice(1)) {
    const [heading, ...rest] = part.split("\n");
    const text = rest.join("\n").replace(/^### /gm, "## "); // the page has a title of its own
    sections[heading.trim().toLowerCase()] = marked.parse(text, { async: false });
  }
  return { sections, file };
}

export function catalogue(): Plugin {
  return {
    name: "azulejos-catalogue",
    resolveId(id) {
      return id.startsWith(WORDS) || id.startsWith(RULES) ? `\0${id}` : undefined;
    },
    // The head of the document names the chunk of each language, so that `start.js` can preload one.
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((each) => each.type === "chunk");
        return chunks.flatMap((chunk) => {
          const [, language] = chunk.facadeModuleId?.split(`\0${WORDS}`) ?? [];
          const attrs = { name: `words-${language}`, content: `/${chunk.fileName}` };
          return language && !language.includes("/") ? [{ tag: "meta", attrs, injectTo: "head-prepend" as const }] : [];
        });
      },
    },
    load(id) {
      if (id.startsWith(`\0${WORDS}`)) {
        const { words, files } = readWords(id.slice(WORDS.length + 1));
        files.forEach((file) => this.addWatchFile(file));
        return `export default ${JSON.stringify(words)}`;
      }
      if (id.startsWith(`\0${RULES}`)) {
        const { sections, file } = readRules(id.slice(RULES.length + 1));
        this.addWatchFile(file);
        return `export default ${JSON.stringify(sections)}`;
      }
      return undefined;
    },
  };
}
