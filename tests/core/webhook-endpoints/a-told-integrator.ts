import type { CallOutcome, OutgoingCall, OutgoingHttp } from '@comptoir/core/kit/outgoing-http.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { ServiceDeps } from '@comptoir/core/service-deps.js';
import type { EndpointFields } from '@comptoir/core/webhook-endpoints/endpoints-service.js';
import type { EndpointScope } from '@comptoir/core/webhook-endpoints/webhook-endpoint.js';
import { eventSchema, WEBHOOK_EVENTS, type WebhookEventType } from '@comptoir/core/webhook-endpoints/webhook-event.js';
import { aSite, type Establishment, establish } from '../../suites/builders.js';
import { aQueueBench, OK, type QueueBench } from '../push-queue/queue-bench.js';

export const FIELDS: EndpointFields = {
  name: 'Entrepôt',
  description: null,
  url: 'https://integrator.example/hook',
  types: null,
  enabled: true,
};

export interface ToldEvent {
  readonly id: string;
  readonly type: WebhookEventType;
  readonly site_id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An integrator’s server, which answers what a test wants. */
export function anIntegrator() {
  const calls: OutgoingCall[] = [];
  let answer: (call: OutgoingCall) => CallOutcome = () => OK;
  const outgoing: OutgoingHttp = {
    faultOf: (url) => (url.includes('forbidden') ? 'This host does not call it.' : null),
    async post(call) {
      calls.push(call);
      return answer(call);
    },
  };
  return {
    outgoing,
    calls,
    answers: (given: (call: OutgoingCall) => CallOutcome) => {
      answer = given;
    },
  };
}

/** A shop on memory with an endpoint that is told everything, and a dispatcher that runs. */
export async function aToldIntegrator(fields: Partial<EndpointFields> = {}, changes: Partial<ServiceDeps> = {}) {
  const integrator = anIntegrator();
  const bench = aQueueBench({ outgoing: integrator.outgoing, ...changes });
  const establishment = await establish(bench.persistence, { trade: 'shop', features: { ...aSite().features, stock: true } });
  const { services, timers } = bench;
  const { scope } = establishment;
  const endpoint = await services.webhookEndpoints.create(scope, { ...FIELDS, ...fields });
  services.dispatcher.start();
  await timers.advance(0);
  return {
    ...bench,
    ...establishment,
    integrator,
    endpoint,
    soon: () => timers.advance(1_000),
    endpointNow: () => services.views.webhookEndpoints.get(scope, endpoint.id),
    told: (of: EndpointScope = scope) => toldTo(bench, of),
    /** Does something that is told as `stock.changed`. */
    change: () => changeSomething(bench, scope),
  };
}

export type Told = Awaited<ReturnType<typeof aToldIntegrator>> & Establishment;

/** Everything that endpoints are told, as the contracts of the events read it, in the order of its types. */
async function toldTo({ services }: QueueBench, scope: EndpointScope): Promise<readonly ToldEvent[]> {
  const { items } = await services.views.webhookEndpoints.deliveries(scope, { limit: 200 });
  return items
    .map(({ type, body, eventId }) => {
      const event = eventSchema(type, WEBHOOK_EVENTS[type].data.strict()).parse(JSON.parse(body));
      if (event.id !== eventId) throw new Error('An event goes by another name than its message.');
      return event as ToldEvent;
    })
    .toSorted((left, right) => (left.type < right.type ? -1 : 1));
}

let counted = 0;

async function changeSomething({ services }: QueueBench, scope: Scope): Promise<void> {
  counted += 1;
  const unit = { itemId: `item-${counted}`, variantId: null };
  await services.unitOfWork(scope, (_, { stock }) => stock.open(scope, [unit], services.clock.now()));
}
