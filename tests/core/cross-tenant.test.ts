import { KEY_KINDS } from '@comptoir/core/api-keys/api-key.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { encodeCursor } from '@comptoir/core/kit/page.js';
import type { AnyProcedure, CallContext } from '@comptoir/core/kit/procedure.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { expect } from 'chai';
import {
  aCategory,
  aFulfilment,
  aLine,
  anEvent,
  anItem,
  anOrder,
  aProduct,
  aSite,
  FIRST_PAGE,
  freshToken,
  NOON,
  placed,
} from '../suites/builders.js';
import { aCampaign, aSegment, aSubscriber, aTag, aTemplate } from '../suites/campaign-builders.js';
import { aClient, aClientEvent, aClientNote, anAddress } from '../suites/client-builders.js';
import { anEndpoint, aWebhookDelivery } from '../suites/endpoint-builders.js';
import { aGroup, aPass, aPassUse } from '../suites/guest-builders.js';
import { aDraft, anInvoice, aRecurring, stored } from '../suites/invoice-builders.js';
import { aDelivery, aSyncLink } from '../suites/link-builders.js';
import { aDeadTurn } from '../suites/queue-builders.js';
import { aCoupon, aKbCategory, aMethod, anArticle, aTaxRate, aTranslation, aZone } from '../suites/reference-builders.js';
import { aGate, aScan, SCAN_HOUR } from '../suites/scan-builders.js';
import { aParcel, aRecordedPayment, aReturn, confirmedIn } from '../suites/settlement-builders.js';
import { aRefusal, aSyncRun } from '../suites/shop-sync-builders.js';
import { aStockAction, aUnit, onTheShelf, postIn } from '../suites/stock-builders.js';
import { anOffer, aRate, aTicketSession } from '../suites/ticket-builders.js';
import { aVendor } from '../suites/vendor-builders.js';
import { aBatch, anEventOfShop } from '../suites/webhook-builders.js';
import { idFieldsOf, inputFor } from '../support/inputs.js';
import { anOrganisation, type Organisation, type Somebody } from './organisation.js';
import { aBench, type Bench } from './support.js';

/** Is in every text of the victim, so that nothing of theirs can get out unseen. */
const MARK = 'volé';
const KEY = {
  name: MARK,
  right: 'read',
  permissions: ['products'],
  ratePerHour: null,
  networks: [],
  origins: [],
  expiresAt: null,
} as const;
/** Lets groups, holders of passes and those with tickets in. */
const WELCOMING = { ...aSite().features, groups: true, passes: true, onlineTickets: true };
/** Of a list that goes on: the only one that names records. */
const ORDERS_CURSOR = encodeCursor([NOON.toISOString(), 'o']);
const EVERYTHING = { ...FIRST_PAGE, pageSize: 100 };

interface Owned {
  readonly organisation: Organisation;
  readonly owner: Somebody;
  /** The id of one record of every kind. */
  readonly ids: readonly string[];
  readonly userIds: readonly string[];
}

