import { type AccessTables, makeMemoryScans } from './access/memory-scan-store.js';
import type { ApiKey } from './api-keys/api-key.js';
import { makeMemoryApiKeys } from './api-keys/memory-api-key-store.js';
import { makeMemoryAudit } from './audit/memory-audit-store.js';
import type { Campaign } from './campaigns/campaign.js';
import type { CampaignTag } from './campaigns/campaign-tag.js';
import { type CampaignTables, makeMemoryCampaigns } from './campaigns/memory-campaign-store.js';
import type { Category, Product } from './catalogue/item.js';
import { makeMemoryCatalogueViews } from './catalogue/memory-catalogue-views.js';
import { makeMemoryCategories } from './catalogue/memory-category-store.js';
import { makeMemoryProductStore } from './catalogue/memory-product-store.js';
import { makeMemoryProductViews } from './catalogue/memory-product-views.js';
import { makeMemoryCertificates } from './certificates/memory-certificate-store.js';
import { type ClientTables, makeMemoryClientStore } from './clients/memory-client-store.js';
import { makeMemoryClientViews } from './clients/memory-client-views.js';
import { type CouponTables, makeMemoryCoupons } from './coupons/memory-coupon-store.js';
import { makeMemorySiteGenerations } from './edge-routes/memory-site-generations.js';
import type { EmailTemplate } from './email-templates/email-template.js';
import { makeMemoryExport } from './export/memory-export.js';
import { makeMemoryGroups } from './groups/memory-group-store.js';
import type { VisitorGroup } from './groups/visitor-group.js';
import { type KbTables, makeMemoryKbArticles, makeMemoryKbCategories } from './helpdesk-kb/memory-kb-stores.js';
import { dropLinkedUser, type LinkedUserTables, makeMemoryLinkedUsers } from './identity/memory-linked-users.js';
import { makeMemoryMembers } from './identity/memory-member-store.js';
import { makeMemoryOneTimeTokens } from './identity/memory-one-time-token-store.js';
import { makeMemorySessions } from './identity/memory-session-store.js';
import { makeMemoryThrottles } from './identity/memory-throttle-store.js';
import { makeMemoryUsers } from './identity/memory-user-store.js';
import type { Session } from './identity/session.js';
import type { Member, User } from './identity/user.js';
import type { Invoice } from './invoices/invoice.js';
import { makeMemoryInvoices } from './invoices/memory-invoice-store.js';
import { makeMemoryJournal } from './journal/memory-journal-store.js';
import { makeMemoryKeyPaces } from './keyed/memory-key-pace-store.js';
import { type CrudTable, crudKey, rowsOfSite } from './kit/memory-crud-store.js';
import { type MakeTable, type MemoryTable, makeMemoryDatabase } from './kit/memory-database.js';
import { makeMemoryIdempotency } from './kit/memory-idempotency-store.js';
import { makeMemoryNamedRecords } from './kit/memory-named-records.js';
import { makeMemoryRateLimits } from './kit/memory-rate-limit-store.js';
import type { Scope } from './kit/scope.js';
import { makeMemorySyncLinks, type SyncLinkTables } from './links/memory-sync-links.js';
import { makeMemorySubscribers, type SubscriberTables } from './newsletter/memory-subscriber-store.js';
import { makeMemoryOrderDesk } from './orders/memory-order-desk.js';
import { makeMemoryOrders } from './orders/memory-order-store.js';
import type { Order, OrderEvent } from './orders/order.js';
import type { OrderNote } from './orders/order-note.js';
import { makeMemoryPasses, type PassTables } from './passes/memory-pass-store.js';
import { makeMemoryPayments } from './payments/memory-payment-store.js';
import { makeMemorySandbox } from './payments/memory-sandbox-store.js';
import { makeMemoryPhotos } from './photos/memory-photo-store.js';
import { makeMemoryPushQueue } from './push-queue/memory-push-queue.js';
import { makeMemoryRecurring } from './recurring-invoices/memory-recurring-store.js';
import type { RecurringInvoice } from './recurring-invoices/recurring-invoice.js';
import { makeMemoryReorder } from './reorder/memory-reorder.js';
import { makeMemorySales } from './sales/memory-sale-store.js';
import type { Sale } from './sales/sale.js';
import { makeMemoryScheduleRuns } from './scheduler/memory-schedule-run-store.js';
import { makeMemorySchedules, type ScheduleTables } from './scheduler/memory-schedule-store.js';
import { makeMemoryScheduleViews } from './scheduler/memory-schedule-views.js';
import { makeMemorySegmentMembers } from './segments/memory-audience.js';
import type { Segment } from './segments/segment.js';
import { isSettled, makeMemorySettlementStore, type SettlementTables } from './settlement/memory-settlement-store.js';
import { makeMemorySettlementViews } from './settlement/memory-settlement-views.js';
import { makeMemoryShippingMethods, makeMemoryShippingZones, type ShippingTables } from './shipping/memory-shipping-stores.js';
import { makeMemoryDriftReports } from './shop-sync/drift/memory-drift-reports.js';
import { makeMemoryQuarantine } from './shop-sync/memory-quarantine.js';
import { makeMemoryShopLinks } from './shop-sync/memory-shop-links.js';
import { makeMemorySyncRuns } from './shop-sync/memory-sync-runs.js';
import type { ShopSyncTables } from './shop-sync/site-rows.js';
import { makeMemoryPickupSlots } from './sites/memory-pickup-slot-store.js';
import { makeMemorySettings } from './sites/memory-settings-store.js';
import { dropSiteContents } from './sites/memory-site-contents.js';
import { makeMemorySites } from './sites/memory-site-store.js';
import type { Site } from './sites/site.js';
import { makeMemoryStock, type StockTables } from './stock/memory-stock-store.js';
import { makeMemoryStockViews } from './stock/memory-stock-views.js';
import type { Persistence, Stores, Views } from './stores.js';
import { makeMemoryTaxRates } from './tax-rates/memory-tax-rate-store.js';
import type { TaxRate } from './tax-rates/tax-rate.js';
import { makeMemoryTenantSettings, makeMemoryTenants } from './tenants/memory-tenant-store.js';
import type { Tenant } from './tenants/tenant.js';
import { makeMemoryOffers } from './ticketing/memory-offers.js';
import { makeMemoryTicketSessions } from './ticketing/memory-ticket-sessions.js';
import { makeMemoryTickets, type TicketingTables } from './ticketing/memory-ticket-store.js';
import { makeMemoryTill } from './till/memory-till-store.js';
import { makeMemoryVendorStore } from './vendors/memory-vendor-store.js';
import { makeMemoryVendorViews } from './vendors/memory-vendor-views.js';
import type { Vendor } from './vendors/vendor.js';
import { makeMemoryVhosts } from './vhosts/memory-vhost-store.js';
import { isHeardOf, makeMemoryWebhookEndpoints, type WebhookEndpointTables } from './webhook-endpoints/memory-webhook-endpoints.js';
import { makeMemoryWebhookLogs } from './webhooks/memory-webhook-logs.js';

