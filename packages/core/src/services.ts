import type { AccessWork } from './access/access-deps.js';
import { type AccessService, makeAccessService } from './access/access-service.js';
import type { Passes } from './access/pass-gate.js';
import { type KeysService, makeKeysService } from './api-keys/keys-service.js';
import { type KnownKeys, makeKnownKeys } from './api-keys/known-keys.js';
import { makeUseCounter, type UseCounter } from './api-keys/use-counter.js';
import { type BoutiqueService, makeBoutiqueService } from './boutique/boutique-service.js';
import type { ShopLinks } from './boutique/shop-catalog.js';
import { campaignQueue } from './campaigns/campaign-queue.js';
import { makeCampaignWork } from './campaigns/campaign-work.js';
import { type CampaignsService, makeCampaignsService } from './campaigns/campaigns-service.js';
import { makeLetterOf } from './campaigns/letter-of.js';
import { type CarteService, makeCarteService } from './carte/carte-service.js';
import { type Menus, makeMenus } from './carte/menus.js';
import { type CatalogueService, makeCatalogueService } from './catalogue/catalogue-service.js';
import { makeProductsService } from './catalogue/make-products-service.js';
import type { ProductsService } from './catalogue/products-service.js';
import type { CertificatePorts } from './certificates/certificates-deps.js';
import { type CertificatesService, makeCertificatesService } from './certificates/certificates-service.js';
import { PERSONAL_DATA_HOLDERS } from './clients/client-holders.js';
import type { ClientsService } from './clients/clients-service.js';
import { makeClientsService } from './clients/make-clients-service.js';
import { type CouponsService, makeCouponsService } from './coupons/coupons-service.js';
import { makeSiteGenerations, type SiteGenerations } from './edge-routes/site-generations.js';
import { type EmailTemplatesService, makeEmailTemplatesService } from './email-templates/email-templates-service.js';
import { type ExportsService, makeExportsService } from './export/exports-service.js';
import { type ImportsService, makeImportsService } from './export/imports-service.js';
import { type FeedsService, makeFeedsService, type StorefrontLinks } from './feeds/feeds-service.js';
import { type GroupsService, makeGroupsService } from './groups/groups-service.js';
import { type Health, type HealthService, makeHealthService } from './health/health-service.js';
import { type HelpCentre, makeHelpCentre } from './helpdesk-kb/help-centre.js';
import { type HelpdeskKbService, makeHelpdeskKbService } from './helpdesk-kb/kb-service.js';
import type { AuthService } from './identity/auth-service.js';
import type { IdentifyService } from './identity/identify.js';
import type { IdentityDeps } from './identity/identity-deps.js';
import type { IdentityProvider } from './identity/identity-provider.js';
import type { InvitesService } from './identity/invites-service.js';
import { makeAuthService } from './identity/make-auth-service.js';
import { makeIdentifyService } from './identity/make-identify.js';
import { makeInvitesService } from './identity/make-invites-service.js';
import { makeProviderLogin } from './identity/make-provider-login.js';
import { type MembersService, makeMembersService } from './identity/members-service.js';
import { makePermissionsService, type PermissionsService } from './identity/permissions-service.js';
import type { PlatformLinks } from './identity/platform-links.js';
import { makeProfileService, type ProfileService } from './identity/profile-service.js';
import type { ProviderLogin } from './identity/provider-login.js';
import { makeSessionUse } from './identity/session-use.js';
import { makeSessionsService, type SessionsService } from './identity/sessions-service.js';
import { type IssuedInvoices, makeIssuedInvoices } from './invoices/after-issue.js';
import { makeBuyerBook } from './invoices/buyer-book.js';
import { makeClientInvoices } from './invoices/client-invoices.js';
import type { InvoiceRenderer } from './invoices/invoice-renderer.js';
import { type InvoiceWork, makeInvoiceWork } from './invoices/invoice-work.js';
import type { InvoiceLinks, InvoicesDeps } from './invoices/invoices-deps.js';
import { type InvoicesService, makeInvoicesService } from './invoices/invoices-service.js';
import { makeInvoiceableOrders } from './invoices/order-book.js';
import { type JournalService, makeJournalService } from './journal/journal-service.js';
import type { JournalSigner } from './journal/journal-signer.js';
import { makeJournalWriter } from './journal/journal-writer.js';
import { type KeyPace, makeKeyPace } from './keyed/key-pace.js';
import { DEVICE_RATE, KEYED_RATE } from './keyed/keyed-contract.js';
import { type KeyedService, makeKeyedService } from './keyed/keyed-service.js';
import type { Clock } from './kit/clock.js';
import type { Crypto } from './kit/crypto.js';
import { type Housekeeping, makeHousekeeping } from './kit/housekeeping.js';
import type { HtmlCleaner } from './kit/html-cleaner.js';
import { type Ids, makeIds } from './kit/ids.js';
import { lazily, lazilyOver } from './kit/lazily.js';
import type { Logger } from './kit/logger.js';
import type { Mailer } from './kit/mail.js';
import type { OutgoingHttp } from './kit/outgoing-http.js';
import type { Passwords } from './kit/passwords.js';
import type { Post } from './kit/post.js';
import type { Permission } from './kit/procedure.js';
import type { TenantScope } from './kit/scope.js';
import { makeSignals, type Signals } from './kit/signals.js';
import type { SignedTokens } from './kit/signed-tokens.js';
import type { Timers } from './kit/timers.js';
import { type AfterCommit, makeAfterCommit, type UnitOfWork } from './kit/unit-of-work.js';
import { makeDeliverEvent } from './links/deliver-event.js';
import { deliveryQueue } from './links/delivery-queue.js';
import { type LinksService, makeLinksService } from './links/links-service.js';
import { makeTellShops } from './links/tell-shops.js';
import { makeNewsletterService, type NewsletterLinks, type NewsletterService } from './newsletter/newsletter-service.js';
import { makeOnboardingService, type OnboardingService } from './onboarding/onboarding-service.js';
import { type ForgottenOrders, makeForgottenOrders } from './orders/forgotten-orders.js';
import { findGuestOrder } from './orders/guest-orders.js';
import { makeOrderExpiry, type OrderExpiry } from './orders/order-expiry.js';
import { makeOrdersService, type OrderLinks, type OrdersService } from './orders/orders-service.js';
import { makePassesAtGates } from './passes/passes-at-gates.js';
import { makePassesService, type PassesService } from './passes/passes-service.js';
import type { PaymentProviders } from './payments/offered-payments.js';
import { makePaymentNews } from './payments/payment-news.js';
import type { PaymentProvider } from './payments/payment-provider.js';
import { makePaymentWork, type PaymentWork } from './payments/payment-work.js';
import { makePaymentsService, type PaymentLinks, type PaymentsService } from './payments/payments-service.js';
import type { PhotoFiles } from './photos/photo-files.js';
import type { PhotoRenderer } from './photos/photo-renderer.js';
import { makePhotosService, type PhotosService } from './photos/photos-service.js';
import { type DeliveryCounters, makeDeliveryCounters } from './push-queue/delivery-counters.js';
import { type Dispatcher, makeDispatcher } from './push-queue/dispatcher.js';
import { mailQueue, makePost } from './push-queue/mail-queue.js';
import type { OwnQueue } from './push-queue/own-queue.js';
import { makePushQueueService, type PushQueueService } from './push-queue/push-queue-service.js';
import { makeQueueBell, ringingAfterCommit } from './push-queue/queue-bell.js';
import { makeQueuesService, type QueuesService } from './queues/queues-service.js';
import { makeRecurringInvoicesService, type RecurringInvoicesService } from './recurring-invoices/recurring-service.js';
import { makeRecurringWork, type RecurringWork } from './recurring-invoices/recurring-work.js';
import { makeAfterImports } from './reorder/after-imports.js';
import { reorderQueue } from './reorder/reorder-queue.js';
import { makeReorderService, type ReorderService } from './reorder/reorder-service.js';
import { makeSalesService, type SalesService } from './sales/sales-service.js';
import type { CronTimes } from './scheduler/cron-times.js';
import { makeRunCounts, type RunCounts } from './scheduler/run-counts.js';
import type { Commands, HostTasks } from './scheduler/scheduled-work.js';
import { makeSchedulerService, type SchedulerService } from './scheduler/scheduler-service.js';
import { makeTicker, type Ticker } from './scheduler/ticker.js';
import { makeSettingsService, type SettingsService } from './settings/settings-service.js';
import { makeSettlementService, type SettlementService } from './settlement/settlement-service.js';
import { type DriftService, makeDriftService } from './shop-sync/drift/drift-service.js';
import { makeShopSyncService, type ShopSyncPorts } from './shop-sync/make-shop-sync-service.js';
import type { ShopSyncService } from './shop-sync/shop-sync-service.js';
import { makeSitesService, type SitesService } from './sites/sites-service.js';
import { makeStockService } from './stock/make-stock-service.js';
import type { StockService } from './stock/stock-service.js';
import type { Persistence, Stores, Views } from './stores.js';
import { makeTenantsService, type TenantsService } from './tenants/tenants-service.js';
import type { BookingLinks, BookingsService } from './ticketing/booking-service.js';
import { makeBookingsService } from './ticketing/bookings-service.js';
import { makeOffersService, type OffersService } from './ticketing/offers-service.js';
import type { TicketLinks } from './ticketing/ticket-catalog.js';
import { makeTicketCatalogService, type TicketCatalogService } from './ticketing/ticket-catalog-service.js';
import { makeTicketCounter, type TicketCounter } from './ticketing/ticket-counter.js';
import type { TicketRenderer } from './ticketing/ticket-renderer.js';
import { makeTicketSessionsService, type TicketSessionsService } from './ticketing/ticket-sessions-service.js';
import { type ArchivesService, makeArchivesService } from './till/archives-service.js';
import { type BookingTill, makeBookingTill } from './till/booking-till.js';
import { makeOrderSales, type OrderSales } from './till/order-sales.js';
import { makeReceiptsService, type ReceiptsService } from './till/receipts-service.js';
import { makeTillService, type TillService } from './till/till-service.js';
import { makeTrackingService, type TrackingLinks, type TrackingService } from './tracking/tracking-service.js';
import { makeVendorPortal, type VendorPortal, type VendorPortalLinks } from './vendors/vendor-portal.js';
import { makeVendorsService, type VendorsService } from './vendors/vendors-service.js';
import { makeVhostsService, type VhostPorts, type VhostsService } from './vhosts/vhosts-service.js';
import { makeDeliverWebhook } from './webhook-endpoints/deliver-webhook.js';
import { makeWebhookEndpointsService, type WebhookEndpointsService } from './webhook-endpoints/endpoints-service.js';
import { tellingEndpoints } from './webhook-endpoints/tell-endpoints.js';
import { webhookQueue } from './webhook-endpoints/webhook-queue.js';
import { makeJournalRequests } from './webhooks/journal-requests.js';
import { makeProcessTurn } from './webhooks/process-turn.js';
import { shopWebhookQueue } from './webhooks/webhook-queue.js';
import { makeWebhookWaits, type WebhookWaits } from './webhooks/webhook-waits.js';
import { makeWebhooksService, type WebhookLinks, type WebhooksService } from './webhooks/webhooks-service.js';

