import { beginWith } from '@comptoir/adapters-db/kit/begin-with.js';
import { expect } from 'chai';
import pg from 'pg';
import { errorOf } from '../suites/suite.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';

const INSERT = { name: 'insert', text: 'insert into notes values ($1) returning id' };

describe('a transaction that begins with its first statement, on a PostgreSQL server', () => {
  let given: TestDatabase | undefined;
  let client: pg.Client;
  let other: pg.Client;

  before(async function () {
    given = await createDatabase(this);
  });

  after(async () => given?.drop());

  beforeEach(async () => {
    [client, other] = [await connect(), await connect()];
    await other.query('create table notes (id int primary key)');
  });

  afterEach(async () => {
    // First, for its transaction holds the table.
    await client.end();
    await other.query('drop table if exists notes');
    await other.end();
  });

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({ connectionString: given?.url });
    // Heard here, or a connection that a test ends would end the process.
    made.on('error', () => undefined);
    await made.connect();
    return made;
  }

  const insert = (id: number) => beginWith(client, { ...INSERT, values: [id] });
  const ids = async () => (await other.query('select id from notes order by id')).rows.map(({ id }) => id);

  // The first on a connection prepares; the later ones travel together.
  for (const earlier of [0, 1, 2]) {
    describe(`after ${earlier} others on its connection`, () => {
      beforeEach(async () => {
        for (let time = 0; time < earlier; time += 1) {
          await beginWith(client, { text: 'select 1', values: [] });
          await client.query('rollback');
        }
      });

      it('answers with the rows of the statement', async () => {
        const { rows, rowCount, command } = await insert(7);
        expect({ rows, rowCount, command }).to.deep.equal({ rows: [{ id: 7 }], rowCount: 1, command: 'INSERT' });
      });

      it('shows others nothing before its commit', async () => {
        await insert(7);
        expect(await ids()).to.deep.equal([]);
        await client.query('commit');
        expect(await ids()).to.deep.equal([7]);
      });

      it('takes the first statement back with the rest', async () => {
        await insert(7);
        await client.query({ ...INSERT, values: [8] });
        await client.query('rollback');
        expect(await ids()).to.deep.equal([]);
      });

      it('is a failed transaction when the statement fails, and the connection can be used again', async () => {
        await other.query('insert into notes values (7)');
        expect(await errorOf(insert(7))).to.include({ code: '23505' });
        expect(await errorOf(client.query('select 1'))).to.include({ code: '25P02' });
        await client.query('rollback');
        await insert(8);
        await client.query('commit');
        expect(await ids()).to.deep.equal([7, 8]);
      });

      it('can be tried again when the statement could not even be prepared', async () => {
        await other.query('drop table notes');
        expect(await errorOf(insert(7))).to.include({ code: '42P01' });
        await client.query('rollback');
        await other.query('create table notes (id int primary key)');
        await insert(7);
        await client.query('commit');
        expect(await ids()).to.deep.equal([7]);
      });

      it('leaves nothing behind when the statement is cancelled', async () => {
        await client.query('set statement_timeout = 50');
        const slow = { text: 'insert into notes select 7 from pg_sleep(10)', values: [] };
        expect(await errorOf(beginWith(client, slow))).to.include({ code: '57014' });
        await client.query('rollback');
        expect(await ids()).to.deep.equal([]);
      });

      it('leaves nothing behind when the connection is lost', async () => {
        const { rows } = await client.query('select pg_backend_pid() as pid');
        await insert(7);
        await other.query('select pg_terminate_backend($1)', [rows[0].pid]);
        await errorOf(client.query('commit'));
        expect(await ids()).to.deep.equal([]);
      });

      it('takes a statement without a name or values', async () => {
        const { rows } = await beginWith(client, { text: 'select 1 as one', values: [] });
        expect(rows).to.deep.equal([{ one: 1 }]);
        await client.query({ ...INSERT, values: [7] });
        await client.query('commit');
        expect(await ids()).to.deep.equal([7]);
      });
    });
  }
});
