import { join } from 'node:path';
import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { expect } from 'chai';
import { establish } from '../suites/builders.js';
import { aForecast, aUnit, onTheShelf, postIn } from '../suites/stock-builders.js';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres.js';
import { withClient } from '../support/postgres-server.js';
import { comptoir, endAll } from './program.js';
import { emptyDirectory, removeDirectories } from './till.js';

const VERIFY = ['stock', 'verify', '--site', 'atelier'];

describe('comptoir stock verify', function () {
  this.timeout(60_000);
  let postgres: TestDatabase;
  let variables: Record<string, string>;
  let siteId: string;

  before(async function () {
    postgres = await createMigratedDatabase(this);
    variables = { DATABASE_URL: postgres.url, COMPTOIR_DATA_DIR: join(await emptyDirectory(), 'data') };
    const database: Database = await openDatabase(
      { kind: 'postgres', url: postgres.url },
      { logger: silentLogger, processes: nodeProcesses },
    );
    const { scope } = await establish(database.persistence, { slug: 'atelier', name: 'Atelier' });
    await onTheShelf(database.persistence, scope, [aUnit('mug'), aUnit('shirt', 'l')], 5);
    await postIn(database.persistence, scope, [aForecast({ itemId: 'mug', quantity: 2 })]);
    await database.close();
    siteId = scope.siteId;
  });
  afterEach(endAll);
  after(async () => {
    await postgres?.drop();
    await removeDirectories();
  });

  it('ends with 0 when every level is what the ledger says', async () => {
    const { code, stdout, stderr } = await comptoir(VERIFY, variables);
    expect({ code, stdout, stderr }).to.deep.equal({ code: 0, stdout: 'Atelier: 2 units, 3 actions, 0 differences', stderr: '' });
  });

  it('names every level that somebody changed beside the ledger, and ends with 1', async () => {
    await withClient(postgres.url, async (client) => {
      await client.query("update stock_levels set stock = 4 where item_id = 'shirt' and site_id = $1", [siteId]);
      await client.query("update stock_levels set reserved = 0 where item_id = 'mug' and site_id = $1", [siteId]);
    });

    const said = await comptoir(VERIFY, variables);
    const json = await comptoir([...VERIFY, '--json'], variables);

    expect(said.code).to.equal(1);
    expect(said.stdout.split('\n').map((row) => row.split(/\s+/))).to.deep.include.members([
      ['mug', '5', '5', '0', '2'],
      ['shirt', 'l', '4', '5', '0', '0'],
    ]);
    expect(said.stderr).to.include('2 levels not what the ledger says');
    expect(json.code).to.equal(1);
    expect(JSON.parse(json.stdout)).to.deep.equal({
      site: { slug: 'atelier', name: 'Atelier' },
      ok: false,
      report: {
        units: 2,
        actions: 3,
        differences: [
          { itemId: 'mug', variantId: null, stock: 5, ledger: 5, reserved: 0, pending: 2 },
          { itemId: 'shirt', variantId: 'l', stock: 4, ledger: 5, reserved: 0, pending: 0 },
        ],
      },
    });
  });

  it('refuses an establishment that does not exist', async () => {
    const { code, stderr } = await comptoir(['stock', 'verify', '--site', 'nothing'], variables);
    expect(code).to.equal(1);
    expect(stderr).to.include('unknown_shop');
  });
});
