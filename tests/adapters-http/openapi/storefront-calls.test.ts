import { EXAMPLE_DAY } from '@comptoir/adapters-http/openapi/example-values.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { hourAt } from '@comptoir/core/access/attendance.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { signedHeaders } from '@comptoir/core/links/signed-message.js';
import { type PickupStep, pickupOf, type TicketLine, takeStep } from '@comptoir/core/orders/order.js';
import { PHOTO_BYTES_MAX } from '@comptoir/core/photos/photo-renderer.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { expect } from 'chai';
import { aProvider } from '../../core/payments/a-provider.js';
import { aCategory, aLine, anEvent, anOrder, aProduct, aSite, placed } from '../../suites/builders.js';
import { aGroup, aPass } from '../../suites/guest-builders.js';
import { aSaleDraft } from '../../suites/sale-builders.js';
import { aScan } from '../../suites/scan-builders.js';
import { aBookedSession, aBooking, anOffer, aRate, aTicketSession } from '../../suites/ticket-builders.js';
import { aPlainPicture } from '../../support/service-deps.js';
import { type Answer, type CallOptions, call } from '../call.js';
import { closeAll } from '../serve.js';
import { type KeyedTill, openKeyedTill } from '../storefront/keyed/shop-key.js';
import { exampleParameters, expectDescribed } from './answers.js';
import { storefrontDocument } from './documents.js';
import { exampleIn, operationsOf, type PlacedOperation } from './operations.js';

const document = storefrontDocument();
const OPERATIONS = operationsOf(document);
const ITEM = 'galette-complete';
const TICKET = 'k4m7p9qrst2vwxyz3abc5defgh';
const PHOTO = '5f'.repeat(32);
const SALE = '0196a3de-4f1c-7b52-9d3a-2f6c8e1b7a40';
const GROUP = '0196a3de-4f1c-7d10-9a44-7b0c2d9e8f31';
const PASS = '0196a3de-4f1c-7e21-8c55-90b1c4d7f6a2';
const ORDER = '4fJ8sQ2mWz7LxK9vB1cN3d';
const OFFER = 'nuit-des-ondes';
const SESSION = '0196a3de-4f1c-7d54-a163-3f7b0e9c5d81';

/** The steps an order has taken before the example of an operation makes sense. */
const STEPS_BEFORE: Readonly<Record<string, readonly PickupStep[]>> = {
  'ready-order': ['accept'],
  'collect-order': ['accept', 'ready'],
  // Ends its stream at once.
  'order-events': ['reject'],
};

/** The token of the example. */
const CHALLENGE = 'evaGxfADs6pSRb2LAv9IZ';

const SHOP: Partial<Site> = { trade: 'shop', features: { ...aSite().features, stock: true } };
const WELCOMING: Partial<Site> = { features: { ...aSite().features, groups: true, passes: true } };
const MUSEUM: Partial<Site> = { trade: 'museum', slug: 'musee-des-ondes', features: { ...aSite().features, onlineTickets: true } };
const GATED: Partial<Site> = { trade: 'museum', features: { ...aSite().features, accessControl: true, attendance: true } };
const SITES: Readonly<Record<string, Partial<Site>>> = {
  'ticket-catalog': MUSEUM,
  offers: MUSEUM,
  sessions: MUSEUM,
  session: MUSEUM,
  'create-session': MUSEUM,
  'update-session': MUSEUM,
  'delete-session': MUSEUM,
  ...Object.fromEntries(
    ['scan', 'scans', 'upload-scans', 'annul-scan', 'occupancy', 'gates', 'offline-tickets', 'offline-passes'].map((id) => [id, GATED]),
  ),
  attendance: GATED,
  'count-attendance': GATED,
  ...Object.fromEntries(
    ['groups', 'create-group', 'update-group', 'passes', 'create-pass', 'use-pass', 'block-pass', 'unblock-pass'].map((id) => [
      id,
      WELCOMING,
    ]),
  ),
  stock: SHOP,
  'shop-catalog': { ...SHOP, slug: 'atelier-nord' },
  'place-shop-order': SHOP,
  'hold-tickets': { ...MUSEUM, slug: 'musee-des-ondes' },
  bookings: MUSEUM,
  'book-tickets': MUSEUM,
  'read-booking': MUSEUM,
  'cancel-tickets': MUSEUM,
  booking: MUSEUM,
  'complete-booking': MUSEUM,
  'cancel-booking': MUSEUM,
  'booking-events': MUSEUM,
};

const BOOKING = '7hJ8sQ2mWz7LxK9vB1cN3e';

