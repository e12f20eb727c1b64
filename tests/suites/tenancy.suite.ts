import { randomUUID } from 'node:crypto';
import type { Product } from '@comptoir/core/catalogue/item.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { pickupOf, takeStep } from '@comptoir/core/orders/order.js';
import type { Persistence, Stores, Views } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import {
  aCategory,
  anEvent,
  anOrder,
  aProduct,
  aScope,
  aSite,
  type Establishment,
  establish,
  establishBeside,
  FIRST_PAGE,
  freshToken,
  minutesAfter,
  NOON,
  placeIn,
} from './builders.js';
import { aCampaign, aSegment, aSubscriber, aTag, aTemplate, aWish } from './campaign-builders.js';
import { aClient, aClientEvent, aClientNote } from './client-builders.js';
import { anEndpoint, aWebhookDelivery } from './endpoint-builders.js';
import { CALL, faceOf, RATE } from './face.js';
import { aGroup, aPass, aPassUse } from './guest-builders.js';
import { aDormantUser, aMember, anApiKey, anAuditEntry, joined, signedIn } from './identity-builders.js';
import { aDraft, anInvoice, anInvoicePayment, aPastInvoice, aRecurring, aTokenHash } from './invoice-builders.js';
import { aChain, SALES_CHAIN } from './journal-builders.js';
import { aDelivery, aMovement, aRememberedCall, aSyncLink } from './link-builders.js';
import { aPayment } from './payment-builders.js';
import { aCoupon, aKbCategory, aMethod, anArticle, aRedemption, aTaxRate, aTranslation, aZone } from './reference-builders.js';
import { aRefundDraft, aSaleDraft } from './sale-builders.js';
import { aCount, aGate, aScan, SCAN_HOUR } from './scan-builders.js';
import { aParcel, aRecordedPayment, aRecordedRefund, aReturn } from './settlement-builders.js';
import { aDriftReport } from './shop-product-builders.js';
import { aRefusal, aShopLink, aSyncRun } from './shop-sync-builders.js';
import { aForecast, aStockAction, aUnit } from './stock-builders.js';
import { describePort, type Open } from './suite.js';
import { aBooking, anOffer, aTicket, aTicketSession } from './ticket-builders.js';
import { aCashMovement, anArchive, aRegister, aReport, aShift } from './till-builders.js';
import { aVendor } from './vendor-builders.js';
import { aBatch, aClaim, anEventOfShop, aSuggestion } from './webhook-builders.js';

/** The ids of things that belong to somebody. */
interface Ids {
  readonly itemId: string;
  readonly campaignId: string;
  readonly templateId: string;
  readonly segmentId: string;
  readonly tagId: string;
  readonly subscriberId: string;
  readonly categoryId: string;
  readonly clientId: string;
  readonly invoiceId: string;
  readonly noteId: string;
  readonly recurringId: string;
  readonly orderId: string;
  readonly siteId: string;
  readonly userId: string;
  readonly keyId: string;
  readonly linkId: string;
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly webhookDeliveryId: string;
  readonly saleId: string;
  readonly registerId: string;
  readonly shiftId: string;
  readonly stockActionId: string;
  readonly syncRunId: string;
  readonly taxRateId: string;
  readonly couponId: string;
  readonly groupId: string;
  readonly passId: string;
  readonly zoneId: string;
  readonly methodId: string;
  readonly kbCategoryId: string;
  readonly articleId: string;
  readonly paymentId: string;
  readonly parcelId: string;
  readonly returnId: string;
  readonly vendorId: string;
  readonly webhookLogId: string;
  readonly sessionId: string;
  readonly gateId: string;
  readonly offerId: string;
  readonly ticketSessionId: string;
  readonly ticketId: string;
}

/** For methods that take no scope: reads by a public or unguessable id, and housekeeping. The suites of their ports exercise them. */
type NoScope = 'takes no scope';

type Call<Ports> = (ports: Ports, scope: Scope, ids: Ids) => Promise<unknown>;

/** For methods that act for a whole tenant: to them its other establishments are no strangers. */
interface OfTenant<Ports> {
  readonly ofTenant: Call<Ports>;
}

/** A call of every method of every port. A new port or method does not compile until it has its line here. */
type CallsOf<Ports> = {
  readonly [Port in keyof Ports]: {
    readonly [Method in keyof Ports[Port]]: Call<Ports> | OfTenant<Ports> | NoScope;
  };
};

/** What the victim's client is known by. */
const CLIENT_KEYS = { email: 'victime@example.org', externalId: 'PS-1', tags: ['vip'] } as const;

/** Has subscribed to the victim's newsletter. */
const READER = 'reader@example.test';
const WISH = aWish();

/** Codes of the victim's product. */
const CODES = { sku: 'GAL-1', barcode: '3017620422003', syncKey: 'galette', externalId: '77' };

/** What else names things of the victim's. */
const SHOP_NUMBER = '4711';
const VICTIMS_PERSON = 'victime-en-ligne@example.org';
const COUPON_CODE = 'VICTIME-10';
const BATCH = 'lot-de-la-victime';
const ARTICLE_SLUG = 'retours';
const CATEGORY_SLUG = 'livraison';
/** Under way at noon. */
const VICTIMS_RUN = aSyncRun();
/** What the victim's vendor is called in its shop, and another pair of the same number. */
const SUPPLIER = { type: 'supplier', externalId: '12' } as const;
const MAKER = { type: 'manufacturer', externalId: '12' } as const;
/** Of the victim's parcel. */
const TRACKING_NUMBER = '6A0';

/** Of the victim's ticket. */
const CODE = aTicket(aScope()).code;

/** One of the victim's scans has its gate and its nonce. */
const SCAN = aScan(aScope(), { id: randomUUID() });
/** Of the victim's pass. */
const PASS_CODE = aPass().code;
/** An entry with it. */
const PASS_USE = randomUUID();
/** Of the victim's register. */
const VICTIMS_TILL = 'Caisse de la victime';

const FIRST_TURN = { entity: 'orders', number: 1 } as const;
const TURN_TOKEN = randomUUID();
const A_PACE = { level: 1, at: NOON, strikes: 0, waitUntil: null };

