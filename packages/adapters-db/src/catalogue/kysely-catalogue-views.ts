import type { CatalogueViews } from '@comptoir/core/catalogue/catalogue-store.js';
import { byPosition, type Category, menuOf } from '@comptoir/core/catalogue/item.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Handle } from '../kit/database-handle.js';
import { itemOf, MENU_COLUMNS, variantsByItem } from './product-rows.js';
import { readVariants } from './read-variants.js';

export function makeKyselyCatalogueViews(db: Handle): CatalogueViews {
  return {
    async menu(scope) {
      const { tenantId, siteId } = scope;
      const categories = await readCategories(db, scope);
      const items = await db
        .selectFrom('items')
        .select(MENU_COLUMNS)
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('deleted_at', 'is', null)
        .execute();
      const byItem = variantsByItem(await readVariants(db, scope, 'all'));
      // Sorted there, not by the database, so that every store gives the same order whatever its collation.
      return menuOf(
        categories,
        items.map((row) => itemOf(row, byItem.get(row.id) ?? [])),
      );
    },
    categories: async (scope) => (await readCategories(db, scope)).toSorted(byPosition),
  };
}

function readCategories(db: Handle, { tenantId, siteId }: Scope): Promise<readonly Category[]> {
  const ofSite = db.selectFrom('categories').where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
  return ofSite.select(['id', 'name', 'position']).execute();
}
