import { DomainError } from '../kit/errors.js';
import type { PostalAddress } from '../kit/postal-address.js';
import type { GoodsLine } from './goods.js';

export const PARCEL_STATES = ['packed', 'shipped', 'delivered', 'cancelled'] as const;
export type ParcelState = (typeof PARCEL_STATES)[number];

/** What may happen to a parcel. One that is cancelled gives its goods back to the order, to be sent in another. */
export const PARCEL_STEPS = {
  ship: { from: ['packed'], to: 'shipped' },
  deliver: { from: ['packed', 'shipped'], to: 'delivered' },
  cancel: { from: ['packed', 'shipped'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly ParcelState[]; to: ParcelState }>;
export type ParcelStep = keyof typeof PARCEL_STEPS;

/** Part of an order that is sent, or handed over at once. Its goods never change. */
export interface Parcel {
  readonly id: string;
  readonly orderId: string;
  readonly state: ParcelState;
  readonly lines: readonly GoodsLine[];
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  /** Null: as the carrier has it (`trackingUrlOf`). */
  readonly trackingUrl: string | null;
  /** Where it went: the address of the order when it was packed. */
  readonly address: PostalAddress | null;
  readonly note: string | null;
  readonly createdAt: Date;
  readonly shippedAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly cancelledAt: Date | null;
  /** Counts the changes, from 1. */
  readonly version: number;
}

/** True while the parcel may take the step. */
export function canTake({ state }: Pick<Parcel, 'state'>, step: ParcelStep): boolean {
  return PARCEL_STEPS[step].from.some((from) => from === state);
}

/** The parcel after the step. Throws `invalid_transition`, naming the state it is in. */
export function afterParcelStep(parcel: Parcel, step: ParcelStep, at: Date): Parcel {
  if (!canTake(parcel, step)) {
    throw new DomainError('invalid_transition', {
      message: `A parcel that is ${parcel.state} cannot take the step "${step}".`,
      facts: { status: parcel.state, step },
    });
  }
  return { ...parcel, ...TIMES[step](at), state: PARCEL_STEPS[step].to, version: parcel.version + 1 };
}

const TIMES = {
  ship: (at: Date) => ({ shippedAt: at }),
  deliver: (at: Date) => ({ deliveredAt: at }),
  cancel: (at: Date) => ({ cancelledAt: at }),
} as const satisfies Record<ParcelStep, (at: Date) => Partial<Parcel>>;
