import type { KeyRight } from '@comptoir/core/api-keys/api-key.js';
import { type KeyedCall, type KeyedChange, type KeyedService, requireRight } from '@comptoir/core/keyed/keyed-service.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { RouterContext } from '@koa/router';
import type { z } from 'zod';
import { bearerIn } from '../../kit/bearer.js';
import { clientOf } from '../../kit/client-of.js';
import { idempotencyKeyOf } from '../../kit/idempotency-key.js';
import type { HostState } from '../../kit/koa-app.js';
import { setRateHeaders } from '../../kit/rate-headers.js';

type KeyedContext = RouterContext<HostState>;
type KeyedHandler = (ctx: KeyedContext, call: KeyedCall) => Promise<void> | void;

/** What stands before every route of the keyed API. */
export interface KeyedGate {
  /** Admits a caller whose key has the right, counts the call, and hands it over. */
  open(right: KeyRight, handle: KeyedHandler): (ctx: KeyedContext) => Promise<void>;
  /** The same for what the reader of a gate may do too, whatever right other keys need for it. */
  openToDevices(right: KeyRight, handle: KeyedHandler): (ctx: KeyedContext) => Promise<void>;
  /** Makes a change that may come again under an `Idempotency-Key` (POST); gives its result. */
  post<Input extends z.ZodType, Result extends z.ZodType>(
    ctx: KeyedContext,
    call: KeyedCall,
    change: KeyedChange<Input, Result>,
    body: unknown,
  ): Promise<z.output<Result>>;
}

export function makeKeyedGate(keyed: KeyedService): KeyedGate {
  async function admit(ctx: KeyedContext, by: KeyedService['admit']): Promise<KeyedCall> {
    // A refusal of the key keeps it (RFC 9110 §15.5.2).
    ctx.set('WWW-Authenticate', 'Bearer');
    const call = await by({ keyText: keyIn(ctx), client: clientOf(ctx), requestId: ctx.state.requestId });
    ctx.remove('WWW-Authenticate');
    setRateHeaders(ctx, call.rate);
    ctx.set('Cache-Control', 'no-store');
    return call;
  }

  return {
    open: (right, handle) =>
      async function admitKey(ctx) {
        const call = await admit(ctx, keyed.admit);
        requireRight(call, right);
        await handle(ctx, call);
      },

    openToDevices: (right, handle) =>
      async function admitDevice(ctx) {
        const call = await admit(ctx, keyed.admitDevice);
        if (call.key.kind !== 'device') requireRight(call, right);
        await handle(ctx, call);
      },

    async post(ctx, call, change, body) {
      const { result, replayed } = await keyed.change(call, change, body, idempotencyKeyOf(ctx));
      if (replayed) ctx.set('Idempotent-Replayed', 'true');
      return result;
    },
  };
}

/** What was presented as a key; throws `missing_key` without anything. */
function keyIn(ctx: KeyedContext): string {
  const headers = ctx.req.headersDistinct.authorization;
  if (headers === undefined) throw new DomainError('missing_key');
  return bearerIn(headers);
}
