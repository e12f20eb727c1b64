import type { PostalAddress } from '../kit/postal-address.js';
import type { Scope } from '../kit/scope.js';
import { requireVersion } from '../kit/versions.js';
import { requireMember } from './begin-order.js';
import type { DeskWork } from './desk-work.js';
import type { Addressed } from './edit-draft.js';
import type { Order, OrderEvent, Priority } from './order.js';
import { orderEvent } from './order-event.js';

/** What the staff notes on an order in whatever state: undefined leaves, null clears; `customInputs` are merged, null removes one. */
export interface OrderAnnotations {
  readonly note?: string | null | undefined;
  readonly priority?: Priority | undefined;
  readonly assignedTo?: string | null | undefined;
  readonly billingAddress?: PostalAddress | null | undefined;
  readonly invoiceNumber?: string | null | undefined;
  readonly invoiceStatus?: string | null | undefined;
  readonly customInputs?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Changes what may change in every state of every order: nothing of what was ordered, nor for whom. Throws `unknown_order`, `stale`,
 * `unknown_record` (who is to see to it), `duplicate` (the number of an online shop).
 */
export async function annotateOrder(
  work: DeskWork,
  scope: Scope,
  { id, version }: Addressed,
  changes: OrderAnnotations,
  facts: { readonly kind: string; readonly data: OrderEvent['data'] },
): Promise<Order> {
  const { assignedTo } = changes;
  if (assignedTo != null) await requireMember(work, scope, assignedTo);
  const changed = await work.stores.orders.change(scope, id, (before) => {
    requireVersion(before, version);
    const order = annotated(before, changes);
    return { order, event: orderEvent(order, scope, work.at, facts) };
  });
  work.signals.send({ kind: 'order-changed', orderId: id });
  return changed;
}

function annotated<Kind extends Order>(before: Kind, { customInputs, ...changes }: OrderAnnotations): Kind {
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return { ...before, ...named, customInputs: merged(before.customInputs, customInputs), version: before.version + 1 };
}

function merged(before: Order['customInputs'], changes: Readonly<Record<string, unknown>> = {}): Order['customInputs'] {
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null));
}
