import type { CallContext } from '@comptoir/core/kit/procedure.js';
import type { Registry } from '@comptoir/core/kit/registry.js';
import type { Context, Middleware } from 'koa';
import type { HostState } from '../kit/koa-app.js';

export interface RpcOptions {
  readonly registry: Registry;
  /** `/api/rpc` */
  readonly prefix: string;
  contextOf(ctx: Context & { state: HostState }): Promise<CallContext>;
}

/** Passes every call on. */
export function makeRpc(_options: RpcOptions): Middleware<HostState> {
  return (_ctx, next) => next();
}
