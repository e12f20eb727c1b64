import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { orderTotal } from '../../support/fake-shop/data/order-rows.js';
import type { Dialect } from '../../support/fake-shop/dialect.js';
import { type FakeShop, startFakeShop } from '../../support/fake-shop/fake-shop.js';
import { makeDice } from '../../support/fake-shop/generate/dice.js';
import { stateId } from '../../support/fake-shop/generate/order-states.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/postgres.js';
import { handsOn } from './shop-hands.js';
import { openShopWorld, type ShopWorld, sized } from './shop-world.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Where clocks are set back or forward by an hour or by half of one, and as far from UTC as zones are. Each begins just before that. */
const PLACES: readonly {
  readonly timezone: string;
  readonly at: string;
  readonly sorting: 'works' | 'empty';
  readonly dialect: Dialect;
}[] = [
  { timezone: 'Europe/Paris', at: '2026-10-25T00:40:00Z', sorting: 'works', dialect: '8' },
  { timezone: 'Europe/Paris', at: '2026-03-29T00:40:00Z', sorting: 'empty', dialect: '1.7.8' },
  { timezone: 'Australia/Lord_Howe', at: '2026-04-04T14:40:00Z', sorting: 'empty', dialect: '1.6' },
  { timezone: 'Etc/GMT+12', at: '2026-06-16T11:50:00Z', sorting: 'works', dialect: '9' },
  { timezone: 'Pacific/Kiritimati', at: '2026-06-16T09:50:00Z', sorting: 'empty', dialect: '8' },
];

/** Between runs: across the change of the clocks, and as long as windows reach back only as far as the last good run. */
const PAUSES_MS = [10 * MINUTE_MS, 20 * MINUTE_MS, 40 * MINUTE_MS, 50 * DAY_MS, 3 * HOUR_MS, 30 * HOUR_MS];

const EDITS = sized(10_000, 50_000) / PLACES.length;
/** About so many requests are made by the two jobs of a round: each sees an edit or more. */
const REQUESTS = 24;

describe('a synchronization with a shop that never rests, on PostgreSQL', function () {
  this.timeout(sized(120_000, 900_000));
  let database: TestDatabase;
  let world: ShopWorld | undefined;
  let shop: FakeShop | undefined;

  before(async function () {
    database = await createMigratedDatabase(this);
  });
  afterEach(async () => {
    await world?.close();
    await shop?.close();
  });
  after(() => database?.drop());

  /** What the shop says, by the order: its phase, its total, and how many there are of each line. */
  function ordersOf({ db, dialect }: FakeShop): Readonly<Record<string, unknown>> {
    const phases = new Map([
      [stateId('accepted', dialect), 'PAID'],
      [stateId('bankwire', dialect), 'AWAITING'],
      [stateId('processing', dialect), 'PREPARING'],
      [stateId('shipped', dialect), 'SHIPPED'],
      [stateId('cancelled', dialect), 'CANCELED'],
      [stateId('payment-error', dialect), 'CANCELED'],
    ]);
    return Object.fromEntries(
      [...db.orders.all()].map((order) => {
        const lines = order.rows.map(({ id, quantity }) => [String(id), quantity]);
        const totalCents = Math.round(orderTotal(order).gross / 10_000);
        return [order.id, { phase: phases.get(order.stateId), totalCents, lines: Object.fromEntries(lines) }];
      }),
    );
  }

  async function ordersHere({ services: { views } }: ShopWorld, scope: Scope): Promise<Readonly<Record<string, unknown>>> {
    const found: Record<string, unknown> = {};
    for (let page = 1; ; page += 1) {
      const { items } = await views.orders.list(scope, { page, pageSize: 100 });
      for (const order of items) {
        if (order.channel === 'takeaway') continue;
        const { invoiceNumber, invoiceStatus: phase, totalCents } = order;
        expect(found, 'none is there twice').to.not.have.property(String(invoiceNumber));
        const lines = order.lines
          .filter(({ externalKey }) => /^\d+$/.test(externalKey ?? ''))
          .map((line) => [line.externalKey, line.quantity]);
        found[String(invoiceNumber)] = { phase, totalCents, lines: Object.fromEntries(lines) };
      }
      if (items.length === 0) return found;
    }
  }

  for (const { timezone, at, sorting, dialect } of PLACES) {
    it(`misses nothing and doubles nothing in ${timezone} from ${at}, sorting ${sorting} (${EDITS} edits)`, async () => {
      let meanwhile: () => void = () => undefined;
      const fake = await startFakeShop({ timezone, sorting, dialect, now: new Date(at), products: 20, meanwhile: () => meanwhile() });
      shop = fake;
      const hands = handsOn(fake, makeDice(Date.parse(at) / 1000));
      const here = await openShopWorld(database.url, fake.clock);
      world = here;
      const scope = await here.connect(fake);
      const perRound = Math.ceil(EDITS / PAUSES_MS.length / 2);

      const runBoth = async () => {
        for (const job of ['products', 'orders'] as const) {
          const { outcome, reason } = await here.run(scope, job);
          expect(outcome, reason ?? '').to.equal('completed');
        }
      };
      for (const pauseMs of PAUSES_MS) {
        let left = perRound;
        meanwhile = () => {
          for (let each = 0; each < Math.ceil(perRound / REQUESTS) && left > 0; each += 1, left -= 1) hands.edit();
        };
        await runBoth();
        meanwhile = () => undefined;
        for (let each = left + perRound; each > 0; each -= 1) hands.edit();
        fake.clock.advance(pauseMs);
      }
      await runBoth();

      const [found, wanted] = [await ordersHere(here, scope), ordersOf(fake)];
      for (const [id, order] of Object.entries(wanted)) expect(found[id], `order ${id}`).to.deep.equal(order);
      expect(Object.keys(found)).to.have.members(Object.keys(wanted));
      const products = await here.services.views.products.all(scope);
      const names = products.map(({ externalId, name }) => `${externalId} ${name}`);
      const active = [...fake.db.products.all()].filter(({ draft }) => !draft);
      expect(names).to.have.members(active.map(({ id, name }) => `${id} ${name[0]}`));
    });
  }
});
