/** A Vite plugin that writes the service worker, with a version that is the digest of the build's files. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const SOURCE = resolve(import.meta.dirname, "src", "worker.js");
const FIXED = ["/", "/start.js", "/favicon.svg"]; // of the shell, besides what the document names

export function worker(): Plugin {
  return {
    name: "worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const names = Object.keys(bundle).toSorted();
      const first = Object.values(bundle).filter((each) => each.type === "chunk" && each.isEntry);
      const styles = names.filter((name) => name.endsWith(".css") && name.includes("index"));
      const shell = [...FIXED, ...first.map((each) => `/${each.fileName}`), ...styles.map((name) => `/${name}`)];
      const version = createHash("sha256").update(names.join()).digest("hex").slice(0, 12);
      const text = readFileSync(SOURCE, "utf8").replace("__VERSION__", version).replace('["__SHELL__"]', JSON.stringify(shell));
      this.emitFile({ type: "asset", fileName: "sw.js", source: text });
    },
  };
}
