import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import type { Logger } from '../kit/logger.js';
import type { CallOutcome, OutgoingHttp } from '../kit/outgoing-http.js';
import type { Scope } from '../kit/scope.js';
import type { Delivered } from '../push-queue/push-job.js';
import type { TransactAll, Views } from '../stores.js';
import { ATTEMPTS_MAX, type DeliveryMessage } from './delivery-queue.js';
import { signedHeaders } from './signed-message.js';
import { goodSecrets } from './signing-secrets.js';
import type { DeliveryState, SyncDelivery } from './sync-delivery.js';
import { counting, type SyncLink } from './sync-link.js';

export interface DeliverDeps {
  readonly transact: TransactAll;
  readonly views: Pick<Views, 'syncLinks'>;
  readonly outgoing: OutgoingHttp;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly logger: Logger;
}

/** How long whoever is told may take for the answer: less than the lease of the message. */
export const TIMEOUT_MS = 20_000;
const DONE: Delivered = { kind: 'done' };
const ACTOR = { kind: 'system', name: 'shop-links' } as const;

/** Makes the deliveries of events; what becomes of each is written down before the queue is told. */
export function makeDeliverEvent(deps: DeliverDeps) {
  const { transact, views, outgoing, clock, crypto, logger } = deps;

  /** Under the lock of the link, as what enables it: nothing is held that nobody will release. The link as it is then. */
  const hold = (scope: Scope, { id, linkId }: SyncDelivery) =>
    transact(scope, async ({ syncLinks }) => {
      const link = await syncLinks.change(scope, linkId, (same) => same);
      if (link !== null && link.disabled !== null) await syncLinks.changeDelivery(scope, id, (before) => ({ ...before, state: 'held' }));
      return link;
    });

  const settle = (scope: Scope, { id, linkId }: SyncDelivery, outcome: Outcome) =>
    transact(scope, async ({ syncLinks }) => {
      const now = clock.now();
      await syncLinks.change(scope, linkId, (link) => afterOutcome(link, outcome, now));
      await syncLinks.changeDelivery(scope, id, (before) => afterAttempt(before, outcome, now));
    });

  async function attempt(scope: Scope, link: SyncLink, url: string, delivery: SyncDelivery, attempts: number): Promise<Delivered> {
    const answered = await outgoing.post(callOf(crypto, link, url, delivery, clock.now()));
    const outcome = outcomeOf(answered, attempts);
    await settle(scope, delivery, outcome);
    if (outcome.state === 'held') {
      logger.warn({ linkId: link.id, siteId: link.siteId }, 'a shop answered that its webhook is gone: the link is disabled');
    }
    if (outcome.state === 'delivered' || outcome.state === 'held') return DONE;
    const retryAfterSecs = answered.kind === 'answered' ? answered.retryAfterSecs : null;
    return { kind: 'postponed', status: outcome.status, reason: outcome.error ?? '', retryAfterSecs };
  }

  return async ({ tenantId, siteId, linkId, deliveryId }: DeliveryMessage, attempts: number): Promise<Delivered> => {
    const scope: Scope = { tenantId, siteId, actor: ACTOR };
    const [link, delivery] = await Promise.all([views.syncLinks.get(scope, linkId), views.syncLinks.delivery(scope, deliveryId)]);
    // Revoked meanwhile, without an address, or delivered by another message: there is nothing left to do.
    if (link === null || delivery === null || link.url === null || delivery.state === 'delivered') return DONE;
    if (link.disabled === null) return attempt(scope, link, link.url, delivery, attempts);
    const locked = await hold(scope, delivery);
    return locked === null || locked.disabled !== null ? DONE : attempt(scope, locked, link.url, delivery, attempts);
  };
}

/** The call that delivers the event, or pings the shop. */
export function callOf(
  crypto: Pick<Crypto, 'hmacSha256'>,
  link: Pick<SyncLink, 'id' | 'secret' | 'retiring'>,
  url: string,
  message: { readonly id: string; readonly body: string },
  now: Date,
) {
  const signed = signedHeaders(crypto, goodSecrets(link, now), message, now);
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Comptoir-Sync/1', 'X-Sync-Link': link.id, ...signed };
  return { url, headers, body: message.body, timeoutMs: TIMEOUT_MS };
}

/** What a shop (or `who`) said, in a sentence for people; null: it took it. */
export function refusalIn(answered: CallOutcome, who = 'The shop'): string | null {
  if (answered.kind === 'timed-out') return `${who} did not answer in time.`;
  if (answered.kind !== 'answered') return answered.reason;
  return isTaken(answered.status) ? null : `${who} answered ${answered.status}.`;
}

/** What an attempt came to. */
interface Outcome {
  readonly state: DeliveryState;
  readonly status: number | null;
  readonly error: string | null;
  /** True: the shop says that it will never take anything again. */
  readonly isGone: boolean;
}

function outcomeOf(answered: CallOutcome, attempts: number): Outcome {
  const status = answered.kind === 'answered' ? answered.status : null;
  const base = { status, error: refusalIn(answered), isGone: status === 410 };
  if (base.error === null) return { ...base, state: 'delivered' };
  if (base.isGone) return { ...base, state: 'held' };
  return { ...base, state: attempts + 1 >= ATTEMPTS_MAX ? 'dead' : 'waiting' };
}

function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

function afterOutcome(link: SyncLink, { state, isGone }: Outcome, now: Date): SyncLink {
  if (state === 'delivered') return { ...counting(link, 'delivered'), lastDeliveredAt: now };
  if (state === 'dead') return counting(link, 'dead');
  return isGone && link.disabled === null ? { ...link, disabled: { reason: 'gone', at: now } } : link;
}

function afterAttempt(delivery: SyncDelivery, { state, status, error }: Outcome, now: Date): SyncDelivery {
  return { ...delivery, state, attempts: delivery.attempts + 1, lastStatus: status, lastError: error, lastAttemptAt: now };
}