const STORE_CALLS: CallsOf<Stores> = {
  accessGates: {
    create: async ({ accessGates }, scope) => (await accessGates.create(scope, aGate())).name,
    change: ({ accessGates }, scope, { gateId }) => accessGates.change(scope, gateId, (gate) => ({ ...gate, reentry: false })),
    delete: ({ accessGates }, scope, { gateId }) => accessGates.delete(scope, gateId),
  },
  scans: {
    scene: ({ scans }, scope, { ticketId, ticketSessionId }) =>
      scans.scene(scope, { gate: SCAN.gate, nonce: SCAN.nonce, holderId: ticketId, sessionId: ticketSessionId, since: null }),
    byNonce: ({ scans }, scope) => scans.byNonce(scope, SCAN.gate, SCAN.nonce),
    add: async ({ scans }, scope) => (await scans.add(scope, { ...SCAN, id: randomUUID() }, SCAN_HOUR))?.length,
    annul: ({ scans }, scope) => scans.annul(scope, SCAN, SCAN_HOUR, NOON),
    presence: ({ scans }, scope, { ticketId }) => scans.presence(scope, ticketId),
    count: ({ scans }, scope) => scans.count(scope, aCount(scope)),
  },
  campaigns: {
    create: ({ campaigns }, scope, { templateId }) => campaigns.create(scope, aCampaign({ templateId })),
    createPast: ({ campaigns }, scope, { templateId }) => campaigns.createPast(scope, aCampaign({ templateId }), [], []),
    change: ({ campaigns }, scope, { campaignId }) => campaigns.change(scope, campaignId, (before) => ({ ...before, name: 'Volée' })),
    remove: ({ campaigns }, scope, { campaignId }) => campaigns.remove(scope, campaignId),
    freeze: ({ campaigns }, scope, { campaignId }) => campaigns.freeze(scope, campaignId, [], null, NOON),
    claim: ({ campaigns }, scope, { campaignId }) => campaigns.claim(scope, campaignId, 1, WISH, NOON),
    settle: ({ campaigns }, scope, { campaignId }) =>
      campaigns.settle(scope, campaignId, WISH.token, [{ address: READER, state: 'sent', reason: null, tries: 0, dueAt: NOON }], NOON),
    giveUp: ({ campaigns }, scope, { campaignId }) => campaigns.giveUp(scope, campaignId, NOON),
    noteUnsubscribed: ({ campaigns }, scope, { campaignId }) => campaigns.noteUnsubscribed(scope, campaignId, READER, NOON),
    forgetClient: ({ campaigns }, scope, { clientId }) => campaigns.forgetClient(scope, clientId, READER, NOON),
    moveClient: ({ campaigns }, scope, { clientId }) => campaigns.moveClient(scope, clientId, randomUUID()),
  },
  campaignTags: {
    create: async ({ campaignTags }, scope) => (await campaignTags.create(scope, aTag({ name: 'Volée' }))).name,
    change: ({ campaignTags }, scope, { tagId }) => campaignTags.change(scope, tagId, (before) => ({ ...before, name: 'Volée' })),
    delete: ({ campaignTags }, scope, { tagId }) => campaignTags.delete(scope, tagId),
  },
  emailTemplates: {
    create: async ({ emailTemplates }, scope) => (await emailTemplates.create(scope, aTemplate({ name: 'Volée' }))).name,
    change: ({ emailTemplates }, scope, { templateId }) =>
      emailTemplates.change(scope, templateId, (before) => ({ ...before, name: 'Volée' })),
    delete: ({ emailTemplates }, scope, { templateId }) => emailTemplates.delete(scope, templateId),
  },
  segments: {
    create: async ({ segments }, scope) => (await segments.create(scope, aSegment({ name: 'Volée' }))).name,
    change: ({ segments }, scope, { segmentId }) => segments.change(scope, segmentId, (before) => ({ ...before, name: 'Volée' })),
    delete: ({ segments }, scope, { segmentId }) => segments.delete(scope, segmentId),
  },
  subscribers: {
    change: async ({ subscribers }, scope) => {
      let isKnown = false;
      await subscribers.change(scope, READER, (known) => {
        isKnown = known !== null;
        return { ...aSubscriber({ email: READER }), ...known };
      });
      return isKnown;
    },
    changeKnown: ({ subscribers }, scope) => subscribers.changeKnown(scope, READER, (known) => ({ ...known, state: 'unsubscribed' })),
    remove: ({ subscribers }, scope, { subscriberId }) => subscribers.remove(scope, subscriberId),
    lift: ({ subscribers }, scope) => subscribers.lift(scope, READER),
  },
  apiKeys: {
    create: ({ apiKeys }, scope) => apiKeys.create(scope, anApiKey(scope)),
    change: ({ apiKeys }, scope, { keyId }) => apiKeys.change(scope, 'keyed', keyId, (key) => ({ ...key, name: 'Volée' })),
    countUses: 'takes no scope',
  },
  audit: {
    append: 'takes no scope',
  },
  categories: {
    list: ({ categories }, scope) => categories.list(scope, FIRST_PAGE),
    get: ({ categories }, scope, { categoryId }) => categories.get(scope, categoryId),
    create: async ({ categories }, scope) => (await categories.create(scope, aCategory())).name,
    update: ({ categories }, scope, { categoryId }) => categories.update(scope, categoryId, { name: 'Volée' }),
    delete: ({ categories }, scope, { categoryId }) => categories.delete(scope, categoryId),
  },
  certificates: {
    change: 'takes no scope',
    takeOrder: 'takes no scope',
    settleOrder: 'takes no scope',
    putChallenge: 'takes no scope',
    forgetBefore: 'takes no scope',
  },
  clients: {
    create: ({ clients }, scope) => clients.create(scope, [aClient(CLIENT_KEYS)], aClientEvent()),
    change: ({ clients }, scope, { clientId }) =>
      clients.change(scope, clientId, (client) => ({ client: { ...client, lastName: 'Volée' }, event: aClientEvent() })),
    changeAll: ({ clients }, scope, { clientId }) =>
      clients.changeAll(scope, [clientId], (found) =>
        [...found.values()].map((client) => ({ client: { ...client, lastName: 'Volée' }, event: aClientEvent() })),
      ),
    lock: ({ clients }, scope, { clientId }) => clients.lock(scope, [clientId]),
    delete: ({ clients }, scope, { clientId }) => clients.delete(scope, clientId),
    addNote: ({ clients }, scope, { clientId }) => clients.addNote(scope, aClientNote(clientId)),
    removeNote: ({ clients }, scope, { clientId, noteId }) => clients.removeNote(scope, clientId, noteId),
    moveNotes: ({ clients }, scope, { clientId }) => clients.moveNotes(scope, clientId, clientId),
    dropNotes: ({ clients }, scope, { clientId }) => clients.dropNotes(scope, clientId),
  },
  imports: {
    schema: 'takes no scope',
    begin: ({ imports }, scope) => imports.begin(scope, 'volée'),
    put: 'takes no scope',
    end: 'takes no scope',
  },
  groups: {
    create: async ({ groups }, scope, { ticketSessionId }) => (await groups.create(scope, aGroup({ sessionId: ticketSessionId }))).size,
    change: ({ groups }, scope, { groupId }) => groups.change(scope, groupId, (group) => ({ ...group, size: 1 })),
  },
  passes: {
    create: async ({ passes }, scope) => (await passes.create(scope, aPass())).used,
    change: ({ passes }, scope, { passId }) => passes.change(scope, passId, (pass) => ({ ...pass, name: 'Volé' })),
    lock: ({ passes }, scope, { passId }) => passes.lock(scope, passId, '2026-06-16'),
    lockByCode: ({ passes }, scope) => passes.lockByCode(scope, PASS_CODE, '2026-06-16'),
    addUse: ({ passes }, scope, { passId }) => passes.addUse(scope, aPassUse(passId)),
    takeBack: ({ passes }, scope) => passes.takeBack(scope, PASS_USE, { id: randomUUID(), at: NOON, actor: 'intruder' }),
  },
  coupons: {
    create: async ({ coupons }, scope) => (await coupons.create(scope, aCoupon({ code: COUPON_CODE }))).code,
    createFree: async ({ coupons }, scope) => (await coupons.createFree(scope, [aCoupon({ code: COUPON_CODE })])).length,
    change: ({ coupons }, scope, { couponId }) => coupons.change(scope, couponId, (coupon) => ({ ...coupon, value: 9999 })),
    delete: ({ coupons }, scope, { couponId }) => coupons.delete(scope, couponId),
    redeem: ({ coupons }, scope, { couponId }) => coupons.redeem(scope, aRedemption(couponId)),
    release: ({ coupons }, scope, { orderId }) => coupons.release(scope, orderId, NOON),
    moveClient: ({ coupons }, scope) => coupons.moveClient(scope, 'ada', 'intruder'),
  },
  idempotency: {
    claim: ({ idempotency }, scope) => idempotency.claim(scope, CALL, NOON),
    remember: ({ idempotency }, scope) => idempotency.remember(scope, CALL, { kind: 'done', result: 'volé' }, NOON),
    forgetBefore: 'takes no scope',
  },
  kbArticles: {
    create: async ({ kbArticles }, scope, { kbCategoryId }) =>
      (await kbArticles.create(scope, anArticle({ categoryId: kbCategoryId }))).status,
    change: ({ kbArticles }, scope, { articleId }) => kbArticles.change(scope, articleId, (article) => ({ ...article, status: 'draft' })),
    delete: ({ kbArticles }, scope, { articleId }) => kbArticles.delete(scope, articleId),
    isSlugTaken: ({ kbArticles }, scope) => kbArticles.isSlugTaken(scope, 'fr', ARTICLE_SLUG, null),
  },
  kbCategories: {
    create: async ({ kbCategories }, scope) => (await kbCategories.create(scope, aKbCategory())).position,
    change: ({ kbCategories }, scope, { kbCategoryId }) =>
      kbCategories.change(scope, kbCategoryId, (category) => ({ ...category, position: 9 })),
    delete: ({ kbCategories }, scope, { kbCategoryId }) => kbCategories.delete(scope, kbCategoryId),
    isSlugTaken: ({ kbCategories }, scope) => kbCategories.isSlugTaken(scope, 'fr', CATEGORY_SLUG, null),
  },
  linkedUsers: {
    createDormant: 'takes no scope',
    link: ({ linkedUsers }, scope, { clientId }) => linkedUsers.link(scope, [{ clientId, email: READER }]),
  },
  members: {
    add: {
      ofTenant: ({ members }, scope, { userId, siteId }) =>
        members.add(scope, aMember(scope, { id: userId }, { assignments: [{ role: 'owner', siteId }] })),
    },
    get: { ofTenant: ({ members }, scope, { userId }) => members.get(scope, userId) },
    change: { ofTenant: ({ members }, scope, { userId }) => members.change(scope, userId, (member) => ({ ...member, active: false })) },
    remove: { ofTenant: ({ members }, scope, { userId }) => members.remove(scope, userId) },
    lockOwners: { ofTenant: ({ members }, scope) => members.lockOwners(scope) },
  },
  oneTimeTokens: {
    add: 'takes no scope',
    find: 'takes no scope',
    consume: 'takes no scope',
    withdraw: 'takes no scope',
    forgetBefore: 'takes no scope',
  },
  keyPaces: {
    take: ({ keyPaces }, scope) => keyPaces.take([{ scope, keyId: 'one' }], RATE, NOON),
  },
  orders: {
    place: async ({ orders }, scope) => (await placeIn(orders, scope, anOrder(scope))).sequence,
    lockByInvoiceNumbers: ({ orders }, scope) => orders.lockByInvoiceNumbers(scope, [SHOP_NUMBER]),
    changeAll: async ({ orders }, scope, { orderId }) => {
      const before = anOrder(scope, { id: orderId });
      const order = { ...before, sequence: 1, status: 'cancelled' as const, version: 2 };
      await orders.changeAll(scope, [{ before: { ...before, sequence: 1 }, order, event: anEvent('cancelled') }]);
    },
    placeAll: ({ orders }, scope) => orders.placeAll(scope, [{ order: anOrder(scope), events: [anEvent('queued')] }]),
    change: ({ orders }, scope, { orderId }) =>
      orders.change(scope, orderId, (before) => ({ order: takeStep(pickupOf(before), 'cancel'), event: anEvent('cancelled') })),
    forgetReasons: ({ orders }, scope, { orderId }) => orders.forgetReasons(scope, orderId),
    remove: ({ orders }, scope, { orderId }) => orders.remove(scope, orderId, () => undefined),
    countMonths: 'takes no scope',
  },
  orderNotes: {
    add: ({ orderNotes }, scope, { orderId, noteId }) =>
      orderNotes.add(scope, orderId, { id: noteId, text: 'volé', author: 'system:tests', at: NOON }),
    remove: ({ orderNotes }, scope, { orderId, noteId }) => orderNotes.remove(scope, orderId, noteId),
    drop: ({ orderNotes }, scope, { orderId }) => orderNotes.drop(scope, orderId),
  },
  invoices: {
    create: ({ invoices }, scope) => invoices.create(scope, aDraft(scope, { id: randomUUID() })),
    issueAll: async ({ invoices }, scope) => (await invoices.issueAll(scope, [aPastInvoice(scope, { id: randomUUID() })])).length,
    change: ({ invoices }, scope, { invoiceId }) => invoices.change(scope, invoiceId, (row) => ({ ...row, note: 'Volée', version: 9 })),
    forgetBuyer: ({ invoices }, scope, { invoiceId }) => invoices.forgetBuyer(scope, invoiceId),
    deleteDraft: ({ invoices }, scope, { invoiceId }) => invoices.deleteDraft(scope, invoiceId),
    takeNumber: async ({ invoices }, scope) => (await invoices.takeNumber(scope, 'vol', 'invoice', '2026-06-16')).series.lastDate,
    setSeries: async ({ invoices }, scope) =>
      (await invoices.setSeries(scope, { series: 'main', kind: 'invoice', pattern: 'V{0001}', yearly: false })).yearly,
    addPayment: ({ invoices }, scope, { invoiceId }) => invoices.addPayment(scope, anInvoicePayment(invoiceId)),
    creditNotes: ({ invoices }, scope, { invoiceId }) => invoices.creditNotes(scope, invoiceId),
    ofOrder: ({ invoices }, scope, { orderId }) => invoices.ofOrder(scope, orderId),
    addLink: ({ invoices }, scope, { invoiceId }) => invoices.addLink(scope, aTokenHash(), invoiceId, NOON),
    pastDue: 'takes no scope',
  },
  payments: {
    create: ({ payments }, scope, { orderId }) => payments.create(scope, aPayment(scope, { orderId })),
    change: ({ payments }, scope, { orderId }) => payments.change(scope, orderId, (payment) => ({ ...payment, status: 'failed' })),
    claimDue: 'takes no scope',
  },
  photos: {
    claim: 'takes no scope',
    note: 'takes no scope',
    takeUnused: 'takes no scope',
  },
  pickupSlots: {
    taken: async ({ pickupSlots }, scope) => [...(await pickupSlots.taken(scope, NOON, minutesAfter(NOON, 60)))],
    claim: ({ pickupSlots }, scope) => pickupSlots.claim(scope, NOON, 1),
    release: ({ pickupSlots }, scope) => pickupSlots.release(scope, NOON),
  },
  products: {
    create: ({ products }, scope, { categoryId }) => products.create(scope, [aProduct({ categoryId })]),
    change: ({ products }, scope, { itemId }) => products.change(scope, [itemId], (before) => ({ ...before, name: 'Volé' })),
  },
  pushQueue: {
    push: 'takes no scope',
    register: 'takes no scope',
    claim: 'takes no scope',
    settle: 'takes no scope',
    reclaim: 'takes no scope',
    unregister: 'takes no scope',
    cancel: 'takes no scope',
    reclaimAhead: 'takes no scope',
    bringForward: 'takes no scope',
    retryDead: 'takes no scope',
    purgeDead: 'takes no scope',
    forgetBefore: 'takes no scope',
  },
  quarantine: {
    put: ({ quarantine }, scope) => quarantine.put(scope, 'orders', [aRefusal({ reason: 'volé' })], NOON),
    clear: ({ quarantine }, scope) => quarantine.clear(scope, 'orders', [aRefusal().externalId]),
    setNextTry: ({ quarantine }, scope) => quarantine.setNextTry(scope, `orders-${aRefusal().externalId}`, null),
  },
  rateLimits: {
    take: ({ rateLimits }, scope) => rateLimits.take(scope, 'orders', RATE, NOON),
    peek: ({ rateLimits }, scope) => rateLimits.peek(scope, 'orders', RATE, NOON),
    forgetBefore: 'takes no scope',
  },
  sandbox: {
    open: 'takes no scope',
    get: 'takes no scope',
    change: 'takes no scope',
  },
  recurringInvoices: {
    create: ({ recurringInvoices }, scope) => recurringInvoices.create(scope, aRecurring(scope)),
    change: ({ recurringInvoices }, scope, { recurringId }) =>
      recurringInvoices.change(scope, recurringId, (row) => ({ ...row, name: 'Volée' })),
    delete: ({ recurringInvoices }, scope, { recurringId }) => recurringInvoices.delete(scope, recurringId),
    addRun: ({ recurringInvoices }, scope, { recurringId, invoiceId }) =>
      recurringInvoices.addRun(scope, { recurringId, invoiceId, period: '2026-06-16', at: NOON }),
    due: 'takes no scope',
  },
  journal: {
    lockHead: ({ journal }, scope) => journal.lockHead(scope, SALES_CHAIN),
    append: async ({ journal }, scope) => {
      const { entries, head } = aChain(scope, 1);
      await journal.append(scope, entries, [head]);
    },
  },
  reorder: {
    put: ({ reorder }, scope, { itemId }) => reorder.put(scope, [itemId], [aSuggestion({ itemId, quantity: 9 })]),
  },
  sales: {
    record: async ({ sales }, scope, { saleId }) => (await sales.record(scope, aRefundDraft(saleId))).number,
  },
  scheduleRuns: {
    add: 'takes no scope',
    lockOpen: 'takes no scope',
    forgetSkippedAfter: 'takes no scope',
    save: 'takes no scope',
    finish: 'takes no scope',
    renew: 'takes no scope',
    forgetBefore: 'takes no scope',
  },
  schedules: {
    change: 'takes no scope',
    remove: 'takes no scope',
    lock: 'takes no scope',
    lockDue: 'takes no scope',
    lockAhead: 'takes no scope',
    advance: 'takes no scope',
  },
  sessions: {
    create: 'takes no scope',
    get: 'takes no scope',
    revoke: 'takes no scope',
    revokeAll: 'takes no scope',
    touch: 'takes no scope',
    forgetBefore: 'takes no scope',
  },
  settings: {
    get: ({ settings }, scope) => settings.get(scope, 'footer'),
    set: ({ settings }, scope) => settings.set(scope, 'footer', 'volé'),
    list: async ({ settings }, scope) => [...(await settings.list(scope))],
  },
  shippingMethods: {
    create: async ({ shippingMethods }, scope, { zoneId }) => (await shippingMethods.create(scope, aMethod(zoneId))).name,
    change: ({ shippingMethods }, scope, { methodId }) =>
      shippingMethods.change(scope, methodId, (method) => ({ ...method, active: false })),
    delete: ({ shippingMethods }, scope, { methodId }) => shippingMethods.delete(scope, methodId),
  },
  shippingZones: {
    create: async ({ shippingZones }, scope) => (await shippingZones.create(scope, aZone())).name,
    change: ({ shippingZones }, scope, { zoneId }) => shippingZones.change(scope, zoneId, (zone) => ({ ...zone, countries: [] })),
    delete: ({ shippingZones }, scope, { zoneId }) => shippingZones.delete(scope, zoneId),
  },
  settlement: {
    money: ({ settlement }, scope, { orderId }) => settlement.money(scope, orderId),
    payments: ({ settlement }, scope, { paymentId }) => settlement.payments(scope, [paymentId]),
    addPayment: ({ settlement }, scope, { orderId }) => settlement.addPayment(scope, aRecordedPayment(orderId)),
    addPayments: ({ settlement }, scope, { orderId }) => settlement.addPayments(scope, [aRecordedPayment(orderId)]),
    updatePayment: ({ settlement }, scope, { orderId, paymentId }) =>
      settlement.updatePayment(scope, aRecordedPayment(orderId, { id: paymentId, reconciledAt: NOON })),
    addRefund: ({ settlement }, scope, { orderId, paymentId }) =>
      settlement.addRefund(scope, aRecordedRefund(aRecordedPayment(orderId, { id: paymentId }))),
    addRefunds: ({ settlement }, scope, { orderId, paymentId }) =>
      settlement.addRefunds(scope, [aRecordedRefund(aRecordedPayment(orderId, { id: paymentId }))]),
    parcel: ({ settlement }, scope, { parcelId }) => settlement.parcel(scope, parcelId),
    parcelsOf: ({ settlement }, scope, { orderId }) => settlement.parcelsOf(scope, orderId),
    addParcel: ({ settlement }, scope, { orderId }) => settlement.addParcel(scope, aParcel(orderId)),
    updateParcel: ({ settlement }, scope, { orderId, parcelId }) =>
      settlement.updateParcel(scope, aParcel(orderId, { id: parcelId, note: 'volé' })),
    goodsReturn: ({ settlement }, scope, { returnId }) => settlement.goodsReturn(scope, returnId),
    returnsOf: ({ settlement }, scope, { orderId }) => settlement.returnsOf(scope, orderId),
    forgetRecipient: ({ settlement }, scope, { orderId }) => settlement.forgetRecipient(scope, orderId),
    addReturn: ({ settlement }, scope, { orderId }) => settlement.addReturn(scope, aReturn(orderId)),
    updateReturn: ({ settlement }, scope, { orderId, returnId }) =>
      settlement.updateReturn(scope, aReturn(orderId, { id: returnId, version: 9 })),
  },
  driftReports: {
    put: ({ driftReports }, scope) => driftReports.put(scope, aDriftReport({ requests: 99 })),
  },
  shopLinks: {
    lock: ({ shopLinks }, scope) => shopLinks.lock(scope),
    put: ({ shopLinks }, scope) => shopLinks.put(scope, [aShopLink()]),
  },
  siteGenerations: { advance: 'takes no scope' },
  sites: {
    create: ({ sites }, scope) => sites.create(scope, aSite({ tenantId: scope.tenantId })),
    update: async ({ sites }, scope) => (await sites.update(scope, { name: 'Volée', hosts: [] })).name,
    touch: ({ sites }, scope) => sites.touch(scope),
    lock: ({ sites }, scope) => sites.lock(scope),
    delete: ({ sites }, scope) => sites.delete(scope),
  },
  stock: {
    open: ({ stock }, scope, { itemId }) => stock.open(scope, [aUnit(itemId), aUnit()], NOON),
    post: async ({ stock }, scope, { itemId, orderId }) =>
      (await stock.post(scope, [aStockAction({ itemId, reference: orderId })], 'fact')).kind,
    settle: ({ stock }, scope, { orderId }) => stock.settle(scope, 'ORDER_FORECAST', orderId, 'CANCELLED', NOON),
    settleAll: ({ stock }, scope, { orderId }) => stock.settleAll(scope, 'ORDER_FORECAST', [orderId], 'CANCELLED', NOON),
    lock: ({ stock }, scope, { itemId }) => stock.lock(scope, aUnit(itemId)),
    postApart: async ({ stock }, scope, { itemId, orderId }) => {
      const failure = await stock.postApart(scope, [aStockAction({ itemId, reference: orderId })]);
      return failure === null ? 'posted' : null;
    },
    lockAll: ({ stock }, scope, { itemId }) => stock.lockAll(scope, [aUnit(itemId)]),
    setThreshold: ({ stock }, scope, { itemId }) => stock.setThreshold(scope, aUnit(itemId), 1),
  },
  syncRuns: {
    begin: async ({ syncRuns }, scope) => (await syncRuns.begin(scope, aSyncRun({ startedAt: minutesAfter(NOON, 2) })))?.cursor,
    save: ({ syncRuns }, scope, { syncRunId }) => syncRuns.save(scope, { ...VICTIMS_RUN, id: syncRunId, reason: 'volé' }),
    forgetBefore: 'takes no scope',
  },
  taxRates: {
    create: async ({ taxRates }, scope) => (await taxRates.create(scope, aTaxRate())).name,
    change: ({ taxRates }, scope, { taxRateId }) => taxRates.change(scope, taxRateId, (rate) => ({ ...rate, basisPoints: 0 })),
    delete: ({ taxRates }, scope, { taxRateId }) => taxRates.delete(scope, taxRateId),
  },
  tenants: {
    create: 'takes no scope',
    change: {
      ofTenant: async ({ tenants }, scope) => (await tenants.change(scope, (tenant) => ({ ...tenant, status: 'suspended' }))).name,
    },
  },
  tenantSettings: {
    get: { ofTenant: ({ tenantSettings }, scope) => tenantSettings.get(scope, 'footer') },
    set: { ofTenant: ({ tenantSettings }, scope) => tenantSettings.set(scope, 'footer', 'volé') },
    list: { ofTenant: async ({ tenantSettings }, scope) => [...(await tenantSettings.list(scope))] },
  },
  till: {
    createRegister: ({ till }, scope) => till.createRegister(scope, aRegister({ name: VICTIMS_TILL })),
    changeRegister: ({ till }, scope, { registerId }) =>
      till.changeRegister(scope, registerId, (register) => ({ ...register, active: false })),
    deleteRegister: ({ till }, scope, { registerId }) => till.deleteRegister(scope, registerId),
    counter: async ({ till }, scope) => (await till.counter(scope, VICTIMS_TILL)).shift?.floatCents,
    lockRegister: ({ till }, scope, { registerId }) => till.lockRegister(scope, registerId),
    openShift: ({ till }, scope, { registerId }) => till.openShift(scope, aShift(aRegister({ id: registerId }))),
    closeShift: ({ till }, scope, { shiftId }) => till.closeShift(scope, shiftId, { at: NOON, by: 'user:voleur', report: aReport() }),
    moveCash: ({ till }, scope, { shiftId }) => till.moveCash(scope, aCashMovement(shiftId)),
    copySale: ({ till }, scope, { saleId }) => till.copySale(scope, { saleId, at: NOON, by: 'user:voleur' }),
    addArchive: ({ till }, scope) => till.addArchive(scope, anArchive()),
  },
  throttles: {
    change: 'takes no scope',
    forgetBefore: 'takes no scope',
  },
  offers: {
    create: async ({ offers }, scope) => (await offers.create(scope, anOffer(scope))).kind,
    change: ({ offers }, scope, { offerId }) => offers.change(scope, offerId, (offer) => ({ ...offer, online: false })),
    delete: ({ offers }, scope, { offerId }) => offers.delete(scope, offerId),
  },
  tickets: {
    createBooking: ({ tickets }, scope, { orderId, ticketSessionId }) =>
      tickets.createBooking(scope, aBooking(scope, { orderId, sessionId: ticketSessionId })),
    book: ({ tickets }, scope, { orderId, ticketSessionId }) =>
      tickets.book(scope, aBooking(scope, { orderId, sessionId: ticketSessionId }), [], { held: 1, confirmed: 0 }, NOON),
    changeBooking: ({ tickets }, scope, { orderId }) => tickets.changeBooking(scope, orderId, (booking) => ({ ...booking, seats: 9 })),
    createAll: ({ tickets }, scope, { orderId }) => tickets.createAll(scope, [aTicket(scope, { orderId })]),
    lockByCode: ({ tickets }, scope) => tickets.lockByCode(scope, CODE),
    mark: ({ tickets }, scope, { ticketId }) => tickets.mark(scope, ticketId, { state: 'cancelled', usedAt: null }),
    lockOfOrder: ({ tickets }, scope, { orderId }) => tickets.lockOfOrder(scope, orderId),
  },
  ticketSessions: {
    create: async ({ ticketSessions }, scope, { offerId }) =>
      (await ticketSessions.create(scope, aTicketSession(scope, { offerId }))).capacity,
    createAll: ({ ticketSessions }, scope, { offerId }) => ticketSessions.createAll(scope, [aTicketSession(scope, { offerId })]),
    change: ({ ticketSessions }, scope, { ticketSessionId }) =>
      ticketSessions.change(scope, ticketSessionId, (session) => ({ ...session, capacity: 0 })),
    delete: ({ ticketSessions }, scope, { ticketSessionId }) => ticketSessions.delete(scope, ticketSessionId),
    claim: ({ ticketSessions }, scope, { ticketSessionId }) =>
      ticketSessions.claim(scope, ticketSessionId, { held: 1, confirmed: 0 }, NOON),
  },
  users: {
    create: 'takes no scope',
    byId: 'takes no scope',
    byEmail: 'takes no scope',
    byProviderAccount: 'takes no scope',
    unlinkProviderAccounts: 'takes no scope',
    linkProviderAccount: 'takes no scope',
    change: 'takes no scope',
  },
  syncLinks: {
    create: ({ syncLinks }, scope) => syncLinks.create(scope, aSyncLink(scope)),
    change: ({ syncLinks }, scope, { linkId }) => syncLinks.change(scope, linkId, (link) => ({ ...link, name: 'Volé' })),
    remove: ({ syncLinks }, scope, { linkId }) => syncLinks.remove(scope, linkId),
    addressees: ({ syncLinks }, scope) => syncLinks.addressees(scope),
    recall: ({ syncLinks }, scope, { linkId }) => syncLinks.recall(scope, linkId, 'msg-1'),
    remember: ({ syncLinks }, scope, { linkId }) => syncLinks.remember(scope, linkId, aRememberedCall({ id: 'msg-2' })),
    knownMovements: ({ syncLinks }, scope, { linkId }) => syncLinks.knownMovements(scope, linkId, ['mv-1']),
    addMovements: ({ syncLinks }, scope, { linkId }) => syncLinks.addMovements(scope, linkId, [aMovement({ id: 'mv-2' })]),
    addDeliveries: ({ syncLinks }, scope, { linkId }) => syncLinks.addDeliveries(scope, [aDelivery(linkId)]),
    changeDelivery: ({ syncLinks }, scope, { deliveryId }) =>
      syncLinks.changeDelivery(scope, deliveryId, (delivery) => ({ ...delivery, state: 'dead' })),
    release: ({ syncLinks }, scope, { linkId }) => syncLinks.release(scope, linkId),
    forgetBefore: 'takes no scope',
  },
  webhookEndpoints: {
    create: ({ webhookEndpoints }, scope) => webhookEndpoints.create(scope, anEndpoint(scope)),
    change: ({ webhookEndpoints }, scope, { endpointId }) =>
      webhookEndpoints.change(scope, endpointId, (endpoint) => ({ ...endpoint, name: 'Volé' })),
    remove: ({ webhookEndpoints }, scope, { endpointId }) => webhookEndpoints.remove(scope, endpointId),
    listening: async ({ webhookEndpoints }, scope, { endpointId }) =>
      (await webhookEndpoints.listening(scope)).filter(({ id }) => id === endpointId),
    addDeliveries: async ({ webhookEndpoints }, scope) => {
      const own = anEndpoint(scope);
      await webhookEndpoints.create(scope, own);
      await webhookEndpoints.addDeliveries(scope, [aWebhookDelivery(own)]);
    },
    changeDelivery: ({ webhookEndpoints }, scope, { webhookDeliveryId }) =>
      webhookEndpoints.changeDelivery(scope, webhookDeliveryId, (delivery) => ({ ...delivery, state: 'delivered' })),
    releaseFailed: ({ webhookEndpoints }, scope, { endpointId }) => webhookEndpoints.releaseFailed(scope, endpointId, NOON, 10),
    forgetBefore: 'takes no scope',
  },
  vendors: {
    create: async ({ vendors }, scope) => (await vendors.create(scope, aVendor(SUPPLIER))).externalId,
    createAll: ({ vendors }, scope) => vendors.createAll(scope, [aVendor(MAKER)]),
    change: ({ vendors }, scope, { vendorId }) => vendors.change(scope, vendorId, (vendor) => ({ ...vendor, note: 'Volé' })),
    changeAll: ({ vendors }, scope, { vendorId }) => vendors.changeAll(scope, [vendorId], (vendor) => ({ ...vendor, note: 'Volé' })),
    delete: ({ vendors }, scope, { vendorId }) => vendors.delete(scope, vendorId),
    handOver: ({ vendors }, scope, { vendorId }) => vendors.handOver(scope, vendorId, randomUUID(), NOON),
  },
  vhosts: {
    save: 'takes no scope',
    remove: 'takes no scope',
    setQuarantine: 'takes no scope',
    takeLease: 'takes no scope',
    confirmLease: 'takes no scope',
    releaseLease: 'takes no scope',
  },
  webhookLogs: {
    pace: async ({ webhookLogs }, scope) => (await webhookLogs.pace(scope, (pace) => pace ?? A_PACE)).level,
    journal: async ({ webhookLogs }, scope) => (await webhookLogs.journal(scope, aBatch()))?.number,
    claim: ({ webhookLogs }, scope) => webhookLogs.claim(scope, FIRST_TURN, aClaim(), NOON),
    settle: ({ webhookLogs }, scope, { webhookLogId }) =>
      webhookLogs.settle(
        scope,
        FIRST_TURN,
        TURN_TOKEN,
        { settlements: [{ id: webhookLogId, kind: 'failed', reason: 'volé' }], restUntil: null },
        NOON,
      ),
    forgetBefore: 'takes no scope',
  },
};

