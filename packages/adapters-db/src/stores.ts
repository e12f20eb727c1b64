import { lazily } from '@comptoir/core/kit/lazily.js';
import type { Stores, Views } from '@comptoir/core/stores.js';
import { ACCESS_GATES } from './access/access-tables.js';
import { makeKyselyScans } from './access/kysely-scan-store.js';
import { makeKyselyScanViews } from './access/kysely-scan-views.js';
import { makeKyselyApiKeys, makeKyselyApiKeyViews } from './api-keys/kysely-api-key-store.js';
import { makeKyselyAudit, makeKyselyAuditViews } from './audit/kysely-audit-store.js';
import { makeKyselyCampaigns } from './campaigns/kysely-campaign-store.js';
import { makeKyselyCampaignViews } from './campaigns/kysely-campaign-views.js';
import { CAMPAIGN_TAGS, EMAIL_TEMPLATES } from './campaigns/named-marketing.js';
import { makeKyselyCatalogueViews } from './catalogue/kysely-catalogue-views.js';
import { makeKyselyCategories } from './catalogue/kysely-category-store.js';
import { makeKyselyProductStore } from './catalogue/kysely-product-store.js';
import { makeKyselyProductViews } from './catalogue/kysely-product-views.js';
import { makeKyselyCertificates, makeKyselyCertificateViews } from './certificates/kysely-certificate-store.js';
import { makeKyselyClientStore } from './clients/kysely-client-store.js';
import { makeKyselyClientViews } from './clients/kysely-client-views.js';
import { makeKyselyCoupons } from './coupons/kysely-coupon-store.js';
import { makeKyselyCouponViews } from './coupons/kysely-coupon-views.js';
import { makeKyselySiteGenerations, makeKyselySiteGenerationViews } from './edge-routes/kysely-site-generations.js';
import { makeKyselyExportViews, makeKyselyImports } from './export/kysely-export.js';
import { makeKyselyGroups, makeKyselyGroupViews } from './groups/kysely-group-store.js';
import { makeKyselyKbArticles, makeKyselyKbArticleViews } from './helpdesk-kb/kysely-kb-articles.js';
import { makeKyselyKbCategories, makeKyselyKbCategoryViews } from './helpdesk-kb/kysely-kb-categories.js';
import { makeKyselyLinkedUsers, makeKyselyLinkedUserViews } from './identity/kysely-linked-users.js';
import { makeKyselyMembers } from './identity/kysely-member-store.js';
import { makeKyselyMemberViews } from './identity/kysely-member-views.js';
import { makeKyselyOneTimeTokens } from './identity/kysely-one-time-token-store.js';
import { makeKyselyPrincipals } from './identity/kysely-principal-views.js';
import { makeKyselySessions, makeKyselySessionViews } from './identity/kysely-session-store.js';
import { makeKyselyThrottles } from './identity/kysely-throttle-store.js';
import { makeKyselyUsers } from './identity/kysely-user-store.js';
import { makeKyselyInvoices } from './invoices/kysely-invoice-store.js';
import { makeKyselyInvoiceViews } from './invoices/kysely-invoice-views.js';
import { makeKyselyJournal, makeKyselyJournalViews } from './journal/kysely-journal-store.js';
import { makeKyselyKeyPaces } from './keyed/kysely-key-pace-store.js';
import type { Handle } from './kit/database-handle.js';
import { makeKyselyIdempotency } from './kit/kysely-idempotency-store.js';
import { makeKyselyNamedStore, makeKyselyNamedViews } from './kit/kysely-named-records.js';
import { makeKyselyRateLimits } from './kit/kysely-rate-limit-store.js';
import { makeKyselySyncLinkViews } from './links/kysely-sync-link-views.js';
import { makeKyselySyncLinks } from './links/kysely-sync-links.js';
import { makeKyselySubscribers, makeKyselySubscriberViews } from './newsletter/kysely-subscriber-store.js';
import { makeKyselyOrderDeskViews } from './orders/kysely-order-desk-views.js';
import { makeKyselyOrderNotes } from './orders/kysely-order-notes.js';
import { makeKyselyOrderStore } from './orders/kysely-order-store.js';
import { makeKyselyOrderViews } from './orders/kysely-order-views.js';
import { makeKyselyPasses, makeKyselyPassViews } from './passes/kysely-pass-store.js';
import { makeKyselyPayments, makeKyselyPaymentViews } from './payments/kysely-payment-store.js';
import { makeKyselySandbox } from './payments/kysely-sandbox-store.js';
import { makeKyselyPhotos } from './photos/kysely-photo-store.js';
import { makeKyselyPushQueue } from './push-queue/kysely-push-queue-store.js';
import { makeKyselyPushQueueViews } from './push-queue/kysely-push-queue-views.js';
import { makeKyselyRecurring, makeKyselyRecurringViews } from './recurring-invoices/kysely-recurring-store.js';
import { makeKyselyReorder, makeKyselyReorderViews } from './reorder/kysely-reorder.js';
import { makeKyselySales, makeKyselySaleViews } from './sales/kysely-sale-store.js';
import { makeKyselyScheduleRuns } from './scheduler/kysely-schedule-run-store.js';
import { makeKyselySchedules } from './scheduler/kysely-schedule-store.js';
import { makeKyselyScheduleViews } from './scheduler/kysely-schedule-views.js';
import { makeKyselySegmentMembers, SEGMENTS } from './segments/kysely-segments.js';
import { makeKyselySettlementStore } from './settlement/kysely-settlement-store.js';
import { makeKyselySettlementViews } from './settlement/kysely-settlement-views.js';
import {
  makeKyselyShippingMethods,
  makeKyselyShippingMethodViews,
  makeKyselyShippingZones,
  makeKyselyShippingZoneViews,
} from './shipping/kysely-shipping-stores.js';
import { makeKyselyDriftReports, makeKyselyDriftReportViews } from './shop-sync/kysely-drift-reports.js';
import { makeKyselyQuarantine, makeKyselyQuarantineViews } from './shop-sync/kysely-quarantine.js';
import { makeKyselyShopLinks, makeKyselyShopLinkViews } from './shop-sync/kysely-shop-links.js';
import { makeKyselySyncRuns, makeKyselySyncRunViews } from './shop-sync/kysely-sync-runs.js';
import { makeKyselyPickupSlots } from './sites/kysely-pickup-slot-store.js';
import { makeKyselySettings } from './sites/kysely-settings-store.js';
import { makeKyselySiteStore, makeKyselySiteViews } from './sites/kysely-site-store.js';
import { makeKyselyStock } from './stock/kysely-stock-store.js';
import { makeKyselyStockViews } from './stock/kysely-stock-views.js';
import { makeKyselyTaxRates, makeKyselyTaxRateViews } from './tax-rates/kysely-tax-rate-store.js';
import { makeKyselyTenantSettings } from './tenants/kysely-tenant-settings-store.js';
import { makeKyselyTenants, makeKyselyTenantViews } from './tenants/kysely-tenant-store.js';
import { makeKyselyOffers, makeKyselyOfferViews } from './ticketing/kysely-offers.js';
import { makeKyselyTicketSessions, makeKyselyTicketSessionViews } from './ticketing/kysely-ticket-sessions.js';
import { makeKyselyTickets } from './ticketing/kysely-ticket-store.js';
import { makeKyselyTicketViews } from './ticketing/kysely-ticket-views.js';
import { makeKyselyTill } from './till/kysely-till-store.js';
import { makeKyselyTillViews } from './till/kysely-till-views.js';
import { makeKyselyVendors } from './vendors/kysely-vendor-store.js';
import { makeKyselyVendorViews } from './vendors/kysely-vendor-views.js';
import { makeKyselyVhosts, makeKyselyVhostViews } from './vhosts/kysely-vhost-store.js';
import { makeKyselyWebhookEndpointViews } from './webhook-endpoints/kysely-webhook-endpoint-views.js';
import { makeKyselyWebhookEndpoints } from './webhook-endpoints/kysely-webhook-endpoints.js';
import { makeKyselyWebhookLogViews } from './webhooks/kysely-webhook-log-views.js';
import { makeKyselyWebhookLogs } from './webhooks/kysely-webhook-logs.js';