/** Gives a museum a session with seats, and a hold of one of them; one that is followed is over, so that its stream ends at once. */
async function openTicketing({ scope, persistence }: KeyedTill, operationId: string): Promise<void> {
  const offer = anOffer(scope, { rates: [aRate({ id: 'plein' })] });
  const startsAt = new Date(`${EXAMPLE_DAY}T12:00:00Z`);
  const session = aTicketSession(scope, { id: 'ondes-10h', offerId: offer.id, startsAt, heldSeats: 1 });
  const line: TicketLine = {
    ...aLine({ quantity: 1, totalCents: 950 }),
    kind: 'ticket',
    itemId: null,
    variant: { id: 'plein', name: 'Plein tarif' },
  };
  const status = operationId === 'booking-events' ? 'cancelled' : 'held';
  const order = { ...anOrder(scope, { id: BOOKING }), channel: 'ticketing', status, pickupAt: null, lines: [line] } as const;
  await persistence.transact(scope, async (stores) => {
    await stores.offers.create(scope, offer);
    await stores.ticketSessions.create(scope, session);
    await stores.orders.place(scope, order, anEvent(status));
    await stores.tickets.createBooking(
      scope,
      aBooking(scope, { orderId: BOOKING, sessionId: session.id, offerId: offer.id, heldUntil: startsAt }),
    );
  });
}

/** A till that has what the examples name. */
async function tillFor({ operation: { operationId } }: PlacedOperation): Promise<KeyedTill> {
  const clock = fixedClock(new Date(`${EXAMPLE_DAY}T08:00:00Z`));
  const till = await openKeyedTill(SITES[operationId], { clock, paymentProviders: [aProvider(clock, 'sandbox')] });
  const { scope, persistence, catalogue } = till;
  await persistence.transact(scope, async (stores) => {
    await stores.categories.create(scope, aCategory({ id: 'plats' }));
    await stores.offers.create(scope, anOffer(scope, { id: OFFER }));
    await stores.ticketSessions.create(scope, aTicketSession(scope, { id: SESSION, offerId: OFFER }));
    await stores.certificates.putChallenge(CHALLENGE, `${CHALLENGE}.thumbprint`, new Date(`${EXAMPLE_DAY}T09:00:00Z`));
  });
  await persistence.transact(scope, async ({ groups, passes }) => {
    await groups.create(scope, aGroup({ id: GROUP }));
    await passes.create(scope, aPass({ id: PASS }));
  });
  await catalogue.put(aProduct({ id: ITEM, categoryId: 'plats', sku: 'GAL-02' }));
  const files = [{ width: 640, bytes: Buffer.from('a picture') }];
  await till.services.photos.attach(scope, ITEM, { hash: PHOTO, width: 640, files });
  await catalogue.put(aProduct({ id: ITEM, categoryId: 'plats', sku: 'GAL-02' }));
  await catalogue.putStock({ itemId: ITEM, variantId: null, stock: 3 });
  await placed(persistence, scope, { id: ORDER });
  await till.services.sales.sell(scope, aSaleDraft({ id: SALE, at: new Date(EXAMPLE_DAY) }), { movesGoods: false, shift: 'joined' });
  await aBookedSession(persistence, scope, { code: TICKET });
  if (operationId === 'annul-scan') {
    const scan = aScan(scope, { gate: 'Entrée principale', nonce: '0196a3de-7c11', at: clock.now(), receivedAt: clock.now() });
    await persistence.transact(scope, ({ scans }) => scans.add(scope, scan, hourAt(clock.now(), 'Europe/Paris')));
  }
  await openTicketing(till, operationId ?? '');
  for (const step of STEPS_BEFORE[operationId] ?? []) {
    await persistence.transact(scope, ({ orders }) =>
      orders.change(scope, ORDER, (before) => {
        const order = takeStep(pickupOf(before), step);
        return { order, event: anEvent(order.status) };
      }),
    );
  }
  return till;
}

/** The call of the operation's own example; `changes` replace parts of it. */
async function send(
  till: KeyedTill,
  { path, method, operation }: PlacedOperation,
  changes: CallOptions & { readonly ids?: string } = {},
): Promise<Answer> {
  const parameters = exampleParameters(document, operation);
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(changes.ids ?? parameters.path[name] ?? ''));
  const body = exampleBodyOf(operation);
  const { ids: _, ...rest } = changes;
  const signed = operation.operationId === 'sync' ? await signedByShop(till, rest.body ?? body) : {};
  return call(`${till.origin}${address}?${new URLSearchParams(parameters.query)}`, {
    method: method.toUpperCase(),
    body,
    ...rest,
    headers: {
      ...(isKeyed(operation) && { Authorization: `Bearer ${keyFor(till, operation)}` }),
      ...(body !== undefined && { 'Content-Type': takesPictures(operation) ? 'image/png' : 'application/json' }),
      ...(operation.operationId === 'payment-webhook' && { signature: 'good' }),
      ...parameters.header,
      ...signed,
      ...changes.headers,
    },
  });
}

