import type { PostalAddress } from '@comptoir/core/kit/postal-address.js';
import type { GoodsLine } from '@comptoir/core/settlement/goods.js';
import type { ReturnedLine, ReturnState } from '@comptoir/core/settlement/goods-return.js';
import type { ParcelState } from '@comptoir/core/settlement/parcel.js';
import type { RecordedMethod, RecordedStatus } from '@comptoir/core/settlement/recorded-payment.js';
import type { GeneratedAlways } from 'kysely';
import type { Json } from '../kit/json.js';

interface OfOrder {
  tenant_id: string;
  site_id: string;
  id: string;
  order_id: string;
  /** In which order rows of one order were written. */
  sequence: GeneratedAlways<number>;
}

export interface OrderPaymentTable extends OfOrder {
  method: RecordedMethod;
  amount_cents: number;
  status: RecordedStatus;
  reference: string | null;
  note: string | null;
  received_at: Date;
  recorded_at: Date;
  captured_at: Date | null;
  voided_at: Date | null;
  reconciled_at: Date | null;
  recorded_by: string;
}

export interface OrderRefundTable extends OfOrder {
  payment_id: string;
  return_id: string | null;
  amount_cents: number;
  method: RecordedMethod;
  reason: string | null;
  reference: string | null;
  recorded_at: Date;
  recorded_by: string;
}

export interface ParcelTable extends OfOrder {
  state: ParcelState;
  lines: Json<readonly GoodsLine[]>;
  carrier: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  address: Json<PostalAddress> | null;
  note: string | null;
  created_at: Date;
  shipped_at: Date | null;
  delivered_at: Date | null;
  cancelled_at: Date | null;
  version: number;
}

export interface GoodsReturnTable extends OfOrder {
  state: ReturnState;
  lines: Json<readonly ReturnedLine[]>;
  reason: string | null;
  created_at: Date;
  received_at: Date | null;
  version: number;
}
