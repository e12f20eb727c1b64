import { randomBase62 } from './base62.js';
import type { Clock } from './clock.js';
import type { Crypto } from './crypto.js';

/** Characters of a token: 62^22 > 2^130, beyond guessing. */
export const TOKEN_LENGTH = 22;

export interface Ids {
  /** A UUID of version 7 (RFC 9562): sorts by creation time, so it is kind to indexes. Not a secret. */
  uuid(): string;
  /** 22 characters of base 62 (130 bits): an id that is also the right to see what it names. */
  token(): string;
}

/** Of a UUID, and of how many they are drawn at once. */
const RANDOM_BYTES = 10;
const POOLED = 64;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Ids from a clock and a source of randomness. */
export function makeIds(clock: Clock, crypto: Crypto): Ids {
  let pool: Uint8Array = new Uint8Array(0);

  /** Drawn for many at once: to draw takes longer than all the rest. */
  function randomPart(): Uint8Array {
    if (pool.length === 0) pool = crypto.randomBytes(RANDOM_BYTES * POOLED);
    const part = pool.subarray(0, RANDOM_BYTES);
    pool = pool.subarray(RANDOM_BYTES);
    return part;
  }

  return {
    uuid: () => uuidV7(clock.now().getTime(), randomPart()),
    token: () => randomBase62(crypto, TOKEN_LENGTH),
  };
}

function uuidV7(unixMs: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16);
  let rest = unixMs;
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes.set(random, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  let hex = '';
  for (const byte of bytes) hex += HEX[byte];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * The number a person calls out: `7` becomes `007`, `1234` stays `1234`. Counted per establishment and service day, so it is
 * short and never unique over time.
 */
export function shortNumber(count: number): string {
  return String(count).padStart(3, '0');
}
