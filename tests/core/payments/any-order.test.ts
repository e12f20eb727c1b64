import { DomainError } from '@comptoir/core/kit/errors.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { HOUR_MS, MINUTE_MS } from '../../suites/builders.js';
import { aPaidShop } from './a-paid-shop.js';

type Shop = Awaited<ReturnType<typeof aPaidShop>>;

/** Everything that can happen around an order that is to be paid, one thing after another. */
const HAPPENINGS = {
  'the guest goes to pay': ({ services }, id) => services.payments.checkout(id, 'fr'),
  'the guest pays': async ({ provider }) => provider.decide(provider.refs().at(-1) ?? '', 'paid'),
  'the guest pays an older checkout': async ({ provider }) => provider.decide(provider.refs()[0] ?? '', 'paid'),
  'the card is declined': async ({ provider }) => provider.decide(provider.refs().at(-1) ?? '', 'failed'),
  'the guest comes back': ({ comeBack, provider }) => comeBack(provider.refs().at(-1) ?? ''),
  'the provider calls': ({ webhook, provider }) => webhook(provider.refs().at(-1) ?? ''),
  'an old call comes again': ({ webhook, provider }) => webhook(provider.refs()[0] ?? ''),
  'the guest will pay at pickup': ({ services }, id) => services.payments.payAtPickup(id),
  'the provider goes away': async ({ provider }) => provider.answers(false),
  'the provider is back': async ({ provider }) => provider.answers(true),
  'ten minutes pass': async ({ clock }) => clock.advance(10 * MINUTE_MS),
  'a worker runs': ({ services }) => services.paymentWork.run(),
  'staff accept': ({ step }, id) => step(id, 'accept'),
  'staff reject': ({ step }, id) => step(id, 'reject'),
  'staff have it ready': ({ step }, id) => step(id, 'ready'),
  'it is collected': ({ step }, id) => step(id, 'collect'),
  'staff cancel': ({ step }, id) => step(id, 'cancel'),
} as const satisfies Record<string, (shop: Shop, orderId: string) => Promise<unknown>>;

/** Long enough for a payment to come, to be used and to be given back; left to itself, the generator stops at ten. */
const LENGTH = { maxLength: 40, size: 'max' } as const;

const NAMES = Object.keys(HAPPENINGS) as (keyof typeof HAPPENINGS)[];

/** Refusals are part of life; faults are not. */
async function happen(shop: Shop, orderId: string, name: keyof typeof HAPPENINGS): Promise<void> {
  try {
    await HAPPENINGS[name](shop, orderId);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

function kept({ provider }: Shop): number {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return sum(provider.charges) - sum(provider.refunds);
}

/** What holds at every moment. */
async function expectSound(shop: Shop, orderId: string, totalCents: number): Promise<void> {
  const [status, payment, promised] = await shop.stateOf(orderId);
  const holds = status === 'queued' || status === 'accepted' || status === 'ready';
  expect(promised, `goods promised to an order that is ${status}`).to.equal(holds ? 2 : 0);
  expect(shop.provider.charges.length, 'charged').to.be.at.most(1);
  expect(shop.provider.refunds.length, 'refunded').to.be.at.most(shop.provider.charges.length);
  if (payment === 'paid') expect([status, kept(shop)]).to.deep.equal([status === 'collected' || holds ? status : 'unsound', totalCents]);
  if (payment !== 'at_pickup' && ['accepted', 'ready', 'collected'].includes(status ?? '')) expect(payment).to.equal('paid');
}

/** What the till has sold of the order, less what it took back. */
async function soldOf({ services, scope }: Shop, orderId: string): Promise<number> {
  const recorded = await services.views.sales.ofOrder(scope, orderId);
  expect(recorded.filter(({ kind }) => kind === 'sale').length, 'sales of one order').to.be.at.most(1);
  return recorded.reduce((sum, { totalCents }) => sum + totalCents, 0);
}

/** All news arrive in the end, and every worker has had its turns. */
async function settleAll(shop: Shop): Promise<void> {
  shop.provider.answers(true);
  for (let turns = 0; turns < 12; turns += 1) {
    await shop.services.paymentWork.run();
    shop.clock.advance(24 * HOUR_MS);
  }
}

describe('the payment of an order, whatever happens in whatever order', () => {
  it('never keeps money for goods that were given back, never pays back twice, and holds what is paid for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...NAMES), LENGTH), async (names) => {
        const shop = await aPaidShop();
        const { id, total } = await shop.place();
        for (const name of names) {
          await happen(shop, id, name);
          await expectSound(shop, id, total * 100);
          expect([0, total * 100]).to.include(await soldOf(shop, id));
        }
        await settleAll(shop);
        await expectSound(shop, id, total * 100);
        const [status, payment] = await shop.stateOf(id);
        expect(kept(shop), `${status}, ${payment}`).to.equal(payment === 'paid' ? total * 100 : 0);
        const isSold = payment === 'paid' || (payment === 'at_pickup' && status === 'collected');
        expect(await soldOf(shop, id), `sold of what is ${status}, ${payment}`).to.equal(isSold ? total * 100 : 0);
        expect(await shop.services.journal.verify(shop.scope)).to.deep.include({ problems: [] });
        expect(['pending', 'failed', 'refund_due'], 'nothing is left open').to.not.include(payment);
        expect((await shop.services.stock.verify(shop.scope)).differences).to.deep.equal([]);
      }),
      { numRuns: 250 },
    );
  }).timeout(60_000);
});
