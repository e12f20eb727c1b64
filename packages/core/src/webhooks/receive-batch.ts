import { bucketOf } from '../identity/login-throttle.js';
import { networkOf } from '../identity/network-of.js';
import { type Pace, takeTry } from '../identity/pace.js';
import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import { DomainError, hasCode } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import { hostScope, type Scope } from '../kit/scope.js';
import type { ImportedEntity } from '../shop-sync/shop-sync-service.js';
import type { Stores, TransactAll, Views } from '../stores.js';
import type { Journaled, ShopRequest } from './journal-requests.js';
import { readBatch } from './shop-event.js';
import { isWebhookSecret } from './webhook-secrets.js';
import type { WebhookWaits } from './webhook-waits.js';

/** A request of an online shop, as a host has read it. */
export interface ShopCall {
  /** The host name it was sent to, and the slug it names beside it. The host counts where it is an establishment's own. */
  readonly host: string;
  readonly slug: string | null;
  /** As it was presented; null: none, or several. */
  readonly secret: string | null;
  /** Where it came from. */
  readonly address: string;
}

export interface Accepted {
  readonly accepted: number;
  readonly sessionId: string;
}

export interface ReceiveDeps {
  readonly transact: TransactAll;
  readonly views: Pick<Views, 'settings' | 'sites'>;
  readonly waits: WebhookWaits;
  readonly journalRequest: (request: ShopRequest) => Promise<Journaled>;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
}

/** Wrong secrets, from one network, for one establishment. The shop itself, which calls from elsewhere, never waits because of them. */
const WRONG_SECRETS: Pace = { free: 20, firstWaitSecs: 1, longestWaitSecs: 900, quietSecs: 900 };

const ACTOR = { kind: 'system', name: 'shop-webhook' } as const;

/** Lets in who knows the secret, at the pace that is allowed, and journals what they tell. Nothing else waits for anything but the database. */
export function makeReceiveBatch(deps: ReceiveDeps) {
  const { transact, views, waits, clock, crypto, ids, journalRequest } = deps;

  async function siteOf({ host, slug }: ShopCall): Promise<Scope | null> {
    const own = await views.sites.byHost(host);
    if (own !== null) return { tenantId: own.tenantId, siteId: own.id, actor: ACTOR };
    const named = slug === null ? null : await views.sites.versionBySlug(slug);
    return named === null ? null : { tenantId: named.tenantId, siteId: named.siteId, actor: ACTOR };
  }

  /** Throws `invalid_secret`; `rate_limited` to a network from which that has come too often. */
  async function refuseSecret(bucket: string): Promise<never> {
    const count = ({ throttles }: Pick<Stores, 'throttles'>) =>
      throttles.change(bucket, (tries) => takeTry(WRONG_SECRETS, tries, clock.now()));
    try {
      await transact(hostScope('shop-webhook'), count);
    } catch (error) {
      if (hasCode(error, 'rate_limited')) waits.put(bucket, error.retryAfterSecs ?? 1);
      throw error;
    }
    throw new DomainError('invalid_secret');
  }

  /** The establishment whose shop it is. Whether there is one at all is told to nobody else. */
  async function admit(call: ShopCall): Promise<Scope> {
    const scope = await siteOf(call);
    const bucket = bucketOf(crypto, 'shop-webhook', scope?.siteId ?? '', networkOf(call.address));
    waits.refuse(bucket);
    const settings = scope === null ? new Map<string, unknown>() : await views.settings.list(scope);
    const isKnown = isWebhookSecret(crypto, call.secret, settings);
    return scope !== null && isKnown ? scope : refuseSecret(bucket);
  }

  async function journal(scope: Scope, entity: ImportedEntity, body: unknown): Promise<Accepted> {
    const events = readBatch(entity, body);
    const sessionId = ids.uuid();
    const { waitSecs } = await journalRequest({ scope, entity, sessionId, events });
    if (waitSecs === 0) return { accepted: events.length, sessionId };
    waits.put(scope.siteId, waitSecs);
    throw new DomainError('rate_limited', { retryAfterSecs: waitSecs });
  }

  /**
   * Reads the body only of who is let in. Throws `invalid_secret` (an unknown establishment and one without a secret too), `rate_limited`,
   * `invalid_batch`, and what `readBody` throws; then nothing is stored.
   */
  return async (call: ShopCall, entity: ImportedEntity, readBody: () => Promise<unknown>): Promise<Accepted> => {
    const scope = await admit(call);
    waits.refuse(scope.siteId);
    return journal(scope, entity, await readBody());
  };
}
