import { randomUUID } from 'node:crypto';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import type { CallOutcome, OutgoingCall } from '@comptoir/core/kit/outgoing-http.js';
import { refundCreated, saleCreated } from '@comptoir/core/links/sale-event.js';
import { type Signed, signedHeaders, verifiedId } from '@comptoir/core/links/signed-message.js';
import type { Sale } from '@comptoir/core/sales/sale.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import { establish } from '../../suites/builders.js';
import { aRefundDraft, aSaleDraft, aSoldLine } from '../../suites/sale-builders.js';
import { aQueueBench } from '../push-queue/queue-bench.js';
import { aSyncItem, linkedTo, SHOP } from './a-linked-till.js';

const KEYS = ['tasse', 'bol', 'pull'] as const;
type Key = (typeof KEYS)[number];

/** What happens in the shop, at the till and to the link between them. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('sell' as const), key: fc.constantFrom(...KEYS), quantity: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), restock: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('move' as const), key: fc.constantFrom(...KEYS), quantity: fc.constantFrom(-3, -1, 2, 10) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('flush' as const), newestFirst: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), secs: fc.constantFrom(1, 6, 40) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rotate' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('learn' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('disable' as const, 'enable' as const) }) },
);
/** What becomes of a call on the way. */
const WEATHER = ['arrives', 'lost', 'answer lost', 'twice', 'refused'] as const;
type Weather = (typeof WEATHER)[number];

const OK: CallOutcome = { kind: 'answered', status: 204, retryAfterSecs: null };

/** An online shop that keeps stock: what it sells it tells the till, what the till sells it takes off, each once. */
function aShop(secret: string) {
  const stock = new Map<Key, number>(KEYS.map((key) => [key, 0]));
  const seen = new Set<string>();
  const untold: { readonly id: string; readonly key: Key; readonly quantity: number }[] = [];
  const event = z.discriminatedUnion('type', [saleCreated, refundCreated]);
  const secrets = [secret];

  function take(key: string | null, quantity: number): void {
    const known = KEYS.find((one) => one === key);
    if (known !== undefined) stock.set(known, (stock.get(known) ?? 0) + quantity);
  }

  return {
    stock,
    untold,
    learn: (next: string) => secrets.unshift(next),
    secret: () => secrets[0] ?? '',
    move(key: Key, quantity: number): void {
      take(key, quantity);
      untold.push({ id: `mv-${untold.length}-${randomUUID()}`, key, quantity });
    },
    /** False: it cannot be verified. */
    hear({ headers, body }: OutgoingCall, now: Date): boolean {
      const [id = null, timestamp = null, signature = null] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]);
      const verified = verifiedBy(secrets[0] ?? '', { id, timestamp, signature, body }, now);
      if (verified === null || seen.has(verified)) return verified !== null;
      seen.add(verified);
      const told = event.parse(JSON.parse(body));
      const moves = told.type === 'sale.created' || told.restocked;
      if (moves) for (const { key, quantity } of told.lines) take(key, -quantity);
      return true;
    },
  };
}

function verifiedBy(secret: string, signed: Signed, now: Date): string | null {
  try {
    return verifiedId(nodeCrypto, [secret], signed, now);
  } catch {
    return null;
  }
}

