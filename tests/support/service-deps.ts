import { createHash } from 'node:crypto';
import { sentOrderPath, ticketsPath } from '@comptoir/adapters-http/web/page-paths.js';
import { makeCronerCronTimes } from '@comptoir/adapters-sdk/cron/croner-cron-times.js';
import { htmlCleaner } from '@comptoir/adapters-sdk/mail/html-cleaner.js';
import { makeJournalSigner } from '@comptoir/app/adapters/node-journal-signer.js';
import { makeSignedTokens } from '@comptoir/app/adapters/node-signed-tokens.js';
import { nodeTimers } from '@comptoir/app/adapters/node-timers.js';
import { withoutCertificates } from '@comptoir/core/certificates/without-certificates.js';
import type { InvoiceRenderer } from '@comptoir/core/invoices/invoice-renderer.js';
import type { Clock } from '@comptoir/core/kit/clock.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { Mail, Mailer } from '@comptoir/core/kit/mail.js';
import type { OutgoingHttp } from '@comptoir/core/kit/outgoing-http.js';
import type { Passwords } from '@comptoir/core/kit/passwords.js';
import { makeRegistry, permissionsAskedFor } from '@comptoir/core/kit/registry.js';
import { makeMemoryPhotoFiles } from '@comptoir/core/photos/memory-photo-files.js';
import type { PhotoRenderer } from '@comptoir/core/photos/photo-renderer.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { MAIL_QUEUE, mailIn } from '@comptoir/core/push-queue/mail-queue.js';
import type { NewJob } from '@comptoir/core/push-queue/push-job.js';
import type { PushQueueStore } from '@comptoir/core/push-queue/push-queue-store.js';
import type { HostTasks } from '@comptoir/core/scheduler/scheduled-work.js';
import type { ServiceDeps } from '@comptoir/core/service-deps.js';
import type { Persistence, TransactAll } from '@comptoir/core/stores.js';
import type { TicketLanguage } from '@comptoir/core/ticketing/offer.js';
import type { BookingTarget } from '@comptoir/core/ticketing/ticket-catalog.js';
import type { TicketRenderer } from '@comptoir/core/ticketing/ticket-renderer.js';
import { withoutWebServer } from '@comptoir/core/vhosts/without-web-server.js';

export const TEST_SECRET = 'a-secret-of-the-tests-with-32-bytes-and-more';

/** Keeps what was sent, newest last. */
export interface Outbox extends Mailer {
  readonly sent: readonly Mail[];
}

export function anOutbox(): Outbox {
  const sent: Mail[] = [];
  return {
    sent,
    send: async (mail) => {
      sent.push(mail);
    },
  };
}

/** Hashes at once and in the clear, so that tests of rules do not wait; the real ones have tests of their own. */
export const plainPasswords: Passwords = {
  hash: async (password) => `plain:${password}`,
  verify: async (hash, password) => hash === `plain:${password}`,
  nobodysHash: 'plain:\u0000nobody',
  isOutdated: () => false,
};

const PNG = Buffer.from('\x89PNG', 'latin1');

/** What `plainPhotos` takes for a picture; each text is another one. */
export function aPlainPicture(text = ''): Buffer {
  return Buffer.concat([PNG, Buffer.from(text)]);
}

/** Takes whatever begins like a PNG for a picture of 640 pixels; the real one has tests of its own. */
export const plainPhotos: PhotoRenderer = {
  async render(bytes) {
    if (!PNG.equals(bytes.subarray(0, PNG.length))) throw new DomainError('unsupported_media_type');
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { hash, width: 640, files: [320, 640].map((width) => ({ width, bytes: Buffer.from(`${hash} in ${width}`) })) };
  },
};

/** Draws nothing but the number and what is for programs; the real one has tests of its own. */
export const plainInvoices: InvoiceRenderer = {
  render: async ({ invoice, xml }) => Buffer.from(`%PDF ${invoice.number} ${xml}`),
};

/** Draws nothing but the codes; the real one has tests of its own. */
export const plainTickets: TicketRenderer = {
  render: async ({ tickets }) => Buffer.from(`%PDF ${tickets.map(({ code }) => code).join(' ')}`),
};

