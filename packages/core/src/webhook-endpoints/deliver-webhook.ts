import type { PlatformLinks } from '../identity/platform-links.js';
import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import type { Logger } from '../kit/logger.js';
import type { CallOutcome, OutgoingHttp } from '../kit/outgoing-http.js';
import type { Post } from '../kit/post.js';
import type { Scope } from '../kit/scope.js';
import { refusalIn, TIMEOUT_MS } from '../links/deliver-event.js';
import { ATTEMPTS_MAX } from '../links/delivery-queue.js';
import { signedHeaders } from '../links/signed-message.js';
import { goodSecrets } from '../links/signing-secrets.js';
import type { Delivered } from '../push-queue/push-job.js';
import type { TransactAll, Views } from '../stores.js';
import { tellOwners } from './disabled-mail.js';
import { ANSWER_BYTES_MAX, type Attempt, type DeliveryState, type WebhookDelivery } from './webhook-delivery.js';
import { type AttemptResult, afterResult, type EndpointScope, type WebhookEndpoint } from './webhook-endpoint.js';
import type { WebhookEndpointStore } from './webhook-endpoint-store.js';
import type { WebhookMessage } from './webhook-queue.js';

export interface DeliverWebhookDeps {
  readonly transact: TransactAll;
  readonly views: Pick<Views, 'webhookEndpoints'>;
  readonly outgoing: OutgoingHttp;
  readonly clock: Clock;
  readonly crypto: Pick<Crypto, 'hmacSha256'>;
  readonly logger: Logger;
  readonly post: Post;
  readonly links: Pick<PlatformLinks, 'login'>;
}

const DONE: Delivered = { kind: 'done' };
const ACTOR = { kind: 'system', name: 'webhook-endpoints' } as const;
const DISABLED = 'The endpoint was disabled before it was told.';

/** Tells endpoints of events; what becomes of each delivery is written down before the queue is told. */
export function makeDeliverWebhook(deps: DeliverWebhookDeps) {
  const { transact, views, clock, logger, post, links } = deps;

  const change = (scope: Scope, id: string, decide: (before: WebhookDelivery) => WebhookDelivery) =>
    transact(scope, ({ webhookEndpoints }) => webhookEndpoints.changeDelivery(scope, id, decide));

  /** True when it disabled the endpoint. Nothing of the endpoint is written while all is well, so that its deliveries do not wait for each other. */
  const settle = (scope: Scope, endpoint: WebhookEndpoint, delivery: WebhookDelivery, made: Made, state: DeliveryState) =>
    transact(scope, async (stores, seen) => {
      const { webhookEndpoints } = stores;
      const isNews = made.result !== 'taken' || endpoint.failingSince !== null;
      const ends = isNews ? await judge(webhookEndpoints, { ...scope, siteId: endpoint.siteId }, endpoint.id, made) : null;
      const attempted = (before: WebhookDelivery) => ({ ...before, state, attempts: before.attempts + 1, last: made.attempt });
      await webhookEndpoints.changeDelivery(scope, delivery.id, attempted);
      if (ends !== null) await tellOwners(stores, seen, scope, ends, post, links.login());
      return ends !== null;
    });

  async function attempt(scope: Scope, endpoint: WebhookEndpoint, delivery: WebhookDelivery, attempts: number): Promise<Delivered> {
    const made = await callEndpoint(deps, endpoint, { id: delivery.eventId, body: delivery.body });
    const state = stateAfter(made.result, attempts);
    if (await settle(scope, endpoint, delivery, made, state)) {
      const facts = { endpointId: endpoint.id, tenantId: scope.tenantId, siteId: endpoint.siteId };
      logger.warn(facts, 'a webhook endpoint is disabled: it answered 410, or nothing but failures for days');
    }
    if (state === 'delivered' || made.result === 'gone') return DONE;
    const { status, error } = made.attempt;
    return { kind: 'postponed', status, reason: error ?? '', retryAfterSecs: made.retryAfterSecs };
  }

  return async ({ tenantId, siteId, endpointId, deliveryId }: WebhookMessage, attempts: number): Promise<Delivered> => {
    const scope: Scope = { tenantId, siteId, actor: ACTOR };
    const [endpoint, delivery] = await Promise.all([
      views.webhookEndpoints.hearing(scope, endpointId),
      views.webhookEndpoints.ofSite(scope, deliveryId),
    ]);
    // Deleted or forgotten meanwhile, or delivered by another message: there is nothing left to do.
    if (endpoint === null || delivery === null || delivery.state === 'delivered') return DONE;
    if (endpoint.disabled === null) return attempt(scope, endpoint, delivery, attempts);
    const never = { at: clock.now(), tookMs: 0, status: null, error: DISABLED, answer: null };
    await change(scope, delivery.id, (before) => ({ ...before, state: 'failed', last: before.last ?? never }));
    return DONE;
  };
}

/** Notes what the attempt says of the endpoint; the endpoint where that disables it, else null. */
async function judge(
  webhookEndpoints: WebhookEndpointStore,
  scope: EndpointScope,
  id: string,
  { result, attempt }: Made,
): Promise<WebhookEndpoint | null> {
  const seen = { wasDisabled: true };
  const after = await webhookEndpoints.change(scope, id, (before) => {
    seen.wasDisabled = before.disabled !== null;
    return afterResult(before, result, attempt.at);
  });
  return after !== null && after.disabled !== null && !seen.wasDisabled ? after : null;
}

/** An attempt that was made. */
export interface Made {
  readonly attempt: Attempt;
  readonly result: AttemptResult;
  readonly retryAfterSecs: number | null;
}

/** Sends a signed message to the endpoint and says what came of it. */
export async function callEndpoint(
  { outgoing, clock, crypto }: Pick<DeliverWebhookDeps, 'outgoing' | 'clock' | 'crypto'>,
  endpoint: Pick<WebhookEndpoint, 'url' | 'secret' | 'retiring'>,
  message: { readonly id: string; readonly body: string },
): Promise<Made> {
  const at = clock.now();
  const signed = signedHeaders(crypto, goodSecrets(endpoint, at), message, at);
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Comptoir-Webhooks/1', ...signed };
  const call = { url: endpoint.url, headers, body: message.body, timeoutMs: TIMEOUT_MS, answerBytesMax: ANSWER_BYTES_MAX };
  const answered = await outgoing.post(call);
  const error = refusalIn(answered, 'The endpoint');
  const tookMs = Math.max(0, clock.now().getTime() - at.getTime());
  const status = answered.kind === 'answered' ? answered.status : null;
  return {
    attempt: { at, tookMs, status, error, answer: textOf(answered) },
    result: error === null ? 'taken' : status === 410 ? 'gone' : 'failed',
    retryAfterSecs: answered.kind === 'answered' ? answered.retryAfterSecs : null,
  };
}

function stateAfter(result: AttemptResult, attempts: number): DeliveryState {
  if (result === 'taken') return 'delivered';
  return result === 'gone' || attempts + 1 >= ATTEMPTS_MAX ? 'failed' : 'waiting';
}

/** Null: there is none. Without what no database takes as text. */
function textOf(answered: CallOutcome): string | null {
  const text = answered.kind === 'answered' ? (answered.text ?? '') : '';
  return text === '' ? null : text.replaceAll('\u0000', '\ufffd');
}
