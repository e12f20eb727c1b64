import { type ConsoleRefusal, readConsoleRefusal } from '../console/console-refusal.js';
import type { AnswerOf, InputOf, ProcedureName } from '../console/wire.js';
import { newIdempotencyKey } from './api.js';

/** The calls the console makes to its own host. */

/** A platform that has not answered in this time is told as not answering. */
const TIMEOUT_MS = 20_000;

/** For calls that wait for somebody else, such as an online shop. */
export const PATIENTLY = { timeoutMs: 300_000 } as const;

interface CallOptions {
  readonly timeoutMs?: number;
}

export type Told<Answer> =
  | { readonly answer: Answer; readonly refusal: null }
  | { readonly answer: null; readonly refusal: ConsoleRefusal };

/** Asks a query. */
export function ask<Name extends ProcedureName>(
  name: Name,
  input: InputOf<Name>,
  options: CallOptions = {},
): Promise<Told<AnswerOf<Name>>> {
  return post(name, input, {}, options);
}

/** A change of which nobody knows whether it was made, because the answer never came. */
let unanswered: { readonly call: string; readonly key: string } | null = null;

/**
 * Makes a change. Tried again after an answer that never came, it goes by the same key, so that it is made once; a secret that was told in
 * the first answer is not in the second.
 */
export async function change<Name extends ProcedureName>(
  name: Name,
  input: InputOf<Name>,
  options: CallOptions = {},
): Promise<Told<AnswerOf<Name>>> {
  const call = `${name} ${JSON.stringify(input)}`;
  const key = unanswered?.call === call ? unanswered.key : newIdempotencyKey();
  unanswered = { call, key };
  const told = await post(name, input, { 'Idempotency-Key': key }, options);
  if (told.refusal?.code !== 'unreachable') unanswered = null;
  return told;
}

async function post<Name extends ProcedureName>(
  name: Name,
  input: InputOf<Name>,
  headers: Readonly<Record<string, string>>,
  { timeoutMs = TIMEOUT_MS }: CallOptions,
): Promise<Told<AnswerOf<Name>>> {
  try {
    const response = await fetch(`/api/rpc/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ json: input }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = await response.json();
    const refusal = readConsoleRefusal({ status: response.status, body, retryAfter: response.headers.get('retry-after') });
    return refusal === null ? { answer: (body as RpcAnswer<AnswerOf<Name>>).result.data.json, refusal } : { answer: null, refusal };
  } catch {
    return { answer: null, refusal: { code: 'unreachable', retryAfterSecs: null } };
  }
}

/** The envelope of an answer, which the host of this page has written by the contract. */
interface RpcAnswer<Answer> {
  readonly result: { readonly data: { readonly json: Answer } };
}
