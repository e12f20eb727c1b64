import { isSigned, signCall } from '@comptoir/adapters-sdk/payments/signed-calls.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { type PageHost, startPageHost } from '../../browser/page-host.js';
import { CARAFE, openShop } from '../../browser/shop-world.js';
import { aProvider } from '../../core/payments/a-provider.js';
import { aSite, NOON } from '../../suites/builders.js';
import { jsonOf } from '../call.js';
import { closeAll } from '../serve.js';
import { followOrder } from './event-stream.js';
import { openKeyedTill } from './keyed/shop-key.js';
import { orderIn, PUBLIC_URL, post as postTo } from './till.js';

const SHOP = 'atelier-test';

describe('paying an order over HTTP', () => {
  let host: PageHost;
  let scope: Scope;

  beforeEach(async () => {
    host = await startPageHost();
    scope = await openShop(host);
    await host.takeCards(scope);
  });

  afterEach(() => host.close());

  const ask = (address: string, options: RequestInit = {}) => fetch(new URL(address, host.url), { redirect: 'manual', ...options });
  const post = (address: string, options: RequestInit = {}) => ask(address, { method: 'POST', ...options });
  const leadsTo = (response: Response) => {
    expect(response.status).to.equal(303);
    return response.headers.get('location') ?? '';
  };

  async function place(payment: string | undefined = 'card', headers: Record<string, string> = {}) {
    const body = JSON.stringify({ slug: SHOP, items: [{ id: 'carafe' }], customer: { name: 'Ada' }, payment });
    const response = await post('/api/boutique/order', { headers: { 'Content-Type': 'application/json', ...headers }, body });
    const answer: { order: { id: string; payUrl: string; payment: string; paymentStatus?: string } } = await response.json();
    return { response, order: answer.order, answer };
  }
  const pagePathOf = (id: string) => `/boutique/${SHOP}/order/${id}`;
  const statusOf = async (id: string) => {
    const { order }: { order: Record<string, unknown> } = await (await ask(`/api/order/${id}`)).json();
    return [order['status'], order['payment'], order['paymentStatus']];
  };
  /** What the sandbox has decided, and where that leads the guest, once its webhook has arrived. */
  async function decide(checkoutUrl: string, decision: 'pay' | 'decline'): Promise<string> {
    const heard = host.orderChanged();
    const back = leadsTo(await post(`${checkoutUrl}/${decision}`));
    await heard;
    return back;
  }
  const beginPayment = async (payUrl: string) => leadsTo(await post(`${payUrl}?lang=fr`));

  it('leads from the order to the provider, and back to an order that is paid', async () => {
    const { order } = await place();
    expect(order).to.include({ payment: 'card', paymentStatus: 'pending', payUrl: `${host.url}${pagePathOf(order.id)}/pay` });
    expect(leadsTo(await ask(order.payUrl)), 'looking begins nothing').to.equal(pagePathOf(order.id));

    const checkout = await beginPayment(order.payUrl);
    expect(checkout).to.match(/\/sandbox\/checkout\/[\w-]{32}$/);
    const page = await (await ask(checkout)).text();
    for (const words of ['39,00', 'Atelier Test 001', 'aucun argent ne circule']) expect(page).to.include(words);

    const back = await decide(checkout, 'pay');
    expect(await statusOf(order.id), 'by the webhook').to.deep.equal(['queued', 'card', 'paid']);
    expect(leadsTo(await ask(back))).to.equal(`${pagePathOf(order.id)}?lang=fr`);
    expect(leadsTo(await ask(back)), 'once more').to.equal(`${pagePathOf(order.id)}?lang=fr`);
    expect(await host.services.views.orders.events(scope, order.id)).to.have.length(2);
    expect(leadsTo(await post(order.payUrl)), 'there is nothing left to pay').to.equal(pagePathOf(order.id));
  });

  it('tells those who follow the order', async () => {
    const { order } = await place();
    const stream = await followOrder(host.url, order.id);
    await decide(await beginPayment(order.payUrl), 'pay');
    await host.step(scope, order.id, 'cancel');
    await host.services.paymentWork.run();
    const told: unknown[] = [];
    for (let block = await stream.next(); block !== null; block = await stream.next()) {
      if (block['event'] !== 'status') continue;
      const { status, paymentStatus }: Record<string, unknown> = JSON.parse(block['data'] ?? '');
      told.push([status, paymentStatus]);
    }
    expect(told, 'the stream ends when the money is back').to.deep.equal([
      ['queued', 'pending'],
      ['queued', 'paid'],
      ['cancelled', 'refund_due'],
      ['cancelled', 'refunded'],
    ]);
  });

  it('answers a repeated order as the first time, without another payment', async () => {
    const first = await place('card', { 'Idempotency-Key': 'k-1' });
    const again = await place('card', { 'Idempotency-Key': 'k-1' });
    expect(again.answer).to.deep.equal(first.answer);
    expect(again.response.headers.get('idempotent-replayed')).to.equal('true');
    const other = await place('at_pickup', { 'Idempotency-Key': 'k-1' });
    expect(other.response.status).to.equal(422);
  });

  it('lets a declined guest try again', async () => {
    const { order } = await place();
    const first = await beginPayment(order.payUrl);
    await decide(first, 'decline');
    expect(await statusOf(order.id)).to.deep.equal(['queued', 'card', 'failed']);
    const second = await beginPayment(order.payUrl);
    expect(second).to.not.equal(first);
    await decide(second, 'pay');
    expect(await statusOf(order.id)).to.deep.equal(['queued', 'card', 'paid']);
  });

  it('believes no way back that nobody signed', async () => {
    const { order } = await place();
    const checkout = await beginPayment(order.payUrl);
    const ref = checkout.split('/').at(-1) ?? '';
    const { timestamp, signature } = signCall(Buffer.from('guessed'), ref, '', host.clock.now());
    const forged = `${pagePathOf(order.id)}/pay/back/sandbox?${new URLSearchParams({ checkout: ref, timestamp, signature })}`;
    expect(leadsTo(await ask(forged))).to.equal(pagePathOf(order.id));
    expect(leadsTo(await ask(`${pagePathOf(order.id)}/pay/back/nobody`))).to.equal(pagePathOf(order.id));
    expect(await statusOf(order.id)).to.deep.equal(['queued', 'card', 'pending']);
    expect(isSigned([Buffer.from('guessed')], { id: ref, timestamp, signature }, '', host.clock.now()), 'the forger’s own key').to.equal(
      true,
    );
  });

  it('refuses webhooks that nobody signed, of providers that are not there, and what is no webhook', async () => {
    const refused = async (path: string, options: RequestInit) => {
      const response = await post(path, options);
      const { error }: { error: string } = await response.json();
      return [response.status, error];
    };
    const signature = { 'Webhook-Id': 'evt', 'Webhook-Timestamp': '1', 'Webhook-Signature': 'v1,AAAA' };
    expect(await refused('/api/payments/sandbox/webhook', { body: '{}' })).to.deep.equal([401, 'invalid_signature']);
    expect(await refused('/api/payments/sandbox/webhook', { body: '{}', headers: signature })).to.deep.equal([401, 'invalid_signature']);
    expect(await refused('/api/payments/nobody/webhook', { body: '{}' })).to.deep.equal([404, 'unknown_provider']);
    expect(await refused('/api/payments/sandbox/webhook', { body: 'x'.repeat(1024 * 1024 + 1) })).to.deep.equal([413, 'payload_too_large']);
  });

  it('knows no way to pay an order at another shop, or one that was never placed', async () => {
    const { order } = await place();
    for (const path of [`/boutique/other/order/${order.id}/pay`, `/boutique/${SHOP}/order/${'x'.repeat(22)}/pay`]) {
      expect((await post(path)).status, path).to.equal(404);
      expect((await post(`${path}/at-pickup`)).status, path).to.equal(404);
      expect((await ask(`${path}/back/sandbox`)).status, path).to.equal(404);
    }
    expect(await statusOf(order.id)).to.deep.equal(['queued', 'card', 'pending']);
  });

  it('lets forms lead to the provider, and nothing else leave the page', async () => {
    const { order } = await place();
    const policy = (await ask(pagePathOf(order.id))).headers.get('content-security-policy') ?? '';
    expect(policy).to.include(`form-action 'self' ${host.url};`).and.include("default-src 'none'");
  });

  it('is refused where the shop takes no cards', async () => {
    await host.services.settings.reset({ tenant: scope, site: scope }, 'payments.card');
    const { response } = await place();
    expect(response.status).to.equal(422);
    const levels = await host.services.views.stock.levels(scope, [CARAFE.itemId]);
    expect(levels[0]?.reserved).to.equal(0);
  });
});

