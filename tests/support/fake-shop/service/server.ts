import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ShopClock } from '../clock.js';
import type { Faults } from '../faults/fault.js';
import { send } from '../faults/send.js';
import type { Answer } from './answer.js';
import type { ShopRequest } from './webservice.js';

/** A request that the shop was sent. */
export interface SeenRequest {
  readonly method: string;
  /** Such as `orders`; empty for the root. */
  readonly resource: string;
  /** Path and query, decoded. */
  readonly address: string;
}

export interface ShopServing {
  readonly answer: (request: ShopRequest) => Answer;
  readonly faults: Faults;
  /** Every request is added to it. */
  readonly requests: SeenRequest[];
  readonly clock: ShopClock;
  /** Called before each answer. */
  readonly meanwhile: () => void;
  /** Of other processes: what follows `/__fake/`. */
  readonly control: (path: string, request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** Serves the web service under `/api`, and a page for people elsewhere. */
export function makeShopServer(serving: ShopServing): Server {
  return createServer((request, response) => {
    const controlled = /^\/__fake\/(.*)$/.exec(request.url ?? '')?.[1];
    if (controlled !== undefined) return void serving.control(controlled, request, response);
    const asked = shopRequest(request);
    if (asked === null) return void response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' }).end('<h1>Fake shop</h1>');
    const seen = seenRequest(asked);
    serving.requests.push(seen);
    serving.meanwhile();
    const startedAt = performance.now();
    const answer = serving.answer(asked);
    response.setHeader('Date', serving.clock.now().toUTCString());
    response.setHeader('Execution-Time', ((performance.now() - startedAt) / 1_000).toFixed(3));
    response.setHeader('Content-Sha1', createHash('sha1').update(answer.body).digest('hex'));
    return void send(response, answer, serving.faults.strike(seen.resource, seen.address));
  });
}

/** Null: it is not for the web service. */
function shopRequest(request: IncomingMessage): ShopRequest | null {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop.invalid');
  const path = /^\/api(?:\/(.*))?$/.exec(pathname);
  if (path === null) return null;
  return { method: request.method ?? 'GET', path: path[1] ?? '', parameters: searchParams, headers: request.headers };
}

function seenRequest({ method, path, parameters }: ShopRequest): SeenRequest {
  const query = [...parameters].filter(([name]) => name !== 'ws_key').map(([name, value]) => `${name}=${value}`);
  return { method, resource: path.split('/')[0] ?? '', address: `/api/${path}?${query.join('&')}` };
}
