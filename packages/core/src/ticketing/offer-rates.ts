import { DomainError } from '../kit/errors.js';
import type { Rate } from './offer.js';
import type { SentRate } from './offer-contract.js';

/** Rates an offer has had in its life; those sold no more count too, because tickets refer to them. */
const RATES_EVER_MAX = 200;

/**
 * The rates that follow `before` when `sent` are to be sold. A rate keeps its id for ever: one that is left out stays, inactive and last, for the
 * tickets that were sold at it. Throws `unknown_rate` for an id that is not one of the offer's, `invalid_request` for more than an offer may have had.
 */
export function ratesAfter(before: readonly Rate[], sent: readonly SentRate[], newId: () => string): readonly Rate[] {
  const known = new Set(before.map(({ id }) => id));
  const kept = sent.map((rate) => ({ ...rate, id: rate.id === undefined ? newId() : idIn(known, rate.id) }));
  const named = new Set(kept.map(({ id }) => id));
  const rates = [...kept, ...before.filter(({ id }) => !named.has(id)).map((rate) => ({ ...rate, active: false }))];
  if (rates.length <= RATES_EVER_MAX) return rates;
  const message = `An offer has at most ${RATES_EVER_MAX} rates in its life: make a new offer.`;
  throw new DomainError('invalid_request', { issues: [{ path: 'rates', message }] });
}

function idIn(known: ReadonlySet<string>, id: string): string {
  if (known.has(id)) return id;
  throw new DomainError('unknown_rate', { facts: { rateId: id } });
}
