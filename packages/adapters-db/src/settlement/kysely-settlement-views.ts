import type { Scope } from '@comptoir/core/kit/scope.js';
import { type ParcelFilter, type SettlementViews, TRACKED_MAX } from '@comptoir/core/settlement/settlement-store.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { uuidOf } from '../kit/uuids.js';
import { listedOf, receivedPage, receivedPayments } from './listed-payments.js';
import { sumsBetween } from './money-sums.js';
import { moneyOf, ofSite, parcelIn, parcelsOf, returnsOf } from './order-contents.js';
import { beginsWith } from './reference-search.js';
import { parcelOf } from './settlement-rows.js';

export function makeKyselySettlementViews(db: Handle): SettlementViews {
  const latestParcels = (scope: Scope) =>
    db.selectFrom('parcels').selectAll().where(ofSite(scope)).orderBy('created_at', 'desc').orderBy('id', 'desc');

  return {
    async payments(scope, filter) {
      const { items, ...page } = await receivedPage(db, scope, filter);
      return { items: await listedOf(db, scope, items), ...page };
    },

    async paymentsById(scope, paymentIds) {
      if (paymentIds.length === 0) return [];
      const rows = await receivedPayments(db, scope).where('id', 'in', paymentIds.map(uuidOf)).execute();
      const found = new Map((await listedOf(db, scope, rows)).map((payment) => [payment.id, payment]));
      return paymentIds.flatMap((id) => found.get(id) ?? []);
    },

    money: (scope, orderId) => moneyOf(db, scope, orderId),
    sums: (scope, instants) => sumsBetween(db, scope, instants),

    async parcels(scope, filter) {
      const { items, ...page } = await readPage(latestParcels(scope).where(isWanted(filter)), filter);
      return { items: items.map(parcelOf), ...page };
    },

    parcel: (scope, parcelId) => parcelIn(db, scope, parcelId),

    async tracked(scope, trackingNumber) {
      const isIt = sql<boolean>`lower(tracking_number) = lower(${trackingNumber}) and tracking_number = ${trackingNumber}`;
      return (await latestParcels(scope).where(isIt).limit(TRACKED_MAX).execute()).map(parcelOf);
    },

    parcelsOf: (scope, orderId) => parcelsOf(db, scope, orderId),
    returnsOf: (scope, orderId) => returnsOf(db, scope, orderId),
  };
}

function isWanted({ orderId, state, search }: ParcelFilter): RawBuilder<boolean> {
  const conditions = [beginsWith(sql.ref('tracking_number'), search)];
  if (orderId !== undefined) conditions.push(sql<boolean>`order_id = ${orderId}`);
  if (state !== undefined) conditions.push(sql<boolean>`state = ${state}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
