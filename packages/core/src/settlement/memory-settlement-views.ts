import { type CrudTable, rowsOfSite } from '../kit/memory-crud-store.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import { type ListedPayment, listedCardPayment, listedPayment } from './listed-payment.js';
import type { SettlementTables } from './memory-settlement-store.js';
import { type MoneyMove, sumsOf } from './money-sums.js';
import { type PaymentFilter, type SettlementViews, TRACKED_MAX } from './settlement-store.js';

/** Reads of what belongs to orders, without a database. */
export function makeMemorySettlementViews({ recorded, refunds, parcels, returns, payments }: SettlementTables): SettlementViews {
  const all = <Row>(table: CrudTable<Row>, scope: Scope) => rowsOfSite(table.committed, scope);
  const ofOrder = <Row extends { readonly orderId: string }>(table: CrudTable<Row>, scope: Scope, orderId: string) =>
    all(table, scope).filter((row) => row.orderId === orderId);

  function listed(scope: Scope): ListedPayment[] {
    const back = all(refunds, scope);
    const byCard = [...payments.committed.values()].filter(
      ({ tenantId, siteId }) => tenantId === scope.tenantId && siteId === scope.siteId,
    );
    return [
      ...all(recorded, scope).map((payment) => listedPayment(payment, back)),
      ...byCard.flatMap((one) => listedCardPayment(one) ?? []),
    ];
  }

  function moves(scope: Scope): MoneyMove[] {
    const captured = listed(scope).flatMap(({ capturedAt: at, source, method, amountCents }): MoneyMove[] =>
      at === null ? [] : [{ at, source, method, kind: 'payment', amountCents }],
    );
    const back = all(refunds, scope).map(
      ({ recordedAt: at, method, amountCents }): MoneyMove => ({ at, source: 'recorded', method, kind: 'refund', amountCents }),
    );
    const backByCard = [...payments.committed.values()].flatMap(({ tenantId, siteId, refundedAt: at, method, amountCents }): MoneyMove[] =>
      at === null || tenantId !== scope.tenantId || siteId !== scope.siteId
        ? []
        : [{ at, source: 'provider', method, kind: 'refund', amountCents }],
    );
    return [...captured, ...back, ...backByCard];
  }

  const latest = (scope: Scope) =>
    all(parcels, scope).sort((left, right) => latestFirst([left.createdAt, left.id], [right.createdAt, right.id]));

  return {
    async payments(scope, filter) {
      const found = listed(scope).filter((payment) => isAskedFor(payment, filter));
      return pageRows(
        found.sort((left, right) => latestFirst([left.receivedAt, left.id], [right.receivedAt, right.id])),
        filter,
      );
    },
    async paymentsById(scope, paymentIds) {
      const found = new Map(listed(scope).map((payment) => [payment.id, payment]));
      return paymentIds.flatMap((id) => found.get(id) ?? []);
    },
    money: async (scope, orderId) => ({ payments: ofOrder(recorded, scope, orderId), refunds: ofOrder(refunds, scope, orderId) }),
    sums: async (scope, instants) => sumsOf(moves(scope), instants),
    async parcels(scope, { orderId, state, ...page }) {
      const found = latest(scope).filter(
        (parcel) =>
          (orderId === undefined || parcel.orderId === orderId) &&
          (state === undefined || parcel.state === state) &&
          beginsWith(parcel.trackingNumber, page.search),
      );
      return pageRows(found, page);
    },
    parcel: async (scope, parcelId) => all(parcels, scope).find(({ id }) => id === parcelId) ?? null,
    tracked: async (scope, trackingNumber) =>
      latest(scope)
        .filter((parcel) => parcel.trackingNumber === trackingNumber)
        .slice(0, TRACKED_MAX),
    parcelsOf: async (scope, orderId) => ofOrder(parcels, scope, orderId),
    returnsOf: async (scope, orderId) => ofOrder(returns, scope, orderId),
  };
}

function isAskedFor(payment: ListedPayment, { source, orderId, method, status, reconciled, from, to, search }: PaymentFilter): boolean {
  return (
    (source === undefined || payment.source === source) &&
    (orderId === undefined || payment.orderId === orderId) &&
    (method === undefined || payment.method === method) &&
    (status === undefined || payment.status === status) &&
    (reconciled === undefined || (payment.reconciledAt !== null) === reconciled) &&
    (from === undefined || payment.receivedAt >= from) &&
    (to === undefined || payment.receivedAt < to) &&
    beginsWith(payment.reference, search)
  );
}

/** Whatever the case of the letters. */
function beginsWith(text: string | null, search = ''): boolean {
  const wanted = search.toLowerCase();
  return wanted === '' || text?.toLowerCase().startsWith(wanted) === true;
}

type Position = readonly [at: Date, id: string];

function latestFirst([at, id]: Position, [otherAt, otherId]: Position): number {
  return otherAt.getTime() - at.getTime() || (id < otherId ? 1 : -1);
}
