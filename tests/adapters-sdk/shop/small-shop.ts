import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type ClosableShopGateways, makePrestaShopGateways } from '@comptoir/adapters-sdk/shop/prestashop-gateways.js';
import { type FixedClock, fixedClock } from '@comptoir/core/kit/clock.js';
import type { LogFields, Logger } from '@comptoir/core/kit/logger.js';
import type { Timers } from '@comptoir/core/kit/timers.js';
import type { ShopGateway } from '@comptoir/core/shop-sync/shop-gateway.js';
import { listeningAddress } from '../../support/listening.js';

/** The records of a shop, written by hand as its web service writes them. */
export type Tables = Record<string, Record<string, unknown>[]>;

export interface Asked {
  readonly resource: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly url: string;
}

/** Answers instead of the shop when it returns true. */
export type Trap = (asked: Asked, response: ServerResponse) => boolean;

export interface SmallShop {
  readonly url: string;
  readonly tables: Tables;
  readonly asked: Asked[];
  /** Looked at before every answer. */
  trap: Trap;
  /** The ids that a request has asked for. */
  close(): Promise<void>;
}

export const KEY = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/** A web service over those tables: filters by values and ranges, `limit`, lists and nothing else. */
export async function aSmallShop(tables: Tables): Promise<SmallShop> {
  const asked: Asked[] = [];
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://shop');
    const one = {
      resource: url.pathname.replace(/^.*\/api\//, ''),
      query: url.searchParams,
      headers: request.headers,
      url: request.url ?? '',
    };
    asked.push(one);
    response.setHeader('PSWS-Version', '1.7.8.8');
    if (!shop.trap(one, response)) answer(response, 200, listOf(tables, one));
  }).listen(0, '127.0.0.1');
  const shop: SmallShop = {
    url: await listeningAddress(server),
    tables,
    asked,
    trap: () => false,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return shop;
}

export function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): true {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
  return true;
}

export function errors(...codes: number[]): unknown {
  return { errors: codes.map((code) => ({ code, message: 'Something of Ada Lovelace.' })) };
}

/** The values that a request filters a field by. */
export function filtered({ query }: Asked, field = 'id'): readonly string[] {
  const filter = query.get(`filter[${field}]`);
  return filter === null ? [] : filter.slice(1, -1).split('|');
}

function listOf(tables: Tables, { resource, query }: Asked): unknown {
  let rows = tables[resource] ?? [];
  for (const [name, filter] of query) {
    const field = /^filter\[(\w+)\]$/.exec(name)?.[1];
    if (field !== undefined) rows = rows.filter((row) => passes(String(row[field]), filter.slice(1, -1)));
  }
  const limit = query.get('limit');
  if (limit !== null) rows = rows.slice(0, Number(limit));
  if (rows.length === 0) return [];
  return { [resource]: query.has('display') ? rows : rows.map(({ id }) => ({ id })) };
}

function passes(value: string, filter: string): boolean {
  const [from, to] = filter.split(',');
  if (from !== undefined && to !== undefined) return value >= from && value <= to;
  return filter.split('|').includes(value);
}

export interface Visit {
  readonly gateway: ShopGateway;
  readonly gateways: ClosableShopGateways;
  readonly clock: FixedClock;
  /** Milliseconds that were waited between tries. */
  readonly waits: readonly number[];
  /** Everything that was logged. */
  readonly logged: readonly string[];
}

export interface VisitOptions {
  readonly timeoutMs?: number;
  readonly bodyBytesMax?: number;
  readonly allowLoopback?: boolean;
  readonly now?: Date;
  readonly timers?: Timers;
}

/** A gateway to the shop, whose waits are over at once: its clock moves on by them. */
export function visiting(url: string, options: VisitOptions = {}): Visit {
  const { allowLoopback = true, now = new Date(), timeoutMs, bodyBytesMax } = options;
  const clock = fixedClock(now);
  const waits: number[] = [];
  const logged: string[] = [];
  const gateways = makePrestaShopGateways({
    clock,
    timers: options.timers ?? timersOf(clock, waits),
    random: () => 0.5,
    logger: loggerInto(logged),
    allowLoopback,
    ownPorts: () => new Set(),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(bodyBytesMax === undefined ? {} : { bodyBytesMax }),
  });
  return { gateway: gateways.open({ url, key: KEY }), gateways, clock, waits, logged };
}

function timersOf(clock: FixedClock, waits: number[]): Timers {
  return {
    after(milliseconds, work) {
      waits.push(milliseconds);
      clock.advance(milliseconds);
      queueMicrotask(work);
      return () => undefined;
    },
  };
}

function loggerInto(logged: string[]): Logger {
  const log = (fields: LogFields, message: string) => logged.push(JSON.stringify([fields, message]));
  const logger: Logger = { debug: log, info: log, warn: log, error: log, child: () => logger };
  return logger;
}
