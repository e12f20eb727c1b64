import { exerciseAccessService } from './access-service.suite.js';
import { exerciseApiKeyStore } from './api-key-store.suite.js';
import { exerciseAuditStore } from './audit-store.suite.js';
import { exerciseBookings } from './bookings.suite.js';
import { exerciseCampaignStore } from './campaign-store.suite.js';
import { exerciseCatalogueViews } from './catalogue-views.suite.js';
import { exerciseCertificateStore } from './certificate-store.suite.js';
import { exerciseClientSales } from './client-sales.suite.js';
import { exerciseClientStore } from './client-store.suite.js';
import { exerciseCouponOrders } from './coupon-orders.suite.js';
import { exerciseCouponStore } from './coupon-store.suite.js';
import { exerciseCrudStore } from './crud-store.suite.js';
import { exerciseGuestStores } from './guest-stores.suite.js';
import { exerciseIdempotencyStore } from './idempotency-store.suite.js';
import { exerciseInvoiceStore } from './invoice-store.suite.js';
import { exerciseJournalStore } from './journal-store.suite.js';
import { exerciseKbStores } from './kb-stores.suite.js';
import { exerciseKeyPaceStore } from './key-pace-store.suite.js';
import { exerciseMemberStore } from './member-store.suite.js';
import { exerciseOneTimeTokenStore } from './one-time-token-store.suite.js';
import { exerciseOrderDesk } from './order-desk.suite.js';
import { exerciseOrderInvoices } from './order-invoices.suite.js';
import { exerciseOrderLife } from './order-life.suite.js';
import { exerciseOrderStore } from './order-store.suite.js';
import { exerciseOrderTallies } from './order-tallies.suite.js';
import { exercisePaymentStore } from './payment-store.suite.js';
import { exercisePaymentWork } from './payment-work.suite.js';
import { exercisePhotoStore } from './photo-store.suite.js';
import { exercisePickupSlotStore } from './pickup-slot-store.suite.js';
import { exercisePrincipalViews } from './principal-views.suite.js';
import { exerciseProductStore } from './product-store.suite.js';
import { exerciseProductsService } from './products-service.suite.js';
import { exercisePushQueueStore } from './push-queue-store.suite.js';
import { exerciseRateLimitStore } from './rate-limit-store.suite.js';
import { exerciseRecurringInvoiceStore } from './recurring-invoice-store.suite.js';
import { exerciseReorder } from './reorder.suite.js';
import { exerciseSaleStore } from './sale-store.suite.js';
import { exerciseSandboxStore } from './sandbox-store.suite.js';
import { exerciseScanStore } from './scan-store.suite.js';
import { exerciseScheduleRunStore } from './schedule-run-store.suite.js';
import { exerciseScheduleStore } from './schedule-store.suite.js';
import { exerciseSegments } from './segment.suite.js';
import { exerciseSessionStore } from './session-store.suite.js';
import { exerciseSettingsStore } from './settings-store.suite.js';
import { exerciseSettlementStore } from './settlement-store.suite.js';
import { exerciseShippingStores } from './shipping-stores.suite.js';
import { exerciseShopCustomers } from './shop-customers.suite.js';
import { exerciseShopOrders } from './shop-orders.suite.js';
import { exerciseShopProducts } from './shop-products.suite.js';
import { exerciseShopSyncStores } from './shop-sync-stores.suite.js';
import { exerciseSiteGenerations } from './site-generations.suite.js';
import { exerciseSiteStore } from './site-store.suite.js';
import { exerciseStockLedger } from './stock-ledger.suite.js';
import { exerciseStockStore } from './stock-store.suite.js';
import { exerciseStockViews } from './stock-views.suite.js';
import { exerciseSubscriberStore } from './subscriber-store.suite.js';
import type { ExercisePort, Open, Opened } from './suite.js';
import { exerciseSyncLinks } from './sync-links.suite.js';
import { exerciseTaxRateStore } from './tax-rate-store.suite.js';
import { exerciseTenancy } from './tenancy.suite.js';
import { exerciseTenantSettingsStore } from './tenant-settings-store.suite.js';
import { exerciseTenantStore } from './tenant-store.suite.js';
import { exerciseThrottleStore } from './throttle-store.suite.js';
import { exerciseTicketingStores } from './ticketing-stores.suite.js';
import { exerciseTillStore } from './till-store.suite.js';
import { exerciseTransact } from './transact.suite.js';
import { exerciseUserStore } from './user-store.suite.js';
import { exerciseVendorStore } from './vendor-store.suite.js';
import { exerciseVhostStore } from './vhost-store.suite.js';
import { exerciseWebhookEndpoints } from './webhook-endpoints.suite.js';
import { exerciseWebhookLogs } from './webhook-logs.suite.js';

/** What any persistence must do: one line per port. */
const SUITES: readonly ExercisePort[] = [
  exerciseAccessService,
  exerciseApiKeyStore,
  exerciseAuditStore,
  exerciseBookings,
  exerciseCampaignStore,
  exerciseCatalogueViews,
  exerciseCertificateStore,
  exerciseClientSales,
  exerciseClientStore,
  exerciseCouponOrders,
  exerciseCouponStore,
  exerciseCrudStore,
  exerciseGuestStores,
  exerciseIdempotencyStore,
  exerciseKbStores,
  exerciseInvoiceStore,
  exerciseKeyPaceStore,
  exerciseMemberStore,
  exerciseOneTimeTokenStore,
  exerciseOrderDesk,
  exerciseOrderInvoices,
  exerciseOrderLife,
  exerciseOrderStore,
  exerciseOrderTallies,
  exercisePaymentStore,
  exercisePaymentWork,
  exercisePhotoStore,
  exercisePickupSlotStore,
  exercisePrincipalViews,
  exerciseProductStore,
  exerciseShopProducts,
  exerciseProductsService,
  exercisePushQueueStore,
  exerciseRateLimitStore,
  exerciseRecurringInvoiceStore,
  exerciseReorder,
  exerciseSandboxStore,
  exerciseJournalStore,
  exerciseSaleStore,
  exerciseScanStore,
  exerciseScheduleRunStore,
  exerciseScheduleStore,
  exerciseSegments,
  exerciseSessionStore,
  exerciseSettingsStore,
  exerciseShippingStores,
  exerciseShopCustomers,
  exerciseShopOrders,
  exerciseSettlementStore,
  exerciseShopSyncStores,
  exerciseSyncLinks,
  exerciseWebhookEndpoints,
  exerciseSiteGenerations,
  exerciseSiteStore,
  exerciseStockLedger,
  exerciseStockStore,
  exerciseStockViews,
  exerciseTaxRateStore,
  exerciseSubscriberStore,
  exerciseTenancy,
  exerciseTenantSettingsStore,
  exerciseTenantStore,
  exerciseThrottleStore,
  exerciseTicketingStores,
  exerciseTillStore,
  exerciseTransact,
  exerciseUserStore,
  exerciseVendorStore,
  exerciseVhostStore,
  exerciseWebhookLogs,
];

/** Runs every suite on one persistence, which is opened once, when the first suite starts. */
export function exerciseEveryPort(name: string, open: Open): void {
  describe(`persistence: ${name}`, () => {
    let opening: Promise<Opened> | null = null;
    const openOnce: Open = async () => {
      opening ??= open();
      const { persistence } = await opening;
      return { persistence, close: async () => undefined };
    };
    after(async () => (await opening)?.close());
    for (const exercise of SUITES) exercise(name, openOnce);
  });
}
