import { randomBase62 } from '../kit/base62.js';
import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { ImportedEntity } from '../shop-sync/shop-sync-service.js';
import type { Views } from '../stores.js';
import { type Accepted, makeReceiveBatch, type ReceiveDeps, type ShopCall } from './receive-batch.js';
import { EVENTS_MAX, WEBHOOK_ENTITIES } from './shop-event.js';
import type { WebhookLog } from './webhook-log.js';
import { SECRET_KEYS } from './webhook-secrets.js';
import { pushTurn } from './webhook-turns.js';

/** Where an online shop sends its events; only the host knows. */
export interface WebhookLinks {
  shopWebhook(slug: string, entity: ImportedEntity): string;
}

/** What a merchant enters in the shop. */
export interface WebhookEndpoints {
  readonly endpoints: readonly { readonly entity: ImportedEntity; readonly url: string }[];
  /** Which of the two places of the secret hold one. */
  readonly secret: { readonly canonical: boolean; readonly older: boolean };
}

/** Which entries are to be processed once more. */
export type Replayed = { readonly logId: string } | { readonly sessionId: string };

/** Events of the online shop (interfaces D). */
export interface WebhooksService {
  /** Throws `invalid_secret`, `rate_limited`, `invalid_batch`, and what `readBody` throws; then nothing is stored. */
  receive(call: ShopCall, entity: ImportedEntity, readBody: () => Promise<unknown>): Promise<Accepted>;
  /** Journals the events anew, as a request of their own. Throws `unknown_record`. */
  replay(scope: Scope, which: Replayed): Promise<Accepted>;
  endpoints(scope: Scope): Promise<WebhookEndpoints>;
  /**
   * Draws a new secret, which is shown this once. The one before moves to the older place, where it is accepted until the next rotation, so that the shop
   * can be changed in peace; `dropOld` ends it at once.
   */
  rotateSecret(scope: Scope, dropOld: boolean): Promise<string>;
}

export interface WebhooksDeps extends ReceiveDeps {
  readonly views: Pick<Views, 'settings' | 'sites' | 'webhookLogs'>;
  readonly links: WebhookLinks;
}

/** 62^40 > 2^238. */
const SECRET_LENGTH = 40;

export function makeWebhooksService(deps: WebhooksDeps): WebhooksService {
  const { transact, views, links, clock, crypto, ids } = deps;

  async function replayed(scope: Scope, which: Replayed): Promise<readonly WebhookLog[]> {
    if ('sessionId' in which) return views.webhookLogs.ofSession(scope, which.sessionId);
    const log = await views.webhookLogs.get(scope, which.logId);
    return log === null ? [] : [log];
  }

  return {
    receive: makeReceiveBatch(deps),

    async replay(scope, which) {
      const logs = (await replayed(scope, which)).slice(0, EVENTS_MAX);
      const [first] = logs;
      if (first === undefined) throw new DomainError('unknown_record');
      const events = logs.map(({ id, action, externalId }) => ({ id: ids.uuid(), action, externalId, replayOf: id }));
      const [now, sessionId] = [clock.now(), ids.uuid()];
      await transact(scope, async ({ webhookLogs, pushQueue }) => {
        const turn = await webhookLogs.journal(scope, { entity: first.entity, sessionId, receivedAt: now, events });
        if (turn !== null) await pushTurn(pushQueue, ids, scope, turn, now);
      });
      return { accepted: events.length, sessionId };
    },

    async endpoints(scope) {
      const [site, settings] = await Promise.all([views.sites.get(scope), views.settings.list(scope)]);
      if (site === null) throw new DomainError('unknown_record');
      return {
        endpoints: WEBHOOK_ENTITIES.map((entity) => ({ entity, url: links.shopWebhook(site.slug, entity) })),
        secret: { canonical: settings.has(SECRET_KEYS.canonical), older: settings.has(SECRET_KEYS.older) },
      };
    },

    async rotateSecret(scope, dropOld) {
      const secret = randomBase62(crypto, SECRET_LENGTH);
      await transact(scope, async ({ settings }) => {
        const before = await settings.get(scope, SECRET_KEYS.canonical);
        if (dropOld || before !== undefined) await settings.set(scope, SECRET_KEYS.older, dropOld ? undefined : before);
        await settings.set(scope, SECRET_KEYS.canonical, secret);
      });
      return secret;
    },
  };
}
