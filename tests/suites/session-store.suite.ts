import { randomUUID } from 'node:crypto';
import type { Session } from '@comptoir/core/identity/session.js';
import type { SessionRecord } from '@comptoir/core/identity/session-store.js';
import type { PageInput } from '@comptoir/core/kit/page.js';
import type { TenantScope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { establish, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { enrolled, IMPOSSIBLE_IDS, joined, NO_TENANT, signedIn } from './identity-builders.js';
import { atOnce, describePort, type Open } from './suite.js';

export function exerciseSessionStore(name: string, open: Open): void {
  describePort('SessionStore and SessionViews', name, open, (persistence) => {
    const { transact } = persistence;
    const get = (id: string) => transact(NO_TENANT, ({ sessions }) => sessions.get(id));
    const revoke = (userId: string, id: string, at = NOON) => transact(NO_TENANT, ({ sessions }) => sessions.revoke(userId, id, at));
    const revokeAll = (userId: string, exceptId: string | null, at = NOON) =>
      transact(NO_TENANT, ({ sessions }) => sessions.revokeAll(userId, exceptId, at));
    const touch = (id: string, seenAt: Date, expiresAt: Date) =>
      transact(NO_TENANT, ({ sessions }) => sessions.touch(id, seenAt, expiresAt));
    const forgetBefore = (before: Date) => transact(NO_TENANT, ({ sessions }) => sessions.forgetBefore(before));

    it('gives a session back as it was created', async () => {
      const user = await enrolled(persistence);
      const sessions = [
        await signedIn(persistence, user),
        await signedIn(persistence, user, { kind: 'oidc', address: '2001:db8::1', userAgent: null }),
        await signedIn(persistence, user, { kind: 'token', revokedAt: minutesAfter(NOON, 1), userAgent: 'Ünïcode \\ "agent"' }),
      ];

      for (const session of sessions) expect(await get(session.id)).to.deep.equal(session);
    });

    it('knows no session by what no id is, and does nothing to it', async () => {
      const { id: userId } = await enrolled(persistence);
      for (const id of [randomUUID(), ...IMPOSSIBLE_IDS]) {
        expect(await get(id), JSON.stringify(id)).to.equal(null);
        expect(await revoke(userId, id), JSON.stringify(id)).to.equal(false);
        expect(await revoke(id, id), JSON.stringify(id)).to.equal(false);
        expect(await revokeAll(id, null), JSON.stringify(id)).to.equal(0);
        await touch(id, NOON, NOON);
        expect(await persistence.views.sessions.ofUser(id, NOON), JSON.stringify(id)).to.deep.equal([]);
      }
    });

    it('ends a session once, and only for whose it is', async () => {
      const [user, other] = [await enrolled(persistence), await enrolled(persistence)];
      const session = await signedIn(persistence, user);

      expect(await revoke(other.id, session.id)).to.equal(false);
      expect(await get(session.id)).to.deep.equal(session);
      expect(await revoke(user.id, session.id, minutesAfter(NOON, 1))).to.equal(true);
      expect(await revoke(user.id, session.id, minutesAfter(NOON, 2))).to.equal(false);
      expect(await get(session.id)).to.deep.equal({ ...session, revokedAt: minutesAfter(NOON, 1) });
    });

    it('ends a session for one of many who end it at once', async () => {
      const user = await enrolled(persistence);
      const session = await signedIn(persistence, user);

      const ended = await atOnce(6, () => revoke(user.id, session.id));

      expect(ended.filter(Boolean)).to.have.length(1);
    });

    it('ends all sessions of a person but one, and counts those that were open', async () => {
      const [user, other] = [await enrolled(persistence), await enrolled(persistence)];
      const [kept, ended, before] = [
        await signedIn(persistence, user),
        await signedIn(persistence, user),
        await signedIn(persistence, user, { revokedAt: NOON }),
      ];
      const theirs = await signedIn(persistence, other);

      expect(await revokeAll(user.id, kept.id, minutesAfter(NOON, 1))).to.equal(1);
      expect(await get(kept.id)).to.deep.equal(kept);
      expect(await get(ended.id)).to.deep.equal({ ...ended, revokedAt: minutesAfter(NOON, 1) });
      expect(await get(before.id)).to.deep.equal(before);
      expect(await get(theirs.id)).to.deep.equal(theirs);
      expect(await revokeAll(user.id, null, minutesAfter(NOON, 2))).to.equal(1);
      expect((await get(kept.id))?.revokedAt).to.deep.equal(minutesAfter(NOON, 2));
    });

    it('ends all sessions of a person when the one to spare is no id at all', async () => {
      const user = await enrolled(persistence);
      await signedIn(persistence, user);

      expect(await revokeAll(user.id, 'lucie')).to.equal(1);
    });

    it('notes the latest sign of life and how long the session lasts, unless it has ended', async () => {
      const user = await enrolled(persistence);
      const session = await signedIn(persistence, user);
      const [seenAt, expiresAt] = [minutesAfter(NOON, 7), minutesAfter(session.expiresAt, 7)];

      await touch(session.id, seenAt, expiresAt);
      await touch(session.id, minutesAfter(NOON, 6), minutesAfter(session.expiresAt, 6));
      expect(await get(session.id)).to.deep.equal({ ...session, lastSeenAt: seenAt, expiresAt });

      await revoke(user.id, session.id);
      await touch(session.id, minutesAfter(NOON, 8), minutesAfter(session.expiresAt, 8));
      expect(await get(session.id)).to.deep.equal({ ...session, lastSeenAt: seenAt, expiresAt, revokedAt: NOON });
    });

    it('drops sessions that expired before an instant, whoever they belong to, and no others', async () => {
      const long = new Date('2001-01-01T12:00:00Z');
      const [user, other] = [await enrolled(persistence), await enrolled(persistence)];
      const expired = [await signedIn(persistence, user, { expiresAt: long }), await signedIn(persistence, other, { expiresAt: long })];
      const kept = await signedIn(persistence, user, { expiresAt: minutesAfter(long, 1) });

      expect(await forgetBefore(minutesAfter(long, 1))).to.equal(2);

      expect(await Promise.all(expired.map(({ id }) => get(id)))).to.deep.equal([null, null]);
      expect(await get(kept.id)).to.deep.equal(kept);
      expect(await forgetBefore(minutesAfter(long, 2))).to.equal(1);
    });

    it('shows a person their open sessions, last used first', async () => {
      const user = await enrolled(persistence);
      const at = (minutes: number, changes: Partial<Session> = {}) =>
        signedIn(persistence, user, { lastSeenAt: minutesAfter(NOON, minutes), ...changes });
      const [old, first, fresh] = [await at(1), await at(2, { id: sorted(0) }), await at(9)];
      const twin = await at(2, { id: sorted(1) });
      await at(10, { revokedAt: NOON });
      await at(10, { expiresAt: minutesAfter(NOON, 20) });
      await signedIn(persistence, await enrolled(persistence));

      expect(await persistence.views.sessions.ofUser(user.id, minutesAfter(NOON, 20))).to.deep.equal([fresh, twin, first, old]);
    });

    it('lists the open sessions of the members of an organisation, with whose they are', async () => {
      const { scope } = await establish(persistence);
      const list = (filter: Partial<PageInput & { userId: string }> = {}, where: TenantScope = scope) =>
        persistence.views.sessions.list(where, { ...FIRST_PAGE, ...filter }, NOON);
      const [ada, zoe] = [await joined(persistence, scope, { user: { name: 'Ada 100%' } }), await joined(persistence, scope)];
      const records: SessionRecord[] = [];
      for (const [minutes, { user }] of [
        [3, ada],
        [2, zoe],
        [1, ada],
      ] as const) {
        const session = await signedIn(persistence, user, { lastSeenAt: minutesAfter(NOON, minutes) });
        records.push({ ...session, email: user.email, name: user.name });
      }
      const [newest, ofZoe, oldest] = records;
      await signedIn(persistence, ada.user, { revokedAt: NOON });
      await signedIn(persistence, zoe.user, { expiresAt: NOON });
      await signedIn(persistence, await enrolled(persistence));

      expect(await list()).to.deep.equal({ items: records, total: 3, page: 1, pageSize: 20 });
      expect(await list({ page: 2, pageSize: 2 })).to.deep.equal({ items: [oldest], total: 3, page: 2, pageSize: 2 });
      expect((await list({ userId: zoe.user.id })).items).to.deep.equal([ofZoe]);
      expect((await list({ search: 'ADA' })).items).to.deep.equal([newest, oldest]);
      expect((await list({ search: '%' })).items).to.deep.equal([newest, oldest]);
      expect((await list({ search: zoe.user.email.toUpperCase() })).items).to.deep.equal([ofZoe]);
      for (const userId of IMPOSSIBLE_IDS) expect((await list({ userId })).total, JSON.stringify(userId)).to.equal(0);
      for (const tenantId of IMPOSSIBLE_IDS) expect((await list({}, { ...scope, tenantId })).total, JSON.stringify(tenantId)).to.equal(0);
    });
  });
}

/** Ids that sort as their numbers. */
function sorted(index: number): string {
  return `${index}${randomUUID().slice(1)}`;
}
