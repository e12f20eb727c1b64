import { FULFILMENT_STATUSES, type FulfilmentOrder, type FulfilmentStatus } from '../../orders/order.js';
import type { ShopOrder, ShopPhase } from '../shop-records.js';

/** How far an order is here when the shop says how far it is there. */

/** What the shop says when it has cancelled or deleted an order. */
export const CANCELED = 'CANCELED';

/** Only the merchant's seal, or that of 12:01, delivers: because that is when stock goes. */
const STATUS_OF = {
  awaiting: 'confirmed',
  paid: 'confirmed',
  preparing: 'preparing',
  shipped: 'shipped',
  delivered: 'shipped',
  cancelled: 'cancelled',
} as const satisfies Record<ShopPhase, FulfilmentStatus>;

const DAY_MS = 86_400_000;
/** What changed longer ago than this is never asked for by the job of orders, so an order from before that was never open here. */
const WINDOW_DAYS = 40;
/** In autumn clocks of shops show some hours twice: a time of one may be so much later than it was understood. */
const REPEATED_MS = 3 * 3_600_000;

export function invoiceStatusOf(phase: ShopPhase): string {
  return phase === 'cancelled' ? CANCELED : phase.toUpperCase();
}

/**
 * True when the goods of the order had left before the establishment began to keep in step with its shop, so that its stock of then knows of it.
 * An old order that is touched later, such as by a note, was shipped long ago as well.
 */
export function isHistory({ state, placedAt, updatedAt }: Pick<ShopOrder, 'state' | 'placedAt' | 'updatedAt'>, since: Date): boolean {
  if (state.phase !== 'shipped' && state.phase !== 'delivered') return false;
  // Where the shop does not say when it shipped: one that is taken for open by mistake is promised, sealed and right in the end.
  const shippedBy = updatedAt?.getTime() ?? placedAt.getTime() + REPEATED_MS;
  return shippedBy < since.getTime() || placedAt.getTime() < since.getTime() - WINDOW_DAYS * DAY_MS;
}

/**
 * The state of a known order: what is further here than in the shop stays, what was delivered is never cancelled, what was cancelled here stays so,
 * and what the shop had cancelled and takes up again is where the shop says.
 */
export function statusAfter(
  { status, invoiceStatus }: Pick<FulfilmentOrder, 'status' | 'invoiceStatus'>,
  phase: ShopPhase,
): FulfilmentStatus {
  if (status === 'delivered' || status === 'returned') return status;
  if (status === 'cancelled') return invoiceStatus === CANCELED ? STATUS_OF[phase] : status;
  if (phase === 'cancelled') return 'cancelled';
  return rankOf(STATUS_OF[phase]) > rankOf(status) ? STATUS_OF[phase] : status;
}

/** The state of an order that was not known. */
export function firstStatus(order: Pick<ShopOrder, 'state' | 'placedAt' | 'updatedAt'>, since: Date): FulfilmentStatus {
  return isHistory(order, since) ? 'delivered' : STATUS_OF[order.state.phase];
}

function rankOf(status: FulfilmentStatus): number {
  return FULFILMENT_STATUSES.indexOf(status);
}
