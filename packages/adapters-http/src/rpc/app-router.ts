/**
 * The types of the platform's procedures, for the official `@trpc/client` 11 with superjson (docs/rpc.md). Types only: importing
 * them brings no code. Written by "npm run generate" from the contracts; changes made here are lost.
 */

import type { Mutation, Query, RouterOf } from './trpc-types.js';

/**
 * What `createTRPCClient` takes: `createTRPCClient<AppRouter>({ links: [httpBatchLink({ url, transformer: superjson })] })`.
 * @public
 */
export interface AppRouter extends RouterOf<Routers, ErrorCode> {}

/** Why a call is refused: `error.data.error`. */
export type ErrorCode =
  | 'invalid_request'
  | 'invalid_json'
  | 'unsupported_media_type'
  | 'payload_too_large'
  | 'not_found'
  | 'too_many_calls'
  | 'mixed_calls'
  | 'method_not_allowed'
  | 'cross_origin'
  | 'rate_limited'
  | 'unauthorized'
  | 'forbidden'
  | 'missing_key'
  | 'invalid_key'
  | 'insufficient_scope'
  | 'invalid_login'
  | 'weak_password'
  | 'invalid_token'
  | 'invalid_invite'
  | 'invite_used'
  | 'invite_expired'
  | 'last_owner'
  | 'tenant_suspended'
  | 'key_ended'
  | 'not_configured'
  | 'oidc_not_configured'
  | 'provider_unreachable'
  | 'unknown_provider'
  | 'invalid_signature'
  | 'idempotency_key_reused'
  | 'idempotency_in_flight'
  | 'unknown_record'
  | 'duplicate'
  | 'in_use'
  | 'unknown_item'
  | 'unknown_category'
  | 'duplicate_sku'
  | 'managed_by_sync'
  | 'invalid_photo'
  | 'last_item'
  | 'stale'
  | 'not_available'
  | 'feature_disabled'
  | 'unknown_shop'
  | 'ordering_off'
  | 'closed'
  | 'slot_full'
  | 'sold_out'
  | 'empty_order'
  | 'invalid_options'
  | 'invalid_slot'
  | 'below_minimum'
  | 'unknown_order'
  | 'invalid_transition'
  | 'payment_pending'
  | 'payment_not_offered'
  | 'payment_over'
  | 'till_unreachable'
  | 'loopback_only'
  | 'missing_app_id'
  | 'unknown_sale'
  | 'over_refunded'
  | 'over_paid'
  | 'too_many_goods'
  | 'site_broken'
  | 'site_busy'
  | 'site_restarted'
  | 'site_timeout'
  | 'issuance_failed'
  | 'issuance_deferred'
  | 'unknown_schedule'
  | 'already_running'
  | 'too_many_schedules'
  | 'commands_disabled'
  | 'host_taken'
  | 'config_rejected'
  | 'nginx_unavailable'
  | 'coupon_refused'
  | 'over_invoiced'
  | 'invalid_template'
  | 'no_recipients'
  | 'unknown_offer'
  | 'unknown_session'
  | 'unknown_rate'
  | 'session_full'
  | 'session_past'
  | 'session_cancelled'
  | 'ticket_used'
  | 'unknown_ticket'
  | 'unknown_scan'
  | 'scan_settled'
  | 'unknown_pass'
  | 'pass_refused'
  | 'unknown_group'
  | 'unknown_register'
  | 'unknown_shift'
  | 'shift_open'
  | 'no_open_shift'
  | 'shift_over'
  | 'unknown_link'
  | 'stale_timestamp'
  | 'invalid_export'
  | 'sync_running'
  | 'nothing_to_accept'
  | 'shop_unauthorized'
  | 'shop_unreadable'
  | 'shop_unusable'
  | 'shop_unreachable'
  | 'invalid_batch'
  | 'invalid_secret'
  | 'unknown_entity'
  | 'store_unavailable'
  | 'too_many_streams'
  | 'internal';

export interface Routers {
  accessControl: AccessControlRouter;
  apiKeys: ApiKeysRouter;
  audit: AuditRouter;
  auth: AuthRouter;
  campaigns: CampaignsRouter;
  categories: CategoriesRouter;
  clients: ClientsRouter;
  coupons: CouponsRouter;
  emailTemplates: EmailTemplatesRouter;
  feedApiKeys: FeedApiKeysRouter;
  groups: GroupsRouter;
  health: HealthRouter;
  helpdeskKb: HelpdeskKbRouter;
  inventory: InventoryRouter;
  invoices: InvoicesRouter;
  links: LinksRouter;
  liveChat: LiveChatRouter;
  newsletter: NewsletterRouter;
  onboarding: OnboardingRouter;
  orders: OrdersRouter;
  passes: PassesRouter;
  payments: PaymentsRouter;
  permissions: PermissionsRouter;
  posManagement: PosManagementRouter;
  posOrders: PosOrdersRouter;
  products: ProductsRouter;
  profile: ProfileRouter;
  queues: QueuesRouter;
  recurringInvoices: RecurringInvoicesRouter;
  segments: SegmentsRouter;
  sessions: SessionsRouter;
  settings: SettingsRouter;
  shipping: ShippingRouter;
  shopSync: ShopSyncRouter;
  site: SiteRouter;
  stockActions: StockActionsRouter;
  taxRates: TaxRatesRouter;
  tenants: TenantsRouter;
  ticketing: TicketingRouter;
  users: UsersRouter;
  vendors: VendorsRouter;
  webhooks: WebhooksRouter;
}

export interface AccessControlAnnulScan {
  id: string;
  gate: string;
  nonce: string;
  direction: 'entry' | 'exit';
  at: Date;
  receivedAt: Date;
  admitted: boolean;
  /** Null: admitted. */
  reason: 'invalid' | 'used' | 'cancelled' | 'wrong_session' | 'too_early' | 'too_late' | 'blocked' | null;
  /** Why it would have been refused, had the device not been offline. */
  forced: 'invalid' | 'used' | 'cancelled' | 'wrong_session' | 'too_early' | 'too_late' | 'blocked' | null;
  /** SHA-256 of the code, hexadecimal. */
  codeHash: string;
  ticketId: string | null;
  passId: string | null;
  sessionId: string | null;
  elsewhere: { gate: string; at: Date } | null;
  annulledAt: Date | null;
  actor: string;
}

export interface AccessControlCreateDevice {
  key: AccessControlUpdateDevice;
  secret: string | null;
}

export interface AccessControlDeviceUsage {
  total: number;
  days: { day: string; calls: number }[];
}

export interface AccessControlDeviceUsageInput {
  id: string;
  days?: number | undefined;
}

export interface AccessControlGetGate {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  name: string;
  offerIds: string[];
  earlyMinutes: number | null;
  lateMinutes: number | null;
  reentry: boolean | null;
}

export interface AccessControlListDevicesInput {
  page?: number | undefined;
  pageSize?: number | undefined;
  search?: string | undefined;
  ended?: boolean | undefined;
}

export interface AccessControlListGatesInput {
  page?: number | undefined;
  pageSize?: number | undefined;
  search?: string | undefined;
}

export interface AccessControlRotateDeviceInput {
  id: string;
  overlapHours?: number | undefined;
}

export interface AccessControlUpdateDevice {
  id: string;
  name: string;
  expiresAt: Date | null;
  createdAt: Date;
  createdBy: string;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  replacedBy: string | null;
}

export interface AccessControlUpdateDeviceInput {
  id: string;
  name?: string | undefined;
  expiresAt?: Date | string | null | undefined;
}

export interface ApiKey {
  id: string;
  name: string;
  expiresAt: Date | null;
  createdAt: Date;
  createdBy: string;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  replacedBy: string | null;
  right: 'read' | 'write' | 'export' | null;
}

export interface ApiKeysRotate {
  key: ApiKey;
  secret: string | null;
}

export interface AuthChangePassword {
  token: string;
  expiresAt: Date;
  user: { id: string; email: string; name: string; locale: 'fr' | 'en'; emailVerified: boolean };
  tenantId: string | null;
  siteId: string | null;
}

export interface AuthVerifyEmailInput {
  token: string;
}

