import type { AccessWork } from './access/access-deps.js';
import { makeAccessService } from './access/access-service.js';
import type { Passes } from './access/pass-gate.js';
import { makeKeysService } from './api-keys/keys-service.js';
import { makeBoutiqueService } from './boutique/boutique-service.js';
import { makeCampaignsService } from './campaigns/campaigns-service.js';
import { makeCarteService } from './carte/carte-service.js';
import { makeCatalogueService } from './catalogue/catalogue-service.js';
import { makeProductsService } from './catalogue/make-products-service.js';
import { PERSONAL_DATA_HOLDERS } from './clients/client-holders.js';
import { makeClientsService } from './clients/make-clients-service.js';
import { makeCouponsService } from './coupons/coupons-service.js';
import { makeSiteGenerations } from './edge-routes/site-generations.js';
import { makeEmailTemplatesService } from './email-templates/email-templates-service.js';
import { makeExportsService } from './export/exports-service.js';
import { makeImportsService } from './export/imports-service.js';
import { makeFeedsService } from './feeds/feeds-service.js';
import { makeGroupsService } from './groups/groups-service.js';
import { makeHealthService } from './health/health-service.js';
import { makeHelpCentre } from './helpdesk-kb/help-centre.js';
import { makeHelpdeskKbService } from './helpdesk-kb/kb-service.js';
import type { IdentityDeps } from './identity/identity-deps.js';
import { makeAuthService } from './identity/make-auth-service.js';
import { makeInvitesService } from './identity/make-invites-service.js';
import { makeProviderLogin } from './identity/make-provider-login.js';
import { makeMembersService } from './identity/members-service.js';
import { makePermissionsService } from './identity/permissions-service.js';
import { makeProfileService } from './identity/profile-service.js';
import { makeSessionsService } from './identity/sessions-service.js';
import { makeIssuedInvoices } from './invoices/after-issue.js';
import { makeBuyerBook } from './invoices/buyer-book.js';
import { makeClientInvoices } from './invoices/client-invoices.js';
import { makeInvoiceWork } from './invoices/invoice-work.js';
import type { InvoicesDeps } from './invoices/invoices-deps.js';
import { makeInvoicesService } from './invoices/invoices-service.js';
import { makeInvoiceableOrders } from './invoices/order-book.js';
import { makeJournalService } from './journal/journal-service.js';
import { makeJournalWriter } from './journal/journal-writer.js';
import { makeKeyedService } from './keyed/keyed-service.js';
import { makeHousekeeping } from './kit/housekeeping.js';
import { lazily, lazilyOver } from './kit/lazily.js';
import type { Signals } from './kit/signals.js';
import type { UnitOfWork } from './kit/unit-of-work.js';
import { makeLinksService } from './links/links-service.js';
import { makeTellShops } from './links/tell-shops.js';
import { makeNewsletterService } from './newsletter/newsletter-service.js';
import { makeOnboardingService } from './onboarding/onboarding-service.js';
import { makeForgottenOrders } from './orders/forgotten-orders.js';
import { findGuestOrder } from './orders/guest-orders.js';
import { makeOrderExpiry } from './orders/order-expiry.js';
import { makeOrdersService } from './orders/orders-service.js';
import { makePassesAtGates } from './passes/passes-at-gates.js';
import { makePassesService } from './passes/passes-service.js';
import { makePaymentNews } from './payments/payment-news.js';
import { makePaymentWork } from './payments/payment-work.js';
import { makePaymentsService } from './payments/payments-service.js';
import { makePhotosService } from './photos/photos-service.js';
import { makePushQueueService } from './push-queue/push-queue-service.js';
import { makeQueuesService } from './queues/queues-service.js';
import { makeRecurringInvoicesService } from './recurring-invoices/recurring-service.js';
import { makeRecurringWork } from './recurring-invoices/recurring-work.js';
import { makeReorderService } from './reorder/reorder-service.js';
import { makeSalesService } from './sales/sales-service.js';
import { makeSchedulerService } from './scheduler/scheduler-service.js';
import type { Services } from './services.js';
import { makeSettingsService } from './settings/settings-service.js';
import { makeSettlementService } from './settlement/settlement-service.js';
import type { Shared } from './shared-services.js';
import { makeSitesService } from './sites/sites-service.js';
import { makeStockService } from './stock/make-stock-service.js';
import type { Persistence, Stores, Views } from './stores.js';
import { makeTenantsService } from './tenants/tenants-service.js';
import { makeBookingsService } from './ticketing/bookings-service.js';
import { makeOffersService } from './ticketing/offers-service.js';
import { makeTicketCatalogService } from './ticketing/ticket-catalog-service.js';
import { makeTicketCounter } from './ticketing/ticket-counter.js';
import { makeTicketSessionsService } from './ticketing/ticket-sessions-service.js';
import { makeArchivesService } from './till/archives-service.js';
import { makeBookingTill } from './till/booking-till.js';
import { makeOrderSales } from './till/order-sales.js';
import { makeReceiptsService } from './till/receipts-service.js';
import { makeTillService } from './till/till-service.js';
import { makeTrackingService } from './tracking/tracking-service.js';
import { makeVendorPortal } from './vendors/vendor-portal.js';
import { makeVendorsService } from './vendors/vendors-service.js';
import { makeWebhookEndpointsService } from './webhook-endpoints/endpoints-service.js';
import { makeWebhooksService } from './webhooks/webhooks-service.js';

/** What services of one transaction write through and announce to, or of none: then each call has its own. */
export interface BuildScope extends Persistence {
  readonly signals: Signals;
  readonly unitOfWork: UnitOfWork;
}

/** The services, each made when it is asked for. */
export function buildServices(shared: Shared, { transact, views, signals, unitOfWork }: BuildScope): Services {
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
