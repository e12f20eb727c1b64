import type { AccessTables } from '../access/memory-scan-store.js';
import type { ApiKey } from '../api-keys/api-key.js';
import type { CampaignTag } from '../campaigns/campaign-tag.js';
import type { CampaignTables } from '../campaigns/memory-campaign-store.js';
import type { Category, Product } from '../catalogue/item.js';
import type { ClientTables } from '../clients/memory-client-store.js';
import type { CouponTables } from '../coupons/memory-coupon-store.js';
import type { EmailTemplate } from '../email-templates/email-template.js';
import type { VisitorGroup } from '../groups/visitor-group.js';
import type { KbTables } from '../helpdesk-kb/memory-kb-stores.js';
import { dropSlugsOfSite } from '../helpdesk-kb/memory-slugs.js';
import { dropLinkedUsers, type LinkedUserTables } from '../identity/memory-linked-users.js';
import type { Member } from '../identity/user.js';
import { type CrudTable, dropRowsOfSite } from '../kit/memory-crud-store.js';
import type { MemoryTable } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import type { SyncLinkTables } from '../links/memory-sync-links.js';
import type { SubscriberTables } from '../newsletter/memory-subscriber-store.js';
import type { PassTables } from '../passes/memory-pass-store.js';
import type { Segment } from '../segments/segment.js';
import type { ShippingTables } from '../shipping/memory-shipping-stores.js';
import type { ShopSyncTables } from '../shop-sync/site-rows.js';
import { dropStock, type StockTables } from '../stock/memory-stock-store.js';
import type { TaxRate } from '../tax-rates/tax-rate.js';
import type { TicketingTables } from '../ticketing/memory-ticket-store.js';
import type { Vendor } from '../vendors/vendor.js';
import { dropWebhookEndpoints, type WebhookEndpointTables } from '../webhook-endpoints/memory-webhook-endpoints.js';

export interface SiteContents {
  readonly access: Omit<AccessTables, 'scans'>;
  readonly apiKeys: MemoryTable<ApiKey>;
  readonly categories: CrudTable<Category>;
  readonly campaigns: Omit<CampaignTables, keyof SubscriberTables | 'refersWell'>;
  readonly campaignTags: CrudTable<CampaignTag>;
  readonly clients: ClientTables;
  readonly coupons: CouponTables;
  readonly emailTemplates: CrudTable<EmailTemplate>;
  readonly segments: CrudTable<Segment>;
  readonly subscribers: SubscriberTables;
  readonly groups: CrudTable<VisitorGroup>;
  readonly items: CrudTable<Product>;
  readonly kb: KbTables;
  readonly linkedUsers: LinkedUserTables;
  readonly members: MemoryTable<Member>;
  readonly passes: PassTables;
  readonly settings: MemoryTable<ReadonlyMap<string, unknown>>;
  readonly shipping: ShippingTables;
  readonly shopSync: ShopSyncTables;
  readonly stock: StockTables;
  readonly syncLinks: SyncLinkTables;
  readonly taxRates: CrudTable<TaxRate>;
  readonly ticketing: Pick<TicketingTables, 'offers' | 'sessions'>;
  readonly vendors: CrudTable<Vendor>;
  readonly webhookEndpoints: WebhookEndpointTables;
}

/** What a database deletes by its foreign keys when an establishment goes. */
export function dropSiteContents(contents: SiteContents, scope: Scope): void {
  const { apiKeys, categories, clients, items, members, settings, stock } = contents;
  const { tenantId, siteId } = scope;
  dropRowsOfSite(items, scope);
  dropRowsOfSite(categories, scope);
  dropLinkedUsers(contents.linkedUsers, scope);
  dropRowsOfSite(clients.clients, scope);
  dropRowsOfSite(clients.events, scope);
  dropRowsOfSite(clients.notes, scope);
  dropStock(stock, scope);
  dropRowsOfSite(contents.groups, scope);
  for (const table of Object.values(contents.passes)) dropAll(table, scope);
  dropReferenceData(contents, scope);
  dropMarketing(contents, scope);
  dropShopSync(contents, scope);
  dropAccess(contents, scope);
  dropRowsOfSite(contents.ticketing.sessions, scope);
  dropRowsOfSite(contents.ticketing.offers, scope);
  dropLinks(contents, scope);
  dropWebhookEndpoints(contents.webhookEndpoints, scope);
  settings.delete(`${tenantId} ${siteId}`);
  for (const key of [...apiKeys.values()]) {
    if (key.siteId === siteId) apiKeys.delete(key.id);
  }
  for (const member of [...members.values()]) {
    const assignments = member.assignments.filter((assignment) => assignment.siteId !== siteId);
    if (assignments.length < member.assignments.length) members.set(`${tenantId} ${member.userId}`, { ...member, assignments });
  }
}

function dropReferenceData({ coupons, kb, shipping, taxRates, vendors }: SiteContents, scope: Scope): void {
  dropRowsOfSite(coupons.redemptions, scope);
  dropRowsOfSite(coupons.coupons, scope);
  dropRowsOfSite(kb.articles, scope);
  dropRowsOfSite(kb.categories, scope);
  dropSlugsOfSite(kb.articleSlugs, scope);
  dropSlugsOfSite(kb.categorySlugs, scope);
  dropRowsOfSite(shipping.methods, scope);
  dropRowsOfSite(shipping.zones, scope);
  dropRowsOfSite(taxRates, scope);
  dropRowsOfSite(vendors, scope);
}

function dropMarketing({ campaigns, campaignTags, emailTemplates, segments, subscribers }: SiteContents, scope: Scope): void {
  const tables = [...Object.values(campaigns), campaignTags, emailTemplates, segments, ...Object.values(subscribers)];
  for (const table of tables) dropAll(table, scope);
}

function dropAccess({ access: { gates, manualCounts, scanCounts } }: SiteContents, scope: Scope): void {
  dropRowsOfSite(gates, scope);
  for (const table of [manualCounts, scanCounts]) dropOwned(table, scope);
}

function dropShopSync({ shopSync }: SiteContents, scope: Scope): void {
  for (const table of Object.values(shopSync)) dropOwned(table, scope);
}

function dropOwned(table: MemoryTable<Pick<Scope, 'tenantId' | 'siteId'>>, { tenantId, siteId }: Scope): void {
  for (const key of [...table.keys()]) {
    const kept = table.get(key);
    if (kept?.tenantId === tenantId && kept.siteId === siteId) table.delete(key);
  }
}

function dropLinks({ syncLinks: { links, deliveries, calls, movements } }: SiteContents, scope: Scope): void {
  dropAll(links, scope);
  dropAll(deliveries, scope);
  dropAll(calls, scope);
  dropAll(movements, scope);
}

function dropAll<Row>(table: CrudTable<Row>, { tenantId, siteId }: Scope): void {
  const prefix = `${tenantId} ${siteId} `;
  for (const key of [...table.keys()]) if (key.startsWith(prefix)) table.delete(key);
}
