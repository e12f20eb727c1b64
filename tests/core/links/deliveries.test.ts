import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import type { CallOutcome, OutgoingCall, OutgoingHttp } from '@comptoir/core/kit/outgoing-http.js';
import { RETRY_WAITS_SECS } from '@comptoir/core/links/delivery-queue.js';
import { verifiedId } from '@comptoir/core/links/signed-message.js';
import type { Sale } from '@comptoir/core/sales/sale.js';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { establish, FIRST_PAGE, HOUR_MS } from '../../suites/builders.js';
import { aRefundDraft, aSaleDraft, aSoldLine } from '../../suites/sale-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aQueueBench, failing, OK } from '../push-queue/queue-bench.js';
import { aSyncItem, linkedTo, SHOP } from './a-linked-till.js';

/** A shop's webhook, which answers what a test wants. */
function aWebhook() {
  const calls: OutgoingCall[] = [];
  let answer: (call: OutgoingCall) => CallOutcome = () => OK;
  const outgoing: OutgoingHttp = {
    faultOf: (url) => (url.includes('forbidden') ? 'This host does not call it.' : null),
    async post(call) {
      calls.push(call);
      return answer(call);
    },
  };
  return {
    outgoing,
    calls,
    answers: (given: (call: OutgoingCall) => CallOutcome) => {
      answer = given;
    },
    bodies: () => calls.map(({ body }): Record<string, unknown> => JSON.parse(body)),
    ids: () => calls.map(({ headers }) => headers['webhook-id']),
  };
}

/** A till with an item of the shop, whose dispatcher runs. */
async function aTellingTill() {
  const webhook = aWebhook();
  const bench = aQueueBench({ outgoing: webhook.outgoing });
  const till = await linkedTo(bench, await establish(bench.persistence, SHOP));
  await till.catalogue({ items: [aSyncItem({ sku: 'TAS' })] });
  const [item] = await till.products();
  bench.services.dispatcher.start();
  await bench.timers.advance(0);
  const line = aSoldLine({ itemId: item?.id ?? '', syncKey: 'tasse', sku: 'TAS', quantity: 3, unitPriceCents: 1900, taxBasisPoints: 2000 });
  const { services, scope } = till;
  const delivery = async () => (await services.views.syncLinks.deliveries(scope, FIRST_PAGE)).items[0];
  const link = async () => services.views.syncLinks.get(scope, till.link.id);
  const soon = () => bench.timers.advance(1_000);
  async function sell(): Promise<Sale> {
    const sale = await services.sales.sell(scope, aSaleDraft({ lines: [line], payments: [{ method: 'card', amountCents: 5700 }] }));
    await soon();
    return sale;
  }
  const refund = (sale: Sale, restock: boolean) => {
    const lines = [{ number: 1, quantity: 1 }];
    return services.sales.refund(scope, aRefundDraft(sale.id, { lines, payments: [{ method: 'card', amountCents: 1900 }] }), {
      movesGoods: restock,
      shift: 'joined',
    });
  };
  return { ...till, webhook, sell, refund, soon, delivery, linkNow: link };
}

