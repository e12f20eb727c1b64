import type { Clock } from '@comptoir/core/kit/clock.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { CheckoutRequest, CheckoutState, PaymentProvider } from '@comptoir/core/payments/payment-provider.js';

/** A provider that keeps its promises, with everything it was asked and every cent it moved in sight. */
export interface TestProvider extends PaymentProvider {
  /** Whether it answers from now on. */
  answers(isUp: boolean): void;
  readonly opened: readonly CheckoutRequest[];
  /** What came in and went out, in cents. */
  readonly charges: readonly number[];
  readonly refunds: readonly number[];
  /** Says something else of a checkout than what is true. */
  lie(ref: string, lie: Partial<CheckoutState>): void;
  /** The payer has decided; nothing happens where nothing is left to decide. */
  decide(ref: string, decision: 'paid' | 'failed'): void;
  /** The references of all checkouts, oldest first. */
  refs(): readonly string[];
}

interface Kept {
  readonly request: CheckoutRequest;
  status: CheckoutState['status'];
}

export function aProvider(clock: Clock, name = 'test'): TestProvider {
  const checkouts = new Map<string, Kept>();
  const lies = new Map<string, Partial<CheckoutState>>();
  const opened: CheckoutRequest[] = [];
  const charges: number[] = [];
  const refunds = new Map<string, number>();
  let isUp = true;
  const statusOf = ({ status, request }: Kept) => (status === 'open' && request.expiresAt <= clock.now() ? 'expired' : status);
  const requireUp = () => {
    if (!isUp) throw new DomainError('provider_unreachable');
  };

  const provider: TestProvider = {
    name,
    checkoutOrigin: 'https://pay.example',
    answers: (now) => {
      isUp = now;
    },
    opened,
    charges,
    get refunds() {
      return [...refunds.values()];
    },
    lie: (ref, lie) => void lies.set(ref, lie),
    decide(ref, decision) {
      const kept = checkouts.get(ref);
      if (kept === undefined || statusOf(kept) !== 'open') return;
      kept.status = decision;
      if (decision === 'paid') charges.push(kept.request.amountCents);
    },
    refs: () => [...checkouts.keys()],
    async createCheckout(request) {
      requireUp();
      const ref = `${request.paymentId}.${request.attempt}`;
      if (!checkouts.has(ref)) {
        opened.push(request);
        checkouts.set(ref, { request, status: 'open' });
      }
      return { ref, url: `https://pay.example/${ref}` };
    },
    async look(ref) {
      requireUp();
      const kept = checkouts.get(ref);
      if (kept === undefined) return null;
      const { paymentId, amountCents, currency } = kept.request;
      return { paymentId, amountCents, currency, status: statusOf(kept), ...lies.get(ref) };
    },
    async refund({ ref, paymentId, amountCents }) {
      requireUp();
      if (checkouts.get(ref)?.status !== 'paid') throw new Error('There is nothing to give back.');
      refunds.set(paymentId, amountCents);
    },
    readReturn: ({ checkout, signature }) => signed(checkout, signature),
    readWebhook: ({ headers, body }) => signed(body, headers['signature']),
  };
  return provider;
}

function signed(ref: string | undefined, signature: string | undefined): string {
  if (ref === undefined || signature !== 'good') throw new DomainError('invalid_signature');
  return ref;
}
