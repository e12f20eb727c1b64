import type { Mail } from '@comptoir/core/kit/mail.js';
import { createTransport, type SMTPPoolOptions, type Transporter } from 'nodemailer';
import type { ClosableMailer } from './closable-mailer.js';
import { composeMail } from './compose-mail.js';
import { asMailError } from './mail-fault.js';
import type { SmtpServer } from './smtp-server.js';

export interface SmtpMailerOptions {
  readonly server: SmtpServer;
  /** `Name <address>` or an address. */
  readonly from: string;
  /** How long handing in one mail may take, waiting for a free connection included. */
  readonly patienceMs?: number;
  /** A certificate authority (PEM) to trust instead of the system's. */
  readonly trustedAuthority?: string;
}

const SEND_PATIENCE_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** As many as the queues hand in at once (3 of the mail queue, 2 of campaigns): none of them waits for a mail of another. */
const CONNECTIONS = 5;
/** How long a stop waits for mails that are being handed in. */
const CLOSE_PATIENCE_MS = 5_000;

/** Hands mails to a mail server over a few connections that are kept open. `send` rejects in bounded time, with a `MailError`. */
export function makeSmtpMailer(options: SmtpMailerOptions): ClosableMailer {
  const { from, patienceMs = SEND_PATIENCE_MS } = options;
  const transport = createTransport({ ...connectionOf(options), pool: true, maxConnections: CONNECTIONS });
  const underWay = new Set<Promise<unknown>>();

  async function handIn(mail: Mail): Promise<void> {
    // The time-outs of the connection are silences; a server that trickles would never meet one.
    const message = composeMail(from, mail);
    try {
      await transport.sendMail({ ...message, signal: AbortSignal.timeout(patienceMs) });
    } catch (error) {
      throw asMailError(error);
    }
  }

  return {
    async send(mail) {
      const sending = handIn(mail);
      underWay.add(sending);
      await sending.finally(() => underWay.delete(sending));
    },
    async close() {
      await settledWithin(underWay, CLOSE_PATIENCE_MS);
      transport.close({ force: true });
    },
  };
}

/** Connects, encrypts and signs in as for a mail, and sends none. Rejects with what is wrong, in bounded time. */
export async function probeSmtp(options: Pick<SmtpMailerOptions, 'server' | 'trustedAuthority'>): Promise<void> {
  const transport: Transporter = createTransport(connectionOf(options));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function connectionOf({ server, trustedAuthority }: Pick<SmtpMailerOptions, 'server' | 'trustedAuthority'>): SMTPPoolOptions {
  const { host, port, tls, login } = server;
  return {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    connectionTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SEND_PATIENCE_MS,
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
    ...(trustedAuthority === undefined ? {} : { tls: { ca: trustedAuthority } }),
  };
}

async function settledWithin(work: Iterable<Promise<unknown>>, patienceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([Promise.allSettled(work), overdue]);
  clearTimeout(timer);
}
