import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { ClosableMailer } from '@comptoir/adapters-sdk/mail/closable-mailer.js';
import { makeSmtpMailer, probeSmtp, type SmtpMailerOptions } from '@comptoir/adapters-sdk/mail/smtp-mailer.js';
import { hasCode } from '@comptoir/core/kit/errors.js';
import type { Mail } from '@comptoir/core/kit/mail.js';
import { expect } from 'chai';
import type { SMTPServerOptions } from 'smtp-server';
import { readMail } from '../../support/mail-source.js';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from './localhost-certificate.js';
import { aMailServer, type MailServer } from './mail-server.js';

const FROM = 'Comptoir <no-reply@till.example>';
const MAIL: Mail = {
  to: 'ada@example.test',
  subject: 'Réinitialiser votre mot de passe — Crêperie « Chez Lucie »',
  text: 'Bonjour Ada,\n\nouvrez ce lien : https://till.example/manage/reset?token=abc-DEF_123&x=1\n',
  html: '<p>Bonjour Ada, <a href="https://till.example/manage/reset?token=abc-DEF_123&amp;x=1">ouvrez ce lien</a>. À bientôt !</p>',
};
const WITH_TLS = { key: LOCALHOST_KEY, cert: LOCALHOST_CERTIFICATE } as const;

type Refuse = NonNullable<SMTPServerOptions['onRcptTo']>;
type RefuseData = NonNullable<SMTPServerOptions['onData']>;
const no = (responseCode: number) => Object.assign(new Error('No'), { responseCode });
const refusing =
  (responseCode: number): Refuse =>
  (_address, _session, done) =>
    done(no(responseCode));
const refusingData =
  (responseCode: number): RefuseData =>
  (stream, _session, done) => {
    stream.resume().once('end', () => done(no(responseCode)));
  };

