import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signatures of calls between servers, as Standard Webhooks specifies them: `v1,<base64 HMAC-SHA256 of id.timestamp.body>`. */
export interface SignedCall {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: string;
  /** Several, separated by spaces, while a key is being replaced. */
  readonly signature: string;
}

/** How far the clocks of sender and receiver may be apart, and how long a call may be under way. */
export const SIGNATURE_TOLERANCE_SECS = 300;

export function signCall(key: Buffer, id: string, body: string, now: Date): SignedCall {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { id, timestamp, signature: signatureOf(key, id, timestamp, body) };
}

/** True when one of the keys has signed exactly this, within the tolerance. */
export function isSigned(keys: readonly Buffer[], { id, timestamp, signature }: SignedCall, body: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > SIGNATURE_TOLERANCE_SECS) return false;
  const given = signature.split(' ', 10).map((one) => Buffer.from(one));
  return keys.some((key) => {
    const expected = Buffer.from(signatureOf(key, id, timestamp, body));
    return given.some((bytes) => bytes.length === expected.length && timingSafeEqual(bytes, expected));
  });
}

function signatureOf(key: Buffer, id: string, timestamp: string, body: string): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')}`;
}
