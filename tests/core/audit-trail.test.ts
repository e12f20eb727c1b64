import { randomUUID } from 'node:crypto';
import { makeSignedTokens } from '@comptoir/app/adapters/node-signed-tokens.js';
import type { KeyKind } from '@comptoir/core/api-keys/api-key.js';
import type { CampaignStatus } from '@comptoir/core/campaigns/campaign.js';
import type { Product } from '@comptoir/core/catalogue/item.js';
import type { GroupStatus } from '@comptoir/core/groups/visitor-group.js';
import type { Invoice } from '@comptoir/core/invoices/invoice.js';
import type { InvoiceStatus } from '@comptoir/core/invoices/invoice-states.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import type { CallContext } from '@comptoir/core/kit/procedure.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { isSecret } from '@comptoir/core/kit/secret.js';
import { sealConfirmation, sealUnsubscription } from '@comptoir/core/newsletter/newsletter-tokens.js';
import type { FulfilmentOrder, FulfilmentStatus, PickupStatus } from '@comptoir/core/orders/order.js';
import type { Pass } from '@comptoir/core/passes/pass.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import type { RecurringStatus } from '@comptoir/core/recurring-invoices/recurring-invoice.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { z } from 'zod';
import {
  aCategory,
  aFulfilment,
  aLine,
  anEvent,
  aProduct,
  aSite,
  aVariant,
  DAY_MS,
  FIRST_PAGE,
  freshToken,
  minutesAfter,
  NOON,
  placed,
} from '../suites/builders.js';
import { aCampaign, agreeing, aSegment, aSubscriber, aTemplate } from '../suites/campaign-builders.js';
import { aClient, aClientEvent, anAddress } from '../suites/client-builders.js';
import { anEndpoint, aWebhookDelivery } from '../suites/endpoint-builders.js';
import { aGroup, aPass } from '../suites/guest-builders.js';
import { aDraftInput, aDraft as aDraftInvoice, anInvoice, aRecurring, stored } from '../suites/invoice-builders.js';
import { aDelivery, aSyncLink } from '../suites/link-builders.js';
import { aDeadTurn } from '../suites/queue-builders.js';
import { aCoupon, aKbCategory, aMethod, anArticle, aTaxRate, aZone } from '../suites/reference-builders.js';
import { aSaleDraft, aSoldLine } from '../suites/sale-builders.js';
import { aGate, aScan, SCAN_HOUR } from '../suites/scan-builders.js';
import { aParcel, aRecordedPayment, aReturn, confirmedIn } from '../suites/settlement-builders.js';
import { aRefusal } from '../suites/shop-sync-builders.js';
import { aUnit, onTheShelf } from '../suites/stock-builders.js';
import { anOfferedSession } from '../suites/ticket-builders.js';
import { aRegister } from '../suites/till-builders.js';
import { aVendor } from '../suites/vendor-builders.js';
import { aBatch, anEventOfShop } from '../suites/webhook-builders.js';
import { inputFor, secretsIn } from '../support/inputs.js';
import { TEST_SECRET } from '../support/service-deps.js';
import { aCallOf, anOrganisation, aPerson, type Organisation, withInvites } from './organisation.js';
import { aBench, type Bench } from './support.js';

const CANARY = 'canary-0123456789-canary';

interface Stage extends Bench {
  readonly organisation: Organisation;
  /** Who calls. */
  readonly userId: string;
}

/** What makes the call succeed: the fields that cannot be made up, once what they name is there. */
type Setup = (stage: Stage) => Promise<Record<string, unknown>> | Record<string, unknown>;

const nothing: Setup = () => ({});
async function aLink({ organisation: { scope }, persistence }: Stage) {
  const link = aSyncLink(scope);
  await persistence.transact(scope, ({ syncLinks }) => syncLinks.create(scope, link));
  return { id: link.id, url: null };
}
const aDeadDelivery: Setup = async (stage) => {
  const { scope } = stage.organisation;
  const delivery = aDelivery((await aLink(stage)).id, { state: 'dead' });
  await stage.persistence.transact(scope, ({ syncLinks }) => syncLinks.addDeliveries(scope, [delivery]));
  return { id: delivery.id };
};
async function anEndpointOfTheirs({ organisation: { scope }, persistence }: Stage) {
  const endpoint = anEndpoint(scope);
  await persistence.transact(scope, ({ webhookEndpoints }) => webhookEndpoints.create(scope, endpoint));
  return { id: endpoint.id, url: 'https://integrator.example/' };
}
const aFailedDelivery: Setup = async ({ organisation: { scope }, persistence }) => {
  const endpoint = anEndpoint(scope);
  const delivery = aWebhookDelivery(endpoint, { state: 'failed' });
  await persistence.transact(scope, async ({ webhookEndpoints }) => {
    await webhookEndpoints.create(scope, endpoint);
    await webhookEndpoints.addDeliveries(scope, [delivery]);
  });
  return { id: delivery.id };
};
const aLetter: Setup = async ({ organisation, persistence }) => ({ ids: [await aDeadTurn(persistence, organisation.scope)] });
const ownSite: Setup = ({ organisation }) => ({ id: organisation.scope.siteId });
const ownTenant: Setup = ({ organisation }) => ({ id: organisation.tenantId });
const aMember: Setup = async ({ organisation }) => ({ id: (await organisation.joinAs('staff')).user.id });
const invited: Setup = () => ({ siteId: null });
const emptySite: Setup = async ({ organisation }) => ({ id: (await organisation.beside()).scope.siteId });

const welcoming: Setup = async ({ organisation: { scope }, persistence }) => {
  const site = await persistence.views.sites.get(scope);
  const features = { ...aSite().features, ...site?.features, groups: true, passes: true };
  await persistence.transact(scope, ({ sites }) => sites.update(scope, { features }));
  return { sessionId: null };
};

