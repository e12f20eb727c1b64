import type { Item } from '@comptoir/core/catalogue/item.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { OrderEvent, OrderStatus } from '@comptoir/core/orders/order.js';
import type { Choices } from './dice.js';
import type { Making } from './past-clients.js';

/** Where the past takes place. */
export interface Place extends Making {
  /** Of whoever does the work. */
  readonly scope: Scope;
  /** The user that is; null: nobody in particular. */
  readonly staffId: string | null;
  readonly timezone: string;
  readonly items: readonly Item[];
  /** The items by how often they are taken. */
  readonly wares: Choices<Item>;
  /** What is after it has not happened yet. */
  readonly now: Date;
}

/** A step in the life of an order. */
export interface Step<Status extends OrderStatus> {
  readonly status: Status;
  readonly at: Date;
  /** As `actorName` gives it. */
  readonly actor: string;
  /** `status` unless told. */
  readonly kind?: string;
  readonly reason?: string;
}

export type Life<Status extends OrderStatus> = readonly [Step<Status>, ...Step<Status>[]];

/** How far a life has come by now. */
export function lifeUntil<Status extends OrderStatus>([first, ...later]: Life<Status>, now: Date): Life<Status> {
  return [first, ...later.filter(({ at }) => at.getTime() < now.getTime())];
}

/** The steps as the order book keeps them. */
export function eventsOf<Status extends OrderStatus>([first, ...later]: Life<Status>): readonly [OrderEvent, ...OrderEvent[]] {
  return [eventOf(first), ...later.map(eventOf)];
}

function eventOf({
  status,
  at,
  actor,
  kind = 'status',
  reason = null,
}: Omit<Step<OrderStatus>, 'reason'> & { readonly reason?: string | null }): OrderEvent {
  return { kind, status, at, actor, reason, payment: null, data: null };
}

/** What the order is now, and since when the goods are gone. */
export function standOf<Status extends OrderStatus>(life: Life<Status>, sealing: Status) {
  const status = (life.at(-1) ?? life[0]).status;
  return { status, version: life.length, sealedAt: life.find((step) => step.status === sealing)?.at ?? null };
}
