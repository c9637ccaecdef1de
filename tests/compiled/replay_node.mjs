// node replay_node.mjs MODULE TAPE ENTRIES BASE SIZE: prints where the module first computes other bytes than the tape has.
import { readFileSync } from "node:fs";
import { replay } from "./replay.mjs";

const [module, tape, entries, base, size] = process.argv.slice(2);
console.log(await replay(readFileSync(module), JSON.parse(entries), new Uint8Array(readFileSync(tape)), Number(base), Number(size)));
