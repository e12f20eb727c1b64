import type { Scope } from '../../kit/scope.js';
import {
  AT_PICKUP,
  type FulfilmentOrder,
  type FulfilmentStatus,
  type OrderEvent,
  type OrderLine,
  UNTOUCHED,
  type Unnumbered,
} from '../../orders/order.js';
import { orderEvent } from '../../orders/order-event.js';
import { allSent } from '../../settlement/goods.js';
import { wallTimeAt } from '../../sites/wall-time.js';
import type { ShopOrder } from '../shop-records.js';
import { type ImportedContents, importedContents, type LineContext } from './order-lines.js';
import { isForgotten, type OrderClient, personOf } from './order-person.js';
import { CANCELED, firstStatus, invoiceStatusOf, isHistory, statusAfter } from './order-state.js';
import { sameValue } from './same-value.js';
import { withShopFacts } from './shop-facts.js';

export interface OrderContext extends Omit<LineContext, 'isSealed'> {
  readonly scope: Scope;
  readonly timezone: string;
  readonly now: Date;
  /** As `PartWork.since`. */
  readonly since: Date;
  readonly client: OrderClient;
}

/** An order as it is now, and what an end means for it. */
export interface KnownOrder {
  readonly before: FulfilmentOrder;
  /** Its lines; where it ends, without what was packed. */
  readonly lines: readonly OrderLine[];
  /** False: something of it was handed over, so that it is not cancelled. */
  readonly mayCancel: boolean;
}

export interface ImportedOrder {
  readonly before: FulfilmentOrder | null;
  /** Without its number while it is new. */
  readonly order: Unnumbered<FulfilmentOrder>;
  /** Null: the order is as it was. */
  readonly event: OrderEvent | null;
  /** What the shop has received and nobody has recorded here. */
  readonly newlyPaidCents: number;
  /** Names a customer who is not here yet. */
  readonly provisional: boolean;
  /** Keys of the lines whose goods are not here. */
  readonly unknownGoods: readonly string[];
}

/** What the shop's order is here. Pure: the same answer however often it is asked. */
export function importedOrder(shop: ShopOrder, known: KnownOrder | null, context: OrderContext): ImportedOrder {
  const before = known?.before ?? null;
  const forgotten = isForgotten(before, context.client);
  const contents = importedContents(shop, known?.lines ?? [], { ...context, isSealed: before !== null && before.sealedAt !== null });
  const status = statusOf(shop, known, context);
  const paidCents = Math.max(before?.paidCents ?? 0, shop.paidCents);
  const wanted = {
    ...(before ?? blankOrder(shop, context)),
    ...personOf(shop, before, context.client, forgotten),
    lines: status === 'delivered' ? allSent(contents.lines) : contents.lines,
    discounts: contents.discounts,
    totalCents: shop.totalCents,
    status,
    invoiceStatus: invoiceStatusOf(shop.state.phase),
    customInputs: withShopFacts(before?.customInputs ?? {}, shop.externalId, factsOf(shop, contents, forgotten), false),
    paidCents,
  };
  const newlyPaidCents = paidCents - (before?.paidCents ?? 0);
  const provisional = context.client.kind === 'unknown' && shop.customerId !== null;
  const { unknownGoods } = contents;
  return { before, ...stepTo(before, wanted, shop, context), newlyPaidCents, provisional, unknownGoods };
}

/** The order that the shop does not have any more: cancelled like one that it has cancelled. */
export function goneOrder({ before, lines, mayCancel }: KnownOrder, { scope, now }: Pick<OrderContext, 'scope' | 'now'>): ImportedOrder {
  const wanted = {
    ...before,
    lines,
    status: mayCancel ? statusAfter(before, 'cancelled') : before.status,
    invoiceStatus: CANCELED,
    customInputs: { ...before.customInputs, deleted_from_shop: true },
  };
  const unchanged = { before, order: before, event: null, newlyPaidCents: 0, provisional: false, unknownGoods: [] };
  if (sameValue(wanted, before)) return unchanged;
  const order = { ...wanted, version: before.version + 1 };
  const kind = order.status === before.status ? 'changed' : 'status';
  return { ...unchanged, order, event: orderEvent(order, scope, now, { kind, reason: 'deleted_from_shop' }) };
}

function statusOf(shop: ShopOrder, known: KnownOrder | null, { since }: OrderContext): FulfilmentStatus {
  if (known === null) return firstStatus(shop, since);
  return known.mayCancel ? statusAfter(known.before, shop.state.phase) : known.before.status;
}

function stepTo(
  before: FulfilmentOrder | null,
  wanted: Unnumbered<FulfilmentOrder>,
  shop: ShopOrder,
  { scope, now, since }: OrderContext,
): Pick<ImportedOrder, 'order' | 'event'> {
  const data = { phase: shop.state.phase, shopState: shop.state.id };
  if (before === null) {
    const sealedAt = isHistory(shop, since) ? (shop.updatedAt ?? shop.placedAt) : null;
    const order = { ...wanted, sealedAt };
    return { order, event: orderEvent(order, scope, now, { kind: 'imported', data }) };
  }
  // The very same list, where nothing of it changes: then no lines are written.
  const lines = sameValue(wanted.lines, before.lines) ? before.lines : wanted.lines;
  const after = { ...wanted, lines };
  const fields = CHANGING.filter((field) => !sameValue(after[field], before[field]));
  if (fields.length === 0) return { order: before, event: null };
  const order = { ...after, version: before.version + 1 };
  const kind = order.status === before.status ? 'changed' : 'status';
  return { order, event: orderEvent(order, scope, now, { kind, data: { ...data, fields } }) };
}

/** What an import may change of an order. */
const CHANGING = [
  'clientId',
  'customer',
  'billingAddress',
  'deliveryAddress',
  'note',
  'lines',
  'discounts',
  'totalCents',
  'status',
  'invoiceStatus',
  'customInputs',
  'paidCents',
] as const satisfies readonly (keyof FulfilmentOrder)[];

function blankOrder(shop: ShopOrder, { scope, timezone, makeId }: OrderContext) {
  return {
    ...UNTOUCHED,
    id: makeId(),
    tenantId: scope.tenantId,
    siteId: scope.siteId,
    channel: 'shop' as const,
    serviceDay: wallTimeAt(shop.placedAt, timezone).date,
    placedAt: shop.placedAt,
    pickupAt: null,
    dropped: [],
    currency: shop.currency,
    payment: AT_PICKUP,
    invoiceNumber: shop.externalId,
    version: 1,
  };
}

/** The shop's own words, kept beside ours: its totals as it wrote them, and what is a guess here. */
function factsOf(shop: ShopOrder, { assumedTax, unknownGoods }: ImportedContents, forgotten: boolean) {
  return {
    reference: shop.reference,
    state: { id: shop.state.id, name: shop.state.name },
    updatedAt: shop.updatedAt?.toISOString() ?? null,
    payment: shop.paymentName,
    carrier: shop.carrierName,
    tracking: forgotten ? null : shop.trackingNumber,
    paidCents: shop.paidCents,
    totals: shop.verbatim,
    forgotten,
    ...(assumedTax.length > 0 ? { assumedTax } : {}),
    ...(unknownGoods.length > 0 ? { unknownGoods } : {}),
  };
}
