import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import { expect } from 'chai';
import { DAY_MS, establish, FIRST_PAGE, NOON } from '../suites/builders.js';
import { aDraftInput } from '../suites/invoice-builders.js';
import { atOnce } from '../suites/suite.js';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres.js';
import { testDeps } from '../support/service-deps.js';

/** Fewer than those who issue at once: whoever holds one never waits for another. */
const POOL_SIZE = 4;

describe('invoices on a PostgreSQL server', function () {
  this.timeout(60_000);
  const clock = fixedClock(NOON);
  let given: TestDatabase;
  let database: Database;
  let services: Services;

  before(async function () {
    given = await createMigratedDatabase(this);
    database = await openDatabase(
      { kind: 'postgres', url: given.url, poolSize: POOL_SIZE },
      { logger: silentLogger, processes: nodeProcesses },
    );
    services = makeServices(testDeps({ persistence: database.persistence, clock, crypto: nodeCrypto }));
  });
  after(async () => {
    await database?.close();
    await given?.drop();
  });

  it('issued a hundred at once have numbers without a gap and dates that never go back, whoever gives up and wherever', async () => {
    const { scope } = await establish(database.persistence);
    await atOnce(100, async (index) => {
      // The clocks of several machines do not agree.
      clock.set(new Date(NOON.getTime() + (index % 3) * DAY_MS));
      const work = services.unitOfWork(scope, async (inside) => {
        const quantity = Math.random() < 0.2 ? 100_000 : 2;
        if (Math.random() < 0.1) throw new Error('before');
        await inside.invoices.createInvoice(
          scope,
          aDraftInput({ lines: [{ name: 'A', quantity, unitPriceCents: 50_000_00, taxBasisPoints: 0 }] }),
        );
        if (Math.random() < 0.2) throw new Error('after');
      });
      await work.catch(() => undefined);
    });

    const issued = (await services.views.invoices.list(scope, { ...FIRST_PAGE, pageSize: 100, sort: 'number' })).items;
    expect(issued.length).to.be.within(20, 95);
    expect(issued.map(({ number }) => number)).to.deep.equal(issued.map((_, index) => `F2026-${String(index + 1).padStart(6, '0')}`));
    const dates = issued.map(({ issueDate }) => issueDate ?? '');
    expect(dates).to.deep.equal([...dates].sort());
  });

  it('are credited once, however many take them back at once', async () => {
    const { scope } = await establish(database.persistence);
    const invoice = await services.invoices.createInvoice(scope, aDraftInput());
    const outcomes = await atOnce(12, () => services.invoices.cancel(scope, invoice.id, 'Erreur').catch((error: unknown) => error));

    expect(outcomes.filter((outcome) => outcome instanceof Error)).to.have.length(11);
    expect(await services.views.invoices.get(scope, invoice.id)).to.deep.include({
      status: 'cancelled',
      creditedCents: invoice.grossCents,
    });
  });
});
