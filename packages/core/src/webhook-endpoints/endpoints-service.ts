import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { OutgoingHttp } from '../kit/outgoing-http.js';
import { RateLimited } from '../kit/rate-limit.js';
import { NOBODYS_ID, type Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { makeSyncSecret } from '../links/signed-message.js';
import { rotated } from '../links/signing-secrets.js';
import { mustBeCallable } from '../links/webhook-url.js';
import type { Stores, Views } from '../stores.js';
import { callEndpoint, type Made } from './deliver-webhook.js';
import { ENDPOINTS_MAX, type EndpointScope, type WebhookEndpoint } from './webhook-endpoint.js';
import type { Released } from './webhook-endpoint-store.js';
import { eventText, TEST_EVENT } from './webhook-event.js';
import { pushWebhooks } from './webhook-queue.js';

export interface EndpointFields extends Pick<WebhookEndpoint, 'name' | 'description' | 'url' | 'types'> {
  readonly enabled: boolean;
}

/** What to send again: one delivery, or all of an endpoint that failed and were made at `since` or later. */
export type Redelivered = { readonly id: string } | { readonly endpointId: string; readonly since: Date };

/** Endpoints of integrators. All of one that is not there throw `unknown_record`. */
export interface WebhookEndpointsService {
  /** The secret is in the endpoint, and shown this once. Throws `invalid_request` (the address; too many endpoints). */
  create(scope: EndpointScope, fields: EndpointFields): Promise<WebhookEndpoint>;
  /** Undefined leaves. To enable an endpoint forgets that it failed. Throws `invalid_request` (the address). */
  update(
    scope: EndpointScope,
    id: string,
    changes: { readonly [Field in keyof EndpointFields]?: EndpointFields[Field] | undefined },
  ): Promise<WebhookEndpoint>;
  /** A new secret, which signs at once; the one before signs too for so many hours more. */
  rotate(scope: EndpointScope, id: string, graceHours: number): Promise<WebhookEndpoint>;
  /** With its deliveries; what waits for it is not sent any more. */
  remove(scope: EndpointScope, id: string): Promise<WebhookEndpoint>;
  /**
   * Puts deliveries on their way once more, under the ids of their events, with all their attempts; how many, and whether there are more.
   * Throws `invalid_request` where the endpoint is disabled.
   */
  redeliver(scope: EndpointScope, which: Redelivered): Promise<{ readonly count: number; readonly more: boolean }>;
  /** Sends a `test.ping` and waits for the answer: not for transactions. Nothing of it is kept. Throws `rate_limited`. */
  test(scope: EndpointScope, id: string): Promise<Made>;
}

interface Deps {
  readonly unitOfWork: UnitOfWork;
  readonly views: Pick<Views, 'webhookEndpoints'>;
  readonly outgoing: OutgoingHttp;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
}

const HOUR_MS = 3_600_000;
/** So many deliveries are put on their way at once. */
const REDELIVERED_MAX = 1_000;
const TESTS = { limit: 10, windowSecs: 60 } as const;

export function makeWebhookEndpointsService(deps: Deps): WebhookEndpointsService {
  const { unitOfWork, views, outgoing, clock, crypto, ids } = deps;

  const change = (scope: EndpointScope, id: string, decide: (before: WebhookEndpoint) => WebhookEndpoint) =>
    unitOfWork(scope, async (_, { webhookEndpoints }) =>
      found(await webhookEndpoints.change(scope, id, (before) => ({ ...decide(before), updatedAt: clock.now() }))),
    );

  const disabledBy = (enabled: boolean | undefined, before: WebhookEndpoint) => {
    if (enabled === undefined) return {};
    if (enabled) return { disabled: null, failingSince: null };
    return { disabled: before.disabled ?? ({ reason: 'person', at: clock.now() } as const) };
  };

  async function again(stores: Stores, { tenantId }: EndpointScope, endpointId: string, released: readonly Released[]): Promise<void> {
    const messages = released.map(({ id: deliveryId, siteId }) => ({ tenantId, siteId, endpointId, deliveryId }));
    await pushWebhooks({ pushQueue: stores.pushQueue, ids }, messages, clock.now());
  }

  async function redeliverOne(scope: EndpointScope, id: string) {
    const { siteId, endpointId } = found(await views.webhookEndpoints.delivery(scope, id));
    return unitOfWork(scope, async (_, stores) => {
      mustBeEnabled(found(await stores.webhookEndpoints.change(scope, endpointId, (same) => same)));
      const waiting = { state: 'waiting', attempts: 0 } as const;
      found(await stores.webhookEndpoints.changeDelivery({ ...scope, siteId }, id, (before) => ({ ...before, ...waiting })));
      await again(stores, scope, endpointId, [{ id, siteId }]);
      return { count: 1, more: false };
    });
  }

  const redeliverFailed = (scope: EndpointScope, endpointId: string, since: Date) =>
    unitOfWork(scope, async (_, stores) => {
      mustBeEnabled(found(await stores.webhookEndpoints.change(scope, endpointId, (same) => same)));
      const released = await stores.webhookEndpoints.releaseFailed(scope, endpointId, since, REDELIVERED_MAX);
      await again(stores, scope, endpointId, released);
      return { count: released.length, more: released.length === REDELIVERED_MAX };
    });

  return {
    async create(scope, fields) {
      mustBeCallable(outgoing, fields.url);
      const { total } = await views.webhookEndpoints.list(scope, { page: 1, pageSize: 1 });
      if (total >= ENDPOINTS_MAX) throw tooMany();
      const endpoint = newEndpoint(scope, fields, { id: ids.uuid(), secret: makeSyncSecret(crypto), now: clock.now() });
      await unitOfWork(scope, (_, { webhookEndpoints }) => webhookEndpoints.create(scope, endpoint));
      return endpoint;
    },

    async update(scope, id, { enabled, ...changes }) {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      return change(scope, id, (before) => {
        // Only of one that is there: a stranger learns nothing from which address is refused.
        if (changes.url !== undefined) mustBeCallable(outgoing, changes.url);
        return { ...before, ...given, ...disabledBy(enabled, before) };
      });
    },

    async rotate(scope, id, graceHours) {
      const [secret, now] = [makeSyncSecret(crypto), clock.now()];
      return change(scope, id, (before) => rotated(before, secret, new Date(now.getTime() + graceHours * HOUR_MS), now));
    },

    remove: (scope, id) =>
      unitOfWork(scope, async (_, { webhookEndpoints }) => {
        const endpoint = found(await webhookEndpoints.change(scope, id, (same) => same));
        await webhookEndpoints.remove(scope, id);
        return endpoint;
      }),

    redeliver: (scope, which) => ('id' in which ? redeliverOne(scope, which.id) : redeliverFailed(scope, which.endpointId, which.since)),

    async test(scope, id) {
      const endpoint = found(await views.webhookEndpoints.get(scope, id));
      const paced: Scope = { ...scope, siteId: scope.siteId ?? NOBODYS_ID };
      await unitOfWork(scope, async (_, { rateLimits }) => {
        const state = await rateLimits.take(paced, `webhook-test ${id}`, TESTS, clock.now());
        if (!state.taken) throw new RateLimited(state);
      });
      const event = { id: ids.uuid(), type: TEST_EVENT, at: clock.now(), data: { endpoint_id: id } };
      return callEndpoint(deps, endpoint, { id: event.id, body: eventText(endpoint, event) });
    },
  };
}

interface Drawn {
  readonly id: string;
  readonly secret: string;
  readonly now: Date;
}

function newEndpoint(
  { tenantId, siteId }: EndpointScope,
  { enabled, ...fields }: EndpointFields,
  { id, secret, now }: Drawn,
): WebhookEndpoint {
  const disabled = enabled ? null : ({ reason: 'person', at: now } as const);
  return { ...fields, id, tenantId, siteId, secret, retiring: [], disabled, failingSince: null, createdAt: now, updatedAt: now };
}

function mustBeEnabled({ disabled }: WebhookEndpoint): void {
  if (disabled !== null) throw new DomainError('invalid_request', { message: 'Enable the endpoint first: nothing is sent to it now.' });
}

function found<Row>(row: Row | null): Row {
  if (row === null) throw new DomainError('unknown_record');
  return row;
}

function tooMany(): DomainError {
  return new DomainError('invalid_request', { message: `There are at most ${ENDPOINTS_MAX} endpoints.` });
}