export interface CampaignsCreateCampaign {
  id: string;
  name: string;
  subject: string | null;
  templateId: string;
  segmentId: string | null;
  tags: string[];
  senderName: string | null;
  replyTo: string | null;
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled' | 'failed';
  scheduledAt: Date | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  failure: 'no_recipients' | 'mail_server' | 'not_configured' | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface CampaignsCreateCampaignTag {
  id: string;
  name: string;
  colour: string | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface CampaignsGetCampaignById {
  id: string;
  name: string;
  subject: string | null;
  templateId: string;
  segmentId: string | null;
  tags: string[];
  senderName: string | null;
  replyTo: string | null;
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled' | 'failed';
  scheduledAt: Date | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  failure: 'no_recipients' | 'mail_server' | 'not_configured' | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  counts: CampaignsGetCampaignsItemCount;
}

export interface CampaignsGetCampaignsItemCount {
  pending: number;
  claimed: number;
  sent: number;
  failed: number;
  skipped: number;
  bounced: number;
  uncertain: number;
  unsubscribed: number;
}

export interface CampaignsPauseCampaignInput {
  id: string;
  version?: number | undefined;
}

export interface CategoriesCreateInput {
  name: string;
  position?: number | undefined;
}

export interface CategoriesList {
  items: Category[];
  total: number;
  page: number;
  pageSize: number;
}

export interface CategoriesUpdateInput {
  id: string;
  name?: string | undefined;
  position?: number | undefined;
}

export interface Category {
  id: string;
  name: string;
  position: number;
}

export interface Client {
  id: string;
  kind: 'person' | 'company';
  name: string;
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  email: string | null;
  phone: string | null;
  language: string | null;
  vatNumber: string | null;
  registration: string | null;
  birthday: string | null;
  addresses: ClientAddress[];
  billingAddressId: string | null;
  deliveryAddressId: string | null;
  tags: string[];
  emailConsent: ClientEmailConsent | null;
  customInputs: Record<string, unknown>;
  externalId: string | null;
  mergedInto: string | null;
  anonymizedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  mergedFrom: string[];
}

export interface ClientAddress {
  id: string;
  label: string | null;
  name: string | null;
  company: string | null;
  line1: string;
  line2: string | null;
  postcode: string;
  city: string;
  country: string;
  phone: string | null;
}

export interface ClientEmailConsent {
  granted: boolean;
  at: Date;
  source: string;
}

export interface ClientsAddNote {
  id: string;
  clientId: string;
  text: string;
  author: string;
  at: Date;
}

export interface ClientsAddTagsInput {
  id: string;
  version?: number | undefined;
  tags: string[];
}

export interface ClientsCreate {
  id: string;
  kind: 'person' | 'company';
  name: string;
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  email: string | null;
  phone: string | null;
  language: string | null;
  vatNumber: string | null;
  registration: string | null;
  birthday: string | null;
  addresses: ClientAddress[];
  billingAddressId: string | null;
  deliveryAddressId: string | null;
  tags: string[];
  emailConsent: ClientEmailConsent | null;
  customInputs: Record<string, unknown>;
  externalId: string | null;
  mergedInto: string | null;
  anonymizedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface ClientsCreateInputAddress {
  name?: string | null | undefined;
  company?: string | null | undefined;
  line1: string;
  line2?: string | null | undefined;
  postcode: string;
  city: string;
  country: string;
  phone?: string | null | undefined;
  label?: string | null | undefined;
}

export interface ClientsDeleteNoteInput {
  id: string;
  noteId: string;
}

export interface ClientsImportCsv {
  applied: boolean;
  created: number;
  updated: number;
  unchanged: number;
  errors: { line: number; field: string | null; message: string }[];
}

export interface ClientsImportCsvInput {
  text: string;
  dryRun?: boolean | undefined;
}

export interface ClientsListNotesInput {
  page?: number | undefined;
  pageSize?: number | undefined;
  search?: string | undefined;
  id: string;
}

export interface ClientsOrders {
  items: Order[];
  total: number;
  page: number;
  pageSize: number;
}

export interface Coupon {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  code: string;
  description: string | null;
  kind: 'percent' | 'amount' | 'freeShipping';
  value: number;
  active: boolean;
  validFrom: Date | null;
  validTo: Date | null;
  minimumCents: number;
  maxDiscountCents: number | null;
  limit: number | null;
  limitPerClient: number | null;
  productIds: string[];
  categoryIds: string[];
  firstOrderOnly: boolean;
  stackable: boolean;
  batchId: string | null;
  redeemed: number;
  redeemedCents: number;
}

export interface EmailTemplate {
  id: string;
  name: string;
  allowsPictures: boolean;
  variants: EmailTemplateVariant[];
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface EmailTemplateVariant {
  language: string;
  subject: string;
  html: string;
  text: string;
  hasOwnText: boolean;
}

export interface EmailTemplatesCreate {
  id: string;
  name: string;
  allowsPictures: boolean;
  variants: EmailTemplateVariant[];
  createdAt: Date;
  updatedAt: Date;
  version: number;
  removed: string[];
}

export interface EmailTemplatesCreateInputVariant {
  language: string;
  subject: string;
  html: string;
  text?: string | null | undefined;
}

export interface EmailTemplatesPreviewInput {
  id: string;
  language?: string | null | undefined;
}

export interface FeedApiKey {
  id: string;
  name: string;
  expiresAt: Date | null;
  createdAt: Date;
  createdBy: string;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  replacedBy: string | null;
  permissions: string[];
  ratePerHour: number | null;
  networks: string[];
}

export interface FeedApiKeysRotate {
  key: FeedApiKey;
  secret: string | null;
}

export interface Group {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  kind: 'school' | 'tour' | 'company' | 'other';
  name: string;
  contact: GroupContact;
  /** Who come, those who accompany them included. */
  size: number;
  guided: boolean;
  /** Who guides it. */
  guide: string | null;
  language: 'fr' | 'en' | 'de' | 'it' | 'es';
  /** The day it would like. */
  wishedOn: string | null;
  /** Whose seats it takes once it is confirmed. */
  sessionId: string | null;
  notes: string | null;
  status: 'requested' | 'quoted' | 'confirmed' | 'visited' | 'cancelled' | 'declined';
  /** What the visit costs; no lines: nothing. Null: no quote was made. */
  quote:
    | {
        name: string;
        quantity: number;
        /** Including tax. */
        unitPriceCents: number;
        taxBasisPoints: number;
      }[]
    | null;
  invoiceId: string | null;
}

export interface GroupContact {
  name: string;
  email: string | null;
  phone: string | null;
}

export interface GroupsCreateInputContact {
  name: string;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

export interface GroupsCreateInputQuote {
  name: string;
  quantity?: number | undefined;
  /** Including tax. */
  unitPriceCents: number;
  taxBasisPoints: number;
}

export interface GroupsCreateInvoiceInput {
  id: string;
  issue?: boolean | undefined;
}

export interface HelpdeskKbGetArticleById {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  categoryId: string | null;
  status: 'draft' | 'published';
  publishedAt: Date | null;
  position: number;
  tags: string[];
  translations: Record<string, { title: string; slug: string; summary: string | null; body: string }>;
}

export interface HelpdeskKbGetCategoryById {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  position: number;
  translations: Record<string, { name: string; slug: string; description: string | null }>;
}

export interface Inventory {
  itemId: string;
  name: string;
  units: InventoryUnit[];
}

export interface InventoryList {
  items: InventoryUnit[];
  total: number;
  page: number;
  pageSize: number;
}

export interface InventoryThresholds {
  itemId: string;
  variantId: string | null;
  stock: number;
  reserved: number;
  available: number;
  threshold: number | null;
  low: boolean;
  updatedAt: Date;
}

export interface InventoryUnit {
  itemId: string;
  variantId: string | null;
  stock: number;
  reserved: number;
  available: number;
  threshold: number | null;
  low: boolean;
  updatedAt: Date;
  name: string;
  variantName: string | null;
  sku: string | null;
}

export interface InventoryVerify {
  units: number;
  actions: number;
  differences: { itemId: string; variantId: string | null; stock: number; ledger: number; reserved: number; pending: number }[];
}

export interface InvoicesCreateInvoice {
  kind: 'quote' | 'invoice' | 'credit_note';
  status:
    | 'draft'
    | 'sent'
    | 'accepted'
    | 'refused'
    | 'expired'
    | 'converted'
    | 'issued'
    | 'partially_paid'
    | 'paid'
    | 'overdue'
    | 'cancelled'
    | 'refunded';
  number: string | null;
  issueDate: string | null;
  deliveryDate: string | null;
  dueDate: string | null;
  currency: string;
  language: string;
  prices: 'gross' | 'net';
  seller: InvoicesGetInvoiceSeller | null;
  buyer: InvoicesGetInvoiceBuyer;
  lines: InvoicesGetInvoiceLine[];
  taxes: InvoicesGetInvoiceTax[];
  netCents: number;
  taxCents: number;
  grossCents: number;
  paidCents: number;
  creditedCents: number;
  openCents: number;
  orderNumber: string | null;
  creditOf: InvoicesGetInvoiceCreditOf | null;
  reason: string | null;
  reference: string | null;
  note: string | null;
  terms: string | null;
  mentions: string[];
  id: string;
  series: string;
  rounding: 'line' | 'sum_by_net' | 'sum_by_net_keep_gross';
  orderId: string | null;
  quoteId: string | null;
  recurringId: string | null;
  createdAt: Date;
  sentAt: Date | null;
  version: number;
}

export interface InvoicesCreateInvoiceInput {
  clientId?: string | null | undefined;
  buyer?: InvoicesCreateInvoiceInputBuyer | null | undefined;
  prices?: 'gross' | 'net' | undefined;
  discountCents?: number | undefined;
  language?: 'fr' | 'en' | 'de' | 'es' | 'it' | null | undefined;
  series?: string | undefined;
  deliveryDate?: string | null | undefined;
  dueDate?: string | null | undefined;
  reference?: string | null | undefined;
  note?: string | null | undefined;
  terms?: string | null | undefined;
  exemption?: string | null | undefined;
  orderId: string;
  /** Of lines of the order, how many. Left out: whatever of the order is not invoiced yet. */
  lines?: InvoicesCreateInvoiceInputLine[] | undefined;
}

export interface InvoicesCreateInvoiceInput2 {
  clientId?: string | null | undefined;
  buyer?: InvoicesCreateInvoiceInputBuyer | null | undefined;
  prices?: 'gross' | 'net' | undefined;
  discountCents?: number | undefined;
  language?: 'fr' | 'en' | 'de' | 'es' | 'it' | null | undefined;
  series?: string | undefined;
  deliveryDate?: string | null | undefined;
  dueDate?: string | null | undefined;
  reference?: string | null | undefined;
  note?: string | null | undefined;
  terms?: string | null | undefined;
  exemption?: string | null | undefined;
  lines: InvoicesCreateInvoiceInputLine2[];
  orderId?: null | undefined;
}

export interface InvoicesCreateInvoiceInputBuyer {
  name: string;
  isCompany?: boolean | undefined;
  address?: InvoicesCreateInvoiceInputBuyerAddress | null | undefined;
  vatNumber?: string | null | undefined;
  registration?: string | null | undefined;
  email?: string | null | undefined;
}

export interface InvoicesCreateInvoiceInputBuyerAddress {
  name?: string | null | undefined;
  company?: string | null | undefined;
  line1: string;
  line2?: string | null | undefined;
  postcode: string;
  city: string;
  country: string;
  phone?: string | null | undefined;
}

export interface InvoicesCreateInvoiceInputLine {
  lineId: string;
  quantity: number;
}

export interface InvoicesCreateInvoiceInputLine2 {
  name: string;
  description?: string | null | undefined;
  quantity?: number | undefined;
  unit?: string | undefined;
  unitPriceCents: number;
  discountCents?: number | undefined;
  taxBasisPoints: number;
  /** Left out: S where there is a rate, E (exempt) where it is 0. */
  taxCategory?: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | undefined;
}

export interface InvoicesCreateQuoteInput {
  clientId?: string | null | undefined;
  buyer?: InvoicesCreateInvoiceInputBuyer | null | undefined;
  prices?: 'gross' | 'net' | undefined;
  discountCents?: number | undefined;
  language?: 'fr' | 'en' | 'de' | 'es' | 'it' | null | undefined;
  series?: string | undefined;
  deliveryDate?: string | null | undefined;
  dueDate?: string | null | undefined;
  reference?: string | null | undefined;
  note?: string | null | undefined;
  terms?: string | null | undefined;
  exemption?: string | null | undefined;
  lines: InvoicesCreateInvoiceInputLine2[];
}

export interface InvoicesExportCsvInput {
  from: string;
  to: string;
}

export interface InvoicesGetInvoiceBuyer {
  clientId: string | null;
  name: string;
  isCompany: boolean;
  address: InvoicesGetInvoiceBuyerAddress | null;
  vatNumber: string | null;
  registration: string | null;
  email: string | null;
}

export interface InvoicesGetInvoiceBuyerAddress {
  line1: string;
  line2: string | null;
  postcode: string;
  city: string;
  country: string;
  name: string | null;
  company: string | null;
  phone: string | null;
}

export interface InvoicesGetInvoiceCreditOf {
  id: string;
  number: string;
  issueDate: string;
}

export interface InvoicesGetInvoiceLine {
  number: number;
  name: string;
  description: string | null;
  quantity: number;
  unit: string;
  unitPriceCents: number;
  discountCents: number;
  taxCategory: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';
  taxBasisPoints: number;
  netCents: number;
  taxCents: number;
  grossCents: number;
  orderLine: string | null;
  creditedLine: number | null;
}

export interface InvoicesGetInvoiceSeller {
  name: string;
  legalForm: string | null;
  address: { line1: string; line2: string | null; postcode: string; city: string; country: string };
  vatNumber: string | null;
  registration: string | null;
  register: string | null;
  email: string | null;
  phone: string | null;
  website: string | null;
  iban: string | null;
  bic: string | null;
}

export interface InvoicesGetInvoiceTax {
  category: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';
  taxBasisPoints: number;
  exemption: string | null;
  netCents: number;
  taxCents: number;
  grossCents: number;
}

export interface InvoicesSendInvoiceInput {
  id: string;
  to?: string | null | undefined;
}

export interface InvoicesSetSeries {
  series: string;
  kind: 'quote' | 'invoice' | 'credit_note';
  pattern: string;
  yearly: boolean;
  last: number | null;
  lastDate: string | null;
}

export interface Link {
  id: string;
  name: string;
  url: string | null;
  disabled: LinkDisabled | null;
  secretsCount: number;
  counts: LinkCount;
  createdAt: Date;
  lastSeenAt: Date | null;
  lastDeliveredAt: Date | null;
}

export interface LinkCount {
  received: number;
  delivered: number;
  dead: number;
}

export interface LinkDisabled {
  reason: 'person' | 'gone';
  at: Date;
}

export interface LinksCreate {
  id: string;
  name: string;
  url: string | null;
  disabled: LinkDisabled | null;
  secretsCount: number;
  counts: LinkCount;
  createdAt: Date;
  lastSeenAt: Date | null;
  lastDeliveredAt: Date | null;
  secret: string;
}

export interface LinksRedeliver {
  id: string;
  linkId: string;
  type: 'sale.created' | 'refund.created';
  saleId: string;
  state: 'waiting' | 'held' | 'delivered' | 'dead';
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  createdAt: Date;
  lastAttemptAt: Date | null;
}

export interface LiveChatCreateKey {
  key: LiveChatUpdateKey;
  secret: string | null;
}

export interface LiveChatUpdateKey {
  id: string;
  name: string;
  expiresAt: Date | null;
  createdAt: Date;
  createdBy: string;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  replacedBy: string | null;
  origins: string[];
}

export interface NewsletterAdd {
  id: string;
  email: string;
  language: string | null;
  state: 'pending' | 'confirmed' | 'unsubscribed' | 'bounced';
  source: string;
  createdAt: Date;
  confirmedAt: Date | null;
  endedAt: Date | null;
}

export interface NewsletterConfirmInput {
  token: string;
}

export interface OnboardingCompleteInput {
  step: 'organisation' | 'establishment' | 'hours' | 'catalogue' | 'team' | 'payments' | 'firstOrder';
}

export interface OnboardingState {
  finished: boolean;
  steps: {
    step: 'organisation' | 'establishment' | 'hours' | 'catalogue' | 'team' | 'payments' | 'firstOrder';
    status: 'open' | 'done' | 'skipped';
  }[];
}

export interface Order {
  id: string;
  number: string;
  channel: 'takeaway' | 'boutique' | 'shop' | 'backoffice' | 'ticketing';
  serviceDay: string;
  status:
    | 'queued'
    | 'accepted'
    | 'ready'
    | 'collected'
    | 'rejected'
    | 'cancelled'
    | 'draft'
    | 'confirmed'
    | 'preparing'
    | 'shipped'
    | 'delivered'
    | 'returned'
    | 'held';
  placedAt: Date;
  /** Null for an order that is sent. */
  pickupAt: Date | null;
  clientId: string | null;
  customer: OrderCustomer;
  billingAddress: OrderBillingAddress | null;
  deliveryAddress: OrderBillingAddress | null;
  note: string | null;
  lines: OrderLine[];
  discounts: OrderDiscount[];
  totalCents: number;
  paidCents: number;
  refundedCents: number;
  currency: string;
  payment: OrderPayment;
  assignedTo: string | null;
  priority: 'low' | 'normal' | 'high' | 'urgent';
  invoiceNumber: string | null;
  invoiceStatus: string | null;
  customInputs: Record<string, unknown>;
  /** What was paid of it so far, whichever way. */
  paymentState: 'unpaid' | 'partly_paid' | 'paid' | 'refunded';
  sealedAt: Date | null;
  version: number;
}

export interface OrderBillingAddress {
  name: string | null;
  company: string | null;
  line1: string;
  line2: string | null;
  postcode: string;
  city: string;
  country: string;
  phone: string | null;
}

export interface OrderCustomer {
  name: string;
  phone: string | null;
  email: string | null;
}

export interface OrderDiscount {
  id: string;
  kind: 'percent' | 'amount' | 'free_shipping';
  value: number;
  label: string;
  coupon: { id: string; code: string } | null;
  lineId: string | null;
  amountCents: number;
}

export interface OrderLine {
  id: string;
  kind: 'item' | 'shipping' | 'custom' | 'ticket';
  itemId: string | null;
  name: string;
  variant: { id: string; name: string } | null;
  options: OrderLineOption[];
  quantity: number;
  unitPriceCents: number;
  discountCents: number;
  totalCents: number;
  taxBasisPoints: number;
  note: string | null;
  externalKey: string | null;
  fulfilled: number;
  returned: number;
  invoiced: number;
}

export interface OrderLineOption {
  id: string;
  name: string;
  priceCents: number;
}

export interface OrderPayment {
  method: 'at_pickup' | 'card';
  status: 'pending' | 'failed' | 'paid' | 'expired' | 'refund_due' | 'refunded' | null;
}

export interface OrdersAcceptInput {
  id: string;
  version?: number | undefined;
  reason?: string | undefined;
}

export interface OrdersAddNote {
  id: string;
  text: string;
  author: string;
  at: Date;
}

export interface OrdersApplyCouponInput {
  id: string;
  version?: number | undefined;
  code: string;
}

export interface OrdersCreateFulfilment {
  id: string;
  orderId: string;
  state: 'packed' | 'shipped' | 'delivered' | 'cancelled';
  lines: OrdersCreateFulfilmentLine[];
  carrier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  address: OrderBillingAddress | null;
  note: string | null;
  createdAt: Date;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  cancelledAt: Date | null;
  version: number;
  /** Where the client follows the order with its parcels. */
  orderUrl: string;
}

export interface OrdersCreateFulfilmentLine {
  lineId: string;
  quantity: number;
}

export interface OrdersCreateInputCustomLine {
  name: string;
  quantity?: number | undefined;
  unitPriceCents: number;
  taxBasisPoints: number;
  note?: string | null | undefined;
}

export interface OrdersCreateInputCustomer {
  name: string;
  phone?: string | null | undefined;
  email?: string | null | undefined;
}

export interface OrdersCreateInputItem {
  productId: string;
  variantId?: string | null | undefined;
  quantity?: number | undefined;
  optionIds?: string[] | undefined;
  note?: string | null | undefined;
  unitPriceCents?: number | null | undefined;
}

export interface OrdersCreateInputShipping {
  name: string;
  priceCents: number;
  taxBasisPoints: number;
}

export interface OrdersCreateReturn {
  id: string;
  orderId: string;
  state: 'requested' | 'received' | 'cancelled';
  lines: { lineId: string; quantity: number; condition: 'sellable' | 'damaged' }[];
  reason: string | null;
  createdAt: Date;
  receivedAt: Date | null;
  version: number;
}

export interface OrdersCreateReturnInputLine {
  lineId: string;
  quantity: number;
  condition?: 'sellable' | 'damaged' | undefined;
}

export interface OrdersListFulfilments {
  items: ShippingShipment[];
}

export interface OrdersListNotesInput {
  page?: number | undefined;
  pageSize?: number | undefined;
  id: string;
}

export interface OrdersListPaymentsInput {
  /** Of the order. */
  id: string;
}

export interface OrdersListPaymentsRefund {
  id: string;
  orderId: string;
  paymentId: string;
  returnId: string | null;
  amountCents: number;
  method: 'cash' | 'card' | 'transfer' | 'cheque' | 'direct_debit' | 'meal_voucher' | 'gift_card' | 'online' | 'other';
  reason: string | null;
  reference: string | null;
  recordedAt: Date;
  recordedBy: string;
}

export interface OrdersSetDeliveryAddressInput {
  id: string;
  version?: number | undefined;
  address: InvoicesCreateInvoiceInputBuyerAddress | null;
}

export interface OrdersTrackingLink {
  /** Where the client follows the order; whoever has it sees how far the order is, and not whose it is. */
  url: string;
}

export interface Pass {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  kind: 'season' | 'entries' | 'member' | 'other';
  name: string;
  owner: { name: string; email: string | null };
  /** The first day it lets somebody in; null: at once. */
  validFrom: string | null;
  /** The last day; null: without end. */
  validUntil: string | null;
  /** How often, in all; null: any number of times. */
  entries: number | null;
  oncePerDay: boolean;
  code: string;
  used: number;
  blockedAt: Date | null;
  blockedReason: string | null;
}

export interface PassesCreateInputOwner {
  name: string;
  email?: string | null | undefined;
}

export interface Payment {
  id: string;
  /** Who tells of it: somebody who recorded it, or the provider it was paid with. */
  source: 'recorded' | 'provider';
  orderId: string;
  method: 'cash' | 'card' | 'transfer' | 'cheque' | 'direct_debit' | 'meal_voucher' | 'gift_card' | 'online' | 'other';
  provider: string | null;
  amountCents: number;
  refundedCents: number;
  status: 'authorized' | 'captured' | 'voided';
  reference: string | null;
  note: string | null;
  receivedAt: Date;
  capturedAt: Date | null;
  voidedAt: Date | null;
  reconciledAt: Date | null;
  recordedBy: string | null;
}

export interface PermissionsUpdate {
  role: 'owner' | 'admin' | 'manager' | 'staff' | 'viewer';
  permissions: string[];
  changed: { grant: string[]; revoke: string[] };
}

export interface PosManagement {
  id: string;
  name: string;
  active: boolean;
  training: boolean;
  createdAt: Date;
}

export interface PosManagementArchive {
  id: string;
  from: string;
  to: string;
  at: Date;
  by: string;
  entries: number;
  digest: string;
  signature: string;
  keyId: string;
}

export interface PosManagementMoveCash {
  id: string;
  shiftId: string;
  direction: 'in' | 'out';
  amountCents: number;
  reason: string;
  at: Date;
  by: string;
}

export interface PosManagementOpenShift {
  id: string;
  registerId: string;
  register: string;
  number: number;
  openedAt: Date;
  openedBy: string;
  floatCents: number;
  closed: PosManagementShiftsItemClosed | null;
}

export interface PosManagementShiftsItemClosed {
  at: Date;
  by: string;
  report: PosManagementXReport;
}

export interface PosManagementShiftsItemClosedReportTotal {
  count: number;
  totalCents: number;
  absoluteCents: number;
  taxes: PosOrderTax[];
  payments: { method: string; amountCents: number }[];
}

export interface PosManagementXReport {
  upTo: number;
  totals: PosManagementShiftsItemClosedReportTotal;
  perpetual: PosManagementShiftsItemClosedReportTotal;
  floatCents: number;
  inCents: number;
  outCents: number;
  methods: { method: string; expectedCents: number; countedCents: number | null; differenceCents: number | null }[];
}

export interface PosOrder {
  lines: PosOrderLine[];
  discounts: PosOrderDiscount[];
  taxes: PosOrderTax[];
  totalCents: number;
  rounding: 'rate' | 'line' | 'sum_by_net' | 'sum_by_net_keep_gross';
  id: string;
  kind: 'sale' | 'refund';
  number: number;
  register: string;
  at: Date;
  refundOf: string | null;
  orderId: string | null;
  shiftId: string | null;
  payments: PosOrderPayment[];
  cashRoundingCents: number;
  currency: string;
}

export interface PosOrderDiscount {
  kind: 'percent' | 'amount';
  value: number;
  label: string;
  line: number | null;
  amountCents: number;
}

export interface PosOrderLine {
  number: number;
  itemId: string | null;
  variantId: string | null;
  syncKey: string | null;
  sku: string | null;
  name: string;
  quantity: number;
  unitPriceCents: number;
  discountCents: number;
  totalCents: number;
  taxBasisPoints: number;
  taxCents: number | null;
}

export interface PosOrderPayment {
  method: 'cash' | 'card' | 'cheque' | 'meal-voucher' | 'gift-card' | 'transfer' | 'other';
  amountCents: number;
  tenderedCents?: number | undefined;
}

export interface PosOrderTax {
  taxBasisPoints: number;
  netCents: number;
  taxCents: number;
}

export interface PosOrdersCreateInputPayment {
  method: 'cash' | 'card' | 'cheque' | 'meal-voucher' | 'gift-card' | 'transfer' | 'other';
  amountCents: number;
  tenderedCents?: number | undefined;
}

export interface PosOrdersPriceInputDiscount {
  kind: 'percent' | 'amount';
  value: number;
  label?: string | undefined;
  line?: number | undefined;
}

export interface PosOrdersPriceInputLine {
  itemId?: string | undefined;
  variantId?: string | undefined;
  name?: string | undefined;
  quantity?: number | undefined;
  unitPriceCents?: number | undefined;
  taxBasisPoints?: number | undefined;
}

export interface PosOrdersPriceRefundInputLine {
  number: number;
  quantity: number;
}

export interface PosOrdersReceipt {
  establishment: { name: string; address: string[]; phone: string | null };
  kind: 'sale' | 'refund';
  number: number;
  register: string;
  at: Date;
  date: string;
  time: string;
  lines: PosOrderLine[];
  discounts: PosOrderDiscount[];
  taxes: PosOrderTax[];
  payments: PosOrderPayment[];
  totalCents: number;
  cashRoundingCents: number;
  changeCents: number;
  currency: string;
  signature: string;
  version: string;
  copy: number | null;
  training: boolean;
  text: string;
}

export interface Product {
  id: string;
  categoryId: string | null;
  name: string;
  description: string | null;
  priceCents: number;
  taxBasisPoints: number;
  photo: string | null;
  allergens: (
    | 'gluten'
    | 'crustaceans'
    | 'eggs'
    | 'fish'
    | 'peanuts'
    | 'soybeans'
    | 'milk'
    | 'nuts'
    | 'celery'
    | 'mustard'
    | 'sesame'
    | 'sulphites'
    | 'lupin'
    | 'molluscs'
  )[];
  visible: boolean;
  soldOutUntil: Date | null;
  position: number;
  sku: string | null;
  barcode: string | null;
  managedBy: 'till' | 'sync';
  manageStock: boolean;
  bundle: ProductBundle[];
  variants: ProductsCreateVariant[];
  optionGroups: ProductOptionGroup[];
  reference: string | null;
  purchasePriceCents: number | null;
  weightGrams: number | null;
  widthMm: number | null;
  heightMm: number | null;
  depthMm: number | null;
  syncKey: string | null;
  externalId: string | null;
  defaultVendorId: string | null;
  data: Record<string, unknown>;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
  version: number;
}

export interface ProductBundle {
  itemId: string;
  variantId: string | null;
  quantity: number;
}

export interface ProductOptionGroup {
  id: string;
  name: string;
  min: number;
  max: number;
  options: OrderLineOption[];
}

export interface ProductsCreateInputBundle {
  itemId: string;
  variantId?: string | null | undefined;
  quantity: number;
}

export interface ProductsCreateVariant {
  id: string;
  name: string;
  priceCents: number;
  sku: string | null;
  barcode: string | null;
  syncKey: string | null;
  externalId: string | null;
}

export interface Profile {
  user: ProfileUpdate;
  memberships: {
    tenantId: string;
    tenantName: string;
    tenantActive: boolean;
    active: boolean;
    assignments: ProfileMembershipAssignment[];
  }[];
}

export interface ProfileMembershipAssignment {
  role: 'owner' | 'admin' | 'manager' | 'staff' | 'viewer';
  siteId: string | null;
}

export interface ProfileUpdate {
  id: string;
  email: string;
  name: string;
  locale: 'fr' | 'en';
  emailVerified: boolean;
  hasPassword: boolean;
  superAdmin: boolean;
  notifications: { security: boolean; orders: boolean; summary: boolean };
  createdAt: Date;
}

export interface QueuesGetStats {
  queue: string;
  ready: number;
  delayed: number;
  inDelivery: number;
  dead: number;
  oldestAgeSecs: number | null;
}

export interface QueuesListDeadLetters {
  items: { id: string; queue: string; attempts: number; reason: string; deadAt: Date }[];
  nextCursor: string | null;
}

export interface QueuesListDeadLettersInput {
  cursor?: string | undefined;
  limit?: number | undefined;
  queue?: string | undefined;
}

export interface QueuesRetryDeadLettersInput {
  ids: string[];
}

export interface RecurringInvoice {
  id: string;
  name: string;
  status: 'active' | 'paused' | 'ended';
  recurrence: RecurringInvoiceRecurrence | RecurringInvoiceRecurrence2 | RecurringInvoiceRecurrence3;
  startDate: string;
  endDate: string | null;
  maxCount: number | null;
  count: number;
  mode: 'draft' | 'issue' | 'send';
  content: Record<string, unknown>;
  nextDate: string | null;
  fault: string | null;
  createdAt: Date;
  version: number;
}

export interface RecurringInvoiceRecurrence {
  every: 'month';
  day: number | 'last';
}

export interface RecurringInvoiceRecurrence2 {
  every: 'week';
  weekday: number;
}

export interface RecurringInvoiceRecurrence3 {
  every: 'year';
  month: number;
  day: number;
}

export interface Segment {
  id: string;
  name: string;
  rule: {
    match: 'all' | 'any' | 'none';
    rules: (
      | SegmentRuleRule
      | SegmentRuleRule2
      | SegmentRuleRule3
      | SegmentRuleRule4
      | SegmentRuleRule5
      | SegmentRuleRule6
      | SegmentRuleRule7
      | SegmentRuleRule8
      | SegmentRuleRule9
      | SegmentRuleRule10
      | SegmentRuleRule11
      | SegmentRuleRule12
      | SegmentRuleRule13
      | SegmentRuleRule14
      | SegmentRuleRule15
      | {
          match: 'all' | 'any' | 'none';
          rules: (
            | SegmentRuleRule
            | SegmentRuleRule2
            | SegmentRuleRule3
            | SegmentRuleRule4
            | SegmentRuleRule5
            | SegmentRuleRule6
            | SegmentRuleRule7
            | SegmentRuleRule8
            | SegmentRuleRule9
            | SegmentRuleRule10
            | SegmentRuleRule11
            | SegmentRuleRule12
            | SegmentRuleRule13
            | SegmentRuleRule14
            | SegmentRuleRule15
            | {
                match: 'all' | 'any' | 'none';
                rules: (
                  | SegmentRuleRule
                  | SegmentRuleRule2
                  | SegmentRuleRule3
                  | SegmentRuleRule4
                  | SegmentRuleRule5
                  | SegmentRuleRule6
                  | SegmentRuleRule7
                  | SegmentRuleRule8
                  | SegmentRuleRule9
                  | SegmentRuleRule10
                  | SegmentRuleRule11
                  | SegmentRuleRule12
                  | SegmentRuleRule13
                  | SegmentRuleRule14
                  | SegmentRuleRule15
                )[];
              }
          )[];
        }
    )[];
  };
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface SegmentRuleRule {
  field: 'consent';
  is: boolean;
}

export interface SegmentRuleRule10 {
  field: 'spent';
  minCents?: number | undefined;
  maxCents?: number | undefined;
}

export interface SegmentRuleRule11 {
  field: 'lastOrder';
  from?: Date | undefined;
  before?: Date | undefined;
}

export interface SegmentRuleRule12 {
  field: 'openInvoice';
  is: boolean;
}

export interface SegmentRuleRule13 {
  field: 'overdueInvoice';
  is: boolean;
}

export interface SegmentRuleRule14 {
  field: 'bought';
  itemIds: string[];
}

export interface SegmentRuleRule15 {
  field: 'boughtCategory';
  categoryIds: string[];
}

export interface SegmentRuleRule2 {
  field: 'subscriber';
  is: boolean;
}

export interface SegmentRuleRule3 {
  field: 'kind';
  is: 'person' | 'company';
}

export interface SegmentRuleRule4 {
  field: 'tag';
  any: string[];
}

export interface SegmentRuleRule5 {
  field: 'language';
  any: string[];
}

export interface SegmentRuleRule6 {
  field: 'city';
  any: string[];
}

export interface SegmentRuleRule7 {
  field: 'country';
  any: string[];
}

export interface SegmentRuleRule8 {
  field: 'created';
  from?: Date | undefined;
  before?: Date | undefined;
}

export interface SegmentRuleRule9 {
  field: 'orders';
  min?: number | undefined;
  max?: number | undefined;
}

export interface SegmentsCreateInputRule {
  match: 'all' | 'any' | 'none';
  rules: (
    | SegmentRuleRule
    | SegmentRuleRule2
    | SegmentRuleRule3
    | SegmentRuleRule4
    | SegmentRuleRule5
    | SegmentRuleRule6
    | SegmentRuleRule7
    | SegmentsCreateInputRuleRule
    | SegmentRuleRule9
    | SegmentRuleRule10
    | SegmentsCreateInputRuleRule2
    | SegmentRuleRule12
    | SegmentRuleRule13
    | SegmentRuleRule14
    | SegmentRuleRule15
    | {
        match: 'all' | 'any' | 'none';
        rules: (
          | SegmentRuleRule
          | SegmentRuleRule2
          | SegmentRuleRule3
          | SegmentRuleRule4
          | SegmentRuleRule5
          | SegmentRuleRule6
          | SegmentRuleRule7
          | SegmentsCreateInputRuleRule
          | SegmentRuleRule9
          | SegmentRuleRule10
          | SegmentsCreateInputRuleRule2
          | SegmentRuleRule12
          | SegmentRuleRule13
          | SegmentRuleRule14
          | SegmentRuleRule15
          | {
              match: 'all' | 'any' | 'none';
              rules: (
                | SegmentRuleRule
                | SegmentRuleRule2
                | SegmentRuleRule3
                | SegmentRuleRule4
                | SegmentRuleRule5
                | SegmentRuleRule6
                | SegmentRuleRule7
                | SegmentsCreateInputRuleRule
                | SegmentRuleRule9
                | SegmentRuleRule10
                | SegmentsCreateInputRuleRule2
                | SegmentRuleRule12
                | SegmentRuleRule13
                | SegmentRuleRule14
                | SegmentRuleRule15
              )[];
            }
        )[];
      }
  )[];
}

export interface SegmentsCreateInputRuleRule {
  field: 'created';
  from?: Date | string | undefined;
  before?: Date | string | undefined;
}

export interface SegmentsCreateInputRuleRule2 {
  field: 'lastOrder';
  from?: Date | string | undefined;
  before?: Date | string | undefined;
}

export interface SegmentsPreviewSample {
  id: string;
  kind: 'person' | 'company';
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  email: string | null;
  language: string | null;
  tags: string[];
  createdAt: Date;
}

export interface Setting {
  key: string;
  level: 'site' | 'tenant';
  secret: boolean;
  set: boolean;
  value: unknown;
  summary: string;
}

export interface ShippingCreateMethodInputPrice {
  maxWeightGrams?: number | null | undefined;
  maxTotalCents?: number | null | undefined;
  priceCents: number;
}

export interface ShippingCreateZoneInputPostcode {
  prefix: string;
}

export interface ShippingCreateZoneInputPostcode2 {
  from: string;
  to: string;
}

export interface ShippingGetMethod {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  zoneId: string;
  name: string;
  carrier: string | null;
  prices: { maxWeightGrams: number | null; maxTotalCents: number | null; priceCents: number }[];
  freeFromCents: number | null;
  taxBasisPoints: number;
  deliveryDaysMin: number;
  deliveryDaysMax: number;
  trackingUrl: string | null;
  active: boolean;
  position: number;
}

export interface ShippingGetZone {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  name: string;
  countries: string[];
  postcodes: ({ prefix: string } | { from: string; to: string })[];
  position: number;
}

export interface ShippingShipment {
  id: string;
  orderId: string;
  state: 'packed' | 'shipped' | 'delivered' | 'cancelled';
  lines: OrdersCreateFulfilmentLine[];
  carrier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  address: OrderBillingAddress | null;
  note: string | null;
  createdAt: Date;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  cancelledAt: Date | null;
  version: number;
}

export interface ShopSyncDismissQuarantined {
  id: string;
  entity: 'vendors' | 'categories' | 'products' | 'customers' | 'orders';
  externalId: string;
  code: string;
  reason: string;
  attempts: number;
  firstAt: Date;
  lastAt: Date;
  nextTryAt: Date | null;
}

export interface ShopSyncGetConnection {
  connected: boolean;
  url: string | null;
  keySet: boolean;
}

export interface ShopSyncGetDriftReportEntityMissingHere {
  count: number;
  externalIds: string[];
}

export interface ShopSyncRun {
  id: string;
  job: 'orders' | 'products' | 'full';
  dryRun: boolean;
  state: 'running' | 'cut' | 'ended';
  outcome: 'completed' | 'completed_with_quarantine' | 'failed' | 'timed_out' | null;
  reason: string | null;
  since: Date | null;
  counts: { read: number; unchanged: number; quarantined: number; gone: number; requests: number; writes: Record<string, number> };
  vanished: Record<string, number> | null;
  accepted: Record<string, number> | null;
  expected: number;
  startedAt: Date;
  finishedAt: Date | null;
}

export interface ShopSyncRunDriftReport {
  startedAt: Date;
  finishedAt: Date;
  requests: number;
  entities: {
    entity: 'products' | 'orders' | 'customers' | 'vendors';
    shop: number;
    here: number;
    missingHere: ShopSyncGetDriftReportEntityMissingHere;
    missingInShop: ShopSyncGetDriftReportEntityMissingHere;
    compared: number;
    fields: { field: string; count: number; externalIds: string[] }[];
  }[];
}

export interface ShopSyncRunInput {
  job: 'orders' | 'products' | 'full';
  acceptDisappearance?: boolean | undefined;
}

export interface ShopSyncTest {
  version: string | null;
  name: string | null;
  timezone: string;
  currency: string;
  language: string;
  clockAheadMs: number;
  unreadable: string[];
  remarks: string[];
}

export interface Site {
  id: string;
  slug: string;
  trade: 'restaurant' | 'bar' | 'shop' | 'museum';
  name: string;
  description: string | null;
  address: SiteAddress;
  phone: string | null;
  website: string | null;
  hosts: string[];
  timezone: string;
  currency: string;
  languages: string[];
  hours: SiteHour[];
  exceptions: SiteException[];
  features: SiteFeature;
  ordering: SiteOrdering;
  version: number;
}

export interface SiteAddress {
  line1: string;
  line2: string | null;
  postcode: string;
  city: string;
  country: string;
}

export interface SiteException {
  date: string;
  closed: boolean;
  label: string | null;
  periods: { from: string; to: string | '24:00' }[];
}

export interface SiteFeature {
  onlineOrders: boolean;
  stock: boolean;
  slots: boolean;
  accessControl: boolean;
  attendance: boolean;
  groups: boolean;
  passes: boolean;
  onlineTickets: boolean;
}

export interface SiteHour {
  from: string;
  to: string | '24:00';
  day: number;
}

export interface SiteOrdering {
  leadMinutes: number;
  slotMinutes: number;
  slotCap: number | null;
  horizonHours: number;
  minimumCents: number;
  acceptWhenClosed: boolean;
}

export interface StockAction {
  itemId: string;
  variantId: string | null;
  id: string;
  direction: 'INCREMENT' | 'DECREMENT';
  quantity: number;
  status: 'PENDING' | 'COMPLETED' | 'CANCELLED';
  reason:
    | 'OPENING_BALANCE'
    | 'SHOP_SYNC'
    | 'SALE'
    | 'REFUND'
    | 'DELIVERY'
    | 'RECEIPT'
    | 'COUNT'
    | 'ADJUSTMENT'
    | 'LOSS'
    | 'TRANSFER'
    | 'SYNC_MOVEMENT'
    | 'ORDER_FORECAST';
  before: number | null;
  after: number | null;
  reference: string | null;
  note: string | null;
  actor: string;
  createdAt: Date;
  settledAt: Date | null;
}

export interface TaxRate {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  name: string;
  country: string;
  category: 'standard' | 'intermediate' | 'reduced' | 'super-reduced' | 'zero' | 'exempt';
  basisPoints: number;
  validFrom: string | null;
  validTo: string | null;
}

export interface Tenant {
  id: string;
  name: string;
  status: 'active' | 'suspended' | 'deleted';
  suspendedReason: string | null;
  createdAt: Date;
}

export interface TenantsUpdateInput {
  id: string;
  name?: string | undefined;
}

export interface TicketingBookingsGet {
  id: string;
  number: string;
  status: 'held' | 'confirmed' | 'cancelled';
  placedAt: Date;
  sessionId: string;
  offerId: string;
  startsAt: Date;
  language: 'fr' | 'en' | 'de' | 'it' | 'es';
  customer: GroupContact;
  lines: { rateId: string; name: string; quantity: number; unitPriceCents: number; totalCents: number }[];
  tickets: { id: string; code: string; rateId: string; state: 'valid' | 'used' | 'cancelled'; usedAt: Date | null }[];
  totalCents: number;
  /** What it was sold for, by card or at the desk (`posOrders.ringUpBooking`), less what went back. */
  paidCents: number;
  currency: string;
  payment: 'at_pickup' | 'card';
  paymentStatus: 'pending' | 'failed' | 'paid' | 'expired' | 'refund_due' | 'refunded' | null;
  heldUntil: Date | null;
}

export interface TicketingCreateOfferInputRate {
  /** Of a rate the offer has; left out for a new one. */
  id?: string | undefined;
  name: { fr?: string | undefined; en?: string | undefined; de?: string | undefined; it?: string | undefined; es?: string | undefined };
  /** Including tax. */
  priceCents: number;
  taxBasisPoints: number;
  /** Who may have it. Null: anybody. */
  conditions?:
    | { fr?: string | undefined; en?: string | undefined; de?: string | undefined; it?: string | undefined; es?: string | undefined }
    | null
    | undefined;
  /** False: sold no more. */
  active?: boolean | undefined;
}

export interface TicketingCreateOfferInputTitle {
  fr?: string | undefined;
  en?: string | undefined;
  de?: string | undefined;
  it?: string | undefined;
  es?: string | undefined;
}

export interface TicketingGetOffer {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  kind: 'show' | 'exhibition' | 'visit';
  title: TicketingListOffersItemTitle;
  description: TicketingListOffersItemTitle;
  photo: string | null;
  durationMinutes: number | null;
  online: boolean;
  position: number;
  rates: {
    id: string;
    name: TicketingListOffersItemTitle;
    priceCents: number;
    taxBasisPoints: number;
    conditions: TicketingListOffersItemTitle | null;
    active: boolean;
  }[];
}

export interface TicketingGetSession {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  offerId: string;
  startsAt: Date;
  endsAt: Date;
  capacity: number | null;
  heldSeats: number;
  confirmedSeats: number;
  remaining: number | null;
  /** From 0 to 1. */
  fill: number;
  status: 'open' | 'few' | 'full' | 'past';
  cancelledAt: Date | null;
}

export interface TicketingListOffersItemTitle {
  fr?: string | undefined;
  en?: string | undefined;
  de?: string | undefined;
  it?: string | undefined;
  es?: string | undefined;
}

export interface User {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  active: boolean;
  assignments: ProfileMembershipAssignment[];
  joinedAt: Date;
  lastSeenAt: Date | null;
}

export interface UsersCreateInput {
  email: string;
  siteId?: string | null | undefined;
  roles: ('owner' | 'admin' | 'manager' | 'staff' | 'viewer')[];
}

export interface Vendor {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  name: string;
  type: 'supplier' | 'manufacturer' | null;
  externalId: string | null;
  email: string | null;
  phone: string | null;
  note: string | null;
  active: boolean;
  data: Record<string, unknown>;
  portal: { createdAt: string; expiresAt: string } | null;
  mergedInto: string | null;
  products: number;
}

export interface VendorsLinkProduct {
  id: string;
  productId: string;
}

export interface Webhook {
  id: string;
  siteId: string | null;
  name: string;
  description: string | null;
  url: string;
  types:
    | (
        | 'order.created'
        | 'order.updated'
        | 'order.accepted'
        | 'order.confirmed'
        | 'order.preparing'
        | 'order.ready'
        | 'order.shipped'
        | 'order.collected'
        | 'order.delivered'
        | 'order.returned'
        | 'order.rejected'
        | 'order.cancelled'
        | 'order.deleted'
        | 'order.payment_recorded'
        | 'order.refunded'
        | 'stock.changed'
        | 'products.changed'
        | 'invoice.issued'
        | 'invoice.paid'
        | 'invoice.credited'
        | 'client.created'
        | 'client.updated'
        | 'client.merged'
        | 'client.anonymized'
        | 'client.deleted'
        | 'sale.recorded'
        | 'sale.refunded'
        | 'sync_run.ended'
      )[]
    | null;
  enabled: boolean;
  disabled: WebhookDisabled | null;
  failingSince: Date | null;
  secretsCount: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface WebhookDisabled {
  reason: 'person' | 'gone' | 'failing';
  at: Date;
}

export interface WebhooksGetLog {
  id: string;
  sessionId: string;
  entity: 'customers' | 'products' | 'orders';
  action: 'create' | 'update' | 'delete';
  externalId: string;
  state: 'received' | 'processing' | 'completed' | 'failed';
  receivedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  processingMs: number | null;
  attempts: number;
  dueAt: Date;
  result: 'imported' | 'ignored' | 'gone' | null;
  reason: string | null;
  coalescedInto: string | null;
  coalesced: number;
  replayOf: string | null;
}

export type AccessControlRouter = {
  /** One page of what was scanned, the latest first; refused codes too. */
  scans: Query<
    | {
        cursor?: string | undefined;
        limit?: number | undefined;
        /** The gate, as it is called. */
        gate?: string | undefined;
        from?: string | Date | string | undefined;
        to?: string | Date | string | undefined;
      }
    | undefined,
    { items: AccessControlAnnulScan[]; nextCursor: string | null }
  >;

  /** How many are inside today, and what each gate has counted. */
  occupancy: Query<
    Record<string, unknown> | undefined,
    {
      day: string;
      entries: number;
      exits: number;
      gates: {
        gate: string;
        entries: number;
        exits: number;
        /** Never below zero. */
        inside: number;
      }[];
      inside: number;
    }
  >;

  /** Annuls an admission of the last minutes, as if the code had not been read. */
  annulScan: Mutation<
    {
      /** The gate, as it is called. */
      gate: string;
      /** Chosen by the device for this scan: sent again at the same gate, it is this scan. */
      nonce: string;
    },
    AccessControlAnnulScan
  >;

  /** How many came, per day and hour; the last 30 days unless told. */
  attendance: Query<
    { from?: string | Date | string | undefined; to?: string | Date | string | undefined } | undefined,
    {
      day: string;
      scanned: number;
      counted: number;
      /** Both together, never below zero. */
      total: number;
      hours: {
        /** 0 to 23, by the clocks of the establishment. */
        hour: number;
        scanned: number;
        counted: number;
        /** Both together, never below zero. */
        total: number;
      }[];
    }[]
  >;

  /** Adds people that were counted by hand; a negative count takes back. */
  addAttendance: Mutation<
    {
      /** How many came; negative takes back. */
      count: number;
      /** When it happened; now, when left out. */
      at?: Date | string | undefined;
      note?: string | undefined;
    },
    { id: string; day: string; hour: number; count: number; note: string | null; at: Date }
  >;

  /** One page of the gates that have rules of their own. */
  listGates: Query<
    AccessControlListGatesInput | undefined,
    { items: AccessControlGetGate[]; total: number; page: number; pageSize: number }
  >;

  /** One gate. */
  getGate: Query<{ id: string }, AccessControlGetGate>;

  /** Creates a gate. */
  createGate: Mutation<
    {
      name: string;
      offerIds?: string[] | undefined;
      earlyMinutes?: number | null | undefined;
      lateMinutes?: number | null | undefined;
      reentry?: boolean | null | undefined;
    },
    AccessControlGetGate
  >;

  /** Changes the fields of a gate that are sent; null clears. With `version`, only that version. */
  updateGate: Mutation<
    {
      id: string;
      version?: number | undefined;
      name?: string | undefined;
      offerIds?: string[] | undefined;
      earlyMinutes?: number | null | undefined;
      lateMinutes?: number | null | undefined;
      reentry?: boolean | null | undefined;
    },
    AccessControlGetGate
  >;

  /** Deletes a gate. */
  deleteGate: Mutation<{ id: string }, { id: string }>;

  /** One page of the device keys of the establishment, newest first. */
  listDevices: Query<
    AccessControlListDevicesInput | undefined,
    { items: AccessControlUpdateDevice[]; total: number; page: number; pageSize: number }
  >;

  /** Creates the key of a device that scans at the gates of the establishment and does nothing else; shows it, this once. */
  createDevice: Mutation<{ name: string; expiresAt?: Date | string | null | undefined }, AccessControlCreateDevice>;

  /** Changes the name or the end of a device key; null takes the end away. */
  updateDevice: Mutation<AccessControlUpdateDeviceInput, AccessControlUpdateDevice>;

  /** Replaces the device key by a new one, shown this once; the old one goes on working for a while. */
  rotateDevice: Mutation<AccessControlRotateDeviceInput, AccessControlCreateDevice>;

  /** Ends the device key at once. */
  revokeDevice: Mutation<{ id: string }, AccessControlUpdateDevice>;

  /** Calls made with the device key per day (UTC); days without calls are left out. */
  deviceUsage: Query<AccessControlDeviceUsageInput, AccessControlDeviceUsage>;
};

export type ApiKeysRouter = {
  /** One page of the API keys of the establishment, newest first. */
  list: Query<AccessControlListDevicesInput | undefined, { items: ApiKey[]; total: number; page: number; pageSize: number }>;

  /** One API key, without its secret. */
  get: Query<{ id: string }, ApiKey>;

  /** Calls made with the API key per day (UTC); days without calls are left out. */
  usage: Query<AccessControlDeviceUsageInput, AccessControlDeviceUsage>;

  /** Replaces the API key by a new one, shown this once; the old one goes on working for a while. */
  rotate: Mutation<AccessControlRotateDeviceInput, ApiKeysRotate>;

  /** Ends the API key at once. */
  revoke: Mutation<{ id: string }, ApiKey>;

  /** Creates an API key of the establishment and shows it, this once. */
  create: Mutation<{ name: string; right: 'read' | 'write' | 'export'; expiresAt?: Date | string | null | undefined }, ApiKeysRotate>;

  /** Changes the name or the end of an API key; null takes the end away. Its right never changes. */
  update: Mutation<AccessControlUpdateDeviceInput, ApiKey>;
};

export type AuditRouter = {
  /** One page of the changes made in the organisation, newest first. Needs the permission in the whole organisation. */
  list: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        action?: string | undefined;
        actor?: string | undefined;
        subjectId?: string | undefined;
        from?: Date | string | undefined;
        to?: Date | string | undefined;
      }
    | undefined,
    {
      items: {
        id: string;
        at: Date;
        actor: string;
        action: string;
        subjectId: string | null;
        siteId: string | null;
        input: unknown;
        requestId: string;
        address: string;
      }[];
      total: number;
      page: number;
      pageSize: number;
    }
  >;
};

export type AuthRouter = {
  /** Registers a person and mails them a link that proves the address. The answer is the same when the address is taken. */
  register: Mutation<{ email: string; password: string; name: string; locale?: 'fr' | 'en' | undefined }, { ok: true }>;

  /** Registers a person who founds an organisation: it exists and is theirs once the mailed link has proved their address. */
  signup: Mutation<{ email: string; password: string; name: string; locale?: 'fr' | 'en' | undefined; organisation: string }, { ok: true }>;

  /** Proves an address by the token of the mailed link. Signed out too: a link is opened anywhere. */
  verifyEmail: Mutation<AuthVerifyEmailInput, { ok: true; email: string }>;

  /** Mails the caller another link that proves their address; links mailed before stop working. */
  resendVerificationEmail: Mutation<Record<string, unknown> | undefined, { ok: true }>;

  /** Mails a link that sets a new password. The answer is the same for an address that nobody has. */
  requestPasswordReset: Mutation<{ email: string }, { ok: true }>;

  /** Sets a new password by the token of the mailed link, and ends every session. Signs nobody in. */
  resetPassword: Mutation<{ token: string; password: string }, { ok: true }>;

  /** Changes the password of the caller, ends their other sessions and answers a new token for this one. */
  changePassword: Mutation<{ current: string | null; next: string }, AuthChangePassword>;

  /** Signs in by password. Whatever does not fit, the answer is the same. */
  login: Mutation<{ email: string; password: string }, AuthChangePassword>;

  /** Signs in by an ID token that the identity provider has issued to this platform. */
  bridgeOidc: Mutation<{ idToken: string }, AuthChangePassword>;

  /** Ends the session of the call: its token is worthless from then on, wherever it was copied to. */
  logout: Mutation<Record<string, unknown> | undefined, { ok: true }>;

  /** The session of the call and what it acts for. */
  getSession: Query<
    Record<string, unknown> | undefined,
    {
      userId: string;
      sessionId: string | null;
      tenantId: string | null;
      siteId: string | null;
      roles: ('super-admin' | 'owner' | 'admin' | 'manager' | 'staff' | 'viewer')[];
      expiresAt: Date | null;
    }
  >;

  /** The caller and the organisations they belong to. */
  getProfile: Query<Record<string, unknown> | undefined, Profile>;

  /** The caller in the words of OpenID Connect (Core 1.0, 5.1). */
  getUserInfo: Query<
    Record<string, unknown> | undefined,
    { sub: string; email: string; email_verified: boolean; name: string; locale: 'fr' | 'en' }
  >;

  /** Whether the caller may use the back office, and for which organisations. */
  canAccessManage: Query<Record<string, unknown> | undefined, { allowed: boolean; tenants: { id: string; name: string }[] }>;
};

export type CampaignsRouter = {
  /** One page of the campaigns with how far each is, newest first. */
  getCampaigns: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        status?: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled' | 'failed' | undefined;
        tagId?: string | undefined;
      }
    | undefined,
    { items: CampaignsGetCampaignById[]; total: number; page: number; pageSize: number }
  >;

  /** One campaign with how far it is. */
  getCampaignById: Query<{ id: string }, CampaignsGetCampaignById>;

  /** What became of each recipient, changed last first, with counts; a search looks for beginnings of addresses. */
  getCampaignActivity: Query<
    {
      page?: number | undefined;
      pageSize?: number | undefined;
      search?: string | undefined;
      id: string;
      state?: 'pending' | 'claimed' | 'sent' | 'failed' | 'skipped' | 'bounced' | 'uncertain' | undefined;
    },
    {
      items: {
        address: string;
        clientId: string | null;
        state: 'pending' | 'claimed' | 'sent' | 'failed' | 'skipped' | 'bounced' | 'uncertain';
        reason: 'consent' | 'suppressed' | 'cancelled' | 'hard' | 'soft' | 'refused' | 'interrupted' | null;
        queuedAt: Date;
        changedAt: Date;
        unsubscribedAt: Date | null;
      }[];
      counts: CampaignsGetCampaignsItemCount;
      total: number;
      page: number;
      pageSize: number;
    }
  >;

  /** Creates a campaign as a draft. */
  createCampaign: Mutation<
    {
      name: string;
      subject?: string | null | undefined;
      templateId: string;
      segmentId?: string | null | undefined;
      tags?: string[] | undefined;
      senderName?: string | null | undefined;
      replyTo?: string | null | undefined;
    },
    CampaignsCreateCampaign
  >;

  /** Creates a campaign with template, segment and subject, and sends or schedules it: all of it or nothing. */
  createCampaignWizard: Mutation<
    {
      name: string;
      subject: string;
      templateId: string;
      segmentId?: string | null | undefined;
      tags?: string[] | undefined;
      senderName?: string | null | undefined;
      replyTo?: string | null | undefined;
      schedule: { kind: 'later' } | { kind: 'now' } | { kind: 'at'; at: Date | string };
    },
    CampaignsCreateCampaign
  >;

  /** Changes the fields of a campaign that are sent, as long as it has not begun. */
  updateCampaign: Mutation<
    {
      name?: string | undefined;
      subject?: string | null | undefined;
      templateId?: string | undefined;
      segmentId?: string | null | undefined;
      tags?: string[] | undefined;
      senderName?: string | null | undefined;
      replyTo?: string | null | undefined;
      id: string;
      version?: number | undefined;
    },
    CampaignsCreateCampaign
  >;

  /** Deletes a draft; calls off a campaign that is scheduled or under way, and keeps who has got it. */
  deleteCampaign: Mutation<{ id: string }, { id: string; outcome: 'deleted' | 'cancelled' }>;

  /** Creates a draft that says the same to the same. */
  duplicateCampaign: Mutation<{ id: string }, CampaignsCreateCampaign>;

  /** Sends a campaign now or at an instant; who gets it is fixed when it starts, and asked again for their consent mail by mail. */
  sendCampaign: Mutation<{ id: string; version?: number | undefined; at?: Date | string | null | undefined }, CampaignsCreateCampaign>;

  /** Holds a campaign after the mails under way; one that is only scheduled becomes a draft again. */
  pauseCampaign: Mutation<CampaignsPauseCampaignInput, CampaignsCreateCampaign>;

  /** Goes on with a campaign that was held. */
  resumeCampaign: Mutation<CampaignsPauseCampaignInput, CampaignsCreateCampaign>;

  /** One page of the tags of campaigns, by name. */
  getCampaignTags: Query<
    AccessControlListGatesInput | undefined,
    { items: CampaignsCreateCampaignTag[]; total: number; page: number; pageSize: number }
  >;

  /** Creates a tag for campaigns. */
  createCampaignTag: Mutation<{ name: string; colour?: string | null | undefined }, CampaignsCreateCampaignTag>;
};

export type CategoriesRouter = {
  /** One page of the categories. */
  list: Query<AccessControlListGatesInput | undefined, CategoriesList>;

  /** One category. */
  get: Query<{ id: string }, Category>;

  /** Creates a category. */
  create: Mutation<CategoriesCreateInput, Category>;

  /** Changes the fields of a category that are sent; null clears. */
  update: Mutation<CategoriesUpdateInput, Category>;

  /** Deletes a category. */
  delete: Mutation<{ id: string }, { id: string }>;
};

export type ClientsRouter = {
  /** One page of the clients, without merged and anonymous ones; `search` looks for beginnings of names, companies, mail addresses and tags, and for phone numbers however they are written. */
  list: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        kind?: 'person' | 'company' | undefined;
        tag?: string | undefined;
        consent?: 'granted' | 'withdrawn' | 'unasked' | undefined;
        createdFrom?: Date | string | undefined;
        createdTo?: Date | string | undefined;
        hasOrders?: boolean | undefined;
        sort?: 'name' | '-name' | 'createdAt' | '-createdAt' | 'lastOrderAt' | '-lastOrderAt' | 'totalSpent' | '-totalSpent' | undefined;
      }
    | undefined,
    { items: ClientsCreate[]; total: number; page: number; pageSize: number }
  >;

  /** One client; for one that was merged, the client it was merged into. */
  get: Query<{ id: string }, Client>;

  /** Creates a client; a mail address or external id belongs to one client at most. */
  create: Mutation<
    {
      kind?: 'person' | 'company' | undefined;
      firstName?: string | null | undefined;
      lastName?: string | null | undefined;
      company?: string | null | undefined;
      email?: string | null | undefined;
      phone?: string | null | undefined;
      language?: string | null | undefined;
      vatNumber?: string | null | undefined;
      registration?: string | null | undefined;
      birthday?: string | null | undefined;
      tags?: string[] | undefined;
      customInputs?: Record<string, unknown> | undefined;
      externalId?: string | null | undefined;
      addresses?: ClientsCreateInputAddress[] | undefined;
    },
    ClientsCreate
  >;

  /** Changes the fields that are sent; null clears, `customInputs` is merged by name. With `version` only what was read last. */
  update: Mutation<
    {
      id: string;
      version?: number | undefined;
      kind?: 'person' | 'company' | undefined;
      firstName?: string | null | undefined;
      lastName?: string | null | undefined;
      company?: string | null | undefined;
      email?: string | null | undefined;
      phone?: string | null | undefined;
      language?: string | null | undefined;
      vatNumber?: string | null | undefined;
      registration?: string | null | undefined;
      birthday?: string | null | undefined;
      tags?: string[] | undefined;
      customInputs?: Record<string, unknown> | undefined;
      externalId?: string | null | undefined;
    },
    ClientsCreate
  >;

  /** Deletes a client that no order or invoice refers to; others can be made anonymous. */
  delete: Mutation<CampaignsPauseCampaignInput, { id: string }>;

  /** Adds an address; the first is the one that bills and deliveries go to. */
  addAddress: Mutation<{ id: string; version?: number | undefined; address: ClientsCreateInputAddress }, ClientsCreate>;

  /** Changes the fields of an address that are sent; null clears. */
  updateAddress: Mutation<
    {
      id: string;
      version?: number | undefined;
      addressId: string;
      address: {
        label?: string | null | undefined;
        name?: string | null | undefined;
        company?: string | null | undefined;
        line1?: string | undefined;
        line2?: string | null | undefined;
        postcode?: string | undefined;
        city?: string | undefined;
        country?: string | undefined;
        phone?: string | null | undefined;
      };
    },
    ClientsCreate
  >;

  /** Removes an address; what went there goes to the first of those that are left. */
  removeAddress: Mutation<{ id: string; version?: number | undefined; addressId: string }, ClientsCreate>;

  /** Says which address bills, deliveries or both go to. */
  setDefaultAddress: Mutation<
    { id: string; version?: number | undefined; addressId: string; use?: 'billing' | 'delivery' | 'both' | undefined },
    ClientsCreate
  >;

  /** Adds tags to a client; those it has already stay. */
  addTags: Mutation<ClientsAddTagsInput, ClientsCreate>;

  /** Removes tags from a client. */
  removeTags: Mutation<ClientsAddTagsInput, ClientsCreate>;

  /** Every tag of the clients, by name, and how many have it. */
  listTags: Query<Record<string, unknown> | undefined, { tag: string; clients: number }[]>;

  /** Writes a note about a client, signed and dated. */
  addNote: Mutation<{ id: string; text: string }, ClientsAddNote>;

  /** The notes about a client, newest first. */
  listNotes: Query<ClientsListNotesInput, { items: ClientsAddNote[]; total: number; page: number; pageSize: number }>;

  /** Deletes a note about a client. */
  deleteNote: Mutation<ClientsDeleteNoteInput, { id: string }>;

  /** Makes one client of two: `intoId` stays and takes what it did not know, with orders, invoices, notes, addresses and tags; `id` leads there from then on. `version` is that of the one that stays. */
  merge: Mutation<{ id: string; version?: number | undefined; intoId: string }, Client>;

  /** Up to 100 groups of clients that may be one: one mail box, one phone number however it is written, or one name without regard to accents, case and order. */
  findDuplicates: Query<{ limit?: number | undefined } | undefined, { reason: 'email' | 'phone' | 'name'; clients: ClientsCreate[] }[]>;

  /** What happened to a client and to those that were merged into it, newest first. */
  history: Query<
    ClientsListNotesInput,
    {
      items: {
        kind: 'created' | 'imported' | 'updated' | 'consent' | 'merged' | 'absorbed' | 'anonymized';
        at: Date;
        actor: string;
        facts: Record<string, unknown>;
        clientId: string;
      }[];
      total: number;
      page: number;
      pageSize: number;
    }
  >;

  /** Writes down that a client agreed to marketing by mail, or withdrew it, since when and how that is known. */
  setConsent: Mutation<{ id: string; granted: boolean; source?: string | undefined; at?: Date | string | undefined }, ClientsCreate>;

  /** Every consent that a client gave or withdrew, newest first; none is ever changed or removed. */
  listConsents: Query<
    ClientsListNotesInput,
    {
      items: { granted: boolean; at: Date; source: string; recordedAt: Date; actor: string }[];
      total: number;
      page: number;
      pageSize: number;
    }
  >;

  /** Everything that is kept of one client (right of access, GDPR article 15), by what it is. */
  exportPersonalData: Query<{ id: string }, { id: string; at: Date; data: Record<string, unknown> }>;

  /** Erases who a client was, everywhere and for good (right to erasure, GDPR article 17); issued invoices and sales stay as the law wants them. */
  anonymize: Mutation<{ id: string }, Client>;

  /** The orders of a client, newest first. */
  orders: Query<ClientsListNotesInput, ClientsOrders>;

  /** The invoices to a client and to those that were merged into it, newest first; drafts among them. */
  invoices: Query<
    ClientsListNotesInput,
    {
      items: {
        id: string;
        number: string | null;
        status: string;
        issueDate: string | null;
        dueDate: string | null;
        totalCents: number;
        balanceCents: number;
        currency: string;
      }[];
      total: number;
      page: number;
      pageSize: number;
    }
  >;

  /** What one client ordered, in figures; drafts and orders that were given up or brought back do not count. */
  statistics: Query<
    { id: string },
    {
      id: string;
      orders: number;
      spentCents: number;
      averageCents: number | null;
      firstOrderAt: Date | null;
      lastOrderAt: Date | null;
      openBalanceCents: number;
    }
  >;

  /** All clients in figures: how many, how many new in each of the last twelve months, how many agreed to mails, who spent most. */
  overview: Query<
    { top?: number | undefined } | undefined,
    {
      clients: number;
      companies: number;
      withConsent: number;
      withOrders: number;
      spentCents: number;
      newPerMonth: { month: string; clients: number }[];
      top: {
        client: ClientsCreate;
        orders: number;
        spentCents: number;
        averageCents: number | null;
        firstOrderAt: Date | null;
        lastOrderAt: Date | null;
      }[];
    }
  >;

  /** The clients of a list as CSV (RFC 4180, UTF-8) that `importCsv` reads back, up to 100000 of them. What a spreadsheet would calculate stands behind an apostrophe. Columns: id, kind, firstName, lastName, company, email, phone, language, vatNumber, registration, birthday, externalId, tags, emailConsent, line1, line2, postcode, city, country, addresses, customInputs. */
  exportCsv: Query<
    | {
        search?: string | undefined;
        kind?: 'person' | 'company' | undefined;
        tag?: string | undefined;
        consent?: 'granted' | 'withdrawn' | 'unasked' | undefined;
        createdFrom?: Date | string | undefined;
        createdTo?: Date | string | undefined;
        hasOrders?: boolean | undefined;
        sort?: 'name' | '-name' | 'createdAt' | '-createdAt' | 'lastOrderAt' | '-lastOrderAt' | 'totalSpent' | '-totalSpent' | undefined;
      }
    | undefined,
    { text: string; clients: number }
  >;

  /** Creates and changes clients from CSV with a line of headings, all or nothing; with `dryRun` only says what it would do. A line changes the client with its id, external id or mail address, else makes a new one; columns that are left out stay as they are. Columns: id, kind, firstName, lastName, company, email, phone, language, vatNumber, registration, birthday, externalId, tags, emailConsent, line1, line2, postcode, city, country, addresses, customInputs. birthday as 1990-12-31, tags separated by commas, emailConsent as granted or withdrawn, line1 to country for the billing address, other addresses and customInputs as JSON. */
  importCsv: Mutation<ClientsImportCsvInput, ClientsImportCsv>;
};

export type CouponsRouter = {
  /** One page of the coupons, with how often each was redeemed. */
  list: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        sort?: 'code' | '-code' | 'createdAt' | '-createdAt' | 'redeemed' | '-redeemed' | undefined;
        active?: boolean | undefined;
        kind?: 'percent' | 'amount' | 'freeShipping' | undefined;
        batchId?: string | undefined;
      }
    | undefined,
    { items: Coupon[]; total: number; page: number; pageSize: number }
  >;

  /** One coupon. */
  get: Query<{ id: string }, Coupon>;

  /** What the coupon of a code takes off an order; `coupon_refused` with a `reason` when it does not count for it. */
  validate: Query<
    {
      code: string;
      lines: { productId: string; categoryId?: string | null | undefined; totalCents: number }[];
      shippingCents?: number | undefined;
      clientId?: string | null | undefined;
      /** Orders the client has placed before; counted here where the client is known. */
      clientOrders?: number | undefined;
      otherCodes?: string[] | undefined;
    },
    { coupon: Coupon; discountCents: number; lineDiscountsCents: number[] }
  >;

  /** The orders coupons were used for, the newest first, given back ones included. */
  redemptions: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        couponId?: string | undefined;
        orderId?: string | undefined;
        clientId?: string | undefined;
      }
    | undefined,
    {
      items: {
        id: string;
        couponId: string;
        orderId: string;
        clientId: string | null;
        amountCents: number;
        at: Date;
        releasedAt: Date | null;
      }[];
      total: number;
      page: number;
      pageSize: number;
    }
  >;

  /** How often a coupon, a batch or all of them were redeemed in a time, by how many clients and for how much. */
  statistics: Query<
    | { couponId?: string | undefined; batchId?: string | undefined; from?: Date | string | undefined; to?: Date | string | undefined }
    | undefined,
    { redemptions: number; released: number; clients: number; discountCents: number; firstAt: Date | null; lastAt: Date | null }
  >;

  /** The coupons of a batch as CSV (RFC 4180, UTF-8), by code. */
  exportBatch: Query<{ batchId: string }, { text: string; coupons: number }>;

  /** Creates a coupon; its code counts in any case, with and without hyphens. */
  create: Mutation<
    {
      code: string;
      description?: string | null | undefined;
      kind: 'percent' | 'amount' | 'freeShipping';
      value: number;
      active?: boolean | undefined;
      validFrom?: Date | string | null | undefined;
      validTo?: Date | string | null | undefined;
      minimumCents?: number | undefined;
      maxDiscountCents?: number | null | undefined;
      limit?: number | null | undefined;
      limitPerClient?: number | null | undefined;
      productIds?: string[] | undefined;
      categoryIds?: string[] | undefined;
      firstOrderOnly?: boolean | undefined;
      stackable?: boolean | undefined;
    },
    Coupon
  >;

  /** Changes the fields of a coupon that are sent; null clears. With `version`, only that version. */
  update: Mutation<
    {
      id: string;
      version?: number | undefined;
      code?: string | undefined;
      description?: string | null | undefined;
      kind?: 'percent' | 'amount' | 'freeShipping' | undefined;
      value?: number | undefined;
      active?: boolean | undefined;
      validFrom?: Date | string | null | undefined;
      validTo?: Date | string | null | undefined;
      minimumCents?: number | undefined;
      maxDiscountCents?: number | null | undefined;
      limit?: number | null | undefined;
      limitPerClient?: number | null | undefined;
      productIds?: string[] | undefined;
      categoryIds?: string[] | undefined;
      firstOrderOnly?: boolean | undefined;
      stackable?: boolean | undefined;
    },
    Coupon
  >;

  /** Deletes a coupon that was never redeemed; turn off the others with `active`. */
  delete: Mutation<{ id: string }, { id: string }>;

  /** Makes up to 10000 coupons of the same terms with codes that cannot be guessed; `exportBatch` lists them. */
  generateBatch: Mutation<
    {
      description?: string | null | undefined;
      kind: 'percent' | 'amount' | 'freeShipping';
      value: number;
      active?: boolean | undefined;
      validFrom?: Date | string | null | undefined;
      validTo?: Date | string | null | undefined;
      minimumCents?: number | undefined;
      maxDiscountCents?: number | null | undefined;
      limit?: number | null | undefined;
      limitPerClient?: number | null | undefined;
      productIds?: string[] | undefined;
      categoryIds?: string[] | undefined;
      firstOrderOnly?: boolean | undefined;
      stackable?: boolean | undefined;
      prefix?: string | undefined;
      count: number;
    },
    { batchId: string; count: number }
  >;
};

export type EmailTemplatesRouter = {
  /** One page of the templates of mails, by name. */
  list: Query<AccessControlListGatesInput | undefined, { items: EmailTemplate[]; total: number; page: number; pageSize: number }>;

  /** One template of mails. */
  get: Query<{ id: string }, EmailTemplate>;

  /** Creates a template; what mails may not carry is left out of its HTML and named in the answer. */
  create: Mutation<
    { name: string; allowsPictures?: boolean | undefined; variants: EmailTemplatesCreateInputVariant[] },
    EmailTemplatesCreate
  >;

  /** Changes the fields of a template that are sent; variants are replaced as a whole. */
  update: Mutation<
    {
      id: string;
      version?: number | undefined;
      name?: string | undefined;
      allowsPictures?: boolean | undefined;
      variants?: EmailTemplatesCreateInputVariant[] | undefined;
    },
    EmailTemplatesCreate
  >;

  /** Deletes a template that no campaign uses; campaigns that were sent keep what they said. */
  delete: Mutation<{ id: string }, { id: string }>;

  /** A template as a reader sees it, with sample data. */
  preview: Query<EmailTemplatesPreviewInput, { subject: string; html: string; text: string }>;

  /** Sends a template with sample data to the caller’s own address; at most ten in an hour. */
  testSend: Mutation<EmailTemplatesPreviewInput, { id: string }>;
};

export type FeedApiKeysRouter = {
  /** One page of the feed keys of the establishment, newest first. */
  list: Query<AccessControlListDevicesInput | undefined, { items: FeedApiKey[]; total: number; page: number; pageSize: number }>;

  /** One feed key, without its secret. */
  get: Query<{ id: string }, FeedApiKey>;

  /** Calls made with the feed key per day (UTC); days without calls are left out. */
  usage: Query<AccessControlDeviceUsageInput, AccessControlDeviceUsage>;

  /** Replaces the feed key by a new one, shown this once; the old one goes on working for a while. */
  rotate: Mutation<AccessControlRotateDeviceInput, FeedApiKeysRotate>;

  /** Ends the feed key at once. */
  revoke: Mutation<{ id: string }, FeedApiKey>;

  /** Creates a feed key of the establishment and shows it, this once. */
  create: Mutation<
    {
      name: string;
      permissions: ('products' | 'articles' | 'posts' | 'classifiedAds')[];
      ratePerHour?: number | null | undefined;
      networks?: string[] | undefined;
      expiresAt?: Date | string | null | undefined;
    },
    FeedApiKeysRotate
  >;

  /** Changes the fields of a feed key that are sent; null puts back the usual limit, or takes the end away. */
  update: Mutation<
    {
      id: string;
      name?: string | undefined;
      permissions?: ('products' | 'articles' | 'posts' | 'classifiedAds')[] | undefined;
      ratePerHour?: number | null | undefined;
      networks?: string[] | undefined;
      expiresAt?: Date | string | null | undefined;
    },
    FeedApiKey
  >;
};

export type GroupsRouter = {
  /** One page of the groups, the newest first; `search` looks in name, contact and mail address. */
  list: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        status?: 'requested' | 'quoted' | 'confirmed' | 'visited' | 'cancelled' | 'declined' | undefined;
        sessionId?: string | undefined;
      }
    | undefined,
    { items: Group[]; total: number; page: number; pageSize: number }
  >;

  /** One group. */
  get: Query<{ id: string }, Group>;

  /** Writes down a group that wants to come; one that comes with a quote is quoted. */
  create: Mutation<
    {
      kind?: 'school' | 'tour' | 'company' | 'other' | undefined;
      name: string;
      contact: GroupsCreateInputContact;
      /** Who come, those who accompany them included. */
      size: number;
      guided?: boolean | undefined;
      /** Who guides it. */
      guide?: string | null | undefined;
      language?: 'fr' | 'en' | 'de' | 'it' | 'es' | undefined;
      /** The day it would like. */
      wishedOn?: string | null | undefined;
      /** Whose seats it takes once it is confirmed. */
      sessionId?: string | null | undefined;
      notes?: string | null | undefined;
      /** What the visit costs; no lines: nothing. Null: no quote was made. */
      quote?: GroupsCreateInputQuote[] | null | undefined;
    },
    Group
  >;

  /** Changes the fields of a group that are sent; null clears. Of a confirmed one, its session gives the seats that takes. */
  update: Mutation<
    {
      kind?: 'school' | 'tour' | 'company' | 'other' | undefined;
      name?: string | undefined;
      contact?: GroupsCreateInputContact | undefined;
      /** Who come, those who accompany them included. */
      size?: number | undefined;
      guided?: boolean | undefined;
      /** Who guides it. */
      guide?: string | null | undefined;
      language?: 'fr' | 'en' | 'de' | 'it' | 'es' | undefined;
      /** The day it would like. */
      wishedOn?: string | null | undefined;
      /** Whose seats it takes once it is confirmed. */
      sessionId?: string | null | undefined;
      notes?: string | null | undefined;
      /** What the visit costs; no lines: nothing. Null: no quote was made. */
      quote?: GroupsCreateInputQuote[] | null | undefined;
      id: string;
      version?: number | undefined;
    },
    Group
  >;

  /** Makes an invoice of the quote of a confirmed group: a draft, unless it is to be issued at once. */
  createInvoice: Mutation<GroupsCreateInvoiceInput, { group: Group; invoiceId: string }>;

  /** Says what the visit of a group costs; without lines: nothing. */
  quote: Mutation<{ id: string; version?: number | undefined; lines: GroupsCreateInputQuote[] }, Group>;

  /** Confirms a quoted group: it takes the seats of its session. */
  confirm: Mutation<CampaignsPauseCampaignInput, Group>;

  /** A confirmed group has come. */
  markVisited: Mutation<CampaignsPauseCampaignInput, Group>;

  /** Cancels a group before its visit: the seats go back to its session. */
  cancel: Mutation<CampaignsPauseCampaignInput, Group>;

  /** Declines a group that is not confirmed. */
  decline: Mutation<CampaignsPauseCampaignInput, Group>;
};

export type HealthRouter = {
  /** Answers: the platform can be reached. */
  ping: Query<Record<string, unknown> | undefined, { ok: true; at: Date }>;

  /** Looks at everything the platform depends on. */
  checks: Query<Record<string, unknown> | undefined, { ok: boolean; checks: { name: string; ok: boolean; tookMs: number }[] }>;

  /** The version of the product that answers. */
  version: Query<Record<string, unknown> | undefined, { version: string }>;
};

export type HelpdeskKbRouter = {
  /** One page of the articles without their texts; `search` looks in titles, tags and texts of every language. */
  getArticles: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        sort?: 'position' | '-position' | 'updatedAt' | '-updatedAt' | 'createdAt' | '-createdAt' | undefined;
        status?: 'draft' | 'published' | undefined;
        categoryId?: string | null | undefined;
        tag?: string | undefined;
        language?: string | undefined;
      }
    | undefined,
    {
      items: {
        id: string;
        createdAt: Date;
        updatedAt: Date;
        version: number;
        categoryId: string | null;
        status: 'draft' | 'published';
        publishedAt: Date | null;
        position: number;
        tags: string[];
        translations: Record<string, { title: string; slug: string; summary: string | null }>;
      }[];
      total: number;
      page: number;
      pageSize: number;
    }
  >;

