import type { DomainError } from '@comptoir/core/kit/errors.js';
import type { CallContext } from '@comptoir/core/kit/procedure.js';
import type { Registry } from '@comptoir/core/kit/registry.js';
import type { Context, Middleware } from 'koa';
import { logFault, refusalOf, setRefusalHeaders } from '../kit/answer-fault.js';
import type { HostState } from '../kit/koa-app.js';
import { readText } from '../kit/read-json.js';
import { AS_JSON, type Call, callsOf, contextIn, type Outcome, type Rendering, settle } from './calls.js';
import { inputsIn } from './inputs.js';
import { type RpcRequest, readRequest, targetUnder } from './request.js';
import { rpcErrorOf } from './rpc-error.js';
import { linesFor, streamOf } from './stream.js';

export interface RpcOptions {
  readonly registry: Registry;
  /** `/api/rpc` */
  readonly prefix: string;
  /** The context of all calls of one HTTP request, made once. A `DomainError` it throws refuses the whole request (one error object). */
  contextOf(ctx: RpcContext): Promise<CallContext>;
}

type RpcContext = Context & { state: HostState };

/**
 * One Koa middleware that answers everything under the prefix and passes on everything else. It speaks the wire of tRPC 11 with
 * the superjson transformer (docs/rpc-wire.md), so that tRPC's own clients can call it.
 */
export function makeRpc({ registry, prefix, contextOf }: RpcOptions): Middleware<HostState> {
  return function answerRpc(ctx, next) {
    const target = targetUnder(prefix, ctx.req.url ?? '');
    return target === null ? next() : answer(ctx, target);
  };

  async function answer(ctx: RpcContext, target: string): Promise<void> {
    ctx.res.setHeader('Vary', 'trpc-accept, accept');
    ctx.res.setHeader('Cache-Control', 'no-store');
    if (ctx.method === 'HEAD') {
      ctx.status = 204;
      return;
    }
    try {
      await answerCalls(ctx, readRequest(ctx.req, target));
    } catch (thrown) {
      refuse(ctx, refusalOf(thrown));
    }
  }

  async function answerCalls(ctx: RpcContext, request: RpcRequest): Promise<void> {
    const calls = callsOf(registry, request);
    const context = await contextOf(ctx);
    const inputs = inputsIn(request.method === 'GET' ? request.input : await readText(ctx), request.isBatch);
    // As RFC 9110 asks of 405, and before anything is sent.
    if (request.method === 'GET' && calls.some(({ procedure }) => procedure?.type === 'mutation')) ctx.set('Allow', 'POST');
    const make: Make = (call, write) => settle(call, request, inputs, contextIn(request, context, call), write);

    if (request.isStreamed) await answerInLines(ctx, calls, make);
    else if (request.isBatch) answerAll(ctx, await Promise.all(calls.map((call) => make(call, AS_JSON))));
    else for (const call of calls) answerOne(ctx, await make(call, AS_JSON));
  }
}

type Make = (call: Call, write: Rendering) => Promise<Outcome>;

function answerOne(ctx: RpcContext, outcome: Outcome): void {
  logFaultOf(ctx, outcome);
  if (outcome.refusal !== null) setRefusalHeaders(ctx, outcome.refusal);
  if (outcome.replayed) ctx.set('Idempotent-Replayed', 'true');
  send(ctx, outcome.status, outcome.text);
}

function answerAll(ctx: RpcContext, outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) logFaultOf(ctx, outcome);
  const [status = 200, ...others] = new Set(outcomes.map((outcome) => outcome.status));
  send(ctx, others.length === 0 ? status : 207, `[${outcomes.map(({ text }) => text).join(',')}]`);
}

/** The head of a streamed answer goes out first, so whoever sets a cookie must be done by then. */
async function answerInLines(ctx: RpcContext, calls: readonly Call[], make: Make): Promise<void> {
  const lines = linesFor(calls.length);
  const outcomes = calls.map(async (call) => {
    const outcome = await make(call, lines.of(call.index));
    logFaultOf(ctx, outcome);
    return outcome;
  });
  await Promise.all(outcomes.filter((_, index) => calls[index]?.procedure?.changesSession));
  ctx.res.setHeader('X-Accel-Buffering', 'no');
  ctx.res.setHeader('Content-Type', 'application/json');
  ctx.status = 200;
  ctx.body = streamOf(lines.head, outcomes);
}

function logFaultOf(ctx: RpcContext, { refusal, status }: Outcome): void {
  if (refusal !== null && status >= 500) logFault(ctx, refusal);
}

/** Refuses the request as a whole: one error, whatever the number of calls. */
function refuse(ctx: RpcContext, refusal: DomainError): void {
  const error = rpcErrorOf(refusal, ctx.state.requestId, null);
  if (error.data.httpStatus >= 500) logFault(ctx, refusal);
  if (refusal.code === 'method_not_allowed') ctx.set('Allow', 'GET, HEAD, POST');
  setRefusalHeaders(ctx, refusal);
  send(ctx, error.data.httpStatus, AS_JSON.error(error));
}

/** Straight to the response: through Koa the same takes a tenth of the whole call (`npm run bench -- rpc`). */
function send(ctx: RpcContext, status: number, text: string): void {
  const { res } = ctx;
  ctx.respond = false;
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}
