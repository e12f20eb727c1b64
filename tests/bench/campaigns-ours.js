/**
 * The product's side of the subject `campaigns`: its services and a dispatcher on PostgreSQL. `fill` stores an establishment with so
 * many clients who agreed and a campaign to them; `start` sends it, from freezing who gets it to the last mail.
 */
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { makeSmtpMailer } from '@comptoir/adapters-sdk/mail/smtp-mailer.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { establish } from '../dist/suites/builders.js';
import { aCampaign, agreeing, aTemplate, aVariantOfMail } from '../dist/suites/campaign-builders.js';
import { testDeps } from '../dist/support/service-deps.js';
import { MAIL } from './campaigns-mail.js';
import './probe-statements.js';

const [, , port] = process.argv;
const config = { kind: 'postgres', url: process.env.DATABASE_URL };
const { persistence, migrate } = await openDatabase(config, { logger: silentLogger, processes: nodeProcesses });
await migrate();
const clock = { now: () => new Date() };
const server = { host: '127.0.0.1', port: Number(port), tls: 'offered', login: null };
const mailer = makeSmtpMailer({ server, from: MAIL.from });
const { campaigns, dispatcher } = makeServices(testDeps({ persistence, clock, crypto: nodeCrypto, mailer }));
dispatcher.start();
let filled = null;

const jobs = {
  async fill({ count }) {
    const { scope } = await establish(persistence);
    const template = aTemplate({ variants: [aVariantOfMail(MAIL)] });
    const campaign = aCampaign({ templateId: template.id });
    await persistence.transact(scope, async (stores) => {
      await stores.emailTemplates.create(scope, template);
      await stores.campaigns.create(scope, campaign);
      await agreeing(stores, scope, count);
    });
    filled = { scope, id: campaign.id };
  },
  start: () => campaigns.send(filled.scope, filled.id, null),
};

process.on('message', (job) => {
  if (!(job.ask in jobs)) return;
  Promise.resolve(jobs[job.ask](job)).then(
    () => process.send({}),
    (error) => process.send({ error: error.stack }),
  );
});
process.channel.ref();
process.stdout.write('{}\n');