/** Every store, as a function of a connection: one line per port. A transaction makes those that it uses. */
export function makeKyselyStores(db: Handle): Stores {
  return lazily<Stores>({
    accessGates: () => makeKyselyNamedStore(db, ACCESS_GATES),
    apiKeys: () => makeKyselyApiKeys(db),
    audit: () => makeKyselyAudit(db),
    campaigns: () => makeKyselyCampaigns(db),
    campaignTags: () => makeKyselyNamedStore(db, CAMPAIGN_TAGS),
    categories: () => makeKyselyCategories(db),
    certificates: () => makeKyselyCertificates(db),
    clients: () => makeKyselyClientStore(db),
    coupons: () => makeKyselyCoupons(db),
    emailTemplates: () => makeKyselyNamedStore(db, EMAIL_TEMPLATES),
    groups: () => makeKyselyGroups(db),
    imports: () => makeKyselyImports(db),
    idempotency: () => makeKyselyIdempotency(db),
    kbArticles: () => makeKyselyKbArticles(db),
    kbCategories: () => makeKyselyKbCategories(db),
    invoices: () => makeKyselyInvoices(db),
    journal: () => makeKyselyJournal(db),
    keyPaces: () => makeKyselyKeyPaces(db),
    linkedUsers: () => makeKyselyLinkedUsers(db),
    members: () => makeKyselyMembers(db),
    offers: () => makeKyselyOffers(db),
    oneTimeTokens: () => makeKyselyOneTimeTokens(db),
    orderNotes: () => makeKyselyOrderNotes(db),
    orders: () => makeKyselyOrderStore(db),
    passes: () => makeKyselyPasses(db),
    payments: () => makeKyselyPayments(db),
    photos: () => makeKyselyPhotos(db),
    pickupSlots: () => makeKyselyPickupSlots(db),
    products: () => makeKyselyProductStore(db),
    pushQueue: () => makeKyselyPushQueue(db),
    quarantine: () => makeKyselyQuarantine(db),
    rateLimits: () => makeKyselyRateLimits(db),
    recurringInvoices: () => makeKyselyRecurring(db),
    reorder: () => makeKyselyReorder(db),
    sales: () => makeKyselySales(db),
    sandbox: () => makeKyselySandbox(db),
    scans: () => makeKyselyScans(db),
    scheduleRuns: () => makeKyselyScheduleRuns(db),
    schedules: () => makeKyselySchedules(db),
    segments: () => makeKyselyNamedStore(db, SEGMENTS),
    sessions: () => makeKyselySessions(db),
    settings: () => makeKyselySettings(db),
    shippingMethods: () => makeKyselyShippingMethods(db),
    shippingZones: () => makeKyselyShippingZones(db),
    settlement: () => makeKyselySettlementStore(db),
    driftReports: () => makeKyselyDriftReports(db),
    shopLinks: () => makeKyselyShopLinks(db),
    siteGenerations: () => makeKyselySiteGenerations(db),
    sites: () => makeKyselySiteStore(db),
    stock: () => makeKyselyStock(db),
    taxRates: () => makeKyselyTaxRates(db),
    subscribers: () => makeKyselySubscribers(db),
    syncLinks: () => makeKyselySyncLinks(db),
    syncRuns: () => makeKyselySyncRuns(db),
    tenantSettings: () => makeKyselyTenantSettings(db),
    tenants: () => makeKyselyTenants(db),
    throttles: () => makeKyselyThrottles(db),
    tickets: () => makeKyselyTickets(db),
    ticketSessions: () => makeKyselyTicketSessions(db),
    till: () => makeKyselyTill(db),
    users: () => makeKyselyUsers(db),
    vendors: () => makeKyselyVendors(db),
    vhosts: () => makeKyselyVhosts(db),
    webhookEndpoints: () => makeKyselyWebhookEndpoints(db),
    webhookLogs: () => makeKyselyWebhookLogs(db),
  });
}

