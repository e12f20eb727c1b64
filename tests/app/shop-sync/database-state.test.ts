import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createDatabase, type TestDatabase } from '../../support/postgres.js';
import { withClient } from '../../support/postgres-server.js';
import { type DatabaseState, stateOfDatabase } from './database-state.js';

describe('the state of a database', function () {
  this.timeout(60_000);
  const since = new Date('2026-06-16T10:00:00Z');
  const databases: TestDatabase[] = [];

  afterEach(async () => {
    for (const database of databases.splice(0)) await database.drop();
  });

  /** Two carts, and things in them: the cart of each thing by its place in the list. */
  async function stateOf(context: Mocha.Context, things: readonly { readonly cart: 0 | 1; readonly at: string }[]): Promise<DatabaseState> {
    const database = await createDatabase(context);
    databases.push(database);
    const carts = [randomUUID(), randomUUID()];
    await withClient(database.url, async (client) => {
      await client.query('create table carts (id uuid); create table things (id uuid, cart uuid, name text, at timestamptz)');
      for (const cart of carts.toSorted()) await client.query('insert into carts values ($1)', [cart]);
      for (const [index, { cart, at }] of things.entries()) {
        await client.query('insert into things values ($1, $2, $3, $4)', [randomUUID(), carts[cart], `thing ${index}`, at]);
      }
    });
    return stateOfDatabase(database.url, since);
  }

  const [now, later, before] = ['2026-06-16T10:00:01Z', '2026-06-16T11:00:00Z', '2026-06-16T09:00:00Z'];

  it('is the same whatever ids were drawn and when it was written', async function () {
    const one = await stateOf(this, [
      { cart: 0, at: now },
      { cart: 1, at: before },
    ]);
    const other = await stateOf(this, [
      { cart: 1, at: later },
      { cart: 0, at: before },
    ]);
    expect(other).to.deep.equal(one);
  });

  it('is another one when a row belongs to another one, is missing or says something else', async function () {
    const one = await stateOf(this, [
      { cart: 0, at: now },
      { cart: 1, at: now },
    ]);
    const elsewhere = [
      { cart: 0, at: now },
      { cart: 0, at: now },
    ] as const;
    for (const things of [elsewhere, elsewhere.slice(1), [elsewhere[0], { cart: 1, at: before }] as const]) {
      expect(await stateOf(this, things)).to.not.deep.equal(one);
    }
  });
});
