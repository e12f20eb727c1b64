/**
 * The thread of a site: it loads the site's script and answers requests until it is ended. What runs here is not ours; `site-realm.ts` says what it
 * gets to see.
 */
import { workerData } from 'node:worker_threads';
import { EDGE_METHODS } from '@comptoir/core/edge-routes/edge-method.js';
import { type Pieces, piecesOf } from './body-pieces.js';
import { HandlerRequest, type Leaving, makeLeaving } from './handler-request.js';
import type { FromThread, SiteRequest, SiteScript, ThreadData, ToThread } from './messages.js';
import { prepareRealm, runScript } from './site-realm.js';
import { shortened, summaryOf, textOf } from './text-of.js';

/** An exchange that has begun and is not over. */
interface Exchange {
  readonly leaving: Leaving;
  pieces: Pieces | null;
}

const { port, modules } = workerData as ThreadData;
const exchanges = new Map<number, Exchange>();
let routes: ReturnType<typeof runScript> = new Map();
let addresses: SiteScript['islands'] = {};

prepareRealm((level, text) => send({ kind: 'print', level, text: shortened(text) }));
port.on('message', (message: ToThread) => {
  if (message.kind === 'load') load(message);
  else if (message.kind === 'request') void begin(message.id, message.request);
  else if (message.kind === 'more') void continueWith(message.id);
  else cancel(message.id);
});

function load({ script, islands }: SiteScript): void {
  addresses = Object.freeze({ ...islands });
  try {
    routes = runScript(script, modules);
    const methodsOf = (exports: Readonly<Record<string, unknown>>) =>
      EDGE_METHODS.filter((method) => typeof exports[method] === 'function');
    send({ kind: 'ready', routes: [...routes].map(([file, exports]) => ({ file, methods: methodsOf(exports) })) });
  } catch (error) {
    send({ kind: 'failed', fault: summaryOf(error) });
  }
}

async function begin(id: number, request: SiteRequest): Promise<void> {
  const exchange: Exchange = { leaving: makeLeaving(), pieces: null };
  exchanges.set(id, exchange);
  try {
    const response = await answer(request, exchange.leaving);
    const pieces = piecesOf(response.body);
    if (!exchanges.has(id)) return void pieces.cancel();
    exchange.pieces = pieces;
    const piece = await pieces.next();
    if (piece.done) exchanges.delete(id);
    send({ kind: 'head', id, status: response.status, headers: [...response.headers], ...piece }, piece.chunk);
  } catch (error) {
    fail(id, error);
  }
}

async function answer({ file, handler, params, url, method, headers, body }: SiteRequest, leaving: Leaving): Promise<Response> {
  const call = routes.get(file)?.[handler];
  if (typeof call !== 'function') throw new Error(`${file} exports no ${handler}.`);
  const request = new HandlerRequest(url, { method, headers: headers.map(([name, value]) => [name, value]), body }, leaving);
  const response: unknown = await call(request, { params, islands: addresses });
  if (response instanceof Response && response.status >= 200) return response;
  throw new TypeError(`${handler} of ${file} did not answer with a Response.`);
}

async function continueWith(id: number): Promise<void> {
  try {
    const piece = await exchanges.get(id)?.pieces?.next();
    if (piece === undefined) return;
    if (piece.done) exchanges.delete(id);
    send({ kind: 'piece', id, ...piece }, piece.chunk);
  } catch (error) {
    fail(id, error);
  }
}

function cancel(id: number): void {
  const exchange = exchanges.get(id);
  if (exchange === undefined) return;
  exchanges.delete(id);
  send({ kind: 'cancelled', id });
  exchange.leaving.abort();
  void exchange.pieces?.cancel();
}

/** Of what was cancelled, nobody wants to hear. */
function fail(id: number, error: unknown): void {
  if (exchanges.delete(id)) send({ kind: 'fault', id, fault: textOf(error) });
}

function send(message: FromThread, given: Uint8Array<ArrayBuffer> | null = null): void {
  port.postMessage(message, given === null ? [] : [given.buffer]);
}