const VIEW_CALLS: CallsOf<Views> = {
  accessGates: {
    list: ({ accessGates }, scope) => accessGates.list(scope, FIRST_PAGE),
    get: ({ accessGates }, scope, { gateId }) => accessGates.get(scope, gateId),
  },
  scans: {
    list: ({ scans }, scope) => scans.list(scope, { limit: 10 }),
    gateCounts: ({ scans }, scope) => scans.gateCounts(scope, SCAN_HOUR.day),
    hours: ({ scans }, scope) => scans.hours(scope, { first: SCAN_HOUR.day, last: SCAN_HOUR.day }),
    presences: async ({ scans }, scope, { ticketId }) => [...(await scans.presences(scope, [ticketId])).values()],
  },
  campaigns: {
    get: ({ campaigns }, scope, { campaignId }) => campaigns.get(scope, campaignId),
    list: ({ campaigns }, scope) => campaigns.list(scope, FIRST_PAGE),
    content: ({ campaigns }, scope, { campaignId }) => campaigns.content(scope, campaignId),
    activity: ({ campaigns }, scope, { campaignId }) => campaigns.activity(scope, campaignId, FIRST_PAGE),
    ofClient: ({ campaigns }, scope, { clientId }) => campaigns.ofClient(scope, clientId, READER),
  },
  campaignTags: {
    get: ({ campaignTags }, scope, { tagId }) => campaignTags.get(scope, tagId),
    list: ({ campaignTags }, scope) => campaignTags.list(scope, FIRST_PAGE),
  },
  emailTemplates: {
    get: ({ emailTemplates }, scope, { templateId }) => emailTemplates.get(scope, templateId),
    list: ({ emailTemplates }, scope) => emailTemplates.list(scope, FIRST_PAGE),
  },
  segments: {
    get: ({ segments }, scope, { segmentId }) => segments.get(scope, segmentId),
    list: ({ segments }, scope) => segments.list(scope, FIRST_PAGE),
  },
  segmentMembers: {
    size: ({ segmentMembers }, scope) => segmentMembers.size(scope, aSegment().rule),
    members: ({ segmentMembers }, scope) => segmentMembers.members(scope, aSegment().rule, FIRST_PAGE),
  },
  subscribers: {
    byEmail: ({ subscribers }, scope) => subscribers.byEmail(scope, READER),
    list: ({ subscribers }, scope) => subscribers.list(scope, FIRST_PAGE),
    walk: ({ subscribers }, scope) => subscribers.walk(scope, 'confirmed', null, 10),
  },
  apiKeys: {
    byId: 'takes no scope',
    get: ({ apiKeys }, scope, { keyId }) => apiKeys.get(scope, 'keyed', keyId),
    list: ({ apiKeys }, scope) => apiKeys.list(scope, 'keyed', FIRST_PAGE, NOON),
    uses: ({ apiKeys }, scope, { keyId }) => apiKeys.uses(scope, keyId, '2000-01-01'),
  },
  audit: {
    list: { ofTenant: ({ audit }, scope) => audit.list(scope, FIRST_PAGE) },
  },
  catalogue: {
    menu: ({ catalogue }, scope) => catalogue.menu(scope),
    categories: ({ catalogue }, scope) => catalogue.categories(scope),
  },
  certificates: {
    get: 'takes no scope',
    due: 'takes no scope',
    all: 'takes no scope',
    challenge: 'takes no scope',
  },
  clients: {
    get: ({ clients }, scope, { clientId }) => clients.get(scope, clientId),
    byIds: ({ clients }, scope, { clientId }) => clients.byIds(scope, [clientId]),
    byEmail: ({ clients }, scope) => clients.byEmail(scope, CLIENT_KEYS.email),
    byKeys: ({ clients }, scope) => clients.byKeys(scope, [CLIENT_KEYS.email], [CLIENT_KEYS.externalId]),
    list: ({ clients }, scope) => clients.list(scope, FIRST_PAGE),
    mergedInto: ({ clients }, scope, { clientId }) => clients.mergedInto(scope, clientId),
    history: ({ clients }, scope, { clientId }) => clients.history(scope, clientId, FIRST_PAGE),
    notes: ({ clients }, scope, { clientId }) => clients.notes(scope, clientId, FIRST_PAGE),
    tags: ({ clients }, scope) => clients.tags(scope),
    figures: async ({ clients }, scope, { clientId }) => [...(await clients.figures(scope, [clientId]))],
    totals: ({ clients }, scope) => clients.totals(scope),
    newPerMonth: ({ clients }, scope) => clients.newPerMonth(scope, new Date(0), 'Europe/Paris'),
    orders: ({ clients }, scope, { clientId }) => clients.orders(scope, clientId, FIRST_PAGE),
    openBalanceCents: ({ clients }, scope, { clientId }) => clients.openBalanceCents(scope, clientId),
    orderIds: ({ clients }, scope, { clientId }) => clients.orderIds(scope, clientId, CLIENT_KEYS.email),
    duplicates: ({ clients }, scope) => clients.duplicates(scope, 10),
  },
  export: {
    schema: 'takes no scope',
    kinds: 'takes no scope',
    page: ({ export: exported }, scope) => exported.page(scope, 'items', null, 10),
  },
  groups: {
    get: ({ groups }, scope, { groupId }) => groups.get(scope, groupId),
    list: ({ groups }, scope) => groups.list(scope, FIRST_PAGE),
    listAfter: ({ groups }, scope) => groups.listAfter(scope, { limit: 10 }),
    ofEmail: ({ groups }, scope) => groups.ofEmail(scope, aGroup().contact.email ?? ''),
  },
  passes: {
    get: ({ passes }, scope, { passId }) => passes.get(scope, passId),
    list: ({ passes }, scope) => passes.list(scope, FIRST_PAGE),
    listAfter: ({ passes }, scope) => passes.listAfter(scope, { limit: 10 }),
    ofEmail: ({ passes }, scope) => passes.ofEmail(scope, aPass().owner.email ?? ''),
    uses: ({ passes }, scope, { passId }) => passes.uses(scope, passId, FIRST_PAGE),
    standing: ({ passes }, scope) => passes.standing(scope, { day: '2026-06-16', after: null, limit: 10 }),
  },
  coupons: {
    get: ({ coupons }, scope, { couponId }) => coupons.get(scope, couponId),
    list: ({ coupons }, scope) => coupons.list(scope, { ...FIRST_PAGE, sort: 'code' }),
    byCode: ({ coupons }, scope) => coupons.byCode(scope, COUPON_CODE),
    ofBatch: ({ coupons }, scope) => coupons.ofBatch(scope, BATCH),
    redemptionsBy: ({ coupons }, scope, { couponId }) => coupons.redemptionsBy(scope, couponId, 'ada'),
    redemptions: ({ coupons }, scope, { couponId }) => coupons.redemptions(scope, { ...FIRST_PAGE, couponId }),
    figures: ({ coupons }, scope, { couponId }) => coupons.figures(scope, { couponId }),
  },
  kbArticles: {
    get: ({ kbArticles }, scope, { articleId }) => kbArticles.get(scope, articleId),
    list: ({ kbArticles }, scope) => kbArticles.list(scope, { ...FIRST_PAGE, sort: 'position' }),
    ownersOf: ({ kbArticles }, scope) => kbArticles.ownersOf(scope, ARTICLE_SLUG),
    openings: ({ kbArticles }, scope) => kbArticles.openings(scope, 5),
  },
  kbCategories: {
    get: ({ kbCategories }, scope, { kbCategoryId }) => kbCategories.get(scope, kbCategoryId),
    list: ({ kbCategories }, scope) => kbCategories.list(scope, FIRST_PAGE),
    all: ({ kbCategories }, scope) => kbCategories.all(scope),
    ownersOf: ({ kbCategories }, scope) => kbCategories.ownersOf(scope, CATEGORY_SLUG),
  },
  linkedUsers: {
    byEmails: 'takes no scope',
    ofClients: async ({ linkedUsers }, scope, { clientId }) => [...(await linkedUsers.ofClients(scope, [clientId]))],
  },
  members: {
    list: { ofTenant: ({ members }, scope) => members.list(scope, FIRST_PAGE) },
    get: { ofTenant: ({ members }, scope, { userId }) => members.get(scope, userId) },
    ofUser: 'takes no scope',
  },
  orderDesk: {
    byNumber: ({ orderDesk }, scope) => orderDesk.byNumber(scope, '2026-06-16', 1),
    find: ({ orderDesk }, scope) => orderDesk.find(scope, 'ada', 20),
    part: ({ orderDesk }, scope) => orderDesk.part(scope, { limit: 20 }),
    notes: ({ orderDesk }, scope, { orderId }) => orderDesk.notes(scope, orderId, FIRST_PAGE),
    unsealed: ({ orderDesk }, scope) => orderDesk.unsealed(scope, minutesAfter(NOON, 1), FIRST_PAGE),
    sitesWithUnsealed: 'takes no scope',
    figures: ({ orderDesk }, scope) => orderDesk.figures(scope, { from: NOON, to: minutesAfter(NOON, 1) }, 'Europe/Paris'),
    topItems: ({ orderDesk }, scope) => orderDesk.topItems(scope, { from: NOON, to: minutesAfter(NOON, 1) }, 5),
  },
  orders: {
    byPublicId: 'takes no scope',
    changesSince: 'takes no scope',
    get: ({ orders }, scope, { orderId }) => orders.get(scope, orderId),
    list: ({ orders }, scope) => orders.list(scope, FIRST_PAGE),
    listAfter: ({ orders }, scope) => orders.listAfter(scope, { limit: 20 }),
    bookingsAfter: ({ orders }, scope) => orders.bookingsAfter(scope, { limit: 50 }),
    events: ({ orders }, scope, { orderId }) => orders.events(scope, orderId),
    byInvoiceNumbers: ({ orders }, scope) => orders.byInvoiceNumbers(scope, [SHOP_NUMBER]),
    named: ({ orders }, scope, { orderId }) => orders.named(scope, [orderId, SHOP_NUMBER]),
    unanswered: 'takes no scope',
  },
  invoices: {
    get: ({ invoices }, scope, { invoiceId }) => invoices.get(scope, invoiceId),
    list: ({ invoices }, scope, { clientId, orderId }) => invoices.list(scope, { ...FIRST_PAGE, clientIds: [clientId], orderId }),
    payments: ({ invoices }, scope, { invoiceId }) => invoices.payments(scope, invoiceId),
    byLink: 'takes no scope',
    series: async ({ invoices }, scope) => (await invoices.series(scope)).filter(({ series }) => series === 'victim'),
    metrics: async ({ invoices }, scope) => {
      const { debtors } = await invoices.metrics(scope, {
        from: '2000-01-01',
        to: '2100-01-01',
        today: '2026-06-16',
        timezone: 'Europe/Paris',
      });
      return debtors;
    },
  },
  payments: {
    byId: 'takes no scope',
    ofOrder: ({ payments }, scope, { orderId }) => payments.ofOrder(scope, orderId),
  },
  pickupSlots: {
    taken: async ({ pickupSlots }, scope) => [...(await pickupSlots.taken(scope, NOON, minutesAfter(NOON, 60)))],
  },
  principals: {
    principal: 'takes no scope',
  },
  products: {
    get: ({ products }, scope, { itemId }) => products.get(scope, itemId),
    byIds: ({ products }, scope, { itemId }) => products.byIds(scope, [itemId]),
    bySku: ({ products }, scope) => products.bySku(scope, CODES.sku),
    bySkus: ({ products }, scope) => products.bySkus(scope, [CODES.sku]),
    byBarcode: ({ products }, scope) => products.byBarcode(scope, CODES.barcode),
    byExternalIds: ({ products }, scope) => products.byExternalIds(scope, [CODES.externalId]),
    goodsByExternalIds: ({ products }, scope) => products.goodsByExternalIds(scope, [CODES.externalId]),
    bySyncKey: ({ products }, scope) => products.bySyncKey(scope, CODES.syncKey),
    bySyncKeys: ({ products }, scope) => products.bySyncKeys(scope, [CODES.syncKey]),
    bundlesWith: ({ products }, scope, { itemId }) => products.bundlesWith(scope, itemId),
    list: ({ products }, scope) => products.list(scope, FIRST_PAGE),
    all: ({ products }, scope) => products.all(scope),
  },
  quarantine: {
    get: ({ quarantine }, scope) => quarantine.get(scope, `orders-${aRefusal().externalId}`),
    list: ({ quarantine }, scope) => quarantine.list(scope, FIRST_PAGE),
    waiting: 'takes no scope',
    due: ({ quarantine }, scope) => quarantine.due(scope, 'orders', minutesAfter(NOON, 600)),
    byExternalIds: ({ quarantine }, scope) => quarantine.byExternalIds(scope, 'orders', [aRefusal().externalId]),
  },
  recurringInvoices: {
    get: ({ recurringInvoices }, scope, { recurringId }) => recurringInvoices.get(scope, recurringId),
    list: async ({ recurringInvoices }, scope) =>
      (await recurringInvoices.list(scope, FIRST_PAGE)).items.filter(({ status }) => status === 'paused'),
    runs: ({ recurringInvoices }, scope, { recurringId }) => recurringInvoices.runs(scope, recurringId, FIRST_PAGE),
  },
  journal: {
    list: ({ journal }, scope) => journal.list(scope, { limit: 50 }),
    entries: ({ journal }, scope) => journal.entries(scope, SALES_CHAIN, 1, 10),
    at: ({ journal }, scope) => journal.at(scope, SALES_CHAIN, NOON),
    spans: ({ journal }, scope) => journal.spans(scope, new Date(0), minutesAfter(NOON, 60)),
    heads: ({ journal }, scope) => journal.heads(scope),
    chains: ({ journal }, scope) => journal.chains(scope),
    sitesWithSales: 'takes no scope',
  },
  reorder: {
    facts: ({ reorder }, scope, { itemId }) => reorder.facts(scope, [itemId], new Date(0)),
    of: ({ reorder }, scope, { itemId }) => reorder.of(scope, [itemId]),
    list: ({ reorder }, scope) => reorder.list(scope, FIRST_PAGE),
  },
  sales: {
    get: ({ sales }, scope, { saleId }) => sales.get(scope, saleId),
    withRefunds: ({ sales }, scope, { saleId }) => sales.withRefunds(scope, saleId),
    ofOrder: ({ sales }, scope, { orderId }) => sales.ofOrder(scope, orderId),
    takenOfOrders: ({ sales }, scope, { orderId }) => sales.takenOfOrders(scope, [orderId]),
    list: ({ sales }, scope) => sales.list(scope, { limit: 50 }),
  },
  till: {
    registers: ({ till }, scope) => till.registers(scope, FIRST_PAGE),
    register: ({ till }, scope, { registerId }) => till.register(scope, registerId),
    openShift: ({ till }, scope, { registerId }) => till.openShift(scope, registerId),
    shifts: ({ till }, scope) => till.shifts(scope, FIRST_PAGE),
    shift: ({ till }, scope, { shiftId }) => till.shift(scope, shiftId),
    movements: ({ till }, scope, { shiftId }) => till.movements(scope, shiftId),
    copies: ({ till }, scope, { saleId }) => till.copies(scope, saleId),
    archives: ({ till }, scope) => till.archives(scope, FIRST_PAGE),
    archiveOf: ({ till }, scope) => till.archiveOf(scope, '2026-01-01', '2026-01-31'),
  },
  schedules: {
    list: 'takes no scope',
    runs: 'takes no scope',
    nextDue: 'takes no scope',
    figures: 'takes no scope',
  },
  pushQueue: {
    workers: 'takes no scope',
    deadLetters: 'takes no scope',
    depths: 'takes no scope',
  },
  sessions: {
    ofUser: 'takes no scope',
    list: { ofTenant: ({ sessions }, scope, { userId }) => sessions.list(scope, { ...FIRST_PAGE, userId }, NOON) },
  },
  settings: {
    list: async ({ settings }, scope) => [...(await settings.list(scope))],
    sitesWith: 'takes no scope',
  },
  shippingMethods: {
    get: ({ shippingMethods }, scope, { methodId }) => shippingMethods.get(scope, methodId),
    list: ({ shippingMethods }, scope) => shippingMethods.list(scope, FIRST_PAGE),
    ofZone: ({ shippingMethods }, scope, { zoneId }) => shippingMethods.ofZone(scope, zoneId),
  },
  shippingZones: {
    get: ({ shippingZones }, scope, { zoneId }) => shippingZones.get(scope, zoneId),
    list: ({ shippingZones }, scope) => shippingZones.list(scope, FIRST_PAGE),
    ofCountry: ({ shippingZones }, scope) => shippingZones.ofCountry(scope, 'FR'),
  },
  settlement: {
    payments: ({ settlement }, scope, { orderId }) => settlement.payments(scope, { ...FIRST_PAGE, orderId }),
    paymentsById: ({ settlement }, scope, { paymentId }) => settlement.paymentsById(scope, [paymentId]),
    money: ({ settlement }, scope, { orderId }) => settlement.money(scope, orderId),
    sums: ({ settlement }, scope) => settlement.sums(scope, [NOON, minutesAfter(NOON, 60)]),
    parcels: ({ settlement }, scope) => settlement.parcels(scope, FIRST_PAGE),
    parcel: ({ settlement }, scope, { parcelId }) => settlement.parcel(scope, parcelId),
    tracked: ({ settlement }, scope) => settlement.tracked(scope, TRACKING_NUMBER),
    parcelsOf: ({ settlement }, scope, { orderId }) => settlement.parcelsOf(scope, orderId),
    returnsOf: ({ settlement }, scope, { orderId }) => settlement.returnsOf(scope, orderId),
  },
  driftReports: {
    last: ({ driftReports }, scope) => driftReports.last(scope),
  },
  shopLinks: {
    byExternalIds: ({ shopLinks }, scope) => shopLinks.byExternalIds(scope, 'orders', [aShopLink().externalId]),
    present: ({ shopLinks }, scope) => shopLinks.present(scope, 'orders'),
    byLocalId: ({ shopLinks }, scope, { orderId }) => shopLinks.byLocalId(scope, 'orders', orderId),
  },
  siteGenerations: { current: 'takes no scope' },
  sites: {
    bySlug: 'takes no scope',
    byHost: 'takes no scope',
    versionBySlug: 'takes no scope',
    get: async ({ sites }, scope) => (await sites.get(scope))?.name,
    list: async ({ sites }, scope) => (await sites.list(scope)).filter(({ tenantId }) => tenantId !== scope.tenantId),
  },
  stock: {
    levels: ({ stock }, scope, { itemId }) => stock.levels(scope, [itemId]),
    promisedTo: ({ stock }, scope, { itemId }) => stock.promisedTo(scope, 'takeaway', [itemId]),
    forecastsMoved: ({ stock }, scope) => stock.forecastsMoved(scope, 'takeaway', { since: new Date(0), promisedSince: new Date(0) }),
    actions: ({ stock }, scope, { itemId }) => stock.actions(scope, { ...FIRST_PAGE, itemId }),
    action: ({ stock }, scope, { stockActionId }) => stock.action(scope, stockActionId),
    pending: ({ stock }, scope, { orderId }) => stock.pending(scope, 'ORDER_FORECAST', [orderId]),
    verify: ({ stock }, scope, { itemId }) => stock.verify(scope, itemId),
    inventory: ({ stock }, scope, { itemId }) => stock.inventory(scope, { ...FIRST_PAGE, itemId }),
    value: ({ stock }, scope) => stock.value(scope),
  },
  syncRuns: {
    get: ({ syncRuns }, scope, { syncRunId }) => syncRuns.get(scope, syncRunId),
    list: ({ syncRuns }, scope) => syncRuns.list(scope, FIRST_PAGE),
    lastGood: ({ syncRuns }, scope) => syncRuns.lastGood(scope, 'products'),
    lastStopped: ({ syncRuns }, scope) => syncRuns.lastStopped(scope),
    firstStart: ({ syncRuns }, scope) => syncRuns.firstStart(scope),
    figures: 'takes no scope',
  },
  taxRates: {
    get: ({ taxRates }, scope, { taxRateId }) => taxRates.get(scope, taxRateId),
    list: ({ taxRates }, scope) => taxRates.list(scope, FIRST_PAGE),
    inForce: ({ taxRates }, scope) => taxRates.inForce(scope, 'FR', 'standard', '2026-01-01'),
    ofCountry: ({ taxRates }, scope) => taxRates.ofCountry(scope, 'FR'),
  },
  tenants: {
    get: { ofTenant: async ({ tenants }, scope) => (await tenants.get(scope))?.name },
    list: 'takes no scope',
    usage: { ofTenant: ({ tenants }, scope) => tenants.usage(scope, NOON) },
  },
  offers: {
    get: ({ offers }, scope, { offerId }) => offers.get(scope, offerId),
    list: ({ offers }, scope) => offers.list(scope, FIRST_PAGE),
    all: ({ offers }, scope) => offers.all(scope),
  },
  tickets: {
    booking: ({ tickets }, scope, { orderId }) => tickets.booking(scope, orderId),
    bookings: ({ tickets }, scope, { orderId }) => tickets.bookings(scope, [orderId]),
    bookingsOf: ({ tickets }, scope, { ticketSessionId }) => tickets.bookingsOf(scope, ticketSessionId),
    ofOrders: ({ tickets }, scope, { orderId }) => tickets.ofOrders(scope, [orderId]),
    get: ({ tickets }, scope, { ticketId }) => tickets.get(scope, ticketId),
    ofSessions: ({ tickets }, scope) => tickets.ofSessions(scope, { from: NOON, to: minutesAfter(NOON, 600), limit: 10, after: null }),
    lapsed: 'takes no scope',
  },
  ticketSessions: {
    get: ({ ticketSessions }, scope, { ticketSessionId }) => ticketSessions.get(scope, ticketSessionId),
    between: ({ ticketSessions }, scope) => ticketSessions.between(scope, { from: NOON, to: minutesAfter(NOON, 600) }),
    list: ({ ticketSessions }, scope) => ticketSessions.list(scope, { limit: 10 }),
    next: async ({ ticketSessions }, scope) => [...(await ticketSessions.next(scope, NOON))],
    periods: async ({ ticketSessions }, scope) => [...(await ticketSessions.periods(scope))],
  },
  vendors: {
    get: ({ vendors }, scope, { vendorId }) => vendors.get(scope, vendorId),
    byShopIds: ({ vendors }, scope) => vendors.byShopIds(scope, [SUPPLIER]),
    byPortalHash: 'takes no scope',
    list: ({ vendors }, scope) => vendors.list(scope, FIRST_PAGE),
    all: ({ vendors }, scope) => vendors.all(scope),
    productCounts: async ({ vendors }, scope, { vendorId }) => [...(await vendors.productCounts(scope, [vendorId]))],
  },
  vhosts: {
    get: 'takes no scope',
    domainsOf: 'takes no scope',
    all: 'takes no scope',
    count: 'takes no scope',
  },
  syncLinks: {
    get: ({ syncLinks }, scope, { linkId }) => syncLinks.get(scope, linkId),
    find: 'takes no scope',
    list: ({ syncLinks }, scope) => syncLinks.list(scope),
    delivery: ({ syncLinks }, scope, { deliveryId }) => syncLinks.delivery(scope, deliveryId),
    deliveries: ({ syncLinks }, scope, { linkId }) => syncLinks.deliveries(scope, { ...FIRST_PAGE, linkId }),
  },
  webhookEndpoints: {
    get: ({ webhookEndpoints }, scope, { endpointId }) => webhookEndpoints.get(scope, endpointId),
    list: async ({ webhookEndpoints }, scope) =>
      (await webhookEndpoints.list(scope, FIRST_PAGE)).items.filter(({ name }) => name === 'à moi'),
    hearing: ({ webhookEndpoints }, scope, { endpointId }) => webhookEndpoints.hearing(scope, endpointId),
    delivery: ({ webhookEndpoints }, scope, { webhookDeliveryId }) => webhookEndpoints.delivery(scope, webhookDeliveryId),
    ofSite: ({ webhookEndpoints }, scope, { webhookDeliveryId }) => webhookEndpoints.ofSite(scope, webhookDeliveryId),
    deliveries: async ({ webhookEndpoints }, scope, { endpointId }) =>
      (await webhookEndpoints.deliveries(scope, { limit: 10, endpointId })).items,
  },
  webhookLogs: {
    get: ({ webhookLogs }, scope, { webhookLogId }) => webhookLogs.get(scope, webhookLogId),
    list: ({ webhookLogs }, scope) => webhookLogs.list(scope, FIRST_PAGE),
    ofSession: ({ webhookLogs }, scope, { sessionId }) => webhookLogs.ofSession(scope, sessionId),
    figures: ({ webhookLogs }, scope) => webhookLogs.figures(scope, NOON),
  },
};