export function makeKyselyViews(db: Handle): Views {
  return lazily<Views>({
    accessGates: () => makeKyselyNamedViews(db, ACCESS_GATES),
    apiKeys: () => makeKyselyApiKeyViews(db),
    audit: () => makeKyselyAuditViews(db),
    campaigns: () => makeKyselyCampaignViews(db),
    campaignTags: () => makeKyselyNamedViews(db, CAMPAIGN_TAGS),
    catalogue: () => makeKyselyCatalogueViews(db),
    certificates: () => makeKyselyCertificateViews(db),
    clients: () => makeKyselyClientViews(db),
    coupons: () => makeKyselyCouponViews(db),
    kbArticles: () => makeKyselyKbArticleViews(db),
    kbCategories: () => makeKyselyKbCategoryViews(db),
    invoices: () => makeKyselyInvoiceViews(db),
    emailTemplates: () => makeKyselyNamedViews(db, EMAIL_TEMPLATES),
    export: () => makeKyselyExportViews(db),
    groups: () => makeKyselyGroupViews(db),
    linkedUsers: () => makeKyselyLinkedUserViews(db),
    members: () => makeKyselyMemberViews(db),
    offers: () => makeKyselyOfferViews(db),
    orderDesk: () => makeKyselyOrderDeskViews(db),
    orders: () => makeKyselyOrderViews(db),
    passes: () => makeKyselyPassViews(db),
    payments: () => makeKyselyPaymentViews(db),
    pickupSlots: () => makeKyselyPickupSlots(db),
    principals: () => makeKyselyPrincipals(db),
    products: () => makeKyselyProductViews(db),
    quarantine: () => makeKyselyQuarantineViews(db),
    recurringInvoices: () => makeKyselyRecurringViews(db),
    journal: () => makeKyselyJournalViews(db),
    reorder: () => makeKyselyReorderViews(db),
    sales: () => makeKyselySaleViews(db),
    scans: () => makeKyselyScanViews(db),
    schedules: () => makeKyselyScheduleViews(db),
    pushQueue: () => makeKyselyPushQueueViews(db),
    segmentMembers: () => makeKyselySegmentMembers(db),
    segments: () => makeKyselyNamedViews(db, SEGMENTS),
    sessions: () => makeKyselySessionViews(db),
    settings: () => makeKyselySettings(db),
    shippingMethods: () => makeKyselyShippingMethodViews(db),
    shippingZones: () => makeKyselyShippingZoneViews(db),
    settlement: () => makeKyselySettlementViews(db),
    driftReports: () => makeKyselyDriftReportViews(db),
    shopLinks: () => makeKyselyShopLinkViews(db),
    siteGenerations: () => makeKyselySiteGenerationViews(db),
    sites: () => makeKyselySiteViews(db),
    stock: () => makeKyselyStockViews(db),
    taxRates: () => makeKyselyTaxRateViews(db),
    subscribers: () => makeKyselySubscriberViews(db),
    syncLinks: () => makeKyselySyncLinkViews(db),
    syncRuns: () => makeKyselySyncRunViews(db),
    tenants: () => makeKyselyTenantViews(db),
    tickets: () => makeKyselyTicketViews(db),
    ticketSessions: () => makeKyselyTicketSessionViews(db),
    till: () => makeKyselyTillViews(db),
    vendors: () => makeKyselyVendorViews(db),
    vhosts: () => makeKyselyVhostViews(db),
    webhookEndpoints: () => makeKyselyWebhookEndpointViews(db),
    webhookLogs: () => makeKyselyWebhookLogViews(db),
  });
}
