import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Services } from '@comptoir/core/services.js';
import { availableOf, type StockUnit, unitKey } from '@comptoir/core/stock/stock-action.js';
import type { StockChange } from '@comptoir/core/stock/stock-service.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aBench } from '../core/support.js';
import { anItem, aVariant, establish, establishBeside, FIRST_PAGE } from './builders.js';
import { aUnit } from './stock-builders.js';
import { describePort, type Open } from './suite.js';

const MUG = aUnit('mug');
const LARGE = aUnit('shirt', 'l');
const UNITS = [MUG, LARGE] as const;
const CATALOGUE = [
  anItem({ id: 'mug', manageStock: true }),
  anItem({ id: 'shirt', manageStock: true, variants: [aVariant({ id: 'l' })] }),
  anItem({
    id: 'box',
    bundle: [
      { ...MUG, quantity: 2 },
      { ...LARGE, quantity: 1 },
    ],
  }),
];
const ITEMS = new Map(CATALOGUE.map((item) => [item.id, item]));

/** What an order may ask for, and what that takes of each unit. */
const ASKED = {
  mug: { unit: MUG, takes: [1, 0] },
  shirt: { unit: LARGE, takes: [0, 1] },
  box: { unit: aUnit('box'), takes: [2, 1] },
} as const;

interface Stage {
  readonly services: Services;
  readonly here: Scope;
  readonly there: Scope;
}

type Operation =
  | { readonly kind: 'reserve'; readonly order: string; readonly asked: readonly (readonly [keyof typeof ASKED, number])[] }
  | { readonly kind: 'seal' | 'release'; readonly order: string }
  | { readonly kind: 'adjust'; readonly unit: StockUnit; readonly by: number; readonly reason: StockChange['reason'] }
  | { readonly kind: 'count'; readonly unit: StockUnit; readonly counted: number }
  | { readonly kind: 'transfer'; readonly unit: StockUnit; readonly back: boolean; readonly quantity: number };

/** An operation, in a transaction that commits or is aborted at its end. */
interface Step {
  readonly operation: Operation;
  readonly aborted: boolean;
}

const order = fc.constantFrom('order-1', 'order-2', 'order-3');
const unit = fc.constantFrom(...UNITS);
const quantity = fc.integer({ min: 1, max: 4 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    kind: fc.constant('reserve' as const),
    order,
    asked: fc.array(fc.tuple(fc.constantFrom('mug', 'shirt', 'box'), quantity), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constantFrom('seal' as const, 'release' as const), order }),
  fc.record({
    kind: fc.constant('adjust' as const),
    unit,
    by: fc.integer({ min: -5, max: 8 }).filter((by) => by !== 0),
    reason: fc.constantFrom('RECEIPT' as const, 'LOSS' as const),
  }),
  fc.record({ kind: fc.constant('count' as const), unit, counted: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ kind: fc.constant('transfer' as const), unit, back: fc.boolean(), quantity }),
);
const step: fc.Arbitrary<Step> = fc.record({ operation, aborted: fc.boolean() });
/** Steps of one batch run at once; batches follow each other. */
const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 10 });

export function exerciseStockLedger(name: string, open: Open): void {
  // A database takes a hundred times as long over each.
  const numRuns = name === 'memory' ? 100 : 8;

  describePort('The stock ledger', name, open, (persistence) => {
    async function aStage(): Promise<Stage> {
      const { services } = aBench(persistence);
      const establishment = await establish(persistence);
      const [here, there] = [establishment.scope, (await establishBeside(persistence, establishment)).scope];
      for (const scope of [here, there]) for (const item of CATALOGUE.slice(0, 2)) await services.stock.open(scope, item, 4);
      return { services, here, there };
    }

    it('adds up and promises only what is available, whatever happens in whatever order', async () => {
      const holds = fc.asyncProperty(batches, async (steps) => {
        const stage = await aStage();
        for (const batch of steps) {
          await Promise.all(batch.map((each) => run(stage, each)));
          for (const scope of [stage.here, stage.there]) await expectSound(stage.services, scope);
        }
      });
      await fc.assert(holds, { numRuns });
    }).timeout(60_000);

    it('sells out exactly when there is not enough', async () => {
      const holds = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
        const stage = await aStage();
        for (const each of steps) {
          const enough = await isEnough(stage, each.operation);
          const outcome = await run(stage, each);
          expect(outcome === 'sold_out', JSON.stringify(each)).to.equal(!enough);
        }
      });
      await fc.assert(holds, { numRuns });
    }).timeout(60_000);
  });
}

/** The code it was refused with, or null; anything else is a fault. What is promised to an order already is a duplicate. */
async function run({ services, here, there }: Stage, { operation: what, aborted }: Step): Promise<string | null> {
  const aborts = new Error('aborted by the test');
  const error = await services
    .unitOfWork(here, async ({ stock }) => {
      await perform(stock, what, here, there);
      if (aborted) throw aborts;
    })
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  if (error === null || error === aborts) return null;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'sold_out' || code === 'duplicate') return code;
  throw error;
}

function perform(stock: Services['stock'], what: Operation, here: Scope, there: Scope): Promise<unknown> {
  switch (what.kind) {
    case 'reserve':
      return stock.reserve(
        here,
        ITEMS,
        what.asked.map(([item, count]) => ({ ...ASKED[item].unit, quantity: count })),
        what.order,
      );
    case 'seal':
    case 'release':
      return stock[what.kind](here, what.order);
    case 'adjust':
      return stock.adjust(here, what.unit, { by: what.by, reason: what.reason, reference: null, note: null });
    case 'count':
      return stock.count(here, what.unit, what.counted, null);
    case 'transfer': {
      const [from, to] = what.back ? [there, here] : [here, there];
      return stock.transfer(from, what.unit, to, what.unit, what.quantity, null);
    }
  }
}

async function isEnough({ services, here, there }: Stage, what: Operation): Promise<boolean> {
  const scope = what.kind === 'transfer' && what.back ? there : here;
  const levels = new Map((await services.views.stock.levels(scope)).map((level) => [unitKey(level), availableOf(level)]));
  const available = (of: StockUnit) => levels.get(unitKey(of)) ?? 0;
  if (what.kind === 'transfer') return available(what.unit) >= what.quantity;
  if (what.kind !== 'reserve') return true;
  return UNITS.every((of, index) => {
    const wanted = what.asked.reduce((sum, [item, count]) => sum + count * (ASKED[item].takes[index] ?? 0), 0);
    return wanted <= available(of);
  });
}

/** Levels add up; and below what is promised they are only by what somebody saw go, which no till can refuse. */
async function expectSound({ views }: Services, scope: Scope): Promise<void> {
  expect((await views.stock.verify(scope)).differences).to.deep.equal([]);
  const { items: actions } = await views.stock.actions(scope, { ...FIRST_PAGE, pageSize: 1000 });
  for (const level of await views.stock.levels(scope)) {
    const seen = actions.filter((action) => unitKey(action) === unitKey(level) && ['COUNT', 'LOSS', 'RECEIPT'].includes(action.reason));
    const gone = seen.reduce((sum, { direction, quantity: count }) => sum + (direction === 'DECREMENT' ? count : 0), 0);
    expect(level.stock - level.reserved, JSON.stringify(level)).to.be.at.least(-gone);
    expect(level.reserved).to.be.at.least(0);
  }
}
