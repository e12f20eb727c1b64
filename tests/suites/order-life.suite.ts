import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { sumCents } from '@comptoir/core/kit/money.js';
import { type AnyProcedure, internalCall } from '@comptoir/core/kit/procedure.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { OFFICE_STEP_NAMES } from '@comptoir/core/orders/office-steps.js';
import { isPickup, type Order } from '@comptoir/core/orders/order.js';
import { UNSEALED_STATUSES } from '@comptoir/core/orders/order-filter.js';
import { ordersRouter } from '@comptoir/core/orders/orders-procedures.js';
import type { Services } from '@comptoir/core/services.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aBench, anOrderFor } from '../core/support.js';
import { anItem, aProduct, establish, FIRST_PAGE } from './builders.js';
import { aClient, aClientEvent } from './client-builders.js';
import { aUnit, levelIn, onTheShelf } from './stock-builders.js';
import { describePort, type Open } from './suite.js';

const MUGS = 25;
/** How many mugs are in one of it. */
const MUGS_IN: Readonly<Record<string, number>> = { mug: 1, box: 2, card: 0 };
const CATALOGUE = [
  anItem({ id: 'mug', manageStock: true, priceCents: 1250 }),
  anItem({ id: 'box', priceCents: 2333, bundle: [{ itemId: 'mug', variantId: null, quantity: 2 }] }),
  anItem({ id: 'card', priceCents: 199 }),
];

interface Stage {
  readonly persistence: Persistence;
  readonly services: Services;
  readonly site: Site;
  readonly scope: Scope;
  readonly clientId: string;
}

type Operation =
  | {
      readonly kind: 'begin';
      readonly how: 'create' | 'createDraft' | 'boutique';
      readonly items: readonly Wanted[];
      readonly known: boolean;
    }
  | { readonly kind: 'step'; readonly of: number; readonly step: (typeof OFFICE_STEP_NAMES)[number]; readonly outdated: boolean }
  | { readonly kind: 'edit'; readonly of: number; readonly edit: Edit }
  | { readonly kind: 'split'; readonly of: number; readonly line: number; readonly quantity: number }
  | { readonly kind: 'merge'; readonly of: number; readonly from: number };

interface Wanted {
  readonly productId: string;
  readonly quantity: number;
}

type Edit =
  | { readonly name: 'addItem'; readonly item: Wanted }
  | { readonly name: 'updateItem' | 'removeItem'; readonly line: number; readonly quantity: number }
  | { readonly name: 'applyDiscount'; readonly discount: { readonly kind: 'percent' | 'amount'; readonly value: number } }
  | { readonly name: 'setPriority' | 'setShipping' };

const wanted = fc.record({ productId: fc.constantFrom('mug', 'box', 'card'), quantity: fc.integer({ min: 1, max: 4 }) });
const of = fc.nat(5);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ name: fc.constant('addItem' as const), item: wanted }),
  fc.record({
    name: fc.constantFrom('updateItem' as const, 'removeItem' as const),
    line: fc.nat(3),
    quantity: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({
    name: fc.constant('applyDiscount' as const),
    discount: fc.record({ kind: fc.constantFrom('percent' as const, 'amount' as const), value: fc.nat(3000) }),
  }),
  fc.record({ name: fc.constantFrom('setPriority' as const, 'setShipping' as const) }),
);
const begin = fc.record({
  kind: fc.constant('begin' as const),
  how: fc.constantFrom('create' as const, 'create' as const, 'createDraft' as const, 'boutique' as const),
  items: fc.array(wanted, { minLength: 1, maxLength: 3 }),
  known: fc.integer({ min: 0, max: 4 }).map((dice) => dice > 0),
});
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 2, arbitrary: begin },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      of,
      step: fc.constantFrom(...OFFICE_STEP_NAMES),
      outdated: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), of, edit }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('split' as const), of, line: fc.nat(2), quantity: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('merge' as const), of, from: of }) },
);

