import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { SmtpServer } from '@comptoir/adapters-sdk/mail/smtp-server.js';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server was handed it. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
  readonly encrypted: boolean;
  readonly user: string | null;
}

export interface MailServer {
  readonly address: SmtpServer;
  readonly received: readonly Received[];
  /** How many connections were ever opened. */
  connections(): number;
  close(): Promise<void>;
}

const NO_TLS: SMTPServerOptions = { disabledCommands: ['STARTTLS', 'AUTH'] };

/** A real mail server on a free port; without TLS and accounts unless `options` say otherwise. */
export async function aMailServer(options: SMTPServerOptions = NO_TLS, tls: SmtpServer['tls'] = 'offered'): Promise<MailServer> {
  const received: Received[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onData: (stream, session, done) => {
      text(stream).then((source) => {
        const { mailFrom, rcptTo } = session.envelope;
        const user = session.user ?? null;
        const from = mailFrom === false ? '' : mailFrom.address;
        received.push({ from, to: rcptTo.map(({ address }) => address), source, encrypted: session.secure, user });
        done();
      }, done);
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    address: { host: '127.0.0.1', port, tls, login: null },
    received,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