/** Everything a host can offer: one line per feature. */
export interface Services {
  readonly access: AccessService;
  readonly archives: ArchivesService;
  readonly auth: AuthService;
  readonly bookingTill: BookingTill;
  readonly bookings: BookingsService;
  readonly boutique: BoutiqueService;
  readonly campaigns: CampaignsService;
  readonly carte: CarteService;
  readonly catalogue: CatalogueService;
  readonly certificates: CertificatesService;
  readonly clients: ClientsService;
  readonly coupons: CouponsService;
  readonly emailTemplates: EmailTemplatesService;
  readonly feeds: FeedsService;
  readonly forgottenOrders: ForgottenOrders;
  readonly exports: ExportsService;
  readonly groups: GroupsService;
  readonly imports: ImportsService;
  readonly health: HealthService;
  readonly helpCentre: HelpCentre;
  readonly helpdeskKb: HelpdeskKbService;
  readonly housekeeping: Housekeeping;
  readonly identify: IdentifyService;
  readonly invites: InvitesService;
  readonly invoices: InvoicesService;
  readonly invoiceWork: InvoiceWork;
  readonly issuedInvoices: IssuedInvoices;
  readonly journal: JournalService;
  readonly keyed: KeyedService;
  readonly keys: KeysService;
  readonly members: MembersService;
  readonly newsletter: NewsletterService;
  readonly offers: OffersService;
  readonly onboarding: OnboardingService;
  readonly orderExpiry: OrderExpiry;
  readonly orders: OrdersService;
  readonly passes: PassesService;
  /** Takes part in the transactions of those who change orders and payments. */
  readonly orderSales: OrderSales;
  readonly payments: PaymentsService;
  readonly paymentWork: PaymentWork;
  readonly permissions: PermissionsService;
  readonly photos: PhotosService;
  readonly products: ProductsService;
  readonly profile: ProfileService;
  readonly providerLogin: ProviderLogin;
  readonly pushQueue: PushQueueService;
  readonly queues: QueuesService;
  readonly receipts: ReceiptsService;
  readonly recurringInvoices: RecurringInvoicesService;
  readonly recurringWork: RecurringWork;
  readonly sales: SalesService;
  readonly reorder: ReorderService;
  readonly scheduler: SchedulerService;
  readonly sessions: SessionsService;
  readonly settings: SettingsService;
  readonly settlement: SettlementService;
  readonly shopDrift: DriftService;
  readonly shopSync: ShopSyncService;
  readonly siteGenerations: SiteGenerations;
  readonly sites: SitesService;
  readonly stock: StockService;
  readonly syncLinks: LinksService;
  readonly tenants: TenantsService;
  readonly ticker: Ticker;
  readonly ticketCatalog: TicketCatalogService;
  readonly ticketCounter: TicketCounter;
  readonly ticketSessions: TicketSessionsService;
  readonly till: TillService;
  readonly tracking: TrackingService;
  readonly vendorPortal: VendorPortal;
  readonly vendors: VendorsService;
  readonly vhosts: VhostsService;
  readonly webhookEndpoints: WebhookEndpointsService;
  readonly webhooks: WebhooksService;
  readonly clock: Clock;
  readonly crypto: Crypto;
  /** Delivers what is on the push queue, mails included, once it is started. */
  readonly dispatcher: Dispatcher;
  readonly ids: Ids;
  readonly signals: Signals;
  readonly unitOfWork: UnitOfWork;
  readonly views: Views;
}

