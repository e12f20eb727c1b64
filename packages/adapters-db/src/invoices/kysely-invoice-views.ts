import type { InvoicePayment } from '@comptoir/core/invoices/invoice.js';
import type { InvoiceFilter, InvoiceSort, InvoiceSummary, InvoiceViews } from '@comptoir/core/invoices/invoice-store.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type Selectable, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { hasWantedWords } from '../kit/search-words.js';
import { uuidOf } from '../kit/uuids.js';
import { readInvoiceMetrics } from './invoice-metrics.js';
import { type InvoiceTable, invoiceOf, seriesOf } from './invoice-tables.js';

export function makeKyselyInvoiceViews(db: Handle): InvoiceViews {
  return {
    async get({ tenantId, siteId }, id) {
      const row = await db
        .selectFrom('invoices')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('id', '=', uuidOf(id))
        .executeTakeFirst();
      return row === undefined ? null : invoiceOf(row);
    },

    async list(scope, filter) {
      const { items, ...rest } = await readPage(ordered(matching(db, scope, filter), filter.sort), filter);
      return { items: items.map(summaryOf), ...rest };
    },

    async payments({ tenantId, siteId }, invoiceId): Promise<readonly InvoicePayment[]> {
      const rows = await db
        .selectFrom('invoice_payments')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('invoice_id', '=', uuidOf(invoiceId))
        .orderBy('at')
        .orderBy('id')
        .execute();
      return rows.map(({ tenant_id: _tenant, site_id: _site, invoice_id: id, amount_cents: amountCents, ...row }) => ({
        ...row,
        invoiceId: id,
        amountCents,
      }));
    },

    async byLink(tokenHash) {
      const row = await db
        .selectFrom('invoice_links as link')
        .innerJoin('invoices', (join) =>
          join
            .onRef('invoices.tenant_id', '=', 'link.tenant_id')
            .onRef('invoices.site_id', '=', 'link.site_id')
            .onRef('invoices.id', '=', 'link.invoice_id'),
        )
        .selectAll('invoices')
        .where('link.token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row === undefined ? null : invoiceOf(row);
    },

    async series({ tenantId, siteId }) {
      const rows = await db
        .selectFrom('invoice_series')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .orderBy('kind')
        .orderBy('series')
        .execute();
      return rows.map(seriesOf);
    },

    metrics: (scope, span) => readInvoiceMetrics(db, scope, span),
  };
}

const SUMMARY_COLUMNS = [
  'id',
  'kind',
  'status',
  'number',
  'issue_date',
  'due_date',
  'buyer_name',
  'client_id',
  'order_id',
  'currency',
  'net_cents',
  'tax_cents',
  'gross_cents',
  'paid_cents',
  'credited_cents',
  'created_at',
  'version',
] as const satisfies readonly (keyof InvoiceTable)[];

function matching(db: Handle, { tenantId, siteId }: Scope, { kind, status, clientIds, orderId, from, to, search }: InvoiceFilter) {
  return db
    .selectFrom('invoices')
    .select(SUMMARY_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'invoice'))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'draft'))
    .$if(clientIds !== undefined, (query) => query.where(sql<boolean>`client_id = any (${(clientIds ?? []).map(uuidOf)}::uuid[])`))
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? ''))
    .$if(from !== undefined, (query) => query.where('issue_date', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('issue_date', '<=', to ?? ''))
    .where(hasWantedWords(sql.ref('search_words'), search));
}

const SORT_COLUMNS = {
  created: 'created_at',
  number: 'number',
  issueDate: 'issue_date',
  dueDate: 'due_date',
  total: 'gross_cents',
} as const;

/** Drafts have no number and no date: they come last, and first where the list is turned round, as the indexes have them. */
function ordered(query: ReturnType<typeof matching>, sort: InvoiceSort | undefined) {
  const direction = sort === undefined || sort.startsWith('-') ? 'desc' : 'asc';
  const name = Object.keys(SORT_COLUMNS).find((key) => key === sort?.replace('-', '')) ?? 'created';
  // One of the keys it was found among.
  const column = SORT_COLUMNS[name as keyof typeof SORT_COLUMNS];
  return query.orderBy(column, direction).orderBy('id', direction);
}

function summaryOf(row: Pick<Selectable<InvoiceTable>, (typeof SUMMARY_COLUMNS)[number]>): InvoiceSummary {
  const { id, kind, status, number, currency, version } = row;
  return {
    ...{ id, kind, status, number, currency, version },
    issueDate: row.issue_date,
    dueDate: row.due_date,
    buyerName: row.buyer_name,
    clientId: row.client_id,
    orderId: row.order_id,
    netCents: row.net_cents,
    taxCents: row.tax_cents,
    grossCents: row.gross_cents,
    paidCents: row.paid_cents,
    creditedCents: row.credited_cents,
    createdAt: row.created_at,
  };
}
