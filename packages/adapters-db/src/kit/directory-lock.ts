import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The directory is held by a process that lives. */
export class DirectoryHeld extends Error {
  override readonly name = 'DirectoryHeld';
  readonly owner: number;
  constructor(owner: number) {
    super(`held by process ${owner}`);
    this.owner = owner;
  }
}

export interface DirectoryLock {
  release(): Promise<void>;
}

/** The processes of this machine, as the host knows them. */
export interface Processes {
  /** The id of this process. */
  readonly ownId: number;
  isRunning(id: number): boolean;
}

interface Owner {
  readonly pid: number;
  /** When the process started, as the system tells it: a process id is used again after a crash or a restart. */
  readonly startedAt: string;
  readonly nonce: string;
}

/**
 * Takes `path` as a lock that belongs to this process, and outlives a crash of it only until the next taker looks: a lock whose
 * process is gone is taken over. Throws `DirectoryHeld` while the owner lives.
 */
export async function lockDirectory(path: string, processes: Processes): Promise<DirectoryLock> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const mine: Owner = { pid: processes.ownId, startedAt: await startOf(processes.ownId), nonce: randomUUID() };
  const draft = `${path}.${mine.nonce}`;
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    await takeOrTakeOver(path, draft, processes);
  } finally {
    await rm(draft, { force: true });
  }
  return { release: () => releaseOwn(path, mine) };
}

/** `link` creates the lock whole or not at all, and fails when there is one: the draft is complete before it gets its name. */
async function takeOrTakeOver(path: string, draft: string, processes: Processes): Promise<void> {
  for (;;) {
    if (await linked(draft, path)) return;
    const owner = await readOwner(path);
    if (owner !== null && (await isAlive(owner, processes))) throw new DirectoryHeld(owner.pid);
    if (owner !== null) await removeDead(path, owner, draft);
  }
}

/** Moves the dead lock aside, and puts back what was moved when another taker had replaced it in between. */
async function removeDead(path: string, dead: Owner, draft: string): Promise<void> {
  const aside = `${draft}.dead`;
  await rename(path, aside).catch(ignoreMissing);
  const moved = await readOwner(aside);
  if (moved !== null && moved.nonce !== dead.nonce) await linked(aside, path);
  await rm(aside, { force: true });
}

async function releaseOwn(path: string, mine: Owner): Promise<void> {
  const current = await readOwner(path);
  if (current?.nonce === mine.nonce) await rm(path, { force: true });
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function readOwner(path: string): Promise<Owner | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Owner;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function isAlive({ pid, startedAt }: Owner, processes: Processes): Promise<boolean> {
  return processes.isRunning(pid) && (await startOf(pid)) === startedAt;
}

/**
 * The start of a process: boot id and start tick on Linux. Elsewhere there is no cheap way to ask, so a process id alone counts;
 * the worst that follows is a refusal that names a process which is not ours.
 */
async function startOf(pid: number): Promise<string> {
  try {
    const [boot, stat] = await Promise.all([readFile('/proc/sys/kernel/random/boot_id', 'utf8'), readFile(`/proc/${pid}/stat`, 'utf8')]);
    // The second field is the program's name in parentheses and may hold spaces; the start is field 22 of all, 20th after it.
    return `${boot.trim()} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return 'unknown';
  }
}

function ignoreMissing(error: unknown): void {
  if (!isCode(error, 'ENOENT')) throw error;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
