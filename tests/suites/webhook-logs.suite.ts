import { randomUUID } from 'node:crypto';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Settlement, WebhookLog } from '@comptoir/core/webhooks/webhook-log.js';
import type { ClaimWish, EventBatch, NewEvent, Turn, TurnEnd } from '@comptoir/core/webhooks/webhook-log-store.js';
import type { WebhookPace } from '@comptoir/core/webhooks/webhook-pace.js';
import { expect } from 'chai';
import { establish, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { atOnce, describePort, errorOf, type Open } from './suite.js';
import { aBatch, aClaim, anEventOfShop } from './webhook-builders.js';

const TURN_1: Turn = { entity: 'orders', number: 1 };
const LATER = minutesAfter(NOON, 10);

export function exerciseWebhookLogs(name: string, open: Open): void {
  describePort('WebhookLogStore', name, open, (persistence) => {
    const { transact } = persistence;
    const journal = (scope: Scope, changes: Partial<EventBatch> = {}) =>
      transact(scope, ({ webhookLogs }) => webhookLogs.journal(scope, aBatch(changes)));
    const tell = (scope: Scope, ...events: readonly Partial<NewEvent>[]) => journal(scope, { events: events.map(anEventOfShop) });
    const claim = (scope: Scope, turn: Turn, changes: Partial<ClaimWish> = {}, now = NOON) =>
      transact(scope, ({ webhookLogs }) => webhookLogs.claim(scope, turn, aClaim(changes), now), 'one-call');
    const settle = (scope: Scope, turn: Turn, token: string, end: Partial<TurnEnd> = {}, now = NOON) =>
      transact(scope, ({ webhookLogs }) => webhookLogs.settle(scope, turn, token, { settlements: [], restUntil: null, ...end }, now));
    const logs = async (scope: Scope) => (await persistence.views.webhookLogs.list(scope, { ...FIRST_PAGE, pageSize: 100 })).items;
    const statesOf = (found: readonly WebhookLog[]) => found.map(({ externalId, state }) => `${externalId} ${state}`).sort();

    async function aShop() {
      return (await establish(persistence)).scope;
    }

    it('journals every event of a request, and asks for a turn', async () => {
      const scope = await aShop();
      const batch = aBatch({ events: [anEventOfShop({ externalId: '7' }), anEventOfShop({ externalId: '8', action: 'delete' })] });

      const turn = await transact(scope, ({ webhookLogs }) => webhookLogs.journal(scope, batch));

      expect(turn).to.deep.equal({ ...TURN_1, at: NOON });
      const found = await persistence.views.webhookLogs.ofSession(scope, batch.sessionId);
      const fresh = { state: 'received', startedAt: null, finishedAt: null, attempts: 0, result: null, reason: null, coalescedInto: null };
      const common = { sessionId: batch.sessionId, entity: 'orders', receivedAt: NOON, dueAt: NOON, coalesced: 0, ...fresh };
      expect(found).to.have.deep.members(batch.events.map((event) => ({ ...event, ...common })));
    });

    it('coalesces what is about one record while that waits, within a request and over several', async () => {
      const scope = await aShop();
      const [first, second] = [anEventOfShop({ externalId: '7' }), anEventOfShop({ externalId: '7', action: 'delete' })];
      await tell(scope, first, second);
      await tell(scope, { externalId: '7' }, { externalId: '8' });

      const found = await logs(scope);
      const lead = found.find(({ id }) => id === first.id);
      expect(lead?.coalesced).to.equal(2);
      expect(found.filter(({ coalescedInto }) => coalescedInto === first.id)).to.have.length(2);
      expect((await claim(scope, TURN_1))?.map(({ externalId }) => externalId).sort()).to.deep.equal(['7', '8']);
    });

    it('keeps entities and establishments apart', async () => {
      const [scope, other] = [await aShop(), await aShop()];
      await tell(scope, { externalId: '7' });

      expect(await journal(scope, { entity: 'products', events: [anEventOfShop({ externalId: '7' })] })).to.include({
        entity: 'products',
        number: 1,
      });
      expect(await tell(other, { externalId: '7' })).to.include({ number: 1 });
      expect((await logs(scope)).map(({ coalescedInto }) => coalescedInto)).to.deep.equal([null, null]);
      expect((await logs(other)).length).to.equal(1);
    });

    it('asks for no second turn while one is to come', async () => {
      const scope = await aShop();
      await tell(scope, { externalId: '7' });

      expect(await tell(scope, { externalId: '8' })).to.equal(null);
      expect(await claim(scope, TURN_1)).to.have.length(2);
      expect(await tell(scope, { externalId: '9' })).to.equal(null);
    });

    it('claims no more than is wanted, and goes on with the next turn', async () => {
      const scope = await aShop();
      await tell(scope, { externalId: '7' }, { externalId: '8' }, { externalId: '9' });
      const token = randomUUID();
      const [one] = (await claim(scope, TURN_1, { token, limit: 1 })) ?? [];

      const next = await settle(scope, TURN_1, token, { settlements: [done(one?.id)] });

      expect(next).to.deep.equal({ entity: 'orders', number: 2, at: NOON });
      expect(await claim(scope, TURN_1)).to.equal(null);
      expect(await claim(scope, { ...TURN_1, number: 2 })).to.have.length(2);
    });

    it('takes what was coalesced along to the end, with times and attempts', async () => {
      const scope = await aShop();
      await tell(scope, { externalId: '7' }, { externalId: '7' });
      const token = randomUUID();
      const [event] = (await claim(scope, TURN_1, { token })) ?? [];
      expect(statesOf(await logs(scope))).to.deep.equal(['7 processing', '7 processing']);

      expect(await settle(scope, TURN_1, token, { settlements: [done(event?.id)] }, LATER)).to.equal(null);

      for (const log of await logs(scope)) {
        expect(log).to.deep.include({
          state: 'completed',
          result: 'imported',
          startedAt: NOON,
          finishedAt: LATER,
          attempts: 1,
          reason: null,
        });
      }
      expect(await tell(scope, { externalId: '7' })).to.include({ number: 1 });
    });

    it('lets what comes while a record is read wait for itself', async () => {
      const scope = await aShop();
      await tell(scope, { externalId: '7' });
      const token = randomUUID();
      const [event] = (await claim(scope, TURN_1, { token })) ?? [];
      await tell(scope, { externalId: '7', action: 'delete' });

      const next = await settle(scope, TURN_1, token, { settlements: [done(event?.id)] });

      expect(statesOf(await logs(scope))).to.deep.equal(['7 completed', '7 received']);
      expect(next).to.include({ number: 2 });
      expect(await claim(scope, { ...TURN_1, number: 2 })).to.have.length(1);
    });

    it('brings a turn forward for news, but not while the shop rests', async () => {
      for (const restUntil of [null, LATER]) {
        const scope = await aShop();
        await tell(scope, { externalId: '7' });
        const token = randomUUID();
        const [event] = (await claim(scope, TURN_1, { token })) ?? [];
        const again = { id: event?.id ?? '', kind: 'again', dueAt: LATER, reason: 'Not now.' } as const;
        expect(await settle(scope, TURN_1, token, { settlements: [again], restUntil })).to.deep.equal({
          entity: 'orders',
          number: 2,
          at: LATER,
        });
        expect((await logs(scope))[0]).to.deep.include({ state: 'processing', dueAt: LATER, reason: 'Not now.', finishedAt: null });

        const turn = await tell(scope, { externalId: '8' });

        expect(turn).to.deep.equal(restUntil === null ? { entity: 'orders', number: 3, at: NOON } : null);
      }
    });

    it('hands over what a turn left behind once its lease is over, and takes no late word of it', async () => {
      const scope = await aShop();
      await tell(scope, { externalId: '7' });
      const [dead, alive] = [randomUUID(), randomUUID()];
      const [event] = (await claim(scope, TURN_1, { token: dead })) ?? [];
      expect(await claim(scope, TURN_1)).to.deep.equal([]);

      const [again] = (await claim(scope, TURN_1, { token: alive, leaseUntil: minutesAfter(LATER, 5) }, LATER)) ?? [];

      expect(again).to.deep.equal({ id: event?.id, externalId: '7', attempts: 2 });
      await settle(scope, TURN_1, dead, { settlements: [{ id: event?.id ?? '', kind: 'failed', reason: 'Too late.' }] }, LATER);
      expect(statesOf(await logs(scope))).to.deep.equal(['7 processing']);
    });

    it('keeps why an event failed', async () => {
      const scope = await aShop();
      await tell(scope, { externalId: '7' });
      const token = randomUUID();
      const [event] = (await claim(scope, TURN_1, { token })) ?? [];

      await settle(scope, TURN_1, token, { settlements: [{ id: event?.id ?? '', kind: 'failed', reason: 'No shop.' }] });

      const [log] = await logs(scope);
      expect(log).to.deep.include({ state: 'failed', reason: 'No shop.', result: null, finishedAt: NOON });
      expect(await persistence.views.webhookLogs.get(scope, log?.id ?? '')).to.deep.equal(log);
    });

    it('journals nothing of a transaction that fails, its turn included', async () => {
      const scope = await aShop();
      const fault = new Error('no');
      const thrown = await errorOf(
        transact(scope, async ({ webhookLogs }) => {
          await webhookLogs.journal(scope, aBatch());
          throw fault;
        }),
      );

      expect(thrown).to.equal(fault);
      expect(await logs(scope)).to.deep.equal([]);
      expect(await tell(scope, {})).to.include({ number: 1 });
    });

    it('coalesces many requests at once into one entry, with one turn', async () => {
      const scope = await aShop();

      const turns = await atOnce(10, () => tell(scope, { externalId: '7' }, { externalId: '8' }));

      expect(turns.filter((turn) => turn !== null)).to.have.length(1);
      expect(await claim(scope, TURN_1)).to.have.length(2);
      expect(await logs(scope)).to.have.length(20);
    });

    it('counts the pace of requests at once one after the other, each establishment for itself', async () => {
      const [scope, other] = [await aShop(), await aShop()];
      const more = (pace: WebhookPace | null): WebhookPace => ({ level: (pace?.level ?? 0) + 1, at: NOON, strikes: 2, waitUntil: LATER });
      const count = (of: Scope) => transact(of, ({ webhookLogs }) => webhookLogs.pace(of, more));

      await atOnce(10, () => count(scope));

      expect(await count(scope)).to.deep.equal({ level: 11, at: NOON, strikes: 2, waitUntil: LATER });
      expect((await count(other)).level).to.equal(1);
      expect(await transact(scope, ({ webhookLogs }) => webhookLogs.pace(scope, (pace) => pace ?? more(null)))).to.include({ level: 11 });
    });

    it('finds entries by entity, state, session, record and time, newest first', async () => {
      const scope = await aShop();
      const batch = aBatch({ events: [anEventOfShop({ externalId: '7' })] });
      await transact(scope, ({ webhookLogs }) => webhookLogs.journal(scope, batch));
      await journal(scope, { entity: 'products', receivedAt: LATER, events: [anEventOfShop({ externalId: '8' })] });
      const found = async (filter: object) =>
        (await persistence.views.webhookLogs.list(scope, { ...FIRST_PAGE, ...filter })).items.map(({ externalId }) => externalId);

      expect(await found({})).to.deep.equal(['8', '7']);
      expect(await found({ entity: 'products' })).to.deep.equal(['8']);
      expect(await found({ state: 'received' })).to.deep.equal(['8', '7']);
      expect(await found({ state: 'failed' })).to.deep.equal([]);
      expect(await found({ sessionId: batch.sessionId })).to.deep.equal(['7']);
      expect(await found({ sessionId: 'none' })).to.deep.equal([]);
      expect(await found({ externalId: '7' })).to.deep.equal(['7']);
      expect(await found({ from: LATER })).to.deep.equal(['8']);
      expect(await found({ to: LATER })).to.deep.equal(['7']);
      expect(await persistence.views.webhookLogs.get(scope, 'none')).to.equal(null);
    });

    it('counts what came and how long it took', async () => {
      const scope = await aShop();
      await tell(scope, { externalId: '7' }, { externalId: '7' });
      const token = randomUUID();
      const [event] = (await claim(scope, TURN_1, { token })) ?? [];
      await settle(scope, TURN_1, token, { settlements: [done(event?.id)] }, new Date(NOON.getTime() + 250));
      await journal(scope, { entity: 'customers', receivedAt: LATER });

      expect(await persistence.views.webhookLogs.figures(scope, NOON)).to.deep.equal([
        {
          entity: 'customers',
          counts: { received: 1, processing: 0, completed: 0, failed: 0 },
          processed: 0,
          meanMs: null,
          slowestMs: null,
          oldestWaitingAt: LATER,
        },
        {
          entity: 'orders',
          counts: { received: 0, processing: 0, completed: 2, failed: 0 },
          processed: 1,
          meanMs: 250,
          slowestMs: 250,
          oldestWaitingAt: null,
        },
      ]);
      expect(await persistence.views.webhookLogs.figures(scope, minutesAfter(LATER, 1))).to.deep.equal([]);
    });

    it('forgets what ended long ago, and nothing that has not', async () => {
      const [scope, long] = [await aShop(), new Date('2001-01-01T12:00:00Z')];
      await journal(scope, { receivedAt: long, events: [anEventOfShop({ externalId: '7' }), anEventOfShop({ externalId: '8' })] });
      const token = randomUUID();
      const [event] = (await claim(scope, TURN_1, { token, limit: 1 }, long)) ?? [];
      await settle(scope, TURN_1, token, { settlements: [done(event?.id)] }, long);
      const forget = (before: Date) => transact(scope, ({ webhookLogs }) => webhookLogs.forgetBefore(before));

      expect(await forget(long)).to.equal(0);
      expect(await forget(minutesAfter(long, 1))).to.equal(1);
      expect(await logs(scope)).to.have.length(1);
    });
  });
}

function done(id = ''): Settlement {
  return { id, kind: 'completed', result: 'imported' };
}
