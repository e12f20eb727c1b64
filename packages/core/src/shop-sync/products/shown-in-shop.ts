import type { Product } from '../../catalogue/item.js';

/** `data.hidden_by_shop`: the shop hid it, so the shop may show it again; what people hid stays hidden. */

/** Whether the product is shown, once the shop says whether it is active there. */
export function shownAs(before: Product | null, active: boolean) {
  const facts = { active, deleted_from_shop: null };
  const wasShown = before === null || before.visible;
  const hidByShop = before?.data['hidden_by_shop'] === true;
  if (active) return { visible: wasShown || hidByShop, data: { ...facts, hidden_by_shop: null } };
  return { visible: false, data: { ...facts, hidden_by_shop: wasShown || hidByShop ? true : null } };
}

/** The product as it is kept when the shop does not have it any more: hidden, and everything of it still there. */
export function goneFromShop(before: Product) {
  const { visible, data } = shownAs(before, false);
  return { visible, data: { ...data, deleted_from_shop: true } };
}
