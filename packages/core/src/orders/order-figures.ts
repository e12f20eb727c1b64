import { sumCents } from '../kit/money.js';
import { CHANNELS, ORDER_STATUSES, type OrderStatus } from './order.js';
import type { OrderFigure } from './order-desk-views.js';

/** Of orders that nobody is to pay. */
export const NO_TURNOVER = ['draft', 'held', 'rejected', 'cancelled'] as const satisfies OrderStatus[];

export function countsAsTurnover(status: OrderStatus): boolean {
  return !NO_TURNOVER.some((none) => none === status);
}

export interface Tally {
  readonly orders: number;
  /** Of the orders that count as turnover. */
  readonly turnoverCents: number;
}

/** Figures added up by channel, state and day; only those there are. */
export interface OrderTallies extends Tally {
  readonly byChannel: readonly (Tally & { readonly channel: OrderFigure['channel'] })[];
  readonly byStatus: readonly (Tally & { readonly status: OrderStatus })[];
  readonly byDay: readonly (Tally & { readonly day: string })[];
}

/** Adds the figures up. */
export function talliesOf(figures: readonly OrderFigure[]): OrderTallies {
  const days = [...new Set(figures.map(({ day }) => day))].sort();
  return {
    ...tallyOf(figures),
    byChannel: CHANNELS.map((channel) => ({ channel, ...tallyOf(figures.filter((figure) => figure.channel === channel)) })).filter(isAny),
    byStatus: ORDER_STATUSES.map((status) => ({ status, ...tallyOf(figures.filter((figure) => figure.status === status)) })).filter(isAny),
    byDay: days.map((day) => ({ day, ...tallyOf(figures.filter((figure) => figure.day === day)) })),
  };
}

function tallyOf(figures: readonly OrderFigure[]): Tally {
  const paid = figures.filter(({ status }) => countsAsTurnover(status));
  return { orders: sumCents(figures.map(({ orders }) => orders)), turnoverCents: sumCents(paid.map(({ totalCents }) => totalCents)) };
}

function isAny({ orders }: Tally): boolean {
  return orders > 0;
}
