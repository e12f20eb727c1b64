import type { Migration } from 'kysely';
import * as foundation from './0001-foundation.js';
import * as identity from './0002-identity.js';
import * as till from './0003-till.js';
import * as payments from './0004-payments.js';
import * as sales from './0005-sales.js';
import * as photos from './0006-photos.js';
import * as pushQueue from './0007-push-queue.js';
import * as certificates from './0008-certificates.js';
import * as vhosts from './0009-vhosts.js';
import * as schedules from './0010-schedules.js';
import * as siteGenerations from './0011-site-generations.js';
import * as pushQueueCalls from './0012-push-queue-calls.js';
import * as registeredDomains from './0013-registered-domains.js';
import * as clients from './0014-clients.js';
import * as orderBook from './0015-order-book.js';
import * as referenceData from './0016-reference-data.js';
import * as helpDesk from './0017-help-desk.js';
import * as orderWork from './0018-order-work.js';
import * as orderSettlement from './0019-order-settlement.js';
import * as invoices from './0020-invoices.js';
import * as campaigns from './0021-campaigns.js';
import * as clientFigures from './0022-client-figures.js';
import * as shopSync from './0023-shop-sync.js';
import * as vendors from './0024-vendors.js';
import * as shopWebhooks from './0025-shop-webhooks.js';
import * as shopOrders from './0026-shop-orders.js';
import * as shopProducts from './0027-shop-products.js';
import * as journal from './0029-journal.js';
import * as forgottenQuotes from './0030-forgotten-quotes.js';
import * as ticketing from './0031-ticketing.js';
import * as access from './0032-access.js';
import * as groupsPasses from './0033-groups-passes.js';
import * as tills from './0034-till.js';
import * as links from './0035-links.js';
import * as shopSyncRest from './0036-shop-sync-rest.js';
import * as forgottenVisitors from './0037-forgotten-visitors.js';
import * as orderLists from './0038-order-lists.js';
import * as shopLinkKeys from './0039-shop-link-keys.js';
import * as queueClockFaults from './0040-queue-clock-faults.js';
import * as webhookEndpoints from './0041-webhook-endpoints.js';
import * as pushQueueOnePlan from './0042-push-queue-one-plan.js';

/** Every change of the schema, in order. A landed migration is never edited: what it made exists somewhere. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-foundation': foundation,
  '0002-identity': identity,
  '0003-till': till,
  '0004-payments': payments,
  '0005-sales': sales,
  '0006-photos': photos,
  '0007-push-queue': pushQueue,
  '0008-certificates': certificates,
  '0009-vhosts': vhosts,
  '0010-schedules': schedules,
  '0011-site-generations': siteGenerations,
  '0012-push-queue-calls': pushQueueCalls,
  '0013-registered-domains': registeredDomains,
  '0014-clients': clients,
  '0015-order-book': orderBook,
  '0016-reference-data': referenceData,
  '0017-help-desk': helpDesk,
  '0018-order-work': orderWork,
  '0019-order-settlement': orderSettlement,
  '0020-invoices': invoices,
  '0021-campaigns': campaigns,
  '0022-client-figures': clientFigures,
  '0023-shop-sync': shopSync,
  '0024-vendors': vendors,
  '0025-shop-webhooks': shopWebhooks,
  '0026-shop-orders': shopOrders,
  '0027-shop-products': shopProducts,
  '0029-journal': journal,
  '0030-forgotten-quotes': forgottenQuotes,
  '0031-ticketing': ticketing,
  '0032-access': access,
  '0033-groups-passes': groupsPasses,
  '0034-till': tills,
  '0035-links': links,
  '0036-shop-sync-rest': shopSyncRest,
  '0037-forgotten-visitors': forgottenVisitors,
  '0038-order-lists': orderLists,
  '0039-shop-link-keys': shopLinkKeys,
  '0040-queue-clock-faults': queueClockFaults,
  '0041-webhook-endpoints': webhookEndpoints,
  '0042-push-queue-one-plan': pushQueueOnePlan,
};