/** The tables that several stores look into. */
interface SharedTables {
  readonly access: AccessTables;
  readonly apiKeys: MemoryTable<ApiKey>;
  readonly campaigns: Omit<CampaignTables, keyof SubscriberTables | 'refersWell'>;
  readonly campaignTags: CrudTable<CampaignTag>;
  readonly categories: CrudTable<Category>;
  readonly clients: ClientTables;
  readonly coupons: CouponTables;
  readonly invoices: MemoryTable<Invoice>;
  readonly emailTemplates: CrudTable<EmailTemplate>;
  readonly groups: CrudTable<VisitorGroup>;
  readonly items: CrudTable<Product>;
  readonly kb: KbTables;
  readonly linkedUsers: LinkedUserTables;
  readonly members: MemoryTable<Member>;
  readonly orders: MemoryTable<Order>;
  readonly passes: PassTables;
  readonly recurring: MemoryTable<RecurringInvoice>;
  readonly sales: MemoryTable<Sale>;
  readonly schedules: ScheduleTables;
  readonly segments: CrudTable<Segment>;
  readonly sessions: MemoryTable<Session>;
  readonly settings: MemoryTable<ReadonlyMap<string, unknown>>;
  readonly shipping: ShippingTables;
  readonly shopSync: ShopSyncTables;
  readonly sites: MemoryTable<Site>;
  readonly stock: StockTables;
  readonly taxRates: CrudTable<TaxRate>;
  readonly subscribers: SubscriberTables;
  readonly syncLinks: SyncLinkTables;
  readonly tenantSettings: MemoryTable<ReadonlyMap<string, unknown>>;
  readonly tenants: MemoryTable<Tenant>;
  readonly ticketing: TicketingTables;
  readonly users: MemoryTable<User>;
  readonly vendors: CrudTable<Vendor>;
  readonly webhookEndpoints: WebhookEndpointTables;
}

