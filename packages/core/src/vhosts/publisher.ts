import { DomainError } from '../kit/errors.js';
import { type Change, type Edit, namesOf, planEdit } from './plan-edit.js';
import { type PublishingDeps, publishEdits } from './publish-edits.js';
import { type Lease, type LeaseDeps, withLease } from './publishing-lease.js';
import type { VhostViews } from './vhost-store.js';

export interface PublisherDeps extends LeaseDeps, PublishingDeps {
  readonly views: VhostViews;
}

export interface Publication {
  /** The web server's process, which has the change. */
  readonly pid: number;
  /** Whether there was a vhost before. */
  readonly existed: boolean;
}

export interface Publisher {
  /**
   * Makes the web server serve the change, then notes it. Calls that come while others are at work are published together, with
   * one reload. Throws `host_taken`, `config_rejected`, `nginx_unavailable` or `rate_limited`; then the files are as they were.
   */
  publish(change: Change): Promise<Publication>;
}

interface Waiting {
  readonly change: Change;
  resolve(publication: Publication): void;
  reject(error: unknown): void;
}

interface Planned {
  readonly waiting: Waiting;
  readonly edit: Edit;
}

/** At most so many changes share one test, so that a refused one delays few others. */
const TOGETHER_MAX = 100;
/** Whoever comes beyond is refused: a flood costs neither memory nor patience. */
const WAITING_MAX = 1000;

export function makePublisher(deps: PublisherDeps): Publisher {
  let queue: readonly Waiting[] = [];
  let busy = false;

  async function work(): Promise<void> {
    busy = true;
    while (queue.length > 0) await turn();
    busy = false;
  }

  /** Answers once the lease is back: whoever has an answer may end the process. */
  async function turn(): Promise<void> {
    const answers: (() => void)[] = [];
    try {
      await withLease(deps, (lease) => {
        // Taken once it is our turn, so that what came meanwhile goes along.
        const [batch, later] = disjointOf(queue);
        queue = later;
        const answered = batch.map((waiting) => answeredThrough(answers, waiting));
        return publishBatch(deps, lease, answered);
      });
    } catch (error) {
      for (const { reject } of queue) answers.push(() => reject(error));
      queue = [];
    }
    for (const answer of answers) answer();
  }

  return {
    async publish(change) {
      if (queue.length >= WAITING_MAX) throw new DomainError('rate_limited', { retryAfterSecs: 1 });
      return new Promise((resolve, reject) => {
        queue = [...queue, { change, resolve, reject }];
        if (!busy) void work();
      });
    },
  };
}

function answeredThrough(answers: (() => void)[], { change, resolve, reject }: Waiting): Waiting {
  return {
    change,
    resolve: (publication) => answers.push(() => resolve(publication)),
    reject: (error) => answers.push(() => reject(error)),
  };
}

/** The changes that have no name in common, first come, and the rest. */
function disjointOf(queue: readonly Waiting[]): [batch: Waiting[], later: Waiting[]] {
  const names = new Set<string>();
  const [batch, later]: [Waiting[], Waiting[]] = [[], []];
  for (const waiting of queue) {
    const wanted = namesOf(waiting.change);
    const joins = batch.length < TOGETHER_MAX && wanted.every((name) => !names.has(name));
    (joins ? batch : later).push(waiting);
    for (const name of wanted) names.add(name);
  }
  return [batch, later];
}

/** Never rejects: everybody who waits is told. */
async function publishBatch(deps: PublisherDeps, lease: Lease, batch: readonly Waiting[]): Promise<void> {
  const planned: Planned[] = [];
  try {
    const pid = await deps.webServer.running();
    for (const waiting of batch) {
      const edit = await planEdit(deps, waiting.change).catch(waiting.reject);
      if (edit !== undefined) planned.push({ waiting, edit });
    }
    await publishTogether(deps, lease, planned, pid);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** When one of several is not accepted, each is tried alone. */
async function publishTogether(deps: PublisherDeps, lease: Lease, planned: readonly Planned[], pid: number): Promise<void> {
  if (planned.length === 0) return;
  const edits = planned.map(({ edit }) => edit);
  try {
    const serving = await publishEdits(deps, lease, edits, pid);
    for (const { waiting, edit } of planned) waiting.resolve({ pid: serving, existed: edit.existed });
  } catch (error) {
    if (planned.length === 1 || !(error instanceof DomainError) || error.code !== 'config_rejected') throw error;
    for (const one of planned) await publishTogether(deps, lease, [one], pid).catch(one.waiting.reject);
  }
}
