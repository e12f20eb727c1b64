import type { PaymentStatus } from '@comptoir/core/payments/payment.js';
import type { SandboxCheckout } from '@comptoir/core/payments/sandbox-store.js';

export interface PaymentTable {
  tenant_id: string;
  site_id: string;
  id: string;
  order_id: string;
  provider: string;
  method: 'card';
  amount_cents: number;
  currency: string;
  status: PaymentStatus;
  attempt: number;
  provider_ref: string | null;
  checkout_url: string | null;
  expires_at: Date;
  paid_at: Date | null;
  refunded_at: Date | null;
  due_at: Date | null;
  tries: number;
  version: number;
}

export interface SandboxCheckoutTable {
  ref: string;
  payment_id: string;
  attempt: number;
  status: SandboxCheckout['status'];
  amount_cents: number;
  currency: string;
  description: string;
  return_url: string;
  cancel_url: string;
  webhook_url: string;
  locale: string;
  expires_at: Date;
  refunded_at: Date | null;
}