describe('paying an order while the provider does not answer', () => {
  const clock = fixedClock(NOON);
  const provider = aProvider(clock, 'test');
  afterEach(closeAll);

  async function anOrderToPay() {
    const features = { ...aSite().features, slots: false };
    const till = await openKeyedTill({ trade: 'shop', slug: SHOP, features }, { clock, paymentProviders: [provider] });
    await till.services.settings.set({ tenant: till.scope, site: till.scope }, 'payments.card', 'test');
    const body = { slug: SHOP, items: [{ id: 'galette' }], customer: { name: 'Ada' }, payment: 'card' };
    const order = orderIn(await postTo(till.origin, body, {}, '/api/boutique/order'));
    return { ...till, order, page: `${till.origin}/boutique/${SHOP}/order/${order.id}` };
  }

  it('says so on the page of the order, and offers to try again or to pay at pickup', async () => {
    const { page, order, origin } = await anOrderToPay();
    provider.answers(false);
    const sent = await fetch(`${page}/pay?lang=en`, { method: 'POST', redirect: 'manual' });
    expect([sent.status, sent.headers.get('location')]).to.deep.equal([
      303,
      `/boutique/${SHOP}/order/${order.id}?lang=en&payment=unreachable`,
    ]);
    const words = await (await fetch(`${origin}${sent.headers.get('location')}`)).text();
    for (const expected of ['The payment service does not answer', 'Pay €9.50 now', 'Pay in store instead'])
      expect(words).to.include(expected);

    provider.answers(true);
    const again = await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual' });
    expect(again.headers.get('location')).to.match(/^https:\/\/pay\.example\//);
  });

  it('asks the provider to call again later', async () => {
    const { page, origin } = await anOrderToPay();
    await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual' });
    provider.answers(false);
    const refused = await fetch(`${origin}/api/payments/test/webhook`, {
      method: 'POST',
      headers: { signature: 'good' },
      body: provider.refs().at(-1) ?? '',
    });
    expect(refused.status).to.equal(502);
    provider.answers(true);
  });

  it('lets the guest pay at pickup instead', async () => {
    const { page, order, services } = await anOrderToPay();
    await fetch(`${page}/pay/at-pickup`, { method: 'POST', redirect: 'manual' });
    const { placed } = await services.orders.find(order.id);
    expect(placed).to.include({ payment: 'at_pickup' }).and.not.have.any.keys('payUrl', 'paymentStatus');
  });

  it('shows the tools of the shop how far it is, and keeps them from accepting it', async () => {
    const { ask, order } = await anOrderToPay();
    const refused = await ask(`/orders/${order.id}/accept`, { method: 'POST' });
    expect([refused.status, jsonOf(refused)['error'], jsonOf(refused)['payment']]).to.deep.equal([409, 'payment_pending', 'pending']);
    const shown = jsonOf(await ask(`/orders/${order.id}`))['order'];
    expect(shown).to.deep.include({
      payment: { method: 'card', status: 'pending' },
      trackingUrl: `${PUBLIC_URL}/boutique/${SHOP}/order/${order.id}`,
    });
  });
});
