// Replays a tape (see tape.py) by a WebAssembly module; resolves to where it first computes other bytes, empty if nowhere.
export async function replay(code, entries, tape, base, size) {
    const { instance } = await WebAssembly.instantiate(code);
    const { memory, __heap_base, ...functions } = instance.exports;
    if (__heap_base.value > base) return `its own data reach ${__heap_base.value}`;
    memory.grow(Math.ceil((base + size - memory.buffer.byteLength) / 65536));
    const image = new Uint8Array(memory.buffer, base, size);
    const numbers = new DataView(tape.buffer, tape.byteOffset);
    let at = 0;
    const number = () => numbers.getUint32((at += 4) - 4, true);
    const eachChange = (act) => {
        let isSame = true;
        for (let n = number(); n > 0; n--) {
            const place = number();
            const length = number();
            isSame = act(place, tape.subarray(at, (at += length))) && isSame;
        }
        return isSame;
    };
    const write = (place, data) => (image.set(data, place), true);
    const isThere = (place, data) => data.every((byte, i) => image[place + i] === byte);
    let calls = 0;
    for (let entry = number(); entry; entry = number()) {
        calls += 1;
        const name = entries[entry - 1];
        eachChange(write);
        if (functions[name](base)) return `call ${calls}, ${name}: failed`;
        if (!eachChange(isThere)) return `call ${calls}, ${name}: other bytes`;
    }
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", image));
    return digest.every((byte, i) => byte === tape[at + i]) ? "" : "other bytes elsewhere";
}
