import { DomainError } from '../kit/errors.js';
import { sumCents } from '../kit/money.js';
import { type Invoice, openCents } from './invoice.js';
import { isIssued, refusedStep, settlingStep, takeInvoiceStep } from './invoice-states.js';

/** What is paid of invoices. The invoices of an order have its money: as much of it as they ask for, the oldest first. */

/** The invoice once the money came, or went back (negative). Throws `invalid_transition`, `invalid_request` (more than is owed, or was paid). */
export function withPayment(invoice: Invoice, amountCents: number): Invoice {
  requirePayable(invoice);
  const paidCents = invoice.paidCents + amountCents;
  if (paidCents < 0 || amountCents > openCents(invoice)) {
    const message = amountCents > 0 ? 'This is more than is owed.' : 'This is more than was paid.';
    throw new DomainError('invalid_request', {
      message,
      issues: [{ path: 'amountCents', message }],
      facts: { openCents: openCents(invoice) },
    });
  }
  return withPaid(invoice, paidCents);
}

/** Throws `invalid_transition` for what nobody pays: drafts, quotes, credit notes, and what was taken back as a whole. */
export function requirePayable(invoice: Invoice): void {
  if (invoice.kind !== 'invoice' || !isIssued(invoice) || invoice.status === 'cancelled') throw refusedStep(invoice, 'pay');
}

/** Money that moves to an invoice, or away from it (negative). */
export interface MoneyShift {
  readonly invoice: Invoice;
  readonly amountCents: number;
}

/**
 * What has to move so that the invoices of an order, oldest first, have the money of the order: none more than is owed of it, the oldest
 * first, and the latest give back first. What stays where it is, is not in it.
 */
export function shiftsTo(invoices: readonly Invoice[], moneyCents: number): readonly MoneyShift[] {
  const kept = invoices.map((invoice) => Math.min(invoice.paidCents, owedCents(invoice)));
  const rest = moneyCents - sumCents(kept);
  const wanted = rest >= 0 ? filled(invoices, kept, rest) : emptied(kept, -rest);
  return invoices
    .map((invoice, index) => ({ invoice, amountCents: (wanted[index] ?? 0) - invoice.paidCents }))
    .filter(({ amountCents }) => amountCents !== 0);
}

/** The invoice after the money moved. */
export function shifted({ invoice, amountCents }: MoneyShift): Invoice {
  return withPaid(invoice, invoice.paidCents + amountCents);
}

function filled(invoices: readonly Invoice[], kept: readonly number[], amountCents: number): readonly number[] {
  let left = amountCents;
  return invoices.map((invoice, index) => {
    const cents = kept[index] ?? 0;
    const more = Math.min(left, owedCents(invoice) - cents);
    left -= more;
    return cents + more;
  });
}

function emptied(kept: readonly number[], amountCents: number): readonly number[] {
  let left = amountCents;
  return kept
    .toReversed()
    .map((cents) => {
      const less = Math.min(left, cents);
      left -= less;
      return cents - less;
    })
    .reverse();
}

/** What is to be paid in all: what was taken back is not. */
function owedCents({ grossCents, creditedCents }: Invoice): number {
  return grossCents - creditedCents;
}

function withPaid(invoice: Invoice, paidCents: number): Invoice {
  const step = settlingStep({ ...invoice, paidCents });
  if (step !== null) return takeInvoiceStep(invoice, step, { paidCents });
  return { ...invoice, paidCents, version: invoice.version + 1 };
}