const router: Readonly<Record<string, AnyProcedure>> = ordersRouter();

/** Whatever is done with orders of any channel, in whatever order, permitted or not. */
export function exerciseOrderLife(name: string, open: Open): void {
  const numRuns = name === 'memory' ? 150 : 4;
  describePort('The life of orders', name, open, (persistence) => {
    it('keeps totals, stock, promises and history true, and lets a refusal change nothing', async () => {
      const holds = fc.asyncProperty(
        fc.tuple(begin, begin, begin),
        fc.array(operation, { minLength: 5, maxLength: 25 }),
        async (first, operations) => {
          const stage = await aStage(persistence);
          let before = await ordersOf(stage);
          for (const each of [...first, ...operations]) {
            const refused = await run(stage, each, before);
            const after = await ordersOf(stage);
            const shown = `${JSON.stringify(each)} → ${refused ?? 'done'}`;
            expectHistory(before, after, refused !== null, shown);
            for (const { order } of after) expectTotals(order, shown);
            await expectStock(stage, after, shown);
            before = after;
          }
        },
      );
      await fc.assert(holds, { numRuns });
    }).timeout(120_000);
  });
}

interface Kept {
  readonly order: Order;
  readonly events: number;
}

async function aStage(persistence: Persistence): Promise<Stage> {
  const { services } = aBench(persistence);
  const features = { ...SITE_DEFAULTS.features, stock: true, onlineOrders: true, slots: true };
  const { scope, site } = await establish(persistence, { trade: 'shop', features });
  const client = aClient();
  await persistence.transact(scope, async ({ products, clients }) => {
    await products.create(
      scope,
      CATALOGUE.map((item) => aProduct(item)),
    );
    await clients.create(scope, [client], aClientEvent());
  });
  await onTheShelf(persistence, scope, [aUnit('mug')], MUGS);
  return { persistence, services, site, scope, clientId: client.id };
}

async function ordersOf({ services: { views }, scope }: Stage): Promise<readonly Kept[]> {
  const { items } = await views.orders.list(scope, { ...FIRST_PAGE, pageSize: 1000, sort: 'placedAt' });
  return Promise.all(items.map(async (order) => ({ order, events: (await views.orders.events(scope, order.id)).length })));
}

