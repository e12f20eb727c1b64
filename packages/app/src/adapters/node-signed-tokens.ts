import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedTokens } from '@comptoir/core/kit/signed-tokens.js';

interface SigningKey {
  readonly id: string;
  readonly secret: string;
}

/** Longer texts are not looked at: nothing this platform signs comes near. */
const TOKEN_MAX = 4096;

/**
 * HMAC-SHA256 with the platform's secrets (RFC 7515, 7518 §3.2). A token names its key, so a wrong one costs one comparison. The
 * name tells nothing about the secret. Sealed texts use keys derived from the secret and their purpose.
 */
export function makeSignedTokens(secrets: readonly [string, ...string[]]): SignedTokens {
  const [first] = secrets;
  const signing = signingKeyOf(first);
  const byId = new Map(secrets.map(signingKeyOf).map((key) => [key.id, key]));
  const sealingKeys = new Map<string, readonly [Buffer, ...Buffer[]]>();

  /** Derived once per purpose: there are a handful. */
  const keysFor = (purpose: string): readonly [Buffer, ...Buffer[]] => {
    const [, ...older] = secrets;
    const known = sealingKeys.get(purpose) ?? [sealingKeyOf(first, purpose), ...older.map((secret) => sealingKeyOf(secret, purpose))];
    sealingKeys.set(purpose, known);
    return known;
  };

  return {
    signJwt(claims) {
      const signed = `${encode({ alg: 'HS256', typ: 'JWT', kid: signing.id })}.${encode(claims)}`;
      return `${signed}.${hmac(signing.secret, signed).toString('base64url')}`;
    },
    readJwt(token) {
      const [header, payload, signature, ...rest] = token.length > TOKEN_MAX ? [] : token.split('.');
      if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) return null;
      const key = keyNamedBy(decode(header), byId);
      if (key === undefined || !matches(hmac(key.secret, `${header}.${payload}`), signature)) return null;
      const claims = decode(payload);
      return isRecord(claims) ? claims : null;
    },
    seal(purpose, content) {
      const payload = encode(content);
      const [key] = keysFor(purpose);
      return `${payload}.${hmac(key, payload).toString('base64url')}`;
    },
    unseal(purpose, sealed) {
      const [payload, signature, ...rest] = sealed.length > TOKEN_MAX ? [] : sealed.split('.');
      if (payload === undefined || signature === undefined || rest.length > 0) return undefined;
      return keysFor(purpose).some((key) => matches(hmac(key, payload), signature)) ? decode(payload) : undefined;
    },
  };
}

function signingKeyOf(secret: string): SigningKey {
  return { id: hmac(secret, 'kid').toString('hex').slice(0, 8), secret };
}

function sealingKeyOf(secret: string, purpose: string): Buffer {
  return hmac(secret, `seal ${purpose}`);
}

/** The algorithm is ours to say, never the token's (RFC 8725 §3.1). */
function keyNamedBy(header: unknown, byId: ReadonlyMap<string, SigningKey>): SigningKey | undefined {
  if (!isRecord(header) || header['alg'] !== 'HS256' || (header['typ'] !== undefined && header['typ'] !== 'JWT')) return undefined;
  return typeof header['kid'] === 'string' && header['crit'] === undefined ? byId.get(header['kid']) : undefined;
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}

function matches(expected: Buffer, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url');
  // Only the one canonical spelling: base64url has spare bits and Node reads other alphabets too.
  return given.length === expected.length && timingSafeEqual(given, expected) && given.toString('base64url') === signature;
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
