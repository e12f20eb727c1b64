/** `@trpc/server` with the procedures of the core, mounted in Koa. */
import { authorize } from '@comptoir/core/kit/procedure.js';
import { initTRPC } from '@trpc/server';
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http';
import { resolveResponse } from '@trpc/server/http';
import { jwtVerify } from 'jose';
import Koa from 'koa';
import superjson from 'superjson';

/** A Koa step around tRPC's own handler for `node:http`, as its users mount it. */
export function makeTrpcMount(routers, prefix, contextOf) {
  const router = trpcRouter(routers);
  return async function answerTrpc(ctx, next) {
    if (!ctx.path.startsWith(`${prefix}/`)) return next();
    ctx.respond = false;
    ctx.res.statusCode = 200;
    await nodeHTTPRequestHandler({
      ...LIMITS,
      router,
      req: ctx.req,
      res: ctx.res,
      path: ctx.path.slice(prefix.length + 1),
      createContext: async () => contextOf(ctx),
    });
  };
}

/** Koa and tRPC, and no step between them; sessions are at hand in memory. */
export function makePlainTrpcApp(routers, prefix, { secret, sessions, services }) {
  const key = new TextEncoder().encode(secret);
  return new Koa().use(
    makeTrpcMount(routers, prefix, async (ctx) => {
      const { payload } = await jwtVerify(ctx.get('Authorization').slice('Bearer '.length), key, { algorithms: ['HS256'] });
      return { services, identity: sessions.get(payload.sid) ?? null, refusal: null };
    }),
  );
}

const LIMITS = { allowMethodOverride: true, maxBatchSize: 20 };

/**
 * The same in the fastest form found: tRPC is handed what it reads of a `Request` (making a real one costs more), and its answer
 * goes out in one piece with its length.
 */
export function makeLeanTrpcMount(routers, prefix, contextOf) {
  const router = trpcRouter(routers);
  return async function answerTrpc(ctx, next) {
    if (!ctx.path.startsWith(`${prefix}/`)) return next();
    const response = await resolveResponse({
      router,
      req: requestOf(ctx),
      path: ctx.path.slice(prefix.length + 1),
      error: null,
      ...LIMITS,
      createContext: async () => contextOf(ctx),
    });
    ctx.status = response.status;
    for (const [name, value] of response.headers) ctx.res.setHeader(name, value);
    ctx.body = await response.text();
  };
}

function requestOf(ctx) {
  return {
    method: ctx.method,
    url: `http://127.0.0.1${ctx.req.url}`,
    headers: new Headers(ctx.req.headers),
    signal: NEVER,
    text: async () => Buffer.concat(await ctx.req.toArray()).toString(),
  };
}

const NEVER = new AbortController().signal;

function trpcRouter(routers) {
  const t = initTRPC.context().create({ transformer: superjson, isDev: false });
  const names = Object.entries(routers).map(([name, router]) => [
    name,
    t.router(Object.fromEntries(Object.entries(router()).map(([key, procedure]) => [key, trpcProcedure(t, procedure)]))),
  ]);
  return t.router(Object.fromEntries(names));
}

function trpcProcedure(t, { access, input, output, type, run }) {
  const base = t.procedure
    .use(({ ctx, next }) => {
      authorize(access, ctx);
      return next();
    })
    .input(input)
    .output(output);
  const resolve = ({ ctx, input: parsed }) => run(ctx, parsed);
  return type === 'query' ? base.query(resolve) : base.mutation(resolve);
}