  /** One article with its texts. */
  getArticleById: Query<{ id: string }, HelpdeskKbGetArticleById>;

  /** Creates an article, a draft unless it says otherwise; slugs that are left out are made of the titles. */
  createArticle: Mutation<
    {
      categoryId?: string | null | undefined;
      status?: 'draft' | 'published' | undefined;
      position?: number | undefined;
      tags?: string[] | undefined;
      translations: Record<string, { title: string; slug?: string | undefined; summary?: string | null | undefined; body: string }>;
    },
    HelpdeskKbGetArticleById
  >;

  /** Changes what is sent of an article, language by language; null takes a language out. Addresses it had still lead to it. With `version`, only that version. */
  updateArticle: Mutation<
    {
      id: string;
      version?: number | undefined;
      categoryId?: string | null | undefined;
      status?: 'draft' | 'published' | undefined;
      position?: number | undefined;
      tags?: string[] | undefined;
      translations?:
        | Record<
            string,
            { title?: string | undefined; slug?: string | undefined; summary?: string | null | undefined; body?: string | undefined } | null
          >
        | undefined;
    },
    HelpdeskKbGetArticleById
  >;

  /** Deletes an article with its addresses. */
  deleteArticle: Mutation<{ id: string }, { id: string }>;

  /** One page of the categories of the help desk, by position. */
  getCategories: Query<
    AccessControlListGatesInput | undefined,
    { items: HelpdeskKbGetCategoryById[]; total: number; page: number; pageSize: number }
  >;

