import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from '@comptoir/core/kit/logger.js';
import Koa, { type Context, type Middleware, type Next } from 'koa';
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
  app.use(identifyRequest(logger)).use(logRequest).use(setSecurityHeaders).use(answerFaults).use(readTarget);
  return app;
}

const INBOUND_ID = /^[\w.-]{1,128}$/;

/** Takes over the caller's `X-Request-Id` when it is harmless, else makes one, and answers with it. */
function identifyRequest(logger: Logger): Middleware<HostState> {
  return function identifyRequest(ctx, next) {
    const requestId = requestIdOf(ctx.req);
    ctx.state.requestId = requestId;
    ctx.state.log = logger;
    ctx.res.setHeader('X-Request-Id', requestId);
    return next();
  };
}

export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && INBOUND_ID.test(given) ? given : randomUUID();
}

/** Reads are logged for those who ask for it, writes always, faults loudest; never bodies, headers or query strings. */
async function logRequest(ctx: Context & { state: HostState }, next: Next): Promise<void> {
  const start = performance.now();
  await next();
  const read = ctx.method === 'GET' || ctx.method === 'HEAD' || ctx.method === 'OPTIONS';
  const fields = {
    requestId: ctx.state.requestId,
    method: ctx.method,
    path: targetPath(ctx.req),
    status: ctx.status,
    ms: Math.round(performance.now() - start),
  };
  if (read) ctx.state.log.debug(fields, 'request');
  else ctx.state.log.info(fields, 'request');
}

/** On every answer of every host; a route may replace one. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

const securityHeaders = Object.entries(SECURITY_HEADERS);

function setSecurityHeaders(ctx: Context, next: Next): Promise<void> {
  for (const [name, value] of securityHeaders) ctx.res.setHeader(name, value);
  return next();
}

async function answerFaults(ctx: Context & { state: HostState }, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    answerFault(ctx, error);
  }
}
