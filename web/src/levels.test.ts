/** A file imports from its own folder and from lower levels; features never import each other. */

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { gameNames } from "./games";

const SOURCE = fileURLToPath(new URL(".", import.meta.url));
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*(["`])(\.[^"`]+)\1/g;
const GLOB = /\bimport\.meta\.glob\b[^(]*\(([^;]*?)\)/gs;

const FEATURES = "home lobby room review mistakes analyse learn puzzles rules people account settings tournaments host notebook".split(" ");

/** The folders from the lowest level; those of one level do not import each other. */
const LEVELS = [
  ["wire", "words"],
  ["games/kit"],
  ["games/text", ...gameNames.map((game) => `games/${game}`)],
  ["games"],
  ["site"],
  ["ui"],
  ["table"],
  FEATURES,
  ["."], // the frame, which puts the features together
];

/** The folder of the table to which a file belongs; "" if the table has none. */
function folderOf(file: string): string {
  const [first, second, third] = file.split("/");
  const folder = second === undefined ? "." : first === "games" && third ? `games/${second}` : first;
  return LEVELS.flat().includes(folder) ? folder : "";
}

const levelOf = (folder: string) => LEVELS.findIndex((level) => level.includes(folder));

/** The files that a pattern names: `*` and `${…}` stand for a name, `**` for folders too. */
function matches(pattern: string): string[] {
  const form = pattern.replace(/[.()+]/g, "\\$&").replace(/\*\*\/|\*|\$\{[^}]*\}/g, (part) => (part === "**/" ? "(?:.*/)?" : "[^/]*"));
  const found = files.filter((file) => new RegExp(`^${form}$`).test(file));
  return found.length ? found : [pattern]; // a file that does not exist has no level
}

/** The imports of a file that the levels forbid. */
function faultsOf(file: string, text: string): string[] {
  const own = folderOf(file);
  const loads = [...text.matchAll(GLOB)].filter((match) => !match[1].includes("?raw")); // others read text
  const globs = loads.flatMap((match) => [...match[1].matchAll(/"(\.[^"]+)"/g)].map((part) => part[1]));
  const named = [...[...text.matchAll(IMPORT)].map((match) => match[2]), ...globs].map((path) => normalize(join(dirname(file), path)));
  const targets = named.flatMap((target) => (/[*$]/.test(target) ? matches(target) : [target]));
  const isAllowed = (folder: string) => folder === own || (folder !== "" && levelOf(folder) < levelOf(own));
  return targets.filter((target) => !isAllowed(folderOf(target.endsWith("games") ? `${target}/index.ts` : target)));
}

const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name))
  .map((entry) => relative(SOURCE, join(entry.parentPath, entry.name)))
  .filter((file) => file !== "levels.test.ts"); // its cases are forbidden

it("has a level for every folder", () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => !folderOf(file))).toEqual([]);
});

it("finds what is forbidden", () => {
  expect(faultsOf("home/Home.svelte", 'import x from "../lobby/Lobby.svelte";')).toEqual(["lobby/Lobby.svelte"]);
  expect(faultsOf("site/head.ts", 'const load = () => import("../table/fair");')).toEqual(["table/fair"]);
  const [one, other] = gameNames;
  expect(faultsOf(`games/${one}/art.ts`, `import { x } from "../${other}/art";`)).toEqual([`games/${other}/art`]);
  expect(faultsOf("games/kit/drag.ts", 'import { loadGame } from "../../games";')).toEqual(["games"]);
  expect(faultsOf("wire/http.ts", 'import { x } from "../nowhere/x";')).toEqual(["nowhere/x"]);
  expect(faultsOf("home/Home.svelte", 'const all = import.meta.glob<Part>("../lobby/*.svelte", { eager: true });')).toContain("lobby/Lobby.svelte");
  expect(faultsOf("site/head.ts", "const load = () => import(`../home/${name}.svelte`);")).toContain("home/Home.svelte");
  expect(faultsOf("ui/x.ts", 'import.meta.glob(["../wire/*.ts", "../table/**/fair.ts"])')).toEqual(["table/fair.ts"]);
  expect(faultsOf("home/Home.svelte", 'import x from "./x"; import y from "../games"; import "../ui/y.css";')).toEqual([]);
});

it.each(files)("%s", (file) => {
  expect(faultsOf(file, readFileSync(join(SOURCE, file), "utf8"))).toEqual([]);
});
