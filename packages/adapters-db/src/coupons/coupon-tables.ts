export interface CouponRedemptionTable {
  tenant_id: string;
  site_id: string;
  id: string;
  coupon_id: string;
  order_id: string;
  client_id: string | null;
  amount_cents: number;
  at: Date;
  released_at: Date | null;
}
