import { DomainError } from '../kit/errors.js';
import type { Logger } from '../kit/logger.js';
import type { Edit, FileChange } from './plan-edit.js';
import type { Lease } from './publishing-lease.js';
import type { WebServer } from './web-server.js';

export interface PublishingDeps {
  readonly webServer: WebServer;
  readonly logger: Logger;
}

/**
 * One test, one reload and one commit for all the edits. Returns the web server's process. Throws `config_rejected` when it does not
 * accept them, or `nginx_unavailable`; then the files are as they were.
 */
export async function publishEdits(deps: PublishingDeps, lease: Lease, edits: readonly Edit[], pid: number): Promise<number> {
  const { webServer } = deps;
  const replaced: FileChange[] = [];
  const changes = edits.flatMap((edit) => edit.files);
  const common = await webServer.commonFile();
  await lease.extend();
  try {
    await apply(webServer, [common, ...changes], replaced);
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
async function serve(deps: PublishingDeps, lease: Lease, edits: readonly Edit[], replaced: readonly FileChange[]): Promise<number> {
  const fault = await faultWith(deps.webServer, edits);
  if (fault !== null) {
    await restore(deps.webServer, replaced);
    throw await blameFor(deps.webServer, fault);
  }
  await lease.extend();
  return deps.webServer.reload();
}

/** A refused file that cannot be replaced, as on a full disk, goes: with it the web server would not start, for anybody. */
async function restore(webServer: WebServer, replaced: readonly FileChange[]): Promise<void> {
  const faults: unknown[] = [];
  for (const change of replaced) {
    await apply(webServer, [change], []).catch(async (error: unknown) => {
      faults.push(error);
      await webServer.files.remove(change.name);
    });
  }
  if (faults.length > 0) throw faults[0];
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
async function undo({ webServer, logger }: PublishingDeps, lease: Lease, replaced: readonly FileChange[], cause: unknown): Promise<void> {
  try {
    await lease.extend();
    const undone: FileChange[] = [];
    await apply(webServer, replaced, undone);
    if (undone.length > 0) await webServer.reload();
  } catch (error) {
    logger.error({ err: error, cause }, 'a virtual host could not be taken back; the next reconciliation does it');
  }
}
