import { broughtBy, concernsOf, type ShopStatus, standingOf } from '@comptoir/adapters-http/web/console/shop-sync/concerns.js';
import type { SyncJob } from '@comptoir/core/shop-sync/sync-run.js';
import { expect } from 'chai';

const NOW = '2026-06-16T12:00:00.000Z';
const hoursAgo = (hours: number) => new Date(Date.parse(NOW) - hours * 3_600_000).toISOString();

type JobStatus = ShopStatus['jobs'][number];
type Run = NonNullable<JobStatus['last']>;

function aRun(hours: number, outcome: Run['outcome'] = 'completed'): Run {
  return {
    ...{ id: `run-${hours}`, job: 'orders', dryRun: false, state: 'ended', outcome, reason: null, since: null, vanished: null },
    counts: { read: 0, unchanged: 0, quarantined: 0, gone: 0, requests: 0, writes: {} },
    ...{ accepted: null, expected: 0, startedAt: hoursAgo(hours), finishedAt: hoursAgo(hours) },
  };
}

function aStatus(jobs: Partial<Record<SyncJob, Partial<JobStatus>>>, changes: Partial<ShopStatus> = {}): ShopStatus {
  return {
    now: NOW,
    connection: { connected: true, url: 'https://shop.example', keySet: true, lastTest: null },
    jobs: (['orders', 'products', 'full'] as const).map((job) => ({ job, lastGood: null, last: null, nextAt: null, ...jobs[job] })),
    ...{ running: [], stopped: null, pausedUntil: null, quarantined: 0 },
    ...changes,
  };
}

const FRESH = { orders: { lastGood: aRun(1) }, products: { lastGood: aRun(1) }, full: { lastGood: aRun(9) } };

describe('the standing of a job', () => {
  const standings: [what: string, jobs: Parameters<typeof aStatus>[0], job: SyncJob, expected: string][] = [
    ['good within six hours', { orders: { lastGood: aRun(5) } }, 'orders', 'good'],
    ['late after that', { orders: { lastGood: aRun(7) } }, 'orders', 'late'],
    ['good where the full run brought the same later', { orders: { lastGood: aRun(7) }, full: { lastGood: aRun(2) } }, 'orders', 'good'],
    ['good for a full run of last night', { full: { lastGood: aRun(29) } }, 'full', 'good'],
    ['late for one of the night before', { full: { lastGood: aRun(31) } }, 'full', 'late'],
    ['never without any', {}, 'products', 'never'],
    ['failed when the last one has', { orders: { lastGood: aRun(3), last: aRun(1, 'failed') } }, 'orders', 'failed'],
    ['failed when it ran out of time', { orders: { last: aRun(1, 'timed_out') } }, 'orders', 'failed'],
    ['good again after one that was good', { orders: { lastGood: aRun(1), last: aRun(1) } }, 'orders', 'good'],
  ];
  for (const [what, jobs, job, expected] of standings) {
    it(`is ${what}`, () => {
      expect(standingOf(aStatus(jobs), job)).to.equal(expected);
    });
  }
});

describe('the run that brought something last', () => {
  it('is its own or a full one, whichever was later', () => {
    const status = aStatus({ orders: { lastGood: aRun(7) }, products: { lastGood: aRun(1) }, full: { lastGood: aRun(2) } });
    expect(['orders', 'products', 'full'].map((job) => broughtBy(status, job as SyncJob)?.id)).to.deep.equal(['run-2', 'run-1', 'run-2']);
    expect(broughtBy(aStatus({}), 'orders')).to.equal(null);
  });
});

describe('what is to be looked into', () => {
  it('is nothing while everything is fresh', () => {
    expect(concernsOf(aStatus(FRESH))).to.deep.equal([]);
  });

  it('is the connection alone while there is none', () => {
    const connection = { connected: false, url: null, keySet: false, lastTest: null };
    expect(concernsOf(aStatus({}, { connection, quarantined: 3 }))).to.deep.equal([{ kind: 'notConnected' }]);
  });

  it('is a beginning while nothing was ever good', () => {
    expect(concernsOf(aStatus({}))).to.deep.equal([{ kind: 'notBegun' }]);
    const kinds = concernsOf(aStatus({ orders: { last: aRun(1, 'failed') } })).map(({ kind }) => kind);
    expect(kinds).to.deep.equal(['failed', 'never', 'never']);
  });

  it('is everything that stands in the way, gravest first', () => {
    const probe = {
      version: '8',
      name: null,
      timezone: 'UTC',
      currency: 'EUR',
      language: 'fr',
      clockAheadMs: 0,
      unreadable: ['taxes'],
      remarks: [],
    };
    const connection = { connected: true, url: 'https://shop.example', keySet: true, lastTest: { at: NOW, probe, fault: null } };
    const rest = { connection, stopped: { at: NOW, vanished: { products: 20 } }, pausedUntil: NOW, quarantined: 2 };
    const jobs = { ...FRESH, orders: { lastGood: aRun(8) }, full: { last: aRun(1, 'failed') } };
    expect(concernsOf(aStatus(jobs, rest))).to.deep.equal([
      { kind: 'unreadable', resources: ['taxes'] },
      { kind: 'stopped' },
      { kind: 'paused', until: NOW },
      { kind: 'late', job: 'orders' },
      { kind: 'quarantined', count: 2 },
    ]);
  });

  it('is a test that has failed', () => {
    const lastTest = { at: NOW, probe: null, fault: 'shop_unauthorized' };
    const connection = { connected: true, url: 'https://shop.example', keySet: true, lastTest };
    expect(concernsOf(aStatus(FRESH, { connection }))).to.deep.equal([{ kind: 'testFailed', fault: 'shop_unauthorized' }]);
  });
});
