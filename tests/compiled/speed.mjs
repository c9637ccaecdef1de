// node speed.mjs MODULE: prints the module's compressed size. With TAPE ENTRIES BASE SIZE: the seconds of processor time that the calls
// of the tape (see tape.py) take, and the seconds from the module's bytes to the end of the first round of them.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const [file, tapeFile, entries, base, size] = process.argv.slice(2);
const ROUNDS = 60; // in the last third, the engine has optimised what takes long

async function measure() {
    const tape = readFileSync(tapeFile);
    const code = readFileSync(file);
    const names = JSON.parse(entries);
    const start = performance.now();
    const { exports } = (await WebAssembly.instantiate(code)).instance;
    exports.memory.grow(Math.ceil((Number(base) + Number(size) - exports.memory.buffer.byteLength) / 65536));
    const image = new Uint8Array(exports.memory.buffer, Number(base), Number(size));
    const seconds = [];
    let first = 0;
    for (let round = 0; round < ROUNDS; round++) {
        let [at, spent] = [0, 0];
        const number = () => tape.readUInt32LE((at += 4) - 4);
        image.fill(0);
        for (let entry = number(); entry; entry = number()) {
            for (let side = 0; side < 2; side++) {
                for (let n = number(); n > 0; n--) {
                    const [place, length] = [number(), number()];
                    image.set(tape.subarray(at, (at += length)), place);
                }
                if (side) continue;
                const before = process.cpuUsage().user;
                exports[names[entry - 1]](Number(base));
                spent += process.cpuUsage().user - before;
            }
        }
        first ||= performance.now() - start;
        seconds.push(spent / 1e6);
    }
    const last = seconds.slice(-ROUNDS / 3).sort((a, b) => a - b);
    return JSON.stringify({ first: first / 1000, later: last[ROUNDS / 6] });
}

console.log(tapeFile ? await measure() : brotliCompressSync(readFileSync(file)).length);
