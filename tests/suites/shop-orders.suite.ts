import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { sumCents } from '@comptoir/core/kit/money.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { deskWorkOf } from '@comptoir/core/orders/desk-work.js';
import { splitOrder } from '@comptoir/core/orders/divide-order.js';
import { type FulfilmentOrder, fulfilmentOf, type Order } from '@comptoir/core/orders/order.js';
import { fulfilmentWorkOf, takeFulfilmentStep } from '@comptoir/core/orders/take-fulfilment-step.js';
import { resolveOrderIds } from '@comptoir/core/shop-sync/orders/resolve-order-ids.js';
import type { ShopOrder } from '@comptoir/core/shop-sync/shop-records.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aBench, type Bench } from '../core/support.js';
import { aFulfilment, anEvent, aProduct, aVariant, establish, minutesAfter, NOON } from './builders.js';
import { aShopLine, aShopOrder, forgetOrders, importOrders, type ShopStage } from './shop-order-builders.js';
import { aUnit, levelIn, onTheShelf } from './stock-builders.js';
import { describePort, type Open, refusalOf } from './suite.js';

const STATES = {
  awaiting: { id: '1', name: 'Attente', phase: 'awaiting' },
  paid: { id: '2', name: 'Payé', phase: 'paid' },
  preparing: { id: '3', name: 'Préparation', phase: 'preparing' },
  shipped: { id: '4', name: 'Expédié', phase: 'shipped' },
  delivered: { id: '5', name: 'Livré', phase: 'delivered' },
  cancelled: { id: '6', name: 'Annulé', phase: 'cancelled' },
} as const;

/** A mug, a box of two mugs, a shirt in two sizes, and a card of which no stock is kept. */
const CATALOGUE = [
  aProduct({ id: 'mug', externalId: '1', manageStock: true }),
  aProduct({ id: 'box', externalId: '2', bundle: [{ itemId: 'mug', variantId: null, quantity: 2 }] }),
  aProduct({
    id: 'shirt',
    externalId: '3',
    manageStock: true,
    variants: [aVariant({ id: 'small', externalId: '31' }), aVariant({ id: 'large', externalId: '32' })],
  }),
  aProduct({ id: 'card', externalId: '4', taxBasisPoints: 550 }),
];

interface Stage extends ShopStage, Bench {}

