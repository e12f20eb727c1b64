import type { SandboxCheckout, SandboxStore } from '@comptoir/core/payments/sandbox-store.js';
import type { Insertable, Selectable } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import type { SandboxCheckoutTable } from './payment-tables.js';

export function makeKyselySandbox(db: Handle): SandboxStore {
  const find = (ref: string) => db.selectFrom('sandbox_checkouts').selectAll().where('ref', '=', ref);

  return {
    async open(checkout) {
      await db
        .insertInto('sandbox_checkouts')
        .values(rowOf(checkout))
        .onConflict((conflict) => conflict.column('ref').doNothing())
        .execute();
      return checkoutOf(await find(checkout.ref).executeTakeFirstOrThrow());
    },
    async get(ref) {
      const row = await find(ref).executeTakeFirst();
      return row === undefined ? null : checkoutOf(row);
    },
    async change(ref, decide) {
      const row = await find(ref).forUpdate().executeTakeFirst();
      if (row === undefined) return null;
      const before = checkoutOf(row);
      const { status, refundedAt } = decide(before);
      await db.updateTable('sandbox_checkouts').set({ status, refunded_at: refundedAt }).where('ref', '=', ref).execute();
      return { ...before, status, refundedAt };
    },
  };
}

function rowOf(checkout: SandboxCheckout): Insertable<SandboxCheckoutTable> {
  const { ref, attempt, status, currency, description, locale } = checkout;
  return {
    ref,
    attempt,
    status,
    currency,
    description,
    locale,
    payment_id: checkout.paymentId,
    amount_cents: checkout.amountCents,
    return_url: checkout.returnUrl,
    cancel_url: checkout.cancelUrl,
    webhook_url: checkout.webhookUrl,
    expires_at: checkout.expiresAt,
    refunded_at: checkout.refundedAt,
  };
}

function checkoutOf(row: Selectable<SandboxCheckoutTable>): SandboxCheckout {
  const { ref, attempt, status, currency, description, locale } = row;
  return {
    ref,
    attempt,
    status,
    currency,
    description,
    locale,
    paymentId: row.payment_id,
    amountCents: row.amount_cents,
    returnUrl: row.return_url,
    cancelUrl: row.cancel_url,
    webhookUrl: row.webhook_url,
    expiresAt: row.expires_at,
    refundedAt: row.refunded_at,
  };
}
