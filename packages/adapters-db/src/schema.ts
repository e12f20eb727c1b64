import type { ApiKeyTable, ApiKeyUseTable } from './api-keys/api-key-tables.js';
import type { AuditEntryTable } from './audit/audit-tables.js';
import type { CampaignRecipientTable, CampaignTable } from './campaigns/campaign-tables.js';
import type { CategoryTable, ItemCodeTable, ItemTable, ItemVariantTable } from './catalogue/catalogue-tables.js';
import type { AcmeChallengeTable, AcmeOrderTable, CertificateTable } from './certificates/certificate-tables.js';
import type { ClientEventTable, ClientNoteTable, ClientTable } from './clients/client-tables.js';
import type { CouponRedemptionTable } from './coupons/coupon-tables.js';
import type { SiteGenerationTable } from './edge-routes/edge-tables.js';
import type { KbArticleTable, KbSlugTable } from './helpdesk-kb/kb-tables.js';
import type {
  MemberAssignmentTable,
  MemberTable,
  OneTimeTokenTable,
  ProviderAccountTable,
  SessionTable,
  ThrottleTable,
  UserTable,
} from './identity/identity-tables.js';
import type { InvoiceLinkTable, InvoicePaymentTable, InvoiceSeriesTable, InvoiceTable } from './invoices/invoice-tables.js';
import type { JournalEntryTable, JournalHeadTable } from './journal/journal-tables.js';
import type { IdempotencyKeyTable, RateLimitTable } from './kit/kit-tables.js';
import type { NamedTable } from './kit/kysely-named-records.js';
import type { MailSuppressionTable, SubscriberTable } from './newsletter/subscriber-tables.js';
import type { OrderCounterTable, OrderEventTable, OrderLineTable, OrderNoteTable, OrderTable } from './orders/order-tables.js';
import type { PassUseTable } from './passes/pass-rows.js';
import type { PaymentTable, SandboxCheckoutTable } from './payments/payment-tables.js';
import type { PhotoTable } from './photos/photo-table.js';
import type { QueueDeadLetterTable, QueueMessageTable, QueueNameTable, QueueWorkerTable } from './push-queue/push-queue-tables.js';
import type { RecurringInvoiceTable, RecurringRunTable } from './recurring-invoices/recurring-tables.js';
import type { ReorderSuggestionTable } from './reorder/reorder-tables.js';
import type { SaleCounterTable, SaleTable } from './sales/sale-tables.js';
import type { ScheduleRunTable, ScheduleTable } from './scheduler/schedule-tables.js';
import type { GoodsReturnTable, OrderPaymentTable, OrderRefundTable, ParcelTable } from './settlement/settlement-tables.js';
import type { DriftReportTable } from './shop-sync/kysely-drift-reports.js';
import type { ShopLinkTable, SyncQuarantineTable, SyncRunTable } from './shop-sync/shop-sync-tables.js';
import type { PickupSlotTable, SiteHostTable, SiteSettingTable, SiteTable } from './sites/site-tables.js';
import type { StockActionTable, StockLevelTable } from './stock/stock-tables.js';
import type { TenantSettingTable, TenantTable } from './tenants/tenant-tables.js';
import type { VendorTable } from './vendors/vendor-table.js';
import type { VhostHostTable, VhostLeaseTable, VhostTable } from './vhosts/vhost-tables.js';
import type { WebhookLogTable, WebhookPaceTable, WebhookTurnTable } from './webhooks/webhook-tables.js';

/** Every table: one line each. */
export interface Schema {
  acme_challenges: AcmeChallengeTable;
  acme_orders: AcmeOrderTable;
  api_key_uses: ApiKeyUseTable;
  api_keys: ApiKeyTable;
  audit_entries: AuditEntryTable;
  campaign_recipients: CampaignRecipientTable;
  campaign_tags: NamedTable;
  campaigns: CampaignTable;
  categories: CategoryTable;
  certificates: CertificateTable;
  client_events: ClientEventTable;
  client_notes: ClientNoteTable;
  clients: ClientTable;
  coupon_redemptions: CouponRedemptionTable;
  email_templates: NamedTable;
  goods_returns: GoodsReturnTable;
  idempotency_keys: IdempotencyKeyTable;
  invoice_links: InvoiceLinkTable;
  invoice_payments: InvoicePaymentTable;
  invoice_series: InvoiceSeriesTable;
  invoices: InvoiceTable;
  item_codes: ItemCodeTable;
  item_variants: ItemVariantTable;
  items: ItemTable;
  kb_article_slugs: KbSlugTable;
  kb_articles: KbArticleTable;
  kb_category_slugs: KbSlugTable;
  mail_suppressions: MailSuppressionTable;
  member_assignments: MemberAssignmentTable;
  members: MemberTable;
  newsletter_subscribers: SubscriberTable;
  one_time_tokens: OneTimeTokenTable;
  order_counters: OrderCounterTable;
  order_events: OrderEventTable;
  order_lines: OrderLineTable;
  order_notes: OrderNoteTable;
  order_payments: OrderPaymentTable;
  order_refunds: OrderRefundTable;
  orders: OrderTable;
  parcels: ParcelTable;
  pass_uses: PassUseTable;
  payments: PaymentTable;
  photos: PhotoTable;
  pickup_slots: PickupSlotTable;
  provider_accounts: ProviderAccountTable;
  queue_dead_letters: QueueDeadLetterTable;
  queue_messages: QueueMessageTable;
  queue_names: QueueNameTable;
  queue_workers: QueueWorkerTable;
  rate_limits: RateLimitTable;
  recurring_invoice_runs: RecurringRunTable;
  recurring_invoices: RecurringInvoiceTable;
  journal_entries: JournalEntryTable;
  journal_heads: JournalHeadTable;
  reorder_suggestions: ReorderSuggestionTable;
  sale_counters: SaleCounterTable;
  sales: SaleTable;
  sandbox_checkouts: SandboxCheckoutTable;
  schedule_runs: ScheduleRunTable;
  schedules: ScheduleTable;
  segments: NamedTable;
  sessions: SessionTable;
  drift_reports: DriftReportTable;
  shop_links: ShopLinkTable;
  shop_webhook_logs: WebhookLogTable;
  shop_webhook_paces: WebhookPaceTable;
  shop_webhook_turns: WebhookTurnTable;
  site_generations: SiteGenerationTable;
  site_hosts: SiteHostTable;
  site_settings: SiteSettingTable;
  sites: SiteTable;
  stock_actions: StockActionTable;
  stock_levels: StockLevelTable;
  sync_quarantine: SyncQuarantineTable;
  sync_runs: SyncRunTable;
  tenant_settings: TenantSettingTable;
  tenants: TenantTable;
  throttles: ThrottleTable;
  users: UserTable;
  vendors: VendorTable;
  vhost_hosts: VhostHostTable;
  vhost_lease: VhostLeaseTable;
  vhosts: VhostTable;
}
