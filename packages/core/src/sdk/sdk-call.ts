import type { z } from 'zod';
import type { ErrorCode } from '../kit/errors.js';
import type { Immutable } from '../kit/procedure.js';
import { parse } from '../kit/validate.js';
import type { Services } from '../services.js';

/** For whom a call of the SDK is made, and what it works with. */
export interface SdkContext {
  readonly appId: string;
  readonly services: Services;
}

/**
 * One call that apps on this machine may make (interfaces C): its address below `/__platform/sdk`, its contract, and what it
 * does. The routes of the SDK host and its document both come from it. Fields are in snake_case, as the specification has them.
 */
export interface SdkCall<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly method: 'GET' | 'POST';
  /** Such as `/queue/push`. */
  readonly path: `/${string}`;
  /** The group it belongs to in the document. */
  readonly tag: string;
  /** Names the operation in the document: `queue-push`. */
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  /** A strict object: a key that the call does not know is refused, by name. Of a GET it is the query. */
  readonly input: Input;
  /** What stands beside `ok: true`. */
  readonly output: Output;
  /** The refusals that are this call's own. */
  readonly errors: readonly ErrorCode[];
  run(context: SdkContext, input: z.output<Input>): Promise<z.input<Output> | Immutable<z.input<Output>>>;
}

// biome-ignore lint/suspicious/noExplicitAny: `run` is contravariant in its input, so no narrower type admits every call.
export type AnySdkCall = SdkCall<any, any>;

/** Declares a call; infers the types of `run` from the two contracts. */
export function defineSdkCall<Input extends z.ZodObject, Output extends z.ZodObject>(call: SdkCall<Input, Output>): SdkCall<Input, Output> {
  return call;
}

/** Makes the call: the input by its contract, then what it does. Throws `invalid_request`, or what the call refuses with. */
export async function answerSdkCall<Input extends z.ZodObject, Output extends z.ZodObject>(
  call: SdkCall<Input, Output>,
  context: SdkContext,
  input: unknown,
): Promise<z.output<Output>> {
  return call.output.parse(await call.run(context, parse(call.input, input)));
}
