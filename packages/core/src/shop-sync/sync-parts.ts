import type { SyncParts } from './execution.js';
import type { ShopSyncPorts } from './make-shop-sync-service.js';
import { makeCustomerMemory } from './orders/customer-memory.js';
import { customerPart } from './orders/customer-part.js';
import { orderPart } from './orders/order-part.js';
import { nothingForeseen } from './products/known-shop.js';
import { makeMovedPromises } from './products/moved-promises.js';
import { shopProductParts } from './products/shop-product-parts.js';

/** What the product does with the records of a shop. `resetStock`: `RESET_STOCK_ON_SYNC` (interfaces D, "Product stock write"). */
export function syncParts({ resetStock }: { readonly resetStock: boolean }): ShopSyncPorts['makeParts'] {
  return ({ ids, logger, htmlCleaner }): SyncParts => {
    const foreseen = nothingForeseen();
    const promises = makeMovedPromises();
    const shared = { ids, memory: makeCustomerMemory(), foreseenProducts: foreseen.products, promises };
    const products = shopProductParts({ ids, logger, cleaner: htmlCleaner, resetStock, foreseen, promises });
    const movedGoods: SyncParts['movedGoods'] = async (views, scope) => {
      const itemIds = promises.items();
      const stored = await views.products.byIds(scope, itemIds);
      promises.forget(itemIds);
      const made = [...foreseen.products.values()].filter(({ id }) => itemIds.includes(id));
      return [...new Set([...stored, ...made].flatMap(({ externalId }) => externalId ?? []))];
    };
    return { ...products, customers: customerPart(shared), orders: orderPart(shared), movedGoods: resetStock ? movedGoods : null };
  };
}