/** The code it was refused with; null: done. Anything else is a fault. */
async function run(stage: Stage, what: Operation, kept: readonly Kept[]): Promise<string | null> {
  try {
    await perform(stage, what, kept);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

async function perform(stage: Stage, what: Operation, kept: readonly Kept[]): Promise<unknown> {
  if (what.kind === 'begin') return beginOrder(stage, what);
  return change(stage, what, kept);
}

function callOf({ services, scope }: Stage, name: string, input: unknown): Promise<unknown> {
  const procedure = router[name];
  if (procedure === undefined) throw new Error(`There is no orders.${name}.`);
  return callProcedure(`orders.${name}`, procedure, internalCall(services, scope), input);
}

function beginOrder(stage: Stage, { how, items, known }: Extract<Operation, { kind: 'begin' }>): Promise<unknown> {
  if (how !== 'boutique') return callOf(stage, how, { items, ...(known && { clientId: stage.clientId }) });
  const asked = items.map(({ productId, quantity }) => ({ id: productId, quantity }));
  return stage.services.orders.place(anOrderFor(stage.site, asked), null, 'boutique');
}

function change(stage: Stage, what: Exclude<Operation, { kind: 'begin' }>, kept: readonly Kept[]): Promise<unknown> {
  const call = (name: string, input: unknown) => callOf(stage, name, input);
  const nth = (index: number) => kept[index % kept.length]?.order;
  const order = nth(what.of);
  if (order === undefined) throw new DomainError('unknown_order');
  const { id, version, lines } = order;
  const lineAt = (index: number) => lines[index % Math.max(1, lines.length)]?.id ?? 'none';
  switch (what.kind) {
    case 'step':
      return call(what.step, { id, version: what.outdated ? version + 1 : version });
    case 'split':
      return call('split', { id, lines: [{ lineId: lineAt(what.line), quantity: what.quantity }] });
    case 'merge':
      return call('merge', { id, fromIds: [nth(what.from)?.id ?? 'none'] });
    case 'edit':
      return call(what.edit.name, { id, version, ...inputOf(what.edit, lineAt) });
  }
}

function inputOf(what: Edit, lineAt: (index: number) => string): Record<string, unknown> {
  switch (what.name) {
    case 'addItem':
      return { ...what.item };
    case 'updateItem':
    case 'removeItem':
      return { lineId: lineAt(what.line), ...(what.name === 'updateItem' && { quantity: what.quantity }) };
    case 'applyDiscount':
      return { discount: { ...what.discount, label: 'Fidèle' } };
    case 'setPriority':
      return { priority: 'high' };
    case 'setShipping':
      return { shipping: { name: 'Colissimo', priceCents: 690, taxBasisPoints: 2000 } };
  }
}

/** What changed is a version further, by one event; what was refused changed nothing. */
function expectHistory(before: readonly Kept[], after: readonly Kept[], wasRefused: boolean, shown: string): void {
  if (wasRefused) expect(after, shown).to.deep.equal(before);
  else expect(after, shown).to.not.deep.equal(before);
  for (const { order, events } of after) {
    const known = before.find((one) => one.order.id === order.id);
    expect(events, shown).to.equal(order.version);
    if (known === undefined) expect(order.version, shown).to.equal(1);
    else if (order.version === known.order.version) expect(order, shown).to.deep.equal(known.order);
    else expect(order.version, shown).to.equal(known.order.version + 1);
  }
}

function expectTotals({ lines, discounts, totalCents }: Order, shown: string): void {
  expect(totalCents, shown).to.equal(sumCents(lines.map((line) => line.totalCents)));
  expect(sumCents(lines.map(({ discountCents }) => discountCents)), shown).to.equal(
    sumCents(discounts.map(({ amountCents }) => amountCents)),
  );
  for (const line of lines) {
    expect(line.totalCents, shown).to.be.at.least(0);
    expect(line.totalCents, shown).to.equal(line.unitPriceCents * line.quantity - line.discountCents);
  }
}

/** Promised is what orders wait for, gone is what was handed over, and the ledger says so too. */
async function expectStock({ persistence, services, scope }: Stage, kept: readonly Kept[], shown: string): Promise<void> {
  const mugsOf = (orders: readonly Order[]) =>
    sumCents(orders.flatMap(({ lines }) => lines.map(({ itemId, quantity }) => quantity * (MUGS_IN[itemId ?? ''] ?? 0))));
  const orders = kept.map(({ order }) => order);
  const { stock, reserved } = await levelIn(persistence, scope, aUnit('mug'));
  const { items: promises } = await services.views.stock.actions(scope, { ...FIRST_PAGE, pageSize: 1000, status: 'PENDING' });
  for (const order of orders) {
    const promised = sumCents(promises.filter(({ reference }) => reference === order.id).map(({ quantity }) => quantity));
    expect(promised, shown).to.equal(UNSEALED_STATUSES.some((one) => one === order.status) ? mugsOf([order]) : 0);
  }
  expect(reserved, shown).to.equal(mugsOf(orders.filter(({ status }) => UNSEALED_STATUSES.some((one) => one === status))));
  expect(stock, shown).to.equal(MUGS - mugsOf(orders.filter(({ sealedAt }) => sealedAt !== null)));
  for (const order of orders)
    expect(order.sealedAt !== null, shown).to.equal(order.status === (isPickup(order) ? 'collected' : 'delivered'));
  expect((await services.views.stock.verify(scope)).differences, shown).to.deep.equal([]);
}