/**
 * The wall between tenants, and between the establishments of one. Whoever acts in a scope of their own with the ids of another
 * learns exactly what they would learn about ids that do not exist, and changes nothing of the other's.
 */
export function exerciseTenancy(name: string, open: Open): void {
  describePort('every port', name, open, (persistence) => {
    let victim: Victim;
    /** All that can be seen of the victim: looked at once per call, as that is a hundred questions to the database. */
    let face: unknown;
    const seen = () => faceOf(persistence, victim.scope, victim.site.slug);
    before(async () => {
      victim = await aVictim(persistence);
      face = await seen();
    });

    const keepsOut = (title: string, { ofTenant, call }: Scoped<(scope: Scope, ids: Ids) => Promise<unknown>>) =>
      it(`${title} neither shows nor changes what belongs to another tenant${ofTenant ? '' : ' or establishment'}`, async () => {
        for (const { who, intruder, innocent } of await strangersTo(victim, persistence)) {
          if (ofTenant && intruder.tenantId === victim.scope.tenantId) continue;
          const learnt = await outcomeOf(() => call(intruder, victim.ids));
          const expected = await outcomeOf(() => call(innocent, nobodysIds()));
          expect(learnt, `what ${who} learns`).to.deep.equal(expected);
        }
        const untouched = face;
        // What one call has changed is no fault of the next.
        face = await seen();
        expect(face).to.deep.equal(untouched);
      }).timeout(10_000);

    for (const { title, ofTenant, call } of callsIn(STORE_CALLS)) {
      keepsOut(title, { ofTenant, call: (scope, ids) => persistence.transact(scope, (stores) => call(stores, scope, ids)) });
    }
    for (const { title, ofTenant, call } of callsIn(VIEW_CALLS)) {
      keepsOut(`views.${title}`, { ofTenant, call: (scope, ids) => call(persistence.views, scope, ids) });
    }
  });
}

