import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { cursorInput } from '../kit/page.js';
import { type CallContext, defineProcedure, type Permission, siteScopeOf } from '../kit/procedure.js';
import { idSchema, personText } from '../kit/validate.js';
import { ageSecs } from '../push-queue/delivery-counters.js';
import type { Whose } from './queues-service.js';

const IDS_MAX = 200;

const queue = personText(1, 128);
const statsRecord = z.array(
  z.object({
    queue: z.string(),
    /** Due and not begun. */
    ready: z.int(),
    /** Not due yet: put off, or waiting to be tried again. */
    delayed: z.int(),
    inDelivery: z.int(),
    dead: z.int(),
    /** How long the message that waits longest has been due; null: none waits. */
    oldestAgeSecs: z.number().nullable(),
  }),
);
const deadPage = z.object({
  items: z.array(z.object({ id: z.string(), queue: z.string(), attempts: z.int(), reason: z.string(), deadAt: z.date() })),
  nextCursor: z.string().nullable(),
});
const deadFilter = cursorInput.extend({ queue: queue.optional() }).prefault({});
const selection = z.object({ ids: z.array(idSchema).min(1).max(IDS_MAX) });
const counted = z.object({ count: z.int() });

const may = (permission: Permission) => ({ kind: 'permission', permissions: [permission] }) as const;
const SUPER_ADMIN = { kind: 'role', role: 'super-admin' } as const;
const everybody = (): Whose => 'everybody';

/** The `queues` router: work of the product itself that waits, and what was given up. What messages say is in no answer. */
export function queuesRouter() {
  return {
    getStats: statsProcedure(may('queues:read'), siteScopeOf, 'How the queues stand with work of this establishment.'),
    listDeadLetters: listProcedure(may('queues:read'), siteScopeOf, 'Work of this establishment that was given up, newest first.'),
    retryDeadLetters: endProcedure(
      may('queues:write'),
      siteScopeOf,
      'retryDead',
      'Puts work of this establishment that was given up back on its queue.',
    ),
    purgeDeadLetters: endProcedure(may('queues:delete'), siteScopeOf, 'purgeDead', 'Drops work of this establishment that was given up.'),
    getPlatformStats: statsProcedure(SUPER_ADMIN, everybody, 'How the queues of the platform stand, over all organisations.'),
    listPlatformDeadLetters: listProcedure(SUPER_ADMIN, everybody, 'Work of any organisation that was given up, newest first.'),
    retryPlatformDeadLetters: endProcedure(
      SUPER_ADMIN,
      everybody,
      'retryDead',
      'Puts work of any organisation that was given up back on its queue.',
    ),
    purgePlatformDeadLetters: endProcedure(SUPER_ADMIN, everybody, 'purgeDead', 'Drops work of any organisation that was given up.'),
  };
}

type Access = ReturnType<typeof may> | typeof SUPER_ADMIN;
type WhoseOf = (context: CallContext) => Whose;

function statsProcedure(access: Access, whoseOf: WhoseOf, summary: string) {
  return defineProcedure({
    type: 'query',
    access,
    summary,
    input: z.object({}).default({}),
    output: statsRecord,
    run: async (context) => {
      const { clock, queues } = context.services;
      const depths = await queues.stats(whoseOf(context));
      return depths.map(({ appId: _appId, oldestDueAt, ...depth }) => ({ ...depth, oldestAgeSecs: ageSecs({ oldestDueAt }, clock.now()) }));
    },
  });
}

function listProcedure(access: Access, whoseOf: WhoseOf, summary: string) {
  return defineProcedure({
    type: 'query',
    access,
    summary,
    input: deadFilter,
    output: deadPage,
    run: async (context, { queue: name = null, limit, cursor }) => {
      const { items, nextCursor } = await context.services.queues.deadLetters(whoseOf(context), { queue: name, limit, cursor });
      const letters = items.map(({ id, queue: of, attempts, lastError, deadAt }) => ({
        id,
        queue: of,
        attempts,
        reason: lastError,
        deadAt,
      }));
      return { items: letters, nextCursor };
    },
  });
}

function endProcedure(access: Access, whoseOf: WhoseOf, verb: 'retryDead' | 'purgeDead', summary: string) {
  return defineProcedure({
    type: 'mutation',
    access,
    summary,
    input: selection,
    output: counted,
    errors: ['unknown_record'],
    run: async (context, { ids }) => {
      const count = await context.services.queues[verb](whoseOf(context), ids);
      if (count === 0) throw new DomainError('unknown_record');
      return { count };
    },
  });
}
