import { type Refusal, readRefusal } from '../manage/refusal.js';

/** The calls the platform's pages make to their own host. */

/** A platform that has not answered in this time is told as not answering. */
const TIMEOUT_MS = 20_000;

/** Makes a mutation (`auth.login`); null when it was done. What it answered is not looked at. */
export function callRpc(procedure: string, input: Readonly<Record<string, unknown>> = {}): Promise<Refusal | null> {
  return post(`/api/rpc/${procedure}`, { json: input });
}

/** Accepts the invite of a link and signs in; null when it was done. */
export function acceptInvite(answer: {
  readonly d: string;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}): Promise<Refusal | null> {
  return post('/api/auth/manage-invite-accept', answer);
}

async function post(address: string, body: unknown): Promise<Refusal | null> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer: unknown = response.ok ? null : await response.json().catch(() => null);
    return readRefusal({ status: response.status, body: answer, retryAfter: response.headers.get('retry-after') });
  } catch {
    return readRefusal({ status: null, body: null, retryAfter: null });
  }
}
