import { createHmac } from 'node:crypto';
import type { Clock } from '@comptoir/core/kit/clock.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { TenantScope } from '@comptoir/core/kit/scope.js';
import type { Transact } from '@comptoir/core/kit/transact.js';
import type { CheckoutRequest, CheckoutState, PaymentProvider } from '@comptoir/core/payments/payment-provider.js';
import type { SandboxCheckout, SandboxStore } from '@comptoir/core/payments/sandbox-store.js';
import { makeDeliveries } from './deliveries.js';
import { isSigned, signCall } from './signed-calls.js';

export interface SandboxOptions {
  readonly transact: Transact<{ readonly sandbox: SandboxStore }>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The first signs, all verify. */
  readonly secrets: readonly [string, ...string[]];
  /** The address of its page for a checkout. */
  readonly pageOf: (ref: string) => string;
}

/** What a payer reads on the page of the sandbox. */
export interface SandboxBill
  extends Pick<SandboxCheckout, 'amountCents' | 'currency' | 'description' | 'cancelUrl' | 'returnUrl' | 'locale'> {
  readonly status: CheckoutState['status'];
}

/** A provider that takes no money, and everything that goes with one. */
export interface PaymentSandbox {
  readonly provider: PaymentProvider;
  /** The bill behind an address of its page; null when there is none. */
  bill(ref: string): Promise<SandboxBill | null>;
  /** The payer has decided. Where to send them; null when there is no such bill. What was decided before holds. */
  decide(ref: string, decision: 'paid' | 'failed'): Promise<string | null>;
  /** Gives up the calls that are under way. */
  close(): Promise<void>;
}

/** Belongs to no tenant, as every provider. */
const NOBODY: TenantScope = { tenantId: '', actor: { kind: 'system', name: 'sandbox' } };

/** A payment provider for trying things out. It knows of the till what any provider knows: what a checkout was opened with. */
export function makePaymentSandbox({ transact, clock, logger, secrets, pageOf }: SandboxOptions): PaymentSandbox {
  const [key, ...olderKeys] = keysOf(secrets);
  const keys = [key, ...olderKeys];
  const deliveries = makeDeliveries({ key, clock, logger });
  const find = (ref: string) => transact(NOBODY, ({ sandbox }) => sandbox.get(ref));

  function requireSigned(call: { readonly [Part in 'id' | 'timestamp' | 'signature']: string | undefined }, body: string): void {
    const { id = '', timestamp = '', signature = '' } = call;
    if (!isSigned(keys, { id, timestamp, signature }, body, clock.now())) throw new DomainError('invalid_signature');
  }

  /** The address a payer is sent back to; what they bring says only which checkout it is about. */
  function returnAddress({ ref, returnUrl }: SandboxCheckout): string {
    const address = new URL(returnUrl);
    const { id, timestamp, signature } = signCall(key, ref, '', clock.now());
    for (const [name, value] of Object.entries({ checkout: id, timestamp, signature })) address.searchParams.set(name, value);
    return address.href;
  }

  const provider: PaymentProvider = {
    name: 'sandbox',
    checkoutOrigin: new URL(pageOf('')).origin,
    async createCheckout(request) {
      // The same payment and attempt give the same reference, which nobody else can work out.
      const ref = createHmac('sha256', key).update(`checkout ${request.paymentId} ${request.attempt}`).digest('base64url').slice(0, 32);
      await transact(NOBODY, ({ sandbox }) => sandbox.open(checkoutOf(ref, request)));
      return { ref, url: pageOf(ref) };
    },
    async look(ref) {
      const checkout = await find(ref);
      if (checkout === null) return null;
      const { paymentId, amountCents, currency } = checkout;
      return { paymentId, amountCents, currency, status: statusOf(checkout, clock.now()) };
    },
    async refund({ ref }) {
      const at = clock.now();
      const changed = await transact(NOBODY, ({ sandbox }) =>
        sandbox.change(ref, (checkout) => ({ ...checkout, refundedAt: checkout.status === 'paid' ? (checkout.refundedAt ?? at) : null })),
      );
      if ((changed?.refundedAt ?? null) === null) throw new Error('The sandbox has no money to give back for this checkout.');
    },
    readReturn({ checkout, timestamp, signature }) {
      requireSigned({ id: checkout, timestamp, signature }, '');
      return checkout ?? '';
    },
    readWebhook({ headers, body }) {
      const [id, timestamp, signature] = [headers['webhook-id'], headers['webhook-timestamp'], headers['webhook-signature']];
      requireSigned({ id, timestamp, signature }, body);
      return checkoutIn(body);
    },
  };

  return {
    provider,
    async bill(ref) {
      const checkout = await find(ref);
      return checkout === null ? null : { ...checkout, status: statusOf(checkout, clock.now()) };
    },
    async decide(ref, decision) {
      const now = clock.now();
      let decided = false;
      const checkout = await transact(NOBODY, ({ sandbox }) =>
        sandbox.change(ref, (before) => {
          decided = statusOf(before, now) === 'open';
          return decided ? { ...before, status: decision } : before;
        }),
      );
      if (checkout === null) return null;
      if (decided)
        deliveries.send(checkout.webhookUrl, `evt_${ref}`, JSON.stringify({ type: `checkout.${decision}`, data: { checkout: ref } }));
      return returnAddress(checkout);
    },
    close: deliveries.close,
  };
}

/** Of its own: what the sandbox signs opens nothing else. */
function keysOf([first, ...older]: readonly [string, ...string[]]): [Buffer, ...Buffer[]] {
  const keyOf = (secret: string) => createHmac('sha256', secret).update('payment sandbox').digest();
  return [keyOf(first), ...older.map(keyOf)];
}

function checkoutOf(ref: string, request: CheckoutRequest): SandboxCheckout {
  return { ...request, ref, status: 'open', refundedAt: null };
}

function statusOf({ status, expiresAt }: SandboxCheckout, now: Date): CheckoutState['status'] {
  return status === 'open' && expiresAt.getTime() <= now.getTime() ? 'expired' : status;
}

/** The checkout that a webhook is about; its body was signed, so it is one of our own. */
function checkoutIn(body: string): string {
  const { data } = JSON.parse(body) as { readonly data: { readonly checkout: string } };
  return data.checkout;
}
