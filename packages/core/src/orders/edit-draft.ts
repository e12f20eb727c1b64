import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import { requireVersion } from '../kit/versions.js';
import { couponFacts } from './coupon-facts.js';
import type { DeskWork } from './desk-work.js';
import { type Contents, requireInvoicedKept } from './draft-contents.js';
import { type FulfilmentOrder, fulfilmentOf, type OrderDiscount, type OrderEvent } from './order.js';
import { orderEvent } from './order-event.js';
import { type Grant, grantOf, priceFulfilment } from './price-fulfilment.js';

/** A change of one order by somebody who has read it. */
export interface Addressed {
  readonly id: string;
  /** The version the caller has read; left out: whatever it is. */
  readonly version?: number | undefined;
}

/** A change of a draft, and what its history says of it. */
export interface DraftEdit {
  /** As `OrderEvent.kind`, and what a refusal calls the step. */
  readonly kind: string;
  readonly data?: OrderEvent['data'];
  edit(draft: FulfilmentOrder): FulfilmentOrder | Promise<FulfilmentOrder>;
}

/**
 * Changes what is in a draft, and prices it anew. Throws `unknown_order`, `stale`, `invalid_transition` for any order that is not a draft,
 * what the edit throws, `in_use` where invoiced lines would come to something else, and what a coupon is refused with that the order bears no more: it is to be removed first.
 */
export async function editDraft(work: DeskWork, scope: Scope, { id, version }: Addressed, change: DraftEdit): Promise<FulfilmentOrder> {
  const { kind, data = null } = change;
  const changed = await work.stores.orders.change(scope, id, async (locked) => {
    requireVersion(locked, version);
    const before = fulfilmentOf(locked, kind);
    requireDraft(before, kind);
    const edited = await change.edit(before);
    const order = { ...edited, ...(await priced(work, scope, edited)), version: before.version + 1 };
    requireInvoicedKept(before.lines, order.lines);
    return { order, event: orderEvent(order, scope, work.at, { kind, data }) };
  });
  work.signals.send({ kind: 'order-changed', orderId: id });
  return fulfilmentOf(changed);
}

function requireDraft({ status }: FulfilmentOrder, step: string): void {
  if (status === 'draft') return;
  throw new DomainError('invalid_transition', {
    message: `What an order contains is changed while it is a draft; this one is ${status}: reopen it first.`,
    facts: { status, step },
  });
}

/** The contents at what they come to. Coupons are asked for anew: what they take off depends on what is in the order. */
export async function priced(
  work: Pick<DeskWork, 'coupons'>,
  scope: Scope,
  order: Contents & Pick<FulfilmentOrder, 'id' | 'clientId'>,
): Promise<Pick<FulfilmentOrder, 'lines' | 'discounts' | 'totalCents'>> {
  const grants: Grant[] = [];
  for (const discount of order.discounts) grants.push(await grantFor(work, scope, order, discount));
  return priceFulfilment(order.lines, grants);
}

async function grantFor(
  { coupons }: Pick<DeskWork, 'coupons'>,
  scope: Scope,
  order: Contents & Pick<FulfilmentOrder, 'id' | 'clientId'>,
  discount: OrderDiscount,
): Promise<Grant> {
  if (discount.coupon === null) return grantOf(discount);
  const { id, code, kind, value, lineIds, maxCents } = await coupons.quote(scope, discount.coupon.code, couponFacts(order, discount));
  return { discount: { ...discount, kind, value, coupon: { id, code } }, lineIds: kind === 'free_shipping' ? null : lineIds, maxCents };
}
