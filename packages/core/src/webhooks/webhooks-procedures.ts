import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, type Permission, siteScopeOf } from '../kit/procedure.js';
import { secret } from '../kit/secret.js';
import { idSchema, instantInput } from '../kit/validate.js';
import { rotateSecretInput } from '../webhook-endpoints/endpoint-contract.js';
import { endpointProcedures, endpointScopeOf } from '../webhook-endpoints/endpoint-procedures.js';
import { WEBHOOK_ACTIONS, WEBHOOK_ENTITIES } from './shop-event.js';
import { processingMs, WEBHOOK_RESULTS, WEBHOOK_STATES, type WebhookLog } from './webhook-log.js';

const text = z.string();
const entity = z.enum(WEBHOOK_ENTITIES);

const logRecord = z.object({
  id: text,
  sessionId: text,
  entity,
  action: z.enum(WEBHOOK_ACTIONS),
  externalId: text,
  state: z.enum(WEBHOOK_STATES),
  receivedAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  processingMs: z.int().nullable(),
  attempts: z.int(),
  dueAt: z.date(),
  result: z.enum(WEBHOOK_RESULTS).nullable(),
  reason: text.nullable(),
  coalescedInto: text.nullable(),
  coalesced: z.int(),
  replayOf: text.nullable(),
});

const listInput = pageInput
  .omit({ search: true })
  .extend({
    entity: entity.optional(),
    state: z.enum(WEBHOOK_STATES).optional(),
    sessionId: idSchema.optional(),
    externalId: z.string().min(1).max(80).optional(),
    from: instantInput.optional(),
    to: instantInput.optional(),
  })
  .prefault({});

const figuresRecord = z.object({
  entity,
  counts: z.object({ received: z.int(), processing: z.int(), completed: z.int(), failed: z.int() }),
  processed: z.int(),
  meanMs: z.int().nullable(),
  slowestMs: z.int().nullable(),
  oldestWaitingAt: z.date().nullable(),
});

const HOUR_MS = 3_600_000;

/** The `webhooks` router: what the online shop tells and what became of it, and the endpoints of integrators that are told of events. */
export function webhooksRouter() {
  return { ...journalProcedures(), ...shopProcedures(), ...endpointProcedures() };
}

function journalProcedures() {
  return {
    listLogs: defineProcedure({
      type: 'query',
      access: needs('webhooks:read'),
      summary: 'One page of the journal of the online shop’s events, newest first.',
      input: listInput,
      output: pageOf(logRecord),
      run: async (context, filter) => {
        const page = await context.services.views.webhookLogs.list(siteScopeOf(context), filter);
        return { ...page, items: page.items.map(present) };
      },
    }),
    getLog: defineProcedure({
      type: 'query',
      access: needs('webhooks:read'),
      summary: 'One entry of the journal.',
      input: z.object({ id: idSchema }),
      output: logRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const log = await context.services.views.webhookLogs.get(siteScopeOf(context), id);
        if (log === null) throw new DomainError('unknown_record');
        return present(log);
      },
    }),
    getStats: defineProcedure({
      type: 'query',
      access: needs('webhooks:read'),
      summary: 'How many events came in the last hours, what became of them, and how long that took.',
      input: z.object({ hours: z.int().min(1).max(720).default(24) }).prefault({}),
      output: z.object({ since: z.date(), entities: z.array(figuresRecord) }),
      run: async (context, { hours }) => {
        const { clock, views } = context.services;
        const since = new Date(clock.now().getTime() - hours * HOUR_MS);
        return { since, entities: await views.webhookLogs.figures(siteScopeOf(context), since) };
      },
    }),
    replay: defineProcedure({
      type: 'mutation',
      access: needs('webhooks:write'),
      summary: 'Processes an event, or all of a request, once more, as events of their own in the journal.',
      input: z.union([z.object({ logId: idSchema }), z.object({ sessionId: idSchema })]),
      output: z.object({ accepted: z.int(), sessionId: text }),
      errors: ['unknown_record'],
      run: (context, which) => context.services.webhooks.replay(siteScopeOf(context), which),
    }),
  };
}

function shopProcedures() {
  return {
    getEndpoints: defineProcedure({
      type: 'query',
      access: needs('webhooks:read'),
      summary: 'What to enter in the online shop: the address for each kind of record, and whether a secret is set.',
      input: z.object({}).prefault({}),
      output: z.object({
        endpoints: z.array(z.object({ entity, url: text })),
        secret: z.object({ canonical: z.boolean(), older: z.boolean() }),
      }),
      errors: ['unknown_record'],
      run: (context) => context.services.webhooks.endpoints(siteScopeOf(context)),
    }),
    rotateSecret: defineProcedure({
      type: 'mutation',
      access: needs('webhooks:write'),
      summary:
        'Draws a new secret and shows it this once. Of the online shop that tells the platform: the one before is accepted until the next rotation, or no more with `dropOld`. With `id`, of an endpoint that the platform tells: the one before signs too for `graceHours`.',
      input: rotateSecretInput,
      output: z.object({ secret: secret(text) }),
      errors: ['unknown_record'],
      run: async (context, { dropOld, id, graceHours }) => {
        const { webhooks, webhookEndpoints } = context.services;
        if (id === undefined) return { secret: await webhooks.rotateSecret(siteScopeOf(context), dropOld) };
        const { secret: drawn } = await webhookEndpoints.rotate(endpointScopeOf(context), id, dropOld ? 0 : graceHours);
        return { secret: drawn };
      },
    }),
  };
}

function present(log: WebhookLog) {
  return { ...log, processingMs: processingMs(log) };
}

function needs(permission: Permission) {
  return { kind: 'permission', permissions: [permission] } as const;
}
