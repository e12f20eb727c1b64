import type { Scope } from '../kit/scope.js';
import type { Order, OrderLine } from '../orders/order.js';
import type { Sale } from '../sales/sale.js';
import type { DraftLine, SaleDraft } from '../sales/sale-draft.js';
import { saleSettings } from '../sales/till-settings.js';
import type { Views } from '../stores.js';

/** The order as what is sold of it, rounded so that its total stays what was agreed. `settings` are those of the establishment. */
export async function contentsOfOrder(
  { products }: Pick<Views, 'products'>,
  scope: Scope,
  settings: ReadonlyMap<string, unknown>,
  { lines }: Pick<Order, 'lines'>,
): Promise<Required<Pick<SaleDraft, 'lines' | 'discounts' | 'rounding'>>> {
  const { rounding } = saleSettings(settings);
  const ids = [...new Set(lines.flatMap(({ itemId }) => itemId ?? []))];
  const items = new Map((await products.byIds(scope, ids)).map((item) => [item.id, item]));
  const draftLine = (line: OrderLine): DraftLine => {
    const item = line.itemId === null ? undefined : items.get(line.itemId);
    const sold = line.variant === null ? item : item?.variants.find(({ id }) => id === line.variant?.id);
    return {
      itemId: line.itemId,
      variantId: line.itemId === null ? null : (line.variant?.id ?? null),
      syncKey: sold?.syncKey ?? null,
      sku: sold?.sku ?? null,
      name: [line.name, line.variant?.name, ...line.options.map(({ name }) => name)].filter((part) => part !== undefined).join(' '),
      quantity: line.quantity,
      unitPriceCents: line.unitPriceCents,
      taxBasisPoints: line.taxBasisPoints,
    };
  };
  const discounts = lines.flatMap(({ discountCents, name }, index) =>
    discountCents === 0 ? [] : [{ kind: 'amount', value: discountCents, label: name, line: index + 1 } as const],
  );
  return { lines: lines.map(draftLine), discounts, rounding: keepsTotal(rounding) ? rounding : 'rate' };
}

/** Some roundings change what lines come to. */
function keepsTotal(rounding: Sale['rounding']): boolean {
  return rounding === 'rate' || rounding === 'line';
}
