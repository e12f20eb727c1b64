import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startContainer } from '../dist/support/postgres-container.js';
import { startLocal } from '../dist/support/postgres-local.js';
import { Unavailable } from '../dist/support/postgres-server.js';

/** A new database: on the server of TEST_DATABASE_URL, else on one started for it, which goes with it. */
export async function createDatabase() {
  const server = await firstAvailable([givenServer, startLocal, startContainer]);
  const name = `bench_${randomBytes(6).toString('hex')}`;
  await withClient(server.url, (client) => client.query(`create database ${name}`));
  return {
    url: Object.assign(new URL(server.url), { pathname: name }).href,
    drop: () => server.dispose(name),
  };
}

export async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function firstAvailable(ways) {
  const reasons = [];
  for (const start of ways) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      reasons.push(error.message);
    }
  }
  throw new Error(`There is no PostgreSQL: ${reasons.join('; ')}.`);
}

async function givenServer() {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Unavailable('TEST_DATABASE_URL is not set');
  return { url, dispose: (name) => withClient(url, (client) => client.query(`drop database ${name} with (force)`)) };
}
