import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Aborted when the run ends, by itself or not: ends every process that it started. Whoever waits for one cleans up behind itself. */
export const ending = new AbortController();

/** For data of the run's own; gone when the run ends. */
export const scratch = mkdtempSync(join(tmpdir(), 'comptoir-bench-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** The path of a file of the bench. */
export function benchFile(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** A Node process of the bench, which prints one JSON line when it is ready (`ready`) and answers questions over IPC (`ask`). */
export async function startChild(args, env = {}) {
  const started = performance.now();
  // What servers log costs them time, as in production, and is read only when one fails.
  const log = join(scratch, `${randomUUID()}.log`);
  const fd = openSync(log, 'a');
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', fd, 'ipc'],
    signal: ending.signal,
  });
  closeSync(fd);
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${args.at(-1)} ended with ${signal ?? code}:\n${readFileSync(log, 'utf8').slice(-2000)}`);
  });
  ended.catch(() => undefined);
  const orEnded = (answer) => Promise.race([answer, ended]);

  const [line] = await orEnded(once(createInterface(child.stdout), 'line'));
  return {
    ready: JSON.parse(line),
    readyAfterMs: performance.now() - started,
    async ask(question) {
      const answer = once(child, 'message');
      child.send(question);
      const [said] = await orEnded(answer);
      if (said.error !== undefined) throw new Error(said.error);
      return said;
    },
    async stop() {
      child.kill();
      await ended.catch(() => undefined);
    },
  };
}
