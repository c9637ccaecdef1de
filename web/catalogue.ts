/**
 * The one catalogue of texts, put together when the page is built.
 *
 * Two parts hold every sentence that the page may have to say. `virtual:words/<language>` are its
 * own, which the first page needs; they get `web.` before their keys, so that they meet no code of
 * the server. `virtual:words/<language>/rest` are those of the games' folders, and those of the
 * library and the server that reach a reader of the page.
 */

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { marked } from "marked";
import type { Plugin } from "vite";

const WEB = dirname(fileURLToPath(import.meta.url));
const HOUSE = resolve(WEB, "..", "src", "azulejos");
const OWN = join(WEB, "src", "words");
const WORDS = "virtual:words/";
const RULES = "virtual:rules/";
const UNSEEN = /^(cli|engine|match|settings|database)\.|\.fault\.|\.picture\.|\.form\.deal$/; // never reach the page

// The page calls seats by the names of those who sit there, so their sentences need no "seat".
const SEATS: [RegExp, string][] = [
  [/\b(al asiento) \{seat\}/g, "a {seat}"],
  [/\b(el asiento|asiento|seat|o lugar|lugar) \{seat\}/gi, "{seat}"],
  [/\b(los asientos|seats|os lugares) \{seats\}/gi, "{seats}"],
];

/** The folders that hold words, those of the page last. */
function folders(): string[] {
  const roots = [HOUSE, join(WEB, "src"), join(WEB, "src", "games")];
  const rooms = roots.flatMap((root) =>
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => (entry.name === "words" ? root : join(root, entry.name))),
  );
  return [...new Set(rooms)].map((room) => join(room, "words"));
}

function readWords(name: string): { words: Record<string, unknown>; files: string[] } {
  const [language, part] = name.split("/");
  const words: Record<string, unknown> = {};
  const files: string[] = [];
  for (const folder of folders().filter((each) => (each === OWN) === (part !== "rest"))) {
    const file = join(folder, `${language}.json`);
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch {
      continue; // most folders have no words
    }
    files.push(file);
    for (const [code, sentence] of Object.entries(JSON.parse(text) as object)) {
      if (folder === OWN) words[`web.${code}`] = sentence;
      else if (!UNSEEN.test(code)) words[code] = sentence;
    }
  }
  return { words: nameSeats(words), files };
}

function nameSeats(words: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(words);
  return JSON.parse(SEATS.reduce((sofar, [seat, name]) => sofar.replace(seat, name), text));
}

/** The rules of a language as HTML, a section for each game, by the name in its heading. */
function readRules(language: string): { sections: Record<string, string>; file: string } {
  const name = language === "en" ? "rules.md" : `rules.${language}.md`;
  const file = resolve(WEB, "..", "docs", name);
  const parts = readFileSync(file, "utf8").split(/^## /m);
  const sections: Record<string, string> = {};
  for (const part of parts.slice(1)) {
    const [heading, ...rest] = part.split("\n");
    const text = rest.join("\n").replace(/^### /gm, "## "); // the page has the title itself
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
    // The head names the chunk of each language, so that `start.js` can ask for the reader's at once.
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
