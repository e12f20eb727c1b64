/**
 * The floor of the subject `stock`: one row with a number that everybody takes from, by one prepared statement that commits by
 * itself, with the product's driver and pool size. It keeps no ledger. A job is `{connections, count}`.
 */
import pg from 'pg';
import { counters } from './probe.js';
import { answerJobs } from './stock-jobs.js';

/** As many connections as the product keeps when it is not told otherwise. */
const POOL_SIZE = 16;

const TAKE = { name: 'take', text: 'update bench_floor set n = n - 1 where id = $1 and n >= 1' };

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: POOL_SIZE });
counters.statements = 0;

answerJobs(async () => {
  counters.statements += 1;
  const { rowCount } = await pool.query({ ...TAKE, values: [1] });
  if (rowCount !== 1) throw new Error('The floor is sold out.');
});
process.stdout.write('{}\n');
