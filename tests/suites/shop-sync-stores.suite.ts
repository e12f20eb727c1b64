import { randomUUID } from 'node:crypto';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { SyncRun } from '@comptoir/core/shop-sync/sync-run.js';
import { expect } from 'chai';
import { establish, establishBeside, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { aRefusal, aShopLink, aSyncRun } from './shop-sync-builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';

const hoursAfterNoon = (hours: number) => minutesAfter(NOON, 60 * hours);

/** What any stores of links, runs and quarantined records of online shops must do. */
export function exerciseShopSyncStores(name: string, open: Open): void {
  describePort('ShopLinkStore', name, open, (persistence) => {
    it('answers links exactly as they were stored, and none of another kind', async () => {
      const { scope } = await establish(persistence);
      const links = [aShopLink(), aShopLink({ externalId: '13', shopUpdatedAt: null, goneAt: NOON }), aShopLink({ entity: 'customers' })];
      await persistence.transact(scope, ({ shopLinks }) => shopLinks.put(scope, links));

      const { byExternalIds } = persistence.views.shopLinks;
      const found = await byExternalIds(scope, 'orders', ['13', '12', '14', '12']);
      expect(found).to.have.deep.members(links.slice(0, 2));
      expect(await byExternalIds(scope, 'customers', ['12', '13'])).to.deep.equal(links.slice(2));
      expect(await byExternalIds(scope, 'orders', [])).to.deep.equal([]);
    });

    it('replaces a link that is stored again', async () => {
      const { scope } = await establish(persistence);
      await persistence.transact(scope, ({ shopLinks }) => shopLinks.put(scope, [aShopLink({ goneAt: NOON })]));
      const again = aShopLink({ digest: 'e'.repeat(64), shopUpdatedAt: minutesAfter(NOON, 1), importedAt: minutesAfter(NOON, 2) });
      await persistence.transact(scope, ({ shopLinks }) => shopLinks.put(scope, [again, aShopLink({ externalId: '9' })]));

      expect(await persistence.views.shopLinks.byExternalIds(scope, 'orders', ['12'])).to.deep.equal([again]);
      await persistence.transact(scope, ({ shopLinks }) => shopLinks.put(scope, []));
    });

    it('knows what is not gone, and what a record here is in the shop', async () => {
      const { scope } = await establish(persistence);
      const [here, gone] = [aShopLink(), aShopLink({ externalId: '13', goneAt: NOON })];
      await persistence.transact(scope, ({ shopLinks }) => shopLinks.put(scope, [here, gone]));

      const { present, byLocalId } = persistence.views.shopLinks;
      expect(await present(scope, 'orders')).to.deep.equal(['12']);
      expect(await byLocalId(scope, 'orders', gone.localId)).to.deep.equal(gone);
      expect(await byLocalId(scope, 'customers', gone.localId)).to.equal(null);
    });

    it('keeps the imports of an establishment apart', async () => {
      const { scope } = await establish(persistence);
      const steps: string[] = [];
      await atOnce(4, (index) =>
        persistence.transact(scope, async ({ shopLinks }) => {
          await shopLinks.lock(scope);
          steps.push(`begin ${index}`);
          await shopLinks.put(scope, [aShopLink({ externalId: String(index) })]);
          steps.push(`end ${index}`);
        }),
      );

      for (let step = 0; step < steps.length; step += 2) expect(steps[step + 1]).to.equal(steps[step]?.replace('begin', 'end'));
    });
  });

  describePort('SyncRunStore', name, open, (persistence) => {
    const begin = (scope: Scope, run: SyncRun) => persistence.transact(scope, ({ syncRuns }) => syncRuns.begin(scope, run));
    const save = (scope: Scope, run: SyncRun) => persistence.transact(scope, ({ syncRuns }) => syncRuns.save(scope, run));
    const ended = (run: SyncRun, outcome: SyncRun['outcome'] = 'completed'): SyncRun => ({
      ...run,
      outcome,
      finishedAt: minutesAfter(NOON, 5),
    });
    const later = (changes: Partial<SyncRun> = {}) =>
      aSyncRun({ startedAt: minutesAfter(NOON, 2), openedAt: minutesAfter(NOON, 2), leaseUntil: minutesAfter(NOON, 3), ...changes });

    it('answers runs exactly as they were stored', async () => {
      const { scope } = await establish(persistence);
      const run = aSyncRun();
      expect(await begin(scope, run)).to.deep.equal(run);
      const counts = { read: 7, unchanged: 4, quarantined: 1, gone: 1, requests: 3, writes: { orders: 2, order_lines: 5 } };
      const saved: SyncRun = { ...run, counts, expected: 9, cursor: { entity: 'orders', after: '12' }, reason: 'cut', since: null };

      expect(await save(scope, saved)).to.equal(true);
      expect(await persistence.views.syncRuns.get(scope, run.id)).to.deep.equal(saved);
      expect(await persistence.views.syncRuns.get(scope, 'nothing')).to.equal(null);
    });

    it('answers the last run that too much was gone for, and what a run accepts, cut or not', async () => {
      const { scope } = await establish(persistence);
      expect(await persistence.views.syncRuns.lastStopped(scope)).to.equal(null);
      const [first, second] = [aSyncRun({ job: 'full' }), later({ job: 'full', accepted: { products: 12 } })];
      for (const run of [first, second]) {
        await begin(scope, run);
        await save(scope, { ...ended(run, 'failed'), vanished: { products: 12, orders: 40 } });
      }
      const stopped = await persistence.views.syncRuns.lastStopped(scope);
      expect(stopped).to.deep.include({ id: second.id, vanished: { products: 12, orders: 40 }, accepted: { products: 12 } });

      const cut = later({ job: 'full', startedAt: minutesAfter(NOON, 10), leaseUntil: minutesAfter(NOON, 11), accepted: { orders: 40 } });
      await begin(scope, cut);
      const next = later({ job: 'full', startedAt: minutesAfter(NOON, 20), leaseUntil: minutesAfter(NOON, 21) });
      expect((await begin(scope, next))?.accepted, 'of the cut one').to.deep.equal({ orders: 40 });
      const third = { ...next, startedAt: minutesAfter(NOON, 30), leaseUntil: minutesAfter(NOON, 31), accepted: { orders: 41 } };
      expect((await begin(scope, third))?.accepted, 'of the new one').to.deep.equal({ orders: 41 });
      expect((await persistence.views.syncRuns.get(scope, cut.id))?.accepted).to.deep.equal({ orders: 41 });
    });

    it('begins no run beside another one, whatever their jobs', async () => {
      const { scope } = await establish(persistence);
      await begin(scope, aSyncRun());
      expect(await begin(scope, aSyncRun({ startedAt: minutesAfter(NOON, 0.5) }))).to.equal(null);
      expect(await begin(scope, aSyncRun({ job: 'full' }))).to.equal(null);
    });

    it('begins exactly one of several runs at once', async () => {
      const one = await establish(persistence);
      const other = await establishBeside(persistence, one);
      const jobs = ['orders', 'products', 'full', 'orders'] as const;
      const begun = await atOnce(4, (index) => begin(one.scope, aSyncRun({ job: jobs[index] ?? 'full' })));

      expect(begun.filter((run) => run !== null)).to.have.length(1);
      expect(await begin(other.scope, aSyncRun())).not.to.equal(null);
    });

    it('takes over a run that was cut, with a new lease and a new holder', async () => {
      const { scope } = await establish(persistence);
      const cut: SyncRun = { ...aSyncRun(), cursor: { entity: 'orders', after: '5' }, counts: { ...aSyncRun().counts, read: 5 } };
      await begin(scope, cut);
      const next = later();
      const taken = await begin(scope, next);

      expect(taken).to.deep.equal({ ...cut, leaseUntil: next.leaseUntil, holder: next.holder });
      expect(await persistence.views.syncRuns.get(scope, cut.id)).to.deep.equal(taken);
      expect(await save(scope, { ...cut, reason: 'not dead at all' })).to.equal(false);
      expect(await save(scope, { ...cut, holder: next.holder })).to.equal(true);
    });

    it('leaves a cut run of another job to the next of its own', async () => {
      const { scope } = await establish(persistence);
      const cut = aSyncRun({ job: 'full' });
      await begin(scope, cut);
      const orders = later();
      expect(await begin(scope, orders)).to.deep.equal(orders);
      await save(scope, ended(orders));

      expect((await begin(scope, later({ job: 'full' })))?.id).to.equal(cut.id);
    });

    it('saves no run that has ended', async () => {
      const { scope } = await establish(persistence);
      const run = aSyncRun();
      await begin(scope, run);
      expect(await save(scope, ended(run))).to.equal(true);
      expect(await save(scope, run)).to.equal(false);
      expect(await begin(scope, aSyncRun())).not.to.equal(null);
    });

    it('lets dry runs stand in nobody’s way', async () => {
      const { scope } = await establish(persistence);
      const dry = aSyncRun({ dryRun: true });
      expect(await begin(scope, dry)).to.deep.equal(dry);
      const real = aSyncRun();
      expect(await begin(scope, real)).to.deep.equal(real);
      expect(await begin(scope, aSyncRun({ dryRun: true }))).not.to.equal(null);
      expect((await begin(scope, later({ dryRun: true })))?.id).not.to.equal(dry.id);
      expect(await save(scope, ended(dry))).to.equal(true);
    });

    it('lists runs newest first, by job and by outcome', async () => {
      const { scope } = await establish(persistence);
      const [first, second] = [aSyncRun(), later({ job: 'products' })];
      await begin(scope, first);
      await save(scope, ended(first));
      await begin(scope, second);

      const { list } = persistence.views.syncRuns;
      expect((await list(scope, FIRST_PAGE)).items).to.deep.equal([second, ended(first)]);
      expect((await list(scope, { ...FIRST_PAGE, job: 'products' })).items).to.deep.equal([second]);
      expect(await list(scope, { ...FIRST_PAGE, pageSize: 1, outcome: 'completed' })).to.deep.include({ items: [ended(first)], total: 1 });
    });

    it('knows the last run that has seen everything', async () => {
      const { scope } = await establish(persistence);
      const add = async (run: SyncRun, outcome: SyncRun['outcome']) => {
        await begin(scope, run);
        await save(scope, ended(run, outcome));
      };
      const { lastGood } = persistence.views.syncRuns;
      expect(await lastGood(scope, 'orders')).to.equal(null);
      const good = aSyncRun({ openedAt: hoursAfterNoon(2) });
      await add(aSyncRun({ openedAt: hoursAfterNoon(1) }), 'completed');
      await add(good, 'completed_with_quarantine');
      await add(aSyncRun({ openedAt: hoursAfterNoon(3) }), 'failed');
      await add(aSyncRun({ openedAt: hoursAfterNoon(3) }), 'timed_out');
      await add(aSyncRun({ openedAt: hoursAfterNoon(3), job: 'products' }), 'completed');
      await add(aSyncRun({ openedAt: hoursAfterNoon(3), dryRun: true }), 'completed');

      expect((await lastGood(scope, 'orders'))?.id).to.equal(good.id);
    });

    it('forgets what ended long ago, but not the first run and the last good ones, and tells what is left in figures', async () => {
      const { scope } = await establish(persistence);
      const at = (hours: number, changes: Partial<SyncRun> = {}) =>
        aSyncRun({ startedAt: hoursAfterNoon(hours), openedAt: hoursAfterNoon(hours), leaseUntil: hoursAfterNoon(hours), ...changes });
      const add = async (run: SyncRun, outcome: SyncRun['outcome']): Promise<SyncRun> => {
        await begin(scope, run);
        const counts = { ...run.counts, requests: 7 };
        await save(scope, { ...run, outcome, counts, finishedAt: new Date(run.startedAt.getTime() + 60_000) });
        return run;
      };
      const first = await add(at(-9000), 'failed');
      await add(at(-8900), 'completed');
      const good = await add(at(-8800), 'completed');
      await add(at(-8700), 'failed');
      await add(at(-8600, { dryRun: true }), 'completed');
      const full = await add(at(-8500, { job: 'full' }), 'completed_with_quarantine');
      const young = await add(at(-1), 'failed');
      expect(await persistence.transact(scope, ({ syncRuns }) => syncRuns.forgetBefore(hoursAfterNoon(-8000)))).to.be.at.least(3);

      const { items } = await persistence.views.syncRuns.list(scope, FIRST_PAGE);
      expect(items.map(({ id }) => id)).to.deep.equal([young.id, full.id, good.id, first.id]);
      const figures = await persistence.views.syncRuns.figures(hoursAfterNoon(-24));
      const { tenantId, siteId } = scope;
      expect(figures.filter((one) => one.siteId === siteId)).to.have.deep.members([
        {
          tenantId,
          siteId,
          job: 'orders',
          ended: { failed: 1 },
          seconds: 60,
          requests: 7,
          goodAt: good.openedAt,
          firstAt: first.startedAt,
        },
        { tenantId, siteId, job: 'full', ended: {}, seconds: 0, requests: 0, goodAt: full.openedAt, firstAt: full.startedAt },
      ]);
    });

    it('knows when an establishment was synchronized first, dry runs left out', async () => {
      const { scope } = await establish(persistence);
      await begin(scope, aSyncRun({ dryRun: true, startedAt: hoursAfterNoon(-2) }));
      expect(await persistence.views.syncRuns.firstStart(scope)).to.equal(null);
      const first = aSyncRun();
      await begin(scope, first);
      await save(scope, ended(first, 'failed'));
      await begin(scope, later());

      expect(await persistence.views.syncRuns.firstStart(scope)).to.deep.equal(NOON);
    });
  });

  describePort('QuarantineStore', name, open, (persistence) => {
    const put = (scope: Scope, at: Date, ...refused: ReturnType<typeof aRefusal>[]) =>
      persistence.transact(scope, ({ quarantine }) => quarantine.put(scope, 'orders', refused, at));

    it('sets records apart, due again an hour later', async () => {
      const { scope } = await establish(persistence);
      await put(scope, NOON, aRefusal(), aRefusal({ externalId: '14', digest: null }));

      const expected = {
        ...aRefusal(),
        id: 'orders-13',
        entity: 'orders',
        attempts: 1,
        firstAt: NOON,
        lastAt: NOON,
        nextTryAt: hoursAfterNoon(1),
      };
      expect(await persistence.views.quarantine.get(scope, 'orders-13')).to.deep.equal(expected);
      const { byExternalIds } = persistence.views.quarantine;
      expect((await byExternalIds(scope, 'orders', ['13', '15'])).map(({ id }) => id)).to.deep.equal(['orders-13']);
      expect((await byExternalIds(scope, 'orders', ['14']))[0]?.digest).to.equal(null);
    });

    it('counts further attempts, and waits longer after each, at most a day', async () => {
      const { scope } = await establish(persistence);
      const waits: number[] = [];
      for (let hour = 0; hour < 7; hour += 1) {
        await put(scope, hoursAfterNoon(hour), aRefusal({ reason: `the ${hour}th time` }));
        const record = await persistence.views.quarantine.get(scope, 'orders-13');
        waits.push(((record?.nextTryAt?.getTime() ?? 0) - (record?.lastAt.getTime() ?? 0)) / 3_600_000);
      }

      expect(waits).to.deep.equal([1, 2, 4, 8, 16, 24, 24]);
      const record = await persistence.views.quarantine.get(scope, 'orders-13');
      expect(record).to.deep.include({ attempts: 7, firstAt: NOON, lastAt: hoursAfterNoon(6), reason: 'the 6th time' });
    });

    it('knows what is due, without what was dismissed', async () => {
      const { scope } = await establish(persistence);
      await put(scope, NOON, aRefusal(), aRefusal({ externalId: '14' }));
      const setNextTry = (id: string, at: Date | null) =>
        persistence.transact(scope, ({ quarantine }) => quarantine.setNextTry(scope, id, at));
      const due = (at: Date) => persistence.views.quarantine.due(scope, 'orders', at);

      expect(await due(minutesAfter(NOON, 59))).to.deep.equal([]);
      expect(await due(hoursAfterNoon(1))).to.have.members(['13', '14']);
      expect((await setNextTry('orders-13', null)).nextTryAt).to.equal(null);
      await setNextTry('orders-14', NOON);
      expect(await due(NOON)).to.deep.equal(['14']);
      expect((await refusalOf(setNextTry('orders-15', NOON))).code).to.equal('unknown_record');
    });

    it('lists by kind and by whether they were dismissed, newest attempt first', async () => {
      const { scope } = await establish(persistence);
      await put(scope, NOON, aRefusal());
      await put(scope, hoursAfterNoon(1), aRefusal({ externalId: '14' }));
      await persistence.transact(scope, async ({ quarantine }) => {
        await quarantine.put(scope, 'products', [aRefusal()], hoursAfterNoon(2));
        await quarantine.setNextTry(scope, 'orders-14', null);
      });
      const list = async (filter: object) =>
        (await persistence.views.quarantine.list(scope, { ...FIRST_PAGE, ...filter })).items.map(({ id }) => id);

      expect(await list({})).to.deep.equal(['products-13', 'orders-14', 'orders-13']);
      expect(await list({ entity: 'orders' })).to.deep.equal(['orders-14', 'orders-13']);
      expect(await list({ dismissed: true })).to.deep.equal(['orders-14']);
      expect(await list({ dismissed: false, search: '13' })).to.deep.equal(['products-13', 'orders-13']);
    });

    it('forgets records that are cleared, and counts them', async () => {
      const { scope } = await establish(persistence);
      await put(scope, NOON, aRefusal(), aRefusal({ externalId: '14' }));
      const cleared = await persistence.transact(scope, ({ quarantine }) => quarantine.clear(scope, 'orders', ['13', '15', '13']));

      expect(cleared).to.equal(1);
      expect((await persistence.views.quarantine.list(scope, FIRST_PAGE)).items.map(({ id }) => id)).to.deep.equal(['orders-14']);
    });

    it('goes with its establishment, as do links and runs', async () => {
      const { scope } = await establish(persistence);
      await put(scope, NOON, aRefusal());
      await persistence.transact(scope, async ({ shopLinks, syncRuns }) => {
        await shopLinks.put(scope, [aShopLink()]);
        await syncRuns.begin(scope, aSyncRun({ id: randomUUID() }));
      });

      await persistence.transact(scope, ({ sites }) => sites.delete(scope));

      const { views } = persistence;
      expect((await views.quarantine.list(scope, FIRST_PAGE)).total).to.equal(0);
      expect(await views.shopLinks.present(scope, 'orders')).to.deep.equal([]);
      expect((await views.syncRuns.list(scope, FIRST_PAGE)).total).to.equal(0);
    });
  });
}
