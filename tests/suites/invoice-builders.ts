import { randomBytes, randomUUID } from 'node:crypto';
import type { Invoice, InvoicePayment } from '@comptoir/core/invoices/invoice.js';
import { type TypedDraftInput, typedInput } from '@comptoir/core/invoices/invoice-contract.js';
import { type DraftContent, makeDraft } from '@comptoir/core/invoices/make-draft.js';
import type { Seller } from '@comptoir/core/invoices/parties.js';
import type { PastInvoice } from '@comptoir/core/invoices/past-invoice.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { RecurringInvoice } from '@comptoir/core/recurring-invoices/recurring-invoice.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { NOON } from './builders.js';

export const A_SELLER: Seller = {
  name: 'Crêperie du Port',
  legalForm: 'SARL au capital de 10 000 €',
  address: { line1: '12 quai des Salinières', line2: null, postcode: '35400', city: 'Saint-Malo', country: 'FR' },
  vatNumber: 'FR83404833048',
  registration: '404833048',
  register: 'RCS Saint-Malo 404 833 048',
  email: 'compta@creperie.example',
  phone: null,
  website: null,
  exemption: null,
  iban: 'FR7630006000011234567890189',
  bic: 'AGRIFRPP',
};

export const A_BUYER = {
  name: 'Ateliers de l’Ouest',
  isCompany: true,
  address: { line1: '3 rue de la Forge', postcode: '35000', city: 'Rennes', country: 'FR' },
  vatNumber: 'FR40303265045',
  registration: '303265045',
  email: 'achats@ateliers.example',
};

/** Two galettes for 9.50 € each, for a company. */
export function aDraftInput(changes: Record<string, unknown> = {}): TypedDraftInput {
  return typedInput.parse({
    buyer: A_BUYER,
    lines: [{ name: 'Galette complète', quantity: 2, unitPriceCents: 950, taxBasisPoints: 1000 }],
    ...changes,
  });
}

const NOWHERE: Scope = { tenantId: randomUUID(), siteId: randomUUID(), actor: { kind: 'system', name: 'tests' } };

/** A draft invoice, as a store takes it. */
export function aDraft(scope: Scope = NOWHERE, changes: Partial<Invoice> = {}): Invoice {
  const { clientId: _client, ...input } = aDraftInput();
  const buyer = { ...input.buyer, clientId: null } as DraftContent['buyer'];
  const place = { scope, site: { currency: 'EUR', languages: ['fr'] }, rounding: 'sum_by_net_keep_gross', now: NOON } as const;
  return { ...makeDraft(place, 'invoice', randomUUID(), { ...input, buyer }), ...changes };
}

/** An invoice that was issued, with a number of its own. */
export function anInvoice(changes: Partial<Invoice> = {}, scope: Scope = NOWHERE): Invoice {
  const issued = {
    status: 'issued',
    number: `X-${randomUUID()}`,
    issueDate: '2026-06-16',
    dueDate: '2026-07-16',
    seller: A_SELLER,
  } as const;
  return aDraft(scope, { ...issued, ...changes });
}

/** An invoice that was issued before, and is to be numbered yet. */
export function aPastInvoice(scope: Scope, changes: Partial<Invoice> = {}, payments: readonly InvoicePayment[] = []): PastInvoice {
  const invoice = anInvoice({ number: '–', ...changes }, scope);
  return { invoice: { ...invoice, issueDate: invoice.issueDate ?? '2026-06-16' }, payments };
}

/** Stores what `anInvoice` makes. */
export async function stored({ transact }: Persistence, scope: Scope, invoice: Invoice): Promise<Invoice> {
  await transact(scope, ({ invoices }) => invoices.create(scope, invoice));
  return invoice;
}

/** Five euros by card. */
export function anInvoicePayment(invoiceId: string, changes: Partial<InvoicePayment> = {}): InvoicePayment {
  return { id: randomUUID(), invoiceId, at: NOON, amountCents: 500, means: 'card', reference: null, actor: 'system:tests', ...changes };
}

/** An invoice on the 16th of each month. */
export function aRecurring({ tenantId, siteId }: Scope, changes: Partial<RecurringInvoice> = {}): RecurringInvoice {
  return {
    id: randomUUID(),
    tenantId,
    siteId,
    name: 'Abonnement',
    status: 'active',
    recurrence: { every: 'month', day: 16 },
    startDate: '2026-06-16',
    endDate: null,
    maxCount: null,
    count: 0,
    mode: 'issue',
    content: aDraftInput(),
    nextDate: '2026-06-16',
    fault: null,
    createdAt: NOON,
    version: 1,
    ...changes,
  };
}

export function aTokenHash(): string {
  return randomBytes(32).toString('hex');
}
