import { EXPORTED, NOT_EXPORTED } from '@comptoir/adapters-db/export/exported-tables.js';
import { expect } from 'chai';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres.js';

interface ForeignKey {
  readonly from: string;
  readonly to: string;
  readonly columns: readonly string[];
}

describe('the tables of the full export', function () {
  this.timeout(120_000);
  let given: TestDatabase | null = null;
  let client: pg.Client;

  before(async function () {
    given = await createMigratedDatabase(this);
    client = new pg.Client({ connectionString: given.url });
    await client.connect();
  });
  after(async () => {
    if (given === null) return;
    await client.end();
    await given.drop();
  });

  const exported = EXPORTED.map(({ name }) => name);

  it('are every table there is, unless one stays behind for a reason', async () => {
    const { rows } = await client.query<{ name: string }>(`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely_%'`);

    expect([...exported, ...Object.keys(NOT_EXPORTED)].sort()).to.deep.equal(rows.map(({ name }) => name).sort());
  });

  it('come after what they refer to', async () => {
    const { rows } = await client.query<ForeignKey>(`
      select conrelid::regclass::text as from, confrelid::regclass::text as to,
        (select array_agg(attname::text) from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
    const without = new Map(EXPORTED.map((table) => [table.name, table.without ?? []]));
    const kept = rows.filter(
      ({ from, columns }) => exported.includes(from) && !columns.some((column) => without.get(from)?.includes(column)),
    );

    const broken = kept.filter(({ from, to }) => from !== to && !(exported.includes(to) && exported.indexOf(to) < exported.indexOf(from)));

    expect(kept.length).to.be.greaterThan(40);
    expect(broken).to.deep.equal([]);
  });

  it('are ordered by what is unique within an establishment', async () => {
    for (const { name, key, of } of EXPORTED) {
      if (of !== undefined && of !== 'order') continue;
      const columns = key.map(([expression]) => expression).filter((expression) => /^\w+$/.test(expression));
      const { rows } = await client.query<{ columns: readonly string[] }>(`
        select (select array_agg(attname::text) from pg_attribute where attrelid = indrelid and attnum = any (indkey)) as columns
        from pg_index where indrelid = '${name}'::regclass and indisunique and indpred is null`);
      const isUnique = rows.some((index) =>
        index.columns.every((column) => ['tenant_id', 'site_id'].includes(column) || columns.includes(column)),
      );
      expect(isUnique, name).to.equal(true);
    }
  });
});
