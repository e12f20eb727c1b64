import type { Gate } from './access/gate.js';
import type { ScanStore, ScanViews } from './access/scan-store.js';
import type { ApiKeyStore, ApiKeyViews } from './api-keys/api-key-store.js';
import type { AuditStore, AuditViews } from './audit/audit-store.js';
import type { CampaignStore, CampaignViews } from './campaigns/campaign-store.js';
import type { CampaignTag } from './campaigns/campaign-tag.js';
import type { CatalogueViews } from './catalogue/catalogue-store.js';
import type { Category } from './catalogue/item.js';
import type { ProductStore, ProductViews } from './catalogue/product-store.js';
import type { CertificateStore, CertificateViews } from './certificates/certificate-store.js';
import type { ClientStore, ClientViews } from './clients/client-store.js';
import type { CouponStore, CouponViews } from './coupons/coupon-store.js';
import type { SiteGenerationStore, SiteGenerationViews } from './edge-routes/site-generations.js';
import type { EmailTemplate } from './email-templates/email-template.js';
import type { ExportViews, ImportStore } from './export/export-views.js';
import type { GroupStore, GroupViews } from './groups/group-store.js';
import type { KbArticleStore, KbArticleViews, KbCategoryStore, KbCategoryViews } from './helpdesk-kb/kb-store.js';
import type { LinkedUserStore, LinkedUserViews } from './identity/linked-users.js';
import type { MemberStore, MemberViews } from './identity/member-store.js';
import type { OneTimeTokenStore } from './identity/one-time-token-store.js';
import type { PrincipalViews, SessionStore, SessionViews } from './identity/session-store.js';
import type { ThrottleStore } from './identity/throttle.js';
import type { UserStore } from './identity/user-store.js';
import type { InvoiceStore, InvoiceViews } from './invoices/invoice-store.js';
import type { JournalStore, JournalViews } from './journal/journal-store.js';
import type { KeyPaceStore } from './keyed/key-pace-store.js';
import type { CrudStore } from './kit/crud.js';
import type { IdempotencyStore } from './kit/idempotency.js';
import type { RateLimitStore } from './kit/rate-limit.js';
import type { TenantScope } from './kit/scope.js';
import type { VersionedStore, VersionedViews } from './kit/versioned.js';
import type { SyncLinkStore, SyncLinkViews } from './links/sync-link-store.js';
import type { SubscriberStore, SubscriberViews } from './newsletter/subscriber.js';
import type { OrderDeskViews } from './orders/order-desk-views.js';
import type { OrderNoteStore } from './orders/order-note-store.js';
import type { OrderStore } from './orders/order-store.js';
import type { OrderViews } from './orders/order-views.js';
import type { PassStore, PassViews } from './passes/pass-store.js';
import type { PaymentStore, PaymentViews } from './payments/payment-store.js';
import type { SandboxStore } from './payments/sandbox-store.js';
import type { PhotoStore } from './photos/photo-store.js';
import type { PushQueueStore, PushQueueViews } from './push-queue/push-queue-store.js';
import type { RecurringInvoiceStore, RecurringInvoiceViews } from './recurring-invoices/recurring-store.js';
import type { ReorderStore, ReorderViews } from './reorder/reorder-store.js';
import type { SaleStore, SaleViews } from './sales/sale-store.js';
import type { ScheduleRunStore, ScheduleStore, ScheduleViews } from './scheduler/schedule-store.js';
import type { Segment, SegmentMemberViews } from './segments/segment.js';
import type { SettlementStore, SettlementViews } from './settlement/settlement-store.js';
import type { ShippingMethodStore, ShippingMethodViews, ShippingZoneStore, ShippingZoneViews } from './shipping/shipping-store.js';
import type { DriftReportStore, DriftReportViews } from './shop-sync/drift/drift-report.js';
import type { QuarantineStore, QuarantineViews } from './shop-sync/quarantine.js';
import type { ShopLinkStore, ShopLinkViews } from './shop-sync/shop-link.js';
import type { SyncRunStore, SyncRunViews } from './shop-sync/sync-run.js';
import type { PickupSlotStore } from './sites/pickup-slot-store.js';
import type { SettingsStore, SettingsViews } from './sites/settings-store.js';
import type { SiteStore, SiteViews } from './sites/site-store.js';
import type { StockStore, StockViews } from './stock/stock-store.js';
import type { TaxRateStore, TaxRateViews } from './tax-rates/tax-rate-store.js';
import type { TenantSettingsStore, TenantStore, TenantViews } from './tenants/tenant-store.js';
import type {
  OfferStore,
  OfferViews,
  SessionStore as TicketSessionStore,
  SessionViews as TicketSessionViews,
  TicketStore,
  TicketViews,
} from './ticketing/ticketing-store.js';
import type { TillStore, TillViews } from './till/till-store.js';
import type { VendorStore, VendorViews } from './vendors/vendor-store.js';
import type { VhostStore, VhostViews } from './vhosts/vhost-store.js';
import type { WebhookEndpointStore, WebhookEndpointViews } from './webhook-endpoints/webhook-endpoint-store.js';
import type { WebhookLogStore, WebhookLogViews } from './webhooks/webhook-log-store.js';

