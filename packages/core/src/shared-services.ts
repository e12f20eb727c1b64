import { type KnownKeys, makeKnownKeys } from './api-keys/known-keys.js';
import { makeUseCounter, type UseCounter } from './api-keys/use-counter.js';
import { campaignQueue } from './campaigns/campaign-queue.js';
import { makeCampaignWork } from './campaigns/campaign-work.js';
import { makeLetterOf } from './campaigns/letter-of.js';
import { type Menus, makeMenus } from './carte/menus.js';
import { type CertificatesService, makeCertificatesService } from './certificates/certificates-service.js';
import type { IdentifyService } from './identity/identify.js';
import { makeIdentifyService } from './identity/make-identify.js';
import { makeSessionUse } from './identity/session-use.js';
import { type KeyPace, makeKeyPace } from './keyed/key-pace.js';
import { DEVICE_RATE, KEYED_RATE } from './keyed/keyed-contract.js';
import { type Ids, makeIds } from './kit/ids.js';
import type { Post } from './kit/post.js';
import { makeSignals, type Signals } from './kit/signals.js';
import type { UnitOfWork } from './kit/unit-of-work.js';
import { makeDeliverEvent } from './links/deliver-event.js';
import { deliveryQueue } from './links/delivery-queue.js';
import type { PaymentProviders } from './payments/offered-payments.js';
import { type DeliveryCounters, makeDeliveryCounters } from './push-queue/delivery-counters.js';
import { type Dispatcher, makeDispatcher } from './push-queue/dispatcher.js';
import { mailQueue, makePost } from './push-queue/mail-queue.js';
import type { OwnQueue } from './push-queue/own-queue.js';
import { makeQueueBell, ringingAfterCommit } from './push-queue/queue-bell.js';
import { makeAfterImports } from './reorder/after-imports.js';
import { reorderQueue } from './reorder/reorder-queue.js';
import { makeReorderService } from './reorder/reorder-service.js';
import { makeRunCounts, type RunCounts } from './scheduler/run-counts.js';
import { makeTicker, type Ticker } from './scheduler/ticker.js';
import type { ServiceDeps } from './service-deps.js';
import { type DriftService, makeDriftService } from './shop-sync/drift/drift-service.js';
import { makeShopSyncService } from './shop-sync/make-shop-sync-service.js';
import type { ShopSyncService } from './shop-sync/shop-sync-service.js';
import { makeVhostsService, type VhostsService } from './vhosts/vhosts-service.js';
import { makeDeliverWebhook } from './webhook-endpoints/deliver-webhook.js';
import { tellingEndpoints } from './webhook-endpoints/tell-endpoints.js';
import { webhookQueue } from './webhook-endpoints/webhook-queue.js';
import { makeJournalRequests } from './webhooks/journal-requests.js';
import { makeProcessTurn } from './webhooks/process-turn.js';
import { shopWebhookQueue } from './webhooks/webhook-queue.js';
import { makeWebhookWaits, type WebhookWaits } from './webhooks/webhook-waits.js';

/** What services share, whether or not they take part in a transaction. */
export interface Shared {
  readonly deps: ServiceDeps;
  readonly ids: Ids;
  /** Waits and asks others, so never in a transaction of somebody else. */
  readonly certificates: CertificatesService;
  readonly menus: Menus;
  readonly knownKeys: KnownKeys;
  readonly keyUses: UseCounter;
  readonly keyPace: KeyPace;
  readonly devicePace: KeyPace;
  readonly identify: IdentifyService;
  readonly runCounts: RunCounts;
  readonly ticker: Ticker;
  readonly post: Post;
  readonly counters: DeliveryCounters;
  readonly dispatcher: Dispatcher;
  readonly ownQueues: readonly OwnQueue[];
  /** At once; those of a transaction wait for its commit. */
  readonly signals: Signals;
  readonly providers: PaymentProviders;
  /** Waits for shops, so never in a transaction of somebody else. */
  readonly shopDrift: DriftService;
  readonly shopSync: ShopSyncService;
  readonly vhosts: VhostsService;
  readonly webhookWaits: WebhookWaits;
  /** Shared by all who call at once, so never in a transaction of somebody else. */
  readonly journalRequest: ReturnType<typeof makeJournalRequests>;
}

