import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import { hostScope } from '../kit/scope.js';
import type { Transact } from '../kit/transact.js';
import type { Stores } from '../stores.js';

/** Longer than any single step that is done under it: the web server's test and its reload have limits of their own. */
const LEASE_MS = 30_000;
const PAUSE_MS = 100;
/** A holder that was killed is waited out, and one more has its turn. */
const TRIES = 450;

export const VHOSTS_SCOPE = hostScope('vhosts');

export interface LeaseDeps {
  readonly transact: Transact<Pick<Stores, 'vhosts'>>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The right to change the web server's files, for as long as it is extended before each step. */
export interface Lease {
  /** Throws `nginx_unavailable` when the lease was lost to another process, which then decides what is on the disk. */
  extend(): Promise<void>;
  /** Runs `work` in a transaction that commits only while the lease is held. Throws `nginx_unavailable` when it was lost. */
  commit(work: (stores: Pick<Stores, 'vhosts'>) => Promise<void>): Promise<void>;
}

/** Runs `work` when no other call and no other process changes the files. Throws `nginx_unavailable` when that takes too long. */
export async function withLease<Result>(deps: LeaseDeps, work: (lease: Lease) => Promise<Result>): Promise<Result> {
  const holder = deps.ids.uuid();
  await waitForLease(deps, holder);
  try {
    return await work(leaseOf(deps, holder));
  } finally {
    await deps.transact(VHOSTS_SCOPE, ({ vhosts }) => vhosts.releaseLease(holder));
  }
}

async function waitForLease(deps: LeaseDeps, holder: string): Promise<void> {
  for (let tries = 1; !(await take(deps, holder)); tries += 1) {
    if (tries === TRIES) throw busy('Other virtual hosts are being published; try again.');
    await deps.pause(PAUSE_MS);
  }
}

function take({ transact, clock }: LeaseDeps, holder: string): Promise<boolean> {
  const now = clock.now();
  return transact(VHOSTS_SCOPE, ({ vhosts }) => vhosts.takeLease(holder, now, new Date(now.getTime() + LEASE_MS)));
}

function leaseOf(deps: LeaseDeps, holder: string): Lease {
  const lost = () => busy('Another process took over; try again.');
  return {
    async extend() {
      if (!(await take(deps, holder))) throw lost();
    },
    commit: (work) =>
      deps.transact(VHOSTS_SCOPE, async (stores) => {
        if (!(await stores.vhosts.confirmLease(holder))) throw lost();
        await work(stores);
      }),
  };
}

function busy(message: string): DomainError {
  return new DomainError('nginx_unavailable', { message, retryAfterSecs: 1 });
}
