import { searchWordsOf } from '@comptoir/core/kit/search-words.js';
import type { RecurringInvoice, RecurringMode, RecurringStatus } from '@comptoir/core/recurring-invoices/recurring-invoice.js';
import type { ColumnType, Selectable } from 'kysely';
import { type Json, json } from '../kit/json.js';

export interface RecurringInvoiceTable {
  tenant_id: string;
  site_id: string;
  id: string;
  name: string;
  status: RecurringStatus;
  recurrence: Json<RecurringInvoice['recurrence']>;
  start_date: string;
  end_date: string | null;
  max_count: number | null;
  count: number;
  mode: RecurringMode;
  content: Json<RecurringInvoice['content']>;
  /** Of `content`. */
  client_id: ColumnType<string | null, never, never>;
  next_date: string | null;
  fault: string | null;
  search_words: string[];
  created_at: Date;
  version: number;
}

export interface RecurringRunTable {
  tenant_id: string;
  site_id: string;
  recurring_id: string;
  period: string;
  invoice_id: string;
  at: Date;
}

export function recurringOf(row: Selectable<RecurringInvoiceTable>): RecurringInvoice {
  const { id, name, status, recurrence, count, mode, content, fault, version } = row;
  return {
    ...{ id, name, status, recurrence, count, mode, content, fault, version },
    tenantId: row.tenant_id,
    siteId: row.site_id,
    startDate: row.start_date,
    endDate: row.end_date,
    maxCount: row.max_count,
    nextDate: row.next_date,
    createdAt: row.created_at,
  };
}

export function recurringRowOf({ id, name, status, count, mode, fault, version, ...rest }: RecurringInvoice) {
  return {
    ...{ id, name, status, count, mode, fault, version },
    recurrence: json(rest.recurrence),
    start_date: rest.startDate,
    end_date: rest.endDate,
    max_count: rest.maxCount,
    content: json(rest.content),
    next_date: rest.nextDate,
    search_words: [...searchWordsOf([name])],
    created_at: rest.createdAt,
  };
}
