import { randomUUID } from 'node:crypto';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { PAYMENT_MINUTES, type Payment } from '@comptoir/core/payments/payment.js';
import type { SandboxCheckout } from '@comptoir/core/payments/sandbox-store.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { freshName, freshToken, minutesAfter, NOON, placed } from './builders.js';

/** A payment of 19 € that waits for its first checkout. */
export function aPayment({ tenantId, siteId }: Scope, changes: Partial<Payment> = {}): Payment {
  const expiresAt = minutesAfter(NOON, PAYMENT_MINUTES);
  return {
    id: randomUUID(),
    tenantId,
    siteId,
    orderId: freshToken(),
    provider: 'sandbox',
    method: 'card',
    amountCents: 1900,
    currency: 'EUR',
    status: 'pending',
    attempt: 0,
    providerRef: null,
    checkoutUrl: null,
    expiresAt,
    paidAt: null,
    refundedAt: null,
    dueAt: expiresAt,
    tries: 0,
    version: 1,
    ...changes,
  };
}

/** Stores an order with a payment. */
export async function withPayment(persistence: Persistence, scope: Scope, changes: Partial<Payment> = {}): Promise<Payment> {
  const order = await placed(persistence, scope, { payment: { method: 'card', status: changes.status ?? 'pending' } });
  const payment = aPayment(scope, { ...changes, orderId: order.id });
  await persistence.transact(scope, ({ payments }) => payments.create(scope, payment));
  return payment;
}

export function aSandboxCheckout(changes: Partial<SandboxCheckout> = {}): SandboxCheckout {
  return {
    ref: freshName('checkout'),
    paymentId: randomUUID(),
    attempt: 1,
    status: 'open',
    amountCents: 1900,
    currency: 'EUR',
    description: 'Atelier Nord 001',
    returnUrl: 'https://till.example/back',
    cancelUrl: 'https://till.example/order',
    webhookUrl: 'https://till.example/webhook',
    locale: 'fr',
    expiresAt: minutesAfter(NOON, PAYMENT_MINUTES),
    refundedAt: null,
    ...changes,
  };
}
