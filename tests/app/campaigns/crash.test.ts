import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { TURN_LEASE_SECS } from '@comptoir/core/campaigns/campaign-queue.js';
import { BATCH } from '@comptoir/core/campaigns/campaign-work.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import { expect } from 'chai';
import { until } from '../../adapters-http/until.js';
import { aMailServer, type MailServer } from '../../adapters-sdk/mail/mail-server.js';
import { establish } from '../../suites/builders.js';
import { aCampaign, agreeing, aTemplate } from '../../suites/campaign-builders.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/postgres.js';
import { testDeps } from '../../support/service-deps.js';

const RECIPIENTS = 1_000;
const KILLS_AT = [200, 500];
const PATIENCE_MS = 60_000;

describe('a campaign whose process is killed, on PostgreSQL', function () {
  this.timeout(180_000);
  let target: TestDatabase;
  let database: Database;
  let services: Services;
  let mailServer: MailServer;
  const senders = new Set<ChildProcess>();

  before(async function () {
    target = await createMigratedDatabase(this);
    database = await openDatabase({ kind: 'postgres', url: target.url }, { logger: silentLogger, processes: nodeProcesses });
    services = makeServices(testDeps({ persistence: database.persistence, clock: systemClock, crypto: nodeCrypto }));
    mailServer = await aMailServer();
  });

  after(async () => {
    for (const sender of senders) sender.kill('SIGKILL');
    await mailServer?.close();
    await database?.close();
    await target?.drop();
  });

  function startSender(aheadMs: number): ChildProcess {
    const program = fileURLToPath(new URL('./campaign-process.js', import.meta.url));
    const args = [program, target.url, String(mailServer.address.port), String(aheadMs)];
    const sender = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    senders.add(sender);
    return sender;
  }

  async function kill(sender: ChildProcess): Promise<void> {
    const ended = once(sender, 'exit');
    sender.kill('SIGKILL');
    await ended;
    senders.delete(sender);
  }

  it('reaches nobody twice, and everybody but the few that are in doubt', async () => {
    const { scope } = await establish(database.persistence);
    const template = aTemplate();
    const campaign = aCampaign({ templateId: template.id });
    const addresses = await database.persistence.transact(scope, async (stores) => {
      await stores.emailTemplates.create(scope, template);
      await stores.campaigns.create(scope, campaign);
      return agreeing(stores, scope, RECIPIENTS);
    });
    await services.campaigns.send(scope, campaign.id, null);
    const now = () => services.views.campaigns.get(scope, campaign.id);

    let aheadMs = 0;
    for (const count of KILLS_AT) {
      const sender = startSender(aheadMs);
      await until(() => mailServer.received.length >= count, PATIENCE_MS);
      await kill(sender);
      aheadMs += (TURN_LEASE_SECS + 30) * 1000;
    }
    startSender(aheadMs);
    await until(async () => (await now())?.status === 'sent', PATIENCE_MS);

    const reached = mailServer.received.flatMap(({ to }) => to);
    expect(new Set(reached).size, 'nobody twice').to.equal(reached.length);
    const counts = (await now())?.counts;
    const everybody = { page: 1, pageSize: RECIPIENTS, state: 'uncertain' } as const;
    const doubtful = await services.views.campaigns.activity(scope, campaign.id, everybody);
    expect(doubtful.total).to.be.at.most(BATCH * KILLS_AT.length);
    expect(counts).to.deep.include({ pending: 0, claimed: 0, failed: 0, bounced: 0, skipped: 0 });
    expect((counts?.sent ?? 0) + doubtful.total).to.equal(RECIPIENTS);
    const unheard = new Set(doubtful.items.map(({ address }) => address));
    const missing = addresses.filter((address) => !reached.includes(address));
    expect(
      missing.filter((address) => !unheard.has(address)),
      'whoever got nothing is in doubt',
    ).to.deep.equal([]);
  });
});
