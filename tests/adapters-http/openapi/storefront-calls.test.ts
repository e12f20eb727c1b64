import { EXAMPLE_DAY } from '@comptoir/adapters-http/openapi/example-values.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { type PickupStep, pickupOf, takeStep } from '@comptoir/core/orders/order.js';
import { PHOTO_BYTES_MAX } from '@comptoir/core/photos/photo-renderer.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { expect } from 'chai';
import { aProvider } from '../../core/payments/a-provider.js';
import { aCategory, anEvent, aProduct, aSite, placed } from '../../suites/builders.js';
import { aSaleDraft } from '../../suites/sale-builders.js';
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
const PHOTO = '5f'.repeat(32);
const SALE = '0196a3de-4f1c-7b52-9d3a-2f6c8e1b7a40';
const ORDER = '4fJ8sQ2mWz7LxK9vB1cN3d';

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
const SITES: Readonly<Record<string, Partial<Site>>> = {
  stock: SHOP,
  'shop-catalog': { ...SHOP, slug: 'atelier-nord' },
  'place-shop-order': SHOP,
};

/** A till that has what the examples name. */
async function tillFor({ operation: { operationId } }: PlacedOperation): Promise<KeyedTill> {
  const clock = fixedClock(new Date(`${EXAMPLE_DAY}T08:00:00Z`));
  const till = await openKeyedTill(SITES[operationId], { clock, paymentProviders: [aProvider(clock, 'sandbox')] });
  const { scope, persistence, catalogue } = till;
  await persistence.transact(scope, async (stores) => {
    await stores.categories.create(scope, aCategory({ id: 'plats' }));
    await stores.certificates.putChallenge(CHALLENGE, `${CHALLENGE}.thumbprint`, new Date(`${EXAMPLE_DAY}T09:00:00Z`));
  });
  await catalogue.put(aProduct({ id: ITEM, categoryId: 'plats', sku: 'GAL-02' }));
  const files = [{ width: 640, bytes: Buffer.from('a picture') }];
  await till.services.photos.attach(scope, ITEM, { hash: PHOTO, width: 640, files });
  await catalogue.put(aProduct({ id: ITEM, categoryId: 'plats', sku: 'GAL-02' }));
  await catalogue.putStock({ itemId: ITEM, variantId: null, stock: 3 });
  await placed(persistence, scope, { id: ORDER });
  await till.services.sales.sell(scope, aSaleDraft({ id: SALE, at: new Date(EXAMPLE_DAY) }), { movesGoods: false, shift: 'joined' });
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
function send(
  till: KeyedTill,
  { path, method, operation }: PlacedOperation,
  changes: CallOptions & { readonly ids?: string } = {},
): Promise<Answer> {
  const parameters = exampleParameters(document, operation);
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(changes.ids ?? parameters.path[name] ?? ''));
  const body = exampleBodyOf(operation);
  const { ids: _, ...rest } = changes;
  return call(`${till.origin}${address}?${new URLSearchParams(parameters.query)}`, {
    method: method.toUpperCase(),
    body,
    ...rest,
    headers: {
      ...(isKeyed(operation) && { Authorization: `Bearer ${keyFor(till, operation)}` }),
      ...(body !== undefined && { 'Content-Type': takesPictures(operation) ? 'image/png' : 'application/json' }),
      ...(operation.operationId === 'payment-webhook' && { signature: 'good' }),
      ...parameters.header,
      ...changes.headers,
    },
  });
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
  return ['journal', 'verify-journal'].includes(operationId) ? keys.export : keys.write;
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
