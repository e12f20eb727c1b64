import type { Payment } from '@comptoir/core/payments/payment.js';
import type { Insertable, Selectable } from 'kysely';
import type { PaymentTable } from './payment-tables.js';

export function paymentOf(row: Selectable<PaymentTable>): Payment {
  const { id, provider, method, currency, status, attempt, tries, version } = row;
  return {
    id,
    provider,
    method,
    currency,
    status,
    attempt,
    tries,
    version,
    tenantId: row.tenant_id,
    siteId: row.site_id,
    orderId: row.order_id,
    amountCents: row.amount_cents,
    providerRef: row.provider_ref,
    checkoutUrl: row.checkout_url,
    expiresAt: row.expires_at,
    paidAt: row.paid_at,
    refundedAt: row.refunded_at,
    dueAt: row.due_at,
  };
}

/** What changes in the life of a payment. */
export function stateRow(payment: Payment) {
  const { status, attempt, tries, version } = payment;
  return {
    status,
    attempt,
    tries,
    version,
    provider_ref: payment.providerRef,
    checkout_url: payment.checkoutUrl,
    paid_at: payment.paidAt,
    refunded_at: payment.refundedAt,
    due_at: payment.dueAt,
  };
}

/** The whole payment, for an order of its establishment. */
export function paymentRow(payment: Payment): Omit<Insertable<PaymentTable>, 'tenant_id' | 'site_id'> {
  const { id, provider, method, currency } = payment;
  const agreed = { order_id: payment.orderId, amount_cents: payment.amountCents, expires_at: payment.expiresAt };
  return { id, provider, method, currency, ...agreed, ...stateRow(payment) };
}