/**
 * Every store without a database: for tests, demonstrations and hosts that keep nothing. Gone when the process ends.
 * @public
 */
export function makeMemoryPersistence(): Persistence {
  const { stores, transact } = makeMemoryDatabase(makeStores);
  return {
    transact: (scope, work) => transact(scope, ({ writes, views }) => work(writes, views)),
    views: stores.views,
  };
}

function makeStores(table: MakeTable): { writes: Stores; views: Views } {
  const tables: SharedTables = {
    access: { scans: table(), scanCounts: table(), manualCounts: table(), gates: table() },
    apiKeys: table(),
    campaigns: { campaigns: table(), contents: table(), recipients: table() },
    campaignTags: table(),
    categories: table(),
    clients: { clients: table(), events: table(), notes: table() },
    coupons: { coupons: table(), redemptions: table() },
    invoices: table(),
    emailTemplates: table(),
    groups: table(),
    items: table(),
    kb: { articles: table(), categories: table(), articleSlugs: table(), categorySlugs: table() },
    linkedUsers: { dormantUsers: table(), clientUsers: table() },
    members: table(),
    orders: table(),
    passes: { passes: table(), uses: table() },
    recurring: table(),
    sales: table(),
    schedules: { schedules: table(), runs: table() },
    segments: table(),
    sessions: table(),
    settings: table(),
    shipping: { zones: table(), methods: table() },
    shopSync: { drift: table(), links: table(), quarantine: table(), runs: table() },
    sites: table(),
    stock: { actions: table(), levels: table() },
    taxRates: table(),
    subscribers: { subscribers: table(), suppressions: table() },
    syncLinks: { links: table(), deliveries: table(), calls: table(), movements: table() },
    tenantSettings: table(),
    tenants: table(),
    ticketing: { offers: table(), sessions: table(), bookings: table(), tickets: table() },
    users: table(),
    vendors: table(),
    webhookEndpoints: { endpoints: table(), deliveries: table() },
  };
  const pickupSlots = makeMemoryPickupSlots(table());
  const rateLimits = makeMemoryRateLimits(table());
  const orderTables = {
    orders: tables.orders,
    events: table<readonly OrderEvent[]>(),
    counters: table<number>(),
    notes: table<readonly OrderNote[]>(),
  };
  const orderDesk = makeMemoryOrderDesk(orderTables);
  const sites = makeMemorySites({
    sites: tables.sites,
    inUse: (siteId) =>
      [
        ...tables.orders.values(),
        ...tables.sales.values(),
        ...tables.invoices.values(),
        ...tables.access.scans.values(),
        ...tables.passes.uses.values(),
      ].some((record) => record.siteId === siteId),
    dropContents: (scope) => dropSiteContents(tables, scope),
  });
  const settlementTables: SettlementTables = {
    recorded: table(),
    refunds: table(),
    parcels: table(),
    returns: table(),
    orders: tables.orders,
    payments: table(),
  };
  const hasSettlement = (scope: Scope, orderId: string) =>
    isSettled(settlementTables, scope, orderId) || tables.ticketing.bookings.get(orderId) !== undefined;
  const orders = makeMemoryOrders(orderTables, {
    ...{ pickupSlots: pickupSlots.store, rateLimits, hasSettlement },
    isHeard: (scope) => isHeardOf(tables.webhookEndpoints.endpoints, scope),
  });
  const passes = makeMemoryPasses(tables.passes);
  const payments = makeMemoryPayments(settlementTables);
  const settings = makeMemorySettings(tables.settings);
  const apiKeys = makeMemoryApiKeys({ ...tables, uses: table() });
  const audit = makeMemoryAudit(table());
  const certificates = makeMemoryCertificates({ records: table(), orders: table(), challenges: table() });
  const coupons = makeMemoryCoupons(tables.coupons);
  const groups = makeMemoryGroups(tables.groups, (scope, id) => tables.ticketing.sessions.get(crudKey(scope, id)) !== undefined);
  const kbArticles = makeMemoryKbArticles(tables.kb);
  const kbCategories = makeMemoryKbCategories(tables.kb);
  const invoices = makeMemoryInvoices({ ...tables, payments: table(), series: table(), links: table() });
  const journal = makeMemoryJournal({ entries: table(), heads: table() });
  const linkedUsers = makeMemoryLinkedUsers({ ...tables.linkedUsers, users: tables.users, clients: tables.clients.clients });
  const members = makeMemoryMembers(tables);
  const recurring = makeMemoryRecurring({ recurring: tables.recurring, runs: table() });
  const quarantine = makeMemoryQuarantine(tables.shopSync.quarantine);
  const sales = makeMemorySales(tables.sales);
  const till = makeMemoryTill(
    { registers: table(), shifts: table(), movements: table(), copies: table(), archives: table() },
    { sales: tables.sales, sites: tables.sites, settings: settings.store },
  );
  const pushQueue = makeMemoryPushQueue({ jobs: table(), names: table(), dead: table(), workers: table() });
  const sessions = makeMemorySessions(tables);
  const shippingMethods = makeMemoryShippingMethods(tables.shipping);
  const shippingZones = makeMemoryShippingZones(tables.shipping);
  const driftReports = makeMemoryDriftReports(tables.shopSync.drift);
  const shopLinks = makeMemoryShopLinks(tables.shopSync.links);
  const syncLinks = makeMemorySyncLinks(tables.syncLinks, ({ tenantId, siteId }) => tables.sites.get(siteId)?.tenantId === tenantId);
  const syncRuns = makeMemorySyncRuns(tables.shopSync.runs);
  const scans = makeMemoryScans({ ...tables.access, ...tables.ticketing, settings: tables.settings });
  const accessGates = makeMemoryNamedRecords(tables.access.gates);
  const siteGenerations = makeMemorySiteGenerations(table());
  const taxRates = makeMemoryTaxRates(tables.taxRates);
  const tenants = makeMemoryTenants(tables.tenants, tables);
  const offers = makeMemoryOffers(tables.ticketing);
  const ticketSessions = makeMemoryTicketSessions(tables.ticketing);
  const tickets = makeMemoryTickets(tables.ticketing, tables.orders);
  const vhosts = makeMemoryVhosts({ vhosts: table(), leases: table() });
  const webhookEndpoints = makeMemoryWebhookEndpoints(tables.webhookEndpoints, ({ tenantId, siteId }) =>
    siteId === null ? tables.tenants.get(tenantId) !== undefined : tables.sites.get(siteId)?.tenantId === tenantId,
  );
  const webhookLogs = makeMemoryWebhookLogs({ logs: table(), turns: table(), paces: table() });
  const reorder = makeMemoryReorder({ suggestions: table(), stock: tables.stock, items: tables.items });
  const subscribers = makeMemorySubscribers(tables.subscribers);
  const inCampaigns = (scope: Scope, key: 'templateId' | 'segmentId', id: string) =>
    rowsOfSite(tables.campaigns.campaigns, scope).some((campaign) => campaign[key] === id);
  const emailTemplates = makeMemoryNamedRecords(tables.emailTemplates, (scope, id) => inCampaigns(scope, 'templateId', id));
  const segments = makeMemoryNamedRecords(tables.segments, (scope, id) => inCampaigns(scope, 'segmentId', id));
  const campaignTags = makeMemoryNamedRecords(tables.campaignTags);
  const refersWell = (scope: Scope, { templateId, segmentId }: Campaign) =>
    tables.emailTemplates.get(crudKey(scope, templateId)) !== undefined &&
    (segmentId === null || tables.segments.get(crudKey(scope, segmentId)) !== undefined);
  const audience = { ...tables, ...tables.subscribers, clients: tables.clients.clients };
  const campaigns = makeMemoryCampaigns({ ...tables.campaigns, ...tables.subscribers, refersWell }, audience);
  const exported = makeMemoryExport({
    categories: tables.categories,
    items: tables.items,
    stock_levels: tables.stock.levels,
    stock_actions: tables.stock.actions,
    clients: tables.clients.clients,
    coupons: tables.coupons.coupons,
    orders: tables.orders,
    invoices: tables.invoices,
    sales: tables.sales,
    vendors: tables.vendors,
    offers: tables.ticketing.offers,
    ticket_sessions: tables.ticketing.sessions,
    bookings: tables.ticketing.bookings,
    tickets: tables.ticketing.tickets,
    visitor_groups: tables.groups,
    ...tables.passes,
  });
  const writes: Stores = {
    accessGates: accessGates.store,
    apiKeys: apiKeys.store,
    audit: audit.store,
    campaigns: campaigns.store,
    campaignTags: campaignTags.store,
    categories: makeMemoryCategories(tables),
    certificates: certificates.store,
    clients: makeMemoryClientStore(tables.clients, {
      inUse: (id) => refersToClient(tables, id),
      gone: (scope, id) => dropLinkedUser(tables.linkedUsers, scope, id),
    }),
    coupons: coupons.store,
    emailTemplates: emailTemplates.store,
    groups: groups.store,
    idempotency: makeMemoryIdempotency(table()),
    imports: exported.store,
    kbArticles: kbArticles.store,
    kbCategories: kbCategories.store,
    invoices: invoices.store,
    journal: journal.store,
    keyPaces: makeMemoryKeyPaces(rateLimits, tables.sites),
    linkedUsers: linkedUsers.store,
    members: members.store,
    offers: offers.store,
    oneTimeTokens: makeMemoryOneTimeTokens(table()),
    orderNotes: orderDesk.notes,
    orders: orders.store,
    passes: passes.store,
    payments: payments.store,
    photos: makeMemoryPhotos(table(), tables.items),
    pickupSlots: pickupSlots.store,
    products: makeMemoryProductStore(tables),
    pushQueue: pushQueue.store,
    quarantine: quarantine.store,
    rateLimits,
    recurringInvoices: recurring.store,
    reorder: reorder.store,
    sales: sales.store,
    sandbox: makeMemorySandbox(table()),
    scans: scans.store,
    scheduleRuns: makeMemoryScheduleRuns(tables.schedules),
    schedules: makeMemorySchedules(tables.schedules),
    segments: segments.store,
    sessions: sessions.store,
    settings: settings.store,
    shippingMethods: shippingMethods.store,
    shippingZones: shippingZones.store,
    settlement: makeMemorySettlementStore(settlementTables),
    driftReports: driftReports.store,
    shopLinks: shopLinks.store,
    siteGenerations: siteGenerations.store,
    sites: sites.store,
    stock: makeMemoryStock(tables.stock, tables.sites),
    taxRates: taxRates.store,
    subscribers: subscribers.store,
    syncLinks: syncLinks.store,
    syncRuns: syncRuns.store,
    tenants: tenants.store,
    tenantSettings: makeMemoryTenantSettings(tables.tenantSettings, tables.tenants),
    throttles: makeMemoryThrottles(table()),
    tickets: tickets.store,
    ticketSessions: ticketSessions.store,
    till: till.store,
    users: makeMemoryUsers({ users: tables.users, providerAccounts: table() }),
    vendors: makeMemoryVendorStore(tables),
    vhosts: vhosts.store,
    webhookEndpoints: webhookEndpoints.store,
    webhookLogs: webhookLogs.store,
  };
  const views: Views = {
    accessGates: accessGates.views,
    apiKeys: apiKeys.views,
    audit: audit.views,
    campaigns: campaigns.views,
    campaignTags: campaignTags.views,
    catalogue: makeMemoryCatalogueViews(tables),
    certificates: certificates.views,
    clients: makeMemoryClientViews(tables.clients, { orders: tables.orders.committed, invoices: tables.invoices.committed }),
    coupons: coupons.views,
    export: exported.views,
    kbArticles: kbArticles.views,
    kbCategories: kbCategories.views,
    invoices: invoices.views,
    journal: journal.views,
    emailTemplates: emailTemplates.views,
    groups: groups.views,
    linkedUsers: linkedUsers.views,
    members: members.views,
    offers: offers.views,
    orderDesk: orderDesk.views,
    orders: orders.views,
    passes: passes.views,
    payments: payments.views,
    pickupSlots: pickupSlots.views,
    principals: sessions.principals,
    products: makeMemoryProductViews(tables),
    quarantine: quarantine.views,
    recurringInvoices: recurring.views,
    reorder: reorder.views,
    sales: sales.views,
    scans: scans.views,
    schedules: makeMemoryScheduleViews(tables.schedules),
    pushQueue: pushQueue.views,
    segmentMembers: makeMemorySegmentMembers({
      ...audience,
      clients: tables.clients.clients.committed,
      subscribers: tables.subscribers.subscribers.committed,
      suppressions: tables.subscribers.suppressions.committed,
      orders: tables.orders.committed,
      items: tables.items.committed,
      invoices: tables.invoices.committed,
    }),
    segments: segments.views,
    sessions: sessions.views,
    settings: settings.views,
    shippingMethods: shippingMethods.views,
    shippingZones: shippingZones.views,
    settlement: makeMemorySettlementViews(settlementTables),
    driftReports: driftReports.views,
    shopLinks: shopLinks.views,
    siteGenerations: siteGenerations.views,
    sites: sites.views,
    stock: makeMemoryStockViews(tables.stock, tables.items.committed, tables.orders.committed),
    taxRates: taxRates.views,
    subscribers: subscribers.views,
    syncLinks: syncLinks.views,
    syncRuns: syncRuns.views,
    tenants: tenants.views,
    tickets: tickets.views,
    ticketSessions: ticketSessions.views,
    till: till.views,
    vendors: makeMemoryVendorViews(tables),
    vhosts: vhosts.views,
    webhookEndpoints: webhookEndpoints.views,
    webhookLogs: webhookLogs.views,
  };
  return { writes, views };
}

/** As the foreign keys of a database have it. */
function refersToClient({ orders, invoices, recurring }: Pick<SharedTables, 'orders' | 'invoices' | 'recurring'>, id: string): boolean {
  return (
    [...orders.values()].some(({ clientId }) => clientId === id) ||
    [...invoices.values()].some(({ buyer }) => buyer.clientId === id) ||
    [...recurring.values()].some(({ content }) => content.clientId === id)
  );
}
