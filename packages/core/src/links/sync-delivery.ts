/**
 * An event on its way to a shop. `waiting`: a message on the queue delivers it; `held`: its link is disabled; `dead`: every attempt was used up, until
 * somebody sends it again.
 */
export const DELIVERY_STATES = ['waiting', 'held', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const SALE_EVENTS = ['sale.created', 'refund.created'] as const;
export type SaleEvent = (typeof SALE_EVENTS)[number];

export interface SyncDelivery {
  /** Of the event and of its message: the same with every attempt. */
  readonly id: string;
  readonly linkId: string;
  readonly type: SaleEvent;
  /** The sale or refund it tells of. */
  readonly saleId: string;
  /** The JSON that is sent, the same with every attempt. */
  readonly body: string;
  readonly state: DeliveryState;
  /** Since it was last put on the queue. */
  readonly attempts: number;
  /** What the shop answered last; null: nothing yet, or it did not answer. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly lastAttemptAt: Date | null;
}
