import { answerCall } from '@comptoir/core/kit/call-procedure.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { AnyProcedure, CallContext } from '@comptoir/core/kit/procedure.js';
import type { Registry } from '@comptoir/core/kit/registry.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { idempotencyKeyOf } from '../kit/idempotency-key.js';
import type { HostState } from '../kit/koa-app.js';
import { readJson } from '../kit/read-json.js';
import { bodyInput, queryInput } from './plain-input.js';

export interface RestBridgeDeps {
  readonly registry: Registry;
  /** Who calls and for whom. Throws what refuses the call as a whole, such as `cross_origin`. */
  contextOf(ctx: Context & { state: HostState }): Promise<CallContext>;
}

/** Where the bridge answers. */
export const REST_PREFIX = '/api/v1';

/**
 * `GET|POST /api/v1/<router>/<procedure>` (interfaces B, decisions §6): procedures marked `rest`, for those who would rather not speak
 * RPC. Queries by GET with their input as parameters, mutations by POST with their input as plain JSON; plain JSON comes back, and
 * refusals are `PublicError`s. Experimental, and every answer says so.
 */
export function addRestBridge(router: Router<HostState>, { registry, contextOf }: RestBridgeDeps): void {
  router.all(`${REST_PREFIX}/{*path}`, async function answerPlainCall(ctx) {
    ctx.set('X-Experimental', 'true');
    const path = procedurePath(ctx.params.path ?? '');
    const procedure = registry.find(path);
    if (procedure?.rest !== true) throw new DomainError('not_found');
    refuseOtherMethods(ctx, procedure);
    const context = await contextOf(ctx);
    const idempotencyKey = procedure.type === 'mutation' ? idempotencyKeyOf(ctx) : null;
    const { result, replayed } = await answerCall(path, procedure, { ...context, idempotencyKey }, await inputOf(ctx, procedure));
    if (replayed) ctx.set('Idempotent-Replayed', 'true');
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'application/json';
    ctx.body = plainJson(result);
  });
}

/** `orders/list` as `orders.list`; what has no such form is nobody's path. */
function procedurePath(rest: string): string {
  const [, router, procedure] = /^([^/.]+)\/([^/.]+)$/.exec(rest) ?? [];
  return `${router}.${procedure}`;
}

function refuseOtherMethods(ctx: Context, { type }: AnyProcedure): void {
  const allowed = type === 'query' ? ['GET', 'HEAD'] : ['POST'];
  if (allowed.includes(ctx.method)) return;
  ctx.set('Allow', allowed.join(', '));
  throw new DomainError('method_not_allowed');
}

async function inputOf(ctx: Context, { type, input }: AnyProcedure): Promise<unknown> {
  if (type === 'query') return queryInput(input, new URLSearchParams(ctx.querystring));
  return hasBody(ctx) ? bodyInput(input, await readJson(ctx)) : undefined;
}

/** RFC 9112 §6: a request has a body when it says how long that is. */
function hasBody({ req }: Context): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/** Dates as ISO 8601 and large numbers as text: what JSON itself has no form for. */
function plainJson(result: unknown): string {
  return JSON.stringify(result, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)) ?? 'null';
}
