import { base64Of, bytesOfBase64 } from '../kit/base64.js';
import { constantTimeEqual } from '../kit/constant-time.js';
import type { Crypto } from '../kit/crypto.js';
import { DomainError } from '../kit/errors.js';

/** Signatures of the Standard Webhooks specification, which both ends of a link put on what they send (decisions §5). */

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** Clocks of the two ends may differ by so much. */
export const TOLERANCE_SECS = 300;
/** A sender that rotates has two or three; more cost time. */
const SIGNATURES_MAX = 10;
const MESSAGE_ID = /^[\x21-\x7e]{1,255}$/;
const TIMESTAMP = /^\d{1,12}$/;

/** What came with a message, as it came; null: nothing, or several. */
export interface Signed {
  readonly id: string | null;
  /** Whole seconds since 1970, as text. */
  readonly timestamp: string | null;
  /** `v1,<base64>`, several separated by spaces. */
  readonly signature: string | null;
  readonly body: string;
}

/** A new secret: `whsec_` and 32 bytes in base 64. */
export function makeSyncSecret(crypto: Pick<Crypto, 'randomBytes'>): string {
  return `${PREFIX}${base64Of(crypto.randomBytes(SECRET_BYTES))}`;
}

/** The headers that go with a message, signed with each of the secrets. */
export function signedHeaders(
  crypto: Pick<Crypto, 'hmacSha256'>,
  secrets: readonly string[],
  { id, body }: { readonly id: string; readonly body: string },
  now: Date,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = secrets.map((secret) => `v1,${signatureOf(crypto, secret, id, timestamp, body)}`).join(' ');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

/**
 * The id of a message that holder of one of the secrets has signed, less than five minutes before or after `now`. Throws `stale_timestamp`,
 * `invalid_signature`. Every signature is compared with every secret, so that the time it takes tells nothing about them.
 */
export function verifiedId(crypto: Pick<Crypto, 'hmacSha256'>, secrets: readonly string[], signed: Signed, now: Date): string {
  const { id, timestamp, signature, body } = signed;
  if (id === null || timestamp === null || signature === null || !MESSAGE_ID.test(id) || !TIMESTAMP.test(timestamp)) throw unsigned();
  const ageSecs = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (Math.abs(ageSecs) > TOLERANCE_SECS) throw new DomainError('stale_timestamp');
  const presented = signature.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []));
  if (presented.length > SIGNATURES_MAX) throw unsigned();
  const expected = secrets.map((secret) => signatureOf(crypto, secret, id, timestamp, body));
  const matches = expected.flatMap((good) => presented.map((one) => constantTimeEqual(good, one)));
  if (!matches.includes(true)) throw unsigned();
  return id;
}

function signatureOf(crypto: Pick<Crypto, 'hmacSha256'>, secret: string, id: string, timestamp: string, body: string): string {
  const key = bytesOfBase64(secret.slice(PREFIX.length));
  if (key === null) throw new Error('A secret of a link is not what one is.');
  return crypto.hmacSha256(key, `${id}.${timestamp}.${body}`);
}

function unsigned(): DomainError {
  return new DomainError('invalid_signature', { message: 'The signature does not fit the message.' });
}
