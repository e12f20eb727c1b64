import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { MUSEUM } from '../core/ticketing/a-museum.js';
import { establish, HOUR_MS, NOON } from '../suites/builders.js';
import { aSaleDraft, aSoldLine } from '../suites/sale-builders.js';
import { atOnce } from '../suites/suite.js';
import { anOfferedSession } from '../suites/ticket-builders.js';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres.js';
import { withClient } from '../support/postgres-server.js';
import { testDeps } from '../support/service-deps.js';

const FISCAL_TABLES = [
  'journal_entries',
  'journal_heads',
  'sales',
  'till_shifts',
  'till_cash_movements',
  'sale_copies',
  'journal_archives',
];

/** What a superuser does to entries once the triggers are off; `$1` is the establishment, `$2` picks one. */
const PICKED = `(select ctid from journal_entries where site_id = $1 order by type, number offset $2 limit 1)`;
const TAMPERINGS: Readonly<Record<string, string>> = {
  edits: `update journal_entries set snapshot = snapshot || ' ' where ctid = ${PICKED}`,
  dates: `update journal_entries set at = at - interval '1 hour' where ctid = ${PICKED}`,
  deletes: `delete from journal_entries where ctid = ${PICKED}`,
  renumbers: `update journal_entries set number = number + 1000 where ctid = ${PICKED}`,
  inserts: `insert into journal_entries select tenant_id, site_id, register, type, 2000 + number, at, snapshot, digest, digest, signature, key_id
    from journal_entries where ctid = ${PICKED}`,
  relinks: `update journal_entries set previous = digest where number > 1 and (register, type) = (select register, type from journal_entries where ctid = ${PICKED})`,
  resigns: `update journal_entries set signature = reverse(signature) where (register, type) = (select register, type from journal_entries where ctid = ${PICKED})`,
  truncates: `with cut as (select register, type, number from journal_entries where ctid = ${PICKED})
    delete from journal_entries e using cut where e.site_id = $1 and e.register = cut.register and e.type = cut.type and e.number >= cut.number`,
  rewinds: `update journal_heads h set number = greatest(h.number - 1, 1), link = e.digest from journal_entries e where h.site_id = $1 and e.ctid = ${PICKED}`,
  recounts: `update journal_heads set state = replace(state, '1', '2') where site_id = $1 and type = 'sale' and $2::int >= 0`,
};

describe('the records of a till on a PostgreSQL server', function () {
  this.timeout(120_000);
  let given: TestDatabase;
  let database: Database;
  let services: Services;
  let scope: Scope;
  let entries = 0;

  before(async function () {
    given = await createMigratedDatabase(this);
    database = await openDatabase({ kind: 'postgres', url: given.url, poolSize: 4 }, { logger: silentLogger, processes: nodeProcesses });
    ({ scope } = await establish(database.persistence));
    await trade();
  });
  after(async () => {
    await database?.close();
    await given?.drop();
  });

  /** Two shifts on two days, with cash moved, a duplicate and an archive. */
  async function trade(): Promise<void> {
    const clock = fixedClock(NOON);
    services = makeServices(testDeps({ persistence: database.persistence, clock, crypto: nodeCrypto }));
    const { id } = await services.till.createRegister(scope, 'Caisse 1');
    for (let day = 0; day < 2; day += 1) {
      await services.till.openShift(scope, id, 1000);
      await services.till.moveCash(scope, id, { direction: 'in', amountCents: 100, reason: 'Monnaie' });
      for (let count = 0; count < 6; count += 1) {
        const lines = [aSoldLine({ itemId: null, unitPriceCents: 111 * (count + 1) })];
        const sale = await services.sales.sell(scope, aSaleDraft({ at: clock.now(), lines }));
        if (count === 3) await services.receipts.duplicate(scope, sale.id);
      }
      await services.till.closeShift(scope, id, []);
      clock.advance(24 * HOUR_MS);
    }
    const first = NOON.toISOString().slice(0, 10);
    await services.archives.freeze(scope, { from: first, to: first });
    ({ entries } = await services.journal.verify(scope));
  }

  it('are refused every change and every deletion, whoever asks', async () => {
    await withClient(given.url, async (client) => {
      for (const table of FISCAL_TABLES) {
        const { rows } = await client.query(`select count(*)::int as count from ${table}`);
        expect(rows[0].count, table).to.be.greaterThan(0);
        const update = `update ${table} set tenant_id = tenant_id${table === 'journal_heads' ? ', number = number - 1' : ''}`;
        for (const statement of [update, `delete from ${table}`, `truncate ${table} cascade`]) {
          const refusal = await client.query(statement).then(
            () => 'done',
            (error: { code: string }) => error.code,
          );
          expect(refusal, statement).to.match(/^(42501|23514)$/);
        }
      }
    });
  });

  it('show whatever somebody does to their journal who has switched the refusals off', async () => {
    expect((await services.journal.verify(scope)).problems).to.deep.equal([]);
    await withClient(given.url, async (client) => {
      const put = (what: string) => client.query(`set session_replication_role = ${what}`);
      await put('replica');
      await client.query('alter table journal_entries drop constraint journal_entries_check');
      await client.query('create table kept_entries as table journal_entries; create table kept_heads as table journal_heads');
      const restore = async () => {
        await client.query('delete from journal_entries; insert into journal_entries table kept_entries');
        await client.query('delete from journal_heads; insert into journal_heads table kept_heads');
      };
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...Object.keys(TAMPERINGS)), fc.nat(entries - 1), async (name, at) => {
          await client.query(TAMPERINGS[name] ?? '', [scope.siteId, at]);
          const changed = await client.query(
            '(table journal_entries except table kept_entries) union (table kept_entries except table journal_entries) limit 1',
          );
          const moved = await client.query(
            '(table journal_heads except table kept_heads) union (table kept_heads except table journal_heads) limit 1',
          );
          const { problems } = await services.journal.verify(scope);
          await restore();
          const isTampered = changed.rowCount !== 0 || moved.rowCount !== 0;
          expect(problems.length > 0, `${name} of ${at}`).to.equal(isTampered);
        }),
        { numRuns: 400 },
      );
      await put('origin');
    });
  });

  it('have a booking once, however many ring it up at two registers at the same time', async () => {
    const desk = makeServices(testDeps({ persistence: database.persistence, clock: fixedClock(NOON), crypto: nodeCrypto }));
    const { scope: museum } = await establish(database.persistence, MUSEUM);
    const { offer, session } = await anOfferedSession(database.persistence, museum);
    const wanted = { sessionId: session.id, lines: [{ rateId: offer.rates[0]?.id ?? '', quantity: 1 }] };
    const { order } = await desk.bookings.book(museum, wanted, { name: 'Ada', email: null, phone: null }, 'fr');
    for (const register of ['Accueil', 'Boutique']) {
      const { id } = await desk.till.createRegister(museum, register);
      await desk.till.openShift(museum, id, 0);
    }
    const payments = [{ method: 'cash', amountCents: order.totalCents }] as const;
    const outcomes = await atOnce(6, (index) =>
      desk.bookingTill.ringUp(museum, order.id, { register: index % 2 === 0 ? 'Accueil' : 'Boutique', payments }).then(
        () => 'sold',
        (error: { readonly code?: string }) => error.code,
      ),
    );
    expect(outcomes.toSorted()).to.deep.equal([...Array.from({ length: 5 }, () => 'payment_over'), 'sold']);
    expect((await desk.bookings.get(museum, order.id)).order.paidCents).to.equal(order.totalCents);
    expect((await desk.journal.verify(museum)).problems).to.deep.equal([]);
  });
});
