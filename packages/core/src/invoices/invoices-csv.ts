import { withoutFormula, writeCsv } from '../kit/csv.js';
import { PAGE_SIZE_MAX } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { Invoice } from './invoice.js';
import type { InvoiceViews } from './invoice-store.js';

/** Documents in one file. */
const DOCUMENTS_MAX = 5000;

const COLUMNS = [
  'number',
  'kind',
  'issueDate',
  'dueDate',
  'status',
  'buyer',
  'vatNumber',
  'currency',
  'category',
  'rate',
  'net',
  'tax',
  'gross',
];

/** What was issued in the span, by number: a line for each rate of each document, credit notes negative, amounts with a point. */
export async function invoicesCsv(
  views: InvoiceViews,
  scope: Scope,
  span: { readonly from: string; readonly to: string },
): Promise<string> {
  const rows: (readonly string[])[] = [COLUMNS];
  for (let page = 1; page <= DOCUMENTS_MAX / PAGE_SIZE_MAX; page += 1) {
    const { items, total } = await views.list(scope, { ...span, sort: 'number', page, pageSize: PAGE_SIZE_MAX });
    const documents = items.filter(({ kind }) => kind !== 'quote');
    for (const { id } of documents) rows.push(...rowsOf(await views.get(scope, id)));
    if (page * PAGE_SIZE_MAX >= total) break;
  }
  return writeCsv(rows);
}

function rowsOf(invoice: Invoice | null): readonly (readonly string[])[] {
  if (invoice === null) return [];
  const { number, kind, issueDate, dueDate, status, buyer, currency, taxes } = invoice;
  const sign = kind === 'credit_note' ? -1 : 1;
  const head = [number ?? '', kind, issueDate ?? '', dueDate ?? '', status, buyer.name, buyer.vatNumber ?? '', currency].map(
    withoutFormula,
  );
  return taxes.map(({ category, taxBasisPoints, netCents, taxCents, grossCents }) => [
    ...head,
    category,
    (taxBasisPoints / 100).toFixed(2),
    ...[netCents, taxCents, grossCents].map((cents) => ((sign * cents) / 100).toFixed(2)),
  ]);
}
