import type { Crypto } from './crypto.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * `length` characters of base 62, each with the same chance. Bytes of 248 and above are thrown away, or the first characters of
 * the alphabet would come up more often than the others.
 */
export function randomBase62(crypto: Crypto, length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62);
    }
  }
  return text;
}

/** A whole number from 0 in base 62, filled up with zeros to `length` characters. */
export function base62Of(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = BASE62.charAt(rest % 62) + text;
  return text.padStart(length, '0');
}