/** Imported orders on any persistence: what is in the book, in the ledger and in the accounts after whatever the shop did. */
export function exerciseShopOrders(name: string, open: Open): void {
  describePort('Orders of an online shop', name, open, (persistence) => {
    async function aStage(stock = true): Promise<Stage> {
      const bench = aBench(persistence, { crypto: nodeCrypto });
      const features = { ...SITE_DEFAULTS.features, stock };
      const { scope: owner, site } = await establish(persistence, { trade: 'shop', features, timezone: 'Europe/Paris' });
      const scope: Scope = { ...owner, actor: { kind: 'system', name: 'shop-sync' } };
      await persistence.transact(scope, ({ products }) => products.create(scope, CATALOGUE));
      await onTheShelf(persistence, scope, [aUnit('mug')], 10);
      return { ...bench, scope, site };
    }
    const orderOf = async ({ scope }: Stage, number = '101'): Promise<FulfilmentOrder> => {
      const [order] = await persistence.views.orders.byInvoiceNumbers(scope, [number]);
      if (order === undefined) throw new Error('It was not imported.');
      return fulfilmentOf(order);
    };
    const mugs = (stage: Stage) => levelIn(persistence, stage.scope, aUnit('mug'));
    const threeMugs = aShopLine({ productId: '1', quantity: 3 });

    it('stores a new order whole, promises its goods and records its money', async () => {
      const stage = await aStage();
      const lines = [
        threeMugs,
        aShopLine({ externalId: '2', productId: '2' }),
        aShopLine({ externalId: '3', productId: '3', combinationId: '32' }),
      ];
      const plan = await importOrders(stage, [
        aShopOrder({
          lines,
          shipping: { amountCents: 490, taxBasisPoints: null },
          totalCents: 5490,
          placedAt: new Date('2026-06-15T22:30:00Z'),
        }),
      ]);
      const order = await orderOf(stage);
      expect(order).to.include({
        channel: 'shop',
        status: 'confirmed',
        invoiceStatus: 'PAID',
        totalCents: 5490,
        paidCents: 5490,
        serviceDay: '2026-06-16',
      });
      expect(order.customInputs).to.deep.include({ shop_id: '101' });
      expect(order.lines.map(({ kind, itemId, externalKey, taxBasisPoints }) => [kind, itemId, externalKey, taxBasisPoints])).to.deep.equal(
        [
          ['item', 'mug', '1', 2000],
          ['item', 'box', '2', 2000],
          ['item', 'shirt', '3', 2000],
          ['shipping', null, 'shipping', 2000],
        ],
      );
      expect(await mugs(stage)).to.include({ stock: 10, reserved: 5 });
      expect(await levelIn(persistence, stage.scope, { itemId: 'shirt', variantId: 'large' })).to.include({ stock: 0, reserved: 1 });
      expect(plan.writes).to.deep.equal({
        orders: 1,
        order_lines: 4,
        order_events: 1,
        order_payments: 1,
        stock_actions: 2,
        stock_levels: 2,
      });
      const { payments } = await persistence.views.settlement.money(stage.scope, order.id);
      expect(payments.map(({ amountCents, method, status }) => [amountCents, method, status])).to.deep.equal([
        [5490, 'online', 'captured'],
      ]);
      expect(stage.heard).to.deep.include({ kind: 'order-changed', orderId: order.id });
    });

    it('writes nothing for an order that is as it was', async () => {
      const stage = await aStage();
      const order = aShopOrder({ lines: [threeMugs] });
      await importOrders(stage, [order]);
      const again = await importOrders(stage, [order], { now: minutesAfter(NOON, 60) });
      expect(again.writes).to.deep.equal({});
      expect(again.links).to.deep.equal([{ externalId: '101', localId: (await orderOf(stage)).id }]);
    });

    it('keeps the id and the counters of a line, and never has fewer of it than were sent', async () => {
      const stage = await aStage();
      await importOrders(stage, [aShopOrder({ lines: [threeMugs, aShopLine({ externalId: '2' })] })]);
      const before = await orderOf(stage);
      await persistence.transact(stage.scope, ({ orders }) =>
        orders.changeAll(stage.scope, [
          {
            before,
            order: { ...before, lines: before.lines.map((line) => ({ ...line, fulfilled: 1 })), version: before.version + 1 },
            event: { kind: 'fulfilled', status: before.status, at: NOON, actor: 'system:tests', reason: null, payment: null, data: null },
          },
        ]),
      );
      const edited = aShopOrder({ lines: [{ ...threeMugs, quantity: 2, unitPriceCents: 900 }], updatedAt: minutesAfter(NOON, 1) });
      await importOrders(stage, [edited]);
      const after = await orderOf(stage);
      expect(after.totalCents).to.equal(1800);
      expect(after.lines.map(({ id, quantity, fulfilled, externalKey }) => [id, quantity, fulfilled, externalKey])).to.deep.equal([
        [before.lines[0]?.id, 2, 1, '1'],
        [before.lines[1]?.id, 1, 1, '2'],
      ]);
      expect(sumCents(after.lines.map(({ totalCents }) => totalCents))).to.equal(1800);
      expect(after.discounts.map(({ id, amountCents }) => [id, amountCents])).to.deep.equal([['shop-rounding', 1000]]);
      expect(await mugs(stage)).to.include({ stock: 10, reserved: 2 });
    });

    it('cancels what is promised when the shop cancels, and promises anew when it takes the order up again', async () => {
      const stage = await aStage();
      const lines = [threeMugs];
      await importOrders(stage, [aShopOrder({ lines })]);
      const cancelled = await importOrders(stage, [aShopOrder({ lines, state: STATES.cancelled, updatedAt: minutesAfter(NOON, 1) })]);
      expect(await orderOf(stage)).to.include({ status: 'cancelled', invoiceStatus: 'CANCELED' });
      expect(await mugs(stage)).to.include({ stock: 10, reserved: 0 });
      expect(cancelled.writes).to.deep.equal({ orders: 1, order_events: 1, stock_actions: 1, stock_levels: 1 });
      await importOrders(stage, [aShopOrder({ lines, state: STATES.preparing, updatedAt: minutesAfter(NOON, 2) })]);
      expect(await orderOf(stage)).to.include({ status: 'preparing', invoiceStatus: 'PREPARING' });
      expect(await mugs(stage)).to.include({ stock: 10, reserved: 3 });
    });

    it('cancels an order that the shop has deleted, and never what was delivered', async () => {
      const stage = await aStage();
      const others = aShopOrder({ externalId: '102', lines: [threeMugs] });
      await importOrders(stage, [aShopOrder({ lines: [threeMugs] }), others]);
      await take(stage, await orderOf(stage, '102'), 'deliver');
      await forgetOrders(stage, ['101', '102', '103']);
      expect(await orderOf(stage)).to.include({ status: 'cancelled', invoiceStatus: 'CANCELED' });
      expect((await orderOf(stage)).customInputs).to.include({ shop_id: '101', deleted_from_shop: true });
      expect(await orderOf(stage, '102')).to.include({ status: 'delivered', invoiceStatus: 'CANCELED' });
      expect(await mugs(stage)).to.include({ stock: 7, reserved: 0 });
      expect((await forgetOrders(stage, ['101', '102'])).writes).to.deep.equal({});
    });

    it('keeps the progress of the merchant, and what the merchant has cancelled', async () => {
      const stage = await aStage();
      const both = [aShopOrder({ lines: [threeMugs] }), aShopOrder({ externalId: '102', lines: [threeMugs] })];
      await importOrders(stage, both);
      await take(stage, await orderOf(stage), 'ship');
      await take(stage, await orderOf(stage, '102'), 'cancel');
      await importOrders(
        stage,
        both.map((order) => ({ ...order, state: STATES.preparing, updatedAt: minutesAfter(NOON, 1) })),
      );
      expect(await orderOf(stage)).to.include({ status: 'shipped', invoiceStatus: 'PREPARING' });
      expect(await orderOf(stage, '102')).to.include({ status: 'cancelled', invoiceStatus: 'PREPARING' });
      expect(await mugs(stage)).to.include({ stock: 10, reserved: 3 });
    });

    it('takes what the shop had shipped before for history, without touching stock', async () => {
      const stage = await aStage();
      const [shippedAt, since] = [minutesAfter(NOON, -120), minutesAfter(NOON, -60)];
      const history = aShopOrder({ lines: [threeMugs], state: STATES.delivered, updatedAt: shippedAt, placedAt: minutesAfter(NOON, -240) });
      await importOrders(stage, [history], { since });
      const order = await orderOf(stage);
      expect(order).to.include({ status: 'delivered', invoiceStatus: 'DELIVERED' });
      expect(order.sealedAt).to.deep.equal(shippedAt);
      expect(await mugs(stage)).to.include({ stock: 10, reserved: 0 });
    });

    it('is sealed at 12:01 of the establishment: then, and only then, its goods leave the stock', async () => {
      const stage = await aStage();
      await importOrders(stage, [aShopOrder({ lines: [threeMugs], state: STATES.delivered })]);
      expect(await orderOf(stage)).to.include({ status: 'shipped', sealedAt: null });
      stage.clock.set(new Date('2026-06-17T10:00:00Z'));
      await stage.services.forgottenOrders.sealDaily();
      expect(await mugs(stage)).to.include({ stock: 10, reserved: 3 });
      stage.clock.advance(60_000);
      await stage.services.forgottenOrders.sealDaily();
      expect(await orderOf(stage)).to.include({ status: 'delivered' });
      expect(await mugs(stage)).to.include({ stock: 7, reserved: 0 });
    });

    it('links goods that came to the catalogue later, and only then stops asking again', async () => {
      const stage = await aStage();
      const order = aShopOrder({ lines: [aShopLine({ productId: '9', quantity: 2 })] });
      const first = await importOrders(stage, [order]);
      expect(first.links[0]?.lacking).to.deep.equal(['1']);
      expect((await orderOf(stage)).lines[0]).to.include({ kind: 'custom', itemId: null, name: 'Tasse' });
      expect((await importOrders(stage, [order])).writes).to.deep.equal({});
      await persistence.transact(stage.scope, ({ products }) =>
        products.create(stage.scope, [aProduct({ id: 'plate', externalId: '9', manageStock: true })]),
      );
      const second = await importOrders(stage, [order]);
      expect(second.links[0]?.lacking).to.equal(undefined);
      expect((await orderOf(stage)).lines[0]).to.include({ kind: 'item', itemId: 'plate' });
      expect(await levelIn(persistence, stage.scope, aUnit('plate'))).to.include({ stock: 0, reserved: 2 });
    });

    it('links the goods of what was handed over or cancelled before they came, and moves no stock, money or tax by it', async () => {
      const stage = await aStage();
      const lines = [aShopLine({ productId: '9', quantity: 2, taxBasisPoints: null })];
      const shipping = { amountCents: 490, taxBasisPoints: null };
      const past = { lines, shipping, totalCents: 2490, placedAt: minutesAfter(NOON, -240), updatedAt: minutesAfter(NOON, -120) };
      const delivered = aShopOrder({ ...past, state: STATES.delivered });
      const cancelled = aShopOrder({ ...past, externalId: '102', state: STATES.cancelled });
      const imports = () => importOrders(stage, [delivered, cancelled], { since: minutesAfter(NOON, -60) });
      await imports();
      const before = await orderOf(stage);
      expect(before).to.include({ status: 'delivered' });
      await persistence.transact(stage.scope, ({ products }) =>
        products.create(stage.scope, [aProduct({ id: 'plate', externalId: '9', manageStock: true, taxBasisPoints: 550 })]),
      );
      const linked = await imports();
      expect(linked.writes).to.deep.equal({ orders: 2, order_lines: 4, order_events: 2 });
      const after = await orderOf(stage);
      expect(after.lines[0]).to.deep.equal({ ...before.lines[0], kind: 'item', itemId: 'plate' });
      expect(after.lines[1], 'the carriage').to.deep.equal(before.lines[1]);
      const { status, sealedAt, totalCents, paidCents } = before;
      expect(after).to.deep.include({ status, sealedAt, totalCents, paidCents });
      expect(after.customInputs.shop).to.not.have.property('unknownGoods');
      expect((await orderOf(stage, '102')).lines[0]).to.include({ kind: 'item', itemId: 'plate' });
      expect((await persistence.views.stock.actions(stage.scope, { page: 1, pageSize: 10, itemId: 'plate' })).items).to.deep.equal([]);
      expect((await imports()).writes).to.deep.equal({});
    });

    it('promises nothing where the establishment keeps no stock', async () => {
      const stage = await aStage(false);
      await importOrders(stage, [aShopOrder({ lines: [threeMugs] })]);
      expect(await mugs(stage)).to.include({ reserved: 0 });
    });

    it('ignores what was read before something newer was imported', async () => {
      const stage = await aStage();
      await importOrders(stage, [aShopOrder({ lines: [threeMugs], updatedAt: minutesAfter(NOON, 5), state: STATES.preparing })]);
      const old = await importOrders(stage, [aShopOrder({ lines: [threeMugs], updatedAt: NOON, state: STATES.cancelled })]);
      expect(old.writes).to.deep.equal({});
      expect(await orderOf(stage)).to.include({ status: 'preparing' });
    });

    it('follows a shop that was restored from a backup at night', async () => {
      const stage = await aStage();
      await importOrders(stage, [aShopOrder({ lines: [threeMugs], updatedAt: minutesAfter(NOON, 5), state: STATES.preparing })]);
      const fewer = { ...threeMugs, quantity: 2 };
      const restored = aShopOrder({ lines: [fewer], updatedAt: NOON, state: STATES.cancelled });
      await importOrders(stage, [restored], { authority: true });
      expect(await orderOf(stage)).to.include({ status: 'cancelled', totalCents: restored.totalCents });
      expect((await importOrders(stage, [restored])).writes, 'what it says is the last word then').to.deep.equal({});
    });

    it('is neither split nor merged here', async () => {
      const stage = await aStage();
      await importOrders(stage, [aShopOrder({ lines: [threeMugs], paidCents: 0 })]);
      const { id, version, lines } = await orderOf(stage);
      const parts = lines.map((line) => ({ lineId: line.id, quantity: 1 }));
      const split = stage.services.unitOfWork(stage.scope, (inside, stores) =>
        splitOrder(deskWorkOf(inside, stores), stage.scope, { id, version }, parts),
      );
      expect((await refusalOf(split)).code).to.equal('in_use');
    });

    it('refuses a number that somebody gave to another order, and imports the others', async () => {
      const stage = await aStage();
      await persistence.transact(stage.scope, ({ orders }) =>
        orders.place(stage.scope, aFulfilment(stage.scope, { invoiceNumber: '101' }), anEvent('draft')),
      );
      const plan = await importOrders(stage, [
        aShopOrder(),
        aShopOrder({ externalId: '102' }),
        aShopOrder({ externalId: '103', totalCents: -1 }),
      ]);
      expect(plan.refused.map(({ externalId, code }) => [externalId, code])).to.deep.equal([
        ['103', 'invalid_record'],
        ['101', 'duplicate'],
      ]);
      expect(plan.writes).to.include({ orders: 1 });
    });

    it('finds orders by our id and by that of the shop', async () => {
      const stage = await aStage();
      await importOrders(stage, [aShopOrder()]);
      const { id } = await orderOf(stage);
      expect(await resolveOrderIds(persistence.views, stage.scope, ['101', id, '999'])).to.deep.equal([
        { given: '101', orderId: id, externalId: '101' },
        { given: id, orderId: id, externalId: '101' },
        { given: '999', orderId: null, externalId: '999' },
      ]);
    });

    it('foresees in a dry run exactly what a real one writes, and writes nothing', async () => {
      const stage = await aStage();
      await importOrders(stage, [aShopOrder({ lines: [threeMugs] })]);
      const chunk = [
        aShopOrder({ lines: [{ ...threeMugs, quantity: 1 }], updatedAt: minutesAfter(NOON, 1) }),
        aShopOrder({ externalId: '102', lines: [threeMugs, aShopLine({ externalId: '2', productId: '3', combinationId: '31' })] }),
      ];
      const dry = await importOrders(stage, chunk, { dry: true });
      expect((await orderOf(stage)).version).to.equal(1);
      expect((await importOrders(stage, chunk)).writes).to.deep.equal(dry.writes);
    });

    it('ends as one import of the last version, however edits came, and never moves stock', async () => {
      const property = fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 6 }), fc.nat(), async (edits, seed) => {
        const [many, once] = [await aStage(), await aStage()];
        const versions = versionsOf(edits);
        for (const chunk of chunked([...versions, ...reordered(versions, seed)], (seed % 3) + 1)) await importOrders(many, chunk);
        const numbers = [...new Set(versions.map(({ externalId }) => externalId))];
        await importOrders(
          once,
          numbers.flatMap((number) => versions.filter(({ externalId }) => externalId === number).slice(-1)),
        );
        for (const number of numbers) expect(essence(await orderOf(many, number))).to.deep.equal(essence(await orderOf(once, number)));
        for (const stage of [many, once]) {
          expect(await mugs(stage)).to.include({ stock: 10 });
          expect((await persistence.views.stock.verify(stage.scope)).differences).to.deep.equal([]);
        }
        expect((await mugs(many))?.reserved).to.equal((await mugs(once))?.reserved);
      });
      await fc.assert(property, { numRuns: name === 'memory' ? 100 : 4 });
    }).timeout(120_000);
  });
}

