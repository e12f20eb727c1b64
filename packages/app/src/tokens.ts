import type { RequestListener } from 'node:http';
import type { Database } from '@comptoir/adapters-db/database.js';
import type { EdgeSites } from '@comptoir/adapters-http/edge/edge-sites.js';
import type { HostOptions } from '@comptoir/adapters-http/kit/host-options.js';
import type { ClosableMailer } from '@comptoir/adapters-sdk/mail/closable-mailer.js';
import type { PaymentSandbox } from '@comptoir/adapters-sdk/payments/sandbox.js';
import type { ClosableOutgoingHttp } from '@comptoir/adapters-sdk/push/outgoing-http.js';
import type { ClosableShopGateways } from '@comptoir/adapters-sdk/shop/prestashop-gateways.js';
import type { CertificatePorts } from '@comptoir/core/certificates/certificates-deps.js';
import type { Health } from '@comptoir/core/health/health-service.js';
import type { IdentityProvider } from '@comptoir/core/identity/identity-provider.js';
import type { InvoiceRenderer } from '@comptoir/core/invoices/invoice-renderer.js';
import type { JournalSigner } from '@comptoir/core/journal/journal-signer.js';
import type { Clock } from '@comptoir/core/kit/clock.js';
import type { Crypto } from '@comptoir/core/kit/crypto.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { Passwords } from '@comptoir/core/kit/passwords.js';
import type { Registry } from '@comptoir/core/kit/registry.js';
import type { SignedTokens } from '@comptoir/core/kit/signed-tokens.js';
import type { Timers } from '@comptoir/core/kit/timers.js';
import type { PhotoFiles } from '@comptoir/core/photos/photo-files.js';
import type { PhotoRenderer } from '@comptoir/core/photos/photo-renderer.js';
import type { CronTimes } from '@comptoir/core/scheduler/cron-times.js';
import type { Commands, HostTasks } from '@comptoir/core/scheduler/scheduled-work.js';
import type { Links, ServiceDeps } from '@comptoir/core/service-deps.js';
import type { Services } from '@comptoir/core/services.js';
import type { Persistence } from '@comptoir/core/stores.js';
import type { TicketRenderer } from '@comptoir/core/ticketing/ticket-renderer.js';
import type { ServiceIdentifier } from 'inversify';
import type { PublicUrls } from './addresses.js';
import type { Config, HostName } from './config.js';

/** What the container holds, by typed token. The return type keeps `Type`; a bare symbol would forget it. */
function token<Type>(name: string): ServiceIdentifier<Type> {
  return Symbol(name);
}

export const TOKENS = {
  config: token<Config>('config'),
  logger: token<Logger>('logger'),
  clock: token<Clock>('clock'),
  crypto: token<Crypto>('crypto'),
  publicUrls: token<PublicUrls>('publicUrls'),
  certificates: token<CertificatePorts>('certificates'),
  commands: token<Commands | null>('commands'),
  cronTimes: token<CronTimes>('cronTimes'),
  links: token<Links>('links'),
  mailer: token<ClosableMailer>('mailer'),
  /** Calls to handlers that apps have registered. */
  outgoing: token<ClosableOutgoingHttp>('outgoing'),
  timers: token<Timers>('timers'),
  invoiceRenderer: token<InvoiceRenderer>('invoiceRenderer'),
  ticketRenderer: token<TicketRenderer>('ticketRenderer'),
  passwords: token<Passwords>('passwords'),
  photoFiles: token<PhotoFiles>('photoFiles'),
  photoRenderer: token<PhotoRenderer>('photoRenderer'),
  journalSigner: token<JournalSigner>('journalSigner'),
  signedTokens: token<SignedTokens>('signedTokens'),
  identityProvider: token<IdentityProvider | null>('identityProvider'),
  /** Null: not wanted. */
  paymentSandbox: token<PaymentSandbox | null>('paymentSandbox'),
  /** The online shops that establishments are connected to. */
  shopGateways: token<ClosableShopGateways>('shopGateways'),
  shopSync: token<ServiceDeps['shopSync']>('shopSync'),
  /** What schedules may name as their task. */
  tasks: token<HostTasks>('tasks'),
  health: token<Health>('health'),
  /** Every procedure outsiders may call. */
  registry: token<Registry>('registry'),
  /** Aborted when the process begins to stop: live streams end. */
  stopping: token<AbortSignal>('stopping'),
  /** The web server of this machine and what goes with it. */
  vhosts: token<ServiceDeps['vhosts']>('vhosts'),
  database: token<Database>('database'),
  persistence: token<Persistence>('persistence'),
  services: token<Services>('services'),
  edgeSites: token<EdgeSites>('edgeSites'),
  hostOptions: token<(name: HostName) => HostOptions>('hostOptions'),
};