function aGroupThatIs(status: GroupStatus): Setup {
  return async (stage) => {
    await welcoming(stage);
    const quote = [{ name: 'Visite', quantity: 28, unitPriceCents: 550, taxBasisPoints: 550 }];
    const group = aGroup({ status, quote });
    await stage.persistence.transact(stage.organisation.scope, ({ groups }) => groups.create(stage.organisation.scope, group));
    return { id: group.id, sessionId: null, version: 1 };
  };
}

function aPassThatIs(changes: Partial<Pass> = {}): Setup {
  return async (stage) => {
    await welcoming(stage);
    const pass = aPass(changes);
    await stage.persistence.transact(stage.organisation.scope, ({ passes }) => passes.create(stage.organisation.scope, pass));
    return { id: pass.id, version: 1, at: NOON, validFrom: null, validUntil: null };
  };
}

/** A pear for a euro, in cash. */
const RUNG_UP = { lines: [{ name: 'Poire', unitPriceCents: 100, taxBasisPoints: 550 }], discounts: [] };
const PAID = [{ method: 'cash', amountCents: 100 }];

async function aTillOf({ organisation: { scope }, persistence }: Stage) {
  const register = aRegister({ name: `Caisse ${randomUUID()}` });
  await persistence.transact(scope, ({ till }) => till.createRegister(scope, register));
  return { registerId: register.id };
}

async function anOpenShift(stage: Stage) {
  const { registerId } = await aTillOf(stage);
  await stage.services.till.openShift(stage.organisation.scope, registerId, 10_000);
  return { registerId };
}

async function aSaleOf({ organisation: { scope }, services }: Stage): Promise<string> {
  return (await services.sales.sell(scope, aSaleDraft({ lines: [aSoldLine({ itemId: null })] }))).id;
}

function anOrderThatIs(status: PickupStatus): Setup {
  return async ({ organisation, persistence }) => ({ id: (await placed(persistence, organisation.scope, { status })).id });
}

/** A mug is ordered, of which there are five; the version is whatever it is. */
function aFulfilmentThatIs(status: FulfilmentStatus, changes: Partial<FulfilmentOrder> = {}) {
  return async ({ organisation: { scope }, persistence }: Stage) => {
    const granted = { id: 'd', kind: 'percent', value: 0, label: 'L', coupon: null, lineId: null, amountCents: 0 } as const;
    const order = aFulfilment(scope, {
      ...{ id: freshToken(), status, invoiceNumber: null, sealedAt: null, paidCents: 0, refundedCents: 0, totalCents: 1900 },
      ...{ lines: [aLine({ itemId: 'mug' })], discounts: [granted], ...changes },
    });
    await persistence.transact(scope, async ({ orders, products }) => {
      if ((await products.change(scope, ['mug'], (mug) => mug)).length === 0) await products.create(scope, [aProduct({ id: 'mug' })]);
      await orders.place(scope, order, anEvent(status));
    });
    return { id: order.id };
  };
}

const aDraft = aFulfilmentThatIs('draft');

async function aClientOf({ organisation: { scope }, persistence }: Stage): Promise<string> {
  const client = aClient();
  await persistence.transact(scope, ({ clients }) => clients.create(scope, [client], aClientEvent()));
  return client.id;
}

async function aCouponOf({ organisation: { scope }, persistence }: Stage): Promise<string> {
  const coupon = aCoupon();
  await persistence.transact(scope, ({ coupons }) => coupons.create(scope, coupon));
  return coupon.code;
}

/** Of nothing that is in a catalogue, for nobody, here. */
const withoutItems: Setup = ({ organisation: { scope } }) => ({
  ...{ siteId: scope.siteId, clientId: null, items: [], couponCode: null, assignedTo: null },
});
/** An order that is confirmed, or delivered with all its goods out. */
function anOrderThatIsSent(status: 'confirmed' | 'delivered', named: Record<string, unknown> = {}): Setup {
  return async ({ organisation, persistence }) => ({ id: (await sent(persistence, organisation.scope, status)).id, ...named });
}

const sent = (persistence: Persistence, scope: Scope, status: 'confirmed' | 'delivered') =>
  confirmedIn(persistence, scope, status === 'confirmed' ? {} : { status, lines: [aLine({ id: 'a', fulfilled: 2 })], sealedAt: NOON });

/** An order with money of this kind. */
function aPaymentThatIs(
  status: 'authorized' | 'captured',
  named: (ids: { id: string; orderId: string }) => Record<string, unknown>,
): Setup {
  return async ({ organisation: { scope }, persistence }) => {
    const { id: orderId } = await sent(persistence, scope, 'confirmed');
    const payment = aRecordedPayment(orderId, { status, capturedAt: status === 'captured' ? NOON : null });
    await persistence.transact(scope, ({ settlement }) => settlement.addPayment(scope, payment));
    return named({ id: payment.id, orderId });
  };
}

const aParcelOfTheirs: Setup = async ({ organisation: { scope }, persistence }) => {
  const { id } = await confirmedIn(persistence, scope, { lines: [aLine({ id: 'a', fulfilled: 1 })] });
  const parcel = aParcel(id);
  await persistence.transact(scope, ({ settlement }) => settlement.addParcel(scope, parcel));
  return { id: parcel.id, version: 1, methodId: null };
};

const aReturnOfTheirs: Setup = async ({ organisation: { scope }, persistence }) => {
  const { id } = await sent(persistence, scope, 'delivered');
  const goodsReturn = aReturn(id);
  await persistence.transact(scope, ({ settlement }) => settlement.addReturn(scope, goodsReturn));
  return { id: goodsReturn.id, lines: null };
};

