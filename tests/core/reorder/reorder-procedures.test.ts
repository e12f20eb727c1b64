import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { reorderQueue } from '@comptoir/core/reorder/reorder-queue.js';
import { expect } from 'chai';
import { aProduct, establish } from '../../suites/builders.js';
import { aSale, aUnit, onTheShelf, postIn } from '../../suites/stock-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench, aCall } from '../support.js';

async function aShelf() {
  const bench = aBench();
  const { scope } = await establish(bench.persistence);
  const item = aProduct({ manageStock: true });
  await bench.persistence.transact(scope, ({ products }) => products.create(scope, [item]));
  await onTheShelf(bench.persistence, scope, [aUnit(item.id)], 5);
  await postIn(bench.persistence, scope, [aSale({ itemId: item.id, quantity: 4 })], 'fact');
  const registry = makeRegistry(ROUTERS);
  const call = (path: string, input: unknown = {}): Promise<unknown> => {
    const procedure = registry.find(path);
    if (procedure === null) throw new Error(`There is no ${path}`);
    return callProcedure(
      path,
      procedure,
      aCall(bench.services, { permissions: ['inventory:read', 'inventory:write'], site: scope }),
      input,
    );
  };
  return { ...bench, scope, item, call };
}

describe('the suggestions of what to order', () => {
  it('are worked out when somebody asks, of one item or of all, and listed', async () => {
    const { call, item } = await aShelf();
    expect(await call('inventory.listReorderSuggestions')).to.deep.include({ total: 0 });

    expect(await call('inventory.recalculateReorder', { itemId: item.id })).to.deep.equal({ units: 1, needed: 1 });

    expect(await call('inventory.listReorderSuggestions')).to.deep.include({ total: 1 });
    expect(await call('inventory.recalculateReorder')).to.deep.equal({ units: 1, needed: 1 });
    expect(await refusalOf(call('inventory.recalculateReorder', { itemId: 'none' }))).to.include({ code: 'unknown_record' });
  });

  it('are worked out from the queue', async () => {
    const { call, item, scope, services } = await aShelf();
    const message = { tenantId: scope.tenantId, siteId: scope.siteId, itemId: item.id };

    expect(await reorderQueue(services.reorder).handle(message, 0)).to.deep.equal({ kind: 'done' });

    expect(await call('inventory.listReorderSuggestions')).to.deep.include({ total: 1 });
  });
});
