import type { Coupon } from '@comptoir/core/coupons/coupon.js';
import type { CouponQuery, NewRedemption } from '@comptoir/core/coupons/coupon-store.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { establish, establishBeside, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { aCoupon, aRedemption } from './reference-builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';

const PAGE: CouponQuery = { ...FIRST_PAGE, sort: 'code' };

/** What any store of coupons must do. */
export function exerciseCouponStore(name: string, open: Open): void {
  describePort('CouponStore', name, open, (persistence) => {
    const create = async (scope: Scope, ...coupons: Coupon[]) => {
      for (const coupon of coupons) await persistence.transact(scope, (stores) => stores.coupons.create(scope, coupon));
    };
    const redeem = (scope: Scope, redemption: NewRedemption) =>
      persistence.transact(scope, ({ coupons }) => coupons.redeem(scope, redemption));
    const release = (scope: Scope, orderId: string) =>
      persistence.transact(scope, ({ coupons }) => coupons.release(scope, orderId, minutesAfter(NOON, 5)));
    const countsOf = async (scope: Scope, id: string) => {
      const coupon = await persistence.views.coupons.get(scope, id);
      return [coupon?.redeemed, coupon?.redeemedCents];
    };
    /** The reason a redemption is refused with, or null. */
    const reasonOf = async (work: Promise<unknown>): Promise<unknown> => {
      try {
        await work;
        return null;
      } catch (error) {
        if (error instanceof DomainError && error.code === 'coupon_refused') return error.facts['reason'];
        throw error;
      }
    };

    it('answers a coupon exactly as it was stored', async () => {
      const { scope } = await establish(persistence);
      const coupon = aCoupon({
        description: 'Été « 10 % » 🍓',
        validFrom: NOON,
        validTo: minutesAfter(NOON, 60),
        maxDiscountCents: 500,
        limit: 3,
        limitPerClient: 1,
        productIds: ['galette', 'cidre'],
        categoryIds: ['boissons'],
        batchId: 'lot-1',
      });
      await create(scope, coupon);

      expect(await persistence.views.coupons.get(scope, coupon.id)).to.deep.equal(coupon);
      expect(await persistence.views.coupons.get(scope, 'nothing')).to.equal(null);
    });

    it('finds a coupon however its code is written, and refuses one that differs by hyphens and case only', async () => {
      const { scope } = await establish(persistence);
      const coupon = aCoupon({ code: 'ETE-2026' });
      await create(scope, coupon);

      for (const code of ['ETE-2026', 'ete 2026', ' Ete-2026', 'ETE2026', 'e-t-e_2026']) {
        expect(await persistence.views.coupons.byCode(scope, code), code).to.deep.equal(coupon);
      }
      expect(await persistence.views.coupons.byCode(scope, 'ETE-2027')).to.equal(null);
      expect((await refusalOf(create(scope, aCoupon({ code: 'ETE2026' })))).code).to.equal('duplicate');
      const other = await establishBeside(persistence, { scope, site: (await establish(persistence)).site });
      await create(other.scope, aCoupon({ code: 'ETE2026' }));
    });

    it('never goes beyond its limit when a hundred orders redeem it at once', async () => {
      const { scope } = await establish(persistence);
      const coupon = aCoupon({ limit: 7 });
      await create(scope, coupon);

      const outcomes = await atOnce(100, () => reasonOf(redeem(scope, aRedemption(coupon.id))));

      expect(outcomes.filter((reason) => reason === null)).to.have.length(7);
      expect(new Set(outcomes)).to.deep.equal(new Set([null, 'limit']));
      expect(await countsOf(scope, coupon.id)).to.deep.equal([7, 700]);
      expect((await persistence.views.coupons.redemptions(scope, { ...FIRST_PAGE, couponId: coupon.id })).total).to.equal(7);
    }).timeout(30_000);

    it('never goes beyond its limit per client when they order a hundred times at once', async () => {
      const { scope } = await establish(persistence);
      const coupon = aCoupon({ limitPerClient: 2 });
      await create(scope, coupon);

      const outcomes = await atOnce(100, (index) =>
        reasonOf(redeem(scope, aRedemption(coupon.id, { clientId: index % 2 === 0 ? 'ada' : 'bob' }))),
      );

      expect(outcomes.filter((reason) => reason === null)).to.have.length(4);
      expect(new Set(outcomes)).to.deep.equal(new Set([null, 'client_limit']));
      expect(await persistence.views.coupons.redemptionsBy(scope, coupon.id, 'ada')).to.equal(2);
      expect(await countsOf(scope, coupon.id)).to.deep.equal([4, 400]);
    }).timeout(30_000);

    it('counts two clients who became one as one', async () => {
      const { scope } = await establish(persistence);
      const [once, other] = [aCoupon({ limitPerClient: 1 }), aCoupon({ limitPerClient: 1 })];
      await create(scope, once, other);
      for (const { id } of [once, other]) await redeem(scope, aRedemption(id, { clientId: 'ada', orderId: `${id} 1` }));
      await redeem(scope, aRedemption(once.id, { clientId: 'bob' }));
      await persistence.transact(scope, ({ coupons }) => coupons.release(scope, `${other.id} 1`, NOON));

      await persistence.transact(scope, ({ coupons }) => coupons.moveClient(scope, 'ada', 'eve'));

      expect(await reasonOf(redeem(scope, aRedemption(once.id, { clientId: 'eve' })))).to.equal('client_limit');
      expect(await persistence.views.coupons.redemptionsBy(scope, once.id, 'bob')).to.equal(1);
      expect((await persistence.views.coupons.redemptions(scope, { ...FIRST_PAGE, clientId: 'ada' })).total).to.equal(0);
      expect(await reasonOf(redeem(scope, aRedemption(other.id, { clientId: 'eve' }))), 'given back before').to.equal(null);
    });

    it('is redeemed once by an order, also at once, and leaves nothing of a refused try', async () => {
      const { scope } = await establish(persistence);
      const coupon = aCoupon();
      await create(scope, coupon);
      const tries = await atOnce(5, () =>
        redeem(scope, aRedemption(coupon.id, { orderId: 'one' })).then(
          () => 'redeemed',
          (error: unknown) => (error instanceof DomainError ? error.code : 'fault'),
        ),
      );

      expect(tries.sort()).to.deep.equal(['duplicate', 'duplicate', 'duplicate', 'duplicate', 'redeemed']);
      expect(await countsOf(scope, coupon.id)).to.deep.equal([1, 100]);
    });

    it('gives back what an order has redeemed, once, and can be redeemed again', async () => {
      const { scope } = await establish(persistence);
      const [one, two] = [aCoupon({ limit: 1, stackable: true }), aCoupon({ stackable: true })];
      await create(scope, one, two);
      await redeem(scope, aRedemption(one.id, { orderId: 'first', amountCents: 300 }));
      await redeem(scope, aRedemption(two.id, { orderId: 'first' }));
      expect(await reasonOf(redeem(scope, aRedemption(one.id)))).to.equal('limit');

      const released = await release(scope, 'first');
      expect(released.map(({ couponId, releasedAt }) => [couponId, releasedAt])).to.have.deep.members([
        [one.id, minutesAfter(NOON, 5)],
        [two.id, minutesAfter(NOON, 5)],
      ]);
      expect(await release(scope, 'first')).to.deep.equal([]);
      expect(await countsOf(scope, one.id)).to.deep.equal([0, 0]);

      await redeem(scope, aRedemption(one.id, { orderId: 'first' }));
      expect(await countsOf(scope, one.id)).to.deep.equal([1, 100]);
    });

    it('refuses to redeem what is not there, and to delete what was redeemed', async () => {
      const { scope } = await establish(persistence);
      const coupon = aCoupon();
      await create(scope, coupon);
      expect((await refusalOf(redeem(scope, aRedemption('nothing')))).code).to.equal('unknown_record');
      await redeem(scope, aRedemption(coupon.id, { orderId: 'first' }));
      await release(scope, 'first');

      const remove = (id: string) => persistence.transact(scope, ({ coupons }) => coupons.delete(scope, id));
      expect((await refusalOf(remove(coupon.id))).code).to.equal('in_use');
      const unused = aCoupon();
      await create(scope, unused);
      expect([await remove(unused.id), await remove(unused.id)]).to.deep.equal([true, false]);
    });

    it('keeps its counts while somebody edits what it promises', async () => {
      const { scope } = await establish(persistence);
      const coupon = aCoupon();
      await create(scope, coupon);
      await persistence.transact(scope, ({ coupons }) =>
        coupons.change(scope, coupon.id, (before) => ({ ...before, code: 'NEUF', value: 500, version: 2 })),
      );
      await redeem(scope, aRedemption(coupon.id));
      await persistence.transact(scope, ({ coupons }) =>
        coupons.change(scope, coupon.id, (before) => ({ ...before, value: 600, version: 3 })),
      );

      const after = await persistence.views.coupons.byCode(scope, 'neuf');
      expect([after?.value, after?.version, after?.redeemed]).to.deep.equal([600, 3, 1]);
    });

    it('stores of many coupons those whose codes are free', async () => {
      const { scope } = await establish(persistence);
      await create(scope, aCoupon({ code: 'TAKEN' }));
      const wanted = ['A-1', 'taken', 'B-2', 'a1'].map((code) => aCoupon({ code, batchId: 'lot', description: 'Lot', productIds: ['p'] }));

      const created = await persistence.transact(scope, ({ coupons }) => coupons.createFree(scope, wanted));

      expect(created.map(({ code }) => code)).to.deep.equal(['A-1', 'B-2']);
      expect(await persistence.views.coupons.ofBatch(scope, 'lot')).to.deep.equal(created);
    });

    it('lists by every order forwards and backwards, and by what is looked for', async () => {
      const { scope } = await establish(persistence);
      const coupons = [
        aCoupon({ code: 'B-1', createdAt: NOON, description: 'Soldes d’été' }),
        aCoupon({ code: 'A-2', createdAt: minutesAfter(NOON, 1), kind: 'amount', value: 500 }),
        aCoupon({ code: 'C-3', createdAt: minutesAfter(NOON, 2), active: false, batchId: 'lot' }),
      ];
      await create(scope, ...coupons);
      await redeem(scope, aRedemption(coupons[1]?.id ?? ''));
      const codes = async (query: Partial<CouponQuery>) =>
        (await persistence.views.coupons.list(scope, { ...PAGE, ...query })).items.map(({ code }) => code);

      expect(await codes({})).to.deep.equal(['A-2', 'B-1', 'C-3']);
      expect(await codes({ sort: '-code' })).to.deep.equal(['C-3', 'B-1', 'A-2']);
      expect(await codes({ sort: '-createdAt' })).to.deep.equal(['C-3', 'A-2', 'B-1']);
      expect((await codes({ sort: '-redeemed' }))[0]).to.equal('A-2');
      expect(await codes({ active: false })).to.deep.equal(['C-3']);
      expect(await codes({ kind: 'amount' })).to.deep.equal(['A-2']);
      expect(await codes({ batchId: 'lot' })).to.deep.equal(['C-3']);
      expect(await codes({ search: 'ete sold' })).to.deep.equal(['B-1']);
      expect(await codes({ search: 'b1' })).to.deep.equal(['B-1']);
    });

    it('counts what was redeemed in a time, and what was given back', async () => {
      const { scope } = await establish(persistence);
      const [one, two] = [aCoupon({ batchId: 'lot' }), aCoupon()];
      await create(scope, one, two);
      await redeem(scope, aRedemption(one.id, { clientId: 'ada', amountCents: 100 }));
      await redeem(scope, aRedemption(one.id, { clientId: 'ada', amountCents: 250, at: minutesAfter(NOON, 10) }));
      await redeem(scope, aRedemption(two.id, { clientId: 'bob', amountCents: 40, at: minutesAfter(NOON, 20) }));
      await redeem(scope, aRedemption(two.id, { orderId: 'back', amountCents: 999 }));
      await release(scope, 'back');
      const { coupons } = persistence.views;

      expect(await coupons.figures(scope, {})).to.deep.equal({
        redemptions: 3,
        released: 1,
        clients: 2,
        discountCents: 390,
        firstAt: NOON,
        lastAt: minutesAfter(NOON, 20),
      });
      const ofBatch = await coupons.figures(scope, { batchId: 'lot', from: minutesAfter(NOON, 10), to: minutesAfter(NOON, 20) });
      expect([ofBatch.redemptions, ofBatch.discountCents]).to.deep.equal([1, 250]);
      expect(await coupons.figures(scope, { couponId: 'nothing' })).to.deep.equal({
        redemptions: 0,
        released: 0,
        clients: 0,
        discountCents: 0,
        firstAt: null,
        lastAt: null,
      });
    });

    it('goes with its establishment, redeemed or not', async () => {
      const { scope } = await establish(persistence);
      const coupon = aCoupon();
      await create(scope, coupon);
      await redeem(scope, aRedemption(coupon.id));

      await persistence.transact(scope, ({ sites }) => sites.delete(scope));

      expect(await persistence.views.coupons.get(scope, coupon.id)).to.equal(null);
      expect((await persistence.views.coupons.redemptions(scope, FIRST_PAGE)).total).to.equal(0);
    });
  });
}
