import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from '@comptoir/core/kit/logger.js';
import Koa, { type Context, type Middleware } from 'koa';
import { answerFault } from './answer-fault.js';
import type { HostOptions } from './host-options.js';
import { readTarget, targetPath } from './request-target.js';

/** What the steps of every host find on the context. */
export interface HostState {
  requestId: string;
  log: Logger;
}

/**
 * A Koa app with what every host has: request ids, security headers, one way to answer faults, a line per request in the log.
 * `first` are steps that may answer before all of that, and then do it themselves.
 */
export function makeHostApp(name: string, options: HostOptions, first: readonly Middleware<HostState>[] = []): Koa<HostState> {
  const app = new Koa<HostState>({ proxy: options.trustProxyHops > 0, maxIpsCount: options.trustProxyHops });
  const logger = options.logger.child({ host: name });
  app.silent = true;
  // What reaches Koa itself broke outside a handler: a client that hung up while it was answered, most of all.
  app.on('error', (error: unknown) => logger.debug({ err: error }, 'a response could not be finished'));
  for (const step of first) app.use(step);
  app.use(serveRequest(logger));
  return app;
}

const INBOUND_ID = /^[\w.-]{1,128}$/;

/** One step and not five: each step of its own costs every request a promise (`npm run bench -- rpc`). */
function serveRequest(logger: Logger): Middleware<HostState> {
  return async function serveRequest(ctx, next) {
    const start = performance.now();
    identifyRequest(ctx, logger);
    setSecurityHeaders(ctx);
    try {
      readTarget(ctx);
      await next();
    } catch (error) {
      answerFault(ctx, error);
    }
    logRequest(ctx, start);
  };
}

/** Takes over the caller's `X-Request-Id` when it is harmless, else makes one, and answers with it. */
function identifyRequest(ctx: Context & { state: HostState }, logger: Logger): void {
  const requestId = requestIdOf(ctx.req);
  ctx.state.requestId = requestId;
  ctx.state.log = logger;
  ctx.res.setHeader('X-Request-Id', requestId);
}

export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && INBOUND_ID.test(given) ? given : randomUUID();
}

/** Reads are logged for those who ask for it, writes always, faults loudest; never bodies, headers or query strings. */
function logRequest({ state, req, res }: Context & { state: HostState }, start: number): void {
  const { method = '' } = req;
  const read = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const fields = {
    requestId: state.requestId,
    method,
    path: targetPath(req),
    status: res.statusCode,
    ms: Math.round(performance.now() - start),
  };
  if (read) state.log.debug(fields, 'request');
  else state.log.info(fields, 'request');
}

/** On every answer of every host; a route may replace one. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

const securityHeaders = Object.entries(SECURITY_HEADERS);

function setSecurityHeaders({ res }: Context): void {
  for (const [name, value] of securityHeaders) res.setHeader(name, value);
}
