import type { Item } from '../catalogue/item.js';
import { hasCode } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import { placeOrder } from './begin-order.js';
import { catalogueLine } from './catalogue-line.js';
import type { DeskWork } from './desk-work.js';
import { customLine } from './draft-contents.js';
import type { FulfilmentOrder, Order, OrderLine } from './order.js';

/**
 * A draft of the same things for the same client, at the prices of now and without discounts. What the catalogue does not have any more, or
 * not with these options, is left out and named in `dropped`. Of an order of any channel.
 */
export async function duplicateOrder(work: DeskWork, scope: Scope, original: Order): Promise<FulfilmentOrder> {
  const ids = original.lines.flatMap(({ itemId }) => (itemId === null ? [] : [itemId]));
  const items = new Map((await work.views.products.byIds(scope, [...new Set(ids)])).map((item) => [item.id, item]));
  const copies = original.lines.map((line) => ({ line, copy: copyOf(work, items, line) }));
  const { clientId, customer, billingAddress, deliveryAddress, note, priority } = original;
  const contents = {
    ...{ clientId, customer, billingAddress, deliveryAddress, note, priority },
    lines: copies.flatMap(({ copy }) => (copy === null ? [] : [copy])),
    dropped: copies.flatMap(({ line, copy }) => (copy === null && line.itemId !== null ? [line.itemId] : [])),
    discounts: [],
  };
  return placeOrder(work, scope, contents, 'draft', { kind: 'duplicated', data: { from: original.id } });
}

function copyOf({ ids }: DeskWork, items: ReadonlyMap<string, Item>, line: OrderLine): OrderLine | null {
  const { itemId: productId, kind, quantity, note, variant, options } = line;
  if (productId === null) return { ...customLine(line, ids.uuid()), kind };
  const wanted = {
    ...{ productId, quantity, note, unitPriceCents: null },
    variantId: variant?.id ?? null,
    optionIds: options.map(({ id }) => id),
  };
  try {
    return catalogueLine(items, wanted, ids.uuid());
  } catch (error) {
    if (hasCode(error, 'unknown_item') || hasCode(error, 'invalid_options')) return null;
    throw error;
  }
}
