import type { TypedDraftInput } from '../invoices/invoice-contract.js';
import { DomainError } from '../kit/errors.js';
import { firstPeriod, nextPeriod, type Recurrence } from './periods.js';

/** An invoice that is made again and again. */

export const RECURRING_STATUSES = ['active', 'paused', 'ended'] as const;
export type RecurringStatus = (typeof RECURRING_STATUSES)[number];

/** What is made: a draft for somebody to look at, an invoice, or an invoice that is mailed to the buyer. */
export const RECURRING_MODES = ['draft', 'issue', 'send'] as const;
export type RecurringMode = (typeof RECURRING_MODES)[number];

export interface RecurringInvoice {
  readonly id: string;
  readonly tenantId: string;
  readonly siteId: string;
  readonly name: string;
  readonly status: RecurringStatus;
  readonly recurrence: Recurrence;
  /** The first day it may come on … */
  readonly startDate: string;
  /** … and the last; null: without end. */
  readonly endDate: string | null;
  /** How often it comes at most; null: any number of times. */
  readonly maxCount: number | null;
  /** How often it came. */
  readonly count: number;
  readonly mode: RecurringMode;
  readonly content: TypedDraftInput;
  /** The period that comes next; null once it has ended. */
  readonly nextDate: string | null;
  /** Why it was paused by itself: the code of what it was refused with. Null: it was not. */
  readonly fault: string | null;
  readonly createdAt: Date;
  /** Counts the changes, from 1. */
  readonly version: number;
}

/** An invoice that was made of it: one for each period. */
export interface RecurringRun {
  readonly recurringId: string;
  readonly period: string;
  readonly invoiceId: string;
  readonly at: Date;
}

/** It with the next period on or after `from`, or ended where there is none. */
export function beginningAt(recurring: RecurringInvoice, from: string): RecurringInvoice {
  return withNext(recurring, firstPeriod(recurring.recurrence, from > recurring.startDate ? from : recurring.startDate));
}

/** It after an invoice was made for its next period. */
export function afterRun(recurring: RecurringInvoice): RecurringInvoice {
  const { recurrence, nextDate, count, version } = recurring;
  if (nextDate === null) return recurring;
  return withNext({ ...recurring, count: count + 1, version: version + 1 }, nextPeriod(recurrence, nextDate));
}

function withNext(recurring: RecurringInvoice, next: string): RecurringInvoice {
  const { endDate, maxCount, count, status } = recurring;
  const isOver = (endDate !== null && next > endDate) || (maxCount !== null && count >= maxCount);
  return isOver
    ? { ...recurring, nextDate: null, status: 'ended' }
    : { ...recurring, nextDate: next, status: status === 'ended' ? 'active' : status };
}

/** Throws `invalid_transition` unless it is in this state. */
export function requireStatus({ status }: RecurringInvoice, wanted: RecurringStatus, step: string): void {
  if (status === wanted) return;
  throw new DomainError('invalid_transition', { message: `It is ${status} and cannot take the step "${step}".`, facts: { status, step } });
}
