/**
 * SHA-256 (FIPS 180-4). Browsers offer it on secure origins only, and a home network has no https.
 */

const PRIMES = [...primes(64)];
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

function* primes(count: number): Generator<number> {
  for (let n = 2; count; n++) {
    let isPrime = true;
    for (let i = 2; i * i <= n; i++) isPrime &&= n % i !== 0;
    if (isPrime) {
      count--;
      yield n;
    }
  }
}

/** The first 32 bits of the fractional part of a number. */
function fraction(x: number): number {
  return ((x % 1) * 2 ** 32) | 0;
}

const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** The hash of some bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  bytes.forEach((byte, i) => padded.setUint8(i, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 4, bytes.length * 8);
  let hash = START;
  for (let block = 0; block < padded.byteLength; block += 64) hash = compress(hash, padded, block);
  const result = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => result.setInt32(4 * i, word));
  return new Uint8Array(result.buffer);
}

function compress(hash: number[], data: DataView, block: number): number[] {
  const words = Array.from({ length: 16 }, (_, i) => data.getInt32(block + 4 * i));
  for (let i = 16; i < 64; i++) {
    const [x, y] = [words[i - 15], words[i - 2]];
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    words.push((words[i - 16] + s0 + words[i - 7] + s1) | 0);
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + hash[i]) | 0);
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
