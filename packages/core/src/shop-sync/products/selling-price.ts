import { PRICE_MAX_CENTS } from '../../catalogue/product-fields.js';
import { DomainError } from '../../kit/errors.js';
import { grossCents } from './shop-price.js';

/** The price incl. tax of net amounts. Throws `invalid_request` for one that the catalogue cannot hold. */
export function sellingPrice(netAmounts: readonly string[], taxBasisPoints: number): number {
  const cents = grossCents(netAmounts, taxBasisPoints);
  if (cents < 0) throw new DomainError('invalid_request', { message: 'price: below zero' });
  if (cents > PRICE_MAX_CENTS) throw new DomainError('invalid_request', { message: `price: above ${PRICE_MAX_CENTS / 100}` });
  return cents;
}
