import { DomainError } from '../kit/errors.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import { sumCents } from '../kit/money.js';
import { cursorPage } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import { completeRefund, completeSale } from './complete-sale.js';
import type { Sale } from './sale.js';
import { cursorKeyOf, readSaleCursor } from './sale-cursor.js';
import type { RefundDraft, SaleDraft } from './sale-draft.js';
import type { SaleFilter, SaleStore, SaleViews } from './sale-store.js';

/** What was sold, without a database. */
export function makeMemorySales(sales: MemoryTable<Sale>): { store: SaleStore; views: SaleViews } {
  return {
    store: {
      async record(scope, draft) {
        if (sales.get(draft.id) !== undefined) throw new DomainError('duplicate');
        const sale = complete(sales, scope, draft);
        if (sale.kind === 'sale' && sale.orderId !== null && saleOfOrder(sales, scope, sale.orderId) !== undefined)
          throw new DomainError('duplicate');
        sales.set(sale.id, sale);
        return sale;
      },
    },
    views: {
      get: async (scope, saleId) => ofSite(sales.committed, scope).find(({ id }) => id === saleId) ?? null,
      withRefunds: async (scope, saleId) => withRefunds(sales.committed, scope, saleId),
      async ofOrder(scope, orderId) {
        const sale = saleOfOrder(sales.committed, scope, orderId);
        return sale === undefined ? [] : withRefunds(sales.committed, scope, sale.id);
      },
      async takenOfOrders(scope, orderIds) {
        const found = orderIds.flatMap((orderId) => saleOfOrder(sales.committed, scope, orderId) ?? []);
        const takenOf = ({ id }: Sale) => sumCents(withRefunds(sales.committed, scope, id).map(({ totalCents }) => totalCents));
        return new Map(found.map((sale) => [sale.orderId ?? '', takenOf(sale)]));
      },
      async list(scope, filter) {
        const last = readSaleCursor(filter.cursor) ?? Number.POSITIVE_INFINITY;
        const following = ofSite(sales.committed, scope)
          .filter((sale) => sale.number < last && isListed(sale, filter))
          .sort((left, right) => right.number - left.number);
        return cursorPage(following, filter.limit, cursorKeyOf);
      },
    },
  };
}

function complete(sales: MemoryRows<Sale>, scope: Scope, draft: SaleDraft | RefundDraft): Sale {
  const { tenantId, siteId } = scope;
  const recorded = ofSite(sales, scope);
  const head = { tenantId, siteId, number: recorded.length + 1 };
  if (draft.kind === 'sale') return completeSale(head, draft);
  const sale = recorded.find(({ id, kind }) => id === draft.refundOf && kind === 'sale');
  if (sale === undefined) throw new DomainError('unknown_sale');
  const refunds = recorded.filter(({ refundOf }) => refundOf === sale.id);
  return completeRefund(head, draft, sale, refunds);
}

function saleOfOrder(sales: MemoryRows<Sale>, scope: Scope, orderId: string): Sale | undefined {
  return ofSite(sales, scope).find((sale) => sale.kind === 'sale' && sale.orderId === orderId);
}

function withRefunds(sales: MemoryRows<Sale>, scope: Scope, saleId: string): readonly Sale[] {
  const found = ofSite(sales, scope).filter(({ id, kind, refundOf }) => (id === saleId && kind === 'sale') || refundOf === saleId);
  return found.sort((left, right) => left.number - right.number);
}

function ofSite(sales: MemoryRows<Sale>, { tenantId, siteId }: Scope): Sale[] {
  return [...sales.values()].filter((sale) => sale.tenantId === tenantId && sale.siteId === siteId);
}

function isListed(sale: Sale, { kind, register, from, to }: SaleFilter): boolean {
  const isOfKind = (kind === undefined || sale.kind === kind) && (register === undefined || sale.register === register);
  return isOfKind && (from === undefined || sale.at >= from) && (to === undefined || sale.at < to);
}