const noReferences = { paymentId: null, returnId: null };
const oneBack = [{ lineId: 'a', quantity: 1, condition: 'sellable' }];

function aKeyOf(kind: KeyKind): Setup {
  return async ({ organisation, services }) => {
    const key = { name: 'N', right: null, permissions: [], ratePerHour: null, networks: [], origins: [], expiresAt: null };
    return { id: (await services.keys.create(organisation.scope, kind, key)).key.id };
  };
}

async function gated({ organisation: { scope }, persistence }: Stage) {
  const features = { ...SITE_DEFAULTS.features, accessControl: true, attendance: true };
  await persistence.transact(scope, ({ sites }) => sites.update(scope, { features }));
  return {};
}

async function aGateOfTheirs({ organisation: { scope }, persistence }: Stage) {
  const gate = aGate();
  await persistence.transact(scope, ({ accessGates }) => accessGates.create(scope, gate));
  return { id: gate.id, offerIds: [] };
}

async function aScanOfTheirs(stage: Stage) {
  const { organisation, persistence } = stage;
  const { scope } = organisation;
  await gated(stage);
  const scan = aScan(scope);
  await persistence.transact(scope, ({ scans }) => scans.add(scope, scan, SCAN_HOUR));
  return { gate: scan.gate, nonce: scan.nonce };
}

const aCategoryOfTheirs: Setup = async ({ organisation: { scope }, persistence }) => {
  const category = aCategory();
  await persistence.transact(scope, ({ categories }) => categories.create(scope, category));
  return { id: category.id };
};

async function aClientOfTheirs({ organisation: { scope }, persistence }: Stage) {
  const client = aClient();
  await persistence.transact(scope, ({ clients }) => clients.create(scope, [client], aClientEvent({ kind: 'created' })));
  return { id: client.id };
}

const aClientAtHome: Setup = async ({ organisation: { scope }, persistence }) => {
  const [address, other] = [anAddress(), anAddress()];
  const client = aClient({ addresses: [address, other], billingAddressId: other.id });
  await persistence.transact(scope, ({ clients }) => clients.create(scope, [client], aClientEvent({ kind: 'created' })));
  return { id: client.id, addressId: address.id };
};

const aStockedItem: Setup = async ({ organisation: { scope }, persistence }) => {
  await onTheShelf(persistence, scope, [aUnit('mug')], 5);
  return { itemId: 'mug', variantId: null, reference: null };
};

const aProductOnTheShelf: Setup = async ({ organisation: { scope }, persistence }) => {
  const product = aProduct({ manageStock: true });
  await persistence.transact(scope, ({ products }) => products.create(scope, [product]));
  await onTheShelf(persistence, scope, [aUnit(product.id)], 5);
  return { itemId: product.id };
};

const anEventOfTheirShop: Setup = async ({ organisation: { scope }, persistence }) => {
  const event = anEventOfShop();
  await persistence.transact(scope, ({ webhookLogs }) => webhookLogs.journal(scope, aBatch({ events: [event] })));
  return { logId: event.id };
};

const stockedTwice: Setup = async (stage) => {
  const { scope } = await stage.organisation.beside();
  await onTheShelf(stage.persistence, scope, [aUnit('mug')], 5);
  return { ...(await aStockedItem(stage)), toSiteId: scope.siteId, toItemId: 'mug', toVariantId: null };
};

/** A product, and another so that it is not the last. */
function aProductWith(changes: Partial<Product>, named: Record<string, unknown> = {}): Setup {
  return async ({ organisation: { scope }, persistence }) => {
    const product = aProduct(changes);
    await persistence.transact(scope, ({ products }) => products.create(scope, [product, aProduct()]));
    return { id: product.id, ...named };
  };
}

const aProductOfTheirs = aProductWith({});
const aVariantOfTheirs = aProductWith({ variants: [aVariant({ id: 'v' })] }, { variantId: 'v' });
const anOptionGroup = { name: 'Sauces', min: 0, max: 1, options: [{ name: 'Miel', priceCents: 0 }] };

function aSessionOf(whose: (stage: Stage) => Promise<string> | string): Setup {
  return async (stage) => {
    const { organisation, persistence } = stage;
    const times = { createdAt: NOON, lastSeenAt: NOON, expiresAt: new Date(NOON.getTime() + DAY_MS), revokedAt: null };
    const session = {
      id: 'session',
      userId: await whose(stage),
      kind: 'browser',
      ...times,
      address: '192.0.2.1',
      userAgent: null,
    } as const;
    await persistence.transact(organisation.scope, ({ sessions }) => sessions.create(session));
    return { id: session.id };
  };
}

const aTaxRateOfTheirs: Setup = async ({ organisation: { scope }, persistence }) => {
  const rate = aTaxRate();
  await persistence.transact(scope, ({ taxRates }) => taxRates.create(scope, rate));
  return { id: rate.id, validFrom: null, validTo: null, version: undefined };
};

/** What a coupon of the standard example is for. */
const FOR_EVERYTHING = { kind: 'amount', productIds: [], categoryIds: [], validFrom: null, validTo: null };

const aCouponOfTheirs: Setup = async ({ organisation: { scope }, persistence }) => {
  const coupon = aCoupon();
  await persistence.transact(scope, ({ coupons }) => coupons.create(scope, coupon));
  return { id: coupon.id, ...FOR_EVERYTHING };
};

const anHour = { startsAt: NOON, endsAt: minutesAfter(NOON, 60) };
const aSentRate = { name: { fr: 'Plein tarif' }, priceCents: 1200, taxBasisPoints: 550 };

