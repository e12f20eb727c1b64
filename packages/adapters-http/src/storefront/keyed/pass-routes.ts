import type { KeyedCall, KeyedChange } from '@comptoir/core/keyed/keyed-service.js';
import { keyedPass, presentPass, unblockInput } from '@comptoir/core/keyed/pass-records.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { cursorInput } from '@comptoir/core/kit/page.js';
import { idSchema, parse } from '@comptoir/core/kit/validate.js';
import type { Pass } from '@comptoir/core/passes/pass.js';
import { blockInput, passInput, useInput } from '@comptoir/core/passes/pass-contract.js';
import type { PassViews } from '@comptoir/core/passes/pass-store.js';
import type { Services } from '@comptoir/core/services.js';
import { requireFeature } from '@comptoir/core/sites/require-feature.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { HostState } from '../../kit/koa-app.js';
import { readJson, readJsonIfAny } from '../../kit/read-json.js';
import type { KeyedGate } from './keyed-gate.js';

const PASSES = '/api/v1/passes';

/** Passes of the establishment: list them, make one, use one, block one. */
export function addPassRoutes(router: Router<HostState>, gate: KeyedGate, passes: PassViews): void {
  router.get(
    PASSES,
    gate.open('read', async function listPasses(ctx, { scope, site }) {
      requireFeature(site, 'passes');
      const { items, nextCursor } = await passes.listAfter(scope, parse(cursorInput, { ...ctx.query }));
      ctx.body = { ok: true, passes: items.map(presentPass), nextCursor };
    }),
  );

  router.post(
    PASSES,
    gate.open('write', async function createPass(ctx, call) {
      requireFeature(call.site, 'passes');
      const pass = await gate.post(ctx, call, creating(call), await readJson(ctx));
      ctx.status = 201;
      ctx.body = { ok: true, pass };
    }),
  );

  router.post(
    `${PASSES}/:id/use`,
    gate.open('write', async function usePass(ctx, call) {
      requireFeature(call.site, 'passes');
      const change = onPass(passIdOf(ctx), 'use', useInput, (services, id, use) => services.passes.use(call.scope, id, use));
      ctx.body = { ok: true, pass: await gate.post(ctx, call, change, await readJsonIfAny(ctx)) };
    }),
  );

  router.post(
    `${PASSES}/:id/block`,
    gate.open('write', async function blockPass(ctx, call) {
      requireFeature(call.site, 'passes');
      const change = onPass(passIdOf(ctx), 'block', blockInput, (services, id, { reason }) =>
        services.passes.block(call.scope, id, reason),
      );
      ctx.body = { ok: true, pass: await gate.post(ctx, call, change, await readJson(ctx)) };
    }),
  );

  router.post(
    `${PASSES}/:id/unblock`,
    gate.open('write', async function unblockPass(ctx, call) {
      requireFeature(call.site, 'passes');
      const change = onPass(passIdOf(ctx), 'unblock', unblockInput, (services, id) => services.passes.unblock(call.scope, id));
      ctx.body = { ok: true, pass: await gate.post(ctx, call, change, await readJsonIfAny(ctx)) };
    }),
  );
}

function creating({ scope }: KeyedCall): KeyedChange<typeof passInput, typeof keyedPass> {
  return {
    action: 'keyed.createPass',
    route: `POST ${PASSES}`,
    input: passInput,
    result: keyedPass,
    subjectOf: ({ id }) => id,
    run: async (services, input) => presentPass(await services.passes.create(scope, input)),
  };
}

function onPass<Input extends z.ZodType>(
  id: string,
  verb: 'use' | 'block' | 'unblock',
  input: Input,
  run: (services: Services, id: string, input: z.output<Input>) => Promise<Pass>,
): KeyedChange<Input, typeof keyedPass> {
  return {
    action: `keyed.${verb}Pass`,
    route: `POST ${PASSES}/${id}/${verb}`,
    input,
    result: keyedPass,
    subjectOf: (pass) => pass.id,
    run: async (services, given) => presentPass(await run(services, id, given)),
  };
}

/** What is no id is the id of nothing. */
function passIdOf(ctx: Context & { params: Record<string, string> }): string {
  const id = idSchema.safeParse(ctx.params.id);
  if (!id.success) throw new DomainError('unknown_pass');
  return id.data;
}
