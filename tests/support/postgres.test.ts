import { MIGRATIONS } from '@comptoir/adapters-db/migrations/migrations.js';
import { expect } from 'chai';
import pg from 'pg';
import { createDatabase, createMigratedDatabase, startDedicatedServer, type TestDatabase } from './postgres.js';
import { startContainer } from './postgres-container.js';
import { startLocal } from './postgres-local.js';
import { type PostgresServer, Unavailable, withClient } from './postgres-server.js';
import { skipBecause } from './requires.js';

describe('the PostgreSQL servers of the tests', () => {
  for (const [name, start] of Object.entries({ container: startContainer, local: startLocal })) {
    describe(`the ${name} server`, () => {
      let server: PostgresServer;

      before(async function () {
        this.timeout(60_000);
        server = await start().catch((error: unknown) => {
          if (error instanceof Unavailable) return skipBecause(this, error.message);
          throw error;
        });
      });
      after(() => server?.dispose());

      it('syncs to disk and has room for 300 connections', async () => {
        expect(await answerTo(server.url, "select current_setting('fsync') || current_setting('synchronous_commit')")).to.equal('onon');
        expect(await answerTo(server.url, "select current_setting('max_connections')::int")).to.equal(300);
      });

      it('refuses connections while it is stopped, and has its data at the same address afterwards', async () => {
        await withClient(server.url, (client) => client.query('create table kept as select 7 as n'));
        await server.stop();
        expect(await failure(answerTo(server.url, 'select 1'))).to.match(/ECONNREFUSED|ECONNRESET|terminated/);
        await server.start();
        expect(await answerTo(server.url, 'select n from kept')).to.equal(7);
      });

      it('ends the connections that are open when it stops', async () => {
        const ended = await endOfIdleClient(server.url);
        await server.stop();
        expect(await ended()).to.match(/terminat/);
        await server.start();
      });

      it('hangs while it is paused, and answers when it is resumed', async () => {
        await withClient(server.url, async (client) => {
          await server.pause();
          let answered = false;
          const answer = client.query('select 1').then(() => {
            answered = true;
          });
          expect(await failure(connectWithin(server.url, 200))).to.match(/timeout/);
          expect(answered).to.equal(false);
          await server.resume();
          await answer;
        });
      });

      it('can be disposed of while it is paused', async () => {
        await server.pause();
        await server.dispose();
        expect(await failure(answerTo(server.url, 'select 1'))).to.match(/ECONNREFUSED/);
        server = await start();
      });
    });
  }

  it('gives every suite an empty database of its own', async function () {
    const databases = [await createDatabase(this), await createDatabase(this)] as const;
    await withClient(databases[0].url, (client) => client.query('create table only_here ()'));
    expect(await tablesOf(databases[0])).to.equal(1);
    expect(await tablesOf(databases[1])).to.equal(0);
    for (const database of databases) await database.drop();
    expect(await failure(tablesOf(databases[0]))).to.match(/does not exist/);
  });

  it('gives a suite the tables of the product, which it alone writes to', async function () {
    const databases = [await createMigratedDatabase(this), await createMigratedDatabase(this)] as const;
    await withClient(databases[0].url, (client) => client.query('create table only_here ()'));
    expect(await tablesOf(databases[1])).to.equal(Number(await tablesOf(databases[0])) - 1);
    expect(await answerTo(databases[1].url, 'select max(name) from kysely_migration')).to.equal(Object.keys(MIGRATIONS).at(-1));
    for (const database of databases) await database.drop();
  });

  it('drops a database that is still in use', async function () {
    const database = await createDatabase(this);
    const ended = await endOfIdleClient(database.url);
    await database.drop();
    expect(await ended()).to.match(/terminat/);
  });

  it('lends a dedicated server to a suite', async function () {
    const server = await startDedicatedServer(this);
    await server.stop();
    await server.start();
    expect(await answerTo(server.url, 'select 1')).to.equal(1);
    await server.dispose();
  });
});

function tablesOf(database: TestDatabase): Promise<unknown> {
  return answerTo(database.url, "select count(*)::int from pg_tables where schemaname = 'public'");
}

/** The only column of the only row. */
function answerTo(url: string, sql: string): Promise<unknown> {
  return withClient(url, async (client) => {
    const result = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return result.rows[0]?.[0];
  });
}

/** Connects, and gives what to call for the reason why the server ended that connection. */
async function endOfIdleClient(url: string): Promise<() => Promise<string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // The client tells twice: the server's last words, then that the socket is closed.
  const ended = new Promise<string>((resolve) => client.on('error', (error) => resolve(error.message)));
  return () => ended;
}

async function connectWithin(url: string, connectionTimeoutMillis: number): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis });
  await client.connect();
  await client.end();
}

/** What the promise is rejected with, as text: refused connections come as an AggregateError without a message. */
async function failure(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'nothing failed',
    (error: unknown) => String(error instanceof Error ? error.message || Object(error).code : error),
  );
}