const anOfferOfTheirs = async ({ organisation: { scope }, persistence }: Stage) => {
  const { offer } = await anOfferedSession(persistence, scope);
  return { id: offer.id, version: undefined };
};

const aSessionOfTheirs: Setup = async ({ organisation: { scope }, persistence }) => {
  const { session } = await anOfferedSession(persistence, scope);
  return { id: session.id, version: undefined };
};

/** Of these and of whatever is about tickets the establishment sells some. */
const ABOUT_TICKETS = ['posOrders.ringUpBooking'];
const SELLING_TICKETS = { trade: 'museum', features: { ...aSite().features, onlineTickets: true } } as const;
const BOOKED_BY = { name: 'Ada', email: null, phone: null };

/** A session of the museum that they are. */
async function seatsOfTheirs({ organisation: { scope }, persistence }: Stage) {
  const { offer, session } = await anOfferedSession(persistence, scope);
  return { sessionId: session.id, lines: offer.rates.map(({ id }) => ({ rateId: id, quantity: 1 })) };
}

const aZoneOfTheirs: Setup = async ({ organisation: { scope }, persistence }) => {
  const zone = aZone();
  await persistence.transact(scope, ({ shippingZones }) => shippingZones.create(scope, zone));
  return { id: zone.id, zoneId: zone.id };
};

const aMethodOfTheirs: Setup = async (stage) => {
  const { zoneId } = await aZoneOfTheirs(stage);
  const method = aMethod(String(zoneId));
  const { scope } = stage.organisation;
  await stage.persistence.transact(scope, ({ shippingMethods }) => shippingMethods.create(scope, method));
  return { id: method.id, zoneId };
};

const anArticleOfTheirs: Setup = async ({ organisation: { scope }, persistence }) => {
  const article = anArticle();
  await persistence.transact(scope, ({ kbArticles }) => kbArticles.create(scope, article));
  return { id: article.id, categoryId: null };
};

const aKbCategoryOfTheirs: Setup = async ({ organisation: { scope }, persistence }) => {
  const category = aKbCategory();
  await persistence.transact(scope, ({ kbCategories }) => kbCategories.create(scope, category));
  return { id: category.id };
};
/** A line that its discount does not use up. */
const WHAT_IS_INVOICED = { clientId: null, discountCents: 0, lines: [{ name: 'Galette', unitPriceCents: 950, taxBasisPoints: 1000 }] };

function anInvoiceThatIs(status: InvoiceStatus, changes: Partial<Invoice> = {}): Setup {
  return async ({ organisation: { scope }, persistence }) => {
    const invoice = status === 'draft' ? aDraftInvoice(scope) : anInvoice({ ...changes, status }, scope);
    return { id: (await stored(persistence, scope, invoice)).id };
  };
}

const anInvoiceableOrder: Setup = async ({ organisation: { scope }, persistence }) => {
  const { id, lines } = await placed(persistence, scope);
  return { orderId: id, clientId: null, lines: lines.map((line) => ({ lineId: line.id, quantity: 1 })) };
};

function aRecurringInvoice(status: RecurringStatus): Setup {
  return async ({ organisation: { scope }, persistence }) => {
    const recurring = aRecurring(scope, { status });
    await persistence.transact(scope, ({ recurringInvoices }) => recurringInvoices.create(scope, recurring));
    return { id: recurring.id };
  };
}

/** A campaign that somebody would get, in a state. */
function aCampaignThatIs(status: CampaignStatus): Setup {
  return async ({ organisation: { scope }, persistence }) => {
    const template = aTemplate();
    const campaign = aCampaign({ templateId: template.id, status, scheduledAt: status === 'scheduled' ? NOON : null });
    await persistence.transact(scope, async (stores) => {
      await agreeing(stores, scope, 1);
      await stores.emailTemplates.create(scope, template);
      await stores.campaigns.create(scope, campaign);
    });
    return { id: campaign.id, version: undefined, at: null, replyTo: null, segmentId: null, tags: [], templateId: template.id };
  };
}

const aTemplateOfTheirs: Setup = async ({ organisation: { scope }, persistence }) => {
  const template = aTemplate();
  await persistence.transact(scope, ({ emailTemplates }) => emailTemplates.create(scope, template));
  return { id: template.id, version: undefined };
};

const aQuarantinedRecord: Setup = async ({ organisation: { scope }, persistence }) => {
  await persistence.transact(scope, ({ quarantine }) => quarantine.put(scope, 'orders', [aRefusal()], NOON));
  return { id: `orders-${aRefusal().externalId}` };
};

const aSegmentOfTheirs: Setup = async ({ organisation: { scope }, persistence }) => {
  const segment = aSegment();
  await persistence.transact(scope, ({ segments }) => segments.create(scope, segment));
  return { id: segment.id, version: undefined };
};

const aVendorOfTheirs: Setup = async ({ organisation: { scope }, persistence }) => {
  const vendor = aVendor({ email: 'moulin@example.test' });
  await persistence.transact(scope, ({ vendors }) => vendors.create(scope, vendor));
  return { id: vendor.id, version: undefined, reassignTo: null };
};

const aProductOfVendor: Setup = async (stage) => {
  const { scope } = stage.organisation;
  const { id } = await aVendorOfTheirs(stage);
  const product = aProduct({ defaultVendorId: String(id) });
  await stage.persistence.transact(scope, ({ products }) => products.create(scope, [product]));
  return { id, productId: product.id };
};

const twoVendors: Setup = async (stage) => ({
  fromId: (await aVendorOfTheirs(stage))['id'],
  intoId: (await aVendorOfTheirs(stage))['id'],
  version: undefined,
});

const aSubscriberOfTheirs: Setup = async ({ organisation: { scope }, persistence }) => {
  const reader = aSubscriber();
  await persistence.transact(scope, ({ subscribers }) => subscribers.change(scope, reader.email, () => reader));
  return { id: reader.id };
};