/** The headers of a call of a shop that is linked to the till. */
async function signedByShop({ services, scope, clock }: KeyedTill, body: unknown): Promise<Readonly<Record<string, string>>> {
  const link = await services.syncLinks.create(scope, { name: 'La boutique', url: null });
  return { 'X-Sync-Link': link.id, ...signedHeaders(nodeCrypto, [link.secret], { id: 'msg-1', body: String(body) }, clock.now()) };
}

function exampleBodyOf(operation: PlacedOperation['operation']): string | Buffer | undefined {
  if (operation.requestBody === undefined) return undefined;
  return takesPictures(operation) ? aPlainPicture() : JSON.stringify(exampleIn(operation.requestBody));
}

function takesJson({ requestBody }: PlacedOperation['operation']): boolean {
  return requestBody !== undefined && 'application/json' in requestBody.content;
}

function takesPictures({ requestBody }: PlacedOperation['operation']): boolean {
  return requestBody?.content['image/png'] !== undefined;
}

/** One whose right covers the operation. */
function keyFor({ keys }: KeyedTill, { operationId = '' }: PlacedOperation['operation']): string {
  return ['export', 'journal', 'verify-journal'].includes(operationId) ? keys.export : keys.write;
}

function isKeyed({ security }: PlacedOperation['operation']): boolean {
  return security.some((requirement) => 'key' in requirement);
}

describe('every operation of the storefront', () => {
  afterEach(closeAll);

  for (const placedOperation of OPERATIONS) {
    const { path, method, operation } = placedOperation;
    const refused = async (till: KeyedTill, status: number, changes: Parameters<typeof send>[2]) => {
      const answer = await send(till, placedOperation, changes);
      expect(answer.status, answer.text).to.equal(status);
      expectDescribed(document, placedOperation, answer);
    };

    describe(`${method} ${path}`, () => {
      it('answers its example as it is described', async () => {
        const answer = await send(await tillFor(placedOperation), placedOperation);
        expect(answer.status, answer.text).to.be.within(200, 299);
        expectDescribed(document, placedOperation, answer);
      });

      it('refuses as it is described what cannot be', async () => {
        const till = await tillFor(placedOperation);
        if (path.startsWith('/api/')) await refused(till, 403, { headers: { 'User-Agent': 'Java/21' } });
        if (path.includes('{id}')) await refused(till, 404, { ids: 'x'.repeat(22) });
        if (takesPictures(operation)) {
          await refused(till, 413, { headers: { 'Content-Length': String(PHOTO_BYTES_MAX + 1) }, body: '' });
          await refused(till, 415, { body: '<svg/>' });
        }
        // What a provider sends is its own affair.
        if (!takesJson(operation)) return;
        await refused(till, 400, { body: '{"' });
        await refused(till, 400, { body: '[]' });
        await refused(till, 413, { body: 'x'.repeat(1024 * 1024 + 1) });
        await refused(till, 415, { headers: { 'Content-Type': 'text/plain' } });
      });

      if (!isKeyed(operation)) return;

      it('refuses as it is described keys that are none, may not or have had enough', async () => {
        const till = await tillFor(placedOperation);
        await refused(till, 401, { headers: { Authorization: 'Bearer cpt_nothing' } });
        if (method !== 'get') await refused(till, 403, { headers: { Authorization: `Bearer ${till.keys.read}` } });
        const calls = Array.from({ length: 120 }, () => till.ask('/shop', { key: keyFor(till, operation) }));
        await Promise.all(calls);
        await refused(till, 429, {});
      });
    });
  }

  it('also answers again as it is described, and refuses another body under the same key', async () => {
    const placedOperation = OPERATIONS.find(({ operation }) => operation.operationId === 'create-item');
    if (placedOperation === undefined) throw new Error('The operation is gone.');
    const till = await tillFor(placedOperation);
    await send(till, placedOperation);
    const again = await send(till, placedOperation);
    expect(again.headers['idempotent-replayed']).to.equal('true');
    expectDescribed(document, placedOperation, again);
    const other = await send(till, placedOperation, { body: '{"name":"A","price":1}' });
    expect(other.status).to.equal(422);
    expectDescribed(document, placedOperation, other);
  });
});
