import { rpcErrorOf, TRPC_CODES } from '@comptoir/adapters-http/rpc/rpc-error.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { CallContext } from '@comptoir/core/kit/procedure.js';
import type { Registry } from '@comptoir/core/kit/registry.js';
import { type AnyRouter, initTRPC, TRPCError } from '@trpc/server';
import { resolveResponse } from '@trpc/server/http';
import superjson from 'superjson';
import { aBench, aCall } from '../../core/support.js';

/** A request as bytes would say it, for both sides. */
export interface RpcCall {
  readonly method: string;
  /** Behind the prefix: paths and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface RpcAnswer {
  readonly status: number;
  readonly text: string;
  readonly allow: string | null;
}

/** The id that both sides put into errors. */
export const REQUEST_ID = 'r1';

/** Marks errors that tRPC raised by itself: it has no codes of ours for them, and words of its own. */
export const OWN_WORDS = 'in the words of tRPC';

const t = initTRPC.context<CallContext>().create({
  transformer: superjson,
  isDev: false,
  errorFormatter: ({ error, shape, path }) => {
    if (error.cause instanceof DomainError) return rpcErrorOf(error.cause, REQUEST_ID, path ?? null);
    const [message, code] = error.code === 'INTERNAL_SERVER_ERROR' ? [shape.message, 'internal'] : [OWN_WORDS, OWN_WORDS];
    return { ...shape, message, data: { ...shape.data, requestId: REQUEST_ID, error: code } };
  },
});

/** `@trpc/server` with the same procedures, the same contexts and the same fields in its errors. */
export function makeReference(registry: Registry): (call: RpcCall) => Promise<RpcAnswer> {
  const router = trpcRouter(registry);
  const { services } = aBench();
  return async ({ method, target, headers, body }) => {
    const [path = '', query = ''] = target.split(/\?(.*)/s, 2);
    const response = await resolveResponse({
      router,
      req: new Request(`http://till.example/api/rpc/${path}?${query}`, {
        method,
        headers,
        ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      }),
      path: path.replace(/\/$/, ''),
      error: null,
      allowMethodOverride: true,
      maxBatchSize: 20,
      createContext: async () => {
        if (headers['origin'] === 'https://evil.example') throw trpcErrorOf(new DomainError('cross_origin'));
        return { ...aCall(services), requestId: REQUEST_ID, ...(headers['authorization'] === undefined && { identity: null }) };
      },
    });
    return { status: response.status, text: await response.text(), allow: response.headers.get('allow') };
  };
}

function trpcRouter(registry: Registry): AnyRouter {
  const procedures = registry.all().map(([path, procedure]) => {
    const [, name = ''] = path.split('.');
    const base = t.procedure.use(async ({ next, getRawInput, ctx }) => next({ ctx: { ...ctx, raw: await getRawInput() } }));
    const resolve = ({ ctx }: { ctx: CallContext & { raw: unknown } }) => callProcedure(path, procedure, ctx, ctx.raw).catch(rethrow);
    return [name, procedure.type === 'query' ? base.query(resolve) : base.mutation(resolve)] as const;
  });
  return t.router({ tests: t.router(Object.fromEntries(procedures)) });
}

function rethrow(error: unknown): never {
  throw error instanceof DomainError ? trpcErrorOf(error) : error;
}

function trpcErrorOf(refusal: DomainError): TRPCError {
  return new TRPCError({ code: TRPC_CODES[refusal.code], message: refusal.message, cause: refusal });
}
