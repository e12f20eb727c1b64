import type { AccessService } from './access/access-service.js';
import type { KeysService } from './api-keys/keys-service.js';
import type { BoutiqueService } from './boutique/boutique-service.js';
import { buildServices } from './build-services.js';
import type { CampaignsService } from './campaigns/campaigns-service.js';
import type { CarteService } from './carte/carte-service.js';
import type { CatalogueService } from './catalogue/catalogue-service.js';
import type { ProductsService } from './catalogue/products-service.js';
import type { CertificatesService } from './certificates/certificates-service.js';
import type { ClientsService } from './clients/clients-service.js';
import type { CouponsService } from './coupons/coupons-service.js';
import type { SiteGenerations } from './edge-routes/site-generations.js';
import type { EmailTemplatesService } from './email-templates/email-templates-service.js';
import type { ExportsService } from './export/exports-service.js';
import type { ImportsService } from './export/imports-service.js';
import type { FeedsService } from './feeds/feeds-service.js';
import type { GroupsService } from './groups/groups-service.js';
import type { HealthService } from './health/health-service.js';
import type { HelpCentre } from './helpdesk-kb/help-centre.js';
import type { HelpdeskKbService } from './helpdesk-kb/kb-service.js';
import type { AuthService } from './identity/auth-service.js';
import type { IdentifyService } from './identity/identify.js';
import type { InvitesService } from './identity/invites-service.js';
import type { MembersService } from './identity/members-service.js';
import type { PermissionsService } from './identity/permissions-service.js';
import type { ProfileService } from './identity/profile-service.js';
import type { ProviderLogin } from './identity/provider-login.js';
import type { SessionsService } from './identity/sessions-service.js';
import type { IssuedInvoices } from './invoices/after-issue.js';
import type { InvoiceWork } from './invoices/invoice-work.js';
import type { InvoicesService } from './invoices/invoices-service.js';
import type { JournalService } from './journal/journal-service.js';
import type { KeyedService } from './keyed/keyed-service.js';
import type { Clock } from './kit/clock.js';
import type { Crypto } from './kit/crypto.js';
import type { Housekeeping } from './kit/housekeeping.js';
import type { Ids } from './kit/ids.js';
import type { TenantScope } from './kit/scope.js';
import type { Signals } from './kit/signals.js';
import { type AfterCommit, makeAfterCommit, type UnitOfWork } from './kit/unit-of-work.js';
import type { LinksService } from './links/links-service.js';
import type { NewsletterService } from './newsletter/newsletter-service.js';
import type { OnboardingService } from './onboarding/onboarding-service.js';
import type { ForgottenOrders } from './orders/forgotten-orders.js';
import type { OrderExpiry } from './orders/order-expiry.js';
import type { OrdersService } from './orders/orders-service.js';
import type { PassesService } from './passes/passes-service.js';
import type { PaymentWork } from './payments/payment-work.js';
import type { PaymentsService } from './payments/payments-service.js';
import type { PhotosService } from './photos/photos-service.js';
import type { Dispatcher } from './push-queue/dispatcher.js';
import type { PushQueueService } from './push-queue/push-queue-service.js';
import type { QueuesService } from './queues/queues-service.js';
import type { RecurringInvoicesService } from './recurring-invoices/recurring-service.js';
import type { RecurringWork } from './recurring-invoices/recurring-work.js';
import type { ReorderService } from './reorder/reorder-service.js';
import type { SalesService } from './sales/sales-service.js';
import type { SchedulerService } from './scheduler/scheduler-service.js';
import type { Ticker } from './scheduler/ticker.js';
import type { ServiceDeps } from './service-deps.js';
import type { SettingsService } from './settings/settings-service.js';
import type { SettlementService } from './settlement/settlement-service.js';
import { makeShared, type Shared } from './shared-services.js';
import type { DriftService } from './shop-sync/drift/drift-service.js';
import type { ShopSyncService } from './shop-sync/shop-sync-service.js';
import type { SitesService } from './sites/sites-service.js';
import type { StockService } from './stock/stock-service.js';
import type { Stores, Views } from './stores.js';
import type { TenantsService } from './tenants/tenants-service.js';
import type { BookingsService } from './ticketing/booking-service.js';
import type { OffersService } from './ticketing/offers-service.js';
import type { TicketCatalogService } from './ticketing/ticket-catalog-service.js';
import type { TicketCounter } from './ticketing/ticket-counter.js';
import type { TicketSessionsService } from './ticketing/ticket-sessions-service.js';
import type { ArchivesService } from './till/archives-service.js';
import type { BookingTill } from './till/booking-till.js';
import type { OrderSales } from './till/order-sales.js';
import type { ReceiptsService } from './till/receipts-service.js';
import type { TillService } from './till/till-service.js';
import type { TrackingService } from './tracking/tracking-service.js';
import type { VendorPortal } from './vendors/vendor-portal.js';
import type { VendorsService } from './vendors/vendors-service.js';
import type { VhostsService } from './vhosts/vhosts-service.js';
import type { WebhookEndpointsService } from './webhook-endpoints/endpoints-service.js';
import type { WebhooksService } from './webhooks/webhooks-service.js';

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

/** The core, wired: what every host calls, whatever is behind the ports. */
export function makeServices(given: ServiceDeps): Services {
  const unitOfWork: UnitOfWork = (scope, work) => inTransaction(shared, scope, work);
  const shared = makeShared(given, unitOfWork);
  return buildServices(shared, { ...shared.deps.persistence, signals: shared.signals, unitOfWork });
}

/** Services of one transaction: they write through it, read what it wrote, and announce nothing before it has committed. */
async function inTransaction<Result>(shared: Shared, scope: TenantScope, work: (services: Services, stores: Stores) => Promise<Result>) {
  let afterCommit: AfterCommit | undefined;
  const result = await shared.deps.persistence.transact(scope, (stores, views) => {
    // A new list with every attempt: what a lost attempt wanted to announce never happened.
    const announcements = makeAfterCommit();
    afterCommit = announcements;
    const signals = afterCommitOf(shared.signals, announcements);
    const services: Services = buildServices(shared, {
      transact: (_scope, inner) => inner(stores, views),
      views,
      signals,
      unitOfWork: (_scope, inner) => inner(services, stores),
    });
    return work(services, stores);
  });
  afterCommit?.run();
  return result;
}

function afterCommitOf(signals: Signals, announcements: AfterCommit): Signals {
  return { ...signals, send: (signal) => announcements.add(() => signals.send(signal)) };
}
