import { CLOCK_SKEW_MAX_MS } from '../kit/clock.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import { cursorPage, decodeCursor } from '../kit/page.js';
import type { Lease, NewJob } from './push-job.js';
import {
  type ClaimedJob,
  DEDUP_KEPT_MS,
  type DeadLetter,
  type DeadSelection,
  deadPlace,
  type MessageSelection,
  type OwnedMessages,
  type PushQueueStore,
  type PushQueueViews,
  type QueueDepth,
  type QueueHorizon,
  type QueueWorker,
  type SettledJob,
  type Want,
} from './push-queue-store.js';

interface StoredJob extends Omit<ClaimedJob, 'lease'> {
  readonly dedupId: string | null;
  readonly createdAt: Date;
  readonly lease: Lease | null;
}

/** `freeAt`: null while the message lives. */
interface Name {
  readonly key: string;
  readonly messageId: string;
  readonly freeAt: Date | null;
}

export interface PushQueueTables {
  readonly jobs: MemoryTable<StoredJob>;
  readonly names: MemoryTable<Name>;
  readonly dead: MemoryTable<DeadLetter & { readonly maxAttempts: number | null }>;
  readonly workers: MemoryTable<QueueWorker>;
}

/** The push queue of a single process. */
export function makeMemoryPushQueue(tables: PushQueueTables): { store: PushQueueStore; views: PushQueueViews } {
  return { store: makeStore(tables), views: makeViews(tables) };
}

function makeStore({ jobs, names, dead, workers }: PushQueueTables): PushQueueStore {
  function pushOne(job: NewJob, now: Date) {
    if (job.dedupId !== null) {
      const key = nameKey(job, job.dedupId);
      const holder = names.get(key);
      if (holder !== undefined && !isFree(holder, now)) return { id: holder.messageId, deduplicated: true };
      names.set(key, { key, messageId: job.id, freeAt: null });
    }
    jobs.set(job.id, { ...job, attempts: 0, lease: job.lease ?? null });
    return { id: job.id, deduplicated: false };
  }

  function freeName(job: StoredJob, now: Date): void {
    if (job.dedupId === null) return;
    const key = nameKey(job, job.dedupId);
    names.set(key, { key, messageId: job.id, freeAt: new Date(now.getTime() + DEDUP_KEPT_MS) });
  }

  function settleOne({ id, token, settlement }: SettledJob, now: Date): boolean {
    const job = jobs.get(id);
    if (job === undefined || job.lease?.token !== token) return false;
    if (settlement.kind === 'again') {
      jobs.set(id, { ...job, attempts: settlement.attempts, runAt: settlement.runAt, lease: null });
      return true;
    }
    jobs.delete(id);
    freeName(job, now);
    if (settlement.kind === 'dead') {
      const { appId, queue, payload, maxAttempts } = job;
      const { attempts, status: lastStatus, error: lastError } = settlement;
      dead.set(id, { id, appId, queue, payload, maxAttempts, attempts, lastStatus, lastError, deadAt: now });
    }
    return true;
  }

  /** The messages of those queues, each with what is said of its queue. */
  function of(horizons: readonly QueueHorizon[]) {
    const known = new Map(horizons.map((horizon) => [queueKey(horizon), horizon]));
    return [...jobs.values()].flatMap((job) => {
      const horizon = known.get(queueKey(job));
      return horizon === undefined ? [] : [{ job, horizon }];
    });
  }

  return {
    push: async (pushed, now) => pushed.map((job) => pushOne(job, now)),
    register: async (worker) => workers.set(queueKey(worker), worker),
    async unregister(appId, queue) {
      const key = queueKey({ appId, queue });
      const isKnown = workers.get(key) !== undefined;
      workers.delete(key);
      return isKnown;
    },

    async claim(wants, token, now) {
      return wants.flatMap((want) =>
        [...jobs.values()]
          .filter((job) => isWanted(job, want, now))
          .sort(byPlace)
          .slice(0, want.limit)
          .map((job) => {
            const leased = { ...job, lease: { token, until: want.leaseUntil } };
            jobs.set(job.id, leased);
            return leased;
          }),
      );
    },

    settle: async (settled, now) => settled.filter((each) => settleOne(each, now)).length,

    async reclaim(since, now, limit) {
      const ended = [...jobs.values()]
        .filter(({ lease }) => lease !== null && lease.until <= now && (since === null || lease.until > since))
        .slice(0, limit);
      for (const job of ended) jobs.set(job.id, { ...job, attempts: job.attempts + 1, runAt: now, lease: null });
      return ended.length;
    },

    async reclaimAhead(horizons, now, limit) {
      const ahead = of(horizons).filter(({ job, horizon }) => job.lease !== null && isAhead(job.lease.until, horizon.leaseSecs, now));
      for (const { job } of ahead.slice(0, limit)) jobs.set(job.id, { ...job, attempts: job.attempts + 1, runAt: now, lease: null });
      return Math.min(ahead.length, limit);
    },

    async bringForward(horizons, now, limit) {
      const ahead = of(horizons).filter(({ job: { lease, createdAt, attempts, runAt }, horizon }) => {
        return lease === null && (isAhead(createdAt, 0, now) || (attempts > 0 && isAhead(runAt, horizon.waitSecs, now)));
      });
      for (const { job } of ahead.slice(0, limit)) {
        const delayMs = job.attempts === 0 ? job.runAt.getTime() - job.createdAt.getTime() : 0;
        const createdAt = new Date(Math.min(job.createdAt.getTime(), now.getTime()));
        jobs.set(job.id, { ...job, createdAt, runAt: new Date(now.getTime() + delayMs) });
      }
      return Math.min(ahead.length, limit);
    },

    async retryDead(appId, selection, now) {
      const chosen = selected(dead, appId, selection);
      for (const { id, queue, payload, maxAttempts } of chosen) {
        dead.delete(id);
        jobs.set(id, { id, appId, queue, payload, maxAttempts, createdAt: now, attempts: 0, runAt: now, dedupId: null, lease: null });
      }
      return chosen.length;
    },

    async purgeDead(appId, selection) {
      const chosen = selected(dead, appId, selection);
      for (const { id } of chosen) dead.delete(id);
      return chosen.length;
    },

    async cancel(appId, selection) {
      const chosen = [...jobs.values()].filter((job) => job.appId === appId && job.lease === null && isSelected(job, selection));
      for (const job of chosen) {
        jobs.delete(job.id);
        if (job.dedupId !== null) names.delete(nameKey(job, job.dedupId));
      }
      return chosen.length;
    },

    async forgetBefore(now) {
      const free = [...names.values()].filter((name) => isFree(name, now));
      for (const { key } of free) names.delete(key);
      return free.length;
    },
  };
}

