import type { Clock } from '../kit/clock.js';
import type { Ids } from '../kit/ids.js';
import type { Logger } from '../kit/logger.js';
import type { Scope } from '../kit/scope.js';
import type { Imported, ImportedEntity } from '../shop-sync/shop-sync-service.js';
import type { TransactAll, Views } from '../stores.js';
import { recalculationJobs } from './reorder-queue.js';

export interface AfterImportsDeps {
  readonly transact: TransactAll;
  readonly views: Pick<Views, 'orders'>;
  /** `BEXT_SUPPLIER_RECALC`. False: nothing is asked for. */
  readonly enabled: boolean;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
}

/**
 * Asks for the recalculation of whatever products records of the shop were about: those themselves, and those of orders, gone ones too (interfaces D).
 * Best effort: a failure is logged, and what was imported stays so.
 */
export function makeAfterImports({ transact, views, enabled, clock, ids, logger }: AfterImportsDeps) {
  async function productsOf(scope: Scope, entity: ImportedEntity, localIds: readonly string[]): Promise<readonly string[]> {
    if (entity === 'customers') return [];
    if (entity === 'products') return localIds;
    const orders = await Promise.all(localIds.map((id) => views.orders.get(scope, id)));
    return [...new Set(orders.flatMap((order) => order?.lines ?? []).flatMap(({ itemId }) => itemId ?? []))];
  }

  async function ask(scope: Scope, entity: ImportedEntity, imported: readonly Imported[]): Promise<void> {
    const products = await productsOf(scope, entity, [...new Set(imported.flatMap(({ localId }) => localId ?? []))]);
    if (products.length === 0) return;
    const now = clock.now();
    await transact(scope, ({ pushQueue }) => pushQueue.push(recalculationJobs(scope, products, ids, now), now));
  }

  return async (scope: Scope, entity: ImportedEntity, imported: readonly Imported[]): Promise<void> => {
    if (!enabled) return;
    await ask(scope, entity, imported).catch((error: unknown) => {
      logger.warn({ err: error, siteId: scope.siteId }, 'A reorder recalculation could not be asked for');
    });
  };
}
