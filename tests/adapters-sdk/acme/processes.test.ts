import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { LEASE_MS } from '@comptoir/core/certificates/issuance.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { expect } from 'chai';
import { closeAll } from '../../adapters-http/serve.js';
import { type Pebble, requirePebble, startPebble } from '../../support/pebble.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/postgres.js';
import { withClient } from '../../support/postgres-server.js';
import { runModule } from '../files/issues.js';
import { aDomain, aFolder, challengeHost, realPorts, servicesWith } from './certificate-host.js';

const MODULES = {
  host: import.meta.resolve('./certificate-host.js'),
  database: import.meta.resolve('@comptoir/adapters-db/database.js'),
  logger: import.meta.resolve('@comptoir/core/kit/logger.js'),
  processes: import.meta.resolve('@comptoir/app/adapters/node-processes.js'),
};

/** Calls in all; CI takes fewer. */
const CALLS = Number(process.env['COMPTOIR_TEST_CALLS'] ?? 300);
const PROCESSES = 3;

describe('certificates of several processes on one database', function () {
  this.timeout(60_000);
  let given: TestDatabase;
  let database: Database;
  let pebble: Pebble;
  let folder: Awaited<ReturnType<typeof aFolder>>;

  before(async function () {
    const program = requirePebble(this);
    given = await createMigratedDatabase(this);
    database = await openDatabase({ kind: 'postgres', url: given.url }, { logger: silentLogger, processes: nodeProcesses });
    folder = await aFolder();
    const host = await challengeHost();
    pebble = await startPebble(program, { httpPort: host.port, validitySecs: 3_600 });
    host.answerFrom(servicesWith(database.persistence, realPorts(pebble, folder.path)));
  });
  after(async () => {
    await pebble?.stop();
    await closeAll();
    await database?.close();
    await given?.drop();
    await folder?.remove();
  });

  const issuesOf = async (domain: string) => (await readdir(join(folder.path, domain))).filter((name) => /^[0-9a-f]+$/.test(name));
  const ordersFor = (domain: string) =>
    withClient(given.url, async (client) => {
      const { rows } = await client.query('select outcome from acme_orders where domain = $1 order by at', [`live:${domain}`]);
      return rows.map(({ outcome }) => outcome);
    });

  /** A process of its own that makes the calls, or is killed where `killAt` says. */
  function provisioner(domain: string, calls: number, killAt: 'challenge' | 'written' | 'saved' | 'never' = 'never'): string {
    return `
      import { realPorts, servicesWith } from ${JSON.stringify(MODULES.host)};
      import { openDatabase } from ${JSON.stringify(MODULES.database)};
      import { silentLogger } from ${JSON.stringify(MODULES.logger)};
      import { nodeProcesses } from ${JSON.stringify(MODULES.processes)};
      const killAt = ${JSON.stringify(killAt)};
      const dieAt = (place) => { if (place === killAt) process.kill(process.pid, 'SIGKILL'); };
      const database = await openDatabase({ kind: 'postgres', url: ${JSON.stringify(given.url)}, poolSize: 4 }, { logger: silentLogger, processes: nodeProcesses });
      const ports = realPorts(${JSON.stringify({ directoryUrl: pebble.directoryUrl, ca: pebble.ca })}, ${JSON.stringify(folder.path)});
      const { authority, files } = ports;
      const services = servicesWith(database.persistence, {
        ...ports,
        authority: {
          ...authority,
          obtain: (request) => authority.obtain({
            ...request,
            challenges: { put: async (...given) => { await request.challenges.put(...given); dieAt('challenge'); } },
          }),
        },
        files: {
          ...files,
          write: async (...given) => { await files.write(...given); dieAt('written'); },
          publish: async (...given) => { dieAt('saved'); await files.publish(...given); },
        },
      });
      const made = await Promise.all(Array.from({ length: ${calls} }, () => services.certificates.provision({ appId: 'demo', domain: ${JSON.stringify(domain)} })));
      console.log(JSON.stringify(made.map(({ notAfter }) => notAfter)));
      await database.close();
      process.exit(0);`;
  }

  it('make one order of many calls', async () => {
    const domain = aDomain();
    const answers = await Promise.all(
      Array.from({ length: PROCESSES }, () => runModule(provisioner(domain, Math.ceil(CALLS / PROCESSES)))),
    );
    const ends = answers.flatMap(({ stdout }): string[] => JSON.parse(stdout));
    expect(ends).to.have.length.of.at.least(CALLS);
    expect(new Set(ends)).to.have.property('size', 1);
    expect(await issuesOf(domain)).to.have.length(1);
    expect(await ordersFor(domain)).to.deep.equal(['issued']);
  });

  for (const { killAt, orders, reused } of [
    { killAt: 'challenge', orders: ['open', 'issued'], reused: false },
    { killAt: 'written', orders: ['open', 'issued'], reused: false },
    { killAt: 'saved', orders: ['issued'], reused: true },
  ] as const) {
    it(`go on where one was killed (${killAt})`, async () => {
      const domain = aDomain();
      expect((await runModule(provisioner(domain, 1, killAt))).signal).to.equal('SIGKILL');

      const later = { now: () => new Date(Date.now() + LEASE_MS) };
      const { certificates } = servicesWith(database.persistence, realPorts(pebble, folder.path), later);
      const made = await certificates.provision({ appId: 'demo', domain });
      expect(made.reused).to.equal(reused);
      expect(await ordersFor(domain)).to.deep.equal(orders);
      const pem = { fullchain: await readFile(made.certPath, 'utf8'), privateKey: await readFile(made.keyPath, 'utf8') };
      expect(realPorts(pebble, folder.path).files.inspect(pem, [domain], new Date()).notAfter).to.deep.equal(made.notAfter);
    });
  }

  it('renew what has a third of its lifetime left, once', async () => {
    const domain = aDomain();
    const { certificates } = servicesWith(database.persistence, realPorts(pebble, folder.path));
    await certificates.provision({ appId: 'demo', domain });
    const later = { now: () => new Date(Date.now() + 2_500_000) };
    const processes = [1, 2, 3].map(() => servicesWith(database.persistence, realPorts(pebble, folder.path), later));
    await Promise.all(processes.map((services) => services.certificates.renewDue({ aborted: false })));
    expect(await ordersFor(domain)).to.deep.equal(['issued', 'issued']);
    expect(await issuesOf(domain)).to.have.length(2);
  });
});
