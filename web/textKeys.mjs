/**
 * The strings that the page's sources can say, for the test of unused texts: `node textKeys.mjs FOLDER` prints them as JSON.
 *
 * `literals` are the strings of each file. `made` are the values of templates whose variable parts have types with a known
 * list of values. `open` are the other templates, with `*` for a part that may be any string.
 */

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import { svelte2tsx } from "svelte2tsx";
import ts from "typescript";

const WEB = import.meta.dirname;
const FOLDER = resolve(process.argv[2] ?? join(WEB, "src"));
const shim = (name) => createRequire(import.meta.url).resolve(`svelte2tsx/${name}.d.ts`);

const files = readdirSync(FOLDER, { recursive: true })
    .filter((name) => /\.(ts|svelte)$/.test(name) && !name.includes(".test."))
    .map((name) => join(FOLDER, name));
const components = new Map(
    files
        .filter((file) => file.endsWith(".svelte"))
        .map((file) => [`${file}.tsx`, svelte2tsx(readFileSync(file, "utf8"), { filename: file, isTsFile: true, mode: "ts", version: "5" }).code]),
);

/** The program of all sources; components as the TypeScript that checks them. */
function makeProgram() {
    const config = ts.readConfigFile(join(WEB, "tsconfig.json"), ts.sys.readFile).config;
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, WEB);
    const host = ts.createCompilerHost(options);
    const { fileExists, readFile, getSourceFile } = host;
    host.fileExists = (path) => components.has(path) || fileExists(path);
    host.readFile = (path) => components.get(path) ?? readFile(path);
    host.getSourceFile = (path, ...rest) =>
        components.has(path) ? ts.createSourceFile(path, components.get(path), rest[0], true, ts.ScriptKind.TSX) : getSourceFile(path, ...rest);
    const roots = [...components.keys(), ...files.filter((file) => file.endsWith(".ts")), shim("svelte-shims-v4"), shim("svelte-jsx-v4")];
    return ts.createProgram(roots, { ...options, jsx: ts.JsxEmit.Preserve }, host);
}

const program = makeProgram();
const checker = program.getTypeChecker();
const found = { literals: {}, made: [], open: [] };

/** The values of a type, as text; null if it may have any. */
function valuesOf(type) {
    if (type.isStringLiteral() || type.isNumberLiteral()) return [String(type.value)];
    if (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) return [];
    if (type.isUnion()) {
        const parts = type.types.map(valuesOf);
        return parts.includes(null) ? null : parts.flat();
    }
    const wider = type.isTypeParameter() ? checker.getBaseConstraintOfType(type) : undefined;
    return wider ? valuesOf(wider) : null;
}

function readTemplate(node) {
    const parts = node.templateSpans.map(({ expression, literal }) => [valuesOf(checker.getTypeAtLocation(expression)), literal.text]);
    const texts = parts.reduce((begun, [values, text]) => begun.flatMap((each) => (values ?? ["*"]).map((value) => each + value + text)), [node.head.text]);
    found[parts.some(([values]) => !values) ? "open" : "made"].push(...texts);
}

function read(node, strings) {
    if (ts.isStringLiteralLike(node)) strings.push(node.text);
    if (ts.isTemplateExpression(node)) readTemplate(node);
    ts.forEachChild(node, (child) => read(child, strings));
}

for (const source of program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(FOLDER))) {
    const name = relative(FOLDER, source.fileName).replace(/\.svelte\.tsx$/, ".svelte");
    read(source, (found.literals[name] = []));
}
process.stdout.write(JSON.stringify(found));
