import type { ErrorCode } from '../kit/errors.js';
import type { Permission } from '../kit/procedure.js';
import { type Invoice, openCents } from './invoice.js';

/** What procedures of invoices share. */

export function needs(permission: Permission) {
  return { kind: 'permission', permissions: [permission] } as const;
}

/** Making one is refused with these, beside an input that does not fit together. */
export const DRAFT_ERRORS: readonly ErrorCode[] = ['unknown_order', 'unknown_record', 'over_invoiced', 'invalid_transition'];

/** The invoice as it is answered: with what is owed still. */
export function recordOf(invoice: Invoice) {
  return { ...invoice, openCents: openCents(invoice) };
}
