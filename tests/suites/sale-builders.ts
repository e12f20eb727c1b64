import { randomUUID } from 'node:crypto';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Sale } from '@comptoir/core/sales/sale.js';
import type { RefundDraft, SaleDraft } from '@comptoir/core/sales/sale-draft.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { NOON } from './builders.js';

type SoldLine = SaleDraft['lines'][number];

/** Two galettes for 9.50 € each. */
export function aSoldLine(changes: Partial<SoldLine> = {}): SoldLine {
  return {
    itemId: 'galette',
    variantId: null,
    syncKey: null,
    sku: null,
    name: 'Galette complète',
    quantity: 2,
    unitPriceCents: 950,
    taxBasisPoints: 1000,
    ...changes,
  };
}

/** A sale paid in cash, to the cent, unless told otherwise. */
export function aSaleDraft(changes: Partial<SaleDraft> = {}): SaleDraft {
  const lines = changes.lines ?? [aSoldLine()];
  const amountCents = lines.reduce((sum, line) => sum + line.quantity * line.unitPriceCents, 0);
  const payments = [{ method: 'cash', amountCents }] as const;
  return { kind: 'sale', id: randomUUID(), register: 'Caisse 1', at: NOON, currency: 'EUR', lines, payments, ...changes };
}

/** A refund of one galette, paid out in cash. */
export function aRefundDraft(refundOf: string, changes: Partial<RefundDraft> = {}): RefundDraft {
  return {
    kind: 'refund',
    id: randomUUID(),
    register: 'Caisse 1',
    at: NOON,
    refundOf,
    lines: [{ number: 1, quantity: 1 }],
    payments: [{ method: 'cash', amountCents: 950 }],
    ...changes,
  };
}

export function recorded({ transact }: Persistence, scope: Scope, draft: SaleDraft | RefundDraft = aSaleDraft()): Promise<Sale> {
  return transact(scope, ({ sales }) => sales.record(scope, draft));
}
