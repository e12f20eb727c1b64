import { DomainError } from '@comptoir/core/kit/errors.js';
import { type AnySdkCall, answerSdkCall } from '@comptoir/core/sdk/sdk-call.js';
import type { Services } from '@comptoir/core/services.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { HostState } from '../kit/koa-app.js';
import { readJsonOfProgram } from '../kit/read-json.js';
import { appIdOf } from './sdk-gate.js';

export const SDK_PREFIX = '/__platform/sdk';

/** A route for every call of the SDK: JSON in, `{ok: true, …}` out. */
export function addSdkRoutes(router: Router<HostState>, services: Services, calls: readonly AnySdkCall[]): void {
  for (const call of calls) {
    router.register(`${SDK_PREFIX}${call.path}`, [call.method], async function answerApp(ctx: Context) {
      const appId = appIdOf(ctx);
      const input = call.method === 'GET' ? queryOf(ctx) : await readJsonOfProgram(ctx);
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { ok: true, ...(await answerSdkCall(call, { appId, services }, input)) };
    });
  }
}

/** The query as an object; a parameter that comes twice could mean either. */
function queryOf({ query }: Context): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      throw new DomainError('invalid_request', { issues: [{ path: name, message: 'Send this parameter once.' }] });
    }),
  );
}
