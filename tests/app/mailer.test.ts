import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publicUrlsOf } from '@comptoir/app/addresses.js';
import { type Environment, readConfig } from '@comptoir/app/config.js';
import { makeMailer } from '@comptoir/app/mailer.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { hasCode } from '@comptoir/core/kit/errors.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { expect } from 'chai';
import { aMailServer } from '../adapters-sdk/mail/mail-server.js';
import { readMail } from '../support/mail-source.js';
import { emptyDirectory, removeDirectories } from './till.js';

const MAIL = { to: 'ada@example.test', subject: 'Bonjour', text: 'Bonjour Ada', html: '<p>Bonjour Ada</p>' };

function mailerOf(environment: Environment) {
  const config = readConfig(environment, '/srv');
  return makeMailer(config, publicUrlsOf(config, new Map()), fixedClock(new Date('2026-11-21T12:00:00Z')), silentLogger);
}

describe('the mailer of a server', () => {
  after(removeDirectories);

  async function outboxOf(environment: Environment) {
    const directory = await emptyDirectory();
    await mailerOf({ COMPTOIR_DATA_DIR: directory, ...environment }).send(MAIL);
    const [name = ''] = await readdir(join(directory, 'outbox'));
    return readMail(await readFile(join(directory, 'outbox', name), 'utf8')).headers.get('from');
  }

  it('writes files without a mail server, from an address at the platform’s host', async () => {
    expect(await outboxOf({ COMPTOIR_PLATFORM_URL: 'https://manage.example:8443' })).to.equal('Comptoir <no-reply@manage.example>');
  });

  it('does not invent a domain from a number', async () => {
    for (const host of ['127.0.0.1', '::1'])
      expect(await outboxOf({ COMPTOIR_HOST: host }), host).to.equal('Comptoir <no-reply@localhost>');
  });

  it('sends through the configured server, from the configured address', async () => {
    const { address, received, close } = await aMailServer();
    const mailer = mailerOf({
      NODE_ENV: 'production',
      COMPTOIR_SMTP_URL: `smtp://${address.host}:${address.port}`,
      COMPTOIR_MAIL_FROM: 'Chez Lucie <bonjour@lucie.example>',
    });
    await mailer.send(MAIL);
    await mailer.close();
    expect(received.map(({ from, to }) => ({ from, to }))).to.deep.equal([{ from: 'bonjour@lucie.example', to: [MAIL.to] }]);
    await close();
  });

  it('refuses in production without a server, and leaves nothing on the disk', async () => {
    const directory = await emptyDirectory();
    const refusal = await mailerOf({ NODE_ENV: 'production', COMPTOIR_DATA_DIR: directory })
      .send(MAIL)
      .catch((error: unknown) => error);
    expect(hasCode(refusal, 'not_configured')).to.equal(true);
    expect(await readdir(directory)).to.deep.equal([]);
  });
});
