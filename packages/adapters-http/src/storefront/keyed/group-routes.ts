import type { GroupViews } from '@comptoir/core/groups/group-store.js';
import {
  groupInputOf,
  groupPatchOf,
  groupsQuery,
  keyedGroup,
  keyedGroupInput,
  keyedGroupPatch,
  presentGroup,
} from '@comptoir/core/keyed/group-records.js';
import type { KeyedCall, KeyedChange } from '@comptoir/core/keyed/keyed-service.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { idSchema, parse } from '@comptoir/core/kit/validate.js';
import type { Services } from '@comptoir/core/services.js';
import { requireFeature } from '@comptoir/core/sites/require-feature.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { HostState } from '../../kit/koa-app.js';
import { readJson } from '../../kit/read-json.js';
import type { KeyedGate } from './keyed-gate.js';

const GROUPS = '/api/v1/groups';

/** Groups of the establishment: list them, write one down, change one and take it through its states. */
export function addGroupRoutes(
  router: Router<HostState>,
  gate: KeyedGate,
  { keyed, groups }: Pick<Services, 'keyed'> & { readonly groups: GroupViews },
): void {
  router.get(
    GROUPS,
    gate.open('read', async function listGroups(ctx, { scope, site }) {
      requireFeature(site, 'groups');
      const { items, nextCursor } = await groups.listAfter(scope, parse(groupsQuery, { ...ctx.query }));
      ctx.body = { ok: true, groups: items.map(presentGroup), nextCursor };
    }),
  );

  router.post(
    GROUPS,
    gate.open('write', async function createGroup(ctx, call) {
      requireFeature(call.site, 'groups');
      const group = await gate.post(ctx, call, creating(call), await readJson(ctx));
      ctx.status = 201;
      ctx.body = { ok: true, group };
    }),
  );

  router.patch(
    `${GROUPS}/:id`,
    gate.open('write', async function updateGroup(ctx, call) {
      requireFeature(call.site, 'groups');
      const { result } = await keyed.change(call, changing(call, groupIdOf(ctx)), await readJson(ctx), null);
      ctx.body = { ok: true, group: result };
    }),
  );
}

function creating({ scope }: KeyedCall): KeyedChange<typeof keyedGroupInput, typeof keyedGroup> {
  return {
    action: 'keyed.createGroup',
    route: `POST ${GROUPS}`,
    input: keyedGroupInput,
    result: keyedGroup,
    subjectOf: ({ id }) => id,
    run: async (services, input) => presentGroup(await services.groups.create(scope, groupInputOf(input))),
  };
}

function changing({ scope }: KeyedCall, id: string): KeyedChange<typeof keyedGroupPatch, typeof keyedGroup> {
  return {
    action: 'keyed.updateGroup',
    route: `PATCH ${GROUPS}/${id}`,
    input: keyedGroupPatch,
    result: keyedGroup,
    subjectOf: (group) => group.id,
    run: async (services, patch) => presentGroup(await services.groups.update(scope, id, groupPatchOf(patch), patch.status ?? null)),
  };
}

/** What is no id is the id of nothing. */
function groupIdOf(ctx: Context & { params: Record<string, string> }): string {
  const id = idSchema.safeParse(ctx.params.id);
  if (!id.success) throw new DomainError('unknown_group');
  return id.data;
}
