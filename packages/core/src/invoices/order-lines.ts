import { DomainError } from '../kit/errors.js';
import { divideHalfUp, sumCents } from '../kit/money.js';
import type { Invoice } from './invoice.js';
import type { LineInput } from './invoice-contract.js';
import type { InvoiceableOrder } from './ports.js';

/** How much of each line of an order is invoiced, so that invoices in parts are the order, and never more. */

type Wanted = readonly { readonly lineId: string; readonly quantity: number }[];

/**
 * Lines of an invoice over so much of the order; over all that is not invoiced when `wanted` is left out. Throws `over_invoiced`, `unknown_record` (no
 * such line), `invalid_transition`.
 */
export function linesOfOrder(order: InvoiceableOrder, invoices: readonly Invoice[], wanted?: Wanted): readonly LineInput[] {
  requireBinding(order);
  for (const { lineId } of wanted ?? []) {
    if (!order.lines.some(({ orderLine }) => orderLine === lineId)) throw new DomainError('unknown_record', { facts: { lineId } });
  }
  const lines = order.lines.flatMap((line) => {
    const done = invoicedMilli(invoices, line.orderLine);
    const left = milliOf(line.quantity) - done;
    const asked = wanted === undefined ? left : milliOf(wanted.find(({ lineId }) => lineId === line.orderLine)?.quantity ?? 0);
    if (asked > left) throw overInvoiced(line.orderLine, left);
    return asked <= 0 ? [] : [partOf(line, done, asked)];
  });
  if (lines.length === 0) throw new DomainError('over_invoiced', { message: 'Nothing of this order is left to be invoiced.' });
  return lines;
}

/** Throws `over_invoiced` when the draft, issued now, would invoice more than was ordered. */
export function requireUninvoiced(order: InvoiceableOrder, invoices: readonly Invoice[], draft: Invoice): void {
  requireBinding(order);
  for (const { orderLine, quantity } of draft.lines) {
    if (orderLine === null) continue;
    const ordered = order.lines.find((line) => line.orderLine === orderLine)?.quantity ?? 0;
    const left = milliOf(ordered) - invoicedMilli(invoices, orderLine);
    if (milliOf(quantity) > left) throw overInvoiced(orderLine, left);
  }
}

function requireBinding({ isBinding, status }: InvoiceableOrder): void {
  if (isBinding) return;
  throw new DomainError('invalid_transition', {
    message: `An order that is ${status} is not invoiced.`,
    facts: { status, step: 'invoice' },
  });
}

/** How many of each line of the order are invoiced, as whole pieces. */
export function invoicedOf(order: InvoiceableOrder, invoices: readonly Invoice[]): ReadonlyMap<string, number> {
  const lines = order.lines.flatMap(({ orderLine }) => orderLine ?? []);
  return new Map(lines.map((lineId) => [lineId, Math.ceil(invoicedMilli(invoices, lineId) / 1000)]));
}

/** With the part of the discount that makes all parts together the discount of the line. */
function partOf(line: LineInput, doneMilli: number, milli: number): LineInput {
  const whole = milliOf(line.quantity);
  const discountUpTo = (upTo: number) => divideHalfUp(line.discountCents * upTo, whole);
  return { ...line, quantity: milli / 1000, discountCents: discountUpTo(doneMilli + milli) - discountUpTo(doneMilli) };
}

/** In thousandths, without what credit notes took back. */
function invoicedMilli(invoices: readonly Invoice[], orderLine: string | null): number {
  return sumCents(
    invoices.flatMap(({ kind, lines }) =>
      lines
        .filter((line) => line.orderLine !== null && line.orderLine === orderLine)
        .map(({ quantity }) => (kind === 'credit_note' ? -1 : 1) * milliOf(quantity)),
    ),
  );
}

function overInvoiced(lineId: string | null, leftMilli: number): DomainError {
  return new DomainError('over_invoiced', { facts: { lineId, left: leftMilli / 1000 } });
}

function milliOf(quantity: number): number {
  return Math.round(quantity * 1000);
}