/** Makes them, once for all transactions. `unitOfWork` opens one of its own for each call. */
export function makeShared(given: ServiceDeps, unitOfWork: UnitOfWork): Shared {
  const bell = makeQueueBell();
  const { views } = given.persistence;
  const { clock, logger } = given;
  const ids = makeIds(clock, given.crypto);
  const transact = tellingEndpoints(ringingAfterCommit(given.persistence.transact, bell), { clock, ids });
  const deps: ServiceDeps = { ...given, persistence: { transact, views } };
  const signals = makeSignals();
  const counters = makeDeliveryCounters();
  const runCounts = makeRunCounts();
  const certificates = makeCertificates(deps, ids);
  const letterOf = makeLetterOf({ ...deps, transact, views });
  const shopSync = makeShopSyncService({
    ...deps,
    ports: deps.shopSync,
    unitOfWork,
    views,
    ids,
  });
  const post = makePost({ clock, ids });
  const ownQueues = [
    mailQueue(deps.mailer, logger),
    campaignQueue(makeCampaignWork({ ...deps, transact, ids, letterOf })),
    reorderQueue(makeReorderService({ transact, clock })),
    shopEventsQueue(deps, ids, shopSync),
    deliveryQueue(makeDeliverEvent({ ...deps, transact, views })),
    webhookQueue(makeDeliverWebhook({ ...deps, transact, views, post })),
  ];
  return {
    deps,
    ids,
    certificates,
    menus: makeMenus(views.sites, views.catalogue),
    knownKeys: makeKnownKeys({ views, clock, signals }),
    keyUses: makeUseCounter({ transact, clock, logger }),
    keyPace: makeKeyPace({ transact, sites: views.sites, clock, policy: KEYED_RATE }),
    devicePace: makeKeyPace({ transact, sites: views.sites, clock, policy: DEVICE_RATE }),
    identify: makeIdentify(deps, signals),
    post,
    counters,
    dispatcher: makeDispatcher({ ...deps, transact, views, ids, counters, bell, ownQueues }),
    ownQueues,
    runCounts,
    ticker: makeTicker({ ...deps, transact, views, ids, signals, counts: runCounts }),
    signals,
    shopDrift: makeDriftService({ ...deps, gateways: deps.shopSync?.gateways ?? null, transact, views }),
    shopSync,
    vhosts: makeVhosts(deps, certificates, ids),
    webhookWaits: makeWebhookWaits(clock),
    journalRequest: makeJournalRequests({ transact, clock, ids }),
    providers: new Map(deps.paymentProviders.map((provider) => [provider.name, provider])),
  };
}

function shopEventsQueue(
  { persistence: { transact, views }, supplierRecalc, clock, logger }: ServiceDeps,
  ids: Ids,
  imports: ShopSyncService,
): OwnQueue {
  const afterwards = makeAfterImports({ transact, views, enabled: supplierRecalc, clock, ids, logger });
  return shopWebhookQueue(makeProcessTurn({ transact, views, imports, afterwards, clock, ids, logger }));
}

function makeCertificates(
  { persistence: { transact, views }, certificates, clock, crypto, logger }: ServiceDeps,
  ids: Ids,
): CertificatesService {
  return makeCertificatesService({ ...certificates, transact, views: views.certificates, clock, crypto, ids, logger });
}

/** Publishing waits for the web server, so it opens its transactions itself, also when it is called from inside one. */
function makeVhosts(
  { vhosts, persistence: { transact, views }, clock, logger }: ServiceDeps,
  certificates: CertificatesService,
  ids: Ids,
): VhostsService {
  return makeVhostsService({ ...vhosts, certificates, transact, views: views.vhosts, clock, ids, logger });
}

function makeIdentify({ persistence, signedTokens, clock, logger }: ServiceDeps, signals: Signals): IdentifyService {
  const sessionUse = makeSessionUse({ transact: persistence.transact, clock, logger });
  return makeIdentifyService({ views: persistence.views, signedTokens, sessionUse, clock, signals });
}
