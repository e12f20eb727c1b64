import type { Sale, SaleDiscount, SaleKind, SaleLine, SalePayment, SaleRounding, SaleTax } from '@comptoir/core/sales/sale.js';
import type { Selectable } from 'kysely';
import { type Json, json } from '../kit/json.js';

/** One row is one record, with all that belongs to it: it is never read or changed in parts. */
export interface SaleTable {
  tenant_id: string;
  site_id: string;
  id: string;
  kind: SaleKind;
  number: number;
  register: string;
  at: Date;
  refund_of: string | null;
  order_id: string | null;
  shift_id: string | null;
  rounding: SaleRounding;
  discounts: Json<readonly SaleDiscount[]>;
  lines: Json<readonly SaleLine[]>;
  taxes: Json<readonly SaleTax[]>;
  payments: Json<readonly SalePayment[]>;
  total_cents: number;
  cash_rounding_cents: number;
  currency: string;
}

export interface SaleCounterTable {
  tenant_id: string;
  site_id: string;
  last: number;
}

/** What lines had not that were written before there were discounts. */
const FORMERLY = { discountCents: 0, taxCents: null } as const;

export function saleOf(row: Selectable<SaleTable>): Sale {
  const { tenant_id: tenantId, site_id: siteId, refund_of: refundOf, total_cents: totalCents, ...rest } = row;
  const { order_id: orderId, shift_id: shiftId, cash_rounding_cents: cashRoundingCents, lines, ...sale } = rest;
  const completed = lines.map((line) => ({ ...FORMERLY, ...line }));
  return { ...sale, tenantId, siteId, refundOf, orderId, shiftId, lines: completed, totalCents, cashRoundingCents };
}

export function saleRowOf(sale: Sale) {
  const { lines, taxes, payments, discounts, ...rest } = saleRecordOf(sale);
  return { ...rest, lines: json(lines), taxes: json(taxes), payments: json(payments), discounts: json(discounts) };
}

/** The row, by the names of its columns. */
export function saleRecordOf({ tenantId, siteId, refundOf, orderId, shiftId, totalCents, cashRoundingCents, ...sale }: Sale) {
  return {
    ...sale,
    tenant_id: tenantId,
    site_id: siteId,
    refund_of: refundOf,
    order_id: orderId,
    shift_id: shiftId,
    total_cents: totalCents,
    cash_rounding_cents: cashRoundingCents,
  };
}