/** `persistence` that keeps the mails that were committed to be sent, newest last. */
export function keepingMails(persistence: Persistence): { readonly persistence: Persistence; readonly sent: readonly Mail[] } {
  const sent: Mail[] = [];
  const transact: TransactAll = async (scope, work, writes) => {
    let pushed: NewJob[] = [];
    const result = await persistence.transact(
      scope,
      (stores, views) => {
        pushed = [];
        const pushQueue: PushQueueStore = {
          ...stores.pushQueue,
          push(jobs, now) {
            pushed.push(...jobs);
            return stores.pushQueue.push(jobs, now);
          },
        };
        return work({ ...stores, pushQueue }, views);
      },
      writes,
    );
    sent.push(...pushed.filter(({ queue }) => queue === MAIL_QUEUE).flatMap(({ payload }) => mailIn(payload) ?? []));
    return result;
  };
  return {
    persistence: {
      transact,
      get views() {
        return persistence.views;
      },
    },
    sent,
  };
}

export const testLinks = {
  booking: (slug: string, orderId: string, language: string) => `https://till.example/${language}/tickets/${slug}/order/${orderId}`,
  menu: (slug: string) => `https://till.example/${slug}`,
  picture: (path: string) => `https://till.example${path}`,
  tracking: (slug: string, orderId: string) => `https://till.example/${slug}/orders/${orderId}`,
  sentOrder: (slug: string, token: string, language: string) => `https://till.example${sentOrderPath(slug, token, language)}`,
  pay: (slug: string, orderId: string) => `https://till.example/${slug}/orders/${orderId}/pay`,
  payReturn: (slug: string, orderId: string, provider: string) => `https://till.example/${slug}/orders/${orderId}/back/${provider}`,
  paymentWebhook: (provider: string) => `https://till.example/api/payments/${provider}/webhook`,
  shopItem: (slug: string, itemId: string) => `https://till.example/boutique/${slug}/${itemId}`,
  tickets: (slug: string, language: TicketLanguage, target?: BookingTarget) => `https://till.example${ticketsPath(slug, language, target)}`,
  verifyEmail: (token: string) => `https://platform.example/manage/verify?token=${token}`,
  resetPassword: (token: string) => `https://platform.example/manage/reset?token=${token}`,
  onboard: (payload: string) => `https://platform.example/manage/onboard?d=${payload}`,
  vendorPortal: (token: string, language: string) => `https://till.example/${language}/vendor/${token}`,
  invoice: (token: string, language: string) => `https://till.example/${language}/invoice/${token}`,
  home: ({ slug }: { readonly slug: string }) => `https://till.example/carte/${slug}`,
  confirmSubscription: (token: string) => `https://till.example/newsletter/link/confirm?t=${token}`,
  unsubscribe: (token: string) => `https://till.example/newsletter/link/unsubscribe?t=${token}`,
  shopWebhook: (slug: string, entity: string) => `https://platform.example/api/webhooks/shop/${entity}?site=${slug}`,
  login: () => 'https://platform.example/manage/login',
};

/** Reaches nobody. */
export const noNetwork: OutgoingHttp = {
  post: async () => ({ kind: 'unreachable', reason: 'There is no network here.' }),
  faultOf: () => null,
};

export const noTasks: HostTasks = {
  names: [],
  run: async () => ({ kind: 'failed', reason: 'There are no tasks here.' }),
  endAll: () => undefined,
};

/** Everything the core needs beside persistence, clock and randomness, which a test chooses. */
export function testDeps(
  chosen: Pick<ServiceDeps, 'persistence' | 'crypto'> & { readonly clock: Clock } & Partial<ServiceDeps>,
): ServiceDeps {
  return {
    commands: null,
    cronTimes: makeCronerCronTimes(),
    htmlCleaner,
    links: testLinks,
    mailer: anOutbox(),
    outgoing: noNetwork,
    invoiceRenderer: plainInvoices,
    ticketRenderer: plainTickets,
    passwords: plainPasswords,
    photoFiles: makeMemoryPhotoFiles(),
    photoRenderer: plainPhotos,
    journalSigner: makeJournalSigner([TEST_SECRET]),
    signedTokens: makeSignedTokens([TEST_SECRET]),
    identityProvider: null,
    shopSync: null,
    paymentProviders: [],
    certificates: withoutCertificates,
    logger: silentLogger,
    timers: nodeTimers,
    health: { version: '1.2.3', checks: {} },
    knownPermissions: () => permissionsAskedFor(makeRegistry(ROUTERS)),
    supplierRecalc: false,
    tasks: noTasks,
    vhosts: withoutWebServer(),
    ...chosen,
  };
}
