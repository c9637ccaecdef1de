/** A Vite plugin that writes the service worker, with a version that is the digest of the build's files. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const SOURCE = resolve(import.meta.dirname, "src", "worker.js");
const FIXED = ["/", "/start.js", "/favicon.svg"]; // of the shell, besides the built files that the document names

/** The files without which the page does not open: the built document names them all. */
export function shellOf(document: string): string[] {
  const named = [...document.matchAll(/"(\/assets\/[^"]+)"/g)].map((match) => match[1]);
  for (const kind of [".js", ".css"]) if (!named.some((name) => name.endsWith(kind))) throw new Error(`the built document names no file *${kind}`);
  return [...FIXED, ...new Set(named)];
}

export function worker(): Plugin {
  return {
    name: "worker",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const document = bundle["index.html"];
        if (document?.type !== "asset") throw new Error("there is no index.html");
        const shell = JSON.stringify(shellOf(String(document.source)));
        const version = createHash("sha256").update(Object.keys(bundle).toSorted().join()).digest("hex").slice(0, 12);
        const text = readFileSync(SOURCE, "utf8").replace("__VERSION__", version).replace('["__SHELL__"]', shell);
        this.emitFile({ type: "asset", fileName: "sw.js", source: text });
      },
    },
  };
}