describe('a sale of the till', () => {
  it('is told to the linked shop, signed as the public library verifies it', async () => {
    const till = await aTellingTill();
    const sale = await till.sell();

    const [call] = till.webhook.calls;
    expect(call?.url).to.equal('https://shop.example/hook');
    expect(call?.headers).to.include({ 'X-Sync-Link': till.link.id, 'Content-Type': 'application/json' });
    const [body] = till.webhook.bodies();
    expect(body).to.deep.equal({
      ...{ id: call?.headers['webhook-id'], type: 'sale.created', at: sale.at.toISOString(), saleId: sale.id, number: sale.number },
      lines: [{ key: 'tasse', sku: 'TAS', name: sale.lines[0]?.name, quantity: 3, unitPrice: 19, total: 57, vatRate: 20 }],
      ...{ total: 57, payments: [{ method: 'card', amount: 57 }], currency: sale.currency },
    });
    const at = new Date(Number(call?.headers['webhook-timestamp']) * 1000);
    expect(call?.headers['webhook-signature']).to.equal(new Webhook(till.link.secret).sign(String(body?.['id']), at, call?.body ?? ''));
    expect(await till.delivery()).to.deep.include({ state: 'delivered', attempts: 1, lastStatus: 200, lastError: null });
    expect((await till.linkNow())?.counts).to.deep.equal({ received: 1, delivered: 1, dead: 0 });
  });

  it('is told of with its refunds, which say whether the goods are back', async () => {
    const till = await aTellingTill();
    const sale = await till.sell();
    const [kept, back] = [await till.refund(sale, false), await till.refund(sale, true)];
    await till.soon();
    const [, first, second] = till.webhook.bodies();
    expect(first).to.deep.include({ type: 'refund.created', saleId: sale.id, refundId: kept.id, restocked: false, total: -19 });
    expect(second).to.deep.include({ type: 'refund.created', saleId: sale.id, refundId: back.id, restocked: true });
    expect(second).to.have.nested.property('lines[0].quantity', -1);
  });

  it('is told to nobody when it is undone, or where no shop wants to know', async () => {
    const till = await aTellingTill();
    await till.services.syncLinks.update(till.scope, till.link.id, { url: null });
    await till.sell();
    await till.services.syncLinks.update(till.scope, till.link.id, { url: 'https://shop.example/hook' });
    await refusalOf(till.services.sales.sell(till.scope, aSaleDraft({ lines: [] })));
    await till.soon();
    expect(till.webhook.calls).to.deep.equal([]);
    expect(await till.delivery()).to.equal(undefined);
  });

  it('is told again under the same id, at the waits of the schedule, and given up after the last', async () => {
    const till = await aTellingTill();
    till.webhook.answers(() => failing(404));
    await till.sell();
    const madeAt: number[] = [till.clock.now().getTime()];
    for (const [index, secs] of RETRY_WAITS_SECS.slice(0, 3).entries()) {
      await till.timers.advance(secs * 1000 - 2_000);
      expect(till.webhook.calls, `before ${secs} s`).to.have.length(index + 1);
      await till.timers.advance(secs * 100 + 6_000);
      expect(till.webhook.calls, `after ${secs} s`).to.have.length(index + 2);
      madeAt.push(till.clock.now().getTime());
    }
    expect(new Set(till.webhook.ids())).to.have.property('size', 1);
    expect(new Set(till.webhook.calls.map(({ body }) => body))).to.have.property('size', 1);
    expect(await till.delivery()).to.deep.include({ state: 'waiting', attempts: 4, lastStatus: 404, lastError: 'The shop answered 404.' });
  }).timeout(30_000);

  it('that no shop took is kept, counted, listed among dead letters and sent again by hand', async () => {
    const till = await aTellingTill();
    till.webhook.answers(() => failing(500));
    await till.sell();
    const { services, scope: whose } = till;
    for (const secs of RETRY_WAITS_SECS) {
      till.clock.advance(secs * 1_100);
      await till.timers.advance(5_000);
    }
    expect(till.webhook.calls).to.have.length(10);
    const dead = await till.delivery();
    expect(dead).to.deep.include({ state: 'dead', attempts: 10 });
    expect((await till.linkNow())?.counts).to.include({ dead: 1, delivered: 0 });
    const letters = await services.queues.deadLetters(whose, { queue: null, limit: 10, cursor: undefined });
    expect(letters.items.map(({ queue }) => queue)).to.deep.equal(['shop-links']);

    till.webhook.answers(() => OK);
    await services.syncLinks.redeliver(whose, dead?.id ?? '');
    await till.soon();
    expect(new Set(till.webhook.ids())).to.have.property('size', 1);
    expect(await till.delivery()).to.deep.include({ state: 'delivered', attempts: 1 });
    await services.queues.retryDead(
      whose,
      letters.items.map(({ id }) => id),
    );
    await till.soon();
    expect(till.webhook.calls, 'not once more').to.have.length(11);
  }).timeout(60_000);

  it('waits as long as the shop asks, when that is longer', async () => {
    const till = await aTellingTill();
    till.webhook.answers(() => failing(429, 120));
    await till.sell();
    await till.timers.advance(115_000);
    expect(till.webhook.calls).to.have.length(1);
    till.webhook.answers(() => OK);
    await till.timers.advance(10_000);
    expect(till.webhook.calls).to.have.length(2);
  });

  it('is held while the link is disabled, and goes on its way when it is enabled', async () => {
    const till = await aTellingTill();
    await till.services.syncLinks.disable(till.scope, till.link.id);
    const sales = [await till.sell(), await till.sell()];
    expect(till.webhook.calls).to.deep.equal([]);
    expect(await till.delivery()).to.include({ state: 'held', attempts: 0 });
    await till.services.syncLinks.enable(till.scope, till.link.id);
    await till.soon();
    expect(till.webhook.bodies().map(({ saleId }) => saleId)).to.have.members(sales.map(({ id }) => id));
    expect(await till.delivery()).to.include({ state: 'delivered' });
  });

  it('disables the link when the shop answers 410, and is not lost with it', async () => {
    const till = await aTellingTill();
    till.webhook.answers(() => failing(410));
    await till.sell();
    await till.sell();
    expect(till.webhook.calls).to.have.length(1);
    expect(await till.linkNow()).to.have.nested.property('disabled.reason', 'gone');
    till.webhook.answers(() => OK);
    await till.services.syncLinks.enable(till.scope, till.link.id);
    await till.soon();
    expect(till.webhook.calls).to.have.length(3);
  });

  it('is signed by both secrets while one replaces the other', async () => {
    const till = await aTellingTill();
    const { secret } = await till.services.syncLinks.rotate(till.scope, till.link.id, 24);
    await till.sell();
    const [{ headers = {}, body = '' } = {}] = till.webhook.calls;
    const signed = {
      id: headers['webhook-id'] ?? '',
      timestamp: headers['webhook-timestamp'] ?? '',
      signature: headers['webhook-signature'] ?? '',
      body,
    };
    for (const good of [secret, till.link.secret]) expect(verifiedId(nodeCrypto, [good], signed, till.clock.now())).to.equal(signed.id);
    till.clock.advance(25 * HOUR_MS);
    await till.sell();
    expect(till.webhook.calls[1]?.headers['webhook-signature']?.split(' ')).to.have.length(1);
  });

  it('is told to every link of its establishment, each under an id of its own, and to no other', async () => {
    const till = await aTellingTill();
    const other = await till.services.syncLinks.create(till.scope, { name: 'Autre', url: 'https://other.example/' });
    await linkedTo(till, await establish(till.persistence, SHOP));
    await till.sell();
    expect(till.webhook.calls.map(({ headers }) => headers['X-Sync-Link'])).to.have.members([till.link.id, other.id]);
    expect(new Set(till.webhook.ids())).to.have.property('size', 2);
  });

  it('goes nowhere once the link is revoked', async () => {
    const till = await aTellingTill();
    till.webhook.answers(() => failing(500));
    await till.sell();
    await till.services.syncLinks.revoke(till.scope, till.link.id);
    await till.timers.advance(10_000);
    expect(till.webhook.calls).to.have.length(1);
    expect((await till.services.queues.deadLetters(till.scope, { queue: null, limit: 10, cursor: undefined })).items).to.deep.equal([]);
  });
});

