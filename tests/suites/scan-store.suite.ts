import { randomUUID } from 'node:crypto';
import type { Hour } from '@comptoir/core/access/attendance.js';
import type { Scan } from '@comptoir/core/access/scan.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { establish, minutesAfter, NOON } from './builders.js';
import { aCount, aGate, aScan, SCAN_HOUR } from './scan-builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';
import { aBookedSession, anOfferedSession } from './ticket-builders.js';

export function exerciseScanStore(name: string, open: Open): void {
  describePort('ScanStore and ScanViews', name, open, (persistence) => {
    const add = (scope: Scope, scan: Scan, hour: Hour = SCAN_HOUR) =>
      persistence.transact(scope, ({ scans }) => scans.add(scope, scan, hour));
    const sceneOf = (scope: Scope, { gate, nonce, holder, sessionId }: Scan, since: Date | null = null) =>
      persistence.transact(scope, ({ scans }) => scans.scene(scope, { gate, nonce, holderId: holder?.id ?? null, sessionId, since }));

    it('gives scans back as they were kept, the latest first, by pages and by gate', async () => {
      const { scope } = await establish(persistence);
      const refused = aScan(scope, { reason: 'used', counts: false, uses: false, elsewhere: { gate: 'B', at: NOON } });
      const unknown = aScan(scope, { holder: null, sessionId: null, reason: 'invalid', counts: false, uses: false, gate: 'C' });
      const scans = [aScan(scope), refused, unknown].map((scan, index) => ({ ...scan, at: minutesAfter(NOON, index) }));
      for (const scan of scans) await add(scope, scan);

      const first = await persistence.views.scans.list(scope, { limit: 2 });
      const rest = await persistence.views.scans.list(scope, { limit: 2, cursor: first.nextCursor ?? '' });

      expect([...first.items, ...rest.items]).to.deep.equal([...scans].reverse());
      expect(rest.nextCursor).to.equal(null);
      const ofGate = await persistence.views.scans.list(scope, { limit: 2, gate: 'C', from: NOON, to: minutesAfter(NOON, 9) });
      expect(ofGate.items).to.deep.equal(scans.slice(2));
    });

    it('refuses the cursor of another list', async () => {
      const { scope } = await establish(persistence);
      expect((await refusalOf(persistence.views.scans.list(scope, { limit: 2, cursor: '5b5d' }))).code).to.equal('invalid_request');
    });

    it('keeps one scan of a nonce at a gate, also of many at once, and counts it once', async () => {
      const { scope } = await establish(persistence);
      const nonce = randomUUID();

      const added = await atOnce(8, () => add(scope, aScan(scope, { nonce })));

      expect(added.filter((counts) => counts !== null)).to.deep.equal([[{ gate: 'Entrée principale', entries: 1, exits: 0 }]]);
      expect((await persistence.views.scans.list(scope, { limit: 9 })).items).to.have.length(1);
      expect(await add(scope, aScan(scope, { nonce, gate: 'B' }))).to.have.length(2);
    });

    it('marks the ticket that it uses, once, and no other', async () => {
      const { scope } = await establish(persistence);
      const { ticket } = await aBookedSession(persistence, scope);
      const holder = { kind: 'ticket', id: ticket.id } as const;
      const stored = () => persistence.views.tickets.get(scope, ticket.id);

      await add(scope, aScan(scope, { holder, uses: false }));
      await add(scope, aScan(scope, { holder: { kind: 'pass', id: ticket.id }, uses: true }));
      const { scope: elsewhere } = await establish(persistence);
      await add(elsewhere, aScan(elsewhere, { holder }));
      expect(await stored()).to.deep.equal(ticket);
      await add(scope, aScan(scope, { holder }));
      await add(scope, aScan(scope, { holder, at: minutesAfter(NOON, 5) }));
      expect(await stored()).to.deep.equal({ ...ticket, state: 'used', usedAt: NOON });
    });

    it('says what the gates counted on the day, this scan included, and nothing of other days', async () => {
      const { scope } = await establish(persistence);
      await add(scope, aScan(scope), { day: '2026-06-15', hour: 12 });
      await add(scope, aScan(scope), { ...SCAN_HOUR, hour: 9 });
      await add(scope, aScan(scope, { gate: 'B', direction: 'exit', uses: false }));
      const refused = aScan(scope, { reason: 'used', counts: false, uses: false });

      const counts = await add(scope, refused);

      const expected = [
        { gate: 'B', entries: 0, exits: 1 },
        { gate: 'Entrée principale', entries: 1, exits: 0 },
      ];
      expect(counts).to.deep.equal(expected);
      expect(await persistence.views.scans.gateCounts(scope, SCAN_HOUR.day)).to.deep.equal(expected);
    });

    it('counts every one of many scans at once', async () => {
      const { scope } = await establish(persistence);

      await atOnce(20, () => add(scope, aScan(scope)));

      expect(await persistence.views.scans.gateCounts(scope, SCAN_HOUR.day)).to.deep.equal([
        { gate: 'Entrée principale', entries: 20, exits: 0 },
      ]);
    });

    it('knows who is inside from the scans that stand, and what is said of the gate', async () => {
      const { scope } = await establish(persistence);
      const gate = aGate({ name: 'B', offerIds: ['ondes'], reentry: false });
      await persistence.transact(scope, ({ accessGates }) => accessGates.create(scope, gate));
      const holder = { kind: 'ticket', id: randomUUID() } as const;
      const [entry, exit] = [aScan(scope, { holder }), aScan(scope, { holder, direction: 'exit', uses: false, at: minutesAfter(NOON, 5) })];
      const back = aScan(scope, { holder, gate: 'B', at: minutesAfter(NOON, 9), uses: false });
      const refused = aScan(scope, { holder, reason: 'used', counts: false, uses: false, at: minutesAfter(NOON, 20) });
      for (const scan of [entry, exit, back, refused]) await add(scope, scan);

      const scene = await sceneOf(scope, back);
      const later = await sceneOf(scope, { ...entry, nonce: 'other' }, minutesAfter(NOON, 30));

      expect(scene.earlier).to.deep.equal(back);
      expect(scene.gate).to.deep.include({ offerIds: ['ondes'], earlyMinutes: null, lateMinutes: null, reentry: false });
      expect(scene.presence).to.deep.equal({ inside: 1, lastEntry: { gate: 'B', at: back.at } });
      expect(later).to.deep.equal({
        ...{ earlier: null, gate: null, session: null, settings: new Map() },
        presence: { inside: 0, lastEntry: null },
      });
      expect([...(await persistence.views.scans.presences(scope, [holder.id, entry.id])).values()]).to.deep.equal([
        scene.presence,
        { inside: 0, lastEntry: null },
      ]);
    });

    it('knows the session of a ticket, and what the establishment has set', async () => {
      const { scope } = await establish(persistence);
      const { session } = await anOfferedSession(persistence, scope);
      await persistence.transact(scope, async ({ settings }) => {
        await settings.set(scope, 'access.reentry', false);
        await settings.set(scope, 'orders.notifyEmails', []);
      });

      const scene = await sceneOf(scope, aScan(scope, { sessionId: session.id }));

      const { startsAt, endsAt } = session;
      expect(scene.session).to.deep.equal({ startsAt, endsAt, cancelledAt: null });
      expect([...scene.settings]).to.deep.equal([['access.reentry', false]]);
    });

    it('annuls a scan once, and takes it out of what was counted', async () => {
      const { scope } = await establish(persistence);
      const scan = aScan(scope);
      await add(scope, scan);
      const annul = () => persistence.transact(scope, ({ scans }) => scans.annul(scope, scan, SCAN_HOUR, minutesAfter(NOON, 1)));

      const annulled = await atOnce(3, annul);

      expect(annulled.filter(Boolean)).to.have.length(1);
      expect(await persistence.views.scans.gateCounts(scope, SCAN_HOUR.day)).to.deep.equal([
        { gate: 'Entrée principale', entries: 0, exits: 0 },
      ]);
      const { earlier, presence } = await sceneOf(scope, scan);
      expect(earlier?.annulledAt).to.deep.equal(minutesAfter(NOON, 1));
      expect(presence.lastEntry).to.equal(null);
    });

    it('sums what came by hour: who was scanned, and who was counted by hand', async () => {
      const { scope } = await establish(persistence);
      await add(scope, aScan(scope));
      await add(scope, aScan(scope, { uses: false }));
      await persistence.transact(scope, async ({ scans }) => {
        await scans.count(scope, aCount(scope, { count: 25 }));
        await scans.count(scope, aCount(scope, { count: -5 }));
        await scans.count(scope, aCount(scope, { day: '2026-06-17', hour: 0, count: 3 }));
      });

      expect(await persistence.views.scans.hours(scope, { first: '2026-06-16', last: '2026-06-17' })).to.deep.equal([
        { ...SCAN_HOUR, scanned: 1, counted: 20 },
        { day: '2026-06-17', hour: 0, scanned: 0, counted: 3 },
      ]);
      expect(await persistence.views.scans.hours(scope, { first: '2026-06-17', last: '2026-06-17' })).to.have.length(1);
    });
  });
}