/** An organisation that has one of everything. */
async function aFullOrganisation(bench: Bench, mark: string): Promise<Owned> {
  const { persistence, services } = bench;
  const organisation = await anOrganisation(bench, { name: mark, description: mark, trade: 'museum', features: WELCOMING });
  const { scope, tenantId } = organisation;
  const owner = await organisation.joinAs('owner', { name: mark, email: `${mark}.owner@example.test` });
  const staff = await organisation.joinAs('staff', { name: mark, email: `${mark}.staff@example.test` });
  const [category, item] = [aCategory({ name: mark }), anItem({ name: mark })];
  const session = {
    id: `session-${scope.siteId}`,
    userId: owner.user.id,
    kind: 'browser',
    createdAt: NOON,
    lastSeenAt: NOON,
    revokedAt: null,
  } as const;
  await persistence.transact(scope, async ({ categories, products, settings, tenantSettings, sessions }) => {
    await categories.create(scope, category);
    await products.create(scope, [aProduct(item)]);
    await settings.set(scope, 'liveChat.greeting', mark);
    await tenantSettings.set(scope, 'mail.replyTo', `${mark}@example.test`);
    await sessions.create({ ...session, expiresAt: new Date(NOON.getTime() + 1e9), address: mark, userAgent: mark });
  });
  await onTheShelf(persistence, scope, [aUnit(item.id)], 5);
  const received = aStockAction({ itemId: item.id, note: mark });
  await postIn(persistence, scope, [received], 'fact');
  const address = anAddress({ line1: mark });
  const client = aClient({ lastName: mark, email: `${mark}@clients.example.test`, addresses: [address] });
  const note = aClientNote(client.id, { text: mark });
  await persistence.transact(scope, async ({ clients }) => {
    await clients.create(scope, [client], aClientEvent({ kind: 'created', actor: mark }));
    await clients.addNote(scope, note);
  });
  const order = await placed(persistence, scope, anOrder(scope, { note: mark }));
  const invoice = await stored(persistence, scope, anInvoice({ note: mark }, scope));
  const invoiceDraft = await stored(persistence, scope, aDraft(scope, { note: mark }));
  const recurring = aRecurring(scope, { name: mark });
  await persistence.transact(scope, ({ recurringInvoices }) => recurringInvoices.create(scope, recurring));
  const marketing = await withMarketing(bench, scope, mark);
  const sending = aFulfilment(scope, {
    ...{ id: freshToken(), note: mark, invoiceNumber: null, paidCents: 0, refundedCents: 0 },
    ...{ lines: [aLine({ itemId: item.id })], discounts: [], totalCents: 1900, sealedAt: null },
  });
  await persistence.transact(scope, ({ orders }) => orders.place(scope, sending, anEvent('draft')));
  const settled = await aSettledOrder(bench, scope, mark);
  const synced = await aSyncedShop(bench, scope, mark);
  const offered = await anOfferedShow(bench, scope, mark);
  const keys = await Promise.all(KEY_KINDS.map((kind) => services.keys.create(scope, kind, { ...KEY, name: mark })));
  const reference = await someReferenceData(bench, scope, mark);
  const guests = await someGuests(bench, scope, mark);
  const letter = await aDeadTurn(persistence, scope);
  const vendor = aVendor({ name: mark, note: mark, email: `${mark}@vendors.example.test` });
  const bought = aProduct({ name: mark, defaultVendorId: vendor.id });
  await persistence.transact(scope, async ({ products, vendors }) => {
    await vendors.create(scope, vendor);
    await products.create(scope, [bought]);
  });
  const [gate, scan] = [aGate({ name: mark }), aScan(scope, { gate: mark })];
  await persistence.transact(scope, async ({ accessGates, scans }) => {
    await accessGates.create(scope, gate);
    await scans.add(scope, scan, SCAN_HOUR);
  });
  const batch = aBatch({ events: [anEventOfShop({ externalId: mark })] });
  await persistence.transact(scope, ({ webhookLogs }) => webhookLogs.journal(scope, batch));
  const link = aSyncLink(scope, { name: mark });
  const delivery = aDelivery(link.id, { saleId: mark });
  await persistence.transact(scope, async ({ syncLinks }) => {
    await syncLinks.create(scope, link);
    await syncLinks.addDeliveries(scope, [delivery]);
  });
  const endpoint = anEndpoint(scope, { name: mark });
  const webhookDelivery = aWebhookDelivery(endpoint, { body: mark, state: 'failed' });
  await persistence.transact(scope, async ({ webhookEndpoints }) => {
    await webhookEndpoints.create(scope, endpoint);
    await webhookEndpoints.addDeliveries(scope, [webhookDelivery]);
  });
  const ids = [
    endpoint.id,
    webhookDelivery.id,
    link.id,
    delivery.id,
    ...reference,
    gate.id,
    ...guests,
    vendor.id,
    letter,
    bought.id,
    batch.sessionId,
    ...batch.events.map(({ id }) => id),
    tenantId,
    scope.siteId,
    owner.user.id,
    staff.user.id,
    category.id,
    item.id,
    client.id,
    address.id,
    note.id,
    order.id,
    ...marketing,
    sending.id,
    ...settled,
    ...synced,
    ...offered,
    received.id,
    invoice.id,
    invoiceDraft.id,
    recurring.id,
    session.id,
    ...keys.map(({ key }) => key.id),
  ];
  return { organisation, owner, ids, userIds: [owner.user.id, staff.user.id] };
}

