import { base62Of, randomBase62 } from '../kit/base62.js';
import { crc32 } from '../kit/crc32.js';
import type { Crypto } from '../kit/crypto.js';
import { KEY_PREFIXES, type KeyKind } from './api-key.js';

const ID_LENGTH = 12;
/** 62^43 > 2^256. */
const SECRET_LENGTH = 43;
/** 62^6 > 2^32. */
const CHECKSUM_LENGTH = 6;

const FORM = new RegExp(`^([a-z]+)_([0-9A-Za-z]{${ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH}}_[0-9A-Za-z]{${CHECKSUM_LENGTH}}$`);

/** A new key: `<prefix>_<12 id>_<43 secret>_<6 checksum>` (decisions §4 and §6), and the public id within it. */
export function makeKeyText(kind: KeyKind, crypto: Crypto): { readonly id: string; readonly text: string } {
  const id = randomBase62(crypto, ID_LENGTH);
  const body = `${KEY_PREFIXES[kind]}_${id}_${randomBase62(crypto, SECRET_LENGTH)}`;
  return { id, text: `${body}_${checksumOf(body)}` };
}

/** The public id in a text that has the form of such a key, checksum and all; null otherwise. Says nothing about the secret. */
export function keyIdIn(kind: KeyKind, text: string): string | null {
  const [, prefix, id] = FORM.exec(text) ?? [];
  if (prefix !== KEY_PREFIXES[kind] || id === undefined) return null;
  const lastUnderscore = text.length - CHECKSUM_LENGTH - 1;
  return checksumOf(text.slice(0, lastUnderscore)) === text.slice(lastUnderscore + 1) ? id : null;
}

function checksumOf(body: string): string {
  return base62Of(crc32(body), CHECKSUM_LENGTH);
}
