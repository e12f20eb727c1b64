import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { call } from '../adapters-http/call.js';
import { listeningAddress } from '../support/listening.js';

/** A front of a server that refuses the first POST for a moment, as a limit does, and passes everything else on. */
export interface HesitantFront {
  readonly address: string;
  /** The idempotency keys of the POSTs so far. */
  readonly keys: readonly (string | string[] | undefined)[];
  close(): void;
}

const REFUSAL = {
  message: 'Too many calls.',
  code: -32029,
  data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429, requestId: 'front', error: 'rate_limited', retryAfterSecs: 0.01 },
};

export async function hesitantFront(target: string): Promise<HesitantFront> {
  const keys: (string | string[] | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'POST') keys.push(request.headers['idempotency-key']);
    const answered = request.method === 'POST' && keys.length === 1 ? refuse(response) : passOn(request, response, target);
    answered.catch((error: Error) => response.destroy(error));
  }).listen(0, '127.0.0.1');
  return { address: await listeningAddress(server), keys, close: () => void server.close() };
}

async function refuse(response: ServerResponse): Promise<void> {
  response.writeHead(429, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error: { json: REFUSAL } }));
}

async function passOn(request: IncomingMessage, response: ServerResponse, target: string): Promise<void> {
  const { host: _, connection: __, ...headers } = request.headersDistinct;
  const known = Object.fromEntries(Object.entries(headers).flatMap(([name, values = []]) => (values.length > 0 ? [[name, values]] : [])));
  const body = request.method === 'POST' ? await buffer(request) : undefined;
  const {
    status,
    headers: answered,
    bytes,
  } = await call(`${target}${request.url}`, { method: request.method ?? 'GET', headers: known, body });
  response.writeHead(status, { 'Content-Type': answered['content-type'] ?? '' }).end(bytes);
}
