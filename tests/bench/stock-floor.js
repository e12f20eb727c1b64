/**
 * The floors of the subject `stock`: one row with a number that everybody takes from, by one prepared statement, with the product's
 * driver and pool size. It keeps no ledger. A job is `{connections, count}`. The statement commits by itself, or with the argument
 * `transaction` within one, as everything does that is to commit together with something else.
 */
import pg from 'pg';
import { counters } from './probe.js';
import { answerJobs } from './stock-jobs.js';

/** As many connections as the product keeps when it is not told otherwise. */
const POOL_SIZE = 16;

const TAKE = { name: 'take', text: 'update bench_floor set n = n - 1 where id = $1 and n >= 1' };

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: POOL_SIZE });
counters.statements = 0;

const takers = { alone: () => take(pool), transaction: takeInTransaction };
answerJobs(takers[process.argv[2]]);
process.stdout.write('{}\n');

async function takeInTransaction() {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await take(client);
    await client.query('commit');
    counters.statements += 2;
  } finally {
    client.release();
  }
}

async function take(connection) {
  counters.statements += 1;
  const { rowCount } = await connection.query({ ...TAKE, values: [1] });
  if (rowCount !== 1) throw new Error('The floor is sold out.');
}
