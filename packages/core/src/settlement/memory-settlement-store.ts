import { DomainError } from '../kit/errors.js';
import { type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import type { Order } from '../orders/order.js';
import type { Payment } from '../payments/payment.js';
import type { GoodsReturn } from './goods-return.js';
import type { Parcel } from './parcel.js';
import type { RecordedPayment, RecordedRefund } from './recorded-payment.js';
import type { SettlementStore } from './settlement-store.js';

export interface SettlementTables {
  readonly recorded: CrudTable<RecordedPayment>;
  readonly refunds: CrudTable<RecordedRefund>;
  readonly parcels: CrudTable<Parcel>;
  readonly returns: CrudTable<GoodsReturn>;
  readonly orders: MemoryRows<Order>;
  /** By card, by order. */
  readonly payments: MemoryTable<Payment>;
}

/** True where anything belongs to the order. */
export function isSettled({ recorded, refunds, parcels, returns }: SettlementTables, scope: Scope, orderId: string): boolean {
  return [recorded, refunds, parcels, returns].some((table) => rowsOfSite<SettledRow>(table, scope).some((row) => row.orderId === orderId));
}

type SettledRow = RecordedPayment | RecordedRefund | Parcel | GoodsReturn;

/** What belongs to orders, without a database. Rows stay in the order they were written in. */
export function makeMemorySettlementStore({ recorded, refunds, parcels, returns, orders }: SettlementTables): SettlementStore {
  const ofOrder = <Row extends { readonly orderId: string }>(table: CrudTable<Row>, scope: Scope, orderId: string) =>
    rowsOfSite(table, scope).filter((row) => row.orderId === orderId);

  function add<Row extends { readonly id: string; readonly orderId: string }>(table: CrudTable<Row>, scope: Scope, row: Row): void {
    const order = orders.get(row.orderId);
    if (order?.tenantId !== scope.tenantId || order.siteId !== scope.siteId) throw new DomainError('unknown_record');
    table.set(crudKey(scope, row.id), { tenantId: scope.tenantId, siteId: scope.siteId, row });
  }

  function change<Row>(table: CrudTable<Row>, scope: Scope, id: string, merge: (before: Row) => Row): void {
    const key = crudKey(scope, id);
    const before = table.get(key);
    if (before === undefined) throw new DomainError('unknown_record');
    table.set(key, { ...before, row: merge(before.row) });
  }

  function addRefund(scope: Scope, refund: RecordedRefund): void {
    const { paymentId, returnId } = refund;
    if (recorded.get(crudKey(scope, paymentId)) === undefined) throw new DomainError('unknown_record');
    if (returnId !== null && returns.get(crudKey(scope, returnId)) === undefined) throw new DomainError('unknown_record');
    add(refunds, scope, refund);
  }

  return {
    money: async (scope, orderId) => ({ payments: ofOrder(recorded, scope, orderId), refunds: ofOrder(refunds, scope, orderId) }),
    payments: async (scope, paymentIds) => rowsOfSite(recorded, scope).filter(({ id }) => paymentIds.includes(id)),
    addPayment: async (scope, payment) => add(recorded, scope, payment),
    async addPayments(scope, payments) {
      for (const payment of payments) add(recorded, scope, payment);
    },
    async updatePayment(scope, { id, status, capturedAt, voidedAt, reconciledAt }) {
      change(recorded, scope, id, (before) => ({ ...before, status, capturedAt, voidedAt, reconciledAt }));
    },
    addRefund: async (scope, refund) => addRefund(scope, refund),
    async addRefunds(scope, given) {
      for (const refund of given) addRefund(scope, refund);
    },
    parcel: async (scope, parcelId) => parcels.get(crudKey(scope, parcelId))?.row ?? null,
    parcelsOf: async (scope, orderId) => ofOrder(parcels, scope, orderId),
    addParcel: async (scope, parcel) => add(parcels, scope, parcel),
    async updateParcel(scope, parcel) {
      change(parcels, scope, parcel.id, ({ orderId, lines, address, createdAt }) => ({ ...parcel, orderId, lines, address, createdAt }));
    },
    goodsReturn: async (scope, returnId) => returns.get(crudKey(scope, returnId))?.row ?? null,
    returnsOf: async (scope, orderId) => ofOrder(returns, scope, orderId),
    addReturn: async (scope, goodsReturn) => add(returns, scope, goodsReturn),
    async updateReturn(scope, goodsReturn) {
      change(returns, scope, goodsReturn.id, ({ orderId, createdAt, reason }) => ({ ...goodsReturn, orderId, createdAt, reason }));
    },
    async forgetRecipient(scope, orderId) {
      for (const { id } of ofOrder(parcels, scope, orderId)) change(parcels, scope, id, (row) => ({ ...row, address: null, note: null }));
      for (const { id } of ofOrder(returns, scope, orderId)) change(returns, scope, id, (row) => ({ ...row, reason: null }));
    },
  };
}
