import { randomUUID } from 'node:crypto';
import { NOBODYS_ID } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { establish, FIRST_PAGE, minutesAfter, NOON, placed } from './builders.js';
import { IMPOSSIBLE_IDS } from './identity-builders.js';
import { aRefundDraft, aSaleDraft, recorded } from './sale-builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';
import { aCashMovement, anArchive, aRegister, aReport, aShift } from './till-builders.js';

export function exerciseTillStore(name: string, open: Open): void {
  describePort('TillStore and TillViews', name, open, (persistence) => {
    async function aTill() {
      const { scope } = await establish(persistence);
      const register = aRegister();
      await persistence.transact(scope, ({ till }) => till.createRegister(scope, register));
      return { scope, register, view: persistence.views.till };
    }
    const inOne = persistence.transact;

    it('gives registers back by name, and takes no name twice', async () => {
      const { scope, register, view } = await aTill();
      const second = aRegister({ name: 'Bar' });
      await inOne(scope, ({ till }) => till.createRegister(scope, second));
      expect((await view.registers(scope, FIRST_PAGE)).items).to.deep.equal([second, register]);
      expect((await view.registers(scope, { ...FIRST_PAGE, search: 'caisse' })).items).to.deep.equal([register]);
      expect(await view.register(scope, register.id)).to.deep.equal(register);
      expect((await refusalOf(inOne(scope, ({ till }) => till.createRegister(scope, aRegister())))).code).to.equal('duplicate');
      const renamed = inOne(scope, ({ till }) => till.changeRegister(scope, second.id, (one) => ({ ...one, name: register.name })));
      expect((await refusalOf(renamed)).code).to.equal('duplicate');
    });

    it('opens one shift of a register at a time, numbered from 1, however many are opened at once', async () => {
      const { scope, register, view } = await aTill();
      const outcomes = await atOnce(4, () =>
        inOne(scope, ({ till }) => till.openShift(scope, aShift(register))).catch((error: unknown) => error),
      );
      expect(outcomes.filter((outcome) => outcome instanceof Error)).to.have.length(3);
      const first = await view.openShift(scope, register.id);
      const closed = { at: minutesAfter(NOON, 60), by: 'user:lucie', report: aReport() };
      await inOne(scope, ({ till }) => till.closeShift(scope, first?.id ?? '', closed));
      expect(await view.openShift(scope, register.id)).to.equal(null);
      expect((await refusalOf(inOne(scope, ({ till }) => till.closeShift(scope, first?.id ?? '', closed)))).code).to.equal('no_open_shift');
      const second = await inOne(scope, ({ till }) => till.openShift(scope, { ...aShift(register), openedAt: minutesAfter(NOON, 90) }));
      expect([first?.number, second.number]).to.deep.equal([1, 2]);
      expect((await view.shifts(scope, FIRST_PAGE)).items).to.deep.equal([second, { ...first, closed }]);
      expect((await inOne(scope, ({ till }) => till.counter(scope, register.name))).shift).to.deep.equal(second);
      expect(await inOne(scope, ({ till }) => till.counter(scope, 'API'))).to.include({ register: null, shift: null });
    });

    it('tells a sale how the establishment keeps its stock, its clocks and its tills', async () => {
      const { scope, register } = await aTill();
      await inOne(scope, async ({ settings, sites }) => {
        await sites.update(scope, { timezone: 'Asia/Tokyo' });
        await settings.set(scope, 'till.cashRounding', 5);
        await settings.set(scope, 'tillage', true);
      });
      const met = await inOne(scope, ({ till }) => till.counter(scope, register.name));
      expect(met.register).to.deep.equal(register);
      expect([met.timezone, [...met.settings]]).to.deep.equal(['Asia/Tokyo', [['till.cashRounding', 5]]]);
      const { features } = await inOne(scope, ({ sites }) => sites.update(scope, {}));
      expect(met.keepsStock).to.equal(features.stock);
      await inOne(scope, ({ sites }) => sites.update(scope, { features: { ...features, stock: !features.stock } }));
      expect((await inOne(scope, ({ till }) => till.counter(scope, 'API'))).keepsStock).to.equal(!features.stock);
      expect((await refusalOf(inOne(scope, ({ till }) => till.counter({ ...scope, siteId: NOBODYS_ID }, 'API')))).code).to.equal(
        'unknown_shop',
      );
    });

    it('keeps a register that had a shift', async () => {
      const { scope, register } = await aTill();
      const spare = aRegister({ name: 'Bar' });
      await inOne(scope, async ({ till }) => {
        await till.createRegister(scope, spare);
        await till.openShift(scope, aShift(register));
      });
      expect((await refusalOf(inOne(scope, ({ till }) => till.deleteRegister(scope, register.id)))).code).to.equal('in_use');
      await inOne(scope, ({ till }) => till.deleteRegister(scope, spare.id));
      expect((await refusalOf(inOne(scope, ({ till }) => till.deleteRegister(scope, spare.id)))).code).to.equal('unknown_register');
    });

    it('keeps cash movements of a shift in their order', async () => {
      const { scope, register, view } = await aTill();
      const { id } = await inOne(scope, ({ till }) => till.openShift(scope, aShift(register)));
      const [later, first] = [aCashMovement(id, { at: minutesAfter(NOON, 1), direction: 'in' }), aCashMovement(id)];
      for (const movement of [later, first]) await inOne(scope, ({ till }) => till.moveCash(scope, movement));
      expect(await view.movements(scope, id)).to.deep.equal([first, later]);
      expect((await refusalOf(inOne(scope, ({ till }) => till.moveCash(scope, aCashMovement(randomUUID()))))).code).to.equal(
        'unknown_shift',
      );
    });

    it('numbers the copies of each sale from 1', async () => {
      const { scope, view } = await aTill();
      const [one, other] = [await recorded(persistence, scope), await recorded(persistence, scope)];
      const copy = (saleId: string) => inOne(scope, ({ till }) => till.copySale(scope, { saleId, at: NOON, by: 'user:lucie' }));
      expect([(await copy(one.id)).number, (await copy(one.id)).number, (await copy(other.id)).number]).to.deep.equal([1, 2, 1]);
      expect((await view.copies(scope, one.id)).map(({ number }) => number)).to.deep.equal([1, 2]);
      for (const id of IMPOSSIBLE_IDS) expect((await refusalOf(copy(id))).code).to.equal('unknown_sale');
    });

    it('keeps one archive of the same days', async () => {
      const { scope, view } = await aTill();
      const archive = anArchive();
      await inOne(scope, ({ till }) => till.addArchive(scope, archive));
      expect(await view.archiveOf(scope, archive.from, archive.to)).to.deep.equal(archive);
      expect(await view.archiveOf(scope, archive.from, archive.from)).to.equal(null);
      expect((await view.archives(scope, FIRST_PAGE)).items).to.deep.equal([archive]);
      expect((await refusalOf(inOne(scope, ({ till }) => till.addArchive(scope, anArchive())))).code).to.equal('duplicate');
    });

    it('finds a sale with its refunds, by itself and by its order', async () => {
      const { scope } = await aTill();
      const sale = await recorded(persistence, scope);
      expect(await persistence.views.sales.withRefunds(scope, sale.id)).to.deep.equal([sale]);
      expect(await persistence.views.sales.withRefunds(scope, randomUUID())).to.deep.equal([]);
      expect(await persistence.views.sales.ofOrder(scope, 'nothing')).to.deep.equal([]);
    });

    it('adds up what was taken for orders, less what went back', async () => {
      const { scope } = await aTill();
      const [kept, unsold] = [await placed(persistence, scope), await placed(persistence, scope)];
      const sale = await inOne(scope, ({ sales }) => sales.record(scope, aSaleDraft({ orderId: kept.id })));
      const taken = () => persistence.views.sales.takenOfOrders(scope, [kept.id, unsold.id, kept.id, 'nothing']);
      expect([...(await taken())]).to.deep.equal([[kept.id, sale.totalCents]]);
      const refund = await inOne(scope, ({ sales }) => sales.record(scope, aRefundDraft(sale.id)));
      expect([...(await taken())]).to.deep.equal([[kept.id, sale.totalCents + refund.totalCents]]);
      expect([...(await persistence.views.sales.takenOfOrders(scope, []))]).to.deep.equal([]);
    });
  });
}