  /** One category of the help desk. */
  getCategoryById: Query<{ id: string }, HelpdeskKbGetCategoryById>;

  /** Creates a category of the help desk; slugs that are left out are made of the names. */
  createCategory: Mutation<
    {
      position?: number | undefined;
      translations: Record<string, { name: string; slug?: string | undefined; description?: string | null | undefined }>;
    },
    HelpdeskKbGetCategoryById
  >;

  /** Changes what is sent of a category, language by language; null takes a language out. With `version`, only that version. */
  updateCategory: Mutation<
    {
      id: string;
      version?: number | undefined;
      position?: number | undefined;
      translations?:
        | Record<string, { name?: string | undefined; slug?: string | undefined; description?: string | null | undefined } | null>
        | undefined;
    },
    HelpdeskKbGetCategoryById
  >;

  /** Deletes a category that no article is in. */
  deleteCategory: Mutation<{ id: string }, { id: string }>;
};

export type InventoryRouter = {
  /** One page of what to order, as it was last worked out: what lasts shortest first. */
  listReorderSuggestions: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        vendorId?: string | undefined;
        /** True: units of which nothing is to be ordered yet too. */
        all?: boolean | undefined;
      }
    | undefined,
    {
      items: {
        itemId: string;
        variantId: string | null;
        name: string;
        variantName: string | null;
        vendorId: string | null;
        quantity: number;
        reorderPoint: number;
        available: number;
        incoming: number;
        demand: number;
        windowDays: number;
        daysOfCover: number | null;
        calculatedAt: Date;
      }[];
      total: number;
      page: number;
      pageSize: number;
    }
  >;

  /** Works out anew what to order, of one item or of all: from the demand of the last 30 days and the settings `reorder.…`. */
  recalculateReorder: Mutation<{ itemId?: string | undefined } | undefined, { units: number; needed: number }>;

  /** One page of the stock of the establishment: every item or variant of which stock is kept, by name. */
  list: Query<AccessControlListGatesInput | undefined, InventoryList>;

  /** The stock of one item, variant by variant. */
  get: Query<{ itemId: string }, Inventory>;

  /** One page of the units of which no more is available than their threshold. */
  lowStock: Query<AccessControlListGatesInput | undefined, InventoryList>;

  /** What the stock has cost at purchase prices: in all, and one page of it unit by unit. */
  valuation: Query<
    AccessControlListGatesInput | undefined,
    {
      items: {
        itemId: string;
        variantId: string | null;
        stock: number;
        reserved: number;
        available: number;
        threshold: number | null;
        low: boolean;
        updatedAt: Date;
        name: string;
        variantName: string | null;
        sku: string | null;
        purchasePriceCents: number | null;
        valueCents: number | null;
      }[];
      total: number;
      page: number;
      pageSize: number;
      totalCents: number;
      units: number;
      unpricedUnits: number;
    }
  >;

  /** Sets the threshold of a unit, at or below which it is low; null: never. */
  thresholds: Mutation<{ itemId: string; variantId?: string | null | undefined; threshold: number | null }, InventoryThresholds>;

  /** Adds the ledger of one item or of all up anew, and names every level that differs. */
  verify: Query<{ itemId?: string | undefined } | undefined, InventoryVerify>;
};

export type InvoicesRouter = {
  /** One page of the quotes, invoices and credit notes, newest first unless sorted otherwise. */
  getInvoices: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        kind?: 'quote' | 'invoice' | 'credit_note' | undefined;
        status?:
          | 'draft'
          | 'sent'
          | 'accepted'
          | 'refused'
          | 'expired'
          | 'converted'
          | 'issued'
          | 'partially_paid'
          | 'paid'
          | 'overdue'
          | 'cancelled'
          | 'refunded'
          | undefined;
        clientId?: string | undefined;
        orderId?: string | undefined;
        from?: string | undefined;
        to?: string | undefined;
        sort?: 'number' | '-number' | 'issueDate' | '-issueDate' | 'dueDate' | '-dueDate' | 'total' | '-total' | undefined;
      }
    | undefined,
    {
      items: {
        id: string;
        kind: 'quote' | 'invoice' | 'credit_note';
        status:
          | 'draft'
          | 'sent'
          | 'accepted'
          | 'refused'
          | 'expired'
          | 'converted'
          | 'issued'
          | 'partially_paid'
          | 'paid'
          | 'overdue'
          | 'cancelled'
          | 'refunded';
        number: string | null;
        issueDate: string | null;
        dueDate: string | null;
        buyerName: string;
        clientId: string | null;
        orderId: string | null;
        currency: string;
        netCents: number;
        taxCents: number;
        grossCents: number;
        paidCents: number;
        creditedCents: number;
        createdAt: Date;
        version: number;
      }[];
      total: number;
      page: number;
      pageSize: number;
    }
  >;

  /** One quote, invoice or credit note, with its payments. */
  getInvoice: Query<
    { id: string },
    {
      kind: 'quote' | 'invoice' | 'credit_note';
      status:
        | 'draft'
        | 'sent'
        | 'accepted'
        | 'refused'
        | 'expired'
        | 'converted'
        | 'issued'
        | 'partially_paid'
        | 'paid'
        | 'overdue'
        | 'cancelled'
        | 'refunded';
      number: string | null;
      issueDate: string | null;
      deliveryDate: string | null;
      dueDate: string | null;
      currency: string;
      language: string;
      prices: 'gross' | 'net';
      seller: InvoicesGetInvoiceSeller | null;
      buyer: InvoicesGetInvoiceBuyer;
      lines: InvoicesGetInvoiceLine[];
      taxes: InvoicesGetInvoiceTax[];
      netCents: number;
      taxCents: number;
      grossCents: number;
      paidCents: number;
      creditedCents: number;
      openCents: number;
      orderNumber: string | null;
      creditOf: InvoicesGetInvoiceCreditOf | null;
      reason: string | null;
      reference: string | null;
      note: string | null;
      terms: string | null;
      mentions: string[];
      id: string;
      series: string;
      rounding: 'line' | 'sum_by_net' | 'sum_by_net_keep_gross';
      orderId: string | null;
      quoteId: string | null;
      recurringId: string | null;
      createdAt: Date;
      sentAt: Date | null;
      version: number;
      payments: {
        id: string;
        at: Date;
        amountCents: number;
        means: 'transfer' | 'card' | 'cash' | 'cheque' | 'direct_debit' | 'other';
        reference: string | null;
        actor: string;
      }[];
    }
  >;

  /** What the holder of a link to an invoice may see of it. */
  getPublicInvoice: Query<
    AuthVerifyEmailInput,
    {
      kind: 'quote' | 'invoice' | 'credit_note';
      status:
        | 'draft'
        | 'sent'
        | 'accepted'
        | 'refused'
        | 'expired'
        | 'converted'
        | 'issued'
        | 'partially_paid'
        | 'paid'
        | 'overdue'
        | 'cancelled'
        | 'refunded';
      number: string | null;
      issueDate: string | null;
      deliveryDate: string | null;
      dueDate: string | null;
      currency: string;
      language: string;
      prices: 'gross' | 'net';
      seller: InvoicesGetInvoiceSeller | null;
      buyer: {
        name: string;
        isCompany: boolean;
        address: InvoicesGetInvoiceBuyerAddress | null;
        vatNumber: string | null;
        registration: string | null;
        email: string | null;
      };
      lines: InvoicesGetInvoiceLine[];
      taxes: InvoicesGetInvoiceTax[];
      netCents: number;
      taxCents: number;
      grossCents: number;
      paidCents: number;
      creditedCents: number;
      openCents: number;
      orderNumber: string | null;
      creditOf: InvoicesGetInvoiceCreditOf | null;
      reason: string | null;
      reference: string | null;
      note: string | null;
      terms: string | null;
      mentions: string[];
    }
  >;

  /** The PDF of a quote, an invoice or a credit note, in base64; of an issued one with its Factur-X inside where it is complete. */
  getPdf: Query<{ id: string }, { name: string; contentType: string; base64: string }>;

  /** Every issued invoice and credit note of a span of days as CSV, one line for each rate of tax; at most 5000 documents. */
  exportCsv: Query<InvoicesExportCsvInput, { name: string; csv: string }>;

  /** What was invoiced and paid in a span of days (the last year), and what is open: by month, by age, by debtor. */
  getDashboardMetrics: Query<
    { from?: string | undefined; to?: string | undefined } | undefined,
    {
      invoiced: { count: number; netCents: number; taxCents: number; grossCents: number };
      creditedCents: number;
      paidCents: number;
      open: { count: number; cents: number };
      overdue: { count: number; cents: number };
      months: { month: string; grossCents: number; creditedCents: number }[];
      ageing: { notDue: number; days1to30: number; days31to60: number; days61to90: number; over90: number };
      debtors: { clientId: string | null; name: string; count: number; cents: number }[];
    }
  >;

  /** Makes an invoice, of an order or of lines, and issues it at once. */
  createInvoice: Mutation<InvoicesCreateInvoiceInput | InvoicesCreateInvoiceInput2, InvoicesCreateInvoice>;

  /** Makes an invoice, of an order or of lines, that can be changed until it is issued. */
  createDraft: Mutation<InvoicesCreateInvoiceInput | InvoicesCreateInvoiceInput2, InvoicesCreateInvoice>;

  /** Makes a quote, as a draft. */
  createQuote: Mutation<InvoicesCreateQuoteInput, InvoicesCreateInvoice>;

  /** Changes what is sent of a draft; null clears, lines are replaced as a whole. */
  updateDraft: Mutation<
    {
      clientId?: string | null | undefined;
      buyer?: InvoicesCreateInvoiceInputBuyer | null | undefined;
      lines?: InvoicesCreateInvoiceInputLine2[] | undefined;
      prices?: 'gross' | 'net' | undefined;
      discountCents?: number | undefined;
      language?: 'fr' | 'en' | 'de' | 'es' | 'it' | null | undefined;
      series?: string | undefined;
      deliveryDate?: string | null | undefined;
      dueDate?: string | null | undefined;
      reference?: string | null | undefined;
      note?: string | null | undefined;
      terms?: string | null | undefined;
      exemption?: string | null | undefined;
      id: string;
      version?: number | undefined;
    },
    InvoicesCreateInvoice
  >;

  /** Deletes a draft. What is issued stays. */
  deleteDraft: Mutation<{ id: string }, { id: string }>;

  /** Issues a draft: it gets the next number of its series and never changes again. */
  issue: Mutation<{ id: string }, InvoicesCreateInvoice>;

  /** Makes an invoice of an accepted quote: a draft, unless it is to be issued at once. */
  convertQuote: Mutation<GroupsCreateInvoiceInput, InvoicesCreateInvoice>;

  /** Makes a credit note over all that is left of an invoice, or over parts of its lines, and issues it unless told otherwise. */
  createCreditNote: Mutation<
    {
      invoiceId: string;
      reason: string;
      /** Of lines of the invoice, a quantity, or an amount with tax. Left out: all that is left. */
      lines?: ({ line: number; quantity: number } | { line: number; amountCents: number })[] | undefined;
      /** True: it is not issued yet. */
      draft?: boolean | undefined;
    },
    InvoicesCreateInvoice
  >;

  /** Cancels an invoice by a credit note over all that is left of it; answers the credit note. */
  cancel: Mutation<{ id: string; reason: string }, InvoicesCreateInvoice>;

  /** Takes the step that leads to a status: `paid` records the rest as paid, `cancelled` makes the credit note. */
  updateInvoiceStatus: Mutation<
    {
      id: string;
      status:
        | 'draft'
        | 'sent'
        | 'accepted'
        | 'refused'
        | 'expired'
        | 'converted'
        | 'issued'
        | 'partially_paid'
        | 'paid'
        | 'overdue'
        | 'cancelled'
        | 'refunded';
      reason?: string | null | undefined;
    },
    InvoicesCreateInvoice
  >;

  /** Records money that came for an invoice, on its order too; a negative amount takes an earlier payment back. */
  recordPayment: Mutation<
    {
      id: string;
      amountCents: number;
      means?: 'transfer' | 'card' | 'cash' | 'cheque' | 'direct_debit' | 'other' | undefined;
      at?: Date | string | null | undefined;
      reference?: string | null | undefined;
    },
    InvoicesCreateInvoice
  >;

  /** Mails the buyer, or somebody else, a link to what was issued; a quote that is a draft is issued first. */
  sendInvoice: Mutation<InvoicesSendInvoiceInput, InvoicesCreateInvoice>;

  /** A new address at which whoever has it sees what was issued. */
  createLink: Mutation<{ id: string }, { token: string; url: string }>;

  /** How quotes, invoices and credit notes are numbered, and the last number of each series. */
  getSeries: Query<Record<string, unknown> | undefined, InvoicesSetSeries[]>;

  /** Sets how a series is numbered, from its next number on. */
  setSeries: Mutation<
    { series?: string | undefined; kind: 'quote' | 'invoice' | 'credit_note'; pattern: string; yearly?: boolean | undefined },
    InvoicesSetSeries
  >;
};

