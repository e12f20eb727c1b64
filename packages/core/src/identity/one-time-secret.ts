import type { Crypto } from '../kit/crypto.js';

/** Bytes of the secret in a link (decisions §6). */
const SECRET_BYTES = 32;

/** A secret that nobody can guess, and the hash it is stored as. */
export function makeOneTimeSecret(crypto: Crypto): { readonly secret: string; readonly hash: string } {
  const secret = Array.from(crypto.randomBytes(SECRET_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { secret, hash: crypto.sha256(secret) };
}