describe('a ping', () => {
  it('is signed, and tells what the shop answered', async () => {
    const till = await aTellingTill();
    expect(await till.services.syncLinks.test(till.scope, till.link.id)).to.include({ delivered: true, status: 200, error: null });
    expect(till.webhook.bodies()[0]).to.include({ type: 'ping' });
    till.webhook.answers(() => ({ kind: 'timed-out' }));
    expect(await till.services.syncLinks.test(till.scope, till.link.id)).to.deep.include({ delivered: false, status: null });
    await till.services.syncLinks.update(till.scope, till.link.id, { url: null });
    expect(await refusalOf(till.services.syncLinks.test(till.scope, till.link.id))).to.include({ code: 'invalid_request' });
  });
});

describe('the address of a shop', () => {
  it('is https, or http on this machine, and one that this host calls', async () => {
    const till = await aTellingTill();
    const create = (url: string) => till.services.syncLinks.create(till.scope, { name: 'x', url });
    for (const url of [
      'http://shop.example/',
      'ftp://127.0.0.1/',
      'http://127.0.0.1.example/',
      'http://localhost.example/',
      'https://forbidden.example/',
    ]) {
      expect(await refusalOf(create(url)), url).to.include({ code: 'invalid_request' });
    }
    for (const url of ['https://shop.example/', 'http://127.0.0.1:4000/hook', 'http://localhost/', 'http://[::1]:80/']) await create(url);
  });

  it('is of one of at most twenty links', async () => {
    const till = await aTellingTill();
    for (let made = 1; made < 20; made += 1) await till.services.syncLinks.create(till.scope, { name: 'x', url: null });
    expect(await refusalOf(till.services.syncLinks.create(till.scope, { name: 'x', url: null }))).to.include({ code: 'invalid_request' });
  });
});
