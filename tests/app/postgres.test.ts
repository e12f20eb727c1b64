import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { expect } from 'chai';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { comptoir, endAll, start } from './program.js';
import { emptyDirectory, openTill, removeDirectories, SLUG } from './till.js';
import { placeOrder, readOrder } from './till-api.js';

const PROCESS_TIMEOUT_MS = 60_000;

describe('servers on one PostgreSQL', function () {
  this.timeout(PROCESS_TIMEOUT_MS);
  let postgres: TestDatabase;
  let variables: Record<string, string>;

  before(async function () {
    postgres = await createDatabase(this);
    variables = { DATABASE_URL: postgres.url, COMPTOIR_DATA_DIR: join(await emptyDirectory(), 'data') };
  });
  afterEach(endAll);
  after(removeDirectories);

  it('start together on a new database, and share its orders with each other and the command line', async () => {
    const servers = [start(['serve'], variables), start(['serve'], variables)];
    const [first, second] = await Promise.all(servers.map(({ ready }) => ready));
    const database = await openDatabase({ kind: 'postgres', url: postgres.url }, { logger: silentLogger, processes: nodeProcesses });
    await openTill(database.persistence).finally(() => database.close());
    const { id, number } = await placeOrder(first?.storefront ?? '');
    expect(await readOrder(second?.storefront ?? '', id)).to.have.property('number', number);
    const { code, stdout } = await comptoir(['orders', 'accept', id], variables);
    expect(code).to.equal(0);
    expect(stdout).to.include(`${number} is accepted`);
    expect(await readOrder(second?.storefront ?? '', id)).to.have.property('status', 'accepted');
    const doctor = await comptoir(['doctor'], variables);
    expect(doctor.code, doctor.stdout).to.equal(0);
    for (const server of servers) server.kill('SIGTERM');
    for (const server of servers) expect((await server.ended).code).to.equal(0);
  });

  it('need no control socket', async () => {
    await start(['serve', '--only', 'worker'], variables).ready;
    const socket: unknown = await access(join(variables['COMPTOIR_DATA_DIR'] ?? '', 'comptoir.sock')).catch((reason: unknown) => reason);
    expect(socket).to.have.property('code', 'ENOENT');
    expect((await comptoir(['orders', 'list', '--site', SLUG], variables)).code).to.equal(0);
  });
});
