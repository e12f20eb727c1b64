import { randomUUID } from 'node:crypto';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Pass } from '@comptoir/core/passes/pass.js';
import { makeServices } from '@comptoir/core/services.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { repeatableCrypto } from '../core/support.js';
import { testDeps } from '../support/service-deps.js';
import { aSite, establish, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { aPass } from './guest-builders.js';
import { atOnce, describePort, errorOf, type Open } from './suite.js';
import { aBookedSession } from './ticket-builders.js';

/** One ticket, many gates: what no test in memory can show. */
export function exerciseAccessService(name: string, open: Open): void {
  describePort('AccessService', name, open, (persistence) => {
    /** Two hours later, when the session begins; a service of its own for every caller, as in processes of their own. */
    const service = (on: Persistence = persistence) =>
      makeServices(
        testDeps({ persistence: on, clock: fixedClock(minutesAfter(NOON, 120)), crypto: repeatableCrypto(Math.random() * 2 ** 31) }),
      ).access;
    const read = (code: string, gate: string, nonce: string = randomUUID()) =>
      ({ code, gate, nonce, direction: 'entry', at: null }) as const;

    async function booked() {
      const { scope, site } = await establish(persistence);
      const { ticket } = await aBookedSession(persistence, scope);
      return { scope, site, ticket };
    }

    it('admits one when a hundred gates scan a ticket at once', async () => {
      const { scope, site, ticket } = await booked();

      const answers = await atOnce(100, (gate) => service().scan(scope, site, read(ticket.code, `G${gate}`)));

      const admitted = answers.filter(({ scan }) => scan.reason === null);
      expect(admitted).to.have.length(1);
      expect(new Set(answers.filter(({ scan }) => scan.reason !== null).map(({ scan }) => scan.reason))).to.deep.equal(new Set(['used']));
      expect(await occupancyOf(scope)).to.equal(1);
    });

    it('is one scan when a device sends it many times at once', async () => {
      const { scope, site, ticket } = await booked();
      const [known, unknown] = [read(ticket.code, 'A'), read('nobody', 'A')];

      const answers = await atOnce(10, (index) => service().scan(scope, site, index % 2 === 0 ? known : unknown));

      expect(new Set(answers.map(({ scan }) => scan.id)).size).to.equal(2);
      expect((await persistence.views.scans.list(scope, { limit: 50 })).items).to.have.length(2);
      expect(await occupancyOf(scope)).to.equal(1);
    });

    it('keeps one scan when a nonce comes with several codes at once', async () => {
      const { scope, site, ticket } = await booked();
      const nonce = randomUUID();

      const answers = await atOnce(6, (index) => service().scan(scope, site, read(index % 2 === 0 ? ticket.code : 'nobody', 'A', nonce)));

      expect(new Set(answers.map(({ scan }) => scan.id)).size).to.equal(1);
      const used = (await persistence.views.tickets.get(scope, ticket.id))?.state === 'used';
      expect(used).to.equal(answers[0]?.scan.reason === null);
    });

    it('uploads the same scans twice at once, and they are there once', async () => {
      const { scope, site, ticket } = await booked();
      const scans = [{ code: ticket.code, direction: 'entry', nonce: 'one', at: minutesAfter(NOON, 119), reason: null }] as const;

      const reports = await atOnce(4, () => service().upload(scope, site, 'A', scans));

      expect(reports.map(({ kept }) => kept)).to.deep.equal([1, 1, 1, 1]);
      expect(reports.reduce((sum, { repeated }) => sum + repeated, 0)).to.equal(3);
      expect(reports.flatMap(({ conflicts }) => conflicts)).to.deep.equal([]);
      expect(await occupancyOf(scope)).to.equal(1);
    });

    it('leaves nothing of a scan that broke off half-way, and takes it when it is sent again', async () => {
      const { scope, site, ticket } = await booked();
      const breaking: Persistence = {
        views: persistence.views,
        transact: (of, work) =>
          persistence.transact(of, (stores, views) => {
            const add: typeof stores.scans.add = async (...scan) => {
              await stores.scans.add(...scan);
              throw new Error('gone');
            };
            return work({ ...stores, scans: { ...stores.scans, add } }, views);
          }),
      };
      const sent = read(ticket.code, 'A', 'one');

      expect(await errorOf(service(breaking).scan(scope, site, sent))).to.have.property('message', 'gone');

      expect((await persistence.views.scans.list(scope, { limit: 50 })).items).to.deep.equal([]);
      expect(await occupancyOf(scope)).to.equal(0);
      expect((await persistence.views.tickets.get(scope, ticket.id))?.state).to.equal('valid');
      expect((await service().scan(scope, site, sent)).scan.reason).to.equal(null);
    });

    it('gives a ticket back once when its scan is annulled many times at once', async () => {
      const { scope, site, ticket } = await booked();
      await service().scan(scope, site, read(ticket.code, 'A', 'one'));

      await atOnce(5, () => service().annul(scope, site, { gate: 'A', nonce: 'one' }));

      expect((await persistence.views.tickets.get(scope, ticket.id))?.state).to.equal('valid');
      expect(await occupancyOf(scope)).to.equal(0);
    });

    /** A pass of an establishment that has passes. */
    async function sold(changes: Partial<Pass>) {
      const { scope, site } = await establish(persistence, { features: { ...aSite().features, passes: true } });
      const pass = aPass(changes);
      await persistence.transact(scope, ({ passes }) => passes.create(scope, pass));
      const usedOf = async () => (await persistence.views.passes.get(scope, pass.id))?.used;
      return { scope, site, pass, usedOf };
    }

    it('never admits more than the entries of a pass when a hundred gates scan it at once', async () => {
      const { scope, site, pass, usedOf } = await sold({ entries: 7 });

      const answers = await atOnce(100, (gate) => service().scan(scope, site, read(pass.code, `G${gate}`)));

      expect(answers.filter(({ scan }) => scan.reason === null)).to.have.length(7);
      expect(answers.filter(({ scan }) => scan.reason === 'used')).to.have.length(93);
      expect(await usedOf()).to.equal(7);
      expect((await persistence.views.passes.uses(scope, pass.id, FIRST_PAGE)).total).to.equal(7);
      expect(await occupancyOf(scope)).to.equal(7);
    });

    it('gives an entry of a pass back once when its scan is annulled many times at once', async () => {
      const { scope, site, pass, usedOf } = await sold({ oncePerDay: true });
      const { scan } = await service().scan(scope, site, read(pass.code, 'A', 'one'));

      await atOnce(5, () => service().annul(scope, site, { gate: 'A', nonce: 'one' }));

      expect(await usedOf()).to.equal(0);
      const { items } = await persistence.views.passes.uses(scope, pass.id, FIRST_PAGE);
      expect(items.map(({ id, entries, annuls }) => [id === scan.id, entries, annuls])).to.have.deep.members([
        [true, 1, null],
        [false, -1, scan.id],
      ]);
      expect((await service().scan(scope, site, read(pass.code, 'A', 'two'))).scan.reason).to.equal(null);
    });

    it('counts an entry with a pass once when an upload comes several times at once', async () => {
      const { scope, site, pass, usedOf } = await sold({ entries: 1 });
      const scan = { code: pass.code, direction: 'entry', at: minutesAfter(NOON, 119), reason: null } as const;
      const scans = [
        { ...scan, nonce: 'one' },
        { ...scan, nonce: 'two' },
      ];

      const reports = await atOnce(4, () => service().upload(scope, site, 'A', scans));

      for (const { conflicts } of reports) expect(conflicts.map(({ reason }) => reason)).to.deep.equal(['used']);
      expect(await usedOf()).to.equal(2);
    });

    async function occupancyOf(scope: Scope): Promise<number> {
      const counts = await persistence.views.scans.gateCounts(scope, '2026-06-16');
      return counts.reduce((sum, { entries, exits }) => sum + entries - exits, 0);
    }
  });
}
