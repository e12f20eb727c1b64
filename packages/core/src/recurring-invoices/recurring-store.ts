import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { RecurringInvoice, RecurringRun, RecurringStatus } from './recurring-invoice.js';

/** Writes of recurring invoices. */
export interface RecurringInvoiceStore {
  create(scope: Scope, recurring: RecurringInvoice): Promise<void>;
  /** Locks it, hands it to `decide` and stores what that returns, unless it is the very same. Throws `unknown_record`, or what `decide` throws. */
  change(
    scope: Scope,
    id: string,
    decide: (recurring: RecurringInvoice) => RecurringInvoice | Promise<RecurringInvoice>,
  ): Promise<RecurringInvoice>;
  /** With its runs; the invoices stay. Throws `unknown_record`. */
  delete(scope: Scope, id: string): Promise<void>;
  /** Throws `duplicate` when the period has its invoice. */
  addRun(scope: Scope, run: RecurringRun): Promise<void>;
  /** Up to `limit` active ones of any tenant whose next period is on or before `date`, longest ago first. */
  due(date: string, limit: number): Promise<readonly DueRecurring[]>;
}

export interface DueRecurring {
  readonly tenantId: string;
  readonly siteId: string;
  readonly id: string;
}

export interface RecurringFilter extends PageInput {
  readonly status?: RecurringStatus | undefined;
  readonly clientId?: string | undefined;
}

/** Reads of recurring invoices. */
export interface RecurringInvoiceViews {
  get(scope: Scope, id: string): Promise<RecurringInvoice | null>;
  /** By name; `search` looks in the name. */
  list(scope: Scope, filter: RecurringFilter): Promise<Page<RecurringInvoice>>;
  /** Latest period first. */
  runs(scope: Scope, id: string, page: PageInput): Promise<Page<RecurringRun>>;
}
