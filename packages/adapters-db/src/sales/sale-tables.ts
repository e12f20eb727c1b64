import type { Sale, SaleKind, SaleLine, SalePayment, SaleTax } from '@comptoir/core/sales/sale.js';
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
  lines: Json<readonly SaleLine[]>;
  taxes: Json<readonly SaleTax[]>;
  payments: Json<readonly SalePayment[]>;
  total_cents: number;
  currency: string;
}

export interface SaleCounterTable {
  tenant_id: string;
  site_id: string;
  last: number;
}

export function saleOf(row: Selectable<SaleTable>): Sale {
  const { tenant_id: tenantId, site_id: siteId, refund_of: refundOf, total_cents: totalCents, ...rest } = row;
  return { ...rest, tenantId, siteId, refundOf, totalCents };
}

export function saleRowOf({ tenantId, siteId, refundOf, totalCents, lines, taxes, payments, ...rest }: Sale) {
  return {
    ...rest,
    tenant_id: tenantId,
    site_id: siteId,
    refund_of: refundOf,
    total_cents: totalCents,
    lines: json(lines),
    taxes: json(taxes),
    payments: json(payments),
  };
}