export type LinksRouter = {
  /** The links of the establishment, oldest first, without their secrets. */
  list: Query<Record<string, unknown> | undefined, Link[]>;

  /** One link, without its secret. */
  get: Query<{ id: string }, Link>;

  /** Links an online shop to the till. Its secret is shown this once. */
  create: Mutation<{ name: string; url?: string | null | undefined }, LinksCreate>;

  /** Changes the name of a link, or where events are sent. */
  update: Mutation<{ id: string; name?: string | undefined; url?: string | null | undefined }, Link>;

  /** Gives a link a new secret, shown this once. It signs at once; the one before is good for some hours more. */
  rotate: Mutation<{ id: string; graceHours?: number | undefined }, LinksCreate>;

  /** Ends a link at once. What it brought into the catalogue and the stock stays. */
  delete: Mutation<{ id: string }, Link>;

  /** Lets a link carry again, and sends what was held. */
  enable: Mutation<{ id: string }, Link>;

  /** Lets nothing travel over a link until it is enabled; what there is to tell is held. */
  disable: Mutation<{ id: string }, Link>;

  /** Sends a ping over a link and tells what the shop answered. */
  test: Mutation<{ id: string }, { delivered: boolean; status: number | null; error: string | null; tookMs: number }>;

  /** One page of what was, or will be, told to shops, newest first. */
  listDeliveries: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        linkId?: string | undefined;
        state?: 'waiting' | 'held' | 'delivered' | 'dead' | undefined;
      }
    | undefined,
    { items: LinksRedeliver[]; total: number; page: number; pageSize: number }
  >;

  /** Sends an event once more, under its own id, with all its attempts. */
  redeliver: Mutation<{ id: string }, LinksRedeliver>;
};

export type LiveChatRouter = {
  /** One page of the widget keys of the establishment, newest first. */
  listKeys: Query<AccessControlListDevicesInput | undefined, { items: LiveChatUpdateKey[]; total: number; page: number; pageSize: number }>;

  /** Creates a widget key of the establishment and shows it, this once. */
  createKey: Mutation<{ name: string; origins: string[]; expiresAt?: Date | string | null | undefined }, LiveChatCreateKey>;

  /** Changes the fields of a widget key that are sent; null takes its end away. */
  updateKey: Mutation<
    { id: string; name?: string | undefined; origins?: string[] | undefined; expiresAt?: Date | string | null | undefined },
    LiveChatUpdateKey
  >;

  /** Replaces the widget key by a new one, shown this once; the old one goes on working for a while. */
  rotateKey: Mutation<AccessControlRotateDeviceInput, LiveChatCreateKey>;

  /** Ends the widget key at once. */
  revokeKey: Mutation<{ id: string }, LiveChatUpdateKey>;

  /** Calls made with the widget key per day (UTC); days without calls are left out. */
  usage: Query<AccessControlDeviceUsageInput, AccessControlDeviceUsage>;

  /** What the widget with this key shows. */
  getWidget: Query<{ key: string }, { siteName: string; greeting: string | null; language: string; enabled: boolean }>;
};

export type NewsletterRouter = {
  /** Asks for the newsletter of an establishment; a mail then asks the owner of the address. The answer is always the same. */
  subscribe: Mutation<{ slug: string; email: string; language?: string | null | undefined }, { ok: true }>;

  /** Confirms a subscription with the token of the mail that asked for it. */
  confirm: Mutation<NewsletterConfirmInput, { ok: true }>;

  /** Unsubscribes with the token of a mail; doing it again changes nothing. */
  unsubscribe: Mutation<NewsletterConfirmInput, { ok: true }>;

  /** One page of the subscribers, newest first; a search looks for beginnings of addresses. */
  list: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        state?: 'pending' | 'confirmed' | 'unsubscribed' | 'bounced' | undefined;
      }
    | undefined,
    { items: NewsletterAdd[]; total: number; page: number; pageSize: number }
  >;

  /** Adds an address: asked by mail first, or at once where the staff has the consent and says from where. */
  add: Mutation<
    { email: string; language?: string | null | undefined; source: string; consent?: 'ask' | 'given' | undefined },
    NewsletterAdd
  >;

  /** Forgets a subscriber, and with it that the address ever unsubscribed. */
  delete: Mutation<{ id: string }, { id: string }>;

  /** Subscribers as CSV, ten thousand at a time: `nextCursor` asks for the next ones. */
  exportCsv: Query<
    { state?: 'pending' | 'confirmed' | 'unsubscribed' | 'bounced' | undefined; cursor?: string | null | undefined } | undefined,
    { text: string; nextCursor: string | null }
  >;
};

export type OnboardingRouter = {
  /** The steps of setting up, and which are done, skipped or open. */
  state: Query<Record<string, unknown> | undefined, OnboardingState>;

  /** Marks a step as done, where that cannot be seen. */
  complete: Mutation<OnboardingCompleteInput, OnboardingState>;

  /** Marks a step as one the organisation does not want to take. */
  skip: Mutation<OnboardingCompleteInput, OnboardingState>;
};

export type OrdersRouter = {
  /** One page of the orders of the establishment, newest first unless told; filters narrow each other. */
  list: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        status?:
          | 'queued'
          | 'accepted'
          | 'ready'
          | 'collected'
          | 'rejected'
          | 'cancelled'
          | 'draft'
          | 'confirmed'
          | 'preparing'
          | 'shipped'
          | 'delivered'
          | 'returned'
          | 'held'
          | undefined;
        statuses?:
          | (
              | 'queued'
              | 'accepted'
              | 'ready'
              | 'collected'
              | 'rejected'
              | 'cancelled'
              | 'draft'
              | 'confirmed'
              | 'preparing'
              | 'shipped'
              | 'delivered'
              | 'returned'
              | 'held'
            )[]
          | undefined;
        channel?: 'takeaway' | 'boutique' | 'shop' | 'backoffice' | 'ticketing' | undefined;
        clientId?: string | undefined;
        placedFrom?: Date | string | undefined;
        /** Not included. */
        placedTo?: Date | string | undefined;
        /** Null: orders of nobody. */
        assignedTo?: string | null | undefined;
        priority?: 'low' | 'normal' | 'high' | 'urgent' | undefined;
        paymentState?: 'unpaid' | 'partly_paid' | 'paid' | 'refunded' | undefined;
        /** True: goods are promised to it and not handed over. */
        unsealed?: boolean | undefined;
        sort?: 'placedAt' | '-placedAt' | 'totalCents' | '-totalCents' | undefined;
      }
    | undefined,
    ClientsOrders
  >;

  /** One order. */
  get: Query<{ id: string }, Order>;

  /** The order with the number of a service day; unless told, what is called out by it now: of today, or picked up after midnight. */
  getByNumber: Query<{ number: number | string; serviceDay?: string | undefined }, Order>;

  /** The newest orders whose number, client or address begins with the words, as short rows to choose from. */
  search: Query<
    { search: string; limit?: number | undefined },
    {
      id: string;
      number: string;
      serviceDay: string;
      channel: 'takeaway' | 'boutique' | 'shop' | 'backoffice' | 'ticketing';
      status:
        | 'queued'
        | 'accepted'
        | 'ready'
        | 'collected'
        | 'rejected'
        | 'cancelled'
        | 'draft'
        | 'confirmed'
        | 'preparing'
        | 'shipped'
        | 'delivered'
        | 'returned'
        | 'held';
      placedAt: Date;
      customerName: string;
      totalCents: number;
      currency: string;
    }[]
  >;

  /** Orders on their way, or lying ready to be picked up, since before an instant (now unless told), longest ago first. */
  listUnsealed: Query<
    { page?: number | undefined; pageSize?: number | undefined; before?: Date | string | undefined } | undefined,
    ClientsOrders
  >;

  /** Writes an order down at the prices of the catalogue and confirms it, which promises it its goods; with `draft` it stays a draft. */
  create: Mutation<
    {
      siteId?: string | undefined;
      clientId?: string | null | undefined;
      items?: OrdersCreateInputItem[] | undefined;
      customLines?: OrdersCreateInputCustomLine[] | undefined;
      shipping?: OrdersCreateInputShipping | null | undefined;
      customer?: OrdersCreateInputCustomer | undefined;
      billingAddress?: InvoicesCreateInvoiceInputBuyerAddress | null | undefined;
      deliveryAddress?: InvoicesCreateInvoiceInputBuyerAddress | null | undefined;
      couponCode?: string | null | undefined;
      note?: string | null | undefined;
      priority?: 'low' | 'normal' | 'high' | 'urgent' | undefined;
      assignedTo?: string | null | undefined;
      invoiceNumber?: string | null | undefined;
      customInputs?: Record<string, unknown> | undefined;
      draft?: boolean | undefined;
    },
    Order
  >;

  /** Writes an order down as a draft, at the prices of the catalogue of now; nothing is promised to it before it is confirmed. */
  createDraft: Mutation<
    {
      siteId?: string | undefined;
      clientId?: string | null | undefined;
      items?: OrdersCreateInputItem[] | undefined;
      customLines?: OrdersCreateInputCustomLine[] | undefined;
      shipping?: OrdersCreateInputShipping | null | undefined;
      customer?: OrdersCreateInputCustomer | undefined;
      billingAddress?: InvoicesCreateInvoiceInputBuyerAddress | null | undefined;
      deliveryAddress?: InvoicesCreateInvoiceInputBuyerAddress | null | undefined;
      couponCode?: string | null | undefined;
      note?: string | null | undefined;
      priority?: 'low' | 'normal' | 'high' | 'urgent' | undefined;
      assignedTo?: string | null | undefined;
      invoiceNumber?: string | null | undefined;
      customInputs?: Record<string, unknown> | undefined;
    },
    Order
  >;

  /** A draft of the same things for the same client at the prices of now; what cannot be ordered any more is left out. */
  duplicate: Mutation<{ id: string }, Order>;

  /** Deletes a draft with its history and notes; its number is not given again. What was confirmed once is cancelled instead. */
  delete: Mutation<CampaignsPauseCampaignInput, { id: string }>;

  /** Adds something of the catalogue to a draft, at its price of now. */
  addItem: Mutation<
    {
      id: string;
      version?: number | undefined;
      productId: string;
      variantId?: string | null | undefined;
      quantity?: number | undefined;
      optionIds?: string[] | undefined;
      note?: string | null | undefined;
      unitPriceCents?: number | null | undefined;
    },
    Order
  >;

  /** Adds something to a draft that is not of the catalogue. */
  addCustomLine: Mutation<
    {
      id: string;
      version?: number | undefined;
      name: string;
      quantity?: number | undefined;
      unitPriceCents: number;
      taxBasisPoints: number;
      note?: string | null | undefined;
    },
    Order
  >;

  /** Changes how many of a line are ordered, its note, or (with the permission `orders:discount`) its price. */
  updateItem: Mutation<
    {
      id: string;
      version?: number | undefined;
      lineId: string;
      quantity?: number | undefined;
      unitPriceCents?: number | undefined;
      note?: string | null | undefined;
    },
    Order
  >;

  /** Takes a line out of a draft, with the discounts of that line. */
  removeItem: Mutation<{ id: string; version?: number | undefined; lineId: string }, Order>;

  /** Says how a draft is sent and what that costs; null: nothing is charged for it. */
  setShipping: Mutation<{ id: string; version?: number | undefined; shipping: OrdersCreateInputShipping | null }, Order>;

  /** Says whom a draft is for, and copies name, contact and addresses as they are now; null: somebody unknown. */
  setClient: Mutation<{ id: string; version?: number | undefined; clientId: string | null }, Order>;

  /** Says where a draft is sent to. */
  setDeliveryAddress: Mutation<OrdersSetDeliveryAddressInput, Order>;

  /** Puts a coupon on a draft; it is redeemed when the order is confirmed, and given back when it is cancelled or reopened. */
  applyCoupon: Mutation<OrdersApplyCouponInput, Order>;

  /** Takes a coupon off a draft. */
  removeCoupon: Mutation<OrdersApplyCouponInput, Order>;

  /** Takes something off a draft or one of its lines: basis points of a percentage, cents of an amount, or the carriage. */
  applyDiscount: Mutation<
    {
      id: string;
      version?: number | undefined;
      discount: {
        kind: 'percent' | 'amount' | 'free_shipping';
        value?: number | undefined;
        label: string;
        /** The line it is for; null: the order. */
        lineId?: string | null | undefined;
      };
    },
    Order
  >;

  /** Takes a discount off a draft. */
  removeDiscount: Mutation<{ id: string; version?: number | undefined; discountId: string }, Order>;

  /** Accepts a queued order. */
  accept: Mutation<OrdersAcceptInput, Order>;

  /** Rejects a queued order. */
  reject: Mutation<OrdersAcceptInput, Order>;

  /** Marks an accepted order ready for pickup: the older name of `markReady`. */
  ready: Mutation<OrdersAcceptInput, Order>;

  /** Marks an accepted order ready for pickup. */
  markReady: Mutation<OrdersAcceptInput, Order>;

  /** Marks a ready order as collected. */
  collect: Mutation<OrdersAcceptInput, Order>;

  /** Confirms a draft: promises it its goods and redeems its coupons. */
  confirm: Mutation<OrdersAcceptInput, Order>;

  /** Says that somebody prepares a confirmed order. */
  startPreparation: Mutation<OrdersAcceptInput, Order>;

  /** Says that an order is on its way. */
  ship: Mutation<
    OrdersAcceptInput,
    {
      id: string;
      number: string;
      channel: 'takeaway' | 'boutique' | 'shop' | 'backoffice' | 'ticketing';
      serviceDay: string;
      status:
        | 'queued'
        | 'accepted'
        | 'ready'
        | 'collected'
        | 'rejected'
        | 'cancelled'
        | 'draft'
        | 'confirmed'
        | 'preparing'
        | 'shipped'
        | 'delivered'
        | 'returned'
        | 'held';
      placedAt: Date;
      /** Null for an order that is sent. */
      pickupAt: Date | null;
      clientId: string | null;
      customer: OrderCustomer;
      billingAddress: OrderBillingAddress | null;
      deliveryAddress: OrderBillingAddress | null;
      note: string | null;
      lines: OrderLine[];
      discounts: OrderDiscount[];
      totalCents: number;
      paidCents: number;
      refundedCents: number;
      currency: string;
      payment: OrderPayment;
      assignedTo: string | null;
      priority: 'low' | 'normal' | 'high' | 'urgent';
      invoiceNumber: string | null;
      invoiceStatus: string | null;
      customInputs: Record<string, unknown>;
      /** What was paid of it so far, whichever way. */
      paymentState: 'unpaid' | 'partly_paid' | 'paid' | 'refunded';
      sealedAt: Date | null;
      version: number;
      /** Where the client follows the order. */
      trackingUrl: string;
    }
  >;

  /** Says that an order has arrived, which seals it: its goods leave the stock. */
  markDelivered: Mutation<OrdersAcceptInput, Order>;

  /** Makes an order a draft again that was not sent yet, or cancelled; its goods go back. */
  reopen: Mutation<OrdersAcceptInput, Order>;

  /** Cancels an order whose goods were not handed over; they go back, and its coupons. */
  cancel: Mutation<OrdersAcceptInput, Order>;

  /** Hands an order over, whichever way: collected or delivered. Its goods leave the stock. */
  seal: Mutation<OrdersAcceptInput, Order>;

  /** Takes the same step of up to 100 orders, each on its own: answers for each whether it was done, or why not. */
  bulkSetStatus: Mutation<
    {
      ids: string[];
      step:
        | 'accept'
        | 'reject'
        | 'markReady'
        | 'collect'
        | 'confirm'
        | 'startPreparation'
        | 'ship'
        | 'markDelivered'
        | 'reopen'
        | 'cancel'
        | 'seal';
      reason?: string | undefined;
    },
    {
      id: string;
      done: boolean;
      /** What it is now; null when it was refused. */
      status:
        | 'queued'
        | 'accepted'
        | 'ready'
        | 'collected'
        | 'rejected'
        | 'cancelled'
        | 'draft'
        | 'confirmed'
        | 'preparing'
        | 'shipped'
        | 'delivered'
        | 'returned'
        | 'held'
        | null;
      /** The code it was refused with. */
      error: string | null;
      message: string | null;
    }[]
  >;

  /** Seals what `listUnsealed` names before an instant (the start of today unless told), each order on its own, up to 1000 in a call; `more` says to call again. */
  sealAll: Mutation<
    { before?: Date | string | undefined } | undefined,
    { sealed: string[]; refused: { id: string; code: string }[]; more: boolean }
  >;

  /** Changes what may change in every state: note, priority, who sees to it, numbers of an online shop, fields of integrations. */
  update: Mutation<
    {
      id: string;
      version?: number | undefined;
      note?: string | null | undefined;
      priority?: 'low' | 'normal' | 'high' | 'urgent' | undefined;
      assignedTo?: string | null | undefined;
      invoiceNumber?: string | null | undefined;
      invoiceStatus?: string | null | undefined;
      customInputs?: Record<string, unknown> | undefined;
    },
    Order
  >;

  /** Says who sees to an order; null: nobody. */
  assign: Mutation<{ id: string; version?: number | undefined; userId: string | null }, Order>;

  /** Says how urgent an order is. */
  setPriority: Mutation<{ id: string; version?: number | undefined; priority: 'low' | 'normal' | 'high' | 'urgent' }, Order>;

  /** Says to whom an order is billed; invoices that were issued stay as they are. */
  setBillingAddress: Mutation<OrdersSetDeliveryAddressInput, Order>;

  /** Takes lines, or so many of a line, out of a draft or confirmed order into a new one; together they come to what it was. */
  split: Mutation<
    { id: string; version?: number | undefined; lines: { lineId: string; quantity: number }[] },
    { order: Order; newOrder: Order }
  >;

  /** Puts other drafts, or other confirmed orders, of the same client into this one; they end cancelled and point to it. */
  merge: Mutation<{ id: string; version?: number | undefined; fromIds: string[] }, Order>;

  /** Notes something about an order, for the staff alone. */
  addNote: Mutation<{ id: string; text: string }, OrdersAddNote>;

  /** One page of what the staff noted about an order, newest first. */
  listNotes: Query<OrdersListNotesInput, { items: OrdersAddNote[]; total: number; page: number; pageSize: number }>;

  /** Deletes a note about an order. */
  deleteNote: Mutation<ClientsDeleteNoteInput, { id: string }>;

  /** One page of what happened to an order and what was noted about it, newest first. */
  timeline: Query<
    OrdersListNotesInput,
    {
      items: {
        type: 'event' | 'note';
        at: Date;
        actor: string;
        /** What happened: `status` for a step, else what was changed; `note` for a note. */
        kind: string;
        /** The state after an event. */
        status:
          | 'queued'
          | 'accepted'
          | 'ready'
          | 'collected'
          | 'rejected'
          | 'cancelled'
          | 'draft'
          | 'confirmed'
          | 'preparing'
          | 'shipped'
          | 'delivered'
          | 'returned'
          | 'held'
          | null;
        reason: string | null;
        data: Record<string, unknown> | null;
        noteId: string | null;
        text: string | null;
      }[];
      total: number;
      page: number;
      pageSize: number;
    }
  >;

  /** How many orders were placed and what they come to, by state, channel and day of the establishment, and what sells best; up to 366 days. Drafts, rejected and cancelled orders are counted, but are no turnover. */
  getStats: Query<
    | {
        /** The first day; 30 days back unless told. */
        from?: string | undefined;
        /** The last day, included; today unless told. */
        to?: string | undefined;
        top?: number | undefined;
      }
    | undefined,
    {
      from: string;
      to: string;
      timezone: string;
      currency: string;
      orders: number;
      turnoverCents: number;
      byChannel: { channel: 'takeaway' | 'boutique' | 'shop' | 'backoffice' | 'ticketing'; orders: number; turnoverCents: number }[];
      byStatus: {
        status:
          | 'queued'
          | 'accepted'
          | 'ready'
          | 'collected'
          | 'rejected'
          | 'cancelled'
          | 'draft'
          | 'confirmed'
          | 'preparing'
          | 'shipped'
          | 'delivered'
          | 'returned'
          | 'held';
        orders: number;
        turnoverCents: number;
      }[];
      byDay: { day: string; orders: number; turnoverCents: number }[];
      topItems: { itemId: string; name: string; quantity: number; totalCents: number }[];
    }
  >;

  /** Orders as CSV (RFC 4180, UTF-8) with a line of headings, newest first, up to 10000 in a call; `nextCursor` continues, null at the end. What a spreadsheet would calculate stands behind an apostrophe. Columns: id, number, serviceDay, placedAt, channel, status, priority, clientId, customer, email, phone, pieces, discount, total, paid, refunded, currency, paymentState, invoiceNumber, sealedAt. */
  exportCsv: Query<
    | {
        search?: string | undefined;
        status?:
          | 'queued'
          | 'accepted'
          | 'ready'
          | 'collected'
          | 'rejected'
          | 'cancelled'
          | 'draft'
          | 'confirmed'
          | 'preparing'
          | 'shipped'
          | 'delivered'
          | 'returned'
          | 'held'
          | undefined;
        statuses?:
          | (
              | 'queued'
              | 'accepted'
              | 'ready'
              | 'collected'
              | 'rejected'
              | 'cancelled'
              | 'draft'
              | 'confirmed'
              | 'preparing'
              | 'shipped'
              | 'delivered'
              | 'returned'
              | 'held'
            )[]
          | undefined;
        channel?: 'takeaway' | 'boutique' | 'shop' | 'backoffice' | 'ticketing' | undefined;
        clientId?: string | undefined;
        placedFrom?: Date | string | undefined;
        /** Not included. */
        placedTo?: Date | string | undefined;
        /** Null: orders of nobody. */
        assignedTo?: string | null | undefined;
        priority?: 'low' | 'normal' | 'high' | 'urgent' | undefined;
        paymentState?: 'unpaid' | 'partly_paid' | 'paid' | 'refunded' | undefined;
        /** True: goods are promised to it and not handed over. */
        unsealed?: boolean | undefined;
        cursor?: string | undefined;
        limit?: number | undefined;
      }
    | undefined,
    { text: string; orders: number; nextCursor: string | null }
  >;

  /** Invoices an order, or some of its lines, and issues the invoice at once; never more than was ordered. */
  createInvoice: Mutation<
    {
      clientId?: string | null | undefined;
      buyer?: InvoicesCreateInvoiceInputBuyer | null | undefined;
      prices?: 'gross' | 'net' | undefined;
      discountCents?: number | undefined;
      language?: 'fr' | 'en' | 'de' | 'es' | 'it' | null | undefined;
      series?: string | undefined;
      deliveryDate?: string | null | undefined;
      dueDate?: string | null | undefined;
      reference?: string | null | undefined;
      note?: string | null | undefined;
      terms?: string | null | undefined;
      exemption?: string | null | undefined;
      /** Of lines of the order, how many. Left out: whatever of the order is not invoiced yet. */
      lines?: InvoicesCreateInvoiceInputLine[] | undefined;
      id: string;
      /** True: it is not issued yet. */
      draft?: boolean | undefined;
    },
    InvoicesCreateInvoice
  >;

  /** Records money that came, or was promised, for an order: never more than is due. */
  recordPayment: Mutation<
    {
      /** Of the order. */
      id: string;
      method: 'cash' | 'card' | 'transfer' | 'cheque' | 'direct_debit' | 'meal_voucher' | 'gift_card' | 'online' | 'other';
      amountCents: number;
      /** False: the money is only promised, to be captured or voided later. */
      captured?: boolean | undefined;
      reference?: string | null | undefined;
      note?: string | null | undefined;
      /** When it came; now, unless told. Not in the future. */
      receivedAt?: Date | string | null | undefined;
    },
    Payment
  >;

  /** The money of one order: what was recorded, what went back, and what is still due. */
  listPayments: Query<
    OrdersListPaymentsInput,
    {
      payments: Payment[];
      refunds: OrdersListPaymentsRefund[];
      totalCents: number;
      paidCents: number;
      refundedCents: number;
      dueCents: number | null;
    }
  >;

  /** Records money given back for an order, of the latest payments first unless one is named: never more than was paid. */
  refund: Mutation<
    {
      /** Of the order. */
      id: string;
      paymentId?: string | null | undefined;
      /** Null: all that was paid and is still there. */
      amountCents?: number | null | undefined;
      /** Null: as it was paid. */
      method?:
        | 'cash'
        | 'card'
        | 'transfer'
        | 'cheque'
        | 'direct_debit'
        | 'meal_voucher'
        | 'gift_card'
        | 'online'
        | 'other'
        | null
        | undefined;
      /** The return it is for: what goes back for it is not due again. */
      returnId?: string | null | undefined;
      reason?: string | null | undefined;
      reference?: string | null | undefined;
    },
    {
      /** One per payment of which something went back. */
      refunds: OrdersListPaymentsRefund[];
    }
  >;

  /** Packs goods of a confirmed order into a parcel: all that is not sent yet, unless lines are named. */
  createFulfilment: Mutation<
    {
      /** Of the order. */
      id: string;
      lines?: { lineId: string; quantity: number }[] | null | undefined;
      carrier?: string | null | undefined;
      trackingNumber?: string | null | undefined;
      /** Null: the carrier's own page, where it is known. */
      trackingUrl?: string | null | undefined;
      note?: string | null | undefined;
      /** The shipping method it goes by: gives the carrier and the page where it is followed, where those are not said. */
      methodId?: string | null | undefined;
      /** True: it leaves at once. */
      shipped?: boolean | undefined;
    },
    OrdersCreateFulfilment
  >;

  /** Changes how a parcel is followed, or ships, delivers or cancels it; the order is shipped or delivered with its last one. */
  updateFulfilment: Mutation<
    {
      /** Of the parcel. */
      id: string;
      step?: 'ship' | 'deliver' | 'cancel' | undefined;
      version?: number | undefined;
      /** The shipping method it goes by: gives the carrier and the page where it is followed, where those are not said. */
      methodId?: string | null | undefined;
      carrier?: string | null | undefined;
      trackingNumber?: string | null | undefined;
      /** Null: the carrier's own page, where it is known. */
      trackingUrl?: string | null | undefined;
      note?: string | null | undefined;
    },
    OrdersCreateFulfilment
  >;

  /** The parcels of one order, in the order they were packed. */
  listFulfilments: Query<OrdersListPaymentsInput, OrdersListFulfilments>;

  /** Announces goods of a delivered order that come back, or receives them at once. */
  createReturn: Mutation<
    {
      /** Of the order. */
      id: string;
      lines: OrdersCreateReturnInputLine[];
      reason?: string | null | undefined;
      /** True: the goods are there. */
      received?: boolean | undefined;
    },
    OrdersCreateReturn
  >;

  /** Takes announced goods back: what can be sold again goes into stock, and with its last goods the order is returned. */
  receiveReturn: Mutation<
    {
      /** Of the return. */
      id: string;
      /** What came, and in which condition. Null: what was announced. */
      lines?: OrdersCreateReturnInputLine[] | null | undefined;
    },
    OrdersCreateReturn
  >;

  /** Gives up a return whose goods do not come. */
  cancelReturn: Mutation<
    {
      /** Of the return. */
      id: string;
    },
    OrdersCreateReturn
  >;

  /** The returns of one order, in the order they were announced. */
  listReturns: Query<OrdersListPaymentsInput, { items: OrdersCreateReturn[] }>;

  /** The address of the page on which the client follows an order that is sent, with its parcels. */
  trackingLink: Query<{ id: string }, OrdersTrackingLink>;

  /** Mails the client of an order (or `to`) how far it is, the numbers of its parcels, and the address of that page. */
  sendTrackingLink: Mutation<InvoicesSendInvoiceInput, OrdersTrackingLink>;
};

