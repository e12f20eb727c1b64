import { DomainError } from '../kit/errors.js';
import type { PostalAddress } from '../kit/postal-address.js';
import type { Scope } from '../kit/scope.js';
import type { Site } from '../sites/site.js';
import { wallTimeAt } from '../sites/wall-time.js';
import { catalogueLine, type WantedItem } from './catalogue-line.js';
import { clientSnapshot, NOBODY } from './client-snapshot.js';
import type { DeskWork } from './desk-work.js';
import { type Carriage, carriageLine, customLine, type TypedLine } from './draft-contents.js';
import { priced } from './edit-draft.js';
import {
  AT_PICKUP,
  type Customer,
  type FulfilmentOrder,
  fulfilmentOf,
  type OrderDiscount,
  type OrderLine,
  type Priority,
  UNTOUCHED,
  type Unnumbered,
} from './order.js';
import { orderEvent } from './order-event.js';
import { itemsById } from './order-goods.js';
import { settleGoods } from './take-fulfilment-step.js';

/** An order as somebody of the staff writes it down. */
export interface OrderDraft {
  readonly clientId: string | null;
  readonly items: readonly WantedItem[];
  readonly customLines: readonly TypedLine[];
  readonly shipping: Carriage | null;
  /** Instead of what is known of the client; undefined: that. */
  readonly customer: Customer | undefined;
  readonly billingAddress: PostalAddress | null | undefined;
  readonly deliveryAddress: PostalAddress | null | undefined;
  readonly couponCode: string | null;
  readonly note: string | null;
  readonly priority: Priority;
  readonly assignedTo: string | null;
  readonly invoiceNumber: string | null;
  readonly customInputs: Readonly<Record<string, unknown>>;
}

/**
 * Begins an order of the back office at the prices of now, and confirms it at once unless it is to stay a draft.
 * Throws `unknown_item`, `invalid_options`, `unknown_record` (the client, who is to see to it), `duplicate` (the number of an online shop),
 * `empty_order`, `sold_out`, and what a coupon is refused with.
 */
export async function beginOrder(work: DeskWork, scope: Scope, draft: OrderDraft, status: 'draft' | 'confirmed'): Promise<FulfilmentOrder> {
  const { customer, billingAddress, deliveryAddress, note, priority, assignedTo, invoiceNumber, customInputs } = draft;
  const client = draft.clientId === null ? NOBODY : await clientSnapshot(work.views, scope, draft.clientId);
  if (assignedTo !== null) await requireMember(work, scope, assignedTo);
  const addressed = {
    ...client,
    customer: customer ?? client.customer,
    billingAddress: billingAddress === undefined ? client.billingAddress : billingAddress,
    deliveryAddress: deliveryAddress === undefined ? client.deliveryAddress : deliveryAddress,
  };
  const contents = { lines: await linesOf(work, scope, draft), discounts: couponOf(work, draft.couponCode) };
  return placeOrder(work, scope, { ...addressed, ...contents, note, priority, assignedTo, invoiceNumber, customInputs }, status, {
    kind: 'created',
  });
}

/** What is particular about an order that is about to be placed. */
export type NewContents = Partial<FulfilmentOrder> & Pick<FulfilmentOrder, 'lines' | 'discounts' | 'clientId' | 'customer'>;

/** Prices, numbers and stores the order; a confirmed one is promised its goods. */
export async function placeOrder(
  work: DeskWork,
  scope: Scope,
  contents: NewContents,
  status: 'draft' | 'confirmed',
  facts: Parameters<typeof orderEvent>[3],
): Promise<FulfilmentOrder> {
  const blank = blankOrder(work, scope, await siteOf(work, scope));
  const order = { ...blank, ...contents, ...(await priced(work, scope, { ...contents, id: blank.id })), status };
  if (status === 'confirmed' && order.lines.length === 0) throw new DomainError('empty_order');
  const placed = await place(work, scope, order, facts);
  await settleGoods(work, scope, { status: 'draft' }, placed, work.at);
  return placed;
}

/** Stores the order with its first event. */
export async function place(
  { stores, at, signals }: DeskWork,
  scope: Scope,
  order: Unnumbered<FulfilmentOrder>,
  facts: Parameters<typeof orderEvent>[3],
): Promise<FulfilmentOrder> {
  const placed = await stores.orders.place(scope, order, orderEvent(order, scope, at, facts));
  if (placed === null) throw new Error('An order that claims no slot was refused one.');
  signals.send({ kind: 'order-changed', orderId: order.id });
  return fulfilmentOf(placed.order);
}

/** A draft of nothing for nobody. */
export function blankOrder({ ids, at }: DeskWork, { tenantId, siteId }: Scope, site: Site): Unnumbered<FulfilmentOrder> {
  return {
    ...UNTOUCHED,
    ...NOBODY,
    id: ids.token(),
    tenantId,
    siteId,
    channel: 'backoffice',
    status: 'draft',
    serviceDay: wallTimeAt(at, site.timezone).date,
    placedAt: at,
    pickupAt: null,
    note: null,
    lines: [],
    dropped: [],
    totalCents: 0,
    currency: site.currency,
    payment: AT_PICKUP,
    version: 1,
  };
}

/** The establishment; `unknown_shop` when there is none. */
export async function siteOf({ views }: DeskWork, scope: Scope): Promise<Site> {
  const site = await views.sites.get(scope);
  if (site === null) throw new DomainError('unknown_shop');
  return site;
}

/** Throws `unknown_record` unless the user is an active member of the organisation. */
export async function requireMember({ views }: DeskWork, scope: Scope, userId: string): Promise<void> {
  const member = await views.members.get(scope, userId);
  if (member === null || !member.active) throw new DomainError('unknown_record', { facts: { userId } });
}

async function linesOf(work: DeskWork, scope: Scope, { items, customLines, shipping }: OrderDraft): Promise<readonly OrderLine[]> {
  const catalogue = await itemsById(
    work.views,
    scope,
    items.map(({ productId }) => productId),
  );
  return [
    ...items.map((item) => catalogueLine(catalogue, item, work.ids.uuid())),
    ...customLines.map((line) => customLine(line, work.ids.uuid())),
    ...(shipping === null ? [] : [carriageLine(shipping, work.ids.uuid())]),
  ];
}

function couponOf({ ids }: DeskWork, code: string | null): readonly OrderDiscount[] {
  return code === null ? [] : [newCoupon(ids.uuid(), code)];
}

/** A coupon that is asked for what it does when the order is priced. */
export function newCoupon(id: string, code: string): OrderDiscount {
  return { id, kind: 'amount', value: 0, label: code, coupon: { id: '', code }, lineId: null, amountCents: 0 };
}