interface Edit {
  readonly number: string;
  readonly phase: 'paid' | 'cancelled';
  readonly lines: readonly { readonly key: string; readonly quantity: number; readonly cents: number }[];
  readonly shipping: number;
  readonly discount: number;
  readonly rounding: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  number: fc.constantFrom('101', '102'),
  phase: fc.constantFrom('paid' as const, 'cancelled' as const),
  lines: fc.uniqueArray(
    fc.record({
      key: fc.constantFrom('1', '2', '4', '9'),
      quantity: fc.integer({ min: 1, max: 5 }),
      cents: fc.integer({ min: 0, max: 3333 }),
    }),
    { selector: ({ key }) => key, maxLength: 4 },
  ),
  shipping: fc.integer({ min: 0, max: 900 }),
  discount: fc.integer({ min: 0, max: 2000 }),
  rounding: fc.integer({ min: -2, max: 2 }),
});

/** What the shop had, one version after another. */
function versionsOf(edits: readonly Edit[]): readonly ShopOrder[] {
  return edits.map(({ number, phase, lines, shipping, discount, rounding }, index) => {
    const gross = sumCents(lines.map(({ quantity, cents }) => quantity * cents)) + shipping;
    return aShopOrder({
      externalId: number,
      updatedAt: minutesAfter(NOON, index),
      state: STATES[phase],
      lines: lines.map(({ key, quantity, cents }) => aShopLine({ externalId: key, productId: key, quantity, unitPriceCents: cents })),
      shipping: { amountCents: shipping, taxBasisPoints: null },
      discountCents: discount,
      totalCents: Math.max(0, gross - discount + rounding),
      paidCents: 0,
    });
  });
}

/** The same again in some other order. */
function reordered(versions: readonly ShopOrder[], seed: number): readonly ShopOrder[] {
  return versions.toSorted((one, other) => hash(one, seed) - hash(other, seed));
}

function hash({ updatedAt, externalId }: ShopOrder, seed: number): number {
  return (((updatedAt?.getTime() ?? 0) / 60_000 + Number(externalId)) * 7919 * (seed + 1)) % 101;
}

function chunked<Row>(rows: readonly Row[], size: number): readonly Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size));
}

/** Without ids and history. */
function essence({ id: _id, tenantId: _tenant, siteId: _site, version: _version, sequence: _sequence, lines, ...rest }: Order) {
  return { ...rest, lines: lines.map(({ id: _line, ...line }) => line) };
}

/** What the merchant does. */
function take({ services, scope }: Stage, { id }: FulfilmentOrder, step: 'ship' | 'cancel' | 'deliver'): Promise<FulfilmentOrder> {
  return services.unitOfWork(scope, (inside, stores) =>
    takeFulfilmentStep(fulfilmentWorkOf(inside, stores), scope, id, { step, reason: null, at: NOON }),
  );
}
