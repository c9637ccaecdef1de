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
const UNUSED = /^(cli|engine|match|settings|database)\.|\.fault\.|\.picture\.|\.form\.deal$/; // never reach the page
const FIRST = /^[^.]+\.(name|about|credit|custom|edition|option)\b/; // of games: what the first page needs

// The page has the names of players where the library has "seat 0", so the word "seat" is removed.
const SEATS: [RegExp, string][] = [
  [/\b(al asiento) \{seat\}/g, "a {seat}"],
  [/\b(el asiento|asiento|seat|o lugar|lugar) \{seat(s?)\}/gi, "{seat$2}"],
  [/\b(los asientos|seats|os lugares) \{seats\}/gi, "{seats}"],
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
      const isFirst = isOwn || FIRST.test(code);
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

/** The rules in a language as HTML, by game: the sections of the document, named in their headings. */
function readRules(language: string): { sections: Record<string, string>; file: string } {
  const name = language === "en" ? "rules.md" : `rules.${language}.md`;
  const file = resolve(WEB, "..", "docs", name);
  const parts = readFileSync(file, "utf8").split(/^## /m);
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
