/** A Vite plugin that puts the viewer of the API's description beside its page in `public/docs`. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const FILES = ["swagger-ui-bundle.js", "swagger-ui.css"];

export function viewer(): Plugin {
  const { resolve } = createRequire(import.meta.url);
  return {
    name: "viewer",
    apply: "build",
    generateBundle() {
      for (const file of FILES) {
        const source = readFileSync(resolve(`swagger-ui-dist/${file}`));
        this.emitFile({ type: "asset", fileName: `docs/${file}`, source });
      }
    },
  };
}
