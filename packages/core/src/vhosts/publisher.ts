import { DomainError } from '../kit/errors.js';
import type { Logger } from '../kit/logger.js';
import { type Change, type Edit, type FileChange, namesOf, planEdit } from './plan-edit.js';
import { type Lease, type LeaseDeps, withLease } from './publishing-lease.js';
import type { VhostViews } from './vhost-store.js';
import type { WebServer } from './web-server.js';

export interface PublisherDeps extends LeaseDeps {
  readonly views: VhostViews;
  readonly webServer: WebServer;
  readonly logger: Logger;
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
   * one reload. Throws `host_taken`, `config_rejected` or `nginx_unavailable`; then the files are as they were.
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

export function makePublisher(deps: PublisherDeps): Publisher {
  let queue: readonly Waiting[] = [];
  let busy = false;

  async function work(): Promise<void> {
    busy = true;
    while (queue.length > 0) {
      // Taken once it is our turn, so that what came meanwhile goes along.
      const turn = withLease(deps, async (lease) => {
        const [batch, later] = disjointOf(queue);
        queue = later;
        await publishBatch(deps, lease, batch);
      });
      await turn.catch((error: unknown) => {
        for (const { reject } of queue) reject(error);
        queue = [];
      });
    }
    busy = false;
  }

  return {
    publish: (change) =>
      new Promise((resolve, reject) => {
        queue = [...queue, { change, resolve, reject }];
        if (!busy) void work();
      }),
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

async function publishEdits(deps: PublisherDeps, lease: Lease, edits: readonly Edit[], pid: number): Promise<number> {
  const { webServer } = deps;
  const replaced: FileChange[] = [];
  await lease.extend();
  try {
    await apply(webServer, [await webServer.commonFile(), ...edits.flatMap(({ files }) => files)], replaced);
    const serving = replaced.length === 0 ? pid : await serve(deps, lease, edits, replaced);
    await lease.commit(async (stores) => {
      for (const { save } of edits) await save(stores);
    });
    return serving;
  } catch (error) {
    await undo(deps, lease, replaced, error);
    throw error;
  }
}

/** Writes what differs, and adds what was there before to `replaced` as it goes: it may fail halfway. */
async function apply({ files }: WebServer, changes: readonly FileChange[], replaced: FileChange[]): Promise<void> {
  for (const { name, text } of changes) {
    const before = await files.read(name);
    if (before === text) continue;
    replaced.push({ name, text: before });
    await (text === null ? files.remove(name) : files.put({ name, text }));
  }
}

/** The process that serves the files as they are now. */
async function serve(deps: PublisherDeps, lease: Lease, edits: readonly Edit[], replaced: readonly FileChange[]): Promise<number> {
  const fault = await faultWith(deps.webServer, edits);
  if (fault !== null) {
    await apply(deps.webServer, replaced, []);
    throw await blameFor(deps.webServer, fault);
  }
  await lease.extend();
  return deps.webServer.reload();
}

/** What the web server has against the edits; null when it would serve every name of theirs. */
async function faultWith(webServer: WebServer, edits: readonly Edit[]): Promise<string | null> {
  const outcome = await webServer.test();
  if (!outcome.ok) return outcome.message;
  const name = edits.flatMap(({ names }) => names).find((host) => outcome.conflicts.has(host));
  return name === undefined ? null : `another configuration of the web server already answers for ${name}`;
}

/** A configuration that is not accepted without the change either is not the caller's fault. */
async function blameFor(webServer: WebServer, fault: string): Promise<DomainError> {
  const before = await webServer.test();
  if (before.ok) return new DomainError('config_rejected', { message: `The web server does not accept this virtual host: ${fault}.` });
  return new DomainError('nginx_unavailable', { message: `The web server's own configuration is not valid: ${before.message}.` });
}

/** Back to the files as they were, and to a server that has read them. Left to its new holder when the lease was lost. */
async function undo({ webServer, logger }: PublisherDeps, lease: Lease, replaced: readonly FileChange[], cause: unknown): Promise<void> {
  try {
    await lease.extend();
    const undone: FileChange[] = [];
    await apply(webServer, replaced, undone);
    if (undone.length > 0) await webServer.reload();
  } catch (error) {
    logger.error({ err: error, cause }, 'a virtual host could not be taken back; the next reconciliation does it');
  }
}
