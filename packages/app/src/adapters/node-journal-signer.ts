import { createECDH, createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import type { JournalSigner } from '@comptoir/core/journal/journal-signer.js';

interface JournalKey {
  readonly keyId: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: Readonly<Record<string, string>>;
}

const CURVE = { crv: 'P-256', kty: 'EC' } as const;
/** The order of the curve, as bytes that compare. */
const ORDER = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');

/**
 * Keys of the fiscal journal that come from the platform's secrets (HKDF, RFC 5869), so that every process of an installation has the same and none is
 * kept anywhere: the first signs, all verify.
 */
export function makeJournalSigner(secrets: readonly [string, ...string[]]): JournalSigner {
  const [first, ...older] = secrets;
  const signing = journalKeyOf(first);
  const known = new Map([signing, ...older.map(journalKeyOf)].map((key) => [key.keyId, key]));
  return {
    keyId: signing.keyId,
    sign: (text) => sign('sha256', Buffer.from(text, 'utf8'), { key: signing.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
    verify: verifyingBy(new Map([...known].map(([keyId, { publicKey }]) => [keyId, publicKey]))),
    publicKeys: () => [...known.values()].map(({ keyId, jwk }) => ({ keyId, jwk })),
  };
}

/** Verifies by public keys alone, for what was signed somewhere else. Throws when one is not of the curve. */
export function makeJournalVerifier(keys: ReturnType<JournalSigner['publicKeys']>): Pick<JournalSigner, 'verify'> {
  return { verify: verifyingBy(new Map(keys.map(({ keyId, jwk }) => [keyId, createPublicKey({ key: { ...jwk }, format: 'jwk' })]))) };
}

function verifyingBy(keys: ReadonlyMap<string, KeyObject>): JournalSigner['verify'] {
  return (keyId, text, signature) => {
    const key = keys.get(keyId);
    if (key === undefined) return null;
    const bytes = Buffer.from(signature, 'base64url');
    // Only the one canonical spelling: base64url has spare bits and Node reads other alphabets too.
    if (bytes.length !== 64 || bytes.toString('base64url') !== signature) return false;
    return verify('sha256', Buffer.from(text, 'utf8'), { key, dsaEncoding: 'ieee-p1363' }, bytes);
  };
}

function journalKeyOf(secret: string): JournalKey {
  const ecdh = createECDH('prime256v1');
  const scalar = scalarOf(secret);
  ecdh.setPrivateKey(scalar);
  const bytes = ecdh.getPublicKey();
  const [x, y] = [bytes.subarray(1, 33).toString('base64url'), bytes.subarray(33).toString('base64url')];
  const jwk = { ...CURVE, x, y };
  const keyId = createHash('sha256')
    .update(JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x, y }))
    .digest('base64url');
  return {
    keyId,
    jwk,
    privateKey: createPrivateKey({ key: { ...jwk, d: scalar.toString('base64url') }, format: 'jwk' }),
    publicKey: createPublicKey({ key: jwk, format: 'jwk' }),
  };
}

/** A number below the order of the curve and not 0: the first of the derived ones that is. */
function scalarOf(secret: string): Buffer {
  for (let attempt = 0; ; attempt += 1) {
    const scalar = Buffer.from(hkdfSync('sha256', secret, '', `comptoir journal ${attempt}`, 32));
    if (scalar.compare(ORDER) < 0 && !scalar.equals(Buffer.alloc(32))) return scalar;
  }
}
