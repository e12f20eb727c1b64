import type { PaymentMethod } from '@comptoir/core/payments/payment.js';
import { centsOfPrice } from './format.js';
import type { PricedLine } from './priced-basket.js';

/** Placing an order: the form, the call and its answers, without any of the browser. */

export interface CheckoutForm {
  /** The start of a slot as the menu gives it, or null for as soon as possible. */
  readonly pickupAt: string | null;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly note: string;
  readonly payment: PaymentMethod;
}

export const EMPTY_FORM: CheckoutForm = { pickupAt: null, name: '', phone: '', email: '', note: '', payment: 'at_pickup' };

export type FieldName = 'pickupAt' | 'name' | 'phone' | 'email' | 'note';
export type FieldFault = 'required' | 'invalid' | 'too_long';
export type FieldFaults = Readonly<Partial<Record<FieldName, FieldFault>>>;

/** The order in which fields stand in the form, and are looked through for the first fault. */
export const FIELD_ORDER: readonly FieldName[] = ['pickupAt', 'name', 'phone', 'email', 'note'];

/** The lengths of `OrderInput`. */
export const FIELD_MAX = { name: 80, phone: 40, email: 254, note: 500 } as const;

/** How the order will be paid: as chosen, where that is still offered. */
export function paymentOf({ payment }: CheckoutForm, offered: readonly PaymentMethod[] = ['at_pickup']): PaymentMethod {
  return offered.includes(payment) ? payment : (offered[0] ?? 'at_pickup');
}

/** What the guest can mend before the till is asked. The till decides; this only spares a round trip. */
export function formFaults(form: CheckoutForm): FieldFaults {
  const faults: { [Name in FieldName]?: FieldFault } = {};
  if (form.name.trim() === '') faults.name = 'required';
  if (form.email.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(form.email.trim())) faults.email = 'invalid';
  for (const name of ['name', 'phone', 'email', 'note'] as const) {
    if (form[name].trim().length > FIELD_MAX[name]) faults[name] = 'too_long';
  }
  return faults;
}

/** The body of `POST /api/order` and of the shop’s. The same wish gives the same text, so that a retry can be told from a new order. */
export function orderBody(slug: string, lines: readonly PricedLine[], form: CheckoutForm): string {
  const optional = (text: string) => (text.trim() === '' ? undefined : text.trim());
  return JSON.stringify({
    slug,
    items: lines.map(({ line }) => ({
      id: line.itemId,
      quantity: line.quantity,
      variantId: line.variantId ?? undefined,
      optionIds: line.optionIds.length === 0 ? undefined : [...line.optionIds].sort(),
      note: optional(line.note),
    })),
    customer: { name: form.name.trim(), phone: optional(form.phone), email: optional(form.email) },
    pickupAt: form.pickupAt ?? undefined,
    note: optional(form.note),
    payment: form.payment === 'card' ? form.payment : undefined,
  });
}

