import type { PickupStep } from '@comptoir/core/orders/order.js';
import { expect } from 'chai';
import { refusalOf } from '../../suites/suite.js';
import { aBench, anOrderFor, aRestaurant } from '../support.js';
import { aShop, BOL_GRAND, BOL_PETIT, CARAFE } from './a-shop.js';

async function openShop() {
  const bench = aBench();
  const { scope, site } = await aShop(bench);
  const place = (items: readonly unknown[], key: string | null = null) =>
    bench.services.orders.place(anOrderFor(site, items), key, 'boutique');
  const step = (id: string, name: PickupStep) => bench.services.orders.step(scope, id, name, null);
  /** Stock and promises of the small bowl, the big bowl and the carafe. */
  const shelf = async () => {
    const levels = await bench.services.views.stock.levels(scope);
    return [BOL_PETIT, BOL_GRAND, CARAFE].map((unit) => {
      const level = levels.find(({ itemId, variantId }) => itemId === unit.itemId && variantId === unit.variantId);
      return [level?.stock, level?.reserved];
    });
  };
  return { ...bench, scope, site, place, step, shelf };
}

describe('an order at an online shop', () => {
  it('promises stock when it is placed and hands it over when it is collected', async () => {
    const { place, step, shelf, services, scope } = await openShop();
    const { order } = await place([{ id: 'bol', variantId: 'petit', quantity: 2 }, { id: 'bol', variantId: 'petit' }, { id: 'affiche' }]);
    expect(order).to.include({ status: 'queued', total: 72, payment: 'at_pickup' });
    expect(await shelf()).to.deep.equal([
      [5, 3],
      [0, 0],
      [1, 0],
    ]);
    for (const name of ['accept', 'ready', 'collect'] as const) await step(order.id, name);
    expect(await shelf()).to.deep.equal([
      [2, 0],
      [0, 0],
      [1, 0],
    ]);
    expect((await services.stock.verify(scope)).differences).to.deep.equal([]);
  });

  for (const [name, steps] of [
    ['rejected', ['reject']],
    ['cancelled', ['accept', 'ready', 'cancel']],
  ] as const) {
    it(`gives its stock back when it is ${name}`, async () => {
      const { place, step, shelf } = await openShop();
      const before = await shelf();
      const { order } = await place([{ id: 'carafe' }]);
      for (const taken of steps) await step(order.id, taken);
      expect(await shelf()).to.deep.equal(before);
    });
  }

  it('takes the components of a bundle', async () => {
    const { place, shelf } = await openShop();
    await place([{ id: 'coffret' }]);
    expect(await shelf()).to.deep.equal([
      [5, 2],
      [0, 0],
      [1, 1],
    ]);
  });

  it('is refused with what is short, and then promises nothing', async () => {
    const { place, shelf } = await openShop();
    const before = await shelf();
    const refusal = await refusalOf(place([{ id: 'bol', variantId: 'petit', quantity: 2 }, { id: 'carafe' }, { id: 'coffret' }]));
    expect(refusal).to.deep.include({
      code: 'sold_out',
      facts: { items: [{ id: 'carafe', name: 'Carafe', variantId: null, available: 1 }] },
    });
    expect(await shelf()).to.deep.equal(before);
  });

  it('tells the shop’s caches that stock has moved, once it has', async () => {
    const { place, heard, scope } = await openShop();
    const before = heard.length;
    await refusalOf(place([{ id: 'bol', variantId: 'grand' }]));
    expect(heard.slice(before)).to.deep.equal([]);
    await place([{ id: 'carafe' }]);
    expect(heard.slice(before)).to.deep.include({ kind: 'stock-changed', siteId: scope.siteId });
  });

  it('has its effect once for one idempotency key', async () => {
    const { place, shelf } = await openShop();
    const first = await place([{ id: 'carafe' }], 'k-1');
    const again = await place([{ id: 'carafe' }], 'k-1');
    expect([again.order.id, again.replayed]).to.deep.equal([first.order.id, true]);
    expect((await shelf())[2]).to.deep.equal([1, 1]);
  });

  it('is not taken at a restaurant, nor a shop’s through the menu', async () => {
    const { services, site } = await openShop();
    const restaurant = await aRestaurant({ ...aBench(), services });
    for (const [slug, channel] of [
      [restaurant.site.slug, 'boutique'],
      [site.slug, 'takeaway'],
    ] as const) {
      expect((await refusalOf(services.orders.place(anOrderFor({ slug }, [{ id: 'carafe' }]), null, channel))).code).to.equal(
        'unknown_shop',
      );
    }
  });
});