/** What a transaction may write to: one line per port. */
export interface Stores {
  readonly accessGates: VersionedStore<Gate>;
  readonly apiKeys: ApiKeyStore;
  readonly audit: AuditStore;
  readonly campaigns: CampaignStore;
  readonly campaignTags: VersionedStore<CampaignTag>;
  readonly categories: CrudStore<Category>;
  readonly certificates: CertificateStore;
  readonly clients: ClientStore;
  readonly coupons: CouponStore;
  readonly driftReports: DriftReportStore;
  readonly emailTemplates: VersionedStore<EmailTemplate>;
  readonly groups: GroupStore;
  readonly idempotency: IdempotencyStore;
  readonly imports: ImportStore;
  readonly kbArticles: KbArticleStore;
  readonly kbCategories: KbCategoryStore;
  readonly invoices: InvoiceStore;
  readonly journal: JournalStore;
  readonly keyPaces: KeyPaceStore;
  readonly linkedUsers: LinkedUserStore;
  readonly members: MemberStore;
  readonly offers: OfferStore;
  readonly oneTimeTokens: OneTimeTokenStore;
  readonly orderNotes: OrderNoteStore;
  readonly orders: OrderStore;
  readonly passes: PassStore;
  readonly payments: PaymentStore;
  readonly photos: PhotoStore;
  readonly pickupSlots: PickupSlotStore;
  readonly products: ProductStore;
  readonly pushQueue: PushQueueStore;
  readonly quarantine: QuarantineStore;
  readonly rateLimits: RateLimitStore;
  readonly recurringInvoices: RecurringInvoiceStore;
  readonly reorder: ReorderStore;
  readonly sales: SaleStore;
  readonly sandbox: SandboxStore;
  readonly scans: ScanStore;
  readonly scheduleRuns: ScheduleRunStore;
  readonly schedules: ScheduleStore;
  readonly segments: VersionedStore<Segment>;
  readonly sessions: SessionStore;
  readonly settings: SettingsStore;
  readonly shippingMethods: ShippingMethodStore;
  readonly shippingZones: ShippingZoneStore;
  readonly settlement: SettlementStore;
  readonly shopLinks: ShopLinkStore;
  readonly siteGenerations: SiteGenerationStore;
  readonly sites: SiteStore;
  readonly stock: StockStore;
  readonly taxRates: TaxRateStore;
  readonly subscribers: SubscriberStore;
  readonly syncLinks: SyncLinkStore;
  readonly syncRuns: SyncRunStore;
  readonly tenantSettings: TenantSettingsStore;
  readonly tenants: TenantStore;
  readonly throttles: ThrottleStore;
  readonly tickets: TicketStore;
  readonly ticketSessions: TicketSessionStore;
  readonly till: TillStore;
  readonly users: UserStore;
  readonly vendors: VendorStore;
  readonly vhosts: VhostStore;
  readonly webhookEndpoints: WebhookEndpointStore;
  readonly webhookLogs: WebhookLogStore;
}

/** What screens and hosts read, outside transactions: one line per port. */
export interface Views {
  readonly accessGates: VersionedViews<Gate>;
  readonly apiKeys: ApiKeyViews;
  readonly audit: AuditViews;
  readonly campaigns: CampaignViews;
  readonly campaignTags: VersionedViews<CampaignTag>;
  readonly catalogue: CatalogueViews;
  readonly certificates: CertificateViews;
  readonly clients: ClientViews;
  readonly coupons: CouponViews;
  readonly driftReports: DriftReportViews;
  readonly export: ExportViews;
  readonly groups: GroupViews;
  readonly kbArticles: KbArticleViews;
  readonly kbCategories: KbCategoryViews;
  readonly invoices: InvoiceViews;
  readonly journal: JournalViews;
  readonly emailTemplates: VersionedViews<EmailTemplate>;
  readonly linkedUsers: LinkedUserViews;
  readonly members: MemberViews;
  readonly offers: OfferViews;
  readonly orderDesk: OrderDeskViews;
  readonly orders: OrderViews;
  readonly passes: PassViews;
  readonly payments: PaymentViews;
  readonly pickupSlots: Pick<PickupSlotStore, 'taken'>;
  readonly principals: PrincipalViews;
  readonly products: ProductViews;
  readonly quarantine: QuarantineViews;
  readonly recurringInvoices: RecurringInvoiceViews;
  readonly reorder: ReorderViews;
  readonly sales: SaleViews;
  readonly scans: ScanViews;
  readonly schedules: ScheduleViews;
  readonly pushQueue: PushQueueViews;
  readonly segmentMembers: SegmentMemberViews;
  readonly segments: VersionedViews<Segment>;
  readonly sessions: SessionViews;
  readonly settings: SettingsViews;
  readonly shippingMethods: ShippingMethodViews;
  readonly shippingZones: ShippingZoneViews;
  readonly settlement: SettlementViews;
  readonly shopLinks: ShopLinkViews;
  readonly siteGenerations: SiteGenerationViews;
  readonly sites: SiteViews;
  readonly stock: StockViews;
  readonly taxRates: TaxRateViews;
  readonly subscribers: SubscriberViews;
  readonly syncLinks: SyncLinkViews;
  readonly syncRuns: SyncRunViews;
  readonly tenants: TenantViews;
  readonly tickets: TicketViews;
  readonly ticketSessions: TicketSessionViews;
  readonly till: TillViews;
  readonly vendors: VendorViews;
  readonly vhosts: VhostViews;
  readonly webhookEndpoints: WebhookEndpointViews;
  readonly webhookLogs: WebhookLogViews;
}

/** A persistence of the whole product: in memory, embedded or on a server. */
export interface Persistence {
  readonly transact: TransactAll;
  /** What is committed. */
  readonly views: Views;
}

/**
 * `Transact` over every store; `work` also gets the views as the transaction sees them, with what it wrote itself. With `one-call`
 * the work promises to write by a single call of a store: as every call happens whole or not at all, a persistence may then save
 * itself the transaction around it; and it says that what it does alone is not worth telling integrators of (`webhook-endpoints/tell-endpoints.ts`).
 */
export type TransactAll = <Result>(
  scope: TenantScope,
  work: (stores: Stores, views: Views) => Promise<Result>,
  writes?: 'one-call',
) => Promise<Result>;
