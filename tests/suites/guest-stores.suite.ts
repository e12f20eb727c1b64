import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { establish, FIRST_PAGE, freshName, NOON } from './builders.js';
import { aGroup, aPass, aPassUse } from './guest-builders.js';
import { describePort, type Open, refusalOf } from './suite.js';
import { anOffer, aTicketSession } from './ticket-builders.js';

/** What any store of groups and passes must do. */
export function exerciseGuestStores(name: string, open: Open): void {
  describePort('GroupStore and PassStore', name, open, (persistence) => {
    const aPassOf = async (scope: Scope, changes = {}) => {
      const pass = aPass(changes);
      await persistence.transact(scope, ({ passes }) => passes.create(scope, pass));
      return pass;
    };

    it('answers a group exactly as it was stored, with everything filled in', async () => {
      const { scope } = await establish(persistence);
      const [offer] = [anOffer(scope)];
      const session = aTicketSession(scope, { offerId: offer.id });
      const group = aGroup({
        sessionId: session.id,
        quote: [{ name: 'Visite', quantity: 28, unitPriceCents: 550, taxBasisPoints: 550 }],
        guide: 'Noé',
        invoiceId: 'an-invoice',
        notes: 'Deux fauteuils\nroulants',
        status: 'confirmed',
      });
      await persistence.transact(scope, async ({ groups, offers, ticketSessions }) => {
        await offers.create(scope, offer);
        await ticketSessions.create(scope, session);
        await groups.create(scope, group);
      });

      expect(await persistence.views.groups.get(scope, group.id)).to.deep.equal(group);
    });

    it('refuses a group of a session that is not there', async () => {
      const { scope } = await establish(persistence);
      const create = persistence.transact(scope, ({ groups }) => groups.create(scope, aGroup({ sessionId: freshName('none') })));
      expect((await refusalOf(create)).code).to.equal('unknown_record');
    });

    it('lists groups the newest first, by state, and goes on where a page ended', async () => {
      const { scope } = await establish(persistence);
      const created = ['a', 'b', 'c', 'd'].map((id) => aGroup({ id, status: id === 'b' ? 'declined' : 'requested' }));
      await persistence.transact(scope, async ({ groups }) => {
        for (const group of created) await groups.create(scope, group);
      });

      const first = await persistence.views.groups.listAfter(scope, { limit: 2, status: 'requested' });
      const second = await persistence.views.groups.listAfter(scope, { limit: 2, status: 'requested', cursor: first.nextCursor ?? '' });

      expect([first, second].map(({ items }) => items.map(({ id }) => id))).to.deep.equal([['d', 'c'], ['a']]);
      expect(second.nextCursor).to.equal(null);
      expect((await persistence.views.groups.list(scope, { ...FIRST_PAGE, search: 'RIVES' })).total).to.equal(4);
    });

    it('answers a pass exactly as it was stored, and finds it by its code', async () => {
      const { scope } = await establish(persistence);
      const pass = await aPassOf(scope, {
        validFrom: '2026-06-01',
        validUntil: '2026-12-31',
        entries: 5,
        blockedAt: NOON,
        blockedReason: 'Perdue',
      });

      expect(await persistence.views.passes.get(scope, pass.id)).to.deep.equal(pass);
      const found = await persistence.transact(scope, ({ passes }) => passes.lockByCode(scope, pass.code, '2026-06-16'));
      expect(found).to.deep.equal({ pass, usedOnDay: 0 });
    });

    it('refuses a second pass with the same code', async () => {
      const { scope } = await establish(persistence);
      const { code } = await aPassOf(scope);
      expect((await refusalOf(aPassOf(scope, { code }))).code).to.equal('duplicate');
    });

    it('counts uses by day, takes one back once only, and keeps every row', async () => {
      const { scope } = await establish(persistence);
      const { id } = await aPassOf(scope);
      const [use, other] = [aPassUse(id), aPassUse(id, { day: '2026-06-17' })];
      const back = () => aPassUse(id, { entries: -1, annuls: use.id });
      const add = (row: ReturnType<typeof aPassUse>) => persistence.transact(scope, ({ passes }) => passes.addUse(scope, row));

      await add(use);
      await add(other);
      await add(back());

      expect((await refusalOf(add(back()))).code).to.equal('duplicate');
      const locked = await persistence.transact(scope, ({ passes }) => passes.lock(scope, id, '2026-06-16'));
      expect([locked?.pass.used, locked?.usedOnDay]).to.deep.equal([1, 0]);
      expect((await persistence.views.passes.uses(scope, id, FIRST_PAGE)).total).to.equal(3);
    });

    it('leaves the count of uses to the store when somebody edits a pass', async () => {
      const { scope } = await establish(persistence);
      const { id } = await aPassOf(scope);
      await persistence.transact(scope, ({ passes }) => passes.addUse(scope, aPassUse(id)));

      await persistence.transact(scope, ({ passes }) => passes.change(scope, id, (pass) => ({ ...pass, name: 'Autre', used: 99 })));

      expect(await persistence.views.passes.get(scope, id)).to.include({ name: 'Autre', used: 1 });
    });

    it('gives a gate the passes that are not over, with what the day has seen', async () => {
      const { scope } = await establish(persistence);
      const [old, standing] = [await aPassOf(scope, { validUntil: '2026-06-15' }), await aPassOf(scope, { validUntil: '2026-06-16' })];
      await persistence.transact(scope, ({ passes }) => passes.addUse(scope, aPassUse(standing.id)));

      const given = await persistence.views.passes.standing(scope, { day: '2026-06-16', after: null, limit: 10 });

      expect(given.map(({ pass, usedOnDay }) => [pass.id, usedOnDay])).to.deep.equal([[standing.id, 1]]);
      expect(old.id).to.not.equal(standing.id);
    });
  });
}
