import type { ServerOptions } from 'node:http';
import { idempotencyKeyOf } from '@comptoir/adapters-http/kit/idempotency-key.js';
import { makeHostApp } from '@comptoir/adapters-http/kit/koa-app.js';
import { makeRpc, type RpcOptions } from '@comptoir/adapters-http/rpc/wire.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { CallContext } from '@comptoir/core/kit/procedure.js';
import type { Services } from '@comptoir/core/services.js';
import { aBench, aCall, aCallOfNobody } from '../../core/support.js';
import { hostOptions } from '../kit/host.js';
import type { LogLine } from '../log.js';
import { serve } from '../serve.js';
import { testRegistry } from './procedures.js';

export const PREFIX = '/api/rpc';

/** A host with the test procedures; gives the address under which they are called. What is not RPC is answered "passed on". */
export async function serveRpc(
  options: Partial<RpcOptions> & { log?: LogLine[]; services?: Services; server?: ServerOptions } = {},
): Promise<string> {
  const { log = [], services = aBench().services, server = {}, ...changes } = options;
  const app = makeHostApp('rpc', hostOptions({ log }));
  app.use(makeRpc({ registry: testRegistry, prefix: PREFIX, contextOf: async (ctx) => contextFor(services, ctx), ...changes }));
  app.use((ctx) => {
    ctx.body = 'passed on';
  });
  return `${await serve(app.callback(), server)}${PREFIX}`;
}

type RpcContext = Parameters<RpcOptions['contextOf']>[0];

/** Signed in with any token; a foreign origin is refused as a whole; sessions become cookies. */
function contextFor(services: Services, ctx: RpcContext): CallContext {
  if (ctx.get('Origin') === 'https://evil.example') throw new DomainError('cross_origin');
  const context = ctx.get('Authorization') === '' ? aCallOfNobody(services) : aCall(services);
  return {
    ...context,
    requestId: ctx.state.requestId,
    idempotencyKey: idempotencyKeyOf(ctx),
    session: { start: (token) => ctx.append('Set-Cookie', `session=${token}`), end: () => undefined },
  };
}