interface Scoped<Made> {
  /** True when it acts for the whole tenant. */
  readonly ofTenant: boolean;
  readonly call: Made;
}

/** The calls with a scope, named like `orders.place`. */
function callsIn<Ports>(calls: CallsOf<Ports>) {
  const found: ({ readonly title: string } & Scoped<Call<Ports>>)[] = [];
  for (const port in calls) {
    for (const method in calls[port]) {
      const call = calls[port][method];
      if (call === 'takes no scope') continue;
      const title = `${port}.${method}`;
      found.push(typeof call === 'function' ? { title, ofTenant: false, call } : { title, ofTenant: true, call: call.ofTenant });
    }
  }
  return found;
}

function nobodysIds(): Ids {
  return {
    itemId: randomUUID(),
    campaignId: randomUUID(),
    templateId: randomUUID(),
    segmentId: randomUUID(),
    tagId: randomUUID(),
    subscriberId: randomUUID(),
    categoryId: randomUUID(),
    clientId: randomUUID(),
    invoiceId: randomUUID(),
    noteId: randomUUID(),
    recurringId: randomUUID(),
    orderId: freshToken(),
    siteId: randomUUID(),
    userId: randomUUID(),
    keyId: freshToken(),
    linkId: randomUUID(),
    deliveryId: randomUUID(),
    endpointId: randomUUID(),
    webhookDeliveryId: randomUUID(),
    saleId: randomUUID(),
    registerId: randomUUID(),
    shiftId: randomUUID(),
    stockActionId: randomUUID(),
    syncRunId: randomUUID(),
    taxRateId: randomUUID(),
    couponId: randomUUID(),
    groupId: randomUUID(),
    passId: randomUUID(),
    zoneId: randomUUID(),
    methodId: randomUUID(),
    kbCategoryId: randomUUID(),
    articleId: randomUUID(),
    paymentId: randomUUID(),
    parcelId: randomUUID(),
    returnId: randomUUID(),
    vendorId: randomUUID(),
    webhookLogId: randomUUID(),
    sessionId: randomUUID(),
    gateId: randomUUID(),
    offerId: randomUUID(),
    ticketSessionId: randomUUID(),
    ticketId: randomUUID(),
  };
}

