import { answerCall } from '@comptoir/core/kit/call-procedure.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { AnyProcedure, CallContext } from '@comptoir/core/kit/procedure.js';
import type { Registry } from '@comptoir/core/kit/registry.js';
import { refusalOf } from '../kit/answer-fault.js';
import { encode } from './encode.js';
import type { Inputs } from './inputs.js';
import type { RpcRequest } from './request.js';
import { type RpcError, rpcErrorOf } from './rpc-error.js';

/** One of the calls of a request. */
export interface Call {
  readonly index: number;
  readonly path: string;
  /** Null: there is none at that path. */
  readonly procedure: AnyProcedure | null;
}

/** What came of a call. */
export interface Outcome {
  readonly text: string;
  readonly status: number;
  /** The answer is an earlier one, for the same idempotency key. */
  readonly replayed: boolean;
  readonly refusal: DomainError | null;
}

/** How the outcome of a call is written. */
export interface Rendering {
  result(value: unknown): string;
  error(error: RpcError): string;
}

/** As an answer of its own, and as a member of the list that answers a batch. */
export const AS_JSON: Rendering = {
  result: (value) => `{"result":{"data":${encode(value)}}}`,
  error: (error) => `{"error":${encode(error)}}`,
};

/**
 * Looks the procedures up. Throws `mixed_calls` for queries and mutations in one request, and `invalid_request` for a single call
 * whose answer is wanted in lines.
 */
export function callsOf(registry: Registry, { paths, isBatch, isStreamed }: RpcRequest): readonly Call[] {
  const calls = paths.map((path, index) => ({ index, path, procedure: registry.find(path) }));
  let type: AnyProcedure['type'] | undefined;
  for (const { procedure } of calls) {
    if (type !== undefined && procedure !== null && procedure.type !== type) throw new DomainError('mixed_calls');
    type ??= procedure?.type;
  }
  if (isStreamed && !isBatch) {
    throw new DomainError('invalid_request', { message: 'A streamed request is a batch: send batch=1, also for one call.' });
  }
  return calls;
}

/** The context of one of several calls: a key stands for one call, so each gets one made of the request's and its place. */
export function contextIn(request: RpcRequest, context: CallContext, { index }: Call): CallContext {
  if (!request.isBatch || context.idempotencyKey === null) return context;
  return { ...context, idempotencyKey: `${context.idempotencyKey}:${index}` };
}

/** Makes the call and writes what came of it; refusals and faults are outcomes too. */
export async function settle(call: Call, { method }: RpcRequest, inputs: Inputs, context: CallContext, write: Rendering): Promise<Outcome> {
  try {
    const procedure = callable(call, method);
    const { result, replayed } = await answerCall(call.path, procedure, context, inputs(call.index));
    return { text: write.result(result), status: 200, replayed, refusal: null };
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    const error = rpcErrorOf(refusal, context.requestId, call.path);
    return { text: write.error(error), status: error.data.httpStatus, replayed: false, refusal };
  }
}

function callable({ procedure }: Call, method: RpcRequest['method']): AnyProcedure {
  if (procedure === null) throw new DomainError('not_found');
  if (method === 'GET' && procedure.type === 'mutation') {
    throw new DomainError('method_not_allowed', { message: 'A mutation is sent by POST.' });
  }
  return procedure;
}
