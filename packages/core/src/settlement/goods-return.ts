import { DomainError } from '../kit/errors.js';
import type { OrderLine } from '../orders/order.js';
import { type GoodsLine, leftOf, quantityIn, tooManyOf } from './goods.js';

export const RETURN_STATES = ['requested', 'received', 'cancelled'] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

/** What may happen to a return. */
export const RETURN_STEPS = {
  receive: { from: ['requested'], to: 'received' },
  cancel: { from: ['requested'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly ReturnState[]; to: ReturnState }>;
export type ReturnStep = keyof typeof RETURN_STEPS;

/** What becomes of goods that came back: sold again, or written off. */
export const CONDITIONS = ['sellable', 'damaged'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** A line is named once per condition. */
export interface ReturnedLine extends GoodsLine {
  readonly condition: Condition;
}

/** Goods that a client sends back. Stock moves when they are there, not when they are announced. */
export interface GoodsReturn {
  readonly id: string;
  readonly orderId: string;
  readonly state: ReturnState;
  /** What is announced; once it is received, what came. */
  readonly lines: readonly ReturnedLine[];
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly receivedAt: Date | null;
  /** Counts the changes, from 1. */
  readonly version: number;
}

/** The return after the step. Throws `invalid_transition`, naming the state it is in. */
export function afterReturnStep(goodsReturn: GoodsReturn, step: ReturnStep, at: Date): GoodsReturn {
  const { from, to } = RETURN_STEPS[step];
  if (!from.some((state) => state === goodsReturn.state)) {
    throw new DomainError('invalid_transition', {
      message: `A return that is ${goodsReturn.state} cannot take the step "${step}".`,
      facts: { status: goodsReturn.state, step },
    });
  }
  const receivedAt = step === 'receive' ? at : goodsReturn.receivedAt;
  return { ...goodsReturn, state: to, receivedAt, version: goodsReturn.version + 1 };
}

/** Throws `too_many_goods` for more than was handed over and is neither back nor announced in another of the returns. */
export function refuseMoreThanOut(lines: readonly OrderLine[], goods: readonly GoodsLine[], others: readonly GoodsReturn[]): void {
  const announced = others.filter(({ state }) => state === 'requested').flatMap((one) => one.lines);
  for (const line of lines) {
    const left = leftOf(line, 'returned') - quantityIn(announced, line.id);
    if (quantityIn(goods, line.id) > left) throw tooManyOf(line.id, left);
  }
}
