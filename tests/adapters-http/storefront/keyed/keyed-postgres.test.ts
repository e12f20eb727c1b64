import { expect } from 'chai';
import { type Establishment, establish, placed } from '../../../suites/builders.js';
import { createMigratedDatabase, type TestDatabase } from '../../../support/postgres.js';
import { type Answer, jsonOf } from '../../call.js';
import { closeAll } from '../../serve.js';
import { closeDatabases, count, openPostgresTill } from '../postgres-tills.js';
import type { Till } from '../till.js';
import { askWith, keysOf } from './shop-key.js';

describe('keys on one PostgreSQL database', function () {
  this.timeout(60_000);
  let database: TestDatabase | undefined;
  let url: string;
  let tills: readonly [Till, Till];
  let restaurant: Establishment;
  let key: string;

  before(async function () {
    database = await createMigratedDatabase(this);
    url = database.url;
  });
  beforeEach(async () => {
    tills = [await openPostgresTill(url), await openPostgresTill(url)];
    restaurant = await establish(tills[0].persistence);
    key = (await keysOf(tills[0].services, restaurant.scope)).write;
  });
  afterEach(async () => {
    await closeAll();
    await closeDatabases();
  });
  after(async () => database?.drop());

  /** Sends that many at once, to both processes in turn. */
  const flood = (howMany: number, path: string, options: Parameters<typeof askWith>[3] = {}): Promise<Answer[]> =>
    Promise.all(Array.from({ length: howMany }, (_, index) => askWith(tills[index % 2 === 0 ? 0 : 1].origin, key, path, options)));

  it('are counted exactly: of 150 calls at once to two processes 120 are answered', async () => {
    const answers = await flood(150, '/shop');
    expect(answers.filter(({ status }) => status === 200)).to.have.length(120);
    expect(answers.filter(({ status }) => status === 429)).to.have.length(30);
    const left = answers.flatMap(({ status, headers }) =>
      status === 200 ? [Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1])] : [],
    );
    expect(left.sort((a, b) => b - a)).to.deep.equal(Array.from({ length: 120 }, (_, index) => 119 - index));
  });

  it('take a step once under one idempotency key, however many try it at once', async () => {
    const { id } = await placed(tills[0].persistence, restaurant.scope);
    const answers = await flood(40, `/orders/${id}/accept`, { method: 'POST', headers: { 'Idempotency-Key': 'once' } });
    const done = answers.filter(({ status }) => status === 200);
    expect(done.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).to.have.length(1);
    expect(new Set(done.map(({ text }) => text)).size).to.equal(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(jsonOf(answer)['error']).to.equal('idempotency_in_flight');
      expect(answer.headers['retry-after']).to.equal('1');
    }
    expect(await count(url, 'select version from orders where id = $1', id)).to.equal(2);
    expect(await count(url, 'select count(*) from audit_entries where subject_id = $1', id)).to.equal(1);
  });
});
