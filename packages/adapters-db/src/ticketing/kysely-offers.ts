import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Offer } from '@comptoir/core/ticketing/offer.js';
import type { OfferStore, OfferViews } from '@comptoir/core/ticketing/ticketing-store.js';
import { sql } from 'kysely';
import { matches } from '../kit/crud-store.js';
import type { Handle } from '../kit/database-handle.js';
import { makeKyselyVersionedStore, makeKyselyVersionedViews, type VersionedTable, versionedRows } from '../kit/versioned-store.js';
import { ownedStore, type Unowned, withOwner } from './owned-store.js';

const OFFERS: VersionedTable<Unowned<Offer>> = {
  name: 'offers',
  columns: {
    id: 'id',
    kind: 'kind',
    title: 'title',
    description: 'description',
    photo: 'photo',
    durationMinutes: 'duration_minutes',
    online: 'online',
    position: 'position',
    rates: 'rates',
    deletedAt: 'deleted_at',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: 'version',
  },
  json: ['title', 'description', 'rates'],
  derived: ({ title }) => ({ search_text: Object.values(title).join('\n') }),
  counters: [],
  orderBy: [sql`position`],
  searched: ['search_text'],
};

export function makeKyselyOffers(db: Handle): OfferStore {
  return ownedStore<Offer>(makeKyselyVersionedStore(db, OFFERS));
}

export function makeKyselyOfferViews(db: Handle): OfferViews {
  const { tableName, ofSite, selected, read } = versionedRows<Unowned<Offer>>(db, OFFERS);
  const views = makeKyselyVersionedViews(db, OFFERS);
  const sold = (scope: Scope, search?: string) => sql`${ofSite(scope)} and deleted_at is null and ${matches([sql`search_text`], search)}`;
  const sorted = sql`position, id collate "C"`;
  const owned = (scope: Scope) => (offer: Unowned<Offer>) => withOwner<Offer>(scope, offer);
  return {
    async all(scope) {
      const offers = await read(sql`select ${selected} from ${tableName} where ${sold(scope)} order by ${sorted}`);
      return offers.map(owned(scope));
    },
    async get(scope, id) {
      const offer = await views.get(scope, id);
      return offer === null ? null : withOwner<Offer>(scope, offer);
    },
    async list(scope, { page, pageSize, search }) {
      const { rows } = await sql<{ total: number }>`select count(*) as total from ${tableName} where ${sold(scope, search)}`.execute(db);
      const items = await read(sql`
        select ${selected} from ${tableName} where ${sold(scope, search)}
        order by ${sorted} limit ${pageSize} offset ${(page - 1) * pageSize}`);
      return { items: items.map(owned(scope)), total: rows[0]?.total ?? 0, page, pageSize };
    },
  };
}
