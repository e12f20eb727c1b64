import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { aScope, establish, establishBeside, minutesAfter, NOON } from './builders.js';
import { atOnce, describePort, errorOf, type Open } from './suite.js';

export function exercisePickupSlotStore(name: string, open: Open): void {
  describePort('PickupSlotStore', name, open, (persistence) => {
    const { transact } = persistence;
    const claim = (scope: Scope, start: Date, cap: number | null) =>
      transact(scope, ({ pickupSlots }) => pickupSlots.claim(scope, start, cap));
    const release = (scope: Scope, start: Date) => transact(scope, ({ pickupSlots }) => pickupSlots.release(scope, start));
    const takenAt = async (scope: Scope, start: Date) =>
      (await persistence.views.pickupSlots.taken(scope, start, minutesAfter(start, 1))).get(start.getTime());

    it('gives places until the slot is full', async () => {
      const { scope } = await establish(persistence);

      expect(await claim(scope, NOON, 2)).to.equal(true);
      expect(await claim(scope, NOON, 2)).to.equal(true);
      expect(await claim(scope, NOON, 2)).to.equal(false);
      expect(await claim(scope, minutesAfter(NOON, 15), 2)).to.equal(true);
      expect(await takenAt(scope, NOON)).to.equal(2);
    });

    it('goes by the cap of the moment, when the establishment changes it', async () => {
      const { scope } = await establish(persistence);
      await claim(scope, NOON, 2);
      await claim(scope, NOON, 2);

      expect(await claim(scope, NOON, 1)).to.equal(false);
      expect(await claim(scope, NOON, 3)).to.equal(true);
      expect(await claim(scope, NOON, 0)).to.equal(false);
    });

    it('gives no place in a new slot whose cap is zero', async () => {
      const { scope } = await establish(persistence);

      expect(await claim(scope, NOON, 0)).to.equal(false);
      expect(await takenAt(scope, NOON)).to.equal(undefined);
    });

    it('always gives a place without a cap, and still counts', async () => {
      const { scope } = await establish(persistence);
      for (let order = 0; order < 5; order += 1) expect(await claim(scope, NOON, null)).to.equal(true);

      expect(await takenAt(scope, NOON)).to.equal(5);
    });

    it('never gives more places than the cap, however many ask at once', async () => {
      const { scope } = await establish(persistence);

      const answers = await atOnce(12, () => claim(scope, NOON, 5));

      expect(answers.filter((given) => given)).to.have.length(5);
      expect(await takenAt(scope, NOON)).to.equal(5);
    });

    it('counts every place that is taken and given back at once', async () => {
      const { scope } = await establish(persistence);
      await atOnce(4, () => claim(scope, NOON, null));

      await atOnce<unknown>(10, (index) => (index % 2 === 0 ? claim(scope, NOON, null) : release(scope, NOON)));

      expect(await takenAt(scope, NOON)).to.equal(4);
    });

    it('takes a place back when its transaction fails', async () => {
      const { scope } = await establish(persistence);

      await errorOf(
        transact(scope, async ({ pickupSlots }) => {
          await pickupSlots.claim(scope, NOON, 1);
          throw new Error('changed their mind');
        }),
      );

      expect(await claim(scope, NOON, 1)).to.equal(true);
    });

    it('gives a released place to the next', async () => {
      const { scope } = await establish(persistence);
      await claim(scope, NOON, 1);

      await release(scope, NOON);

      expect(await takenAt(scope, NOON)).to.equal(undefined);
      expect(await claim(scope, NOON, 1)).to.equal(true);
    });

    it('never goes below zero: a slot nobody holds has no more room than its cap', async () => {
      const { scope } = await establish(persistence);
      await release(scope, NOON);
      await claim(scope, NOON, 1);
      await release(scope, NOON);
      await release(scope, NOON);

      expect(await claim(scope, NOON, 1)).to.equal(true);
      expect(await claim(scope, NOON, 1)).to.equal(false);
    });

    it('tells what is taken from one instant, included, to another, excluded', async () => {
      const { scope } = await establish(persistence);
      const starts = [0, 15, 30, 45].map((minutes) => minutesAfter(NOON, minutes));
      for (const start of starts) await claim(scope, start, null);
      await claim(scope, minutesAfter(NOON, 30), null);

      const taken = await persistence.views.pickupSlots.taken(scope, minutesAfter(NOON, 15), minutesAfter(NOON, 45));

      expect([...taken].sort()).to.deep.equal([
        [minutesAfter(NOON, 15).getTime(), 1],
        [minutesAfter(NOON, 30).getTime(), 2],
      ]);
    });

    it('sees its own claims within the transaction', async () => {
      const { scope } = await establish(persistence);

      const taken = await transact(scope, async ({ pickupSlots }) => {
        await pickupSlots.claim(scope, NOON, 2);
        return pickupSlots.taken(scope, NOON, minutesAfter(NOON, 1));
      });

      expect([...taken]).to.deep.equal([[NOON.getTime(), 1]]);
    });

    it('keeps the slots of each establishment apart', async () => {
      const one = await establish(persistence);
      const other = await establishBeside(persistence, one);
      await claim(one.scope, NOON, 1);

      expect(await claim(other.scope, NOON, 1)).to.equal(true);
      await release(other.scope, NOON);
      expect(await takenAt(one.scope, NOON)).to.equal(1);
      expect(await takenAt(aScope(), NOON)).to.equal(undefined);
    });
  });
}
