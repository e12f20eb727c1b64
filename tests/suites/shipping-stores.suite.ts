import type { PageInput } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { ShippingMethod, ShippingZone } from '@comptoir/core/shipping/shipping.js';
import type { ShippingMethodQuery, ShippingZoneQuery } from '@comptoir/core/shipping/shipping-store.js';
import { expect } from 'chai';
import { establish, establishBeside, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { aMethod, aZone } from './reference-builders.js';
import { describePort, type Open, refusalOf } from './suite.js';

/** What any stores of shipping zones and methods must do. */
export function exerciseShippingStores(name: string, open: Open): void {
  describePort('ShippingZoneStore and ShippingMethodStore', name, open, (persistence) => {
    const create = (scope: Scope, zone: ShippingZone, ...methods: ShippingMethod[]) =>
      persistence.transact(scope, async ({ shippingZones, shippingMethods }) => {
        await shippingZones.create(scope, zone);
        for (const method of methods) await shippingMethods.create(scope, method);
      });

    it('answers zones and methods exactly as they were stored', async () => {
      const { scope } = await establish(persistence);
      const zone = aZone({ countries: ['FR', 'BE'], postcodes: [{ prefix: '20' }, { from: '97000', to: '98999' }] });
      const method = aMethod(zone.id, { prices: [{ maxWeightGrams: 500, maxTotalCents: null, priceCents: 0 }], freeFromCents: 5000 });
      await create(scope, zone, method);

      expect(await persistence.views.shippingZones.get(scope, zone.id)).to.deep.equal(zone);
      expect(await persistence.views.shippingMethods.ofZone(scope, zone.id)).to.deep.equal([method]);
    });

    it('finds the zones that name a country', async () => {
      const { scope } = await establish(persistence);
      const [france, benelux] = [aZone(), aZone({ name: 'Benelux', countries: ['BE', 'NL', 'LU'] })];
      await create(scope, france);
      await create(scope, benelux);

      expect(await persistence.views.shippingZones.ofCountry(scope, 'NL')).to.deep.equal([benelux]);
      expect(await persistence.views.shippingZones.ofCountry(scope, 'DE')).to.deep.equal([]);
    });

    it('lists by position, then by name', async () => {
      const { scope } = await establish(persistence);
      for (const [label, position] of [
        ['B', 1],
        ['A', 1],
        ['Z', 0],
      ] as const)
        await create(scope, aZone({ name: label, position }));

      expect((await persistence.views.shippingZones.list(scope, FIRST_PAGE)).items.map((zone) => zone.name)).to.deep.equal(['Z', 'A', 'B']);
    });

    it('lists those of a country, a zone or a carrier, in use or not, and sorts them as it is asked to', async () => {
      const { scope } = await establish(persistence);
      const [france, benelux] = [
        aZone({ id: 'f', name: 'France', createdAt: minutesAfter(NOON, 2) }),
        aZone({ id: 'b', name: 'Benelux', countries: ['BE', 'NL'], createdAt: minutesAfter(NOON, 1) }),
      ];
      const home = aMethod('f', { id: '1', name: 'À domicile', carrier: 'Colissimo', position: 2 });
      const relay = aMethod('f', { id: '2', name: 'Relais', carrier: 'Mondial Relay', active: false, position: 1 });
      await create(scope, france, home, relay);
      await create(scope, benelux, aMethod('b', { id: '3', name: 'Bpost', carrier: null, position: 0 }));
      const { shippingZones, shippingMethods } = persistence.views;
      const zones = async (query: Omit<ShippingZoneQuery, keyof PageInput>) =>
        (await shippingZones.list(scope, { ...FIRST_PAGE, ...query })).items.map(({ id }) => id).join('');
      const methods = async (query: Omit<ShippingMethodQuery, keyof PageInput>) =>
        (await shippingMethods.list(scope, { ...FIRST_PAGE, ...query })).items.map(({ id }) => id).join('');

      expect(
        await Promise.all([zones({}), zones({ country: 'BE' }), zones({ sort: '-name' }), zones({ sort: '-createdAt' })]),
      ).to.deep.equal(['bf', 'b', 'fb', 'fb']);
      expect(await Promise.all([methods({}), methods({ zoneId: 'f' }), methods({ country: 'NL' })])).to.deep.equal(['321', '21', '3']);
      expect(await Promise.all([methods({ active: true }), methods({ carrier: 'Colissimo' })])).to.deep.equal(['31', '1']);
      expect(await Promise.all([methods({ sort: 'name' }), methods({ sort: '-name', country: 'FR' })])).to.deep.equal(['321', '12']);
      expect((await shippingMethods.list(scope, { page: 1, pageSize: 1, search: 'relay', zoneId: 'f' })).total).to.equal(1);
    });

    it('refuses a method in a zone that is not there, or that is another establishment’s', async () => {
      const one = await establish(persistence);
      const other = await establishBeside(persistence, one);
      const zone = aZone();
      await create(one.scope, zone, aMethod(zone.id));
      const add = (scope: Scope) => persistence.transact(scope, (stores) => stores.shippingMethods.create(scope, aMethod(zone.id)));

      expect((await refusalOf(add(other.scope))).code).to.equal('unknown_record');
      const method = aMethod(zone.id);
      await persistence.transact(one.scope, (stores) => stores.shippingMethods.create(one.scope, method));
      const move = persistence.transact(one.scope, (stores) =>
        stores.shippingMethods.change(one.scope, method.id, (before) => ({ ...before, zoneId: 'nothing' })),
      );
      expect((await refusalOf(move)).code).to.equal('unknown_record');
      expect(await persistence.views.shippingMethods.get(one.scope, method.id)).to.deep.equal(method);
    });

    it('keeps a zone while methods are in it', async () => {
      const { scope } = await establish(persistence);
      const zone = aZone();
      const method = aMethod(zone.id);
      await create(scope, zone, method);
      const remove = () => persistence.transact(scope, (stores) => stores.shippingZones.delete(scope, zone.id));

      expect((await refusalOf(remove())).code).to.equal('in_use');
      await persistence.transact(scope, (stores) => stores.shippingMethods.delete(scope, method.id));
      expect([await remove(), await remove()]).to.deep.equal([true, false]);
    });

    it('stores what a change decides, and nothing where it decides for the same', async () => {
      const { scope } = await establish(persistence);
      const zone = aZone();
      await create(scope, zone);
      const change = (decide: (before: ShippingZone) => ShippingZone, id = zone.id) =>
        persistence.transact(scope, (stores) => stores.shippingZones.change(scope, id, decide));

      expect(await change((before) => before)).to.deep.equal(zone);
      const after = await change((before) => ({ ...before, name: 'Métropole', postcodes: [{ prefix: '7' }], version: 2 }));
      expect(await persistence.views.shippingZones.get(scope, zone.id)).to.deep.equal(after);
      expect((await refusalOf(change((before) => before, 'nothing'))).code).to.equal('unknown_record');
    });

    it('lets zones go with their establishment, methods and all', async () => {
      const { scope } = await establish(persistence);
      const zone = aZone();
      await create(scope, zone, aMethod(zone.id));

      await persistence.transact(scope, ({ sites }) => sites.delete(scope));

      expect(await persistence.views.shippingZones.get(scope, zone.id)).to.equal(null);
      expect(await persistence.views.shippingMethods.ofZone(scope, zone.id)).to.deep.equal([]);
    });
  });
}
