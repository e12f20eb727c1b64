import type { IncomingMessage } from 'node:http';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { CALLS_MAX, URL_MAX } from './limits.js';

/** What a request asks for, before anything is looked up. */
export interface RpcRequest {
  readonly method: 'GET' | 'POST';
  readonly paths: readonly string[];
  /** Several calls, or one in the form of several: the answer is a list then. */
  readonly isBatch: boolean;
  /** The answers are wanted line by line, as they are there. */
  readonly isStreamed: boolean;
  /** The text of the parameter `input`; empty without one. */
  readonly input: string;
}

/** The part of the address behind the prefix, with its query; null when it lies elsewhere. */
export function targetUnder(prefix: string, url: string): string | null {
  if (!url.startsWith(prefix)) return null;
  const rest = url.slice(prefix.length);
  if (rest === '' || rest.startsWith('?')) return rest;
  return rest.startsWith('/') ? rest.slice(1) : null;
}

/**
 * Reads method, address and headers. Throws `method_not_allowed`, `payload_too_large` for an address beyond `URL_MAX`,
 * `too_many_calls`, `unsupported_media_type` and `invalid_request`, in this order; the number of calls is known before any is read.
 */
export function readRequest({ method = '', headers }: IncomingMessage, target: string): RpcRequest {
  if (method !== 'GET' && method !== 'POST') throw new DomainError('method_not_allowed');
  if (target.length > URL_MAX) {
    throw new DomainError('payload_too_large', { message: `The address is longer than ${URL_MAX} characters: send the input by POST.` });
  }
  const queryAt = target.indexOf('?');
  const { isBatch, input } = readQuery(queryAt < 0 ? '' : target.slice(queryAt + 1));
  const paths = readPaths(queryAt < 0 ? target : target.slice(0, queryAt), isBatch);
  if (method === 'POST' && !isJson(headers['content-type'])) throw new DomainError('unsupported_media_type');
  return { method, paths, isBatch, isStreamed: wantsLines(headers), input };
}

/** The query as tRPC's clients write it, which is most of them; any other takes the longer way. */
const CLIENTS_QUERY = /^(?:(batch=1)(?:&|$))?(?:input=([^&+]*))?$/;

function readQuery(query: string): Pick<RpcRequest, 'isBatch' | 'input'> {
  const [matched, batch, input = ''] = CLIENTS_QUERY.exec(query) ?? [];
  const text = matched === undefined ? null : decoded(input);
  if (text !== null) return { isBatch: batch !== undefined, input: text };
  const parameters = new URLSearchParams(query);
  return { isBatch: parameters.get('batch') === '1', input: parameters.get('input') ?? '' };
}

function readPaths(path: string, isBatch: boolean): readonly string[] {
  if (isBatch && moreCallsThan(CALLS_MAX, path)) {
    throw new DomainError('too_many_calls', { message: `At most ${CALLS_MAX} calls travel in one request.` });
  }
  const names = decoded(path.endsWith('/') ? path.slice(0, -1) : path);
  if (names === null) throw new DomainError('invalid_request', { message: 'The address is not percent-encoded properly.' });
  return isBatch ? names.split(',') : [names];
}

/** Counts commas, also encoded ones, no further than needed. */
function moreCallsThan(limit: number, path: string): boolean {
  const commas = /,|%2c/gi;
  let calls = 1;
  while (calls <= limit && commas.test(path)) calls += 1;
  return calls > limit;
}

/** Null when it is not encoded properly. */
function decoded(text: string): string | null {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function isJson(contentType = ''): boolean {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

/** tRPC's own header goes before the common one. */
function wantsLines({ accept, 'trpc-accept': trpcAccept }: IncomingMessage['headers']): boolean {
  if (trpcAccept !== undefined) return trpcAccept === 'application/jsonl';
  return accept?.includes('application/jsonl') === true && accept.split(',').some((type) => type.trim() === 'application/jsonl');
}
