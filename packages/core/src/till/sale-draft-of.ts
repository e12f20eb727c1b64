import type { z } from 'zod';
import { type SaleInput, saleDraftOf } from '../keyed/sale-input.js';
import { DomainError, hasCode } from '../kit/errors.js';
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

/** The sale of what is rung up on a register now. Throws `unknown_item`, `invalid_request` for a variant that is left out. */
export async function saleDraft({ services }: CallContext, scope: Scope, register: string, rung: RungUp): Promise<SaleDraft> {
  const { views, ids, clock } = services;
  const site = await siteOf(views, scope);
  const counter = { views, ids, now: clock.now() };
  return saleDraftOf(counter, scope, site, { ...inputOf(rung), register }).catch(asUnknownVariant(rung));
}

/** A variant that was named and is not there is as unknown as an item is. */
function asUnknownVariant({ lines }: RungUp): (error: unknown) => never {
  const isNamed = (path: string) => lines.some(({ variantId }, index) => variantId !== undefined && path === `lines.${index}.variantId`);
  return (error) => {
    const isUnknown = hasCode(error, 'invalid_request') && error.issues.some(({ path }) => isNamed(path));
    throw isUnknown ? new DomainError('unknown_item', { cause: error }) : error;
  };
}

function inputOf({ lines, discounts, payments }: RungUp): Omit<SaleInput, 'register'> {
  return {
    at: undefined,
    lines: lines.map(({ unitPriceCents, taxBasisPoints, ...line }) => ({ ...line, unitPrice: unitPriceCents, vatRate: taxBasisPoints })),
    discounts: discounts.map(({ kind, value, ...discount }) => ({ ...discount, [kind]: value })),
    payments: payments.map(({ amountCents, tenderedCents, method }) => ({ method, amount: amountCents, tendered: tenderedCents })),
  };
}
