import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeServices } from '@comptoir/core/services.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { testDeps } from '../support/service-deps.js';
import { aSite, establish, establishBeside, FIRST_PAGE, freshName, minutesAfter, NOON } from './builders.js';
import { aGroup, aPass, aPassUse } from './guest-builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';
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

    it('finds groups and passes by the mail address of a person, in that establishment alone', async () => {
      const one = await establish(persistence);
      const other = await establishBeside(persistence, one);
      const [older, newer] = [aGroup({ id: 'a' }), aGroup({ id: 'b' })];
      const [{ email }, pass] = [older.contact, aPass()];
      await persistence.transact(one.scope, async ({ groups, passes }) => {
        for (const group of [older, newer, aGroup({ contact: { name: 'Noé', email: null, phone: null } })])
          await groups.create(one.scope, group);
        await passes.create(one.scope, pass);
        await passes.create(one.scope, aPass({ owner: { name: 'Ada Martin', email: `x${pass.owner.email}` } }));
      });
      await persistence.transact(other.scope, async ({ groups, passes }) => {
        await groups.create(other.scope, aGroup());
        await passes.create(other.scope, aPass());
      });

      const { groups, passes } = persistence.views;
      expect(await groups.ofEmail(one.scope, email ?? '')).to.deep.equal([newer, older]);
      expect(await passes.ofEmail(one.scope, pass.owner.email ?? '')).to.deep.equal([pass]);
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

    it('takes a use back on the day it fell on, whenever that is, once, and no other', async () => {
      const { scope } = await establish(persistence);
      const { id } = await aPassOf(scope);
      const [use, other] = [aPassUse(id), aPassUse(id, { day: '2026-06-17' })];
      const takeBack = (useId: string) =>
        persistence.transact(scope, ({ passes }) =>
          passes.takeBack(scope, useId, { id: freshName('back'), at: minutesAfter(NOON, 24 * 60), actor: 'system:undo' }),
        );
      await persistence.transact(scope, async ({ passes }) => {
        await passes.addUse(scope, use);
        await passes.addUse(scope, other);
      });

      expect([await takeBack(use.id), await takeBack(use.id), await takeBack('none')]).to.deep.equal([true, false, false]);

      const { items } = await persistence.views.passes.uses(scope, id, FIRST_PAGE);
      const [back] = items;
      expect(items).to.have.lengthOf(3);
      expect(back).to.deep.include({ passId: id, day: '2026-06-16', gate: use.gate, entries: -1, annuls: use.id, actor: 'system:undo' });
      expect(await takeBack(back?.id ?? '')).to.equal(false);
      const locked = await persistence.transact(scope, ({ passes }) => passes.lock(scope, id, '2026-06-16'));
      expect([locked?.pass.used, locked?.usedOnDay]).to.deep.equal([1, 0]);
    });

    it('keeps an establishment whose passes were used, and lets one go whose passes were not', async () => {
      const [{ scope: used }, { scope: unused }] = [await establish(persistence), await establish(persistence)];
      const [{ id }] = [await aPassOf(used), await aPassOf(unused)];
      await persistence.transact(used, ({ passes }) => passes.addUse(used, aPassUse(id)));
      const remove = (scope: Scope) => persistence.transact(scope, ({ sites }) => sites.delete(scope));

      expect((await refusalOf(remove(used))).code).to.equal('in_use');
      await remove(unused);

      expect(await persistence.views.passes.get(used, id)).to.include({ used: 1 });
      expect((await persistence.views.passes.list(unused, FIRST_PAGE)).total).to.equal(0);
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

    exerciseGuestServices(persistence);
  });
}

/** Groups and passes as their services keep them, against whoever asks at once. */
function exerciseGuestServices(persistence: Persistence): void {
  const services = () => makeServices(testDeps({ persistence, clock: fixedClock(NOON), crypto: nodeCrypto }));
  const features = { ...aSite().features, groups: true, passes: true };
  const welcoming = async () => (await establish(persistence, { features })).scope;
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof DomainError ? error.code : Promise.reject(error)),
    );
  const INPUT = { kind: 'season', name: 'Dix entrées', owner: { name: 'Ada', email: null }, validFrom: null, validUntil: null } as const;
  const USE = { gate: null };

  it('never gives more entries than a pass has, however many ask at once', async () => {
    const scope = await welcoming();
    const { id } = await services().passes.create(scope, { ...INPUT, entries: 7, oncePerDay: false });

    const outcomes = await atOnce(100, () => codeOf(services().passes.use(scope, id, USE)));

    expect(outcomes.filter((outcome) => outcome === 'done')).to.have.lengthOf(7);
    expect(outcomes.filter((outcome) => outcome === 'pass_refused')).to.have.lengthOf(93);
    expect(await persistence.views.passes.get(scope, id)).to.include({ used: 7 });
    expect((await persistence.views.passes.uses(scope, id, FIRST_PAGE)).total).to.equal(7);
  });

  it('lets the owner of a pass for once a day in once, however many gates ask at once', async () => {
    const scope = await welcoming();
    const { id } = await services().passes.create(scope, { ...INPUT, entries: null, oncePerDay: true });

    const outcomes = await atOnce(20, () => codeOf(services().passes.use(scope, id, USE)));

    expect(outcomes.filter((outcome) => outcome === 'done')).to.have.lengthOf(1);
  });

  it('never confirms more groups than a session has seats for, and gives back what a cancelled one had', async () => {
    const scope = await welcoming();
    const offer = anOffer(scope);
    const session = aTicketSession(scope, { offerId: offer.id, capacity: 100 });
    const groups = Array.from({ length: 8 }, () => aGroup({ status: 'quoted', quote: [], size: 30, sessionId: session.id }));
    await persistence.transact(scope, async (stores) => {
      await stores.offers.create(scope, offer);
      await stores.ticketSessions.create(scope, session);
      for (const group of groups) await stores.groups.create(scope, group);
    });

    const outcomes = await Promise.all(groups.map(({ id }) => codeOf(services().groups.update(scope, id, {}, 'confirmed'))));
    const confirmed = groups.filter((_group, index) => outcomes[index] === 'done');

    expect([...outcomes].sort()).to.deep.equal(['done', 'done', 'done', ...Array(5).fill('session_full')]);
    const seats = async () => (await persistence.views.ticketSessions.get(scope, session.id))?.confirmedSeats;
    expect(await seats()).to.equal(90);
    const [first, second] = confirmed.map(({ id }) => id);
    expect(await codeOf(services().groups.update(scope, first ?? '', { size: 41 }, null))).to.equal('session_full');
    await services().groups.update(scope, first ?? '', { size: 40 }, null);
    expect(await seats()).to.equal(100);
    await services().groups.update(scope, second ?? '', {}, 'cancelled');
    expect(await seats()).to.equal(70);
  });

  it('makes one invoice of the quote of a confirmed group', async () => {
    const scope = await welcoming();
    const quote = [{ name: 'Visite guidée', quantity: 28, unitPriceCents: 550, taxBasisPoints: 550 }];
    const group = aGroup({ status: 'confirmed', quote });
    await persistence.transact(scope, (stores) => stores.groups.create(scope, group));

    const { invoice, group: invoiced } = await services().groups.createInvoice(scope, group.id, false);

    expect(invoice).to.include({ status: 'draft', grossCents: 15_400 });
    expect(invoiced.invoiceId).to.equal(invoice.id);
    expect(await codeOf(services().groups.createInvoice(scope, group.id, false))).to.equal('invalid_transition');
    expect(await codeOf(services().groups.update(scope, group.id, { quote: [] }, null))).to.equal('invalid_transition');
  });
}
