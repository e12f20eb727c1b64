import { randomUUID } from 'node:crypto';
import { encodeCursor } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { SaleFilter } from '@comptoir/core/sales/sale-store.js';
import { expect } from 'chai';
import { establish, minutesAfter, NOON } from './builders.js';
import { IMPOSSIBLE_IDS } from './identity-builders.js';
import { aRefundDraft, aSaleDraft, aSoldLine, recorded } from './sale-builders.js';
import { atOnce, describePort, errorOf, type Open, refusalOf } from './suite.js';

export function exerciseSaleStore(name: string, open: Open): void {
  describePort('SaleStore and SaleViews', name, open, (persistence) => {
    const list = (scope: Scope, filter: Partial<SaleFilter> = {}) => persistence.views.sales.list(scope, { limit: 50, ...filter });
    const numbers = async (scope: Scope, filter?: Partial<SaleFilter>) => (await list(scope, filter)).items.map(({ number }) => number);

    it('gives a sale back as it was recorded, with its totals and taxes', async () => {
      const { scope } = await establish(persistence);
      const line = aSoldLine({
        variantId: 'grande',
        syncKey: 'PS-1',
        sku: 'G-1',
        name: 'Galette « été » 🌻',
        quantity: 3,
        unitPriceCents: 333,
      });
      const typedIn = aSoldLine({ itemId: null, name: 'Divers', quantity: 1, unitPriceCents: 100, taxBasisPoints: 2000 });
      const draft = aSaleDraft({
        lines: [line, typedIn],
        payments: [
          { method: 'card', amountCents: 1000 },
          { method: 'cash', amountCents: 99 },
        ],
      });

      const sale = await recorded(persistence, scope, draft);

      expect(sale).to.deep.equal({
        ...draft,
        tenantId: scope.tenantId,
        siteId: scope.siteId,
        number: 1,
        refundOf: null,
        orderId: null,
        shiftId: null,
        rounding: 'rate',
        discounts: [],
        cashRoundingCents: 0,
        lines: [
          { ...line, number: 1, discountCents: 0, totalCents: 999, taxCents: null },
          { ...typedIn, number: 2, discountCents: 0, totalCents: 100, taxCents: null },
        ],
        taxes: [
          { taxBasisPoints: 1000, netCents: 908, taxCents: 91 },
          { taxBasisPoints: 2000, netCents: 83, taxCents: 17 },
        ],
        totalCents: 1099,
      });
      expect(await persistence.views.sales.get(scope, sale.id)).to.deep.equal(sale);
      expect((await list(scope)).items).to.deep.equal([sale]);
    });

    it('records a refund as a sale of its own with the opposite sign', async () => {
      const { scope } = await establish(persistence);
      const sale = await recorded(persistence, scope);

      const refund = await recorded(persistence, scope, aRefundDraft(sale.id, { at: minutesAfter(NOON, 5), register: 'Caisse 2' }));

      expect(refund).to.deep.include({
        kind: 'refund',
        number: 2,
        refundOf: sale.id,
        totalCents: -950,
        currency: 'EUR',
        register: 'Caisse 2',
      });
      expect(refund.lines).to.deep.equal([{ ...sale.lines[0], quantity: -1, totalCents: -950 }]);
      expect(refund.taxes).to.deep.equal([{ taxBasisPoints: 1000, netCents: -863, taxCents: -87 }]);
      expect(refund.payments).to.deep.equal([{ method: 'cash', amountCents: -950 }]);
      expect(await persistence.views.sales.get(scope, refund.id)).to.deep.equal(refund);
    });

    it('never takes back more than is left, however many refunds are made at once', async () => {
      const { scope } = await establish(persistence);
      const sale = await recorded(persistence, scope, aSaleDraft({ lines: [aSoldLine({ quantity: 3 })] }));

      const outcomes = await atOnce(6, () => recorded(persistence, scope, aRefundDraft(sale.id)).catch((error: unknown) => error));

      expect(outcomes.filter((outcome) => outcome instanceof Error)).to.have.length(3);
      expect(await refusalOf(recorded(persistence, scope, aRefundDraft(sale.id)))).to.deep.include({
        code: 'over_refunded',
        facts: { line: 1, left: 0 },
      });
      expect(await numbers(scope)).to.deep.equal([4, 3, 2, 1]);
    });

    it('refunds nothing but a sale of the establishment', async () => {
      const [one, other] = [await establish(persistence), await establish(persistence)];
      const sale = await recorded(persistence, one.scope);
      const refund = await recorded(persistence, one.scope, aRefundDraft(sale.id));

      for (const [scope, id] of [
        [other.scope, sale.id],
        [one.scope, refund.id],
        [one.scope, randomUUID()],
        ...IMPOSSIBLE_IDS.map((impossible) => [one.scope, impossible] as const),
      ] as const) {
        expect((await refusalOf(recorded(persistence, scope, aRefundDraft(id)))).code, JSON.stringify(id)).to.equal('unknown_sale');
      }
    });

    it('numbers the records of each establishment from 1, without gaps where one was given up', async () => {
      const [one, other] = [await establish(persistence), await establish(persistence)];
      await recorded(persistence, one.scope);
      await errorOf(
        persistence.transact(one.scope, async ({ sales }) => {
          await sales.record(one.scope, aSaleDraft());
          throw new Error('changed their mind');
        }),
      );
      await refusalOf(recorded(persistence, one.scope, aSaleDraft({ payments: [] })));
      await atOnce(4, () => recorded(persistence, one.scope));
      await recorded(persistence, other.scope);

      expect(await numbers(one.scope)).to.deep.equal([5, 4, 3, 2, 1]);
      expect(await numbers(other.scope)).to.deep.equal([1]);
    });

    it('records one id once', async () => {
      const { scope } = await establish(persistence);
      const draft = aSaleDraft();
      await recorded(persistence, scope, draft);

      expect((await refusalOf(recorded(persistence, scope, draft))).code).to.equal('duplicate');
    });

    it('shows no sale of nobody, or of another establishment', async () => {
      const [one, other] = [await establish(persistence), await establish(persistence)];
      const { id } = await recorded(persistence, one.scope);

      for (const impossible of [randomUUID(), id.toUpperCase(), ...IMPOSSIBLE_IDS]) {
        expect(await persistence.views.sales.get(one.scope, impossible), JSON.stringify(impossible)).to.equal(null);
      }
      expect(await persistence.views.sales.get(other.scope, id)).to.equal(null);
    });

    it('lists page by page, none twice and none missing while more are recorded', async () => {
      const { scope } = await establish(persistence);
      for (let count = 0; count < 5; count += 1) await recorded(persistence, scope);

      const first = await list(scope, { limit: 2 });
      await recorded(persistence, scope);
      const second = await list(scope, { limit: 2, cursor: first.nextCursor ?? '' });
      const third = await list(scope, { limit: 2, cursor: second.nextCursor ?? '' });

      expect([first, second, third].flatMap(({ items }) => items.map(({ number }) => number))).to.deep.equal([5, 4, 3, 2, 1]);
      expect(third.nextCursor).to.equal(null);
    });

    it('chooses by kind and time, alone and together', async () => {
      const { scope } = await establish(persistence);
      const sale = await recorded(persistence, scope);
      await recorded(persistence, scope, aSaleDraft({ at: minutesAfter(NOON, 1) }));
      await recorded(persistence, scope, aRefundDraft(sale.id, { at: minutesAfter(NOON, 2) }));

      expect(await numbers(scope, { kind: 'sale' })).to.deep.equal([2, 1]);
      expect(await numbers(scope, { kind: 'refund' })).to.deep.equal([3]);
      expect(await numbers(scope, { from: minutesAfter(NOON, 1) })).to.deep.equal([3, 2]);
      expect(await numbers(scope, { to: minutesAfter(NOON, 1) })).to.deep.equal([1]);
      expect(await numbers(scope, { kind: 'sale', from: minutesAfter(NOON, 1), to: minutesAfter(NOON, 2) })).to.deep.equal([2]);
    });

    it('chooses by the register', async () => {
      const { scope } = await establish(persistence);
      await recorded(persistence, scope, aSaleDraft({ register: 'Caisse 1' }));
      await recorded(persistence, scope, aSaleDraft({ register: 'Caisse 2' }));
      await recorded(persistence, scope, aSaleDraft({ register: 'Caisse 1' }));

      expect(await numbers(scope, { register: 'Caisse 1' })).to.deep.equal([3, 1]);
      expect(await numbers(scope, { register: 'Caisse 1', to: NOON })).to.deep.equal([]);
    });

    it('refuses a cursor of another list', async () => {
      const { scope } = await establish(persistence);
      for (const cursor of [
        'zz',
        encodeCursor([]),
        encodeCursor(['0']),
        encodeCursor(['1', '2']),
        encodeCursor(['9'.repeat(20)]),
        encodeCursor(['1; drop']),
      ]) {
        expect((await refusalOf(list(scope, { cursor }))).code, cursor).to.equal('invalid_request');
      }
    });

    it('keeps its establishment from being deleted', async () => {
      const { scope } = await establish(persistence);
      await recorded(persistence, scope);

      expect((await refusalOf(persistence.transact(scope, ({ sites }) => sites.delete(scope)))).code).to.equal('in_use');
    });
  });
}
