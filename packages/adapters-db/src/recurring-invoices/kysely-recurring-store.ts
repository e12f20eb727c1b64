import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { RecurringInvoiceStore, RecurringInvoiceViews } from '@comptoir/core/recurring-invoices/recurring-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { readPage } from '../kit/read-page.js';
import { hasWantedWords } from '../kit/search-words.js';
import { uuidOf } from '../kit/uuids.js';
import { recurringOf, recurringRowOf } from './recurring-tables.js';

export function makeKyselyRecurring(db: Handle): RecurringInvoiceStore {
  return {
    async create({ tenantId, siteId }, recurring) {
      const row = { ...recurringRowOf(recurring), tenant_id: tenantId, site_id: siteId };
      await db.insertInto('recurring_invoices').values(row).execute().catch(asUnknownRecord);
    },

    async change(scope, id, decide) {
      const row = await ofSite(db, scope).where('id', '=', uuidOf(id)).forUpdate().executeTakeFirst();
      if (row === undefined) throw new DomainError('unknown_record');
      const before = recurringOf(row);
      const after = await decide(before);
      if (after === before) return before;
      await db
        .updateTable('recurring_invoices')
        .set(recurringRowOf(after))
        .where('tenant_id', '=', scope.tenantId)
        .where('site_id', '=', scope.siteId)
        .where('id', '=', before.id)
        .execute()
        .catch(asUnknownRecord);
      return after;
    },

    async delete({ tenantId, siteId }, id) {
      const { numDeletedRows } = await db
        .deleteFrom('recurring_invoices')
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('id', '=', uuidOf(id))
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new DomainError('unknown_record');
    },

    async addRun({ tenantId, siteId }, { recurringId, invoiceId, ...run }) {
      const row = { ...run, tenant_id: tenantId, site_id: siteId, recurring_id: uuidOf(recurringId), invoice_id: uuidOf(invoiceId) };
      await db.insertInto('recurring_invoice_runs').values(row).execute().catch(asUnknownRecord);
    },

    async due(date, limit) {
      const rows = await db
        .selectFrom('recurring_invoices')
        .select(['tenant_id', 'site_id', 'id'])
        // As the index of such says it: with a parameter instead, the planner could not know that it will do.
        .where(sql<boolean>`status = 'active'`)
        .where('next_date', '<=', date)
        .orderBy('next_date')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ tenant_id: tenantId, site_id: siteId, id }) => ({ tenantId, siteId, id }));
    },
  };
}

export function makeKyselyRecurringViews(db: Handle): RecurringInvoiceViews {
  return {
    async get(scope, id) {
      const row = await ofSite(db, scope).where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : recurringOf(row);
    },

    async list(scope, filter) {
      const { status, clientId } = filter;
      const all = ofSite(db, scope).where(hasWantedWords(sql.ref('search_words'), filter.search));
      const matching = all
        .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'active'))
        .$if(clientId !== undefined, (query) => query.where('client_id', '=', uuidOf(clientId ?? '')));
      const { items, ...page } = await readPage(matching.orderBy(sql`name collate "C"`).orderBy('id'), filter);
      return { ...page, items: items.map(recurringOf) };
    },

    async runs({ tenantId, siteId }, id, page) {
      const runs = db
        .selectFrom('recurring_invoice_runs')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('recurring_id', '=', uuidOf(id))
        .orderBy('period', 'desc');
      const { items, ...rest } = await readPage(runs, page);
      return {
        ...rest,
        items: items.map(({ recurring_id: recurringId, invoice_id: invoiceId, period, at }) => ({ recurringId, invoiceId, period, at })),
      };
    },
  };
}

function ofSite(db: Handle, { tenantId, siteId }: Scope) {
  return db.selectFrom('recurring_invoices').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
}
