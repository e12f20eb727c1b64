import type { Channel, OrderStatus, Priority } from './order.js';
import type { PaymentState } from './payment-state.js';

/** The states in which goods are promised to an order and not handed over: it is to be sealed some day. Tickets are no goods. */
export const UNSEALED_STATUSES = ['queued', 'accepted', 'ready', 'confirmed', 'preparing', 'shipped'] as const satisfies OrderStatus[];

/** The states in which an order may be sealed because it was forgotten: it lies ready, or is on its way. */
export const SEALABLE_STATUSES = ['ready', 'shipped'] as const satisfies OrderStatus[];

/** Which orders of an establishment are meant; what is left out does not matter. */
export interface OrderConditions {
  /** Finds words of `orderWords` by their beginnings. */
  readonly search?: string | undefined;
  readonly status?: OrderStatus | undefined;
  readonly statuses?: readonly OrderStatus[] | undefined;
  readonly channel?: Channel | undefined;
  readonly clientId?: string | undefined;
  /** Placed at or after … */
  readonly placedFrom?: Date | undefined;
  /** … and before. */
  readonly placedTo?: Date | undefined;
  /** Null: of nobody. */
  readonly assignedTo?: string | null | undefined;
  readonly priority?: Priority | undefined;
  readonly paymentState?: PaymentState | undefined;
  /** True: only orders whose goods are promised and not handed over; false: only the others. */
  readonly unsealed?: boolean | undefined;
}

export const ORDER_SORTS = ['placedAt', '-placedAt', 'totalCents', '-totalCents'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

/** The states that are asked for; null: any. */
export function statusesOf({ status, statuses, unsealed }: OrderConditions): {
  readonly among: readonly OrderStatus[] | null;
  readonly not: readonly OrderStatus[];
} {
  const named = status === undefined ? (statuses ?? null) : (statuses ?? [status]).filter((one) => one === status);
  if (unsealed === undefined) return { among: named, not: [] };
  if (!unsealed) return { among: named, not: UNSEALED_STATUSES };
  return { among: named === null ? UNSEALED_STATUSES : named.filter((one) => UNSEALED_STATUSES.some((open) => open === one)), not: [] };
}