/** Addresses of pages and pictures, which only the host knows. */
export type Links = BookingLinks &
  InvoiceLinks &
  NewsletterLinks &
  OrderLinks &
  PaymentLinks &
  PlatformLinks &
  ShopLinks &
  StorefrontLinks &
  TicketLinks &
  TrackingLinks &
  VendorPortalLinks &
  WebhookLinks;

export interface ServiceDeps {
  readonly persistence: Persistence;
  readonly certificates: CertificatePorts;
  readonly clock: Clock;
  /** Null: schedules start no programs. */
  readonly commands: Commands | null;
  readonly cronTimes: CronTimes;
  readonly crypto: Crypto;
  readonly htmlCleaner: HtmlCleaner;
  readonly journalSigner: JournalSigner;
  readonly links: Links;
  readonly mailer: Mailer;
  readonly outgoing: OutgoingHttp;
  readonly invoiceRenderer: InvoiceRenderer;
  readonly passwords: Passwords;
  readonly photoFiles: PhotoFiles;
  readonly photoRenderer: PhotoRenderer;
  /** Null: this host is connected to no online shops. */
  readonly shopSync: ShopSyncPorts | null;
  readonly signedTokens: SignedTokens;
  /** Null: people sign in by password only. */
  readonly identityProvider: IdentityProvider | null;
  /** Take cards for the online shops that name them in their settings; none: every order is paid at pickup. */
  readonly paymentProviders: readonly PaymentProvider[];
  readonly logger: Logger;
  readonly ticketRenderer: TicketRenderer;
  readonly timers: Timers;
  readonly health: Health;
  /** Imports what online shops tell of. Null: nobody does here, and events wait for a process in which somebody does. */
  /** `BEXT_SUPPLIER_RECALC`: what an online shop has changed asks for a recalculation of what to order. */
  readonly supplierRecalc: boolean;
  /** What schedules may name as their `task`. */
  readonly tasks: HostTasks;
  /** Every permission that some procedure of the host asks for; only the host knows which routers it offers. */
  readonly knownPermissions: () => readonly Permission[];
  /** The web server of this machine and what goes with it. */
  readonly vhosts: VhostPorts;
}

