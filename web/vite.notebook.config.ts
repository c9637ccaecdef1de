import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { catalogue } from "./catalogue.ts";

/** The board for notebooks: one module and one style sheet, inside the folder of the page. */
export default defineConfig({
  plugins: [catalogue(), svelte()],
  publicDir: false,
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: {
    outDir: "../src/azulejos/server/page/notebook",
    emptyOutDir: true,
    target: "es2022",
    lib: { entry: "src/notebook/notebook.svelte.ts", formats: ["es"], fileName: () => "board.js", cssFileName: "board" },
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
