import { expect } from 'chai';
import { followOrder } from '../adapters-http/storefront/event-stream.js';
import { comptoir, endAll, start } from './program.js';
import { demoDirectory, removeDirectories } from './till.js';

const SHOP = 'atelier-nord';

interface Order {
  readonly id: string;
  readonly payUrl: string;
}

describe('payments of the bundled server', function () {
  this.timeout(180_000);
  afterEach(endAll);
  after(removeDirectories);

  async function ask(address: string, options: RequestInit = {}): Promise<Response> {
    return fetch(address, { redirect: 'manual', ...options });
  }

  async function leadsTo(address: string, method = 'POST'): Promise<string> {
    const response = await ask(address, { method });
    expect(response.status, address).to.equal(303);
    return new URL(response.headers.get('location') ?? '', address).href;
  }

  async function place(storefront: string): Promise<Order> {
    const body = JSON.stringify({ slug: SHOP, items: [{ id: 'theiere-halage' }], customer: { name: 'Ada' }, payment: 'card' });
    const placed = await ask(`${storefront}/api/boutique/order`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const { order }: { order: Order } = await placed.json();
    return order;
  }

  /** What the page of the order hears of its payment, up to this status. */
  async function paymentIs(storefront: string, orderId: string, wanted: string): Promise<void> {
    const stream = await followOrder(storefront, orderId);
    for (let block = await stream.next(); block !== null; block = await stream.next()) {
      if (block['data'] === undefined) continue;
      const { paymentStatus }: { paymentStatus?: string } = JSON.parse(block['data']);
      if (paymentStatus === wanted) return stream.hangUp();
    }
    throw new Error(`The payment never was ${wanted}.`);
  }

  it('are paid back once the server is back that was killed between cancelling and paying back', async () => {
    const variables = { COMPTOIR_DATA_DIR: await demoDirectory() };
    const first = start(['serve', '--demo'], variables);
    const { storefront = '' } = await first.ready;
    const order = await place(storefront);
    const checkout = await leadsTo(order.payUrl);
    await leadsTo(await leadsTo(`${checkout}/pay`), 'GET');
    await paymentIs(storefront, order.id, 'paid');

    const cancelled = await comptoir(['orders', 'cancel', order.id], variables);
    expect(cancelled.code, cancelled.stderr).to.equal(0);
    const listed = await comptoir(['orders', 'list', '--site', SHOP], variables);
    expect(listed.stdout)
      .to.match(/PAYMENT/)
      .and.match(/cancelled .*card: refund(?:ed| due)/);
    first.kill('SIGKILL');
    await first.ended;

    const again = start(['serve', '--demo'], variables);
    const { storefront: there = '' } = await again.ready;
    await paymentIs(there, order.id, 'refunded');
  });
});
