/** A Vite plugin that writes every script and style of the build a second time, compressed with Brotli as small as it gets. */

import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSED = /^assets\/.*\.(css|js)$/;

export function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (!COMPRESSED.test(file.fileName)) continue;
          const source = brotliCompressSync(file.type === "chunk" ? file.code : file.source);
          this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source });
        }
      },
    },
  };
}