export type PassesRouter = {
  /** One page of the passes, the newest first; `search` looks in name, owner and mail address. */
  list: Query<AccessControlListGatesInput | undefined, { items: Pass[]; total: number; page: number; pageSize: number }>;

  /** One pass. */
  get: Query<{ id: string }, Pass>;

  /** Entries with a pass, the newest first. */
  listUses: Query<
    ClientsListNotesInput,
    {
      items: {
        id: string;
        passId: string;
        at: Date;
        day: string;
        gate: string | null;
        entries: 1 | -1;
        annuls: string | null;
        actor: string;
      }[];
      total: number;
      page: number;
      pageSize: number;
    }
  >;

  /** Makes a pass, with a code of its own. */
  create: Mutation<
    {
      kind?: 'season' | 'entries' | 'member' | 'other' | undefined;
      name: string;
      owner: PassesCreateInputOwner;
      /** The first day it lets somebody in; null: at once. */
      validFrom?: string | null | undefined;
      /** The last day; null: without end. */
      validUntil?: string | null | undefined;
      /** How often, in all; null: any number of times. */
      entries?: number | null | undefined;
      oncePerDay?: boolean | undefined;
    },
    Pass
  >;

  /** Changes the fields of a pass that are sent; null clears. Its code and its uses stay. */
  update: Mutation<
    {
      kind?: 'season' | 'entries' | 'member' | 'other' | undefined;
      name?: string | undefined;
      owner?: PassesCreateInputOwner | undefined;
      /** The first day it lets somebody in; null: at once. */
      validFrom?: string | null | undefined;
      /** The last day; null: without end. */
      validUntil?: string | null | undefined;
      /** How often, in all; null: any number of times. */
      entries?: number | null | undefined;
      oncePerDay?: boolean | undefined;
      id: string;
      version?: number | undefined;
    },
    Pass
  >;

  /** Lets the owner in once; `pass_refused` with a `reason` when the pass does not let anybody in. */
  use: Mutation<
    {
      /** Left out: now. Not in the future. */
      at?: Date | string | undefined;
      gate?: string | null | undefined;
      id: string;
    },
    Pass
  >;

  /** Blocks a pass: it lets nobody in until it is unblocked. */
  block: Mutation<{ reason: string; id: string }, Pass>;

  /** Lets a blocked pass be used again. */
  unblock: Mutation<{ id: string }, Pass>;
};

export type PaymentsRouter = {
  /** How orders can be paid: what the staff can record, and what guests of the online shop can choose. */
  methods: Query<
    Record<string, unknown> | undefined,
    {
      recorded: ('cash' | 'card' | 'transfer' | 'cheque' | 'direct_debit' | 'meal_voucher' | 'gift_card' | 'online' | 'other')[];
      shop: { methods: ('at_pickup' | 'card')[]; cardProvider: string | null };
    }
  >;

  /** One page of the payments of all orders, received last first; `search` finds the beginning of a reference. */
  list: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        source?: 'recorded' | 'provider' | undefined;
        orderId?: string | undefined;
        method?: 'cash' | 'card' | 'transfer' | 'cheque' | 'direct_debit' | 'meal_voucher' | 'gift_card' | 'online' | 'other' | undefined;
        status?: 'authorized' | 'captured' | 'voided' | undefined;
        reconciled?: boolean | undefined;
        /** Received from then on. */
        from?: Date | string | undefined;
        /** Received before then. */
        to?: Date | string | undefined;
      }
    | undefined,
    { items: Payment[]; total: number; page: number; pageSize: number }
  >;

  /** One payment. */
  get: Query<{ id: string }, Payment>;

  /** What came in and went back on each day of the establishment, by source and method. */
  summary: Query<
    {
      from: string;
      /** The last day, included. */
      to: string;
    },
    {
      timezone: string;
      /** Without days and methods of which there is nothing. */
      days: {
        date: string;
        source: 'recorded' | 'provider';
        method: 'cash' | 'card' | 'transfer' | 'cheque' | 'direct_debit' | 'meal_voucher' | 'gift_card' | 'online' | 'other';
        payments: number;
        paidCents: number;
        refunds: number;
        refundedCents: number;
      }[];
      totals: {
        source: 'recorded' | 'provider';
        method: 'cash' | 'card' | 'transfer' | 'cheque' | 'direct_debit' | 'meal_voucher' | 'gift_card' | 'online' | 'other';
        payments: number;
        paidCents: number;
        refunds: number;
        refundedCents: number;
      }[];
    }
  >;

  /** Records money that came, or was promised, for an order: never more than is due. */
  record: Mutation<
    {
      orderId: string;
      method: 'cash' | 'card' | 'transfer' | 'cheque' | 'direct_debit' | 'meal_voucher' | 'gift_card' | 'online' | 'other';
      amountCents: number;
      /** False: the money is only promised, to be captured or voided later. */
      captured?: boolean | undefined;
      reference?: string | null | undefined;
      note?: string | null | undefined;
      /** When it came; now, unless told. Not in the future. */
      receivedAt?: Date | string | null | undefined;
    },
    Payment
  >;

  /** Says that promised money came. */
  capture: Mutation<{ id: string }, Payment>;

  /** Says that promised money will not come. */
  void: Mutation<{ id: string }, Payment>;

  /** Records money given back of one payment, or of all of an order, the latest first: never more than was paid. */
  refund: Mutation<
    {
      paymentId?: string | null | undefined;
      orderId?: string | null | undefined;
      /** Null: all that was paid and is still there. */
      amountCents?: number | null | undefined;
      /** Null: as it was paid. */
      method?:
        | 'cash'
        | 'card'
        | 'transfer'
        | 'cheque'
        | 'direct_debit'
        | 'meal_voucher'
        | 'gift_card'
        | 'online'
        | 'other'
        | null
        | undefined;
      /** The return it is for: what goes back for it is not due again. */
      returnId?: string | null | undefined;
      reason?: string | null | undefined;
      reference?: string | null | undefined;
    },
    { refunds: OrdersListPaymentsRefund[] }
  >;

  /** Notes of recorded payments that they were found on a statement of the bank, or were not. */
  reconcile: Mutation<{ ids: string[]; found?: boolean | undefined }, { items: Payment[] }>;
};

export type PermissionsRouter = {
  /** The roles there are, strongest first. */
  roles: Query<Record<string, unknown> | undefined, { role: 'owner' | 'admin' | 'manager' | 'staff' | 'viewer'; summary: string }[]>;

  /** Every role with every permission it has in this organisation, and what of it the organisation has changed. */
  matrix: Query<Record<string, unknown> | undefined, PermissionsUpdate[]>;

  /** Whether the caller has a permission for what the call acts for; or, for who may read permissions, whether a member has. */
  check: Query<{ permission: string; userId?: string | undefined }, { allowed: boolean }>;

  /** Gives and takes permissions of a role, in the whole organisation. */
  update: Mutation<
    { role: 'admin' | 'manager' | 'staff' | 'viewer'; grant?: string[] | undefined; revoke?: string[] | undefined },
    PermissionsUpdate
  >;

  /** Makes a role allow again what it allows by itself. */
  reset: Mutation<{ role: 'admin' | 'manager' | 'staff' | 'viewer' }, PermissionsUpdate>;
};

export type PosManagementRouter = {
  /** One page of the registers of the establishment, by name. */
  list: Query<AccessControlListGatesInput | undefined, { items: PosManagement[]; total: number; page: number; pageSize: number }>;

  /** One register. */
  get: Query<{ id: string }, PosManagement>;

  /** Makes a register. */
  create: Mutation<{ name: string }, PosManagement>;

  /** Renames a register that has recorded nothing, takes it out of use, or begins or ends training at it. */
  update: Mutation<{ id: string; name?: string | undefined; active?: boolean | undefined; training?: boolean | undefined }, PosManagement>;

  /** Deletes a register that has recorded nothing. */
  delete: Mutation<{ id: string }, { id: string }>;

  /** One page of the shifts of the establishment, or of one register, newest first. */
  shifts: Query<
    { page?: number | undefined; pageSize?: number | undefined; registerId?: string | undefined } | undefined,
    { items: PosManagementOpenShift[]; total: number; page: number; pageSize: number }
  >;

  /** One shift, with the cash that was put in and taken out, and its Z report once it is closed. */
  shift: Query<
    { id: string },
    {
      id: string;
      registerId: string;
      register: string;
      number: number;
      openedAt: Date;
      openedBy: string;
      floatCents: number;
      closed: PosManagementShiftsItemClosed | null;
      movements: PosManagementMoveCash[];
    }
  >;

  /** Opens a shift of a register, with the cash that is in its drawer. */
  openShift: Mutation<{ registerId: string; floatCents: number }, PosManagementOpenShift>;

  /** Puts cash into the drawer, or takes some out, beside what is sold. */
  moveCash: Mutation<{ registerId: string; direction: 'in' | 'out'; amountCents: number; reason: string }, PosManagementMoveCash>;

  /** What the open shift of a register comes to so far. */
  xReport: Query<{ registerId: string }, PosManagementXReport>;

  /** Closes the open shift of a register by what was counted, with its Z report. */
  closeShift: Mutation<
    {
      registerId: string;
      counted: { method: 'cash' | 'card' | 'cheque' | 'meal-voucher' | 'gift-card' | 'transfer' | 'other'; amountCents: number }[];
    },
    PosManagementOpenShift
  >;

  /** How the tills of the establishment round, and whether orders that are collected are sold. Set them with `settings.set`. */
  settings: Query<
    Record<string, unknown> | undefined,
    { rounding: 'rate' | 'line' | 'sum_by_net' | 'sum_by_net_keep_gross'; cashStepCents: number | null; sellsAtPickup: boolean }
  >;

  /** Checks every digest, link, signature, number and total of the fiscal journal. */
  verifyJournal: Query<
    Record<string, unknown> | undefined,
    {
      valid: boolean;
      entries: number;
      problems: {
        chain: string;
        number: number;
        problem:
          | 'missing'
          | 'out_of_order'
          | 'altered'
          | 'broken_link'
          | 'bad_signature'
          | 'unknown_key'
          | 'truncated'
          | 'beyond_end'
          | 'bad_head'
          | 'no_head'
          | 'wrong_totals'
          | 'wrong_anchor';
      }[];
    }
  >;

  /** One page of the archives of the fiscal journal, newest first. */
  archives: Query<
    { page?: number | undefined; pageSize?: number | undefined } | undefined,
    { items: PosManagementArchive[]; total: number; page: number; pageSize: number }
  >;

  /** Freezes a period of the fiscal journal that is over; again: the archive that was made. Written out by `comptoir journal archive`. */
  archive: Mutation<InvoicesExportCsvInput, PosManagementArchive>;
};

export type PosOrdersRouter = {
  /** Sales and refunds of the establishment, or of one register by its name, newest first. */
  list: Query<
    | {
        cursor?: string | undefined;
        limit?: number | undefined;
        kind?: 'sale' | 'refund' | undefined;
        from?: string | Date | string | undefined;
        to?: string | Date | string | undefined;
        register?: string | undefined;
      }
    | undefined,
    { items: PosOrder[]; nextCursor: string | null }
  >;

  /** One sale or refund. */
  get: Query<{ id: string }, PosOrder>;

  /** The receipt of a sale or refund as it is printed first: as data, and as text. */
  receipt: Query<{ id: string }, PosOrdersReceipt>;

  /** What is sold under a barcode. */
  lookup: Query<
    { barcode: string },
    { itemId: string; variantId: string | null; name: string; unitPriceCents: number; taxBasisPoints: number }
  >;

  /** What a sale would come to, by the rounding of the establishment; nothing is recorded. */
  price: Query<
    { lines: PosOrdersPriceInputLine[]; discounts?: PosOrdersPriceInputDiscount[] | undefined },
    {
      lines: PosOrderLine[];
      discounts: PosOrderDiscount[];
      taxes: PosOrderTax[];
      totalCents: number;
      rounding: 'rate' | 'line' | 'sum_by_net' | 'sum_by_net_keep_gross';
    }
  >;

  /** What of a sale has not come back yet and, of lines that are named, what would be paid out; nothing is recorded. */
  priceRefund: Query<{ id: string; lines?: PosOrdersPriceRefundInputLine[] | undefined }, { left: PosOrderLine[]; totalCents: number }>;

  /** Records a sale on a register with an open shift; in training, a sale for practice. */
  create: Mutation<
    {
      registerId: string;
      lines: PosOrdersPriceInputLine[];
      discounts?: PosOrdersPriceInputDiscount[] | undefined;
      payments: PosOrdersCreateInputPayment[];
    },
    { sale: PosOrder | null; receipt: PosOrdersReceipt }
  >;

  /** Takes back lines of a sale, on a register with an open shift. */
  refund: Mutation<
    {
      id: string;
      registerId: string;
      lines: PosOrdersPriceRefundInputLine[];
      payments: PosOrdersCreateInputPayment[];
      restock?: boolean | undefined;
    },
    PosOrder
  >;

  /** Tells the journal that a sale was begun at a register and given up. */
  void: Mutation<
    { registerId: string; lines: PosOrdersPriceInputLine[]; discounts?: PosOrdersPriceInputDiscount[] | undefined; reason: string },
    { totalCents: number }
  >;

  /** The receipt once more, marked DUPLICATA and numbered; the journal keeps that it was. */
  duplicate: Mutation<{ id: string }, PosOrdersReceipt>;

  /** Sells a confirmed booking of tickets, to be paid at the desk, on a register with an open shift; once. */
  ringUpBooking: Mutation<
    {
      /** Of the booking. */
      id: string;
      registerId: string;
      payments: PosOrdersCreateInputPayment[];
    },
    { sale: PosOrder; receipt: PosOrdersReceipt }
  >;
};

export type ProductsRouter = {
  /** One page of the products, deleted ones only with `deleted`; `search` looks in name, reference, sku and barcode. */
  list: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        categoryId?: string | undefined;
        visible?: boolean | undefined;
        managedBy?: 'till' | 'sync' | undefined;
        manageStock?: boolean | undefined;
        deleted?: boolean | undefined;
        sort?: 'position' | 'name' | 'price' | 'updatedAt' | undefined;
      }
    | undefined,
    { items: Product[]; total: number; page: number; pageSize: number }
  >;

  /** The first products, by name, whose name, reference, sku or barcode contains the text: for a field that completes. */
  search: Query<{ search: string; limit?: number | undefined }, Product[]>;

  /** One product. */
  get: Query<{ id: string }, Product>;

  /** The product that has the sku, or one of whose variants has it. */
  getBySku: Query<{ sku: string }, Product>;

  /** The product that has the barcode, or one of whose variants has it; the first by id when several have it. */
  getByBarcode: Query<{ barcode: string }, Product>;

  /** Creates a product with its variants, options and components. Their ids are made here. */
  create: Mutation<
    {
      categoryId?: string | null | undefined;
      name: string;
      description?: string | null | undefined;
      priceCents: number;
      taxBasisPoints: number;
      photo?: string | null | undefined;
      allergens?:
        | (
            | 'gluten'
            | 'crustaceans'
            | 'eggs'
            | 'fish'
            | 'peanuts'
            | 'soybeans'
            | 'milk'
            | 'nuts'
            | 'celery'
            | 'mustard'
            | 'sesame'
            | 'sulphites'
            | 'lupin'
            | 'molluscs'
          )[]
        | undefined;
      visible?: boolean | undefined;
      soldOutUntil?: Date | string | null | undefined;
      position?: number | undefined;
      sku?: string | null | undefined;
      barcode?: string | null | undefined;
      syncKey?: string | null | undefined;
      manageStock?: boolean | undefined;
      reference?: string | null | undefined;
      purchasePriceCents?: number | null | undefined;
      weightGrams?: number | null | undefined;
      widthMm?: number | null | undefined;
      heightMm?: number | null | undefined;
      depthMm?: number | null | undefined;
      data?: Record<string, unknown> | undefined;
      bundle?: ProductsCreateInputBundle[] | undefined;
      variants?:
        | {
            name: string;
            priceCents: number;
            sku?: string | null | undefined;
            barcode?: string | null | undefined;
            syncKey?: string | null | undefined;
          }[]
        | undefined;
      optionGroups?: { name: string; min: number; max: number; options: { name: string; priceCents: number }[] }[] | undefined;
    },
    Product
  >;

  /** Changes the fields that are sent; null clears, `data` is merged by name. With `ifVersion` only what was read last. */
  update: Mutation<
    {
      id: string;
      ifVersion?: number | undefined;
      categoryId?: string | null | undefined;
      name?: string | undefined;
      description?: string | null | undefined;
      priceCents?: number | undefined;
      taxBasisPoints?: number | undefined;
      photo?: string | null | undefined;
      allergens?:
        | (
            | 'gluten'
            | 'crustaceans'
            | 'eggs'
            | 'fish'
            | 'peanuts'
            | 'soybeans'
            | 'milk'
            | 'nuts'
            | 'celery'
            | 'mustard'
            | 'sesame'
            | 'sulphites'
            | 'lupin'
            | 'molluscs'
          )[]
        | undefined;
      visible?: boolean | undefined;
      soldOutUntil?: Date | string | null | undefined;
      position?: number | undefined;
      sku?: string | null | undefined;
      barcode?: string | null | undefined;
      syncKey?: string | null | undefined;
      manageStock?: boolean | undefined;
      reference?: string | null | undefined;
      purchasePriceCents?: number | null | undefined;
      weightGrams?: number | null | undefined;
      widthMm?: number | null | undefined;
      heightMm?: number | null | undefined;
      depthMm?: number | null | undefined;
      data?: Record<string, unknown> | undefined;
    },
    Product
  >;

  /** Changes the same fields of up to 100 products, all or nothing. */
  bulkUpdate: Mutation<
    {
      ids: string[];
      patch: {
        categoryId?: string | null | undefined;
        name?: string | undefined;
        description?: string | null | undefined;
        priceCents?: number | undefined;
        taxBasisPoints?: number | undefined;
        photo?: string | null | undefined;
        allergens?:
          | (
              | 'gluten'
              | 'crustaceans'
              | 'eggs'
              | 'fish'
              | 'peanuts'
              | 'soybeans'
              | 'milk'
              | 'nuts'
              | 'celery'
              | 'mustard'
              | 'sesame'
              | 'sulphites'
              | 'lupin'
              | 'molluscs'
            )[]
          | undefined;
        visible?: boolean | undefined;
        soldOutUntil?: Date | string | null | undefined;
        position?: number | undefined;
        sku?: string | null | undefined;
        barcode?: string | null | undefined;
        syncKey?: string | null | undefined;
        manageStock?: boolean | undefined;
        reference?: string | null | undefined;
        purchasePriceCents?: number | null | undefined;
        weightGrams?: number | null | undefined;
        widthMm?: number | null | undefined;
        heightMm?: number | null | undefined;
        depthMm?: number | null | undefined;
        data?: Record<string, unknown> | undefined;
      };
    },
    Product[]
  >;

  /** Shows the product to the public, or hides it. */
  setActive: Mutation<{ id: string; active: boolean }, Product>;

  /** Makes a copy without codes, hidden, next in order; its stock starts at 0. */
  duplicate: Mutation<{ id: string; name?: string | null | undefined }, Product>;

  /** Deletes a product; its ledger and what was ordered of it stay, and it can be restored. */
  delete: Mutation<{ id: string; ifVersion?: number | undefined }, Product>;

  /** Undoes the deletion of a product, unless another has its codes by now. */
  restore: Mutation<{ id: string }, Product>;

  /** The variants of a product, in their order. */
  listVariants: Query<{ id: string }, ProductsCreateVariant[]>;

  /** Adds a variant at the end. The first takes the place of the product itself, whose stock must be 0 then. */
  createVariant: Mutation<
    {
      id: string;
      name: string;
      priceCents: number;
      sku?: string | null | undefined;
      barcode?: string | null | undefined;
      syncKey?: string | null | undefined;
    },
    ProductsCreateVariant
  >;

  /** Changes the fields of a variant that are sent; null clears, `position` (from 0) moves it. */
  updateVariant: Mutation<
    {
      id: string;
      variantId: string;
      name?: string | undefined;
      priceCents?: number | undefined;
      sku?: string | null | undefined;
      barcode?: string | null | undefined;
      syncKey?: string | null | undefined;
      position?: number | undefined;
    },
    ProductsCreateVariant
  >;

  /** Removes a variant, of which there is no stock and which no bundle contains. */
  deleteVariant: Mutation<{ id: string; variantId: string }, Product>;

  /** Sets the price of a product, or of the variant named. */
  setPrice: Mutation<{ id: string; variantId?: string | null | undefined; priceCents: number }, Product>;

  /** The option groups of a product, in their order. */
  getOptionGroups: Query<{ id: string }, ProductOptionGroup[]>;

  /** Replaces the option groups of a product. Groups and options that are kept are named by their ids; new ones have none. */
  setOptionGroups: Mutation<
    {
      id: string;
      groups: {
        name: string;
        min: number;
        max: number;
        id?: string | undefined;
        options: { name: string; priceCents: number; id?: string | undefined }[];
      }[];
    },
    ProductOptionGroup[]
  >;

  /** What a bundle consists of; nothing for a product that is none. */
  getBundle: Query<{ id: string }, ProductBundle[]>;

  /** Makes a product a bundle of others, or (without components) none. It takes the stock of its components. */
  setBundle: Mutation<{ id: string; components: ProductsCreateInputBundle[] }, ProductBundle[]>;

  /** What there is of a product or its variants, what is promised, and what can still be sold. Where no stock is kept: what the online shop says. */
  getStock: Query<
    { id: string },
    {
      id: string;
      manageStock: boolean;
      units: { variantId: string | null; stock: number; reserved: number; available: number; threshold: number | null; updatedAt: Date }[];
    }
  >;

  /** Starts keeping stock of a product, from the balance where none was opened; or stops, which keeps the ledger. */
  setManageStock: Mutation<{ id: string; manageStock: boolean; balance?: number | null | undefined }, Product>;

  /** Every product as CSV (RFC 4180, UTF-8) that `importCsv` reads back. What a spreadsheet would calculate stands behind an apostrophe. Columns: id, sku, name, description, category, price, taxPercent, purchasePrice, barcode, reference, syncKey, weightGrams, widthMm, heightMm, depthMm, position, visible, soldOutUntil, manageStock, photo, allergens, variants, optionGroups, bundle, data. */
  exportCsv: Query<Record<string, unknown> | undefined, { text: string; products: number }>;

  /** Creates and changes products from CSV with a line of headings, all or nothing; with `dryRun` only says what it would do. A line changes the product with its sku, else the one with its id, else makes a new one; columns that are left out stay as they are. Columns: id, sku, name, description, category, price, taxPercent, purchasePrice, barcode, reference, syncKey, weightGrams, widthMm, heightMm, depthMm, position, visible, soldOutUntil, manageStock, photo, allergens, variants, optionGroups, bundle, data. Prices as 12.50, taxPercent as 5.5, soldOutUntil as ISO 8601, category by name or id, allergens separated by spaces, variants, optionGroups, bundle and data as JSON. */
  importCsv: Mutation<ClientsImportCsvInput, ClientsImportCsv>;

  /** One page of the categories. */
  listCategories: Query<AccessControlListGatesInput | undefined, CategoriesList>;

  /** One category. */
  getCategory: Query<{ id: string }, Category>;

  /** Creates a category. */
  createCategory: Mutation<CategoriesCreateInput, Category>;

  /** Changes the fields of a category that are sent; null clears. */
  updateCategory: Mutation<CategoriesUpdateInput, Category>;

  /** Deletes a category. */
  deleteCategory: Mutation<{ id: string }, { id: string }>;
};

