import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { createSecureContext, rootCertificates } from 'node:tls';
import { ACME_ERROR, AcmeInterrupted, type AcmeProblem, problemOf, unreachable } from './acme-problem.js';

/** As acme-client reads an answer. */
export interface AcmeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed where it is JSON, else text. */
  readonly data: unknown;
}

export interface AcmeConnection {
  /** Throws `AcmeProblem` for every refusal but a bad nonce, whose sender tries again; `AcmeInterrupted` when the process stops. */
  send(url: string, method: string, body: unknown): Promise<AcmeAnswer>;
  /** A nonce that an earlier answer brought (RFC 8555 §6.5); undefined: ask for one. Each is handed out once. */
  takeNonce(): string | undefined;
  /** What the last answer asked for (RFC 8555 §7.5.1); null when it asked for nothing. */
  lastRetryAfterSecs(): number | null;
}

const REQUEST_TIMEOUT_MS = 10_000;
/** A chain of certificates has some kilobytes. */
const ANSWER_BYTES_MAX = 262_144;
const NONCES_KEPT = 16;
/** Even where a third of all nonces is refused, one request in half a million meets this. */
export const BAD_NONCES_MAX = 10;

/** Kept-alive connections to directories, for the life of the process. `ca` is trusted beside the usual authorities. */
export function makeAcmeAgent(ca: string | null): Agent {
  // Made once: reading all authorities costs more than a handshake, and would be done for each.
  const secureContext = ca === null ? undefined : createSecureContext({ ca: [...rootCertificates, ca] });
  return new Agent({ keepAlive: true, maxSockets: 32, ...(secureContext !== undefined && { secureContext }) });
}

/** A conversation with one directory. */
export function makeAcmeConnection(agent: Agent, stopping: AbortSignal): AcmeConnection {
  const nonces: string[] = [];
  let retryAfterSecs: number | null = null;
  let badNonces = 0;

  function refuse(answer: AcmeAnswer): AcmeProblem | null {
    const problem = answer.status < 400 ? null : problemOf(answer.data, answer.status, retryAfterSecs);
    const isBadNonce = problem?.type === `${ACME_ERROR}badNonce`;
    badNonces = isBadNonce ? badNonces + 1 : 0;
    // The nonce of such an answer is for the sender's next try.
    if (isBadNonce && badNonces <= BAD_NONCES_MAX) return null;
    const nonce = answer.headers['replay-nonce'];
    if (nonce !== undefined && nonces.length < NONCES_KEPT) nonces.push(nonce);
    return problem;
  }

  return {
    async send(url, method, body) {
      const answer = await exchange(agent, stopping, url, method, body);
      retryAfterSecs = retryAfterOf(answer.headers['retry-after'], new Date());
      // A HEAD is made for the nonce that it brings.
      const problem = method.toUpperCase() === 'HEAD' ? null : refuse(answer);
      if (problem !== null) throw problem;
      return answer;
    },
    takeNonce: () => nonces.pop(),
    lastRetryAfterSecs: () => retryAfterSecs,
  };
}

async function exchange(agent: Agent, stopping: AbortSignal, url: string, method: string, body: unknown): Promise<AcmeAnswer> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
  try {
    const response = await open(agent, signal, url, method.toUpperCase(), body);
    const text = await textOf(response);
    return { status: response.statusCode ?? 0, headers: headersOf(response), data: parsed(text, response.headers['content-type']) };
  } catch (error) {
    if (stopping.aborted) throw new AcmeInterrupted('The process stops.', { cause: error });
    throw unreachable(signal.aborted ? 'timed out' : codeOf(error));
  }
}

function open(agent: Agent, signal: AbortSignal, url: string, method: string, body: unknown): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'User-Agent': 'comptoir acme-client/5', 'Content-Type': 'application/jose+json' };
    const sent = request(url, { agent, method, headers, signal }, resolve).once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) throw Object.assign(new Error('too large'), { code: 'answer too large' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value]));
}

function parsed(text: string, type = ''): unknown {
  if (!/\bjson\b/.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Seconds, or a date (RFC 9110 §10.2.3); null for neither. */
function retryAfterOf(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  const secs = /^\d{1,9}$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now.getTime()) / 1000);
  return Number.isFinite(secs) && secs > 0 ? secs : null;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'connection lost';
}