interface Victim extends Establishment {
  readonly ids: Ids;
}

/** An establishment that has something of everything. */
async function aVictim(persistence: Persistence): Promise<Victim> {
  const { scope, site } = await establish(persistence, { name: 'La Victime' });
  const category = aCategory();
  const vendor = aVendor(SUPPLIER);
  const item = aProduct({ ...CODES, categoryId: category.id, defaultVendorId: vendor.id, manageStock: true });
  const client = aClient(CLIENT_KEYS);
  const note = aClientNote(client.id);
  const [template, segment, tag, reader] = [aTemplate(), aSegment(), aTag(), aSubscriber({ email: READER })];
  const campaign = aCampaign({ templateId: template.id, segmentId: segment.id, status: 'sending', startedAt: NOON, run: 1 });
  const order = anOrder(scope, { invoiceNumber: SHOP_NUMBER });
  const recurring = aRecurring(scope, { status: 'paused' });
  const invoice = anInvoice({ orderId: order.id }, scope);
  const payment = aRecordedPayment(order.id);
  const parcel = aParcel(order.id, { trackingNumber: TRACKING_NUMBER });
  const goodsReturn = aReturn(order.id);
  const forecast = aForecast({ itemId: item.id, reference: order.id });
  const key = anApiKey(scope);
  const sale = aSaleDraft({ orderId: order.id });
  const register = aRegister({ name: VICTIMS_TILL });
  const shift = aShift(register);
  const [run, ended] = [{ ...VICTIMS_RUN, id: randomUUID() }, aSyncRun({ job: 'products' })];
  const reference = aReference();
  const told = anEventOfShop();
  const batch = aBatch({ events: [told] });
  const offer = anOffer(scope);
  const ticketSession = aTicketSession(scope, { offerId: offer.id });
  const booked = { orderId: order.id, sessionId: ticketSession.id, offerId: offer.id };
  const ticket = aTicket(scope, { ...booked, code: CODE });
  const link = aSyncLink(scope, { name: 'à moi' });
  const delivery = aDelivery(link.id, { state: 'held' });
  const endpoint = anEndpoint(scope, { name: 'à moi' });
  const webhookDelivery = aWebhookDelivery(endpoint, { state: 'failed' });
  const gate = aGate();
  const [group, pass] = [aGroup({ sessionId: ticketSession.id }), aPass({ code: PASS_CODE })];
  const { user } = await joined(persistence, scope);
  await signedIn(persistence, user);
  await persistence.transact(scope, async (stores) => {
    await stores.invoices.create(scope, invoice);
    await stores.recurringInvoices.create(scope, recurring);
    await stores.invoices.addPayment(scope, anInvoicePayment(invoice.id));
    await stores.invoices.takeNumber(scope, 'victim', 'invoice', '2026-06-16');
    await stores.categories.create(scope, category);
    await stores.vendors.create(scope, vendor);
    await stores.products.create(scope, [item, aBundleOf(item)]);
    await stores.settings.set(scope, 'footer', 'à moi');
    await stores.tenantSettings.set(scope, 'footer', 'à moi');
    await stores.apiKeys.create(scope, key);
    await stores.apiKeys.countUses([{ tenantId: scope.tenantId, keyId: key.id, day: '2026-06-16', calls: 1, lastUsedAt: NOON }]);
    await stores.audit.append(anAuditEntry(scope));
    await stores.clients.create(scope, [client, aClient({ mergedInto: client.id })], aClientEvent());
    await stores.linkedUsers.createDormant([aDormantUser(VICTIMS_PERSON)]);
    await stores.linkedUsers.link(scope, [{ clientId: client.id, email: VICTIMS_PERSON }]);
    await stores.clients.addNote(scope, note);
    await stores.subscribers.change(scope, READER, () => reader);
    await stores.campaignTags.create(scope, tag);
    await stores.emailTemplates.create(scope, template);
    await stores.segments.create(scope, segment);
    await stores.campaigns.create(scope, campaign);
    await stores.campaigns.freeze(scope, campaign.id, template.variants, null, NOON);
    await stores.idempotency.claim(scope, CALL, NOON);
    await stores.rateLimits.take(scope, 'orders', RATE, NOON);
    await stores.keyPaces.take([{ scope, keyId: 'one' }], RATE, NOON);
    await stores.pickupSlots.claim(scope, NOON, 1);
    await stores.orders.place(scope, order, anEvent('queued'));
    await stores.orderNotes.add(scope, order.id, { id: note.id, text: 'à moi', author: 'system:tests', at: NOON });
    await stores.payments.create(scope, aPayment(scope, { orderId: order.id }));
    await stores.settlement.addPayment(scope, payment);
    await stores.settlement.addRefund(scope, aRecordedRefund(payment));
    await stores.settlement.addParcel(scope, parcel);
    await stores.settlement.addReturn(scope, goodsReturn);
    await stores.sales.record(scope, sale);
    await stores.till.createRegister(scope, register);
    await stores.till.openShift(scope, shift);
    await stores.till.moveCash(scope, aCashMovement(shift.id));
    await stores.till.copySale(scope, { saleId: sale.id, at: NOON, by: 'user:lucie' });
    await stores.till.addArchive(scope, anArchive());
    const chain = aChain(scope, 2);
    await stores.journal.append(scope, chain.entries, [chain.head]);
    await stores.stock.open(scope, [aUnit(item.id)], NOON);
    await stores.stock.post(scope, [aStockAction({ itemId: item.id }), forecast], 'fact');
    await stores.idempotency.remember(scope, CALL, { kind: 'done', result: 'à moi' }, NOON);
    await stores.shopLinks.put(scope, [aShopLink({ localId: order.id })]);
    await stores.driftReports.put(scope, aDriftReport());
    await stores.syncRuns.begin(scope, ended);
    await stores.syncRuns.save(scope, { ...ended, outcome: 'completed', finishedAt: NOON });
    await stores.syncRuns.begin(scope, run);
    await stores.quarantine.put(scope, 'orders', [aRefusal()], NOON);
    await writeReference(stores, scope, reference, order.id);
    await stores.reorder.put(scope, null, [aSuggestion({ itemId: item.id })]);
    await stores.syncLinks.create(scope, link);
    await stores.syncLinks.remember(scope, link.id, aRememberedCall());
    await stores.syncLinks.addMovements(scope, link.id, [aMovement()]);
    await stores.syncLinks.addDeliveries(scope, [delivery]);
    await stores.webhookEndpoints.create(scope, endpoint);
    await stores.webhookEndpoints.addDeliveries(scope, [webhookDelivery]);
    await stores.webhookLogs.pace(scope, () => ({ ...A_PACE, level: 50 }));
    await stores.webhookLogs.journal(scope, batch);
    await stores.offers.create(scope, offer);
    await stores.ticketSessions.create(scope, ticketSession);
    await stores.tickets.createBooking(scope, aBooking(scope, booked));
    await stores.tickets.createAll(scope, [ticket]);
    await stores.accessGates.create(scope, gate);
    await stores.scans.add(scope, { ...SCAN, id: randomUUID(), holder: { kind: 'ticket', id: ticket.id } }, SCAN_HOUR);
    await stores.scans.count(scope, aCount(scope));
    await stores.groups.create(scope, group);
    await stores.passes.create(scope, pass);
    await stores.passes.addUse(scope, aPassUse(pass.id, { id: PASS_USE }));
    await stores.webhookLogs.claim(scope, FIRST_TURN, aClaim({ token: TURN_TOKEN }), NOON);
  });
  return {
    scope,
    site,
    ids: {
      itemId: item.id,
      campaignId: campaign.id,
      templateId: template.id,
      segmentId: segment.id,
      tagId: tag.id,
      subscriberId: reader.id,
      categoryId: category.id,
      clientId: client.id,
      noteId: note.id,
      orderId: order.id,
      siteId: scope.siteId,
      userId: user.id,
      keyId: key.id,
      linkId: link.id,
      deliveryId: delivery.id,
      endpointId: endpoint.id,
      webhookDeliveryId: webhookDelivery.id,
      invoiceId: invoice.id,
      recurringId: recurring.id,
      saleId: sale.id,
      registerId: register.id,
      shiftId: shift.id,
      stockActionId: forecast.id,
      syncRunId: run.id,
      taxRateId: reference.taxRate.id,
      couponId: reference.coupon.id,
      groupId: group.id,
      passId: pass.id,
      zoneId: reference.zone.id,
      methodId: reference.method.id,
      kbCategoryId: reference.kbCategory.id,
      articleId: reference.article.id,
      paymentId: payment.id,
      parcelId: parcel.id,
      returnId: goodsReturn.id,
      vendorId: vendor.id,
      webhookLogId: told.id,
      sessionId: batch.sessionId,
      gateId: gate.id,
      offerId: offer.id,
      ticketSessionId: ticketSession.id,
      ticketId: ticket.id,
    },
  };
}