/** What services share, whether or not they take part in a transaction. */
interface Shared {
  readonly deps: ServiceDeps;
  readonly ids: Ids;
  /** Waits and asks others, so never in a transaction of somebody else. */
  readonly certificates: CertificatesService;
  readonly menus: Menus;
  readonly knownKeys: KnownKeys;
  readonly keyUses: UseCounter;
  readonly keyPace: KeyPace;
  readonly devicePace: KeyPace;
  readonly identify: IdentifyService;
  readonly runCounts: RunCounts;
  readonly ticker: Ticker;
  readonly post: Post;
  readonly counters: DeliveryCounters;
  readonly dispatcher: Dispatcher;
  readonly ownQueues: readonly OwnQueue[];
  /** At once; those of a transaction wait for its commit. */
  readonly signals: Signals;
  readonly providers: PaymentProviders;
  /** Waits for shops, so never in a transaction of somebody else. */
  readonly shopDrift: DriftService;
  readonly shopSync: ShopSyncService;
  readonly vhosts: VhostsService;
  readonly webhookWaits: WebhookWaits;
  /** Shared by all who call at once, so never in a transaction of somebody else. */
  readonly journalRequest: ReturnType<typeof makeJournalRequests>;
}

/** The core, wired: what every host calls, whatever is behind the ports. */
export function makeServices(given: ServiceDeps): Services {
  const bell = makeQueueBell();
  const { views } = given.persistence;
  const { clock, logger } = given;
  const ids = makeIds(clock, given.crypto);
  const transact = tellingEndpoints(ringingAfterCommit(given.persistence.transact, bell), { clock, ids });
  const deps: ServiceDeps = { ...given, persistence: { transact, views } };
  const signals = makeSignals();
  const counters = makeDeliveryCounters();
  const runCounts = makeRunCounts();
  const certificates = makeCertificates(deps, ids);
  const letterOf = makeLetterOf({ ...deps, transact, views });
  const shopSync = makeShopSyncService({
    ...deps,
    ports: deps.shopSync,
    unitOfWork: (scope, work) => inTransaction(shared, scope, work),
    views,
    ids,
  });
  const post = makePost({ clock, ids });
  const ownQueues = [
    mailQueue(deps.mailer, logger),
    campaignQueue(makeCampaignWork({ ...deps, transact, ids, letterOf })),
    reorderQueue(makeReorderService({ transact, clock })),
    shopEventsQueue(deps, ids, shopSync),
    deliveryQueue(makeDeliverEvent({ ...deps, transact, views })),
    webhookQueue(makeDeliverWebhook({ ...deps, transact, views, post })),
  ];
  const shared: Shared = {
    deps,
    ids,
    certificates,
    menus: makeMenus(views.sites, views.catalogue),
    knownKeys: makeKnownKeys({ views, clock, signals }),
    keyUses: makeUseCounter({ transact, clock, logger }),
    keyPace: makeKeyPace({ transact, sites: views.sites, clock, policy: KEYED_RATE }),
    devicePace: makeKeyPace({ transact, sites: views.sites, clock, policy: DEVICE_RATE }),
    identify: makeIdentify(deps, signals),
    post,
    counters,
    dispatcher: makeDispatcher({ ...deps, transact, views, ids, counters, bell, ownQueues }),
    ownQueues,
    runCounts,
    ticker: makeTicker({ ...deps, transact, views, ids, signals, counts: runCounts }),
    signals,
    shopDrift: makeDriftService({ ...deps, gateways: deps.shopSync?.gateways ?? null, transact, views }),
    shopSync,
    vhosts: makeVhosts(deps, certificates, ids),
    webhookWaits: makeWebhookWaits(clock),
    journalRequest: makeJournalRequests({ transact, clock, ids }),
    providers: new Map(deps.paymentProviders.map((provider) => [provider.name, provider])),
  };
  return build(shared, deps.persistence, signals, (scope, work) => inTransaction(shared, scope, work));
}