export type ProfileRouter = {
  /** The caller and the organisations they belong to. */
  get: Query<Record<string, unknown> | undefined, Profile>;

  /** Changes the name, the language, or what the caller is told by mail; what is left out stays. */
  update: Mutation<
    {
      name?: string | undefined;
      locale?: 'fr' | 'en' | undefined;
      notifications?: { security?: boolean | undefined; orders?: boolean | undefined; summary?: boolean | undefined } | undefined;
    },
    ProfileUpdate
  >;

  /** The caller's open sessions, last used first. */
  sessions: Query<
    Record<string, unknown> | undefined,
    {
      items: {
        id: string;
        kind: 'browser' | 'oidc' | 'token';
        createdAt: Date;
        lastSeenAt: Date;
        expiresAt: Date;
        address: string;
        userAgent: string | null;
        current: boolean;
      }[];
    }
  >;

  /** Ends one of the caller's sessions; ending the one of this call signs out. */
  revokeSession: Mutation<{ id: string }, { ok: true }>;

  /** Ends all of the caller's sessions but the one of this call. */
  revokeOthers: Mutation<Record<string, unknown> | undefined, { ended: number }>;

  /** Deletes the account of the caller for good. Its password is asked for again; null for an account that has none. */
  deleteAccount: Mutation<{ password: string | null }, { ok: true }>;
};

export type QueuesRouter = {
  /** How the queues stand with work of this establishment. */
  getStats: Query<Record<string, unknown> | undefined, QueuesGetStats[]>;

  /** Work of this establishment that was given up, newest first. */
  listDeadLetters: Query<QueuesListDeadLettersInput | undefined, QueuesListDeadLetters>;

  /** Puts work of this establishment that was given up back on its queue. */
  retryDeadLetters: Mutation<QueuesRetryDeadLettersInput, { count: number }>;

  /** Drops work of this establishment that was given up. */
  purgeDeadLetters: Mutation<QueuesRetryDeadLettersInput, { count: number }>;

  /** How the queues of the platform stand, over all organisations. */
  getPlatformStats: Query<Record<string, unknown> | undefined, QueuesGetStats[]>;

  /** Work of any organisation that was given up, newest first. */
  listPlatformDeadLetters: Query<QueuesListDeadLettersInput | undefined, QueuesListDeadLetters>;

  /** Puts work of any organisation that was given up back on its queue. */
  retryPlatformDeadLetters: Mutation<QueuesRetryDeadLettersInput, { count: number }>;

  /** Drops work of any organisation that was given up. */
  purgePlatformDeadLetters: Mutation<QueuesRetryDeadLettersInput, { count: number }>;
};

export type RecurringInvoicesRouter = {
  /** One page of the recurring invoices, by name. */
  list: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        status?: 'active' | 'paused' | 'ended' | undefined;
      }
    | undefined,
    { items: RecurringInvoice[]; total: number; page: number; pageSize: number }
  >;

  /** One recurring invoice. */
  get: Query<{ id: string }, RecurringInvoice>;

  /** Makes a recurring invoice: what is invoiced, on which days, and whether it is issued and mailed by itself. */
  create: Mutation<
    {
      name: string;
      recurrence: RecurringInvoiceRecurrence | RecurringInvoiceRecurrence2 | RecurringInvoiceRecurrence3;
      startDate: string;
      endDate?: string | null | undefined;
      maxCount?: number | null | undefined;
      mode?: 'draft' | 'issue' | 'send' | undefined;
      content: InvoicesCreateQuoteInput;
    },
    RecurringInvoice
  >;

  /** Changes what is sent of a recurring invoice; null clears. What it has made stays as it is. */
  update: Mutation<
    {
      name?: string | undefined;
      recurrence?: RecurringInvoiceRecurrence | RecurringInvoiceRecurrence2 | RecurringInvoiceRecurrence3 | undefined;
      startDate?: string | undefined;
      endDate?: string | null | undefined;
      maxCount?: number | null | undefined;
      mode?: 'draft' | 'issue' | 'send' | undefined;
      content?: InvoicesCreateQuoteInput | undefined;
      id: string;
      version?: number | undefined;
    },
    RecurringInvoice
  >;

  /** Deletes a recurring invoice. The invoices it has made stay. */
  delete: Mutation<{ id: string }, { id: string }>;

  /** Pauses a recurring invoice. */
  pause: Mutation<{ id: string }, RecurringInvoice>;

  /** Lets a paused recurring invoice go on, from today or with the periods that passed meanwhile. */
  resume: Mutation<{ id: string; catchUp?: boolean | undefined }, RecurringInvoice>;

  /** Makes the invoice of the next period now; the period does not come again. */
  runNow: Mutation<{ id: string }, RecurringInvoice>;

  /** One page of the invoices that a recurring invoice has made, latest period first. */
  runs: Query<
    ClientsListNotesInput,
    { items: { period: string; invoiceId: string; at: Date }[]; total: number; page: number; pageSize: number }
  >;
};

export type SegmentsRouter = {
  /** One page of the segments, by name. */
  list: Query<AccessControlListGatesInput | undefined, { items: Segment[]; total: number; page: number; pageSize: number }>;

  /** One segment with its rule. */
  get: Query<{ id: string }, Segment>;

  /** Creates a segment: a name, and the rule by which clients belong to it. */
  create: Mutation<{ name: string; rule: SegmentsCreateInputRule }, Segment>;

  /** Changes the fields of a segment that are sent; campaigns under way keep whom they have. */
  update: Mutation<
    { id: string; version?: number | undefined; name?: string | undefined; rule?: SegmentsCreateInputRule | undefined },
    Segment
  >;

  /** Deletes a segment that no campaign refers to. */
  delete: Mutation<{ id: string }, { id: string }>;

  /** How many clients a rule holds for before it is saved, and ten of them. */
  preview: Query<{ rule: SegmentsCreateInputRule }, { clients: number; reachable: number; sample: SegmentsPreviewSample[] }>;

  /** How many clients a segment has, and how many of them a campaign can reach. */
  count: Query<{ id: string }, { clients: number; reachable: number }>;

  /** One page of the clients of a segment, newest first. */
  members: Query<OrdersListNotesInput, { items: SegmentsPreviewSample[]; total: number; page: number; pageSize: number }>;
};

export type SessionsRouter = {
  /** One page of the open sessions of the members, last used first. */
  list: Query<
    { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; userId?: string | undefined } | undefined,
    {
      items: {
        id: string;
        userId: string;
        email: string;
        name: string;
        kind: 'browser' | 'oidc' | 'token';
        createdAt: Date;
        lastSeenAt: Date;
        expiresAt: Date;
        userAgent: string | null;
      }[];
      total: number;
      page: number;
      pageSize: number;
    }
  >;

  /** Ends a session of a member whose roles are not above those of the caller. */
  revoke: Mutation<{ id: string }, { ok: true }>;
};

export type SettingsRouter = {
  /** One page of the settings as they stand, by key. Of a secret only whether it is set. */
  list: Query<AccessControlListGatesInput | undefined, { items: Setting[]; total: number; page: number; pageSize: number }>;

  /** One setting as it stands. Of a secret only whether it is set. */
  get: Query<{ key: string }, Setting>;

  /** Sets a setting. One of the organisation needs the permission in all of it. */
  set: Mutation<{ key: string; value: unknown }, Setting>;

  /** Forgets what a setting was set to: what holds by itself holds again. */
  reset: Mutation<{ key: string }, Setting>;

  /** Every setting there is: its level, what it is for, and what holds by itself. */
  keys: Query<
    Record<string, unknown> | undefined,
    { key: string; level: 'site' | 'tenant'; secret: boolean; fallback: unknown; summary: string; schema: unknown }[]
  >;
};

export type ShippingRouter = {
  /** One page of the shipping zones, in the order in which an address is looked for in them unless told; `search` looks in the name. */
  listZones: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        /** Only zones that name it. */
        country?: string | undefined;
        sort?: 'position' | 'name' | '-name' | 'createdAt' | '-createdAt' | undefined;
      }
    | undefined,
    { items: ShippingGetZone[]; total: number; page: number; pageSize: number }
  >;

  /** One shipping zone. */
  getZone: Query<{ id: string }, ShippingGetZone>;

  /** Creates a shipping zone. */
  createZone: Mutation<
    {
      name: string;
      countries: string[];
      postcodes?: (ShippingCreateZoneInputPostcode | ShippingCreateZoneInputPostcode2)[] | undefined;
      position?: number | undefined;
    },
    ShippingGetZone
  >;

  /** Changes the fields of a shipping zone that are sent; null clears. With `version`, only that version. */
  updateZone: Mutation<
    {
      id: string;
      version?: number | undefined;
      name?: string | undefined;
      countries?: string[] | undefined;
      postcodes?: (ShippingCreateZoneInputPostcode | ShippingCreateZoneInputPostcode2)[] | undefined;
      position?: number | undefined;
    },
    ShippingGetZone
  >;

  /** Deletes a shipping zone. */
  deleteZone: Mutation<{ id: string }, { id: string }>;

  /** One page of the shipping methods, by position unless told; `search` looks in name and carrier. */
  listMethods: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        zoneId?: string | undefined;
        /** Only methods of zones that name it. */
        country?: string | undefined;
        carrier?: string | undefined;
        active?: boolean | undefined;
        sort?: 'position' | 'name' | '-name' | 'createdAt' | '-createdAt' | undefined;
      }
    | undefined,
    { items: ShippingGetMethod[]; total: number; page: number; pageSize: number }
  >;

  /** One shipping method. */
  getMethod: Query<{ id: string }, ShippingGetMethod>;

  /** Creates a shipping method. */
  createMethod: Mutation<
    {
      zoneId: string;
      name: string;
      carrier?: string | null | undefined;
      prices: ShippingCreateMethodInputPrice[];
      freeFromCents?: number | null | undefined;
      taxBasisPoints: number;
      deliveryDaysMin?: number | undefined;
      deliveryDaysMax?: number | undefined;
      trackingUrl?: string | null | undefined;
      active?: boolean | undefined;
      position?: number | undefined;
    },
    ShippingGetMethod
  >;

  /** Changes the fields of a shipping method that are sent; null clears. With `version`, only that version. */
  updateMethod: Mutation<
    {
      id: string;
      version?: number | undefined;
      zoneId?: string | undefined;
      name?: string | undefined;
      carrier?: string | null | undefined;
      prices?: ShippingCreateMethodInputPrice[] | undefined;
      freeFromCents?: number | null | undefined;
      taxBasisPoints?: number | undefined;
      deliveryDaysMin?: number | undefined;
      deliveryDaysMax?: number | undefined;
      trackingUrl?: string | null | undefined;
      active?: boolean | undefined;
      position?: number | undefined;
    },
    ShippingGetMethod
  >;

  /** Deletes a shipping method. */
  deleteMethod: Mutation<{ id: string }, { id: string }>;

  /** The ways to deliver items, or a weight and a total, to a country and postcode: price, tax and days; none where no zone fits. */
  quote: Query<
    {
      country: string;
      postcode?: string | null | undefined;
      items?: { productId: string; variantId?: string | null | undefined; quantity?: number | undefined }[] | undefined;
      weightGrams?: number | undefined;
      totalCents?: number | undefined;
    },
    {
      zoneId: string | null;
      weightGrams: number;
      totalCents: number;
      methods: {
        methodId: string;
        name: string;
        carrier: string | null;
        priceCents: number;
        taxCents: number;
        taxBasisPoints: number;
        deliveryDaysMin: number;
        deliveryDaysMax: number;
      }[];
    }
  >;

  /** One page of the parcels of all orders, latest first; `search` finds the beginning of a tracking number. */
  shipments: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        state?: 'packed' | 'shipped' | 'delivered' | 'cancelled' | undefined;
        orderId?: string | undefined;
      }
    | undefined,
    { items: ShippingShipment[]; total: number; page: number; pageSize: number }
  >;

  /** One parcel. */
  shipment: Query<{ id: string }, ShippingShipment>;

  /** The parcels with this tracking number, latest first, with the page where the carrier tells of them. */
  track: Query<{ trackingNumber: string }, OrdersListFulfilments>;
};

export type ShopSyncRouter = {
  /** The connection with its last test, the last good run and the next one of each job, and what stands in their way. */
  getStatus: Query<
    Record<string, unknown> | undefined,
    {
      now: Date;
      connection: {
        connected: boolean;
        url: string | null;
        keySet: boolean;
        lastTest: { at: Date; probe: ShopSyncTest | null; fault: string | null } | null;
      };
      jobs: { job: 'orders' | 'products' | 'full'; lastGood: ShopSyncRun | null; last: ShopSyncRun | null; nextAt: Date | null }[];
      running: ShopSyncRun[];
      stopped: { at: Date; vanished: Record<string, number> } | null;
      pausedUntil: Date | null;
      quarantined: number;
    }
  >;

  /** The online shop the establishment is connected to. Of the key only whether it is set. */
  getConnection: Query<Record<string, unknown> | undefined, ShopSyncGetConnection>;

  /** Connects the establishment to an online shop, once the shop answers; with `force` also when it does not. */
  setConnection: Mutation<
    { url: string; key: string; force?: boolean | undefined },
    { connection: ShopSyncGetConnection; probe: ShopSyncTest | null }
  >;

  /** Disconnects the establishment from its online shop. What was imported stays. */
  removeConnection: Mutation<Record<string, unknown> | undefined, ShopSyncGetConnection>;

  /** Asks the connected online shop who it is and whether the key reads what is needed; `getStatus` shows the last answer. */
  test: Query<Record<string, unknown> | undefined, ShopSyncTest>;

  /** Asks an online shop that is not connected yet who it is and what the key may not read; stores nothing. */
  checkConnection: Mutation<{ url: string; key: string }, ShopSyncTest>;

  /** Begins a synchronization, or goes on with one that was cut, and answers at once; `getRun` tells how far it is. */
  run: Mutation<ShopSyncRunInput, ShopSyncRun>;

  /** Reckons what a synchronization would write, and writes none of it; answers at once, `getRun` tells the rest. */
  dryRun: Mutation<ShopSyncRunInput, ShopSyncRun>;

  /** One page of the synchronizations, newest first. */
  listRuns: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        job?: 'orders' | 'products' | 'full' | undefined;
        outcome?: 'completed' | 'completed_with_quarantine' | 'failed' | 'timed_out' | undefined;
      }
    | undefined,
    { items: ShopSyncRun[]; total: number; page: number; pageSize: number }
  >;

  /** A synchronization, with how far it is. */
  getRun: Query<{ id: string }, ShopSyncRun>;

  /** One page of the records of the shop that cannot be imported, with why; `search` is their id in the shop. */
  listQuarantine: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        entity?: 'vendors' | 'categories' | 'products' | 'customers' | 'orders' | undefined;
        dismissed?: boolean | undefined;
      }
    | undefined,
    { items: ShopSyncDismissQuarantined[]; total: number; page: number; pageSize: number }
  >;

  /** Reads the record of the shop again now and imports it. Vendors and categories wait for the next run. */
  retryQuarantined: Mutation<{ id: string }, { imported: boolean; quarantined: ShopSyncDismissQuarantined | null }>;

  /** Does not try the record again before it changes in the shop. */
  dismissQuarantined: Mutation<{ id: string }, ShopSyncDismissQuarantined>;

  /** The last comparison of the establishment with its online shop, with counts and a few ids per field; null: none yet. */
  getDriftReport: Query<Record<string, unknown> | undefined, ShopSyncRunDriftReport | null>;

  /** Compares the establishment with its online shop now, and changes nothing of either. */
  runDriftReport: Mutation<Record<string, unknown> | undefined, ShopSyncRunDriftReport>;
};

export type SiteRouter = {
  /** One page of the establishments of the organisation that the caller may see, by name. */
  list: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        trade?: 'restaurant' | 'bar' | 'shop' | 'museum' | undefined;
      }
    | undefined,
    { items: Site[]; total: number; page: number; pageSize: number }
  >;

  /** One establishment. */
  get: Query<{ id: string }, Site>;

  /** Creates an establishment without a catalogue. Needs the permission in the whole organisation. */
  create: Mutation<
    {
      slug: string;
      trade: 'restaurant' | 'bar' | 'shop' | 'museum';
      name: string;
      description?: string | null | undefined;
      address: SiteAddress;
      phone?: string | null | undefined;
      website?: string | null | undefined;
      timezone?: string | undefined;
      currency?: string | undefined;
      languages?: string[] | undefined;
      hours?: SiteHour[] | undefined;
      exceptions?: SiteException[] | undefined;
      features?:
        | {
            onlineOrders: boolean;
            stock: boolean;
            slots: boolean;
            accessControl: boolean;
            attendance: boolean;
            groups: boolean;
            passes: boolean;
            onlineTickets: boolean;
          }
        | undefined;
      ordering?:
        | {
            leadMinutes: number;
            slotMinutes: number;
            slotCap: number | null;
            horizonHours: number;
            minimumCents: number;
            acceptWhenClosed: boolean;
          }
        | undefined;
    },
    Site
  >;

  /** Changes the fields of an establishment that are sent; null clears. */
  update: Mutation<
    {
      name?: string | undefined;
      description?: string | null | undefined;
      address?: SiteAddress | undefined;
      phone?: string | null | undefined;
      website?: string | null | undefined;
      timezone?: string | undefined;
      currency?: string | undefined;
      languages?: string[] | undefined;
      hours?: SiteHour[] | undefined;
      exceptions?: SiteException[] | undefined;
      features?: SiteFeature | undefined;
      ordering?: SiteOrdering | undefined;
      id: string;
    },
    Site
  >;

  /** Deletes an establishment with its catalogue, settings and keys. One that has orders is kept. */
  delete: Mutation<{ id: string }, Site>;

  /** Replaces the weekly opening hours. */
  hours: Mutation<{ id: string; hours: SiteHour[] }, Site>;

  /** Replaces the days on which other hours hold, or none. */
  exceptions: Mutation<{ id: string; exceptions: SiteException[] }, Site>;

  /** Switches the services of the establishment on or off. */
  features: Mutation<{ id: string; features: SiteFeature }, Site>;

  /** Replaces the host names that belong to the establishment alone. */
  hosts: Mutation<{ id: string; hosts: string[] }, Site>;
};

export type StockActionsRouter = {
  /** One page of the stock ledger of the establishment, newest first. */
  list: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        itemId?: string | undefined;
        variantId?: string | undefined;
        reason?:
          | 'OPENING_BALANCE'
          | 'SHOP_SYNC'
          | 'SALE'
          | 'REFUND'
          | 'DELIVERY'
          | 'RECEIPT'
          | 'COUNT'
          | 'ADJUSTMENT'
          | 'LOSS'
          | 'TRANSFER'
          | 'SYNC_MOVEMENT'
          | 'ORDER_FORECAST'
          | undefined;
        status?: 'PENDING' | 'COMPLETED' | 'CANCELLED' | undefined;
        reference?: string | undefined;
        from?: Date | string | undefined;
        to?: Date | string | undefined;
      }
    | undefined,
    { items: StockAction[]; total: number; page: number; pageSize: number }
  >;

  /** One action of the stock ledger. */
  get: Query<{ id: string }, StockAction>;

  /** The ledger of one product: its levels, whether they add up, and one page of its actions, newest first. */
  ledger: Query<
    { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; itemId: string },
    { items: StockAction[]; total: number; page: number; pageSize: number; levels: InventoryThresholds[]; report: InventoryVerify }
  >;

  /** Adds to the stock of a unit (above zero) or takes from it (below): what somebody saw happen. */
  adjust: Mutation<
    {
      itemId: string;
      variantId?: string | null | undefined;
      by: number;
      reason?: 'SALE' | 'REFUND' | 'DELIVERY' | 'RECEIPT' | 'ADJUSTMENT' | 'LOSS' | undefined;
      reference?: string | null | undefined;
      note?: string | null | undefined;
    },
    StockAction
  >;

  /** Makes the stock of a unit what was counted. The action is null when it was that already. */
  count: Mutation<
    { itemId: string; variantId?: string | null | undefined; counted: number; note?: string | null | undefined },
    { action: StockAction | null }
  >;

  /** Moves stock of a unit to another one, of any establishment of the organisation. Needs the permission there as well. */
  transfer: Mutation<
    {
      itemId: string;
      variantId?: string | null | undefined;
      toSiteId: string;
      toItemId: string;
      toVariantId?: string | null | undefined;
      quantity: number;
      note?: string | null | undefined;
    },
    { actions: StockAction[] }
  >;
};

