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
const FIRST_FILES = ["site", "ui", "home"]; // of the page: what the first page needs
const FIRST_CODES = /^[^.]+\.(name|about|credit|custom|edition|option|style)\b/; // of games: what the first page needs

type Sentences = Record<string, unknown>;

const readSentences = (file: string): [string, unknown][] => Object.entries(JSON.parse(readFileSync(file, "utf8")) as Sentences);

/** The files of a language in the folders named `words` of the library and of games. */
function gameFiles(language: string): string[] {
  return [LIBRARY, join(WEB, "src", "games")].flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name === "words")
      .map((entry) => join(entry.parentPath, entry.name, `${language}.json`)),
  );
}

function readWords(name: string): { words: Sentences; files: string[] } {
  const [language, part] = name.split("/");
  const isWanted = (isFirst: boolean) => isFirst === (part !== "rest");
  const own = readdirSync(join(OWN, language)).filter((file) => isWanted(FIRST_FILES.includes(basename(file, ".json"))));
  const ownFiles = own.map((file) => join(OWN, language, file));
  const files = gameFiles(language);
  const words = Object.fromEntries([
    ...files.flatMap(readSentences).filter(([code]) => !UNUSED.test(code) && isWanted(FIRST_CODES.test(code))),
    ...ownFiles.flatMap(readSentences).map(([key, sentence]) => [`web.${key}`, sentence]),
  ]);
  return { words, files: [...files, ...ownFiles] };
}

// The documents' mark of a gap of the rulebooks, in words for people.
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
