import type { Clock } from '../kit/clock.js';
import type { Logger } from '../kit/logger.js';
import { hostScope, type Scope } from '../kit/scope.js';
import type { Transact } from '../kit/transact.js';
import { addDays, wallTimeAt } from '../sites/wall-time.js';
import type { Stores } from '../stores.js';
import { type Invoice, openCents } from './invoice.js';
import { INVOICE_STEPS, takeInvoiceStep } from './invoice-states.js';
import type { DueInvoice } from './invoice-store.js';

/** Looked at in one run; the next one goes on. */
const BATCH = 200;

/** Who lets invoices fall due. */
const ACTOR = { kind: 'system', name: 'invoices' } as const;

export interface InvoiceWork {
  /**
   * Lets unpaid invoices become overdue and unanswered quotes expire, on the day after their due date where their establishment is; in
   * every tenant. How many. Safe to run anywhere, any number of times at once.
   */
  run(): Promise<number>;
}

export interface InvoiceWorkDeps {
  readonly transact: Transact<Pick<Stores, 'invoices'>>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function makeInvoiceWork({ transact, clock, logger }: InvoiceWorkDeps): InvoiceWork {
  async function fallDue({ tenantId, siteId, id, dueDate, timezone }: DueInvoice): Promise<boolean> {
    if (dueDate >= wallTimeAt(clock.now(), timezone).date) return false;
    const scope: Scope = { tenantId, siteId, actor: ACTOR };
    let fell = false;
    await transact(scope, ({ invoices }) =>
      invoices.change(scope, id, (invoice) => {
        const after = pastDue(invoice, dueDate);
        fell = after !== invoice;
        return after;
      }),
    );
    return fell;
  }

  return {
    async run() {
      // The first places of the earth to have a new day have it while it is still yesterday in UTC.
      const tomorrow = addDays(clock.now().toISOString().slice(0, 10), 1);
      const due = await transact(hostScope('invoices'), ({ invoices }) => invoices.pastDue(tomorrow, BATCH));
      let count = 0;
      for (const invoice of due) {
        try {
          if (await fallDue(invoice)) count += 1;
        } catch (error) {
          logger.error({ err: error, invoiceId: invoice.id }, 'an invoice could not fall due');
        }
      }
      return count;
    },
  };
}

/** It may have been paid, or given another answer, since it was looked up. */
function pastDue(invoice: Invoice, dueDate: string): Invoice {
  const { kind, status } = invoice;
  if (invoice.dueDate !== dueDate) return invoice;
  if (kind === 'quote') return status === 'sent' ? takeInvoiceStep(invoice, 'expire') : invoice;
  const mayFall = INVOICE_STEPS.invoice.fallDue.from.some((from) => from === status);
  return kind === 'invoice' && mayFall && openCents(invoice) > 0 ? takeInvoiceStep(invoice, 'fallDue') : invoice;
}