function shopEventsQueue(
  { persistence: { transact, views }, supplierRecalc, clock, logger }: ServiceDeps,
  ids: Ids,
  imports: ShopSyncService,
): OwnQueue {
  const afterwards = makeAfterImports({ transact, views, enabled: supplierRecalc, clock, ids, logger });
  return shopWebhookQueue(makeProcessTurn({ transact, views, imports, afterwards, clock, ids, logger }));
}

function makeCertificates(
  { persistence: { transact, views }, certificates, clock, crypto, logger }: ServiceDeps,
  ids: Ids,
): CertificatesService {
  return makeCertificatesService({ ...certificates, transact, views: views.certificates, clock, crypto, ids, logger });
}

/** Publishing waits for the web server, so it opens its transactions itself, also when it is called from inside one. */
function makeVhosts(
  { vhosts, persistence: { transact, views }, clock, logger }: ServiceDeps,
  certificates: CertificatesService,
  ids: Ids,
): VhostsService {
  return makeVhostsService({ ...vhosts, certificates, transact, views: views.vhosts, clock, ids, logger });
}

function makeIdentify({ persistence, signedTokens, clock, logger }: ServiceDeps, signals: Signals): IdentifyService {
  const sessionUse = makeSessionUse({ transact: persistence.transact, clock, logger });
  return makeIdentifyService({ views: persistence.views, signedTokens, sessionUse, clock, signals });
}