/** A run of the synchronization, and a record of the shop that is set apart. */
async function aSyncedShop({ persistence }: Bench, scope: Scope, mark: string): Promise<readonly string[]> {
  const run = aSyncRun({ reason: mark });
  await persistence.transact(scope, async ({ quarantine, syncRuns }) => {
    await syncRuns.begin(scope, run);
    await quarantine.put(scope, 'orders', [aRefusal({ externalId: scope.siteId, reason: mark })], NOON);
  });
  return [run.id, `orders-${scope.siteId}`];
}

/** An offer with a rate, a session of it, and a booking of that. */
async function anOfferedShow({ persistence, services }: Bench, scope: Scope, mark: string): Promise<readonly string[]> {
  const rate = aRate({ name: { fr: mark } });
  const offer = anOffer(scope, { title: { fr: mark }, rates: [rate] });
  const session = aTicketSession(scope, { offerId: offer.id });
  await persistence.transact(scope, async ({ offers, ticketSessions }) => {
    await offers.create(scope, offer);
    await ticketSessions.create(scope, session);
  });
  const wanted = { sessionId: session.id, lines: [{ rateId: rate.id, quantity: 1 }] };
  const { order } = await services.bookings.book(scope, wanted, { name: mark, email: null, phone: null }, 'fr');
  return [rate.id, offer.id, session.id, order.id];
}

/** Answers the ids of what it stores. */
async function someReferenceData({ persistence }: Bench, scope: Scope, mark: string): Promise<readonly string[]> {
  const [rate, coupon, zone] = [aTaxRate({ name: mark }), aCoupon({ description: mark }), aZone({ name: mark })];
  const method = aMethod(zone.id, { name: mark });
  const category = aKbCategory({ translations: { fr: { name: mark, slug: 'mine', description: mark } } });
  const article = anArticle({ categoryId: category.id, translations: { fr: aTranslation({ title: mark, body: mark }) } });
  await persistence.transact(scope, async (stores) => {
    await stores.taxRates.create(scope, rate);
    await stores.coupons.create(scope, coupon);
    await stores.shippingZones.create(scope, zone);
    await stores.shippingMethods.create(scope, method);
    await stores.kbCategories.create(scope, category);
    await stores.kbArticles.create(scope, article);
  });
  return [rate, coupon, zone, method, category, article].map(({ id }) => id);
}

/** A group and a pass. */
async function someGuests({ persistence }: Bench, scope: Scope, mark: string): Promise<readonly string[]> {
  const [group, pass] = [aGroup({ name: mark, status: 'quoted' }), aPass({ name: mark })];
  await persistence.transact(scope, async ({ groups, passes }) => {
    await groups.create(scope, group);
    await passes.create(scope, pass);
    await passes.addUse(scope, aPassUse(pass.id));
  });
  return [group.id, pass.id];
}

/** A campaign under way, with what it is made of and somebody who gets it. */
async function withMarketing({ persistence }: Bench, scope: Scope, mark: string): Promise<readonly string[]> {
  const [template, segment, tag] = [aTemplate({ name: mark }), aSegment({ name: mark }), aTag({ name: mark })];
  const reader = aSubscriber({ email: `${mark}.reader@example.test` });
  const campaign = aCampaign({ name: mark, templateId: template.id, segmentId: segment.id, status: 'sending', startedAt: NOON });
  const draft = aCampaign({ name: mark, templateId: template.id });
  await persistence.transact(scope, async ({ campaigns, campaignTags, emailTemplates, segments, subscribers }) => {
    await emailTemplates.create(scope, template);
    await segments.create(scope, segment);
    await campaignTags.create(scope, tag);
    await subscribers.change(scope, reader.email, () => reader);
    for (const each of [campaign, draft]) await campaigns.create(scope, each);
    await campaigns.freeze(scope, campaign.id, template.variants, null, NOON);
  });
  return [template.id, segment.id, tag.id, reader.id, campaign.id, draft.id];
}

/** The ids of a delivered order, and of one of everything that belongs to it. */
async function aSettledOrder({ persistence }: Bench, scope: Scope, mark: string): Promise<readonly string[]> {
  const { id } = await confirmedIn(persistence, scope, { status: 'delivered', lines: [aLine({ id: 'a', fulfilled: 2 })], note: mark });
  const [payment, parcel, back] = [aRecordedPayment(id, { note: mark }), aParcel(id, { note: mark }), aReturn(id, { reason: mark })];
  await persistence.transact(scope, async ({ settlement }) => {
    await settlement.addPayment(scope, payment);
    await settlement.addParcel(scope, parcel);
    await settlement.addReturn(scope, back);
  });
  return [id, payment.id, parcel.id, back.id];
}