describe('mails by SMTP', () => {
  const servers: MailServer[] = [];
  const mailers: ClosableMailer[] = [];
  afterEach(async () => {
    await Promise.all(mailers.splice(0).map((mailer) => mailer.close()));
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  async function server(...options: Parameters<typeof aMailServer>): Promise<MailServer> {
    const made = await aMailServer(...options);
    servers.push(made);
    return made;
  }

  function mailer(options: Omit<SmtpMailerOptions, 'from'>): ClosableMailer {
    const made = makeSmtpMailer({ from: FROM, ...options });
    mailers.push(made);
    return made;
  }

  async function faultOf(work: Promise<unknown>): Promise<Error> {
    const outcome: unknown = await work.then(
      () => null,
      (error: unknown) => error,
    );
    if (outcome instanceof Error) return outcome;
    throw new Error('it was not refused');
  }

  it('arrive as they were sent, in text and in HTML', async () => {
    const { address, received } = await server();
    await mailer({ server: address }).send(MAIL);
    expect(received.map(({ from, to }) => ({ from, to }))).to.deep.equal([{ from: 'no-reply@till.example', to: ['ada@example.test'] }]);
    const { headers, text, html } = readMail(received[0]?.source ?? '');
    expect(headers.get('subject')).to.equal(MAIL.subject);
    expect(headers.get('from')).to.equal(FROM);
    expect(headers.get('to')).to.equal('ada@example.test');
    expect(headers.get('content-type')).to.match(/^multipart\/alternative;/);
    expect(headers.get('auto-submitted')).to.equal('auto-generated');
    expect(headers.get('message-id')).to.match(/^<[^@\s]+@till\.example>$/);
    expect({ text: text.trimEnd(), html: html.trimEnd() }).to.deep.equal({ text: MAIL.text.trimEnd(), html: MAIL.html });
  });

  it('carry a name before the sender, another address for answers, an id of their own and further headers', async () => {
    const { address, received } = await server();
    const link = `https://till.example/newsletter/link/unsubscribe?t=${'a'.repeat(300)}`;
    const headers = { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
    await mailer({ server: address }).send({
      ...MAIL,
      senderName: 'Crêperie, « Lucie »',
      replyTo: 'lucie@example.test',
      id: 'abc',
      headers,
    });
    const { headers: sent } = readMail(received[0]?.source ?? '');
    expect(sent.get('from')).to.match(/^"?Crêperie, « Lucie »"? <no-reply@till\.example>$/);
    expect(sent.get('reply-to')).to.equal('lucie@example.test');
    expect(sent.get('message-id')).to.equal('<abc@till.example>');
    expect(sent.get('list-unsubscribe')).to.equal(`<${link}>`);
    expect(sent.get('list-unsubscribe-post')).to.equal('List-Unsubscribe=One-Click');
  });

  it('are not bent by a name, an answer address, an id or a header', async () => {
    const { address, received } = await server();
    const { send } = mailer({ server: address });
    const bent = [
      { senderName: 'a\r\nBcc: b@c.test' },
      { replyTo: 'a@b.test, c@d.test' },
      { id: 'a\r\n' },
      { headers: { 'X-A': 'b\r\nBcc: c@d.test' } },
    ];
    for (const each of bent)
      expect(hasCode(await faultOf(send({ ...MAIL, ...each })), 'invalid_request'), JSON.stringify(each)).to.equal(true);
    expect(received).to.deep.equal([]);
  });

  it('share connections', async () => {
    const { address, received, connections } = await server();
    const { send } = mailer({ server: address });
    await Promise.all(Array.from({ length: 20 }, (_, index) => send({ ...MAIL, to: `guest-${index}@example.test` })));
    expect(new Set(received.map(({ to }) => to[0])).size).to.equal(20);
    expect(connections()).to.be.at.most(5);
  });

  it('are sent under the account in the address', async () => {
    const { address, received } = await server({
      disabledCommands: ['STARTTLS'],
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        password === 'p@ss:w/rd' ? done(null, { user: username }) : done(new Error('Invalid username or password')),
    });
    await mailer({ server: { ...address, login: { user: 'till', password: 'p@ss:w/rd' } } }).send(MAIL);
    expect(received[0]?.user).to.equal('till');
    const fault = await faultOf(mailer({ server: { ...address, login: { user: 'till', password: 'hunter2' } } }).send(MAIL));
    expect(`${fault.message} ${fault.stack} ${JSON.stringify(fault)}`)
      .to.include('535')
      .and.not.include('hunter2');
  });

  describe('reject', () => {
    it('when the server does not take the recipient', async () => {
      const { address, received } = await server({
        disabledCommands: ['STARTTLS', 'AUTH'],
        onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })),
      });
      expect((await faultOf(mailer({ server: address }).send(MAIL))).message).to.include('No such mailbox');
      expect(received).to.deep.equal([]);
    });

    for (const [what, options, expected] of [
      ['an address that does not exist', { onRcptTo: refusing(550) }, { fault: 'address', status: 550 }],
      ['an address that is full for now', { onRcptTo: refusing(452) }, { fault: 'later', status: 452 }],
      ['a mail that it will never take', { onData: refusingData(554) }, { fault: 'mail', status: 554 }],
      ['a mail that it does not take now', { onData: refusingData(451) }, { fault: 'later', status: 451 }],
      ['a sender that it does not know', { onMailFrom: refusing(550) }, { fault: 'unsent', status: 550 }],
    ] as const) {
      it(`saying what is wrong, when the server is handed ${what}`, async () => {
        const { address } = await server({ disabledCommands: ['STARTTLS', 'AUTH'], ...options });
        expect(await faultOf(mailer({ server: address }).send(MAIL))).to.deep.include(expected);
      });
    }

    it('in doubt, when the connection breaks off while the mail is handed in', async () => {
      const { address } = await server({
        disabledCommands: ['STARTTLS', 'AUTH'],
        onData: (stream) => stream.once('data', () => stream.destroy()),
      });
      const fault = await faultOf(mailer({ server: address, patienceMs: 300 }).send(MAIL));
      expect(fault).to.deep.include({ fault: 'unknown', status: null });
    });

    it('at once when nobody listens', async () => {
      const { address, close } = await aMailServer();
      await close();
      const fault = await faultOf(mailer({ server: address }).send(MAIL));
      expect(fault).to.deep.include({ fault: 'unsent', status: null });
      expect(fault.cause).to.have.property('code', 'ESOCKET');
    });

    it('in bounded time when the server says nothing, and when it never comes to an end', async () => {
      const greetings: readonly ((socket: Socket) => void)[] = [
        () => undefined,
        (socket) => {
          // One line of a greeting after the other, and never the last.
          const trickle = setInterval(() => socket.write('220-wait\r\n'), 10);
          socket.once('close', () => clearInterval(trickle)).on('error', () => undefined);
        },
      ];
      for (const greet of greetings) {
        const silent = createServer(greet).listen(0, '127.0.0.1');
        await once(silent, 'listening');
        const at = silent.address();
        const port = typeof at === 'object' && at !== null ? at.port : 0;
        const before = performance.now();
        const fault = await faultOf(
          mailer({ server: { host: '127.0.0.1', port, tls: 'offered', login: null }, patienceMs: 200 }).send(MAIL),
        );
        expect(performance.now() - before).to.be.within(190, 5_000);
        expect(fault).to.be.instanceOf(Error);
        silent.close();
      }
    });

    it('after the mailer was closed', async () => {
      const { address } = await server();
      const closed = mailer({ server: address });
      await closed.close();
      expect((await faultOf(closed.send(MAIL))).message).to.include('closed');
    });
  });

  describe('encrypted', () => {
    it('by STARTTLS where the server has it, and checked', async () => {
      const { address, received } = await server(WITH_TLS, 'offered');
      await mailer({ server: address, trustedAuthority: LOCALHOST_CERTIFICATE }).send(MAIL);
      expect(received[0]?.encrypted).to.equal(true);
      expect((await faultOf(mailer({ server: address }).send(MAIL))).message).to.match(/self.signed certificate/);
      expect(received).to.have.length(1);
    });

    it('from the first byte when the address says so', async () => {
      const { address, received } = await server({ ...WITH_TLS, secure: true }, 'implicit');
      await mailer({ server: address, trustedAuthority: LOCALHOST_CERTIFICATE }).send(MAIL);
      expect(received[0]?.encrypted).to.equal(true);
    });

    it('or not sent at all, when TLS is required of a server without it', async () => {
      const { address, received } = await server({ disabledCommands: ['STARTTLS'] }, 'required');
      expect((await faultOf(mailer({ server: address }).send(MAIL))).cause).to.have.property('code', 'ETLS');
      expect(received).to.deep.equal([]);
    });
  });

  describe('cannot be bent', () => {
    const recipients: readonly string[] = [
      'ada@example.test\r\nBcc: eve@example.test',
      'ada@example.test\nBcc: eve@example.test',
      'ada@example.test\u2028Bcc: eve@example.test',
      'ada@example.test, eve@example.test',
      'ada@example.test;eve@example.test',
      'friends: ada@example.test, eve@example.test;',
      'Ada <eve@example.test>',
      '"eve@example.test"@example.test',
      'ada@example.test> SIZE=1',
      'ada',
      '',
    ];
    for (const to of recipients) {
      it(`into another recipient: ${JSON.stringify(to)}`, async () => {
        const { address, received, connections } = await server();
        expect(hasCode(await faultOf(mailer({ server: address }).send({ ...MAIL, to })), 'invalid_request')).to.equal(true);
        expect([received.length, connections()]).to.deep.equal([0, 0]);
      });
    }

    for (const subject of ['Hello\r\nBcc: eve@example.test', 'Hello\nX: y', 'Hello\rX: y', 'Hello\u0000', 'Hello\u0085X: y']) {
      it(`into another header: ${JSON.stringify(subject)}`, async () => {
        const { address, received } = await server();
        expect(hasCode(await faultOf(mailer({ server: address }).send({ ...MAIL, subject })), 'invalid_request')).to.equal(true);
        expect(received).to.deep.equal([]);
      });
    }

    it('into another mail by lines of its text', async () => {
      const { address, received } = await server();
      const text = 'before\n.\nMAIL FROM:<eve@example.test>\n.\r\n.\r\nBcc: eve@example.test\nafter';
      await mailer({ server: address }).send({ ...MAIL, text });
      expect(received).to.have.length(1);
      expect(readMail(received[0]?.source ?? '').text.trimEnd()).to.equal(text.replaceAll('\r\n', '\n'));
      expect(readMail(received[0]?.source ?? '').headers.has('bcc')).to.equal(false);
    });
  });

  describe('at a stop', () => {
    it('are finished when they were begun', async () => {
      let release: () => void = () => undefined;
      const taken = new Promise<void>((resolve) => {
        release = resolve;
      });
      const handedIn: string[] = [];
      const { address } = await server({
        disabledCommands: ['STARTTLS', 'AUTH'],
        onMailFrom: ({ address: from }, _session, done) => {
          handedIn.push(from);
          taken.then(() => done(), done);
        },
      });
      const closing = mailer({ server: address });
      const sent = closing.send(MAIL);
      const closed = closing.close();
      release();
      await Promise.all([sent, closed]);
      expect(handedIn).to.deep.equal(['no-reply@till.example']);
    });
  });

  describe('tried out', () => {
    it('without sending anything', async () => {
      const { address, received, connections } = await server();
      await probeSmtp({ server: address });
      expect([received.length, connections()]).to.deep.equal([0, 1]);
    });

    it('says what is wrong', async () => {
      const { address } = await server({ disabledCommands: ['STARTTLS'] }, 'required');
      expect(await faultOf(probeSmtp({ server: address }))).to.have.property('code', 'ETLS');
    });
  });
});
