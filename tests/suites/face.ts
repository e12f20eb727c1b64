import { randomUUID } from 'node:crypto';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Persistence, Stores } from '@comptoir/core/stores.js';
import { aCategory, anEvent, anOrder, aProduct, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { aCampaign, aSegment, aSubscriber, aTag, aTemplate, aWish } from './campaign-builders.js';
import { aCertificate, anAcmeOrder, NO_BUDGETS } from './certificate-builders.js';
import { aClient, aClientEvent, aClientNote } from './client-builders.js';
import { anEndpoint, aWebhookDelivery } from './endpoint-builders.js';
import { aGroup, aPass, aPassUse } from './guest-builders.js';
import { aDormantUser, aMember, anApiKey, anAuditEntry, anInvite, aSession, aUser } from './identity-builders.js';
import { aDraft, anInvoicePayment, aRecurring, aTokenHash } from './invoice-builders.js';
import { aChain } from './journal-builders.js';
import { aDelivery, aMovement, aRememberedCall, aSyncLink } from './link-builders.js';
import { aPayment, aSandboxCheckout } from './payment-builders.js';
import { aJob } from './queue-builders.js';
import { aCoupon, aKbCategory, aMethod, anArticle, aRedemption, aTaxRate, aZone } from './reference-builders.js';
import { aSaleDraft } from './sale-builders.js';
import { aCount, aGate, aScan, SCAN_HOUR } from './scan-builders.js';
import { aRun, aSchedule } from './schedule-builders.js';
import { aParcel, aRecordedPayment, aRecordedRefund, aReturn } from './settlement-builders.js';
import { aDriftReport } from './shop-product-builders.js';
import { aRefusal, aShopLink, aSyncRun } from './shop-sync-builders.js';
import { aForecast, aStockAction, aUnit } from './stock-builders.js';
import { aBooking, anOffer, aTicket, aTicketSession } from './ticket-builders.js';
import { aCashMovement, anArchive, aRegister, aShift } from './till-builders.js';
import { aVendor } from './vendor-builders.js';
import { aVhost } from './vhost-builders.js';
import { aBatch, aClaim, aSuggestion } from './webhook-builders.js';

export const CALL = { owner: 'site:1', route: 'POST /api/order', key: 'one', fingerprint: 'f'.repeat(64) };
export const RATE = { limit: 3, windowSecs: 60 };

/** Names of things that belong to no tenant, but here to one establishment's test. */
const inviteOf = ({ siteId }: Scope) => `invite-${siteId}`;
const edgeHostOf = ({ siteId }: Scope) => `${siteId}.example`;
const certificateOf = ({ siteId }: Scope) => ({ domain: `${siteId}.example`, staging: false });
const appOf = ({ siteId }: Scope) => `app-${siteId}`;
const bucketOf = ({ siteId }: Scope) => `login-${siteId}`;

/** A vhost that one establishment's test brings along. */
const domainOf = ({ siteId }: Scope) => `${siteId}.example`;

/** One write through every store. */
export async function writeEverywhere(stores: Stores, scope: Scope): Promise<void> {
  const category = aCategory();
  const [user, key] = [aUser(), anApiKey(scope)];
  await stores.sites.update(scope, { name: 'Autre nom' });
  await stores.settings.set(scope, 'footer', 'Merci');
  await stores.tenants.change(scope, (tenant) => ({ ...tenant, name: 'Autre nom' }));
  await stores.tenantSettings.set(scope, 'footer', 'Merci');
  await stores.users.create(user);
  await stores.members.add(scope, aMember(scope, user));
  await stores.sessions.create(aSession(user));
  await stores.oneTimeTokens.add(anInvite(scope, { hash: inviteOf(scope) }));
  await stores.throttles.change(bucketOf(scope), () => ({ count: 1, lastAt: NOON }));
  await stores.siteGenerations.advance(edgeHostOf(scope));
  await stores.apiKeys.create(scope, key);
  await stores.apiKeys.countUses([{ tenantId: scope.tenantId, keyId: key.id, day: '2026-06-16', calls: 1, lastUsedAt: NOON }]);
  await stores.audit.append(anAuditEntry(scope));
  const [template, reader] = [aTemplate(), aSubscriber()];
  const campaign = aCampaign({ templateId: template.id, status: 'sending', startedAt: NOON, run: 1 });
  await stores.subscribers.change(scope, reader.email, () => reader);
  await stores.campaignTags.create(scope, aTag());
  await stores.segments.create(scope, aSegment());
  await stores.emailTemplates.create(scope, template);
  await stores.campaigns.create(scope, campaign);
  await stores.campaigns.freeze(scope, campaign.id, template.variants, null, NOON);
  await stores.campaigns.claim(scope, campaign.id, 1, aWish(), NOON);
  const client = aClient();
  await stores.clients.create(scope, [client], aClientEvent({ kind: 'created' }));
  await stores.clients.addNote(scope, aClientNote(client.id));
  const person = aDormantUser();
  await stores.linkedUsers.createDormant([person]);
  await stores.linkedUsers.link(scope, [{ clientId: client.id, email: person.email }]);
  await stores.vhosts.save(aVhost({ domain: domainOf(scope) }));
  await stores.categories.create(scope, category);
  await stores.certificates.change(certificateOf(scope), () => ({ record: aCertificate(certificateOf(scope)), result: null }));
  await stores.certificates.takeOrder(anAcmeOrder({ domain: certificateOf(scope).domain }), NO_BUDGETS);
  await stores.certificates.putChallenge(certificateOf(scope).domain, 'key.authorization', minutesAfter(NOON, 60));
  await stores.products.create(scope, [aProduct({ id: 'galette', categoryId: category.id, manageStock: true })]);
  await stores.idempotency.claim(scope, CALL, NOON);
  await stores.rateLimits.take(scope, 'orders', RATE, NOON);
  await stores.keyPaces.take([{ scope, keyId: key.id }], RATE, NOON);
  await stores.pickupSlots.claim(scope, NOON, null);
  const order = anOrder(scope);
  await stores.orders.place(scope, order, anEvent('queued'));
  await stores.orderNotes.add(scope, order.id, { id: randomUUID(), text: 'Rappeler', author: 'system:tests', at: NOON });
  await stores.payments.create(scope, aPayment(scope, { orderId: order.id }));
  await stores.sandbox.open(aSandboxCheckout());
  const payment = aRecordedPayment(order.id);
  await stores.settlement.addPayment(scope, payment);
  await stores.settlement.addRefund(scope, aRecordedRefund(payment));
  await stores.settlement.addParcel(scope, aParcel(order.id));
  await stores.settlement.addReturn(scope, aReturn(order.id));
  await stores.orders.place(scope, anOrder(scope), anEvent('queued'));
  const invoice = aDraft(scope);
  await stores.invoices.create(scope, invoice);
  await stores.invoices.addPayment(scope, anInvoicePayment(invoice.id));
  await stores.invoices.addLink(scope, aTokenHash(), invoice.id, NOON);
  const recurring = aRecurring(scope);
  await stores.recurringInvoices.create(scope, recurring);
  await stores.recurringInvoices.addRun(scope, { recurringId: recurring.id, period: '2026-06-16', invoiceId: invoice.id, at: NOON });
  await stores.invoices.takeNumber(scope, 'main', 'invoice', '2026-06-16');
  const sale = await stores.sales.record(scope, aSaleDraft());
  const register = aRegister();
  await stores.till.createRegister(scope, register);
  const shift = await stores.till.openShift(scope, aShift(register));
  await stores.till.moveCash(scope, aCashMovement(shift.id));
  await stores.till.copySale(scope, { saleId: sale.id, at: NOON, by: 'user:lucie' });
  await stores.till.addArchive(scope, anArchive());
  const chain = aChain(scope, 1);
  await stores.journal.append(scope, chain.entries, [chain.head]);
  await stores.stock.open(scope, [aUnit('galette')], NOON);
  await stores.stock.post(scope, [aStockAction({ itemId: 'galette' }), aForecast({ itemId: 'galette' })], 'fact');
  await writeGuests(stores, scope);
  await writeReferenceData(stores, scope);
  await writeShopSync(stores, scope);
  await stores.accessGates.create(scope, aGate());
  await stores.scans.add(scope, aScan(scope), SCAN_HOUR);
  await stores.scans.count(scope, aCount(scope));
  await writeTicketing(stores, scope, order.id);
  await stores.reorder.put(scope, null, [aSuggestion()]);
  const link = aSyncLink(scope);
  await stores.syncLinks.create(scope, link);
  await stores.syncLinks.remember(scope, link.id, aRememberedCall());
  await stores.syncLinks.addMovements(scope, link.id, [aMovement()]);
  await stores.syncLinks.addDeliveries(scope, [aDelivery(link.id)]);
  const endpoint = anEndpoint(scope);
  await stores.webhookEndpoints.create(scope, endpoint);
  await stores.webhookEndpoints.addDeliveries(scope, [aWebhookDelivery(endpoint)]);
  await stores.webhookLogs.pace(scope, () => ({ level: 1, at: NOON, strikes: 0, waitUntil: null }));
  await stores.webhookLogs.journal(scope, aBatch());
  await stores.webhookLogs.claim(scope, { entity: 'orders', number: 1 }, aClaim(), NOON);
  const schedule = await stores.schedules.change(appOf(scope), 'news', () =>
    aSchedule({ appId: appOf(scope), enabled: false, nextRunAt: null }),
  );
  await stores.scheduleRuns.add([aRun(schedule)]);
  await stores.pushQueue.push([aJob({ appId: appOf(scope) })], NOON);
  await stores.idempotency.remember(scope, CALL, { kind: 'done', result: 1 }, NOON);
}

async function writeShopSync({ driftReports, shopLinks, syncRuns, quarantine }: Stores, scope: Scope): Promise<void> {
  await shopLinks.put(scope, [aShopLink()]);
  await driftReports.put(scope, aDriftReport());
  await syncRuns.begin(scope, aSyncRun());
  await quarantine.put(scope, 'orders', [aRefusal()], NOON);
}

/** Groups and passes. */
async function writeGuests({ groups, passes }: Stores, scope: Scope): Promise<void> {
  const pass = aPass();
  await groups.create(scope, aGroup());
  await passes.create(scope, pass);
  await passes.addUse(scope, aPassUse(pass.id));
}

async function guestsFaceOf({ views }: Persistence, scope: Scope): Promise<Record<string, unknown>> {
  const passes = await views.passes.list(scope, FIRST_PAGE);
  return {
    groups: await views.groups.list(scope, FIRST_PAGE),
    passes,
    uses: await Promise.all(passes.items.map(({ id }) => views.passes.uses(scope, id, FIRST_PAGE))),
  };
}

async function writeTicketing({ offers, ticketSessions, tickets }: Stores, scope: Scope, orderId: string): Promise<void> {
  const offer = anOffer(scope);
  const session = aTicketSession(scope, { offerId: offer.id });
  const booked = { orderId, sessionId: session.id, offerId: offer.id };
  await offers.create(scope, offer);
  await ticketSessions.create(scope, session);
  await tickets.createBooking(scope, aBooking(scope, booked));
  await tickets.createAll(scope, [aTicket(scope, booked)]);
}

async function ticketingFaceOf({ views }: Persistence, scope: Scope, orderIds: readonly string[]): Promise<Record<string, unknown>> {
  return {
    offers: await views.offers.all(scope),
    ticketSessions: await views.ticketSessions.list(scope, { limit: 50 }),
    bookings: await views.tickets.bookings(scope, orderIds),
    tickets: await views.tickets.ofOrders(scope, orderIds),
  };
}

async function shopSyncFaceOf({ views }: Persistence, scope: Scope): Promise<Record<string, unknown>> {
  return {
    driftReport: await views.driftReports.last(scope),
    shopLinks: await views.shopLinks.byExternalIds(scope, 'orders', ['12']),
    syncRuns: await views.syncRuns.list(scope, FIRST_PAGE),
    quarantine: await views.quarantine.list(scope, FIRST_PAGE),
  };
}

async function writeReferenceData(stores: Stores, scope: Scope): Promise<void> {
  const [coupon, zone, category] = [aCoupon(), aZone(), aKbCategory()];
  await stores.taxRates.create(scope, aTaxRate());
  await stores.vendors.create(scope, aVendor());
  await stores.coupons.create(scope, coupon);
  await stores.coupons.redeem(scope, aRedemption(coupon.id));
  await stores.shippingZones.create(scope, zone);
  await stores.shippingMethods.create(scope, aMethod(zone.id));
  await stores.kbCategories.create(scope, category);
  await stores.kbArticles.create(scope, anArticle({ categoryId: category.id }));
}

async function referenceFaceOf({ views }: Persistence, scope: Scope): Promise<Record<string, unknown>> {
  return {
    taxRates: await views.taxRates.list(scope, FIRST_PAGE),
    vendors: await views.vendors.list(scope, FIRST_PAGE),
    coupons: await views.coupons.list(scope, { ...FIRST_PAGE, sort: 'code' }),
    redemptions: await views.coupons.redemptions(scope, FIRST_PAGE),
    zones: await views.shippingZones.list(scope, FIRST_PAGE),
    methods: await views.shippingMethods.list(scope, FIRST_PAGE),
    kbCategories: await views.kbCategories.all(scope),
    kbArticles: await views.kbArticles.list(scope, { ...FIRST_PAGE, sort: 'position' }),
  };
}

/** Everything of an establishment and its tenant that can be read. */
export async function faceOf(persistence: Persistence, scope: Scope, slug: string): Promise<Record<string, unknown>> {
  const { transact, views } = persistence;
  const orders = await views.orders.list(scope, FIRST_PAGE);
  const recurring = await views.recurringInvoices.list(scope, FIRST_PAGE);
  const invoices = await views.invoices.list(scope, FIRST_PAGE);
  const clients = await views.clients.list(scope, FIRST_PAGE);
  const campaigns = await views.campaigns.list(scope, FIRST_PAGE);
  const keys = await views.apiKeys.list(scope, 'keyed', FIRST_PAGE, NOON);
  const links = await views.syncLinks.list(scope);
  return {
    site: await views.sites.bySlug(slug),
    campaigns,
    contents: await Promise.all(campaigns.items.map(({ id }) => views.campaigns.content(scope, id))),
    recipients: await Promise.all(campaigns.items.map(({ id }) => views.campaigns.activity(scope, id, FIRST_PAGE))),
    webhookEndpoints: await views.webhookEndpoints.list(scope, FIRST_PAGE),
    webhookDeliveries: await views.webhookEndpoints.deliveries(scope, { limit: 50 }),
    webhookLogs: await views.webhookLogs.list(scope, FIRST_PAGE),
    webhookFigures: await views.webhookLogs.figures(scope, NOON),
    reorderSuggestions: await views.reorder.list(scope, FIRST_PAGE),
    campaignTags: await views.campaignTags.list(scope, FIRST_PAGE),
    emailTemplates: await views.emailTemplates.list(scope, FIRST_PAGE),
    segments: await views.segments.list(scope, FIRST_PAGE),
    subscribers: await views.subscribers.list(scope, FIRST_PAGE),
    menu: await views.catalogue.menu(scope),
    products: await views.products.all(scope),
    taken: [...(await views.pickupSlots.taken(scope, NOON, minutesAfter(NOON, 60)))],
    orders,
    events: await Promise.all(orders.items.map(({ id }) => views.orders.events(scope, id))),
    orderNotes: await Promise.all(orders.items.map(({ id }) => views.orderDesk.notes(scope, id, FIRST_PAGE))),
    payments: await Promise.all(orders.items.map(({ id }) => views.payments.ofOrder(scope, id))),
    money: await Promise.all(orders.items.map(({ id }) => views.settlement.money(scope, id))),
    parcels: await views.settlement.parcels(scope, FIRST_PAGE),
    returns: await Promise.all(orders.items.map(({ id }) => views.settlement.returnsOf(scope, id))),
    clients,
    histories: await Promise.all(clients.items.map(({ id }) => views.clients.history(scope, id, FIRST_PAGE))),
    notes: await Promise.all(clients.items.map(({ id }) => views.clients.notes(scope, id, FIRST_PAGE))),
    persons: [
      ...(await views.linkedUsers.ofClients(
        scope,
        clients.items.map(({ id }) => id),
      )),
    ],
    tenant: await views.tenants.get(scope),
    members: await views.members.list(scope, FIRST_PAGE),
    sessions: await views.sessions.list(scope, FIRST_PAGE, NOON),
    links,
    deliveries: await views.syncLinks.deliveries(scope, FIRST_PAGE),
    keys,
    uses: await Promise.all(keys.items.map(({ id }) => views.apiKeys.uses(scope, id, '2000-01-01'))),
    audit: await views.audit.list(scope, FIRST_PAGE),
    invoices: await Promise.all(
      invoices.items.map(async ({ id }) => [await views.invoices.get(scope, id), await views.invoices.payments(scope, id)]),
    ),
    series: await views.invoices.series(scope),
    recurring,
    runs: await Promise.all(recurring.items.map(({ id }) => views.recurringInvoices.runs(scope, id, FIRST_PAGE))),
    journal: await views.journal.list(scope, { limit: 50 }),
    sales: await views.sales.list(scope, { limit: 50 }),
    registers: await views.till.registers(scope, FIRST_PAGE),
    shifts: await views.till.shifts(scope, FIRST_PAGE),
    archives: await views.till.archives(scope, FIRST_PAGE),
    certificate: await views.certificates.get(certificateOf(scope)),
    challenge: await views.certificates.challenge(certificateOf(scope).domain, NOON),
    levels: await views.stock.levels(scope),
    stockActions: await views.stock.actions(scope, FIRST_PAGE),
    inventory: await views.stock.inventory(scope, FIRST_PAGE),
    generations: [...(await views.siteGenerations.current([edgeHostOf(scope)]))],
    schedules: await views.schedules.list(appOf(scope)),
    queues: await views.pushQueue.depths(appOf(scope), NOON),
    stockReport: await views.stock.verify(scope),
    vhost: await views.vhosts.get(domainOf(scope)),
    ...(await guestsFaceOf(persistence, scope)),
    ...(await referenceFaceOf(persistence, scope)),
    ...(await shopSyncFaceOf(persistence, scope)),
    gates: await views.accessGates.list(scope, FIRST_PAGE),
    scans: await views.scans.list(scope, { limit: 50 }),
    gateCounts: await views.scans.gateCounts(scope, SCAN_HOUR.day),
    attendance: await views.scans.hours(scope, { first: SCAN_HOUR.day, last: SCAN_HOUR.day }),
    ...(await ticketingFaceOf(
      persistence,
      scope,
      orders.items.map(({ id }) => id),
    )),
    ...(await transact(scope, async (stores) => ({
      syncCalls: await Promise.all(links.map(({ id }) => stores.syncLinks.recall(scope, id, 'msg-1'))),
      movements: await Promise.all(links.map(({ id }) => stores.syncLinks.knownMovements(scope, id, ['mv-1', 'mv-2']))),
      categories: await stores.categories.list(scope, FIRST_PAGE),
      settings: [...(await stores.settings.list(scope))],
      tenantSettings: [...(await stores.tenantSettings.list(scope))],
      owners: await stores.members.lockOwners(scope),
      invite: await stores.oneTimeTokens.find('invite', inviteOf(scope)),
      tries: await stores.throttles.change(bucketOf(scope), (tries) => tries),
      remembered: await stores.idempotency.claim(scope, CALL, NOON),
      rate: await stores.rateLimits.peek(scope, 'orders', RATE, NOON),
    }))),
  };
}
