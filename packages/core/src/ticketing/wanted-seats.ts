import { DomainError } from '../kit/errors.js';
import { NEW_LINE, type TicketLine } from '../orders/order.js';
import type { WantedTickets } from './booking-service.js';
import { type Offer, type Rate, type TicketLanguage, textIn } from './offer.js';
import { seatsLeft, type TicketSession } from './ticket-session.js';

/** What is wanted, at the prices of now, in the language of the guest. */
export interface PricedSeats {
  readonly lines: readonly TicketLine[];
  readonly seats: number;
  readonly totalCents: number;
}

/** Throws `unknown_rate` for a rate that the offer does not have, or sells no more. */
export function priceSeats(
  offer: Offer,
  { lines: wanted }: WantedTickets,
  language: TicketLanguage,
  fallbacks: readonly string[],
): PricedSeats {
  const lines = wanted.map(({ rateId, quantity }, index): TicketLine => {
    const { id, name, priceCents, taxBasisPoints } = rateOf(offer, rateId);
    return {
      ...NEW_LINE,
      id: String(index + 1),
      kind: 'ticket',
      itemId: null,
      name: textIn(offer.title, language, fallbacks),
      variant: { id, name: textIn(name, language, fallbacks) },
      options: [],
      quantity,
      unitPriceCents: priceCents,
      totalCents: priceCents * quantity,
      taxBasisPoints,
      note: null,
    };
  });
  return { lines, seats: seatsOf(lines), totalCents: lines.reduce((sum, { totalCents }) => sum + totalCents, 0) };
}

/** How many people are let in. */
export function seatsOf(lines: readonly Pick<TicketLine, 'quantity'>[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

function rateOf({ rates }: Offer, rateId: string): Rate {
  const rate = rates.find(({ id, active }) => id === rateId && active);
  if (rate === undefined) throw new DomainError('unknown_rate', { facts: { rateId } });
  return rate;
}

/** Throws `session_cancelled` or `session_past` for a session that sells nothing. */
export function requireOnSale({ cancelledAt, soldUntil }: TicketSession, now: Date): void {
  if (cancelledAt !== null) throw new DomainError('session_cancelled');
  if (soldUntil < now) throw new DomainError('session_past');
}

/** Says why the session, as it is now, did not give the seats. */
export function refuseSeats(session: TicketSession, now: Date): never {
  requireOnSale(session, now);
  throw new DomainError('session_full', { facts: { remaining: seatsLeft(session) ?? 0 } });
}
