import { DomainError } from '../kit/errors.js';
import type { PostalAddress } from '../kit/postal-address.js';
import type { OrderLine } from '../orders/order.js';

/** Goods on their way to a client and back: parts of an order, by line and quantity. */

export interface GoodsLine {
  /** Of the order. */
  readonly lineId: string;
  /** From 1. */
  readonly quantity: number;
}

export const FULFILMENT_STATES = ['packed', 'shipped', 'delivered', 'cancelled'] as const;
export type FulfilmentState = (typeof FULFILMENT_STATES)[number];

/** What may happen to a parcel. One that is cancelled gives its goods back to the order, to be sent in another. */
export const PARCEL_STEPS = {
  ship: { from: ['packed'], to: 'shipped' },
  deliver: { from: ['packed', 'shipped'], to: 'delivered' },
  cancel: { from: ['packed', 'shipped'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly FulfilmentState[]; to: FulfilmentState }>;
export type ParcelStep = keyof typeof PARCEL_STEPS;

/** A parcel, or what is handed over at once. */
export interface Fulfilment {
  readonly id: string;
  readonly orderId: string;
  readonly state: FulfilmentState;
  readonly lines: readonly GoodsLine[];
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
  readonly address: PostalAddress | null;
  readonly note: string | null;
  readonly createdAt: Date;
  readonly shippedAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly cancelledAt: Date | null;
  /** Counts the changes, from 1. */
  readonly version: number;
}

export const RETURN_STATES = ['requested', 'received', 'cancelled'] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

/** What becomes of goods that came back: sold again, or written off. */
export const CONDITIONS = ['sellable', 'damaged'] as const;
export type Condition = (typeof CONDITIONS)[number];

export interface ReturnedLine extends GoodsLine {
  readonly condition: Condition;
}

/** Goods that a client sends back. Stock moves when they are there, not when they are announced. */
export interface GoodsReturn {
  readonly id: string;
  readonly orderId: string;
  readonly state: ReturnState;
  readonly lines: readonly ReturnedLine[];
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly receivedAt: Date | null;
  readonly version: number;
}

/** Counts what a parcel or a return takes of a line. */
export type GoodsCount = 'fulfilled' | 'returned';

/** How many of the line can still be sent, or can still come back. */
export function leftOf({ quantity, fulfilled, returned }: OrderLine, count: GoodsCount): number {
  return count === 'fulfilled' ? quantity - fulfilled : fulfilled - returned;
}

/**
 * The lines of the order after goods of them were sent or came back (`sign` 1), or after that was taken back (−1). Throws
 * `invalid_request` for a line that is not there or is named twice, `too_many_goods` with what is left when it is more.
 */
export function countedLines(
  lines: readonly OrderLine[],
  goods: readonly GoodsLine[],
  count: GoodsCount,
  sign: 1 | -1 = 1,
): readonly OrderLine[] {
  const moved = new Map(goods.map(({ lineId, quantity }) => [lineId, quantity]));
  refuseUnknown(lines, goods, moved);
  return lines.map((line) => {
    const quantity = moved.get(line.id);
    if (quantity === undefined) return line;
    if (sign === 1 && quantity > leftOf(line, count)) {
      throw new DomainError('too_many_goods', { facts: { lineId: line.id, left: leftOf(line, count) } });
    }
    return { ...line, [count]: line[count] + sign * quantity };
  });
}

function refuseUnknown(lines: readonly OrderLine[], goods: readonly GoodsLine[], moved: ReadonlyMap<string, number>): void {
  if (moved.size !== goods.length) throw new DomainError('invalid_request', { issues: [{ path: 'lines', message: 'A line is named twice.' }] });
  const index = goods.findIndex(({ lineId }) => !lines.some(({ id, kind }) => id === lineId && kind !== 'shipping'));
  if (index >= 0) throw new DomainError('invalid_request', { issues: [{ path: `lines.${index}.lineId`, message: 'Not a line of goods of this order.' }] });
}

/** All goods of the order are on their way or handed over. */
export function isAllSent(lines: readonly OrderLine[]): boolean {
  return lines.filter(({ kind }) => kind !== 'shipping').every((line) => leftOf(line, 'fulfilled') === 0);
}

/** All goods of the order came back. */
export function isAllBack(lines: readonly OrderLine[]): boolean {
  return lines.filter(({ kind }) => kind !== 'shipping').every((line) => line.returned === line.quantity);
}

/** The parcel after the step. Throws `invalid_transition`, naming the state it is in. */
export function afterParcelStep(fulfilment: Fulfilment, step: ParcelStep, at: Date): Fulfilment {
  const { from, to } = PARCEL_STEPS[step];
  if (!from.some((state) => state === fulfilment.state)) {
    throw new DomainError('invalid_transition', {
      message: `A parcel that is ${fulfilment.state} cannot take the step "${step}".`,
      facts: { status: fulfilment.state, step },
    });
  }
  return { ...fulfilment, ...TIMES[step](at), state: to, version: fulfilment.version + 1 };
}

const TIMES = {
  ship: (at: Date) => ({ shippedAt: at }),
  deliver: (at: Date) => ({ deliveredAt: at }),
  cancel: (at: Date) => ({ cancelledAt: at }),
} as const satisfies Record<ParcelStep, (at: Date) => Partial<Fulfilment>>;