/** The token of a link in a mail to the address, which waits for its owner. */
function aLinkIn(mail: 'confirm' | 'unsubscribe'): Setup {
  return async ({ organisation: { scope }, persistence }) => {
    const reader = aSubscriber({ state: 'pending', confirmedAt: null });
    await persistence.transact(scope, ({ subscribers }) => subscribers.change(scope, reader.email, () => reader));
    const about = { tenantId: scope.tenantId, siteId: scope.siteId, email: reader.email };
    const tokens = makeSignedTokens([TEST_SECRET]);
    const token =
      mail === 'confirm'
        ? sealConfirmation(tokens, { ...about, at: NOON.getTime() })
        : sealUnsubscription(tokens, { ...about, campaignId: null });
    return { token };
  };
}

/** One line per mutation that runs in the transaction of its call; a new one does not pass without it. */
const SUCCEEDING: Readonly<Record<string, Setup>> = {
  'accessControl.addAttendance': gated,
  'accessControl.annulScan': aScanOfTheirs,
  'accessControl.createDevice': nothing,
  'accessControl.createGate': () => ({ offerIds: [] }),
  'accessControl.deleteGate': aGateOfTheirs,
  'accessControl.revokeDevice': aKeyOf('device'),
  'accessControl.rotateDevice': aKeyOf('device'),
  'accessControl.updateDevice': aKeyOf('device'),
  'accessControl.updateGate': aGateOfTheirs,
  'apiKeys.create': () => ({ expiresAt: null }),
  'apiKeys.revoke': aKeyOf('keyed'),
  'apiKeys.rotate': aKeyOf('keyed'),
  'apiKeys.update': aKeyOf('keyed'),
  'auth.logout': nothing,
  'campaigns.createCampaign': aCampaignThatIs('draft'),
  'campaigns.createCampaignTag': () => ({ colour: null }),
  'campaigns.createCampaignWizard': aCampaignThatIs('draft'),
  'campaigns.deleteCampaign': aCampaignThatIs('draft'),
  'campaigns.duplicateCampaign': aCampaignThatIs('sent'),
  'campaigns.pauseCampaign': aCampaignThatIs('sending'),
  'campaigns.resumeCampaign': aCampaignThatIs('paused'),
  'campaigns.sendCampaign': aCampaignThatIs('draft'),
  'campaigns.updateCampaign': aCampaignThatIs('draft'),
  'categories.create': nothing,
  'categories.delete': aCategoryOfTheirs,
  'categories.update': aCategoryOfTheirs,
  'clients.addAddress': aClientOfTheirs,
  'clients.addNote': aClientOfTheirs,
  'clients.addTags': aClientOfTheirs,
  'clients.anonymize': aClientOfTheirs,
  'clients.create': nothing,
  'clients.delete': aClientOfTheirs,
  'clients.deleteNote': async (stage) => {
    const { id } = await aClientOfTheirs(stage);
    return { id, noteId: (await stage.services.clients.addNote(stage.organisation.scope, id, 'N')).id };
  },
  'clients.importCsv': () => ({ text: 'lastName,email\nLovelace,ada@example.test\n' }),
  'clients.merge': async (stage) => ({ ...(await aClientOfTheirs(stage)), intoId: (await aClientOfTheirs(stage)).id }),
  'clients.removeAddress': aClientAtHome,
  'clients.removeTags': aClientOfTheirs,
  'clients.setConsent': aClientOfTheirs,
  'clients.setDefaultAddress': aClientAtHome,
  'clients.update': aClientOfTheirs,
  'clients.updateAddress': aClientAtHome,
  'coupons.create': () => FOR_EVERYTHING,
  'coupons.delete': aCouponOfTheirs,
  'coupons.generateBatch': () => FOR_EVERYTHING,
  'coupons.update': aCouponOfTheirs,
  'emailTemplates.create': nothing,
  'emailTemplates.delete': aTemplateOfTheirs,
  'emailTemplates.testSend': aTemplateOfTheirs,
  'emailTemplates.update': aTemplateOfTheirs,
  'feedApiKeys.create': nothing,
  'feedApiKeys.revoke': aKeyOf('feed'),
  'feedApiKeys.rotate': aKeyOf('feed'),
  'feedApiKeys.update': aKeyOf('feed'),
  'groups.cancel': aGroupThatIs('confirmed'),
  'groups.confirm': aGroupThatIs('quoted'),
  'groups.create': welcoming,
  'groups.createInvoice': aGroupThatIs('confirmed'),
  'groups.decline': aGroupThatIs('requested'),
  'groups.markVisited': aGroupThatIs('confirmed'),
  'groups.quote': aGroupThatIs('requested'),
  'groups.update': aGroupThatIs('requested'),
  'helpdeskKb.createArticle': () => ({ categoryId: null }),
  'helpdeskKb.createCategory': nothing,
  'helpdeskKb.deleteArticle': anArticleOfTheirs,
  'helpdeskKb.deleteCategory': aKbCategoryOfTheirs,
  'helpdeskKb.updateArticle': anArticleOfTheirs,
  'helpdeskKb.updateCategory': aKbCategoryOfTheirs,
  'inventory.recalculateReorder': aProductOnTheShelf,
  'inventory.thresholds': aStockedItem,
  'invoices.cancel': anInvoiceThatIs('issued'),
  'invoices.convertQuote': anInvoiceThatIs('accepted', { kind: 'quote' }),
  'invoices.createCreditNote': async (stage) => ({
    invoiceId: (await anInvoiceThatIs('issued')(stage)).id,
    lines: [{ line: 1, quantity: 1 }],
  }),
  'invoices.createDraft': anInvoiceableOrder,
  'invoices.createInvoice': anInvoiceableOrder,
  'invoices.createLink': anInvoiceThatIs('issued'),
  'invoices.createQuote': () => WHAT_IS_INVOICED,
  'invoices.deleteDraft': anInvoiceThatIs('draft'),
  'invoices.issue': anInvoiceThatIs('draft'),
  'invoices.recordPayment': anInvoiceThatIs('issued'),
  'invoices.sendInvoice': anInvoiceThatIs('issued'),
  'invoices.setSeries': nothing,
  'invoices.updateDraft': async (stage) => ({ ...WHAT_IS_INVOICED, ...(await anInvoiceThatIs('draft')(stage)) }),
  'invoices.updateInvoiceStatus': async (stage) => ({ ...(await anInvoiceThatIs('issued')(stage)), status: 'paid' }),
  'links.create': () => ({ url: null }),
  'links.delete': aLink,
  'links.disable': aLink,
  'links.enable': aLink,
  'links.redeliver': aDeadDelivery,
  'links.rotate': aLink,
  'links.update': aLink,
  'liveChat.createKey': nothing,
  'liveChat.revokeKey': aKeyOf('liveChat'),
  'liveChat.rotateKey': aKeyOf('liveChat'),
  'liveChat.updateKey': aKeyOf('liveChat'),
  'newsletter.add': nothing,
  'newsletter.confirm': aLinkIn('confirm'),
  'newsletter.delete': aSubscriberOfTheirs,
  'newsletter.subscribe': ({ organisation }) => ({ slug: organisation.site.slug, email: 'ada@example.test' }),
  'newsletter.unsubscribe': aLinkIn('unsubscribe'),
  'onboarding.complete': nothing,
  'onboarding.skip': nothing,
  'orders.accept': anOrderThatIs('queued'),
  'orders.addCustomLine': aDraft,
  'orders.addItem': async (stage) => ({ ...(await aDraft(stage)), productId: 'mug', variantId: null, optionIds: [] }),
  'orders.addNote': aDraft,
  'orders.applyCoupon': async (stage) => ({ ...(await aDraft(stage)), code: await aCouponOf(stage) }),
  'orders.applyDiscount': async (stage) => ({ ...(await aDraft(stage)), discount: { kind: 'percent', value: 1000, label: 'Fidèle' } }),
  'orders.assign': async (stage) => ({ ...(await aDraft(stage)), userId: (await stage.organisation.joinAs('staff')).user.id }),
  'orders.cancel': anOrderThatIs('queued'),
  'orders.cancelReturn': aReturnOfTheirs,
  'orders.collect': anOrderThatIs('ready'),
  'orders.confirm': aDraft,
  'orders.create': withoutItems,
  'orders.createDraft': withoutItems,
  'orders.delete': aDraft,
  'orders.deleteNote': async (stage) => {
    const draft = await aDraft(stage);
    const note = { id: randomUUID(), text: 'N', author: 'user:lucie', at: NOON };
    const { scope } = stage.organisation;
    await stage.persistence.transact(scope, ({ orderNotes }) => orderNotes.add(scope, draft.id, note));
    return { ...draft, noteId: note.id };
  },
  'orders.duplicate': aDraft,
  'orders.markDelivered': aFulfilmentThatIs('shipped'),
  'orders.markReady': anOrderThatIs('accepted'),
  'orders.merge': async (stage) => {
    const clientId = await aClientOf(stage);
    const [into, from] = [await aFulfilmentThatIs('draft', { clientId })(stage), await aFulfilmentThatIs('draft', { clientId })(stage)];
    return { ...into, fromIds: [from.id] };
  },
  'orders.createInvoice': async (stage) => {
    const { orderId, ...rest } = await anInvoiceableOrder(stage);
    return { ...rest, id: orderId };
  },
  'orders.createFulfilment': anOrderThatIsSent('confirmed', { lines: null, methodId: null }),
  'orders.createReturn': anOrderThatIsSent('delivered', { lines: oneBack }),
  'orders.ready': anOrderThatIs('accepted'),
  'orders.receiveReturn': aReturnOfTheirs,
  'orders.recordPayment': anOrderThatIsSent('confirmed', { receivedAt: null }),
  'orders.refund': aPaymentThatIs('captured', ({ orderId }) => ({ id: orderId, ...noReferences })),
  'orders.reject': anOrderThatIs('queued'),
  'orders.removeCoupon': async (stage) => {
    const coupon = { id: randomUUID(), code: 'BRAVO' };
    const discount = { id: 'c', kind: 'amount', value: 100, label: 'BRAVO', coupon, lineId: null, amountCents: 100 } as const;
    return { ...(await aFulfilmentThatIs('draft', { discounts: [discount] })(stage)), code: 'bravo' };
  },
  'orders.removeDiscount': async (stage) => ({ ...(await aDraft(stage)), discountId: 'd' }),
  'orders.removeItem': async (stage) => ({ ...(await aDraft(stage)), lineId: '1' }),
  'orders.reopen': aFulfilmentThatIs('confirmed'),
  'orders.seal': aFulfilmentThatIs('shipped'),
  'orders.setBillingAddress': aDraft,
  'orders.setClient': async (stage) => ({ ...(await aDraft(stage)), clientId: await aClientOf(stage) }),
  'orders.setDeliveryAddress': aDraft,
  'orders.setPriority': aDraft,
  'orders.setShipping': aDraft,
  'orders.sendTrackingLink': anOrderThatIsSent('confirmed'),
  'orders.ship': aFulfilmentThatIs('confirmed'),
  'orders.split': async (stage) => ({ ...(await aDraft(stage)), lines: [{ lineId: '1', quantity: 1 }] }),
  'orders.startPreparation': aFulfilmentThatIs('confirmed'),
  'orders.update': async (stage) => ({ ...(await aDraft(stage)), assignedTo: null }),
  'orders.updateItem': async (stage) => ({ ...(await aDraft(stage)), lineId: '1' }),
  'orders.updateFulfilment': aParcelOfTheirs,
  'passes.block': aPassThatIs(),
  'passes.create': async (stage) => ({ ...(await welcoming(stage)), validFrom: null, validUntil: null }),
  'passes.unblock': aPassThatIs({ blockedAt: NOON, blockedReason: 'Perdue' }),
  'passes.update': aPassThatIs(),
  'passes.use': aPassThatIs(),
  'payments.capture': aPaymentThatIs('authorized', ({ id }) => ({ id })),
  'payments.reconcile': aPaymentThatIs('captured', ({ id }) => ({ ids: [id] })),
  'payments.record': async (stage) => ({ orderId: (await anOrderThatIsSent('confirmed')(stage)).id, receivedAt: null }),
  'payments.refund': aPaymentThatIs('captured', ({ id, orderId }) => ({ ...noReferences, paymentId: id, orderId })),
  'payments.void': aPaymentThatIs('authorized', ({ id }) => ({ id })),
  'permissions.reset': nothing,
  'permissions.update': () => ({ role: 'staff', grant: ['site:write'], revoke: [] }),
  'products.bulkUpdate': async (stage) => ({ ids: [(await aProductOfTheirs(stage)).id], patch: { name: 'N' } }),
  'products.create': () => ({ categoryId: null, bundle: [], variants: [] }),
  'products.createCategory': nothing,
  'products.createVariant': aProductOfTheirs,
  'products.delete': aProductOfTheirs,
  'products.deleteCategory': aCategoryOfTheirs,
  'products.deleteVariant': aVariantOfTheirs,
  'products.duplicate': aProductOfTheirs,
  'products.importCsv': () => ({ text: 'name,price,taxPercent\nTasse,12.50,20\n' }),
  'products.restore': aProductWith({ deletedAt: NOON }),
  'products.setActive': aProductOfTheirs,
  'products.setBundle': aProductWith({}, { components: [] }),
  'products.setManageStock': aProductOfTheirs,
  'products.setOptionGroups': aProductWith({}, { groups: [anOptionGroup] }),
  'products.setPrice': aVariantOfTheirs,
  'products.update': aProductWith({}, { categoryId: null }),
  'products.updateCategory': aCategoryOfTheirs,
  'products.updateVariant': aVariantOfTheirs,
  'profile.revokeOthers': nothing,
  'profile.revokeSession': aSessionOf(({ userId }) => userId),
  'profile.update': nothing,
  'queues.purgeDeadLetters': aLetter,
  'queues.purgePlatformDeadLetters': aLetter,
  'queues.retryDeadLetters': aLetter,
  'queues.retryPlatformDeadLetters': aLetter,
  'recurringInvoices.create': () => ({ content: aDraftInput() }),
  'recurringInvoices.delete': aRecurringInvoice('active'),
  'recurringInvoices.pause': aRecurringInvoice('active'),
  'recurringInvoices.resume': aRecurringInvoice('paused'),
  'recurringInvoices.runNow': aRecurringInvoice('active'),
  'recurringInvoices.update': async (stage) => ({ ...(await aRecurringInvoice('active')(stage)), content: aDraftInput() }),
  'segments.create': nothing,
  'segments.delete': aSegmentOfTheirs,
  'segments.update': aSegmentOfTheirs,
  'sessions.revoke': aSessionOf(async ({ organisation }) => (await organisation.joinAs('staff')).user.id),
  'settings.reset': () => ({ key: 'webhook.secret' }),
  'settings.set': () => ({ key: 'webhook.secret' }),
  'shipping.createMethod': aZoneOfTheirs,
  'shipping.createZone': nothing,
  'shipping.deleteMethod': aMethodOfTheirs,
  'shipping.deleteZone': aZoneOfTheirs,
  'shipping.updateMethod': aMethodOfTheirs,
  'shipping.updateZone': aZoneOfTheirs,
  'site.create': nothing,
  'shopSync.dismissQuarantined': aQuarantinedRecord,
  'shopSync.removeConnection': nothing,
  'site.delete': emptySite,
  'site.exceptions': ownSite,
  'site.features': ownSite,
  'site.hosts': ownSite,
  'site.hours': ownSite,
  'site.update': ownSite,
  'posManagement.archive': () => ({ from: '2026-01-01', to: '2026-01-31' }),
  'posManagement.closeShift': anOpenShift,
  'posManagement.create': nothing,
  'posManagement.delete': async (stage) => ({ id: (await aTillOf(stage)).registerId }),
  'posManagement.moveCash': anOpenShift,
  'posManagement.openShift': aTillOf,
  'posManagement.update': async (stage) => ({ id: (await aTillOf(stage)).registerId }),
  'posOrders.create': async (stage) => ({ ...(await anOpenShift(stage)), ...RUNG_UP, payments: PAID }),
  'posOrders.duplicate': async (stage) => ({ id: await aSaleOf(stage) }),
  'posOrders.refund': async (stage) => ({
    ...(await anOpenShift(stage)),
    id: await aSaleOf(stage),
    lines: [{ number: 1, quantity: 1 }],
    payments: [{ method: 'cash', amountCents: 950 }],
  }),
  'posOrders.ringUpBooking': async (stage) => {
    const { scope } = stage.organisation;
    const { order } = await stage.services.bookings.book(scope, await seatsOfTheirs(stage), BOOKED_BY, 'fr');
    return { ...(await anOpenShift(stage)), id: order.id, payments: [{ method: 'cash', amountCents: order.totalCents }] };
  },
  'posOrders.void': async (stage) => ({ ...(await aTillOf(stage)), ...RUNG_UP }),
  'stockActions.adjust': aStockedItem,
  'stockActions.count': aStockedItem,
  'stockActions.transfer': stockedTwice,
  'taxRates.create': nothing,
  'taxRates.defaults': nothing,
  'taxRates.delete': aTaxRateOfTheirs,
  'taxRates.update': aTaxRateOfTheirs,
  'tenants.create': nothing,
  'tenants.delete': ownTenant,
  'tenants.resume': ownTenant,
  'tenants.suspend': ownTenant,
  'tenants.update': ownTenant,
  'ticketing.bookingsCancel': async (stage) => {
    const { scope } = stage.organisation;
    const booked = await stage.services.bookings.book(scope, await seatsOfTheirs(stage), BOOKED_BY, 'fr');
    return { id: booked.order.id };
  },
  'ticketing.bookingsCreate': seatsOfTheirs,
  'ticketing.cancelSession': aSessionOfTheirs,
  'ticketing.createOffer': () => ({ rates: [aSentRate] }),
  'ticketing.createSession': async (stage) => ({ offerId: (await anOfferOfTheirs(stage)).id, ...anHour }),
  'ticketing.createSessions': async (stage) => ({ offerId: (await anOfferOfTheirs(stage)).id }),
  'ticketing.deleteOffer': anOfferOfTheirs,
  'ticketing.deleteSession': aSessionOfTheirs,
  'ticketing.updateOffer': async (stage) => ({ ...(await anOfferOfTheirs(stage)), rates: [aSentRate] }),
  'ticketing.updateSession': async (stage) => ({ ...(await aSessionOfTheirs(stage)), ...anHour }),
  'users.create': invited,
  'users.deactivate': aMember,
  'users.delete': aMember,
  'users.invite': invited,
  'users.reactivate': aMember,
  'users.setRoles': async (stage) => ({ ...(await aMember(stage)), assignments: [{ role: 'viewer', siteId: null }] }),
  'users.update': aMember,
  'vendors.create': nothing,
  'vendors.createPortalLink': aVendorOfTheirs,
  'vendors.delete': aVendorOfTheirs,
  'vendors.linkProduct': aProductOfVendor,
  'vendors.merge': twoVendors,
  'vendors.revokePortalLink': aVendorOfTheirs,
  'vendors.sendPortalLink': aVendorOfTheirs,
  'vendors.unlinkProduct': aProductOfVendor,
  'vendors.update': aVendorOfTheirs,
  'webhooks.create': () => ({ url: 'https://integrator.example/' }),
  'webhooks.delete': anEndpointOfTheirs,
  'webhooks.redeliver': aFailedDelivery,
  'webhooks.replay': anEventOfTheirShop,
  'webhooks.rotateSecret': anEndpointOfTheirs,
  'webhooks.update': anEndpointOfTheirs,
};