/** Everything that is stored for an organisation. */
async function dumpOf({ persistence, services: { views } }: Bench, scope: Scope, userIds: readonly string[]): Promise<string> {
  const stored = await persistence.transact(scope, async ({ settings, tenantSettings, categories, users }) => [
    [...(await settings.list(scope))],
    [...(await tenantSettings.list(scope))],
    await categories.list(scope, EVERYTHING),
    await Promise.all(userIds.map((id) => users.byId(id))),
  ]);
  const orderIds = (await views.orders.list(scope, EVERYTHING)).items.map(({ id }) => id);
  const seen = await Promise.all([
    views.tenants.get(scope),
    views.sites.list(scope),
    views.members.list(scope, EVERYTHING),
    views.catalogue.menu(scope),
    views.clients.list(scope, EVERYTHING),
    views.clients.tags(scope),
    views.orders.list(scope, EVERYTHING),
    views.campaigns.list(scope, EVERYTHING),
    views.campaignTags.list(scope, EVERYTHING),
    views.emailTemplates.list(scope, EVERYTHING),
    views.segments.list(scope, EVERYTHING),
    views.syncLinks.list(scope),
    views.syncLinks.deliveries(scope, EVERYTHING),
    views.syncRuns.list(scope, EVERYTHING),
    views.quarantine.list(scope, EVERYTHING),
    views.subscribers.list(scope, EVERYTHING),
    ...KEY_KINDS.map((kind) => views.apiKeys.list(scope, kind, EVERYTHING, NOON)),
    views.accessGates.list(scope, EVERYTHING),
    views.scans.list(scope, { limit: 200 }),
    views.scans.hours(scope, { first: SCAN_HOUR.day, last: SCAN_HOUR.day }),
    views.audit.list(scope, EVERYTHING),
    views.groups.list(scope, EVERYTHING),
    views.passes.list(scope, EVERYTHING),
    views.taxRates.list(scope, EVERYTHING),
    views.vendors.list(scope, EVERYTHING),
    views.coupons.list(scope, { ...EVERYTHING, sort: 'code' }),
    views.shippingZones.list(scope, EVERYTHING),
    views.shippingMethods.list(scope, EVERYTHING),
    views.kbCategories.list(scope, EVERYTHING),
    views.kbArticles.list(scope, { ...EVERYTHING, sort: 'position' }),
    views.invoices.list(scope, EVERYTHING),
    views.recurringInvoices.list(scope, EVERYTHING),
    views.settlement.payments(scope, EVERYTHING),
    views.settlement.parcels(scope, EVERYTHING),
    views.offers.list(scope, EVERYTHING),
    views.ticketSessions.list(scope, { limit: 100 }),
    ...orderIds.flatMap((id) => [views.settlement.money(scope, id), views.settlement.returnsOf(scope, id)]),
    views.stock.levels(scope),
    views.webhookLogs.list(scope, EVERYTHING),
    views.reorder.list(scope, { ...EVERYTHING, all: true }),
    views.stock.actions(scope, EVERYTHING),
    ...userIds.map((id) => views.sessions.ofUser(id, NOON)),
  ]);
  return JSON.stringify([stored, seen]);
}

const STEP_OF_MANY = 4;

/**
 * Inputs that name something of the victim's: in every field at once; and in one field, with something of the attacker's own in
 * the others.
 */
function* hostileInputs({ input }: AnyProcedure, victim: readonly string[], own: readonly string[]): Generator<unknown> {
  const fields = idFieldsOf(input);
  // Made once, with a mark in each of the fields: finding examples that fit takes longer than all else.
  const marked = inputFor(input, (path) => {
    const field = path.join('.');
    if (field === 'cursor') return ORDERS_CURSOR;
    return fields.includes(field) ? markOf(field) : undefined;
  });
  const fill = (idAt: (field: string) => string) => {
    const ids = new Map(fields.map((field) => [markOf(field), idAt(field)]));
    return replaced(marked, ids);
  };
  for (const id of victim) yield fill(() => id);
  if (fields.length < 2) return;
  // Of three fields and more not every three of a field and two records, but every field with each of either.
  const step = fields.length > 2 ? STEP_OF_MANY : 1;
  for (const hostile of fields) {
    for (const [index, id] of victim.entries()) {
      for (let at = index % step; at < own.length; at += step) yield fill((field) => (field === hostile ? id : (own[at] ?? '')));
    }
  }
}

