// algorithm.ts: the fair dice of docs/records.md, bit by bit as the server has them. tests/vectors/dice.txt has known
// answers for both.
import { chacha20orig } from "@noble/ciphers/chacha.js";
import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export type Hex = string;

/** The length of a path in the tree, and the number of outcomes that can be opened when they fall. */
const DEPTH = 11;
const LEAVES = 2 ** DEPTH;

const hash = (...parts: (string | Uint8Array)[]): Uint8Array => {
  const sum = blake2b.create({ dkLen: 32 });
  for (const part of parts) sum.update(typeof part === "string" ? utf8ToBytes(part) : part);
  return sum.digest();
};

/** Eight bytes, the least first. */
function numberBytes(n: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(n), true);
  return bytes;
}

export const randomNonce = (): Hex => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));

export const isHex = (text: unknown): text is Hex => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

export const pledgeOf = (seat: number, nonce: Hex): Hex =>
  bytesToHex(hash("apparat nonce 1", Uint8Array.of(seat), hexToBytes(nonce)));

/** The hash of all nonces, with which outcomes are drawn. */
export const hashNonces = (nonces: Hex[]): Hex =>
  bytesToHex(hash("apparat nonces 2", Uint8Array.of(nonces.length), ...nonces.map(hexToBytes)));

const outcomeSecretBytes = (secret: Uint8Array, i: number) => hash("apparat outcome 2", secret, numberBytes(i));
const leaf = (i: number, secret: Uint8Array) => hash("apparat leaf 2", numberBytes(i), secret);
const node = (left: Uint8Array, right: Uint8Array) => hash("apparat node 2", left, right);

export const outcomeSecret = (secret: Hex, i: number): Hex => bytesToHex(outcomeSecretBytes(hexToBytes(secret), i));

/** The rows of the tree over the secrets of the outcomes, from the leaves to the root. */
function rowsOf(secret: Hex): Uint8Array[][] {
  const bytes = hexToBytes(secret);
  const rows = [Array.from({ length: LEAVES }, (_, i) => leaf(i, outcomeSecretBytes(bytes, i)))];
  for (let row = rows[0] ?? []; row.length > 1; row = rows.at(-1) ?? [])
    rows.push(
      Array.from({ length: row.length / 2 }, (_, i) => node(row[2 * i] as Uint8Array, row[2 * i + 1] as Uint8Array)),
    );
  return rows;
}

export const commitmentTo = (secret: Hex): Hex => bytesToHex(rowsOf(secret).at(-1)?.[0] ?? new Uint8Array());

/** The nodes beside the way from an outcome to the root. Only servers and tests need it. */
export const pathOf = (secret: Hex, i: number): Hex[] =>
  rowsOf(secret)
    .slice(0, -1)
    .map((row, level) => bytesToHex(row[(i >> level) ^ 1] as Uint8Array));

/** Returns whether this is the secret of outcome number i under this commitment. */
export function pathFits(commitment: Hex, i: number, secret: Hex, path: Hex[]): boolean {
  if (i >= LEAVES || path.length !== DEPTH || ![secret, ...path].every(isHex)) return false;
  let at = leaf(i, hexToBytes(secret));
  path.forEach((beside, level) => {
    const other = hexToBytes(beside);
    at = (i >> level) & 1 ? node(other, at) : node(at, other);
  });
  return bytesToHex(at) === commitment;
}

/** Returns a number from 0 to n - 1 for outcome i, whose secret is known. */
export function draw(secret: Hex, nonces: Hex, i: number, n: number): number {
  const key = hash("apparat key 2", numberBytes(i), hexToBytes(secret), hexToBytes(nonces));
  const most = 2n ** 64n - (2n ** 64n % BigInt(n));
  for (let block = 0; ; block++) {
    const words = new DataView(chacha20orig(key, numberBytes(i), new Uint8Array(64), undefined, block).buffer);
    for (let at = 0; at < 64; at += 8) {
      const word = words.getBigUint64(at, true);
      if (word < most) return Number(word % BigInt(n));
    }
  }
}

/** The digest of lines, each with its newline. */
export const digestOf = (lines: string[]): Hex => bytesToHex(hash(lines.map((line) => `${line}\n`).join("")));

/** Returns whether a signature is right; null if this browser cannot tell. */
export async function isSigned(key: Hex, signature: string, digest: Hex): Promise<boolean | null> {
  if (!isHex(key) || !/^[0-9a-f]{128}$/.test(signature)) return false;
  try {
    const bytes = (hex: string) => new Uint8Array(hexToBytes(hex));
    const known = await crypto.subtle.importKey("raw", bytes(key), "Ed25519", false, ["verify"]);
    const text = new Uint8Array(utf8ToBytes(`apparat signed ${digest}`));
    return await crypto.subtle.verify("Ed25519", known, bytes(signature), text);
  } catch {
    return null; // pages without https, and older browsers
  }
}

export const OPENED_OUTCOMES = LEAVES;
