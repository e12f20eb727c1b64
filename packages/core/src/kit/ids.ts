import type { Clock } from './clock.js';
import type { Crypto } from './crypto.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Characters of a token: 62^22 > 2^130, beyond guessing. */
export const TOKEN_LENGTH = 22;

export interface Ids {
  /** A UUID of version 7 (RFC 9562): sorts by creation time, so it is kind to indexes. Not a secret. */
  uuid(): string;
  /** 22 characters of base 62 (130 bits): an id that is also the right to see what it names. */
  token(): string;
}

/** Ids from a clock and a source of randomness. */
export function makeIds(clock: Clock, crypto: Crypto): Ids {
  return {
    uuid: () => uuidV7(clock.now().getTime(), crypto.randomBytes(10)),
    token: () => base62Token(crypto),
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
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Bytes of 248 and above are thrown away, or the first characters of the alphabet would come up more often than the others. */
function base62Token(crypto: Crypto): string {
  let token = '';
  while (token.length < TOKEN_LENGTH) {
    for (const byte of crypto.randomBytes(TOKEN_LENGTH)) {
      if (byte < 248 && token.length < TOKEN_LENGTH) token += BASE62.charAt(byte % 62);
    }
  }
  return token;
}

/**
 * The number a person calls out: `7` becomes `007`, `1234` stays `1234`. Counted per establishment and service day, so it is
 * short and never unique over time.
 */
export function shortNumber(count: number): string {
  return String(count).padStart(3, '0');
}
