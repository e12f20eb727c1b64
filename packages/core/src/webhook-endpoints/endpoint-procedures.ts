import { z } from 'zod';
import { auditEntryOf } from '../kit/call-procedure.js';
import { DomainError } from '../kit/errors.js';
import { pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, type Permission, tenantScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import {
  deliveriesInput,
  deliveryRecord,
  endpointCreate,
  endpointList,
  endpointRecord,
  endpointUpdate,
  presentDelivery,
  presentEndpoint,
  redeliverInput,
  shownEndpoint,
  testRecord,
  wholeDelivery,
} from './endpoint-contract.js';
import type { EndpointScope, WebhookEndpoint } from './webhook-endpoint.js';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from './webhook-event.js';

const byId = z.object({ id: idSchema });

/** The part of the `webhooks` router that is about the endpoints of integrators. */
export function endpointProcedures() {
  return { ...readingProcedures(), ...changingProcedures(), ...deliveryProcedures() };
}

/** A call for an establishment is about its own endpoints; one for the whole organisation, about those that hear of every establishment. */
export function endpointScopeOf(context: CallContext): EndpointScope {
  return context.identity?.site ?? { ...tenantScopeOf(context), siteId: null };
}

function readingProcedures() {
  return {
    list: defineProcedure({
      type: 'query',
      rest: true,
      access: needs('webhooks:read'),
      summary:
        'One page of the endpoints that are told of events, oldest first, without their secrets: of the establishment, or of the whole organisation.',
      input: endpointList,
      output: pageOf(endpointRecord),
      run: async (context, input) => {
        const { clock, views } = context.services;
        const page = await views.webhookEndpoints.list(endpointScopeOf(context), input);
        return { ...page, items: page.items.map((endpoint) => presentEndpoint(endpoint, clock.now())) };
      },
    }),
    get: defineProcedure({
      type: 'query',
      rest: true,
      access: needs('webhooks:read'),
      summary: 'One endpoint, without its secret.',
      input: byId,
      output: endpointRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) =>
        present(context, found(await context.services.views.webhookEndpoints.get(endpointScopeOf(context), id))),
    }),
    eventTypes: defineProcedure({
      type: 'query',
      rest: true,
      access: needs('webhooks:read'),
      summary: 'Every type of event that an endpoint can ask for, and when it is sent.',
      input: z.object({}).prefault({}),
      output: z.array(z.object({ type: z.enum(WEBHOOK_EVENT_TYPES), summary: z.string() })),
      run: async () => WEBHOOK_EVENT_TYPES.map((type) => ({ type, summary: WEBHOOK_EVENTS[type].summary })),
    }),
  };
}

function changingProcedures() {
  return {
    create: defineProcedure({
      type: 'mutation',
      access: needs('webhooks:write'),
      summary: 'Adds an endpoint that is told of events from now on. Its secret is shown this once.',
      input: endpointCreate,
      output: shownEndpoint,
      run: async (context, input) => shown(context, await context.services.webhookEndpoints.create(endpointScopeOf(context), input)),
    }),
    update: defineProcedure({
      type: 'mutation',
      access: needs('webhooks:write'),
      summary:
        'Changes the fields of an endpoint that are sent. To enable it forgets that it failed; a disabled one is told nothing, and nothing is kept for it.',
      input: endpointUpdate,
      output: endpointRecord,
      errors: ['unknown_record'],
      run: async (context, { id, ...changes }) =>
        present(context, await context.services.webhookEndpoints.update(endpointScopeOf(context), id, changes)),
    }),
    delete: defineProcedure({
      type: 'mutation',
      access: needs('webhooks:delete'),
      summary: 'Deletes an endpoint with its deliveries. What waits for it is not sent any more.',
      input: byId,
      output: endpointRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => present(context, await context.services.webhookEndpoints.remove(endpointScopeOf(context), id)),
    }),
    test: defineProcedure({
      type: 'mutation',
      // It waits for the endpoint.
      transaction: 'own',
      access: needs('webhooks:write'),
      summary: 'Sends a signed `test.ping` to an endpoint, disabled or not, and tells what it answered. Ten a minute.',
      input: byId,
      output: testRecord,
      errors: ['unknown_record', 'rate_limited'],
      run: async (context, input) => {
        const scope = endpointScopeOf(context);
        const { attempt, result } = await context.services.webhookEndpoints.test(scope, input.id);
        await context.services.unitOfWork(scope, (_, { audit }) => audit.append(auditEntryOf('webhooks.test', context, byId, input, null)));
        const { status, error, answer, tookMs } = attempt;
        return { delivered: result === 'taken', status, error, answer, tookMs };
      },
    }),
  };
}

function deliveryProcedures() {
  return {
    deliveries: defineProcedure({
      type: 'query',
      rest: true,
      access: needs('webhooks:read'),
      summary: 'What endpoints were told in the last 30 days, or will be, newest first, with what they answered last.',
      input: deliveriesInput,
      output: z.object({ items: z.array(deliveryRecord), nextCursor: z.string().nullable() }),
      run: async (context, filter) => {
        const { items, nextCursor } = await context.services.views.webhookEndpoints.deliveries(endpointScopeOf(context), filter);
        return { items: items.map(presentDelivery), nextCursor };
      },
    }),
    getDelivery: defineProcedure({
      type: 'query',
      rest: true,
      access: needs('webhooks:read'),
      summary: 'One delivery, with the body that is sent.',
      input: byId,
      output: wholeDelivery,
      errors: ['unknown_record'],
      run: async (context, { id }) =>
        presentDelivery(found(await context.services.views.webhookEndpoints.delivery(endpointScopeOf(context), id))),
    }),
    redeliver: defineProcedure({
      type: 'mutation',
      access: needs('webhooks:write'),
      summary:
        'Sends an event once more, under its own id, with all its attempts; or all of an endpoint that failed since, a thousand in a call.',
      input: redeliverInput,
      output: z.object({ count: z.int(), more: z.boolean() }),
      errors: ['unknown_record'],
      run: (context, which) => context.services.webhookEndpoints.redeliver(endpointScopeOf(context), which),
    }),
  };
}

function present({ services }: CallContext, endpoint: WebhookEndpoint) {
  return presentEndpoint(endpoint, services.clock.now());
}

function shown(context: CallContext, endpoint: WebhookEndpoint) {
  return { ...present(context, endpoint), secret: endpoint.secret };
}

function found<Row>(row: Row | null): Row {
  if (row === null) throw new DomainError('unknown_record');
  return row;
}

function needs(permission: Permission) {
  return { kind: 'permission', permissions: [permission] } as const;
}
