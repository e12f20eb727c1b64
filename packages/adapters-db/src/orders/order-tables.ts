import type { PostalAddress } from '@comptoir/core/kit/postal-address.js';
import type { Channel, LineKind, OrderDiscount, OrderLine, OrderStatus, Priority } from '@comptoir/core/orders/order.js';
import type { PaymentState } from '@comptoir/core/orders/payment-state.js';
import type { PaymentMethod, PaymentStatus } from '@comptoir/core/payments/payment.js';
import type { GeneratedAlways } from 'kysely';
import type { Json } from '../kit/json.js';

export interface OrderTable {
  tenant_id: string;
  site_id: string;
  id: string;
  channel: Channel;
  sequence: number;
  service_day: string;
  status: OrderStatus;
  placed_at: Date;
  pickup_at: Date | null;
  customer_name: string;
  customer_phone: string | null;
  customer_email: string | null;
  note: string | null;
  dropped: Json<readonly string[]>;
  total_cents: number;
  currency: string;
  payment_method: PaymentMethod;
  payment_status: PaymentStatus | null;
  version: number;
  client_id: string | null;
  billing_address: Json<PostalAddress | null>;
  delivery_address: Json<PostalAddress | null>;
  discounts: Json<readonly OrderDiscount[]>;
  assigned_to: string | null;
  priority: Priority;
  invoice_number: string | null;
  invoice_status: string | null;
  custom_inputs: Json<Readonly<Record<string, unknown>>>;
  sealed_at: Date | null;
  paid_cents: number;
  refunded_cents: number;
  search_words: readonly string[];
  status_since: Date;
  /** As `paymentStateOf` has it. */
  payment_state: GeneratedAlways<PaymentState>;
  /** The first day of the month of UTC that it was placed in. */
  placed_month: GeneratedAlways<string>;
}

export interface OrderNoteTable {
  tenant_id: string;
  order_id: string;
  id: string;
  text: string;
  author: string;
  at: Date;
}

export interface OrderLineTable {
  tenant_id: string;
  order_id: string;
  position: number;
  id: string;
  kind: LineKind;
  item_id: string | null;
  name: string;
  variant: Json<OrderLine['variant']>;
  options: Json<OrderLine['options']>;
  quantity: number;
  unit_price_cents: number;
  total_cents: number;
  tax_basis_points: number;
  note: string | null;
  discount_cents: number;
  external_key: string | null;
  fulfilled: number;
  returned: number;
  invoiced: number;
}

export interface OrderEventTable {
  tenant_id: string;
  order_id: string;
  sequence: number;
  kind: string;
  status: OrderStatus;
  at: Date;
  actor: string;
  reason: string | null;
  payment: PaymentStatus | null;
  data: Json<Readonly<Record<string, unknown>> | null>;
}

export interface OrderCounterTable {
  tenant_id: string;
  site_id: string;
  service_day: string;
  last: number;
}
