import { randomUUID } from 'node:crypto';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { makeJournalSigner } from '@comptoir/app/adapters/node-journal-signer.js';
import { continueChain } from '@comptoir/core/journal/chain-writer.js';
import { withSaleOf } from '@comptoir/core/journal/close-days.js';
import { emptyState } from '@comptoir/core/journal/register-state.js';
import { verifyRegister } from '@comptoir/core/journal/verify-register.js';
import { spread } from './figures.js';
import { table, withSpread } from './report.js';

const SIGNER = makeJournalSigner(['a-secret-of-the-bench-with-32-bytes-and-more']);
const DEPS = { crypto: nodeCrypto, signer: SIGNER };
const SITE = { siteId: randomUUID() };
const CHAIN = { register: 'Caisse 1', type: 'sale' };
const ROUNDS = 5;

/** How many entries of sales one core verifies in a second, read from memory: digests, links, signatures, totals. */
export async function measureSubject({ quick, note }) {
  const count = quick ? 20_000 : 200_000;
  note(`writing ${count} entries`);
  const { entries, head } = written(count);
  // A persistence hands entries over in batches; here they are cut out of a list.
  const views = { entries: async (_scope, _chain, from, limit) => entries.slice(from - 1, from - 1 + limit) };
  const rates = [];
  for (let round = 0; round < (quick ? 2 : ROUNDS); round += 1) {
    note(`round ${round + 1}`);
    const cpu = process.cpuUsage();
    const { problems } = await verifyRegister(DEPS, views, SITE, CHAIN.register, { chains: [CHAIN], heads: [head] });
    const { user, system } = process.cpuUsage(cpu);
    if (problems.length > 0) throw new Error(`A journal that was left alone has problems: ${JSON.stringify(problems[0])}`);
    rates.push(count / ((user + system) / 1e6));
  }
  const perSecond = spread(rates);
  return {
    title: `verifying ${count} entries of sales with two lines each`,
    text: table(['', 'entries per CPU second'], [['verify', withSpread(perSecond, 0)]]),
    data: { count, perSecond },
  };
}

/** A day of sales, each of two lines, as the till records them. */
function written(count) {
  const at = new Date('2026-11-22T12:00:00Z');
  const sale = (number) => ({
    id: randomUUID(),
    kind: 'sale',
    number,
    register: CHAIN.register,
    at: at.toISOString(),
    refundOf: null,
    orderId: null,
    shiftId: null,
    rounding: 'rate',
    discounts: [],
    lines: [line(1, 'Galette complète', 950, 1000), line(2, 'Cidre brut', 450, 2000)],
    taxes: [
      { taxBasisPoints: 1000, netCents: 864, taxCents: 86 },
      { taxBasisPoints: 2000, netCents: 375, taxCents: 75 },
    ],
    payments: [{ method: number % 3 === 0 ? 'card' : 'cash', amountCents: 1400 }],
    totalCents: 1400,
    cashRoundingCents: 0,
    currency: 'EUR',
  });
  const sales = Array.from({ length: count }, (_none, index) => sale(index + 1));
  const state = sales.reduce((sum, one) => withSaleOf(sum, '2026-11-22', one), emptyState('1.0.0'));
  return continueChain(DEPS, SITE, CHAIN, null, at, sales, state);
}

function line(number, name, cents, taxBasisPoints) {
  const what = { number, itemId: randomUUID(), variantId: null, syncKey: null, sku: 'GAL-01', name };
  return { ...what, quantity: 1, unitPriceCents: cents, discountCents: 0, totalCents: cents, taxBasisPoints, taxCents: null };
}