/** A call to place an order that has not been answered for good. */
export interface Attempt {
  readonly key: string;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** Later than this an equal order is meant as another one. */
const ATTEMPT_KEPT_MS = 10 * 60_000;

/** The attempt to send: the unanswered one when it asks for the same, so that it cannot order twice; else a new one. */
export function attemptFor(body: string, unanswered: Attempt | null, nowMs: number, newKey: () => string): Attempt {
  if (unanswered !== null && unanswered.body === body && nowMs - unanswered.startedAt < ATTEMPT_KEPT_MS) return unanswered;
  return { key: newKey(), body, startedAt: nowMs };
}

/** The attempt a browser kept over a reload. */
export function readAttempt(kept: string | null): Attempt | null {
  if (kept === null) return null;
  try {
    const value: unknown = JSON.parse(kept);
    return isRecord(value) && typeof value.key === 'string' && typeof value.body === 'string' && typeof value.startedAt === 'number'
      ? { key: value.key, body: value.body, startedAt: value.startedAt }
      : null;
  } catch {
    return null;
  }
}

/** Every refusal that has words of its own; others are told as `unexpected`. */
export const REFUSAL_CODES = [
  'closed',
  'ordering_off',
  'slot_full',
  'sold_out',
  'empty_order',
  'invalid_options',
  'invalid_slot',
  'below_minimum',
  'payment_not_offered',
  'rate_limited',
  'till_unreachable',
  'invalid_request',
  'unknown_shop',
  'idempotency_key_reused',
  'unreachable',
  'unexpected',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export interface Refusal {
  readonly code: RefusalCode;
  readonly fields: FieldFaults;
  /** Positions of order lines that were found at fault. */
  readonly lines: readonly number[];
  readonly soldOut: readonly SoldOut[];
  readonly nextOpening: Date | null;
  readonly minimumCents: number | null;
  readonly retryAfterSecs: number | null;
}

/** What the till has too little of. */
export interface SoldOut {
  readonly id: string;
  readonly name: string;
  readonly variantId: string | null;
  /** How many are left. */
  readonly left: number;
}

/** An order that was taken. */
export interface PlacedNow {
  readonly orderId: string;
  /** It waits for a payment by card. */
  readonly isToPay: boolean;
}

export type PlaceAnswer =
  | ({ readonly kind: 'placed' } & PlacedNow)
  /** Answered: nothing was ordered, and asking again is a new attempt. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The call may or may not have arrived: the same attempt can be sent again without ordering twice. */
  | { readonly kind: 'unanswered'; readonly refusal: Refusal }
  /** Another call of the same attempt is still at it. */
  | { readonly kind: 'in_flight'; readonly retryAfterSecs: number };

/** What `POST /api/order` (or the shop’s) answered; `status` null when no answer came. */
export function readPlaceAnswer(status: number | null, body: unknown, retryAfter: string | null): PlaceAnswer {
  const answer = isRecord(body) ? body : {};
  if (status !== null && status < 300 && isRecord(answer.order) && typeof answer.order.id === 'string') {
    return { kind: 'placed', orderId: answer.order.id, isToPay: typeof answer.order.payUrl === 'string' };
  }
  const retryAfterSecs = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
  if (answer.error === 'idempotency_in_flight') return { kind: 'in_flight', retryAfterSecs: retryAfterSecs ?? 1 };
  const refusal = readRefusal(answer, status, retryAfterSecs);
  return status === null || status < 400 || status >= 500 ? { kind: 'unanswered', refusal } : { kind: 'refused', refusal };
}

function readRefusal(answer: Record<string, unknown>, status: number | null, retryAfterSecs: number | null): Refusal {
  const known = REFUSAL_CODES.find((code) => code === answer.error);
  const details = Array.isArray(answer.details) ? answer.details.filter(isRecord) : [];
  const paths = details.map(({ path }) => (typeof path === 'string' ? path : ''));
  const items = Array.isArray(answer.items) ? answer.items.filter(isRecord) : [];
  return {
    code: known ?? (status === null || status >= 500 ? 'unreachable' : 'unexpected'),
    fields: Object.fromEntries(paths.flatMap((path) => fieldOfPath(path) ?? []).map((name) => [name, 'invalid'])),
    lines: paths.flatMap((path) => /^items\.(\d+)/.exec(path)?.[1] ?? []).map(Number),
    soldOut: items.flatMap(readSoldOut),
    nextOpening: typeof answer.nextOpening === 'string' ? new Date(answer.nextOpening) : null,
    minimumCents: typeof answer.minimum === 'number' ? centsOfPrice(answer.minimum) : null,
    retryAfterSecs,
  };
}

function readSoldOut({ id, name, variantId, available }: Record<string, unknown>): readonly SoldOut[] {
  if (typeof id !== 'string') return [];
  return [
    {
      id,
      name: typeof name === 'string' ? name : '',
      variantId: typeof variantId === 'string' ? variantId : null,
      left: typeof available === 'number' ? Math.max(0, available) : 0,
    },
  ];
}

function fieldOfPath(path: string): FieldName | null {
  return FIELD_ORDER.find((name) => path === name || path === `customer.${name}`) ?? null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