function aReference() {
  const [zone, kbCategory] = [aZone(), aKbCategory({ translations: { fr: { name: 'L', slug: CATEGORY_SLUG, description: null } } })];
  const article = anArticle({ categoryId: kbCategory.id, translations: { fr: aTranslation({ slug: ARTICLE_SLUG }) } });
  const coupon = aCoupon({ code: COUPON_CODE, batchId: BATCH });
  return { taxRate: aTaxRate(), coupon, zone, method: aMethod(zone.id), kbCategory, article };
}

async function writeReference(stores: Stores, scope: Scope, own: ReturnType<typeof aReference>, orderId: string): Promise<void> {
  await stores.taxRates.create(scope, own.taxRate);
  await stores.coupons.create(scope, own.coupon);
  await stores.coupons.redeem(scope, aRedemption(own.coupon.id, { orderId, clientId: 'ada' }));
  await stores.shippingZones.create(scope, own.zone);
  await stores.shippingMethods.create(scope, own.method);
  await stores.kbCategories.create(scope, own.kbCategory);
  await stores.kbArticles.create(scope, own.article);
}

function aBundleOf({ id: itemId }: Product): Product {
  return aProduct({ bundle: [{ itemId, variantId: null, quantity: 2 }] });
}

interface Stranger {
  readonly who: string;
  /** The scope to act in with the victim's ids … */
  readonly intruder: Scope;
  /** … and one of the same standing, to act in with ids of nobody. */
  readonly innocent: Scope;
}

async function strangersTo(victim: Victim, persistence: Persistence): Promise<readonly Stranger[]> {
  const [one, other] = [await establish(persistence), await establish(persistence)];
  const [beside, besideToo] = [await establishBeside(persistence, victim), await establishBeside(persistence, victim)];
  return [
    {
      who: 'a tenant that names the establishment of another as its own',
      intruder: { ...one.scope, siteId: victim.scope.siteId },
      innocent: { ...other.scope, siteId: aScope().siteId },
    },
    { who: 'a tenant in its own establishment', intruder: one.scope, innocent: other.scope },
    { who: 'another establishment of the same tenant', intruder: beside.scope, innocent: besideToo.scope },
  ];
}

/** The answer, or the code of the refusal. What a fault says is nobody's business, so faults are all alike. */
async function outcomeOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return { answer: await work() };
  } catch (error) {
    return { refusal: error instanceof DomainError ? error.code : 'fault' };
  }
}