/** An organisation with an owner, and a call of a super-admin who acts for it: nothing is refused to them. */
async function aStage(establishment: Partial<Site> = {}) {
  const bench = aBench();
  const organisation = await anOrganisation(bench, establishment);
  await organisation.joinAs('owner');
  const superAdmin = await aPerson(bench, { superAdmin: true });
  const call = withInvites(aCallOf(bench, superAdmin.id, { superAdmin: true, site: organisation.scope })).call;
  const audited = async () => (await bench.services.views.audit.list(organisation.scope, FIRST_PAGE)).items;
  return { ...bench, organisation, userId: superAdmin.id, call: { ...call, idempotencyKey: 'once' } satisfies CallContext, audited };
}

describe('the audit trail', () => {
  for (const [path, procedure] of makeRegistry(ROUTERS).all()) {
    if (procedure.type === 'query' || procedure.transaction === 'own') continue;
    it(`gets exactly one entry from ${path}, with no secret in it, and none when the call is repeated`, async () => {
      const sellsTickets = path.startsWith('ticketing.') || ABOUT_TICKETS.includes(path);
      const stage = await aStage(sellsTickets ? SELLING_TICKETS : {});
      const setUp = SUCCEEDING[path];
      if (setUp === undefined) throw new Error(`Say in SUCCEEDING of this test how ${path} succeeds`);
      const named = await setUp(stage);
      const secrets = new Set<string>();
      const input = inputFor(procedure.input, (path_, schema) => {
        const [name = '', ...below] = path_;
        const isNamed = below.length === 0 && Object.hasOwn(named, name);
        if (isSecret(schema)) secrets.add(isNamed ? String(named[name]) : CANARY);
        if (isNamed) return named[name];
        return isSecret(schema) ? CANARY : undefined;
      });

      const answer: unknown = await callProcedure(path, procedure, stage.call, input);
      await callProcedure(path, procedure, stage.call, input);

      const entries = await stage.audited();
      expect(entries.map(({ action, actor }) => [action, actor])).to.deep.equal([[path, `user:${stage.call.identity?.userId}`]]);
      const written = JSON.stringify(entries);
      for (const secret of [...secrets, ...secretsIn(procedure.output, answer)]) expect(written).to.not.include(secret);
    });
  }

  it('would see a secret that is written down', async () => {
    const contract = z.object({ name: z.string() });
    const stage = await aStage();
    await callProcedure(
      'things.make',
      {
        type: 'mutation',
        access: { kind: 'tenant' },
        summary: 'Makes a thing.',
        input: contract,
        output: contract,
        run: async (_context, input) => input,
      },
      stage.call,
      { name: CANARY },
    );

    expect(JSON.stringify(await stage.audited())).to.include(CANARY);
  });
});
