import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { catalogue } from "./catalogue.ts";
import { compressed } from "./compressed.ts";
import { viewer } from "./viewer.ts";
import { worker } from "./worker.ts";

export default defineConfig({
  plugins: [catalogue(), svelte(), viewer(), worker(), compressed()],
  build: {
    outDir: "../src/azulejos/server/page",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the server's policy allows no data: addresses
    reportCompressedSize: true,
    // all that the first page needs in one file: a phone far away pays for every request
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", test: /src[\\/]main\.ts$/ }] } } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