/** One token per service of the inventory; a service without one does not compile. */
export const SERVICE_TOKENS: { readonly [Name in keyof Services]: ServiceIdentifier<Services[Name]> } = {
  access: token('services.access'),
  archives: token('services.archives'),
  auth: token('services.auth'),
  bookingTill: token('services.bookingTill'),
  bookings: token('services.bookings'),
  boutique: token('services.boutique'),
  campaigns: token('services.campaigns'),
  carte: token('services.carte'),
  catalogue: token('services.catalogue'),
  certificates: token('services.certificates'),
  clients: token('services.clients'),
  clock: token('services.clock'),
  coupons: token('services.coupons'),
  crypto: token('services.crypto'),
  dispatcher: token('services.dispatcher'),
  emailTemplates: token('services.emailTemplates'),
  feeds: token('services.feeds'),
  exports: token('services.exports'),
  groups: token('services.groups'),
  imports: token('services.imports'),
  health: token('services.health'),
  helpCentre: token('services.helpCentre'),
  helpdeskKb: token('services.helpdeskKb'),
  housekeeping: token('services.housekeeping'),
  identify: token('services.identify'),
  ids: token('services.ids'),
  invites: token('services.invites'),
  invoices: token('services.invoices'),
  invoiceWork: token('services.invoiceWork'),
  issuedInvoices: token('services.issuedInvoices'),
  journal: token('services.journal'),
  keyed: token('services.keyed'),
  keys: token('services.keys'),
  members: token('services.members'),
  newsletter: token('services.newsletter'),
  offers: token('services.offers'),
  onboarding: token('services.onboarding'),
  forgottenOrders: token('services.forgottenOrders'),
  orderExpiry: token('services.orderExpiry'),
  orders: token('services.orders'),
  passes: token('services.passes'),
  orderSales: token('services.orderSales'),
  payments: token('services.payments'),
  paymentWork: token('services.paymentWork'),
  permissions: token('services.permissions'),
  photos: token('services.photos'),
  products: token('services.products'),
  profile: token('services.profile'),
  providerLogin: token('services.providerLogin'),
  queues: token('services.queues'),
  receipts: token('services.receipts'),
  recurringInvoices: token('services.recurringInvoices'),
  recurringWork: token('services.recurringWork'),
  sales: token('services.sales'),
  reorder: token('services.reorder'),
  scheduler: token('services.scheduler'),
  pushQueue: token('services.pushQueue'),
  sessions: token('services.sessions'),
  settings: token('services.settings'),
  settlement: token('services.settlement'),
  signals: token('services.signals'),
  shopDrift: token('services.shopDrift'),
  shopSync: token('services.shopSync'),
  siteGenerations: token('services.siteGenerations'),
  sites: token('services.sites'),
  stock: token('services.stock'),
  syncLinks: token('services.syncLinks'),
  tenants: token('services.tenants'),
  ticker: token('services.ticker'),
  ticketCatalog: token('services.ticketCatalog'),
  ticketCounter: token('services.ticketCounter'),
  ticketSessions: token('services.ticketSessions'),
  till: token('services.till'),
  tracking: token('services.tracking'),
  unitOfWork: token('services.unitOfWork'),
  vendorPortal: token('services.vendorPortal'),
  vendors: token('services.vendors'),
  vhosts: token('services.vhosts'),
  views: token('services.views'),
  webhookEndpoints: token('services.webhookEndpoints'),
  webhooks: token('services.webhooks'),
};

// `Object.keys` is typed for objects that may hold more than their type says; this one is a literal.
export const SERVICE_NAMES = Object.keys(SERVICE_TOKENS) as readonly (keyof Services)[];

/** One token per host: what answers its requests. */
export const HOST_TOKENS: Readonly<Record<HostName, ServiceIdentifier<RequestListener>>> = {
  storefront: token('hosts.storefront'),
  platform: token('hosts.platform'),
  sdk: token('hosts.sdk'),
  edge: token('hosts.edge'),
};
