import type { DraftInput } from '../invoices/invoice-contract.js';
import { typedInput } from '../invoices/invoice-contract.js';
import { DomainError } from '../kit/errors.js';
import { parse } from '../kit/validate.js';
import { quoteCents, refusedGroupStep, type VisitorGroup } from './visitor-group.js';

/** The invoice that a group is to be made of its quote. Throws `invalid_transition` unless it is confirmed and not invoiced yet. */
export function draftOfQuote(group: VisitorGroup): DraftInput {
  const { status, quote, invoiceId, name, kind, contact, language } = group;
  if (status !== 'confirmed' && status !== 'visited') throw refusedGroupStep(group);
  if (invoiceId !== null) throw new DomainError('invalid_transition', { message: 'It is invoiced.', facts: { status, invoiceId } });
  if (quote === null || quoteCents(quote) === 0) {
    const message = 'The visit costs nothing: there is nothing to invoice.';
    throw new DomainError('invalid_request', { message, issues: [{ path: 'quote', message }] });
  }
  const buyer = { name, isCompany: kind !== 'other', email: contact.email };
  return parse(typedInput, { buyer, lines: quote, prices: 'gross', language, reference: contact.name });
}
