import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/**
 * A PostgreSQL server of the tests' own, which they may break. `url` is the superuser's and stays the same for its whole life.
 * `pause` and `stop` are the two ways a store is down: it hangs, or it closes every connection and refuses new ones.
 */
export interface PostgresServer {
  readonly url: string;
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its data, whatever state it is in. */
  dispose(): Promise<void>;
}

/** This machine cannot run PostgreSQL that way; the message says why. Any other error is a fault. */
export class Unavailable extends Error {}

/** The settings that differ from PostgreSQL's defaults. Syncing is not one of them: tests shall see the real durability. */
export const SERVER_OPTIONS = ['-c', 'max_connections=300'];

export function serverUrl(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Resolves when the server takes connections; rejects with its last answer if it has not within 30 seconds. */
export async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      return await withClient(url, async () => undefined);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await setTimeout(25);
    }
  }
}

/**
 * A free port outside the range that the kernel gives to clients and to port 0, so that nobody gets it while the server is stopped.
 */
export async function fixedPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '0.0.0.0', () => probe.close(() => resolve(true)));
  });
}
