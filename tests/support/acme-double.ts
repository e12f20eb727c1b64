import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { calculateJwkThumbprint, type FlattenedJWSInput, flattenedVerify, importJWK, type JWK } from 'jose';
import { aTestIssuer } from './issue-for-csr.js';
import { aSelfSigned } from './self-signed.js';

/** A refusal, or an answer that is none. */
export interface ScriptedAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a test has the directory do. */
export interface DoubleScript {
  /** Instead of taking the order; undefined: it is taken. */
  onOrder?: (payload: Record<string, unknown>) => ScriptedAnswer | undefined;
  /** How many looks at an order find it unchanged, and what `Retry-After` they get. */
  slow?: { looks: number; retryAfterSecs: number };
  /** Null: this directory offers no renewal information. */
  window?: { start: Date; end: Date } | null;
  lifetimeMs?: number;
  /** Instead of the chain. */
  onDownload?: (chain: string) => string;
  /** Before any answer. */
  onRequest?: (path: string) => ScriptedAnswer | undefined;
}

/**
 * An ACME directory for what pebble 2.4 cannot do: renewal information (RFC 9773), `Retry-After`, rate limits, broken answers. It
 * speaks HTTPS and checks every signature, nonce and URL (RFC 8555 §6), but believes what it should prove: it fetches no challenge.
 */
export interface AcmeDouble {
  readonly directoryUrl: string;
  readonly ca: string;
  readonly script: DoubleScript;
  /** Payloads of orders, as they came. */
  readonly orders: readonly Record<string, unknown>[];
  /** `POST /order/1`, as they came. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

interface Order {
  readonly names: readonly string[];
  status: 'pending' | 'ready' | 'valid';
  looks: number;
  chain: string;
}

const PROBLEM = 'urn:ietf:params:acme:error:';
const refusal = (status: number, type: string, detail: string): ScriptedAnswer => ({ status, body: { type: `${PROBLEM}${type}`, detail } });

export async function startAcmeDouble(script: DoubleScript = {}): Promise<AcmeDouble> {
  const { certificate, privateKey } = aSelfSigned();
  const issuer = aTestIssuer();
  const nonces = new Set<string>();
  const accounts = new Map<string, JWK>();
  const orders: Order[] = [];
  const payloads: Record<string, unknown>[] = [];
  const requests: string[] = [];
  const server = createServer({ cert: certificate, key: privateKey }, (request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `https://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    requests.push(`${request.method} ${path}`);
    const { status, body, headers = {} } = script.onRequest?.(path) ?? (await answer(request, path));
    const nonce = randomBytes(16).toString('base64url');
    nonces.add(nonce);
    const type =
      status >= 400 ? 'application/problem+json' : typeof body === 'string' ? 'application/pem-certificate-chain' : 'application/json';
    response.writeHead(status, { 'Replay-Nonce': nonce, 'Content-Type': type, ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  async function answer(request: IncomingMessage, path: string): Promise<ScriptedAnswer> {
    if (path === '/dir') return { status: 200, body: directory() };
    if (path === '/nonce') return { status: 200, body: '' };
    if (path.startsWith('/renewal/')) return { status: 200, body: { suggestedWindow: script.window } };
    const signed = await verified(request, path);
    if ('status' in signed) return signed;
    const { payload, account } = signed;
    const [, kind, id = ''] = path.split('/');
    if (kind === 'account') return newAccount(signed.jwk);
    if (account === null) return refusal(401, 'accountDoesNotExist', 'no such account');
    if (kind === 'new-order') return newOrder(payload);
    return onOrder(kind ?? '', Number(id), payload);
  }

  function directory() {
    const renewalInfo = script.window == null ? {} : { renewalInfo: `${origin}/renewal` };
    return { newNonce: `${origin}/nonce`, newAccount: `${origin}/account`, newOrder: `${origin}/new-order`, ...renewalInfo };
  }

  async function verified(request: IncomingMessage, path: string) {
    const jws: FlattenedJWSInput = JSON.parse(await textOf(request));
    const header = JSON.parse(Buffer.from(jws.protected ?? '', 'base64url').toString());
    if (!nonces.delete(header.nonce)) return refusal(400, 'badNonce', 'this nonce was used');
    if (header.url !== `${origin}${path}`) return refusal(401, 'unauthorized', 'signed for another address');
    const account = typeof header.kid === 'string' ? header.kid : null;
    const jwk = account === null ? header.jwk : accounts.get(account);
    if (jwk === undefined) return refusal(400, 'accountDoesNotExist', 'no such account');
    const { payload } = await flattenedVerify(jws, await importJWK(jwk, header.alg));
    const text = Buffer.from(payload).toString();
    return { account, jwk, payload: text === '' ? {} : JSON.parse(text) };
  }

  async function newAccount(jwk: JWK): Promise<ScriptedAnswer> {
    const url = `${origin}/account/${await calculateJwkThumbprint(jwk)}`;
    accounts.set(url, jwk);
    return { status: 201, body: { status: 'valid' }, headers: { Location: url } };
  }

  function newOrder(payload: Record<string, unknown>): ScriptedAnswer {
    payloads.push(payload);
    const scripted = script.onOrder?.(payload);
    if (scripted !== undefined) return scripted;
    const identifiers = Array.isArray(payload['identifiers']) ? payload['identifiers'] : [];
    orders.push({ names: identifiers.map(({ value }) => value), status: 'pending', looks: script.slow?.looks ?? 0, chain: '' });
    return { status: 201, body: orderBody(orders.length - 1), headers: { Location: `${origin}/order/${orders.length - 1}` } };
  }

  function onOrder(kind: string, id: number, payload: Record<string, unknown>): ScriptedAnswer {
    const order = orders[id];
    if (order === undefined) return refusal(404, 'malformed', 'no such order');
    if (kind === 'authorization') return { status: 200, body: authorization(id, order) };
    if (kind === 'challenge') order.status = 'ready';
    if (kind === 'finalize') finalize(order, payload);
    if (kind === 'certificate') return { status: 200, body: script.onDownload?.(order.chain) ?? order.chain };
    const waiting = kind === 'order' && order.looks > 0;
    if (waiting) order.looks -= 1;
    const headers = waiting ? { 'Retry-After': String(script.slow?.retryAfterSecs ?? 0) } : {};
    return { status: 200, body: orderBody(id, waiting ? 'pending' : order.status), headers };
  }

  function finalize(order: Order, { csr }: Record<string, unknown>): void {
    const now = Date.now();
    const end = new Date(now + (script.lifetimeMs ?? 90 * 86_400_000));
    order.chain = issuer.issue(Buffer.from(String(csr), 'base64url'), order.names, new Date(now - 60_000), end);
    order.status = 'valid';
  }

  function orderBody(id: number, status = orders[id]?.status) {
    return {
      status,
      identifiers: orders[id]?.names.map((value) => ({ type: 'dns', value })),
      authorizations: [`${origin}/authorization/${id}`],
      finalize: `${origin}/finalize/${id}`,
      certificate: `${origin}/certificate/${id}`,
    };
  }

  function authorization(id: number, { names, status }: Order) {
    const challenge = { type: 'http-01', url: `${origin}/challenge/${id}`, status: 'pending', token: `token-${id}` };
    return { identifier: { type: 'dns', value: names[0] }, status: status === 'pending' ? 'pending' : 'valid', challenges: [challenge] };
  }

  return {
    directoryUrl: `${origin}/dir`,
    ca: certificate,
    script,
    orders: payloads,
    requests,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
