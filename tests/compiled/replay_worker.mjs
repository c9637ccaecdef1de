// A worker of a page: answers where a module first computes other bytes than a tape has.
import { replay } from "./replay.mjs";

const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());

onmessage = async ({ data: { module, tape, entries, base, size } }) => {
    try {
        postMessage(await replay(await bytes(module), entries, await bytes(tape), base, size));
    } catch (error) {
        postMessage(String(error));
    }
};
