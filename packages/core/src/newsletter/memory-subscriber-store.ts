import { DomainError } from '../kit/errors.js';
import { type CrudRows, type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import type { Subscriber, SubscriberStore, SubscriberViews } from './subscriber.js';

/** An address that mails do not reach. */
export interface Suppression {
  readonly id: string;
  readonly at: Date;
}

export interface SubscriberTables {
  readonly subscribers: CrudTable<Subscriber>;
  /** By address. */
  readonly suppressions: CrudTable<Suppression>;
}

/** Subscribers without a database. */
export function makeMemorySubscribers({ subscribers, suppressions }: SubscriberTables): {
  store: SubscriberStore;
  views: SubscriberViews;
} {
  const put = ({ tenantId, siteId }: Scope, row: Subscriber): Subscriber => {
    subscribers.set(crudKey({ tenantId, siteId, actor: { kind: 'public' } }, row.id), { tenantId, siteId, row });
    return row;
  };
  return {
    store: {
      change: async (scope, email, decide) => put(scope, decide(subscriberOf(subscribers, scope, email))),
      async changeKnown(scope, email, decide) {
        const known = subscriberOf(subscribers, scope, email);
        return known === null ? null : put(scope, decide(known));
      },
      async remove(scope, id) {
        if (!subscribers.delete(crudKey(scope, id))) throw new DomainError('unknown_record');
      },
      async lift(scope, email) {
        suppressions.delete(crudKey(scope, email));
      },
    },
    views: {
      byEmail: async (scope, email) => subscriberOf(subscribers.committed, scope, email),
      async list(scope, { state, search = '', ...page }) {
        const rows = rowsOfSite(subscribers.committed, scope)
          .filter((row) => (state === undefined || row.state === state) && row.email.startsWith(search.toLowerCase()))
          .sort((left, right) => right.createdAt.getTime() - left.createdAt.getTime() || (left.id < right.id ? 1 : -1));
        return pageRows(rows, page);
      },
      async walk(scope, state, after, limit) {
        const rows = rowsOfSite(subscribers.committed, scope)
          .filter((row) => row.state === state && (after === null || row.email > after))
          .sort((left, right) => (left.email < right.email ? -1 : 1));
        const items = rows.slice(0, limit);
        return { items, nextCursor: rows.length > limit ? (items.at(-1)?.email ?? null) : null };
      },
    },
  };
}

/** The subscriber with this address, or null. */
export function subscriberOf(rows: CrudRows<Subscriber>, scope: Scope, email: string): Subscriber | null {
  return rowsOfSite(rows, scope).find((row) => row.email === email) ?? null;
}