function makeViews({ jobs, dead, workers }: PushQueueTables): PushQueueViews {
  return {
    workers: async (appId) =>
      [...workers.committed.values()]
        .filter((worker) => appId === undefined || worker.appId === appId)
        .sort((left, right) => (queueKey(left) < queueKey(right) ? -1 : 1)),

    async deadLetters(appId, { queue, limit, cursor, of }) {
      const [deadAt, id] = cursor === undefined ? [] : decodeCursor(cursor, 2);
      const rows = [...dead.committed.values()]
        .filter((letter) => letter.appId === appId && (queue === null || letter.queue === queue) && isOf(letter, of))
        .filter((letter) => deadAt === undefined || id === undefined || placeOf(letter) < `${deadAt} ${id}`)
        .sort((left, right) => (placeOf(left) < placeOf(right) ? 1 : -1))
        .map(({ maxAttempts: _, ...letter }) => letter);
      return cursorPage(rows.slice(0, limit + 1), limit, deadPlace);
    },

    async depths(appId, now, of) {
      const messages = [...jobs.committed.values()].filter((job) => isOf(job, of));
      const letters = [...dead.committed.values()].filter((letter) => isOf(letter, of));
      const all = [...(of === undefined ? workers.committed.values() : []), ...messages, ...letters];
      const queues = new Map(all.filter((each) => appId === null || each.appId === appId).map((each) => [queueKey(each), each]));
      return [...queues]
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([key, queue]) => depthOf(key, queue, { messages, letters }, now));
    },
  };
}

function depthOf(
  key: string,
  { appId, queue }: Pick<QueueWorker, 'appId' | 'queue'>,
  rows: { readonly messages: readonly StoredJob[]; readonly letters: readonly DeadLetter[] },
  now: Date,
): QueueDepth {
  const own = rows.messages.filter((job) => queueKey(job) === key);
  const waiting = own.filter(({ lease }) => lease === null);
  const ready = waiting.filter(({ runAt }) => runAt <= now);
  return {
    appId,
    queue,
    ready: ready.length,
    delayed: waiting.length - ready.length,
    inDelivery: own.length - waiting.length,
    dead: rows.letters.filter((letter) => queueKey(letter) === key).length,
    oldestDueAt: ready.sort(byPlace)[0]?.runAt ?? null,
  };
}

function isOf({ queue, payload }: Pick<NewJob, 'queue' | 'payload'>, of: OwnedMessages | undefined): boolean {
  if (of === undefined) return true;
  if (!of.queues.includes(queue)) return false;
  const said: unknown = JSON.parse(payload);
  const facts: Readonly<Record<string, unknown>> = { ...(typeof said === 'object' && said) };
  return facts['tenantId'] === of.owner.tenantId && facts['siteId'] === of.owner.siteId;
}

/** Further than so many seconds after `now`, by more than clocks are apart. */
function isAhead(instant: Date, secs: number, now: Date): boolean {
  return instant.getTime() > now.getTime() + secs * 1000 + CLOCK_SKEW_MAX_MS;
}

function isFree({ freeAt }: Name, now: Date): boolean {
  return freeAt !== null && (freeAt <= now || isAhead(freeAt, DEDUP_KEPT_MS / 1000, now));
}

const placeOf = (letter: DeadLetter) => deadPlace(letter).join(' ');
const queueKey = ({ appId, queue }: Pick<QueueWorker, 'appId' | 'queue'>) => `${appId}\n${queue}`;
const nameKey = (job: Pick<NewJob, 'appId' | 'queue'>, dedupId: string) => `${queueKey(job)}\n${dedupId}`;

function isWanted({ appId, queue, runAt, id, lease }: StoredJob, want: Want, now: Date): boolean {
  if (lease !== null || runAt > now || appId !== want.appId || queue !== want.queue) return false;
  return want.after === null || byPlace({ runAt, id }, want.after) > 0;
}

function byPlace(left: Pick<StoredJob, 'runAt' | 'id'>, right: Pick<StoredJob, 'runAt' | 'id'>): number {
  return left.runAt.getTime() - right.runAt.getTime() || (left.id < right.id ? -1 : Number(left.id > right.id));
}

function selected<Letter extends DeadLetter>(dead: MemoryRows<Letter>, appId: string, selection: DeadSelection): readonly Letter[] {
  return [...dead.values()].filter((letter) => letter.appId === appId && isOf(letter, selection.of) && isSelected(letter, selection));
}

function isSelected({ id, queue }: Pick<NewJob, 'id' | 'queue'>, selection: MessageSelection): boolean {
  if ('ids' in selection) return selection.ids.includes(id);
  return 'all' in selection || queue === selection.queue;
}