/** A till and a shop with a bad line between them. */
async function aPair(weather: readonly Weather[]) {
  let calm = false;
  let calls = 0;
  const next = (): Weather => (calm ? 'arrives' : (weather[calls++ % weather.length] ?? 'arrives'));
  const shopIs: { current: ReturnType<typeof aShop> | null } = { current: null };
  /** An event fails at most twice, so that the longest wait is five minutes. */
  const failures = new Map<string, number>();
  const bench = aQueueBench({ outgoing: { faultOf: () => null, post: async (call) => carry(call) } });

  function carry(call: OutgoingCall): CallOutcome {
    const id = call.headers['webhook-id'] ?? '';
    const failed = failures.get(id) ?? 0;
    const met = failed < 2 ? next() : 'arrives';
    if (met !== 'arrives' && met !== 'twice') failures.set(id, failed + 1);
    if (met === 'lost') return { kind: 'unreachable', reason: 'ECONNRESET' };
    if (met === 'refused') return { kind: 'answered', status: 500, retryAfterSecs: null };
    for (let times = met === 'twice' ? 2 : 1; times > 0; times -= 1) {
      if (shopIs.current?.hear(call, bench.clock.now()) === false) return { kind: 'answered', status: 401, retryAfterSecs: null };
    }
    return met === 'answer lost' ? { kind: 'timed-out' } : OK;
  }

  const till = await linkedTo(bench, await establish(bench.persistence, SHOP));
  const shop = aShop(till.link.secret);
  shopIs.current = shop;
  await till.catalogue({ items: KEYS.map((key) => aSyncItem({ key, name: key })) });
  const items = new Map((await till.products()).map(({ syncKey, id }) => [syncKey, id]));
  bench.services.dispatcher.start();

  /** Sends every movement in a call of its own, again and again until one is answered; forgets none before. */
  async function flush(newestFirst: boolean): Promise<void> {
    const batch = newestFirst ? shop.untold.toReversed() : [...shop.untold];
    for (const movement of batch) {
      const met = next();
      if (met === 'lost' || met === 'refused') continue;
      const message = { id: `call-${movement.id}`, body: JSON.stringify({ type: 'stock', data: { movements: [movement] } }) };
      const headers = signedHeaders(nodeCrypto, [shop.secret()], message, bench.clock.now());
      const call = { linkId: till.link.id, id: message.id, body: message.body, timestamp: headers['webhook-timestamp'] ?? null };
      const signed = { ...call, signature: headers['webhook-signature'] ?? null };
      const answers = await Promise.allSettled(
        Array.from({ length: met === 'twice' ? 2 : 1 }, () => till.services.syncLinks.receive(signed)),
      );
      const isTaken = answers.every(({ status }) => status === 'fulfilled');
      if (isTaken && met !== 'answer lost') shop.untold.splice(shop.untold.indexOf(movement), 1);
    }
  }

  return { ...till, shop, items, flush, calmDown: () => (calm = true) };
}

async function play(
  pair: Awaited<ReturnType<typeof aPair>>,
  steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
) {
  const { services, scope, shop, timers, items, link } = pair;
  const sales: Sale[] = [];
  let latest = link.secret;
  let isDisabled = false;
  for (const one of steps) {
    if (one.kind === 'sell') {
      const { key, quantity } = one;
      const line = aSoldLine({ itemId: items.get(key) ?? '', syncKey: key, quantity, unitPriceCents: 100 });
      sales.push(await services.sales.sell(scope, aSaleDraft({ lines: [line] })));
    } else if (one.kind === 'refund') {
      const sale = sales.pop();
      const payments = [{ method: 'cash', amountCents: 100 }] as const;
      if (sale !== undefined)
        await services.sales.refund(scope, aRefundDraft(sale.id, { payments }), { movesGoods: one.restock, shift: 'joined' });
    } else if (one.kind === 'move') shop.move(one.key, one.quantity);
    else if (one.kind === 'flush') await pair.flush(one.newestFirst);
    else if (one.kind === 'wait') await timers.advance(one.secs * 1000);
    else if (one.kind === 'rotate') latest = (await services.syncLinks.rotate(scope, link.id, 24)).secret;
    else if (one.kind === 'learn') shop.learn(latest);
    else {
      isDisabled = one.kind === 'disable';
      await services.syncLinks[one.kind](scope, link.id);
    }
  }
  shop.learn(latest);
  if (isDisabled) await services.syncLinks.enable(scope, link.id);
}

describe('a till and a shop over a bad line', () => {
  it('agree on the stock once the line is good, whatever was lost, repeated, late or out of order, and through rotations', async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 40 }),
        fc.array(fc.constantFrom(...WEATHER), { minLength: 1, maxLength: 30 }),
        async (steps, weather) => {
          const pair = await aPair(weather);
          await play(pair, steps);
          pair.calmDown();
          await pair.flush(false);
          await pair.timers.advance(400_000);

          expect(pair.shop.untold).to.deep.equal([]);
          for (const key of KEYS) expect(await pair.stockOf(key), key).to.equal(pair.shop.stock.get(key));
          expect((await pair.persistence.views.stock.verify(pair.scope)).differences).to.deep.equal([]);
          const states = (await pair.services.views.syncLinks.deliveries(pair.scope, { page: 1, pageSize: 100 })).items;
          expect(states.filter(({ state }) => state !== 'delivered')).to.deep.equal([]);
          const stopped = pair.services.dispatcher.stop();
          await pair.timers.advance(60_000);
          await stopped;
        },
      ),
      { numRuns: 60 },
    );
  });
});
