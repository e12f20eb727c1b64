import { randomUUID } from 'node:crypto';
import { hostScope } from '@comptoir/core/kit/scope.js';
import type { NewJob, Settlement } from '@comptoir/core/push-queue/push-job.js';
import type {
  ClaimedJob,
  DeadSelection,
  MessageSelection,
  PushQueueStore,
  QueueHorizon,
  Want,
} from '@comptoir/core/push-queue/push-queue-store.js';
import { expect } from 'chai';
import { minutesAfter, NOON } from './builders.js';
import { aJob, aWant, aWorker, freshApp, secondsAfter } from './queue-builders.js';
import { atOnce, describePort, errorOf, type Open, refusalOf } from './suite.js';

const SCOPE = hostScope('tests');
const ACKED: Settlement = { kind: 'acked' };
const DEAD: Settlement = { kind: 'dead', attempts: 3, status: 503, error: 'The handler answered 503.' };

export function exercisePushQueueStore(name: string, open: Open): void {
  describePort('PushQueueStore', name, open, (persistence) => {
    const { transact } = persistence;
    const views = () => persistence.views.pushQueue;
    const on = <Result>(work: (queue: PushQueueStore) => Promise<Result>) => transact(SCOPE, ({ pushQueue }) => work(pushQueue));
    const push = (jobs: readonly NewJob[], now = NOON) => on((queue) => queue.push(jobs, now));
    const claim = (wants: readonly Want[], now = NOON) => on((queue) => queue.claim(wants, randomUUID(), now));
    const settle = (job: ClaimedJob | undefined, settlement: Settlement, now = NOON) =>
      on((queue) => queue.settle(job === undefined ? [] : [{ id: job.id, token: job.lease.token, settlement }], now));
    const depths = (appId: string, now = NOON) => views().depths(appId, now);
    const idsOf = (jobs: readonly { readonly id: string }[]) => jobs.map(({ id }) => id);

    /** A message of a new app that has died, and the app. */
    async function aDeadLetter(changes: Partial<NewJob> = {}) {
      const job = aJob({ appId: freshApp(), ...changes });
      await push([job]);
      const [claimed] = await claim([aWant(job)]);
      await settle(claimed, DEAD);
      return job;
    }

    it('leases what is due to one caller, oldest first, and keeps the rest', async () => {
      const appId = freshApp();
      const [old, young, later] = [
        aJob({ appId, runAt: minutesAfter(NOON, -1) }),
        aJob({ appId }),
        aJob({ appId, runAt: minutesAfter(NOON, 1) }),
      ];
      await push([young, later, old]);

      const claimed = await claim([aWant({ appId })]);

      expect(idsOf(claimed)).to.deep.equal([old.id, young.id]);
      expect(claimed[0]).to.deep.include({ appId, queue: 'mails', payload: '{"n":1}', attempts: 0, maxAttempts: null, runAt: old.runAt });
      expect(claimed[0]?.lease.until).to.deep.equal(secondsAfter(NOON, 30));
      expect(await claim([aWant({ appId })])).to.deep.equal([]);
      expect(idsOf(await claim([aWant({ appId })], later.runAt))).to.deep.equal([later.id]);
    });

    it('takes in a message under a lease: nobody claims it before that has ended, and its token settles it', async () => {
      const appId = freshApp();
      const lease = { token: randomUUID(), until: secondsAfter(NOON, 30) };
      const [kept, lost, other] = [aJob({ appId, lease }), aJob({ appId, lease }), aJob({ appId })];
      await push([kept, lost, other]);

      expect(await depths(appId)).to.containSubset([{ ready: 1, inDelivery: 2 }]);
      expect(idsOf(await claim([aWant({ appId, leaseUntil: secondsAfter(NOON, 60) })]))).to.deep.equal([other.id]);
      expect(await settle({ ...kept, attempts: 0, lease }, ACKED)).to.equal(1);
      await on((queue) => queue.reclaim(null, lease.until, 1000));
      const again = await claim([aWant({ appId })], lease.until);
      expect(again.map(({ id, attempts }) => ({ id, attempts }))).to.deep.equal([{ id: lost.id, attempts: 1 }]);
      expect(await settle({ ...lost, attempts: 0, lease }, ACKED)).to.equal(0);
    });

    it('serves several queues in one claim, each up to its limit, and no other queue', async () => {
      const [one, other] = [freshApp(), freshApp()];
      await push([aJob({ appId: one }), aJob({ appId: one }), aJob({ appId: other }), aJob({ appId: one, queue: 'else' })]);

      const claimed = await claim([aWant({ appId: one, limit: 1 }), aWant({ appId: other })]);

      expect(claimed.map(({ appId, queue }) => `${appId} ${queue}`)).to.have.members([`${one} mails`, `${other} mails`]);
    });

    it('looks only behind the place that it is told', async () => {
      const appId = freshApp();
      const jobs = [-3, -2, -1].map((minutes) => aJob({ appId, runAt: minutesAfter(NOON, minutes) }));
      await push(jobs);
      const [first, second] = jobs;
      const after = { runAt: second?.runAt ?? NOON, id: second?.id ?? '' };

      expect(idsOf(await claim([aWant({ appId, after })]))).to.deep.equal([jobs[2]?.id]);
      expect(idsOf(await claim([aWant({ appId })]))).to.deep.equal([first?.id, second?.id]);
    });

    it('takes any JSON and any text in it', async () => {
      const payloads = ['null', '"a\\u0000b"', '{"z":1,"a":[]}', '12345678901234567890', `"${'é🌻'.repeat(5000)}"`];
      const appId = freshApp();
      await push(payloads.map((payload, index) => aJob({ appId, payload, runAt: minutesAfter(NOON, index - 10) })));

      expect((await claim([aWant({ appId })])).map(({ payload }) => payload)).to.deep.equal(payloads);
    });

    it('gives each message to one of many who claim at once', async () => {
      const appId = freshApp();
      const jobs = Array.from({ length: 50 }, () => aJob({ appId }));
      await push(jobs);

      const claims = await atOnce(10, () => claim([aWant({ appId })]));
      const rest = await claim([aWant({ appId, limit: 100 })]);

      expect(idsOf([...claims.flat(), ...rest])).to.have.members(idsOf(jobs));
    });

    it('removes what is acknowledged', async () => {
      const appId = freshApp();
      await push([aJob({ appId })]);
      const [job] = await claim([aWant({ appId })]);

      expect(await settle(job, ACKED)).to.equal(1);
      expect(await settle(job, ACKED)).to.equal(0);
      expect(await depths(appId)).to.deep.equal([]);
    });

    it('puts back what is to be tried again, for later and with its attempts', async () => {
      const appId = freshApp();
      await push([aJob({ appId })]);
      const [job] = await claim([aWant({ appId })]);

      await settle(job, { kind: 'again', attempts: 1, runAt: minutesAfter(NOON, 1) });

      expect(await claim([aWant({ appId })])).to.deep.equal([]);
      const [again] = await claim([aWant({ appId })], minutesAfter(NOON, 1));
      expect(again).to.include({ id: job?.id, attempts: 1 });
    });

    it('puts back what nobody settled before its lease ended, and counts that as an attempt', async () => {
      const appId = freshApp();
      await push([aJob({ appId })]);
      const [job] = await claim([aWant({ appId })]);
      const end = job?.lease.until ?? NOON;
      const reclaim = (now: Date, since: Date | null = null) => on((queue) => queue.reclaim(since, now, 1000));

      await reclaim(secondsAfter(end, -1));
      expect(await depths(appId)).to.deep.include.members([
        { appId, queue: 'mails', ready: 0, delayed: 0, inDelivery: 1, dead: 0, oldestDueAt: null },
      ]);
      await reclaim(secondsAfter(end, 1), end);
      expect((await depths(appId))[0]).to.include({ ready: 0, inDelivery: 1 });
      await reclaim(end);

      const [again] = await claim([aWant({ appId, leaseUntil: minutesAfter(NOON, 5) })], end);
      expect(again).to.include({ id: job?.id, attempts: 1 });
    });

    it('lets a late answer change nothing once the message is somebody else’s', async () => {
      const appId = freshApp();
      await push([aJob({ appId })]);
      const [late] = await claim([aWant({ appId })]);
      const end = late?.lease.until ?? NOON;
      await on((queue) => queue.reclaim(null, end, 1000));
      const [current] = await claim([aWant({ appId, leaseUntil: minutesAfter(NOON, 5) })], end);

      for (const settlement of [ACKED, DEAD, { kind: 'again', attempts: 9, runAt: NOON } as const]) {
        expect(await settle(late, settlement)).to.equal(0);
      }

      expect((await depths(appId))[0]).to.include({ inDelivery: 1, dead: 0 });
      expect(await settle(current, ACKED)).to.equal(1);
    });

    it('keeps what was given up, with its last answer, newest first and page by page', async () => {
      const appId = freshApp();
      const jobs = [1, 2, 3].map((n) => aJob({ appId, payload: String(n), queue: n === 2 ? 'else' : 'mails' }));
      for (const [index, job] of jobs.entries()) {
        await push([job]);
        const [claimed] = await claim([aWant(job)]);
        await settle(claimed, DEAD, minutesAfter(NOON, index));
      }
      const list = (cursor?: string, queue: string | null = null) => views().deadLetters(appId, { queue, limit: 2, cursor });

      const first = await list();
      expect(first.items[0]).to.deep.equal({
        id: jobs[2]?.id,
        appId,
        queue: 'mails',
        payload: '3',
        attempts: 3,
        lastStatus: 503,
        lastError: 'The handler answered 503.',
        deadAt: minutesAfter(NOON, 2),
      });
      const rest = await list(first.nextCursor ?? '');
      expect(idsOf([...first.items, ...rest.items])).to.deep.equal(idsOf(jobs.toReversed()));
      expect(rest.nextCursor).to.equal(null);
      expect(idsOf((await list(undefined, 'else')).items)).to.deep.equal([jobs[1]?.id]);
      expect((await refusalOf(list('none'))).code).to.equal('invalid_request');
    });

    it('puts dead letters back, or drops them, as they are chosen, and only those of the app', async () => {
      const [one, other] = [await aDeadLetter(), await aDeadLetter()];
      const choices: readonly DeadSelection[] = [{ ids: [other.id, 'none'] }, { queue: 'mails' }, { all: true }];
      for (const verb of ['retryDead', 'purgeDead'] as const) {
        expect(await on((queue) => queue[verb](one.appId, { ids: [other.id, 'none'] }, NOON))).to.equal(0);
        expect(await on((queue) => queue[verb](one.appId, { queue: 'else' }, NOON))).to.equal(0);
      }
      for (const choice of choices.slice(1)) {
        expect(await on((queue) => queue.retryDead(one.appId, choice, NOON))).to.equal(1);
        const [again] = await claim([aWant({ appId: one.appId })]);
        expect(again).to.include({ id: one.id, attempts: 0, payload: one.payload });
        await settle(again, DEAD);
      }

      expect(await on((queue) => queue.purgeDead(other.appId, { ids: [other.id] }))).to.equal(1);
      expect(await on((queue) => queue.purgeDead(one.appId, { all: true }))).to.equal(1);
      expect([...(await depths(one.appId)), ...(await depths(other.appId))]).to.deep.equal([]);
    });

    it('knows of one establishment what names it, on the queues asked for, and reads nothing of others', async () => {
      const [tenantId, mine, theirs] = [randomUUID(), randomUUID(), randomUUID()];
      const appId = freshApp();
      const work = (siteId: string, queue = 'work') => aJob({ appId, queue, payload: JSON.stringify({ tenantId, siteId, n: 1 }) });
      const [waiting, own, foreign, elsewhere] = [work(mine), work(mine), work(theirs), work(mine, 'secret')];
      const dead = [own, foreign, elsewhere, aJob({ appId, queue: 'secret', payload: '"no object"' })];
      await push(dead);
      for (const { queue } of dead) {
        const [claimed] = await claim([aWant({ appId, queue, limit: 1 })]);
        await settle(claimed, DEAD);
      }
      await push([waiting, work(theirs)]);
      const of = { owner: { tenantId, siteId: mine }, queues: ['work', 'other'] };
      const lettersOf = async (owned?: typeof of) =>
        idsOf((await views().deadLetters(appId, { queue: null, limit: 10, cursor: undefined, of: owned })).items).toSorted();

      expect(await views().depths(appId, NOON, of)).to.deep.equal([
        { appId, queue: 'work', ready: 1, delayed: 0, inDelivery: 0, dead: 1, oldestDueAt: NOON },
      ]);
      expect(await lettersOf(of)).to.deep.equal([own.id]);
      expect(await on((queue) => queue.retryDead(appId, { ids: [foreign.id, elsewhere.id], of }, NOON))).to.equal(0);
      expect(await on((queue) => queue.purgeDead(appId, { queue: 'secret', of }))).to.equal(0);
      expect(await on((queue) => queue.retryDead(appId, { all: true, of }, NOON))).to.equal(1);
      expect(await lettersOf()).to.deep.equal(idsOf(dead.filter((job) => job !== own)).toSorted());
      expect(await on((queue) => queue.purgeDead(appId, { all: true, of }))).to.equal(0);
    });

    it('takes a name once, while its message lives and ten minutes after it was acknowledged', async () => {
      const appId = freshApp();
      const named = () => aJob({ appId, dedupId: 'order-7' });
      const [first, second, third] = [named(), named(), named()];

      expect(await push([first, second])).to.deep.equal([
        { id: first.id, deduplicated: false },
        { id: first.id, deduplicated: true },
      ]);
      expect(await push([aJob({ ...named(), queue: 'else', id: second.id })])).to.deep.equal([{ id: second.id, deduplicated: false }]);
      const [job] = await claim([aWant({ appId })]);
      await settle(job, ACKED);

      expect(await push([named()], secondsAfter(NOON, 599))).to.deep.equal([{ id: first.id, deduplicated: true }]);
      expect(await push([third], secondsAfter(NOON, 600))).to.deep.equal([{ id: third.id, deduplicated: false }]);
      expect((await depths(appId)).map(({ ready }) => ready)).to.deep.equal([1, 1]);
    });

    it('forgets names that are free, and no others', async () => {
      const job = await aDeadLetter({ dedupId: 'order-7' });
      const living = aJob({ appId: job.appId, dedupId: 'order-8' });
      await push([living]);

      await on((queue) => queue.forgetBefore(minutesAfter(NOON, 11)));

      expect((await push([aJob({ appId: job.appId, dedupId: 'order-7' })]))[0]?.deduplicated).to.equal(false);
      expect((await push([aJob({ appId: job.appId, dedupId: 'order-8' })]))[0]).to.deep.equal({ id: living.id, deduplicated: true });
    });

    it('lets one of many win who push under one name at once', async () => {
      const appId = freshApp();

      const receipts = await atOnce(8, () => push([aJob({ appId, dedupId: 'one' }), aJob({ appId, dedupId: 'two' })]));

      expect(new Set(receipts.map(([receipt]) => receipt?.id)).size).to.equal(1);
      expect(receipts.flat().filter(({ deduplicated }) => !deduplicated)).to.have.length(2);
      expect((await depths(appId))[0]).to.include({ ready: 2 });
    });

    it('puts nothing on the queue when the transaction comes to nothing', async () => {
      const appId = freshApp();
      const fault = new Error('no');

      const thrown = await errorOf(
        on(async (queue) => {
          await queue.push([aJob({ appId, dedupId: 'x' })], NOON);
          throw fault;
        }),
      );

      expect(thrown).to.equal(fault);
      expect(await depths(appId)).to.deep.equal([]);
      expect((await push([aJob({ appId, dedupId: 'x' })]))[0]?.deduplicated).to.equal(false);
    });

    it('knows the workers, each as it was registered last', async () => {
      const worker = aWorker({ appId: freshApp() });
      const again = { ...worker, handlerUrl: 'https://shop.example/v2', concurrency: 2, maxAttempts: 9, visibilityTimeoutSecs: 60 };
      for (const each of [worker, again]) await on((queue) => queue.register(each));

      expect((await views().workers()).filter(({ appId }) => appId === worker.appId)).to.deep.equal([again]);
      expect(await depths(worker.appId)).to.deep.equal([
        { appId: worker.appId, queue: 'mails', ready: 0, delayed: 0, inDelivery: 0, dead: 0, oldestDueAt: null },
      ]);
    });

    it('leaves a queue without its worker, and lists those of one app by queue', async () => {
      const [one, other] = [freshApp(), freshApp()];
      const [mails, else_] = [aWorker({ appId: one }), aWorker({ appId: one, queue: 'else' })];
      for (const worker of [mails, else_, aWorker({ appId: other })]) await on((queue) => queue.register(worker));

      expect(await views().workers(one)).to.deep.equal([else_, mails]);
      expect(await on((queue) => queue.unregister(other, 'else'))).to.equal(false);
      expect(await on((queue) => queue.unregister(one, 'else'))).to.equal(true);
      expect(await on((queue) => queue.unregister(one, 'else'))).to.equal(false);
      expect(await views().workers(one)).to.deep.equal([mails]);
      expect(await views().workers(other)).to.have.length(1);
    });

    it('drops what waits, as it is chosen, and only of the app; nothing that is in delivery', async () => {
      const [one, other] = [freshApp(), freshApp()];
      const job = (changes: Partial<NewJob> = {}) => aJob({ appId: one, ...changes });
      const [leased, delayed, elsewhere, last] = [
        job(),
        job({ runAt: minutesAfter(NOON, 9) }),
        job({ queue: 'else' }),
        job({ queue: 'more' }),
      ];
      await push([leased]);
      await claim([aWant({ appId: one })]);
      await push([delayed, elsewhere, last, aJob({ appId: other })]);
      const cancel = (selection: MessageSelection, appId = one) => on((queue) => queue.cancel(appId, selection));

      expect(await cancel({ ids: [delayed.id] }, other)).to.equal(0);
      expect(await cancel({ ids: [delayed.id, leased.id, 'none'] })).to.equal(1);
      expect(await cancel({ queue: 'else' })).to.equal(1);
      expect(await cancel({ all: true })).to.equal(1);
      expect(await depths(one)).to.deep.equal([
        { appId: one, queue: 'mails', ready: 0, delayed: 0, inDelivery: 1, dead: 0, oldestDueAt: null },
      ]);
      expect((await depths(other))[0]).to.include({ ready: 1 });
    });

    it('frees the name of what it drops, and of nothing else', async () => {
      const appId = freshApp();
      const named = (dedupId: string) => aJob({ appId, dedupId });
      const [dropped, kept] = [named('order-7'), named('order-8')];
      await push([dropped, kept]);

      await on((queue) => queue.cancel(appId, { ids: [dropped.id] }));

      expect((await push([named('order-7')]))[0]?.deduplicated).to.equal(false);
      expect((await push([named('order-8')]))[0]).to.deep.equal({ id: kept.id, deduplicated: true });
    });

    describe('after a clock that was ahead by a day', () => {
      // The database judges by its own clock too, so these are of the present.
      const present = new Date();
      const ahead = minutesAfter(present, 24 * 60);
      const horizonOf = (appId: string, changes: Partial<QueueHorizon> = {}): readonly QueueHorizon[] => [
        { appId: freshApp(), queue: 'mails', leaseSecs: 30, waitSecs: 3600 },
        { appId, queue: 'mails', leaseSecs: 30, waitSecs: 3600, ...changes },
      ];
      const reclaimAhead = (appId: string, changes?: Partial<QueueHorizon>, now = present) =>
        on((queue) => queue.reclaimAhead(horizonOf(appId, changes), now, 10));
      const bringForward = (appId: string, changes?: Partial<QueueHorizon>, now = present) =>
        on((queue) => queue.bringForward(horizonOf(appId, changes), now, 10));
      const pushed = async (...jobs: readonly Partial<NewJob>[]) => {
        const appId = freshApp();
        const made = jobs.map((changes) => aJob({ runAt: present, createdAt: present, ...changes, appId }));
        await push(made, present);
        return { appId, made };
      };

      it('ends the leases that it gave, as those of a dispatcher that has died', async () => {
        const { appId, made } = await pushed({});
        await claim([aWant({ appId, leaseUntil: secondsAfter(ahead, 30) })], ahead);
        await on((queue) => queue.reclaim(null, minutesAfter(present, 60), 1000));
        expect(await depths(appId, present)).to.containSubset([{ ready: 0, inDelivery: 1 }]);

        expect(await reclaimAhead(appId)).to.equal(1);

        const [again] = await claim([aWant({ appId, leaseUntil: secondsAfter(present, 30) })], present);
        expect(again).to.include({ id: made[0]?.id, attempts: 1 });
        expect(await reclaimAhead(appId)).to.equal(0);
      });

      it('leaves leases that can be so long, and those of queues that are not named', async () => {
        const { appId } = await pushed({}, { queue: 'else' });
        for (const queue of ['mails', 'else']) await claim([aWant({ appId, queue, leaseUntil: secondsAfter(ahead, 30) })], ahead);

        expect(await reclaimAhead(appId, { leaseSecs: 86_400 })).to.equal(0);
        expect(await reclaimAhead(appId, { queue: 'other' })).to.equal(0);
        expect(await reclaimAhead(appId, {}, ahead), 'the caller is ahead too').to.equal(0);
      });

      it('takes a limited number at a time', async () => {
        const { appId } = await pushed(...Array.from({ length: 12 }, () => ({})));
        await claim([aWant({ appId, limit: 12, leaseUntil: secondsAfter(ahead, 30) })], ahead);
        expect([await reclaimAhead(appId), await reclaimAhead(appId), await reclaimAhead(appId)]).to.deep.equal([10, 2, 0]);
      });

      it('delivers what was pushed meanwhile: now, or as much later as was asked for', async () => {
        const { appId, made } = await pushed({ createdAt: ahead, runAt: ahead }, { createdAt: ahead, runAt: minutesAfter(ahead, 10) });

        expect(await bringForward(appId)).to.equal(2);

        const due = async (now: Date) => idsOf(await claim([aWant({ appId, leaseUntil: minutesAfter(present, 60) })], now));
        expect(await due(present)).to.deep.equal([made[0]?.id]);
        expect(await due(minutesAfter(present, 9))).to.deep.equal([]);
        expect(await due(minutesAfter(present, 10))).to.deep.equal([made[1]?.id]);
        expect(await bringForward(appId)).to.equal(0);
      });

      it('delivers now what failed meanwhile and waits for longer than it ever would', async () => {
        const { appId, made } = await pushed({});
        const [job] = await claim([aWant({ appId, leaseUntil: secondsAfter(ahead, 30) })], ahead);
        await settle(job, { kind: 'again', attempts: 1, runAt: minutesAfter(ahead, 1) }, ahead);

        expect(await bringForward(appId, { waitSecs: 2 * 86_400 })).to.equal(0);
        expect(await bringForward(appId)).to.equal(1);

        expect(idsOf(await claim([aWant({ appId, leaseUntil: minutesAfter(present, 1) })], present))).to.deep.equal([made[0]?.id]);
      });

      it('delivers now what was a dead letter and was put back meanwhile', async () => {
        const { appId, made } = await pushed({});
        const [job] = await claim([aWant({ appId, leaseUntil: minutesAfter(present, 1) })], present);
        await settle(job, DEAD, present);
        await on((queue) => queue.retryDead(appId, { all: true }, ahead));

        expect(await bringForward(appId)).to.equal(1);

        expect(idsOf(await claim([aWant({ appId, leaseUntil: minutesAfter(present, 1) })], present))).to.deep.equal([made[0]?.id]);
      });

      it('leaves what an app has delayed, and the waits of handlers that fail', async () => {
        const { appId } = await pushed({ runAt: minutesAfter(ahead, 0) }, {});
        const [failed] = await claim([aWant({ appId, leaseUntil: minutesAfter(present, 1) })], present);
        await settle(failed, { kind: 'again', attempts: 1, runAt: minutesAfter(present, 60) }, present);

        expect(await bringForward(appId)).to.equal(0);
      });

      it('takes a name that was freed meanwhile', async () => {
        const { appId } = await pushed({ dedupId: 'order-7' });
        const [job] = await claim([aWant({ appId, leaseUntil: minutesAfter(present, 1) })], present);
        await settle(job, ACKED, ahead);
        const named = () => aJob({ appId, dedupId: 'order-7' });

        const [receipt] = await push([named()], present);
        expect(receipt?.deduplicated).to.equal(false);
        const [again] = await claim([aWant({ appId, leaseUntil: minutesAfter(present, 1) })], present);
        await settle(again, ACKED, present);
        expect((await push([named()], minutesAfter(present, 1)))[0]?.deduplicated).to.equal(true);
      });
    });

    it('tells how each queue stands', async () => {
      const { appId } = await aDeadLetter();
      await push([
        aJob({ appId, runAt: minutesAfter(NOON, -3) }),
        aJob({ appId, runAt: minutesAfter(NOON, -2) }),
        aJob({ appId, runAt: minutesAfter(NOON, 2) }),
        aJob({ appId, queue: 'else' }),
      ]);
      await claim([aWant({ appId, limit: 1 })]);

      expect(await depths(appId)).to.deep.equal([
        { appId, queue: 'else', ready: 1, delayed: 0, inDelivery: 0, dead: 0, oldestDueAt: NOON },
        { appId, queue: 'mails', ready: 1, delayed: 1, inDelivery: 1, dead: 1, oldestDueAt: minutesAfter(NOON, -2) },
      ]);
      expect((await views().depths(null, NOON)).filter((depth) => depth.appId === appId)).to.have.length(2);
    });
  });
}
