import { z } from 'zod';
import { CLIENT_KINDS } from '../clients/client.js';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, type Permission, siteScopeOf } from '../kit/procedure.js';
import { idSchema, personText } from '../kit/validate.js';
import { requireVersion } from '../kit/versions.js';
import { ruleRecord, ruleSchema } from './rule.js';
import type { Segment } from './segment.js';

const byId = z.object({ id: idSchema });
const name = personText(1, 120);
const text = z.string();
const may = (permission: Permission) => ({ kind: 'permission', permissions: [permission] }) as const;

const segmentRecord = z.object({ id: text, name: text, rule: ruleRecord, createdAt: z.date(), updatedAt: z.date(), version: z.int() });
const segmentSize = z.object({ clients: z.int(), reachable: z.int() });
const member = z.object({
  id: text,
  kind: z.enum(CLIENT_KINDS),
  firstName: text.nullable(),
  lastName: text.nullable(),
  company: text.nullable(),
  email: text.nullable(),
  language: text.nullable(),
  tags: z.array(text),
  createdAt: z.date(),
});
const PREVIEW = { page: 1, pageSize: 10 } as const;

/** The `segments` router: clients that have something in common. */
export function segmentsRouter() {
  return {
    list: defineProcedure({
      type: 'query',
      access: may('segments:read'),
      summary: 'One page of the segments, by name.',
      input: pageInput.prefault({}),
      output: pageOf(segmentRecord),
      run: (context, page) => context.services.views.segments.list(siteScopeOf(context), page),
    }),
    get: defineProcedure({
      type: 'query',
      access: may('segments:read'),
      summary: 'One segment with its rule.',
      input: byId,
      output: segmentRecord,
      errors: ['unknown_record'],
      run: (context, { id }) => segmentOf(context, id),
    }),
    create: defineProcedure({
      type: 'mutation',
      access: may('segments:write'),
      summary: 'Creates a segment: a name, and the rule by which clients belong to it.',
      input: z.object({ name, rule: ruleSchema }),
      output: segmentRecord,
      errors: ['duplicate'],
      run: async (context, input) => {
        const [scope, now] = [siteScopeOf(context), context.services.clock.now()];
        const segment = { ...input, id: context.services.ids.uuid(), createdAt: now, updatedAt: now, version: 1 };
        return context.services.unitOfWork(scope, (_services, { segments }) => segments.create(scope, segment));
      },
    }),
    update: defineProcedure({
      type: 'mutation',
      access: may('segments:write'),
      summary: 'Changes the fields of a segment that are sent; campaigns under way keep whom they have.',
      input: byId.extend({ version: z.int().min(1).optional(), name: name.optional(), rule: ruleSchema.optional() }),
      output: segmentRecord,
      errors: ['unknown_record', 'stale', 'duplicate'],
      run: async (context, { id, version, ...patch }) => {
        const [scope, now] = [siteScopeOf(context), context.services.clock.now()];
        const changed = (before: Segment): Segment => {
          requireVersion(before, version);
          const { name: newName = before.name, rule = before.rule } = patch;
          return { ...before, name: newName, rule, updatedAt: now, version: before.version + 1 };
        };
        return context.services.unitOfWork(scope, (_services, { segments }) => segments.change(scope, id, changed));
      },
    }),
    delete: defineProcedure({
      type: 'mutation',
      access: may('segments:delete'),
      summary: 'Deletes a segment that no campaign refers to.',
      input: byId,
      output: byId,
      errors: ['unknown_record', 'in_use'],
      run: async (context, { id }) => {
        const scope = siteScopeOf(context);
        const isGone = await context.services.unitOfWork(scope, (_services, { segments }) => segments.delete(scope, id));
        if (!isGone) throw new DomainError('unknown_record');
        return { id };
      },
    }),
    preview: defineProcedure({
      type: 'query',
      access: may('segments:read'),
      summary: 'How many clients a rule holds for before it is saved, and ten of them.',
      input: z.object({ rule: ruleSchema }),
      output: segmentSize.extend({ sample: z.array(member) }),
      run: async (context, { rule }) => {
        const [scope, { segmentMembers }] = [siteScopeOf(context), context.services.views];
        const [size, { items }] = await Promise.all([segmentMembers.size(scope, rule), segmentMembers.members(scope, rule, PREVIEW)]);
        return { ...size, sample: [...items] };
      },
    }),
    count: defineProcedure({
      type: 'query',
      access: may('segments:read'),
      summary: 'How many clients a segment has, and how many of them a campaign can reach.',
      input: byId,
      output: segmentSize,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const { rule } = await segmentOf(context, id);
        return context.services.views.segmentMembers.size(siteScopeOf(context), rule);
      },
    }),
    members: defineProcedure({
      type: 'query',
      access: may('segments:read'),
      summary: 'One page of the clients of a segment, newest first.',
      input: pageInput.omit({ search: true }).extend({ id: idSchema }),
      output: pageOf(member),
      errors: ['unknown_record'],
      run: async (context, { id, ...page }) => {
        const { rule } = await segmentOf(context, id);
        return context.services.views.segmentMembers.members(siteScopeOf(context), rule, page);
      },
    }),
  };
}

async function segmentOf(context: CallContext, id: string): Promise<Segment> {
  const segment = await context.services.views.segments.get(siteScopeOf(context), id);
  if (segment === null) throw new DomainError('unknown_record');
  return segment;
}
