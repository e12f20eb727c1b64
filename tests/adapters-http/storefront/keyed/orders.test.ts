import { orderRecord, ordersAnswer } from '@comptoir/core/keyed/keyed-contract.js';
import { endsUnserved, PICKUP_STEP_NAMES } from '@comptoir/core/orders/order.js';
import { expect } from 'chai';
import { establishBeside, minutesAfter, NOON, placed } from '../../../suites/builders.js';
import { type Answer, jsonOf } from '../../call.js';
import { expectRefusal, faultyPaths } from '../../refusal.js';
import { closeAll } from '../../serve.js';
import { PUBLIC_URL, placeOne } from '../till.js';
import { type KeyedTill, openKeyedTill } from './shop-key.js';

describe('orders by key', () => {
  let till: KeyedTill;
  const list = async (query = '') => {
    const answer = await till.ask(`/orders${query}`, { key: till.keys.read });
    expect(answer.status, answer.text).to.equal(200);
    return ordersAnswer.parse(jsonOf(answer));
  };
  const idsOf = async (query?: string) => (await list(query)).orders.map(({ id }) => id);
  const orderIn = (answer: Answer) => {
    expect(answer.status, answer.text).to.equal(200);
    return orderRecord.parse(jsonOf(answer)['order']);
  };
  const step = (id: string, name: string, body?: unknown, headers: Record<string, string> = {}) =>
    till.ask(`/orders/${id}/${name}`, { method: 'POST', headers, ...(body !== undefined && { body }) });
  const statusOf = async (id: string) => (await till.persistence.views.orders.get(till.scope, id))?.status;

  beforeEach(async () => {
    till = await openKeyedTill();
  });

  afterEach(closeAll);

  it('are what guests have placed, with who they are', async () => {
    const mine = await placeOne(till.origin, { customer: { name: 'Ada Lovelace', phone: '555' }, note: 'Sans sel' });
    const order = orderIn(await till.ask(`/orders/${mine.id}`, { key: till.keys.read }));
    const payment = { method: 'at_pickup', status: null };
    expect(order).to.deep.equal({ ...mine, payment, customer: { name: 'Ada Lovelace', phone: '555', email: null }, note: 'Sans sel' });
    expect(order.trackingUrl).to.equal(`${PUBLIC_URL}/carte/chez-lucie/order/${mine.id}`);
    expect((await list()).orders).to.deep.equal([order]);
  });

  it('come newest first, page by page, none twice and none missing while more are placed', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.unshift((await placed(till.persistence, till.scope, { placedAt: minutesAfter(NOON, index) })).id);
    }
    const first = await list('?limit=2');
    await placed(till.persistence, till.scope, { placedAt: minutesAfter(NOON, 60) });
    const second = await list(`?limit=2&cursor=${first.nextCursor}`);
    const third = await list(`?limit=2&cursor=${second.nextCursor}`);
    expect([first, second, third].flatMap(({ orders }) => orders.map(({ id }) => id))).to.deep.equal(ids);
    expect(third.nextCursor).to.equal(null);
  });

  it('can be those of one status', async () => {
    const queued = await placed(till.persistence, till.scope);
    const accepted = await placed(till.persistence, till.scope);
    orderIn(await step(accepted.id, 'accept'));
    expect(await idsOf('?status=queued')).to.deep.equal([queued.id]);
    expect(await idsOf('?status=accepted')).to.deep.equal([accepted.id]);
  });

  it('are refused for a query that cannot be', async () => {
    for (const [query, path] of [
      ['status=lost', 'status'],
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['limit=x', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['cursor=zz', 'cursor'],
    ]) {
      const refusal = expectRefusal(await till.ask(`/orders?${query}`), 400, 'invalid_request');
      expect(faultyPaths(refusal), query).to.deep.equal([path]);
    }
  });

  it('are unknown when they belong to another establishment, or to nobody', async () => {
    const beside = await establishBeside(till.persistence, till);
    const { id } = await placed(till.persistence, beside.scope);
    for (const other of [id, 'nothing', '%00']) {
      expectRefusal(await till.ask(`/orders/${other}`), 404, 'unknown_order');
      for (const name of PICKUP_STEP_NAMES) expectRefusal(await step(other, name), 404, 'unknown_order');
    }
    expect(await idsOf()).to.deep.equal([]);
  });

  it('take every step of their life, with or without a reason', async () => {
    const taken = await placed(till.persistence, till.scope);
    for (const [name, status] of [
      ['accept', 'accepted'],
      ['ready', 'ready'],
      ['collect', 'collected'],
    ] as const) {
      expect(orderIn(await step(taken.id, name)).status).to.equal(status);
      expect(await statusOf(taken.id)).to.equal(status);
    }
    for (const name of PICKUP_STEP_NAMES.filter(endsUnserved)) {
      const { id } = await placed(till.persistence, till.scope);
      orderIn(await step(id, name, { reason: 'Four en panne' }));
      const events = await till.persistence.views.orders.events(till.scope, id);
      expect(events.at(-1)).to.include({ reason: 'Four en panne', actor: `key:${till.keys.write.split('_')[1]}` });
    }
  });

  it('refuse a step their state does not allow, and name it', async () => {
    const { id } = await placed(till.persistence, till.scope);
    const refusal = expectRefusal(await step(id, 'collect'), 409, 'invalid_transition');
    expect(refusal).to.include({ status: 'queued', step: 'collect' });
    expect(await statusOf(id)).to.equal('queued');
    expect((await till.persistence.views.audit.list(till.scope, { page: 1, pageSize: 9 })).items).to.deep.equal([]);
  });

  it('refuse what does not belong to a step', async () => {
    const { id } = await placed(till.persistence, till.scope);
    expectRefusal(await step(id, 'accept', { status: 'ready' }), 400, 'invalid_request');
    expectRefusal(await step(id, 'accept', { reason: '' }), 400, 'invalid_request');
    expectRefusal(
      await till.ask(`/orders/${id}/accept`, { method: 'POST', headers: { 'Content-Length': '4' }, body: 'text' }),
      400,
      'invalid_json',
    );
    expect(await statusOf(id)).to.equal('queued');
  });

  it('take a step once under one idempotency key, and each order has its own', async () => {
    const one = await placed(till.persistence, till.scope);
    const other = await placed(till.persistence, till.scope);
    const headers = { 'Idempotency-Key': 'k' };
    const first = await step(one.id, 'accept', {}, headers);
    const again = await step(one.id, 'accept', undefined, headers);
    expect(again.text).to.equal(first.text);
    expect(again.headers['idempotent-replayed']).to.equal('true');
    expect(orderIn(await step(other.id, 'accept', {}, headers)).id).to.equal(other.id);
    expectRefusal(await step(one.id, 'accept', { reason: 'x' }, headers), 422, 'idempotency_key_reused');
    const { items } = await till.persistence.views.audit.list(till.scope, { page: 1, pageSize: 9 });
    expect(items.map(({ action, subjectId }) => [action, subjectId])).to.have.deep.members([
      ['keyed.acceptOrder', one.id],
      ['keyed.acceptOrder', other.id],
    ]);
  });
});
