import type { Scope } from '@comptoir/core/kit/scope.js';
import { sql } from 'kysely';
import { texts } from '../clients/client-conditions.js';
import type { Handle } from '../kit/database-handle.js';

/** Orders of the establishment by what an online shop calls them. */
export function calledBy(db: Handle, { tenantId, siteId }: Pick<Scope, 'tenantId' | 'siteId'>, invoiceNumbers: readonly string[]) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .where(sql<boolean>`invoice_number = any (${texts(invoiceNumbers)})`);
}
