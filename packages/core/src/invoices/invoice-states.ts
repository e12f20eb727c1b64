import { DomainError } from '../kit/errors.js';
import type { Invoice, InvoiceKind } from './invoice.js';

/** The lives of quotes, invoices and credit notes; drawn in `STATES.md`. */

export const INVOICE_STATUSES = [
  'draft',
  'sent',
  'accepted',
  'refused',
  'expired',
  'converted',
  'issued',
  'partially_paid',
  'paid',
  'overdue',
  'cancelled',
  'refunded',
] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

interface Step {
  readonly from: readonly InvoiceStatus[];
  readonly to: InvoiceStatus;
}

/** What may happen to each kind, and the states it may happen in. */
export const INVOICE_STEPS = {
  quote: {
    send: { from: ['draft'], to: 'sent' },
    accept: { from: ['sent'], to: 'accepted' },
    refuse: { from: ['sent'], to: 'refused' },
    expire: { from: ['sent'], to: 'expired' },
    convert: { from: ['accepted'], to: 'converted' },
  },
  invoice: {
    issue: { from: ['draft'], to: 'issued' },
    payPart: { from: ['issued', 'partially_paid', 'paid'], to: 'partially_paid' },
    payPartLate: { from: ['overdue'], to: 'overdue' },
    pay: { from: ['issued', 'partially_paid', 'overdue'], to: 'paid' },
    unpay: { from: ['partially_paid', 'paid'], to: 'issued' },
    fallDue: { from: ['issued', 'partially_paid'], to: 'overdue' },
    cancel: { from: ['issued', 'partially_paid', 'paid', 'overdue'], to: 'cancelled' },
  },
  credit_note: {
    issue: { from: ['draft'], to: 'issued' },
    refund: { from: ['issued'], to: 'refunded' },
  },
} as const satisfies Record<InvoiceKind, Record<string, Step>>;

export type InvoiceStep = { [Kind in InvoiceKind]: keyof (typeof INVOICE_STEPS)[Kind] }[InvoiceKind];

type Change = Partial<Omit<Invoice, 'id' | 'tenantId' | 'siteId' | 'kind' | 'status' | 'version'>>;

/** The invoice after the step, with `change`. Throws `invalid_transition`, naming the state it is in. */
export function takeInvoiceStep(invoice: Invoice, step: InvoiceStep, change: Change = {}): Invoice {
  const found = stepOf(invoice.kind, step);
  if (found === null || !found.from.includes(invoice.status)) throw refusedStep(invoice, step);
  return { ...invoice, ...change, status: found.to, version: invoice.version + 1 };
}

/** For a step that this one cannot take. */
export function refusedStep({ kind, status }: Pick<Invoice, 'kind' | 'status'>, step: string): DomainError {
  return new DomainError('invalid_transition', {
    message: `This ${NAMES[kind]} is ${status} and cannot take the step "${step}".`,
    facts: { status, step },
  });
}

const NAMES: Readonly<Record<InvoiceKind, string>> = { quote: 'quote', invoice: 'invoice', credit_note: 'credit note' };

function stepOf(kind: InvoiceKind, step: InvoiceStep): Step | null {
  const steps: Readonly<Record<string, Step>> = INVOICE_STEPS[kind];
  return (Object.hasOwn(steps, step) ? steps[step] : undefined) ?? null;
}

/** The step that follows from how much of an invoice is paid and credited by now; null: none. */
export function settlingStep({ status, grossCents, creditedCents, paidCents }: Invoice): InvoiceStep | null {
  if (creditedCents === grossCents && creditedCents > 0) return status === 'cancelled' ? null : 'cancel';
  const owed = grossCents - creditedCents;
  if (paidCents >= owed) return status === 'paid' ? null : 'pay';
  if (status === 'overdue') return 'payPartLate';
  if (paidCents > 0) return 'payPart';
  return status === 'issued' ? null : 'unpay';
}

/** True once it has a number: nothing of what it says changes any more. */
export function isIssued({ status }: Pick<Invoice, 'status'>): boolean {
  return status !== 'draft';
}
