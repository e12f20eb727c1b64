import { DomainError } from '../kit/errors.js';
import type { PaymentMethod } from './payment.js';
import type { PaymentProvider } from './payment-provider.js';

/** The providers of the process, by name; none: every order is paid at pickup. */
export type PaymentProviders = ReadonlyMap<string, PaymentProvider>;

/** How the orders of an online shop can be paid. */
export interface OfferedPayments {
  readonly methods: readonly PaymentMethod[];
  /** Takes the cards; null where none are taken. */
  readonly cardProvider: string | null;
}

/** What the establishment's settings offer, as far as this process has the provider for it. A shop can always be paid somehow. */
export function offeredPayments(settings: ReadonlyMap<string, unknown>, providers: PaymentProviders): OfferedPayments {
  const wanted = settings.get('payments.card');
  const cardProvider = typeof wanted === 'string' && providers.has(wanted) ? wanted : null;
  if (cardProvider === null) return { methods: ['at_pickup'], cardProvider };
  return { methods: settings.get('payments.atPickup') === false ? ['card'] : ['at_pickup', 'card'], cardProvider };
}

/** The provider to pay with; null for an order that is paid at pickup. Throws `payment_not_offered`. */
export function chosenProvider(offered: OfferedPayments, chosen: PaymentMethod, totalCents: number): string | null {
  const methods = methodsFor(offered.methods, totalCents);
  if (methods.includes(chosen)) return chosen === 'card' ? offered.cardProvider : null;
  throw new DomainError('payment_not_offered', {
    issues: [{ path: 'payment', message: totalCents > 0 ? `Choose one of: ${methods.join(', ')}.` : 'There is nothing to pay by card.' }],
    facts: { methods },
  });
}

/** How so much can be paid: where there is nothing to pay, nobody is kept out by the establishment taking cards alone. */
export function methodsFor(offered: readonly PaymentMethod[], totalCents: number): readonly PaymentMethod[] {
  return totalCents > 0 ? offered : ['at_pickup'];
}
