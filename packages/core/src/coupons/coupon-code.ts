import type { Crypto } from '../kit/crypto.js';

/** Without what is confused when it is read aloud or printed small: 0 and O, 1, I and L, U and V. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Of 30 letters each: 58 bits, so that ten thousand codes cannot be found by trying. */
const LETTERS = 12;
const GROUP = 4;

/** Bytes from here on would make some letters likelier than others. */
const FAIR_MAX = 256 - (256 % ALPHABET.length);

/** A code that nobody can guess: `PREFIX-7KQ2-M9XD-4TWB`, or without the prefix. */
export function randomCouponCode(crypto: Crypto, prefix: string): string {
  let letters = '';
  while (letters.length < LETTERS) {
    const fair = [...crypto.randomBytes(LETTERS * 2)].filter((byte) => byte < FAIR_MAX);
    letters += fair.map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  }
  const groups = letters.slice(0, LETTERS).match(new RegExp(`.{${GROUP}}`, 'g')) ?? [];
  return [...(prefix === '' ? [] : [prefix]), ...groups].join('-');
}