function markOf(field: string): string {
  return `id of ${field}`;
}

/** A copy with other texts in the place of some. */
function replaced(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return texts.get(value) ?? value;
  if (Array.isArray(value)) return value.map((member) => replaced(member, texts));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member, texts)]));
}

/** A call for several records answers for each of them; here it names one. */
function onlyRefusalIn(answer: unknown): string | null {
  const [outcome, ...others]: unknown[] = Array.isArray(answer) ? answer : [];
  if (others.length > 0 || typeof outcome !== 'object' || outcome === null || !('error' in outcome)) return null;
  return typeof outcome.error === 'string' ? outcome.error : null;
}

/** True where the attacker names a record of their own: what that is refused for says nothing of anybody else's. */
function namesOwn(input: unknown, own: readonly string[]): boolean {
  const fields: Readonly<Record<string, unknown>> = { ...(typeof input === 'object' && input) };
  return [fields.id, fields.orderId].some((named) => own.some((id) => id === named));
}

/** The code a call is refused with, or its answer. */
async function outcomeOf(path: string, procedure: AnyProcedure, call: CallContext, input: unknown) {
  try {
    const answer: unknown = await callProcedure(path, procedure, call, input);
    return { refused: onlyRefusalIn(answer), answer };
  } catch (error) {
    if (error instanceof DomainError) return { refused: error.code, answer: null };
    throw error;
  }
}

/** What is wrong with how a hostile call ended; null: nothing. Plain conditions, as there are hundreds of thousands of them. */
function faultOf(procedure: AnyProcedure, input: unknown, refused: string | null, answer: unknown, own: readonly string[]): string | null {
  if (answer !== null && JSON.stringify(answer).includes(MARK)) return 'something of the victim was shown';
  if (refused === null) return procedure.type === 'query' ? null : 'a change was made';
  if (refused === 'forbidden') return procedure.errors?.includes('forbidden') === true ? null : 'a refusal nobody is told of';
  if (refused === 'invalid_transition') return namesOwn(input, own) ? null : 'the state of the victim was told';
  return /^unknown_|^not_found$/.test(refused) ? null : 'the refusal tells that there is something';
}

/** Two organisations, and what the one is made of before the other tries anything. */
async function aStage() {
  const bench = aBench();
  const [victim, attacker] = [await aFullOrganisation(bench, MARK), await aFullOrganisation(bench, 'own')];
  const dump = () => dumpOf(bench, victim.organisation.scope, victim.userIds);
  return { victim, attacker, dump, untouched: await dump() };
}

describe('what belongs to another organisation', function () {
  // A procedure with many fields is tried with every record in each of them.
  this.timeout(60_000);
  let stage: Awaited<ReturnType<typeof aStage>>;
  // Nearly every call is refused, and nobody reads where from.
  const { stackTraceLimit } = Error;
  after(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });
  before(async () => {
    Error.stackTraceLimit = 0;
    stage = await aStage();
    expect(stage.untouched).to.include(MARK);
  });

  for (const [path, procedure] of makeRegistry(ROUTERS).all()) {
    // A role that no organisation gives keeps the attacker out before any id is looked at: the permission matrix shows that.
    if (procedure.access.kind === 'role' || idFieldsOf(procedure.input).length === 0) continue;
    it(`cannot be reached by ${path}`, async () => {
      const { victim, attacker, dump, untouched } = stage;
      for (const input of hostileInputs(procedure, victim.ids, attacker.ids)) {
        const { refused, answer } = await outcomeOf(path, procedure, attacker.owner.call, input);

        const fault = faultOf(procedure, input, refused, answer, attacker.ids);
        if (fault !== null) expect.fail(`${fault}: ${JSON.stringify(input)} → ${refused ?? JSON.stringify(answer)}`);
      }
      expect(await dump()).to.equal(untouched);
    });
  }
});
