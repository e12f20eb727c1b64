import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { mock } from 'node:test';
import type { PickupStep } from '@comptoir/core/orders/order.js';
import type { FollowedOrder } from '@comptoir/core/orders/order-views.js';
import type { Services } from '@comptoir/core/services.js';
import { expect } from 'chai';
import { type Establishment, NOON } from '../../suites/builders.js';
import { call, jsonOf, rawCall } from '../call.js';
import { expectRefusal } from '../refusal.js';
import { closeAll } from '../serve.js';
import { until } from '../until.js';
import { type EventStream, followOrder } from './event-stream.js';
import { kitchen, openRestaurant, openTill, placeOne, type Till } from './till.js';

/** Live connections of one process, as the product limits them. */
const STREAMS_MAX = 2_000;

describe('the live page of an order, GET /api/order/{id}/events', () => {
  afterEach(closeAll);

  type Restaurant = Till & Establishment;

  async function take({ services, scope }: Pick<Restaurant, 'services' | 'scope'>, id: string, ...steps: PickupStep[]): Promise<void> {
    for (const step of steps) await services.orders.step(kitchen(scope), id, step, null);
  }

  async function statusesUntilEnd(stream: EventStream): Promise<string[]> {
    const statuses: string[] = [];
    for (let status = await stream.nextStatus(); status !== null; status = await stream.nextStatus()) statuses.push(status);
    return statuses;
  }

  it('is a stream of events that nobody on the way keeps or holds back', async () => {
    const till = await openRestaurant();
    const { id } = await placeOne(till.origin);
    const { message } = await followOrder(till.origin, id);
    expect(message.statusCode).to.equal(200);
    expect(message.headers).to.include({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(message.headers).not.to.have.property('access-control-allow-origin');
  });

  it('begins with what happened so far, each event numbered and dated', async () => {
    const till = await openRestaurant();
    const { id } = await placeOne(till.origin);
    till.clock.advance(60_000);
    await take(till, id, 'accept');
    const stream = await followOrder(till.origin, id);
    expect(await stream.next()).to.deep.equal({ retry: '3000' });
    const events = [await stream.next(), await stream.next()];
    expect(events.map((event) => ({ ...event, data: JSON.parse(event?.['data'] ?? '') }))).to.deep.equal([
      { id: '1', event: 'status', data: { id, status: 'queued', at: NOON.toISOString() } },
      { id: '2', event: 'status', data: { id, status: 'accepted', at: '2026-06-16T10:01:00.000Z' } },
    ]);
  });

  it('goes on after the event that was seen last, without repeating any', async () => {
    const till = await openRestaurant();
    const { id } = await placeOne(till.origin);
    await take(till, id, 'accept', 'ready');
    const stream = await followOrder(till.origin, id, '2');
    expect(await stream.nextStatus()).to.equal('ready');
    await take(till, id, 'collect');
    expect(await stream.nextStatus()).to.equal('collected');
  });

  for (const [title, lastEventId] of Object.entries({
    'is no number': 'abc',
    'is negative': '-1',
    'is broken': '1.5',
    'is larger than any number': '9'.repeat(400),
    'is empty': '',
  })) {
    it(`begins anew when the number of the last event ${title}`, async () => {
      const till = await openRestaurant();
      const { id } = await placeOne(till.origin);
      expect(await (await followOrder(till.origin, id, lastEventId)).nextStatus()).to.equal('queued');
    });
  }

  for (const lastEventId of ['2', '99', '2147483648', '9007199254740991']) {
    it(`tells what is new to one who claims to have seen event ${lastEventId}, and to everybody else`, async () => {
      const till = await openRestaurant();
      const { id } = await placeOne(till.origin);
      await take(till, id, 'accept');
      const ahead = await followOrder(till.origin, id, lastEventId);
      const other = await followOrder(till.origin, id);
      await take(till, id, 'ready');
      expect(await ahead.nextStatus()).to.equal('ready');
      expect([await other.nextStatus(), await other.nextStatus(), await other.nextStatus()]).to.deep.equal(['queued', 'accepted', 'ready']);
    });
  }

  it('tells each of its followers, and only those of that order', async () => {
    const till = await openRestaurant();
    const [first, second] = [await placeOne(till.origin), await placeOne(till.origin)];
    const streams = await Promise.all([first, first, second].map(({ id }) => followOrder(till.origin, id)));
    await take(till, second.id, 'reject');
    await take(till, first.id, 'cancel');
    expect(await Promise.all(streams.map(statusesUntilEnd))).to.deep.equal([
      ['queued', 'cancelled'],
      ['queued', 'cancelled'],
      ['queued', 'rejected'],
    ]);
  });

  for (const steps of [
    ['accept', 'ready', 'collect'],
    ['reject'],
    ['cancel'],
    ['accept', 'cancel'],
    ['accept', 'ready', 'cancel'],
  ] as const) {
    it(`ends after the last event of an order's life: ${steps.join(', ')}`, async () => {
      const till = await openRestaurant();
      const { id } = await placeOne(till.origin);
      const live = await followOrder(till.origin, id);
      await take(till, id, ...steps);
      const late = await followOrder(till.origin, id);
      const statuses = await statusesUntilEnd(live);
      expect(statuses).to.have.length(steps.length + 1);
      expect(await statusesUntilEnd(late)).to.deep.equal(statuses);
    });
  }

  it('ends at once for one who has seen the last event', async () => {
    const till = await openRestaurant();
    const { id } = await placeOne(till.origin);
    await take(till, id, 'reject');
    for (const lastEventId of ['2', '3']) {
      expect(await statusesUntilEnd(await followOrder(till.origin, id, lastEventId))).to.deep.equal([]);
    }
  });

  it('is told by HEAD without being followed, and the connection is free for the next call', async () => {
    const till = await openRestaurant();
    const { id } = await placeOne(till.origin);
    const told = `HEAD /api/order/${id}/events HTTP/1.1\r\nHost: till\r\n\r\n`;
    const text = await rawCall(till.origin, `${told}GET /healthz HTTP/1.1\r\nHost: till\r\nConnection: close\r\n\r\n`);
    expect(text.match(/HTTP\/1\.1 200 OK/g)).to.have.length(2);
    expect(text).to.match(/Content-Type: text\/event-stream/i);
    expect(text).not.to.include('retry:');
  });

  describe('while time stands still', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
    afterEach(() => mock.timers.reset());

    it('tells a change made by the same process without being asked', async () => {
      const till = await openRestaurant();
      const { id } = await placeOne(till.origin);
      const stream = await followOrder(till.origin, id);
      expect(await stream.nextStatus()).to.equal('queued');
      await take(till, id, 'accept');
      expect(await stream.nextStatus()).to.equal('accepted');
    });

    it('tells a change made by another process within a second', async () => {
      const till = await openRestaurant();
      const other = await openTill({ persistence: till.persistence });
      const { id } = await placeOne(till.origin);
      const stream = await followOrder(till.origin, id);
      expect(await stream.nextStatus()).to.equal('queued');
      await take({ ...other, scope: till.scope }, id, 'accept');
      mock.timers.tick(1_000);
      expect(await stream.nextStatus()).to.equal('accepted');
    });

    it('is not silent for longer than 20 seconds, so that no proxy takes it for dead', async () => {
      const till = await openRestaurant();
      const { id } = await placeOne(till.origin);
      const stream = await followOrder(till.origin, id);
      expect(await stream.nextStatus()).to.equal('queued');
      for (let count = 0; count < 3; count += 1) {
        mock.timers.tick(20_000);
        expect(await stream.next()).to.deep.equal({ comment: 'still here' });
      }
    });

    it('goes on after the store could not be reached for a while', async () => {
      let reachable = true;
      const till = await openRestaurant(
        {},
        { around: withChanges((orders, followed) => (reachable ? orders.changesSince(followed) : Promise.reject(new Error('gone')))) },
      );
      const { id } = await placeOne(till.origin);
      const stream = await followOrder(till.origin, id);
      expect(await stream.nextStatus()).to.equal('queued');
      reachable = false;
      await take(till, id, 'accept');
      reachable = true;
      mock.timers.tick(1_000);
      expect(await stream.nextStatus()).to.equal('accepted');
    });

    it('asks the store about the orders that are followed, and no longer when a client has hung up', async () => {
      let followed: readonly string[] = [];
      const around = withChanges((orders, asked) => {
        followed = asked.map(({ id }) => id);
        return orders.changesSince(asked);
      });
      const till = await openRestaurant({}, { around });
      const [left, kept] = [await placeOne(till.origin), await placeOne(till.origin)];
      const leaving = await followOrder(till.origin, left.id);
      const staying = await followOrder(till.origin, kept.id);
      await leaving.nextStatus();
      await staying.nextStatus();
      mock.timers.tick(1_000);
      expect(followed).to.deep.equal([left.id, kept.id]);
      leaving.hangUp();
      // The server learns of it when the network tells; it asks again with every tick.
      await until(() => {
        mock.timers.tick(1_000);
        return !followed.includes(left.id);
      });
      expect(followed).to.deep.equal([kept.id]);
    });
  });

  it('ends when the server stops, and is not begun any more', async () => {
    const till = await openRestaurant();
    const { id } = await placeOne(till.origin);
    const stream = await followOrder(till.origin, id);
    expect(await stream.nextStatus()).to.equal('queued');
    till.stopping.abort();
    expect(await stream.nextStatus()).to.equal(null);
    expect(await (await followOrder(till.origin, id)).nextStatus()).to.equal(null);
  });

  it('is 503 too_many_streams beyond 2000 at once, and open again when others have left', async function () {
    this.timeout(60_000);
    const till = await openRestaurant();
    const { id } = await placeOne(till.origin);
    const request = `GET /api/order/${id}/events HTTP/1.1\r\nHost: till\r\n\r\n`;
    const sockets: Socket[] = [];
    const warnings: Error[] = [];
    const warned = (warning: Error) => void warnings.push(warning);
    process.on('warning', warned);
    while (sockets.length < STREAMS_MAX)
      sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => begin(till.origin, request)))));
    const refused = await call(`${till.origin}/api/order/${id}/events`);
    expectRefusal(refused, 503, 'too_many_streams');
    expect(refused.headers['retry-after']).to.equal('10');
    expect(jsonOf(await call(`${till.origin}/api/order/${id}`))).to.include({ ok: true });
    for (const socket of sockets) socket.destroy();
    await until(async () => {
      const { message, hangUp } = await followOrder(till.origin, id);
      hangUp();
      return message.statusCode === 200;
    });
    process.off('warning', warned);
    expect(warnings.map(({ name }) => name)).not.to.include('MaxListenersExceededWarning');
  });
});

/** Opens a stream and waits for its first words. */
async function begin(origin: string, request: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(request);
  await once(socket, 'data');
  socket.on('error', () => undefined);
  return socket;
}

type Orders = Services['views']['orders'];

/** Stands between the host and what it reads about orders. */
function withChanges(changesSince: (orders: Orders, followed: readonly FollowedOrder[]) => ReturnType<Orders['changesSince']>) {
  return (services: Services): Services => {
    const { orders } = services.views;
    const watched: Orders = { ...orders, changesSince: (followed) => changesSince(orders, followed) };
    return { ...services, views: { ...services.views, orders: watched } };
  };
}
