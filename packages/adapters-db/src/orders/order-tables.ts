import type { Channel, OrderLine, PickupStatus } from '@comptoir/core/orders/order.js';
import type { PaymentMethod, PaymentStatus } from '@comptoir/core/payments/payment.js';
import type { Json } from '../kit/json.js';

export interface OrderTable {
  tenant_id: string;
  site_id: string;
  id: string;
  channel: Channel;
  sequence: number;
  service_day: string;
  status: PickupStatus;
  placed_at: Date;
  pickup_at: Date;
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
}

export interface OrderLineTable {
  tenant_id: string;
  order_id: string;
  position: number;
  item_id: string;
  name: string;
  variant: Json<OrderLine['variant']>;
  options: Json<OrderLine['options']>;
  quantity: number;
  unit_price_cents: number;
  total_cents: number;
  tax_basis_points: number;
  note: string | null;
}

export interface OrderEventTable {
  tenant_id: string;
  order_id: string;
  sequence: number;
  status: PickupStatus;
  at: Date;
  actor: string;
  reason: string | null;
  payment: PaymentStatus | null;
}

export interface OrderCounterTable {
  tenant_id: string;
  site_id: string;
  service_day: string;
  last: number;
}
