import type { z } from 'zod';
import { type SaleInput, saleDraftOf } from '../keyed/sale-input.js';
import type { CallContext } from '../kit/procedure.js';
import type { Scope } from '../kit/scope.js';
import type { SaleDraft } from '../sales/sale-draft.js';
import type { discountInput, paymentInput, rungLine } from './pos-contract.js';
import { siteOf } from './till-moment.js';

/** What is rung up, in cents. */
export interface RungUp {
  readonly lines: readonly z.output<typeof rungLine>[];
  readonly discounts: readonly z.output<typeof discountInput>[];
  readonly payments: readonly z.output<typeof paymentInput>[];
}

/** The sale of what is rung up on a register now. Throws `unknown_item`, `invalid_request` for a variant that is missing or left out. */
export async function saleDraft({ services }: CallContext, scope: Scope, register: string, rung: RungUp): Promise<SaleDraft> {
  const { views, ids, clock } = services;
  const site = await siteOf(views, scope);
  return saleDraftOf({ views, ids, now: clock.now() }, scope, site, { ...inputOf(rung), register });
}

function inputOf({ lines, discounts, payments }: RungUp): Omit<SaleInput, 'register'> {
  return {
    at: undefined,
    lines: lines.map(({ unitPriceCents, taxBasisPoints, ...line }) => ({ ...line, unitPrice: unitPriceCents, vatRate: taxBasisPoints })),
    discounts: discounts.map(({ kind, value, ...discount }) => ({ ...discount, [kind]: value })),
    payments: payments.map(({ amountCents, tenderedCents, method }) => ({ method, amount: amountCents, tendered: tenderedCents })),
  };
}
