import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFileOutbox } from '@comptoir/adapters-sdk/mail/file-outbox.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { hasCode } from '@comptoir/core/kit/errors.js';
import type { LogFields, Logger } from '@comptoir/core/kit/logger.js';
import type { Mail } from '@comptoir/core/kit/mail.js';
import { expect } from 'chai';
import { readMail } from '../../support/mail-source.js';

const LINK = 'https://till.example/manage/reset?token=abc-DEF_123';
const MAIL: Mail = { to: 'ada@example.test', subject: 'Mot de passe oublié ?', text: `Ici : ${LINK}`, html: `<a href="${LINK}">Ici</a>` };

describe('mails kept as files', () => {
  let root: string;
  let directory: string;
  const clock = fixedClock(new Date('2026-11-21T12:00:00.123Z'));
  const logged: (LogFields & { message: string })[] = [];
  const note = (fields: LogFields, message: string) => void logged.push({ ...fields, message });
  const logger: Logger = { debug: note, info: note, warn: note, error: note, child: () => logger };
  const outbox = () => makeFileOutbox({ directory, from: 'no-reply@localhost', clock, logger });

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'comptoir-outbox-'));
    directory = join(root, 'data', 'outbox');
    logged.splice(0);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('can be opened by a mail program', async () => {
    await outbox().send(MAIL);
    const [name = ''] = await readdir(directory);
    const { headers, text, html } = readMail(await readFile(join(directory, name), 'utf8'));
    expect(headers.get('to')).to.equal(MAIL.to);
    expect(headers.get('from')).to.equal('no-reply@localhost');
    expect(headers.get('subject')).to.equal(MAIL.subject);
    expect({ text: text.trimEnd(), html: html.trimEnd() }).to.deep.equal({ text: MAIL.text, html: MAIL.html });
  });

  it('can be read by their owner alone', async () => {
    await outbox().send(MAIL);
    const [name = ''] = await readdir(directory);
    expect(((await stat(directory)).mode & 0o777).toString(8)).to.equal('700');
    expect(((await stat(join(directory, name))).mode & 0o777).toString(8)).to.equal('600');
  });

  it('sort by when they were written, one file each, also within one millisecond and between processes', async () => {
    const mailbox = outbox();
    const subjects = Array.from({ length: 12 }, (_, index) => `Mail ${index}`);
    for (const subject of subjects) await mailbox.send({ ...MAIL, subject });
    const names = (await readdir(directory)).sort();
    const sources = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
    expect(sources.map((source) => readMail(source).headers.get('subject'))).to.deep.equal(subjects);
    await Promise.all([outbox(), outbox(), outbox()].map(({ send }) => send(MAIL)));
    expect(await readdir(directory)).to.have.length(15);
    expect(names.every((name) => /^20261121T120000123Z-\d{6}-[0-9a-f]{8}\.eml$/.test(name))).to.equal(true);
  });

  it('are announced with their place, without what they say', async () => {
    await outbox().send(MAIL);
    const [name = ''] = await readdir(directory);
    expect(logged).to.have.length(1);
    expect(logged[0]).to.deep.include({ to: MAIL.to, file: join(directory, name) });
    expect(JSON.stringify(logged)).to.not.include('token').and.not.include('abc-DEF_123');
  });

  it('are refused when they could be bent, as those that are sent', async () => {
    for (const bent of [{ to: 'a@b.test, c@d.test' }, { subject: 'x\r\nBcc: eve@example.test' }]) {
      const refusal = await outbox()
        .send({ ...MAIL, ...bent })
        .catch((error: unknown) => error);
      expect(hasCode(refusal, 'invalid_request')).to.equal(true);
    }
  });

  it('leave nothing behind when they cannot be written', async () => {
    await writeFile(join(root, 'data'), 'in the way');
    const refusal: unknown = await outbox()
      .send(MAIL)
      .catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(Error);
    expect(await readdir(root)).to.deep.equal(['data']);
    expect(logged).to.deep.equal([]);
  });
});