/** Services of one transaction: they write through it, read what it wrote, and announce nothing before it has committed. */
async function inTransaction<Result>(shared: Shared, scope: TenantScope, work: (services: Services, stores: Stores) => Promise<Result>) {
  let afterCommit: AfterCommit | undefined;
  const result = await shared.deps.persistence.transact(scope, (stores, views) => {
    // A new list with every attempt: what a lost attempt wanted to announce never happened.
    const announcements = makeAfterCommit();
    afterCommit = announcements;
    const signals = afterCommitOf(shared.signals, announcements);
    const services = build(shared, { transact: (_scope, inner) => inner(stores, views), views }, signals, (_scope, inner) =>
      inner(services, stores),
    );
    return work(services, stores);
  });
  afterCommit?.run();
  return result;
}

function afterCommitOf(signals: Signals, announcements: AfterCommit): Signals {
  return { ...signals, send: (signal) => announcements.add(() => signals.send(signal)) };
}

function build(shared: Shared, { transact, views }: Persistence, signals: Signals, unitOfWork: UnitOfWork): Services {
  const {
    deps,
    ids,
    certificates,
    menus,
    knownKeys,
    keyUses,
    keyPace,
    devicePace,
    identify,
    post,
    counters,
    dispatcher,
    ownQueues,
    runCounts,
    ticker,
    providers,
    shopDrift,
    shopSync,
    vhosts,
    webhookWaits,
    journalRequest,
  } = shared;
  const { clock, crypto, links, passwords, signedTokens, identityProvider, outgoing, health, logger, knownPermissions } = deps;
  const identity: IdentityDeps = { transact, clock, crypto, ids, links, passwords, post, signals, signedTokens };
  const keys = makeKeysService({ transact, known: knownKeys, uses: keyUses, clock, crypto, signals });
  const orders = makeOrdersService({
    unitOfWork,
    menus,
    orderViews: views.orders,
    siteViews: views.sites,
    clock,
    crypto,
    ids,
    links,
    providers,
    signals,
  });
  const settlement = makeSettlementService({ unitOfWork, clock, ids });
  const invoiceDeps: InvoicesDeps = {
    transact: (scope, work) => transact(scope, (stores, seen) => work(lazilyOver(stores, { views: () => seen }))),
    views: views.invoices,
    siteViews: views.sites,
    ordersIn: (stores) => makeInvoiceableOrders(stores.orders, clock),
    buyersIn: (stores) => makeBuyerBook(stores.views.clients),
    payInvoice: settlement.payInvoice,
    renderer: deps.invoiceRenderer,
    clock,
    crypto,
    ids,
    links,
    post,
  };
  const invoices = makeInvoicesService(invoiceDeps);
  const recurringInvoices = makeRecurringInvoicesService({
    unitOfWork,
    siteViews: views.sites,
    buyers: makeBuyerBook(views.clients),
    clock,
    ids,
  });
  const passesAtGates = makePassesAtGates({ views, clock, crypto, ids });
  const writer = makeJournalWriter({ crypto, signer: deps.journalSigner, version: health.version });
  const sales = makeSalesService({ transact, journal: writer, clock, ids, signals, told: [makeTellShops({ clock, ids })] });
  const news = makePaymentNews({ unitOfWork, paymentViews: views.payments, clock, signals, logger });
  const payments = makePaymentsService({
    providers,
    orders: { find: (orderId) => findGuestOrder({ orderViews: views.orders, siteViews: views.sites }, orderId) },
    news,
    unitOfWork,
    paymentViews: views.payments,
    settings: views.settings,
    clock,
    links,
    signals,
  });
  return lazily<Services>({
    access: () =>
      makeAccessService({
        transact: (scope, work) => transact(scope, (stores, seen) => work(accessWork(stores, seen, passesAtGates))),
        views,
        passes: passesAtGates,
        clock,
        crypto,
        ids,
      }),
    archives: () => makeArchivesService({ transact, views, journal: writer, signer: deps.journalSigner, crypto, clock, ids }),
    auth: () => makeAuthService(identity),
    bookingTill: () => makeBookingTill({ unitOfWork, clock, ids }),
    bookings: () => makeBookingsService({ unitOfWork, views, clock, crypto, ids, links, providers, post, logger }),
    campaigns: () => makeCampaignsService({ transact, clock, ids }),
    boutique: () => makeBoutiqueService({ menus, payments, pickupSlots: views.pickupSlots, stockViews: views.stock, clock, links }),
    carte: () => makeCarteService({ menus, pickupSlots: views.pickupSlots, clock }),
    catalogue: () => makeCatalogueService({ transact, signals }),
    certificates: () => certificates,
    clients: () =>
      makeClientsService({
        unitOfWork,
        views,
        clock,
        ids,
        holders: PERSONAL_DATA_HOLDERS,
        invoices: makeClientInvoices(views.invoices),
      }),
    coupons: () => makeCouponsService({ unitOfWork, views, clock, crypto, ids }),
    emailTemplates: () => makeEmailTemplatesService({ transact, views, cleaner: deps.htmlCleaner, clock, ids, post, links }),
    feeds: () => makeFeedsService({ transact, views, clock, links }),
    forgottenOrders: () => makeForgottenOrders({ unitOfWork, views, clock, logger }),
    exports: () => makeExportsService({ views, clock }),
    imports: () => makeImportsService({ unitOfWork }),
    groups: () => makeGroupsService({ unitOfWork, clock, ids }),
    health: () => makeHealthService({ health, clock, logger }),
    helpCentre: () => makeHelpCentre(views),
    helpdeskKb: () => makeHelpdeskKbService({ unitOfWork, clock, ids }),
    housekeeping: () => makeHousekeeping({ transact, photoFiles: deps.photoFiles, clock }),
    identify: () => identify,
    invites: () => makeInvitesService(identity),
    invoices: () => invoices,
    invoiceWork: () => makeInvoiceWork({ transact, clock, logger }),
    issuedInvoices: () => makeIssuedInvoices(invoiceDeps, invoices),
    journal: () => makeJournalService({ writer, transact, views, signer: deps.journalSigner, crypto, clock, logger }),
    keyed: () => makeKeyedService({ keys, pace: keyPace, devicePace, unitOfWork, clock, crypto, ids }),
    keys: () => keys,
    members: () => makeMembersService({ transact, views, signals }),
    newsletter: () => makeNewsletterService({ transact, views, clock, crypto, ids, links, post, signedTokens }),
    offers: () => makeOffersService({ unitOfWork, clock, ids }),
    onboarding: () => makeOnboardingService({ transact, views }),
    orderExpiry: () => makeOrderExpiry({ unitOfWork, orderViews: views.orders, clock, signals, logger }),
    orders: () => orders,
    passes: () => makePassesService({ unitOfWork, clock, crypto, ids }),
    orderSales: () => makeOrderSales({ transact, sales, clock, ids }),
    payments: () => payments,
    paymentWork: () => makePaymentWork({ providers, news, unitOfWork, clock, signals, logger }),
    permissions: () => makePermissionsService({ transact, views, signals, known: knownPermissions }),
    photos: () => makePhotosService({ unitOfWork, files: deps.photoFiles, renderer: deps.photoRenderer }),
    products: () =>
      makeProductsService({
        transact: (scope, work) =>
          unitOfWork(scope, (services, stores) =>
            work({
              stores,
              views: services.views,
              signals: services.signals,
              stock: { open: services.stock.open, lock: stores.stock.lock },
            }),
          ),
        views,
        levels: views.stock.levels,
        clock,
        ids,
      }),
    profile: () => makeProfileService(identity),
    providerLogin: () => makeProviderLogin(identity, identityProvider),
    pushQueue: () => makePushQueueService({ transact, views, clock, ids, outgoing, counters }),
    queues: () => makeQueuesService({ transact, views: views.pushQueue, clock, ownQueues }),
    receipts: () => makeReceiptsService({ transact, journal: writer, clock, version: health.version }),
    recurringInvoices: () => recurringInvoices,
    recurringWork: () => makeRecurringWork({ recurringInvoices, transact, clock, logger }),
    sales: () => sales,
    reorder: () => makeReorderService({ transact, clock }),
    scheduler: () => makeSchedulerService({ ...deps, transact, views, ids, signals, counts: runCounts }),
    sessions: () => makeSessionsService(identity),
    settings: () => makeSettingsService({ transact }),
    settlement: () => settlement,
    shopDrift: () => shopDrift,
    shopSync: () => shopSync,
    siteGenerations: () => makeSiteGenerations({ transact, views: views.siteGenerations }),
    sites: () => makeSitesService({ transact, clock, ids, signals }),
    stock: () => makeStockService({ transact, views, clock, ids, signals }),
    syncLinks: () => makeLinksService({ unitOfWork, views, outgoing, clock, crypto, ids }),
    tenants: () => makeTenantsService({ transact, views, clock, ids, signals }),
    ticker: () => ticker,
    ticketCatalog: () => makeTicketCatalogService({ views, clock, links }),
    ticketCounter: () =>
      makeTicketCounter({
        ...{ sites: views.sites, offers: views.offers, sessions: views.ticketSessions, payments, clock },
        renderer: deps.ticketRenderer,
      }),
    ticketSessions: () => makeTicketSessionsService({ unitOfWork, clock, ids }),
    till: () => makeTillService({ transact, journal: writer, clock, ids }),
    tracking: () => makeTrackingService({ transact, views, signedTokens, links, post }),
    vendorPortal: () => makeVendorPortal({ transact, views, clock, crypto, links, post, suggestions: views.reorder }),
    vendors: () => makeVendorsService({ unitOfWork, clock, ids }),
    vhosts: () => vhosts,
    webhookEndpoints: () => makeWebhookEndpointsService({ unitOfWork, views, outgoing, clock, crypto, ids }),
    webhooks: () => makeWebhooksService({ transact, views, waits: webhookWaits, journalRequest, clock, crypto, ids, links }),
    clock: () => clock,
    crypto: () => crypto,
    dispatcher: () => dispatcher,
    ids: () => ids,
    signals: () => signals,
    unitOfWork: () => unitOfWork,
    views: () => views,
  });
}

function accessWork(stores: Stores, views: Views, passes: Passes): AccessWork {
  return lazilyOver(stores, {
    ticketViews: () => views.tickets,
    sessions: () => views.ticketSessions,
    passes: () => passes.inTransaction(stores),
  });
}