export type TaxRatesRouter = {
  /** One page of the tax rates, by country and category unless told; `search` looks in name, country and category. */
  list: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        country?: string | undefined;
        category?: 'standard' | 'intermediate' | 'reduced' | 'super-reduced' | 'zero' | 'exempt' | undefined;
        /** Only those in force on this day. */
        on?: string | undefined;
        sort?: 'country' | 'name' | '-name' | 'basisPoints' | '-basisPoints' | 'validFrom' | '-validFrom' | undefined;
      }
    | undefined,
    { items: TaxRate[]; total: number; page: number; pageSize: number }
  >;

  /** One tax rate. */
  get: Query<{ id: string }, TaxRate>;

  /** Creates a tax rate. */
  create: Mutation<
    {
      name: string;
      country: string;
      category?: 'standard' | 'intermediate' | 'reduced' | 'super-reduced' | 'zero' | 'exempt' | undefined;
      basisPoints: number;
      validFrom?: string | null | undefined;
      validTo?: string | null | undefined;
    },
    TaxRate
  >;

  /** Changes the fields of a tax rate that are sent; null clears. With `version`, only that version. */
  update: Mutation<
    {
      id: string;
      version?: number | undefined;
      name?: string | undefined;
      country?: string | undefined;
      category?: 'standard' | 'intermediate' | 'reduced' | 'super-reduced' | 'zero' | 'exempt' | undefined;
      basisPoints?: number | undefined;
      validFrom?: string | null | undefined;
      validTo?: string | null | undefined;
    },
    TaxRate
  >;

  /** Deletes a tax rate. */
  delete: Mutation<{ id: string }, { id: string }>;

  /** The rate that is in force in a country on a day (today when left out), for a category (the standard one). */
  resolve: Query<
    {
      country: string;
      date?: string | undefined;
      category?: 'standard' | 'intermediate' | 'reduced' | 'super-reduced' | 'zero' | 'exempt' | undefined;
    },
    TaxRate
  >;

  /** Enters the rates of a country as its law has them, where they do not overlap with what is entered already. Known: BE, CH, DE, ES, FR, GB, IT, LU, MC, NL, PT. */
  defaults: Mutation<{ country: string }, { created: TaxRate[]; skipped: number }>;
};

export type TenantsRouter = {
  /** One page of the organisations the caller belongs to; of all organisations for a super-admin. */
  list: Query<
    | { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; status?: 'active' | 'suspended' | undefined }
    | undefined,
    { items: Tenant[]; total: number; page: number; pageSize: number }
  >;

  /** One organisation the caller belongs to. */
  get: Query<{ id: string }, Tenant>;

  /** Creates an organisation that the caller owns. Their address must be proved; five a day. */
  create: Mutation<{ name: string }, Tenant>;

  /** Renames the organisation the call acts for. */
  update: Mutation<TenantsUpdateInput, Tenant>;

  /** Ends the organisation the call acts for: its members lose access at once, its records are kept. */
  delete: Mutation<{ id: string }, Tenant>;

  /** The organisation and the establishment the call acts for, and the roles the caller has there. */
  current: Query<Record<string, unknown> | undefined, { tenant: Tenant; siteId: string | null; roles: string[] }>;

  /** Makes the session act for another organisation, or for one establishment of it; answers the token that says so. */
  switch: Mutation<
    { tenantId: string; siteId?: string | null | undefined },
    { tenantId: string; siteId: string | null; token: string; expiresAt: Date }
  >;

  /** Suspends an organisation: only super-admins may act for it until it is resumed. */
  suspend: Mutation<{ id: string; reason: string }, Tenant>;

  /** Lets the members of a suspended organisation act for it again. */
  resume: Mutation<{ id: string }, Tenant>;

  /** How much of the product the organisation uses: what it has, and its orders of the last days. */
  usage: Query<
    AccessControlDeviceUsageInput,
    { id: string; since: Date; sites: number; members: number; items: number; orders: number; apiKeys: number }
  >;
};

export type TicketingRouter = {
  /** One page of the offers, by position. */
  listOffers: Query<AccessControlListGatesInput | undefined, { items: TicketingGetOffer[]; total: number; page: number; pageSize: number }>;

  /** One offer, with the rates that are sold no more. */
  getOffer: Query<{ id: string }, TicketingGetOffer>;

  /** Creates an offer with its rates. It is on the public pages at once, unless `online` is false. */
  createOffer: Mutation<
    {
      kind: 'show' | 'exhibition' | 'visit';
      title: TicketingCreateOfferInputTitle;
      description?:
        | { fr?: string | undefined; en?: string | undefined; de?: string | undefined; it?: string | undefined; es?: string | undefined }
        | undefined;
      photo?: string | null | undefined;
      durationMinutes?: number | null | undefined;
      /** False: sold at the desk alone. */
      online?: boolean | undefined;
      position?: number | undefined;
      /** Those to be sold, in this order. A rate that is left out is kept for what was sold at it, and sold no more. */
      rates: TicketingCreateOfferInputRate[];
    },
    TicketingGetOffer
  >;

  /** Changes the fields of an offer that are sent; null clears. A rate that is left out of `rates` is sold no more. */
  updateOffer: Mutation<
    {
      id: string;
      version?: number | undefined;
      kind?: 'show' | 'exhibition' | 'visit' | undefined;
      title?: TicketingCreateOfferInputTitle | undefined;
      description?:
        | { fr?: string | undefined; en?: string | undefined; de?: string | undefined; it?: string | undefined; es?: string | undefined }
        | undefined;
      photo?: string | null | undefined;
      durationMinutes?: number | null | undefined;
      /** False: sold at the desk alone. */
      online?: boolean | undefined;
      position?: number | undefined;
      /** Those to be sold, in this order. A rate that is left out is kept for what was sold at it, and sold no more. */
      rates?: TicketingCreateOfferInputRate[] | undefined;
    },
    TicketingGetOffer
  >;

  /** Takes an offer off sale for good and cancels its sessions to come, unless somebody has booked one. */
  deleteOffer: Mutation<{ id: string }, { id: string }>;

  /** Sessions by start, those that are cancelled too, with how full they are. */
  listSessions: Query<
    | {
        cursor?: string | undefined;
        limit?: number | undefined;
        offerId?: string | undefined;
        /** Starting then or later … */
        from?: Date | string | undefined;
        /** … and before. */
        to?: Date | string | undefined;
      }
    | undefined,
    { items: TicketingGetSession[]; nextCursor: string | null }
  >;

  /** One session. */
  getSession: Query<{ id: string }, TicketingGetSession>;

  /** Creates a session of an offer. */
  createSession: Mutation<
    {
      offerId: string;
      startsAt: Date | string;
      /** Left out: after as long as the offer says. */
      endsAt?: Date | string | undefined;
      /** Seats, held and booked ones included. Null: any number. */
      capacity?: number | null | undefined;
    },
    TicketingGetSession
  >;

  /** Creates sessions at the same times of the same days of the week; where the offer has one at that time, it stays. */
  createSessions: Mutation<
    {
      offerId: string;
      from: string;
      /** The last day; at most a year after the first. */
      to: string;
      /** ISO weekdays: 1 is Monday. */
      days?: number[] | undefined;
      /** When they begin, by the clocks of the establishment. */
      times: string[];
      /** Days without any. */
      except?: string[] | undefined;
      /** Left out: as long as the offer says. */
      durationMinutes?: number | undefined;
      /** Seats, held and booked ones included. Null: any number. */
      capacity?: number | null | undefined;
    },
    { created: TicketingGetSession[]; skipped: number }
  >;

  /** Moves a session, or changes how many may come: never fewer than have booked. */
  updateSession: Mutation<
    {
      id: string;
      version?: number | undefined;
      startsAt?: Date | string | undefined;
      /** Left out while the start moves: the session stays as long as it was. */
      endsAt?: Date | string | undefined;
      /** Seats, held and booked ones included. Null: any number. */
      capacity?: number | null | undefined;
    },
    TicketingGetSession
  >;

  /** Cancels a session for good, and its bookings with it: money paid by card goes back, and guests are told. */
  cancelSession: Mutation<CampaignsPauseCampaignInput, TicketingGetSession>;

  /** Takes away a session that nobody has ever booked. */
  deleteSession: Mutation<CampaignsPauseCampaignInput, { id: string }>;

  /** One page of the bookings of tickets, newest first; `search` finds customers and numbers by the beginnings of words. */
  bookingsList: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        status?: 'held' | 'confirmed' | 'cancelled' | undefined;
      }
    | undefined,
    { items: TicketingBookingsGet[]; total: number; page: number; pageSize: number }
  >;

  /** One booking with its tickets. */
  bookingsGet: Query<{ id: string }, TicketingBookingsGet>;

  /** Books tickets, paid at the desk and confirmed at once. */
  bookingsCreate: Mutation<
    {
      sessionId: string;
      lines: { rateId: string; quantity: number }[];
      customer: { name: string; email?: '' | string | null | undefined; phone?: string | null | undefined };
      language?: 'fr' | 'en' | 'de' | 'it' | 'es' | undefined;
    },
    TicketingBookingsGet
  >;

  /** Cancels a booking: its seats go back, its tickets are void, what was paid by card is paid back. */
  bookingsCancel: Mutation<{ id: string; reason?: string | undefined }, TicketingBookingsGet>;
};

export type UsersRouter = {
  /** One page of the members, by name. Who may see one establishment only finds those who have a role there. */
  list: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        role?: 'owner' | 'admin' | 'manager' | 'staff' | 'viewer' | undefined;
        siteId?: string | undefined;
        active?: boolean | undefined;
      }
    | undefined,
    { items: User[]; total: number; page: number; pageSize: number }
  >;

  /** One member of the organisation. */
  get: Query<{ id: string }, User>;

  /** Invites a person by mail: they become a member when they accept. The answer does not tell whether they have an account. */
  create: Mutation<
    UsersCreateInput,
    { email: string; siteId: string | null; roles: ('owner' | 'admin' | 'manager' | 'staff' | 'viewer')[]; expiresAt: Date }
  >;

  /** Changes the name of a person who belongs to this organisation alone; everybody else changes their own. */
  update: Mutation<TenantsUpdateInput, User>;

  /** Ends the membership at once. The person and their other organisations stay. */
  delete: Mutation<{ id: string }, User>;

  /** As `create`, and answers the link of the invite, once, to be handed over. */
  invite: Mutation<UsersCreateInput, { url: string | null; expiresAt: Date }>;

  /** Keeps the member out of this organisation, at once. */
  deactivate: Mutation<{ id: string }, User>;

  /** Lets a deactivated member in again. */
  reactivate: Mutation<{ id: string }, User>;

  /** Replaces the roles of a member. Nobody gives or takes roles above their own, or where they have none. */
  setRoles: Mutation<
    { id: string; assignments: { role: 'owner' | 'admin' | 'manager' | 'staff' | 'viewer'; siteId: string | null }[] },
    User
  >;

  /** The roles of a member in this organisation, with the establishments by name. */
  memberships: Query<
    { id: string },
    { role: 'owner' | 'admin' | 'manager' | 'staff' | 'viewer'; siteId: string | null; siteName: string | null }[]
  >;
};

export type VendorsRouter = {
  /** One page of the vendors, by name; `search` looks in name, mail address and shop id. Those that were merged away are not in it. */
  list: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        search?: string | undefined;
        type?: 'supplier' | 'manufacturer' | undefined;
        active?: boolean | undefined;
      }
    | undefined,
    { items: Vendor[]; total: number; page: number; pageSize: number }
  >;

  /** One vendor; of one that was merged away, `mergedInto` says which one stayed. */
  get: Query<{ id: string }, Vendor>;

  /** Creates a vendor. The pair of type and shop id is unique: suppliers and manufacturers of a shop are numbered apart. */
  create: Mutation<
    {
      name: string;
      type?: 'supplier' | 'manufacturer' | null | undefined;
      externalId?: string | null | undefined;
      email?: string | null | undefined;
      phone?: string | null | undefined;
      note?: string | null | undefined;
      data?: Record<string, unknown> | undefined;
    },
    Vendor
  >;

  /** Changes the fields of a vendor that are sent; null clears. `data` is merged by name and never replaced; null removes a name. */
  update: Mutation<
    {
      name?: string | undefined;
      type?: 'supplier' | 'manufacturer' | null | undefined;
      externalId?: string | null | undefined;
      email?: string | null | undefined;
      phone?: string | null | undefined;
      note?: string | null | undefined;
      data?: Record<string, unknown> | undefined;
      id: string;
      version?: number | undefined;
    },
    Vendor
  >;

  /** Deletes a vendor that no product names, or hands its products to `reassignTo` first. One that its shop still has comes back with the next synchronization: merge it instead. */
  delete: Mutation<{ id: string; reassignTo?: string | null | undefined }, { id: string }>;

  /** Makes one vendor of two: `intoId` stays and takes the products and what it did not know; the shop id of `fromId` leads to it from then on. `version` is that of the one that stays. */
  merge: Mutation<{ fromId: string; intoId: string; version?: number | undefined }, Vendor>;

  /** The vendors of a list as CSV (RFC 4180, UTF-8), up to 20000 of them. What a spreadsheet would calculate stands behind an apostrophe. Columns: id, name, type, externalId, active, email, phone, note, products. */
  exportCsv: Query<
    { search?: string | undefined; type?: 'supplier' | 'manufacturer' | undefined; active?: boolean | undefined } | undefined,
    { text: string; vendors: number }
  >;

  /** One page of the products that name the vendor as theirs, by name. */
  listProducts: Query<
    ClientsListNotesInput,
    {
      items: {
        id: string;
        name: string;
        reference: string | null;
        sku: string | null;
        externalId: string | null;
        purchasePriceCents: number | null;
        visible: boolean;
      }[];
      total: number;
      page: number;
      pageSize: number;
    }
  >;

  /** Makes the vendor the one a product is bought from, in place of another. */
  linkProduct: Mutation<VendorsLinkProduct, VendorsLinkProduct>;

  /** Leaves a product of the vendor without one. */
  unlinkProduct: Mutation<VendorsLinkProduct, VendorsLinkProduct>;

  /** A new address at which the vendor sees its products and their stock, in place of the earlier one. It is shown this once. */
  createPortalLink: Mutation<
    { id: string; ttlDays?: number | undefined; language?: 'fr' | 'en' | 'de' | 'es' | 'it' | null | undefined },
    { url: string; expiresAt: Date }
  >;

  /** Ends the link of the vendor to the portal. */
  revokePortalLink: Mutation<{ id: string }, { id: string }>;

  /** Mails the vendor, or `to`, a new link to the portal, in place of the earlier one. */
  sendPortalLink: Mutation<
    {
      id: string;
      ttlDays?: number | undefined;
      language?: 'fr' | 'en' | 'de' | 'es' | 'it' | null | undefined;
      to?: string | null | undefined;
    },
    { id: string; expiresAt: Date }
  >;
};

export type WebhooksRouter = {
  /** One page of the journal of the online shop’s events, newest first. */
  listLogs: Query<
    | {
        page?: number | undefined;
        pageSize?: number | undefined;
        entity?: 'customers' | 'products' | 'orders' | undefined;
        state?: 'received' | 'processing' | 'completed' | 'failed' | undefined;
        sessionId?: string | undefined;
        externalId?: string | undefined;
        from?: Date | string | undefined;
        to?: Date | string | undefined;
      }
    | undefined,
    { items: WebhooksGetLog[]; total: number; page: number; pageSize: number }
  >;

  /** One entry of the journal. */
  getLog: Query<{ id: string }, WebhooksGetLog>;

  /** How many events came in the last hours, what became of them, and how long that took. */
  getStats: Query<
    { hours?: number | undefined } | undefined,
    {
      since: Date;
      entities: {
        entity: 'customers' | 'products' | 'orders';
        counts: { received: number; processing: number; completed: number; failed: number };
        processed: number;
        meanMs: number | null;
        slowestMs: number | null;
        oldestWaitingAt: Date | null;
      }[];
    }
  >;

  /** Processes an event, or all of a request, once more, as events of their own in the journal. */
  replay: Mutation<{ logId: string } | { sessionId: string }, { accepted: number; sessionId: string }>;

  /** What to enter in the online shop: the address for each kind of record, and whether a secret is set. */
  getEndpoints: Query<
    Record<string, unknown> | undefined,
    { endpoints: { entity: 'customers' | 'products' | 'orders'; url: string }[]; secret: { canonical: boolean; older: boolean } }
  >;

  /** Draws a new secret and shows it this once. Of the online shop that tells the platform: the one before is accepted until the next rotation, or no more with `dropOld`. With `id`, of an endpoint that the platform tells: the one before signs too for `graceHours`. */
  rotateSecret: Mutation<
    { dropOld?: boolean | undefined; id?: string | undefined; graceHours?: number | undefined } | undefined,
    { secret: string }
  >;

  /** One page of the endpoints that are told of events, oldest first, without their secrets: of the establishment, or of the whole organisation. */
  list: Query<AccessControlListGatesInput | undefined, { items: Webhook[]; total: number; page: number; pageSize: number }>;

  /** One endpoint, without its secret. */
  get: Query<{ id: string }, Webhook>;

  /** Every type of event that an endpoint can ask for, and when it is sent. */
  eventTypes: Query<
    Record<string, unknown> | undefined,
    {
      type:
        | 'order.created'
        | 'order.updated'
        | 'order.accepted'
        | 'order.confirmed'
        | 'order.preparing'
        | 'order.ready'
        | 'order.shipped'
        | 'order.collected'
        | 'order.delivered'
        | 'order.returned'
        | 'order.rejected'
        | 'order.cancelled'
        | 'order.deleted'
        | 'order.payment_recorded'
        | 'order.refunded'
        | 'stock.changed'
        | 'products.changed'
        | 'invoice.issued'
        | 'invoice.paid'
        | 'invoice.credited'
        | 'client.created'
        | 'client.updated'
        | 'client.merged'
        | 'client.anonymized'
        | 'client.deleted'
        | 'sale.recorded'
        | 'sale.refunded'
        | 'sync_run.ended';
      summary: string;
    }[]
  >;

  /** Adds an endpoint that is told of events from now on. Its secret is shown this once. */
  create: Mutation<
    {
      name: string;
      description?: string | null | undefined;
      url: string;
      types?:
        | (
            | 'order.created'
            | 'order.updated'
            | 'order.accepted'
            | 'order.confirmed'
            | 'order.preparing'
            | 'order.ready'
            | 'order.shipped'
            | 'order.collected'
            | 'order.delivered'
            | 'order.returned'
            | 'order.rejected'
            | 'order.cancelled'
            | 'order.deleted'
            | 'order.payment_recorded'
            | 'order.refunded'
            | 'stock.changed'
            | 'products.changed'
            | 'invoice.issued'
            | 'invoice.paid'
            | 'invoice.credited'
            | 'client.created'
            | 'client.updated'
            | 'client.merged'
            | 'client.anonymized'
            | 'client.deleted'
            | 'sale.recorded'
            | 'sale.refunded'
            | 'sync_run.ended'
          )[]
        | null
        | undefined;
      enabled?: boolean | undefined;
    },
    {
      id: string;
      siteId: string | null;
      name: string;
      description: string | null;
      url: string;
      types:
        | (
            | 'order.created'
            | 'order.updated'
            | 'order.accepted'
            | 'order.confirmed'
            | 'order.preparing'
            | 'order.ready'
            | 'order.shipped'
            | 'order.collected'
            | 'order.delivered'
            | 'order.returned'
            | 'order.rejected'
            | 'order.cancelled'
            | 'order.deleted'
            | 'order.payment_recorded'
            | 'order.refunded'
            | 'stock.changed'
            | 'products.changed'
            | 'invoice.issued'
            | 'invoice.paid'
            | 'invoice.credited'
            | 'client.created'
            | 'client.updated'
            | 'client.merged'
            | 'client.anonymized'
            | 'client.deleted'
            | 'sale.recorded'
            | 'sale.refunded'
            | 'sync_run.ended'
          )[]
        | null;
      enabled: boolean;
      disabled: WebhookDisabled | null;
      failingSince: Date | null;
      secretsCount: number;
      createdAt: Date;
      updatedAt: Date;
      secret: string;
    }
  >;

  /** Changes the fields of an endpoint that are sent. To enable it forgets that it failed; a disabled one is told nothing, and nothing is kept for it. */
  update: Mutation<
    {
      name?: string | undefined;
      description?: string | null | undefined;
      url?: string | undefined;
      types?:
        | (
            | 'order.created'
            | 'order.updated'
            | 'order.accepted'
            | 'order.confirmed'
            | 'order.preparing'
            | 'order.ready'
            | 'order.shipped'
            | 'order.collected'
            | 'order.delivered'
            | 'order.returned'
            | 'order.rejected'
            | 'order.cancelled'
            | 'order.deleted'
            | 'order.payment_recorded'
            | 'order.refunded'
            | 'stock.changed'
            | 'products.changed'
            | 'invoice.issued'
            | 'invoice.paid'
            | 'invoice.credited'
            | 'client.created'
            | 'client.updated'
            | 'client.merged'
            | 'client.anonymized'
            | 'client.deleted'
            | 'sale.recorded'
            | 'sale.refunded'
            | 'sync_run.ended'
          )[]
        | null
        | undefined;
      enabled?: boolean | undefined;
      id: string;
    },
    Webhook
  >;

  /** Deletes an endpoint with its deliveries. What waits for it is not sent any more. */
  delete: Mutation<{ id: string }, Webhook>;

  /** Sends a signed `test.ping` to an endpoint, disabled or not, and tells what it answered. Ten a minute. */
  test: Mutation<
    { id: string },
    { delivered: boolean; status: number | null; error: string | null; answer: string | null; tookMs: number }
  >;

  /** What endpoints were told in the last 30 days, or will be, newest first, with what they answered last. */
  deliveries: Query<
    | {
        cursor?: string | undefined;
        limit?: number | undefined;
        endpointId?: string | undefined;
        type?:
          | 'order.created'
          | 'order.updated'
          | 'order.accepted'
          | 'order.confirmed'
          | 'order.preparing'
          | 'order.ready'
          | 'order.shipped'
          | 'order.collected'
          | 'order.delivered'
          | 'order.returned'
          | 'order.rejected'
          | 'order.cancelled'
          | 'order.deleted'
          | 'order.payment_recorded'
          | 'order.refunded'
          | 'stock.changed'
          | 'products.changed'
          | 'invoice.issued'
          | 'invoice.paid'
          | 'invoice.credited'
          | 'client.created'
          | 'client.updated'
          | 'client.merged'
          | 'client.anonymized'
          | 'client.deleted'
          | 'sale.recorded'
          | 'sale.refunded'
          | 'sync_run.ended'
          | undefined;
        state?: 'waiting' | 'delivered' | 'failed' | undefined;
        from?: Date | string | undefined;
        to?: Date | string | undefined;
      }
    | undefined,
    {
      items: {
        id: string;
        endpointId: string;
        eventId: string;
        type:
          | 'order.created'
          | 'order.updated'
          | 'order.accepted'
          | 'order.confirmed'
          | 'order.preparing'
          | 'order.ready'
          | 'order.shipped'
          | 'order.collected'
          | 'order.delivered'
          | 'order.returned'
          | 'order.rejected'
          | 'order.cancelled'
          | 'order.deleted'
          | 'order.payment_recorded'
          | 'order.refunded'
          | 'stock.changed'
          | 'products.changed'
          | 'invoice.issued'
          | 'invoice.paid'
          | 'invoice.credited'
          | 'client.created'
          | 'client.updated'
          | 'client.merged'
          | 'client.anonymized'
          | 'client.deleted'
          | 'sale.recorded'
          | 'sale.refunded'
          | 'sync_run.ended';
        siteId: string;
        state: 'waiting' | 'delivered' | 'failed';
        attempts: number;
        lastAttemptAt: Date | null;
        lastStatus: number | null;
        lastError: string | null;
        lastTookMs: number | null;
        lastAnswer: string | null;
        createdAt: Date;
      }[];
      nextCursor: string | null;
    }
  >;

  /** One delivery, with the body that is sent. */
  getDelivery: Query<
    { id: string },
    {
      id: string;
      endpointId: string;
      eventId: string;
      type:
        | 'order.created'
        | 'order.updated'
        | 'order.accepted'
        | 'order.confirmed'
        | 'order.preparing'
        | 'order.ready'
        | 'order.shipped'
        | 'order.collected'
        | 'order.delivered'
        | 'order.returned'
        | 'order.rejected'
        | 'order.cancelled'
        | 'order.deleted'
        | 'order.payment_recorded'
        | 'order.refunded'
        | 'stock.changed'
        | 'products.changed'
        | 'invoice.issued'
        | 'invoice.paid'
        | 'invoice.credited'
        | 'client.created'
        | 'client.updated'
        | 'client.merged'
        | 'client.anonymized'
        | 'client.deleted'
        | 'sale.recorded'
        | 'sale.refunded'
        | 'sync_run.ended';
      siteId: string;
      state: 'waiting' | 'delivered' | 'failed';
      attempts: number;
      lastAttemptAt: Date | null;
      lastStatus: number | null;
      lastError: string | null;
      lastTookMs: number | null;
      lastAnswer: string | null;
      createdAt: Date;
      body: string;
    }
  >;

  /** Sends an event once more, under its own id, with all its attempts; or all of an endpoint that failed since, a thousand in a call. */
  redeliver: Mutation<{ id: string } | { endpointId: string; since: Date | string }, { count: number; more: boolean }>;
};
