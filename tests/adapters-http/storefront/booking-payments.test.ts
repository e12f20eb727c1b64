import type { Sale } from '@comptoir/core/sales/sale.js';
import { expect } from 'chai';
import { type Museum, openMuseum } from '../../browser/museum-world.js';
import { type PageHost, startPageHost } from '../../browser/page-host.js';
import { MINUTE_MS } from '../../suites/builders.js';

const SLUG = 'musee-test';

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly paymentStatus?: string;
  readonly payUrl?: string;
  readonly tickets: readonly { readonly state: string }[];
}

describe('paying a booking by card over HTTP', () => {
  let host: PageHost;
  let museum: Museum;

  beforeEach(async () => {
    host = await startPageHost();
    museum = await openMuseum(host);
    await host.takeCards(museum.scope);
  });

  afterEach(() => host.close());

  const ask = (address: string, options: RequestInit = {}) => fetch(new URL(address, host.url), { redirect: 'manual', ...options });

  async function send(address: string, body: unknown = {}): Promise<Shown> {
    const response = await ask(address, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    const answer: { ok: boolean; order: Shown } = await response.json();
    expect(answer.ok, JSON.stringify(answer)).to.equal(true);
    return answer.order;
  }

  async function leadsTo(address: string, method = 'POST'): Promise<string> {
    const response = await ask(address, { method });
    expect(response.status, address).to.equal(303);
    return response.headers.get('location') ?? '';
  }

  async function shown(id: string): Promise<Shown> {
    const answer: { order: Shown } = await (await ask(`/api/ticketing/orders/${id}`)).json();
    return answer.order;
  }

  /** Two at 9 €, one at 5 € and one for nothing, by somebody who pays by card: 23 €. */
  async function bookByCard(): Promise<Shown> {
    const offer = await host.services.views.offers.get(museum.scope, museum.tourId);
    const lines = (offer?.rates ?? []).map(({ id }, index) => ({ rateId: id, quantity: index === 0 ? 2 : 1 }));
    const held = await send('/api/ticketing/holds', { slug: SLUG, sessionId: museum.sessions.open, lines });
    return send(`/api/ticketing/orders/${held.id}/complete`, { customer: { name: 'Ada' }, payment: 'card' });
  }

  /** The guest pays on the page of the sandbox; where that leads back to, once its webhook has arrived. */
  async function pay(order: Shown): Promise<string> {
    const checkout = await leadsTo(order.payUrl ?? '');
    const heard = host.orderChanged();
    const back = await leadsTo(`${checkout}/pay`);
    await heard;
    return back;
  }

  const seats = async () => {
    const session = await host.services.views.ticketSessions.get(museum.scope, museum.sessions.open);
    return [session?.heldSeats, session?.confirmedSeats];
  };
  const salesOf = (id: string): Promise<readonly Sale[]> => host.services.views.sales.ofOrder(museum.scope, id);

  it('confirms it when the money is there, with its tickets, and sells them once on the register of the web', async () => {
    const order = await bookByCard();
    expect([order.status, order.tickets, await seats()]).to.deep.equal(['held', [], [4, 0]]);

    const back = await pay(order);

    const paid = await shown(order.id);
    expect([paid.status, paid.paymentStatus, paid.tickets.map(({ state }) => state)]).to.deep.equal([
      'confirmed',
      'paid',
      ['valid', 'valid', 'valid', 'valid'],
    ]);
    expect(await seats()).to.deep.equal([0, 4]);
    const ownPage = `/billetterie/${SLUG}/commande/${order.id}`;
    for (const time of ['first', 'second']) expect(await leadsTo(back, 'GET'), time).to.match(new RegExp(`^${ownPage}`));
    const [sale, ...others] = await salesOf(order.id);
    expect(others).to.deep.equal([]);
    expect(sale).to.deep.include({ kind: 'sale', register: 'online', orderId: order.id, totalCents: 2300 });
    expect(sale?.lines.map(({ name, quantity, totalCents, taxBasisPoints }) => [name, quantity, totalCents, taxBasisPoints])).to.deep.equal(
      [
        ['Les coulisses des ondes Plein tarif', 2, 1800, 550],
        ['Les coulisses des ondes Moins de 26 ans', 1, 500, 550],
        ['Les coulisses des ondes Moins de 6 ans', 1, 0, 550],
      ],
    );
    expect(sale?.taxes).to.deep.equal([{ taxBasisPoints: 550, netCents: 2180, taxCents: 120 }]);
    expect(sale?.payments).to.deep.equal([{ method: 'card', amountCents: 2300 }]);
  });

  it('pays back what was paid for a booking that is cancelled, and takes its sale back once', async () => {
    const order = await bookByCard();
    await pay(order);

    const cancelled = await send(`/api/ticketing/orders/${order.id}/cancel`);
    expect([cancelled.status, cancelled.paymentStatus]).to.deep.equal(['cancelled', 'refund_due']);
    expect(await salesOf(order.id), 'the money is still here').to.have.length(1);
    for (const run of [1, 2]) expect(await host.services.paymentWork.run(), `run ${run}`).to.equal(run === 1 ? 1 : 0);

    expect((await shown(order.id)).paymentStatus).to.equal('refunded');
    expect(await seats()).to.deep.equal([0, 0]);
    const sales = await salesOf(order.id);
    expect(sales.map(({ kind, totalCents, register }) => [kind, totalCents, register])).to.deep.equal([
      ['sale', 2300, 'online'],
      ['refund', -2300, 'online'],
    ]);
    const journal = await host.services.views.journal.list(museum.scope, { limit: 100, register: 'online', type: 'sale' });
    const recorded = journal.items.map(({ snapshot }) =>
      sales.filter(({ id }) => snapshot.includes(`"id":"${id}"`)).map(({ kind }) => kind),
    );
    expect(recorded).to.deep.equal([['sale'], ['refund']]);
  });

  it('gives the seats back when the money does not come in time', async () => {
    const order = await bookByCard();
    const checkout = await leadsTo(order.payUrl ?? '');
    host.clock.advance(31 * MINUTE_MS);
    await host.services.paymentWork.run();

    await ask(`${checkout}/pay`, { method: 'POST' });
    await host.services.paymentWork.run();

    const over = await shown(order.id);
    expect([over.status, over.paymentStatus, await seats()]).to.deep.equal(['cancelled', 'expired', [0, 0]]);
    expect(await salesOf(order.id)).to.deep.equal([]);
  });

  it('pays back what comes after the seats were given back, and sells nothing', async () => {
    const order = await bookByCard();
    const checkout = await leadsTo(order.payUrl ?? '');
    await send(`/api/ticketing/orders/${order.id}/cancel`);
    expect(await seats()).to.deep.equal([0, 0]);

    const heard = host.orderChanged();
    await ask(`${checkout}/pay`, { method: 'POST' });
    await heard;
    await host.services.paymentWork.run();

    const over = await shown(order.id);
    expect([over.status, over.paymentStatus, over.tickets]).to.deep.equal(['cancelled', 'refunded', []]);
    expect(await salesOf(order.id)).to.deep.equal([]);
  });
});
