import { DomainError } from '@comptoir/core/kit/errors.js';
import { REORDER_QUEUE } from '@comptoir/core/reorder/reorder-queue.js';
import { ShopFault } from '@comptoir/core/shop-sync/shop-gateway.js';
import { TURN_EVENTS } from '@comptoir/core/webhooks/process-turn.js';
import type { WebhookAction } from '@comptoir/core/webhooks/shop-event.js';
import { WEBHOOK_QUEUE } from '@comptoir/core/webhooks/webhook-turns.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aFulfilment, aLine, anEvent, freshToken, NOON } from '../../suites/builders.js';
import { aToldTill, type Told } from './a-told-till.js';

const told = fc.tuple(fc.constantFrom<WebhookAction>('create', 'update', 'delete'), fc.nat(5)) satisfies fc.Arbitrary<Told>;

describe('the work on shop events', () => {
  it('imports each record once for everything that was told of it while it waited', async () => {
    const till = await aToldTill();
    await till.tell('products', ['create', 7], ['update', 7], ['update', '8']);
    await till.tell('products', ['delete', 7]);

    await till.work();

    expect(till.calls).to.deep.equal([{ entity: 'products', externalIds: ['7', '8'] }]);
    expect((await till.logs()).every(({ state, result }) => state === 'completed' && result === 'imported')).to.equal(true);
  });

  it('ends as one delivery would, however often and in whatever order events are delivered', async () => {
    const plan = fc.array(fc.record({ batch: fc.array(told, { minLength: 1, maxLength: 8 }), works: fc.boolean() }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(plan, fc.integer(), async (deliveries, seed) => {
        const till = await aToldTill({ imports: (id) => ({ result: id === '5' ? 'gone' : id === '4' ? 'skipped' : 'imported' }) });
        const again = fc.sample(fc.shuffledSubarray(deliveries, { minLength: deliveries.length }), { numRuns: 1, seed })[0] ?? [];
        for (const { batch, works } of [...deliveries, ...again]) {
          await till.tell('orders', ...batch);
          if (works) await till.step();
        }
        await till.work();

        const ids = new Set(deliveries.flatMap(({ batch }) => batch.map(([, id]) => String(id))));
        expect(new Set(till.calls.flatMap(({ externalIds }) => externalIds))).to.deep.equal(ids);
        for (const log of await till.logs()) {
          expect(log.state).to.equal('completed');
          expect(log.result).to.equal(log.externalId === '5' ? 'gone' : log.externalId === '4' ? 'ignored' : 'imported');
        }
      }),
      { numRuns: 40 },
    );
  });

  it('reads a record again for what was told after it was read', async () => {
    const till = await aToldTill();
    await till.tell('orders', ['create', 7]);
    await till.work();
    await till.tell('orders', ['update', 7]);
    await till.work();

    expect(till.calls).to.have.length(2);
  });

  it('imports a burst in few calls', async () => {
    const till = await aToldTill();
    await till.tell('orders', ...Array.from({ length: TURN_EVENTS * 2 + 1 }, (_, id): Told => ['update', id]));

    await till.work();

    expect(till.calls.map(({ externalIds }) => externalIds.length)).to.deep.equal([TURN_EVENTS, TURN_EVENTS, 1]);
  });

  it('keeps why a record could not be imported', async () => {
    const till = await aToldTill({ imports: (id) => (id === '7' ? { result: 'quarantined', reason: 'A line has no quantity.' } : {}) });
    await till.tell('orders', ['create', 7], ['create', 8]);

    await till.work();

    const found = new Map((await till.logs()).map((log) => [log.externalId, log]));
    expect(found.get('7')).to.include({ state: 'failed', reason: 'A line has no quantity.' });
    expect(found.get('8')).to.include({ state: 'completed', result: 'imported' });
  });

  it('waits as long as the shop asks for, news included, and goes on', async () => {
    let isDown = true;
    const till = await aToldTill({
      imports: () => {
        if (isDown) throw new ShopFault('paused', 'The shop does not answer.', 120);
        return {};
      },
    });
    await till.tell('orders', ['create', 7]);
    await till.step();
    expect((await till.logs())[0]).to.include({ state: 'processing', attempts: 1, reason: 'The shop does not answer.' });
    await till.tell('orders', ['create', 8]);
    isDown = false;

    await till.work();

    expect(till.clock.now()).to.deep.equal(new Date(NOON.getTime() + 120_000));
    expect(till.calls.map(({ externalIds }) => externalIds)).to.deep.equal([['7'], ['7', '8']]);
    expect((await till.logs()).map(({ state }) => state)).to.deep.equal(['completed', 'completed']);
  });

  it('gives up after ten attempts, with the reason, and not what came later', async () => {
    const till = await aToldTill({
      imports: () => {
        throw new ShopFault('unreachable', 'The shop does not answer.');
      },
    });
    await till.tell('orders', ['create', 7]);

    await till.work();

    expect(till.calls).to.have.length(10);
    expect((await till.logs())[0]).to.include({ state: 'failed', attempts: 10, reason: 'The shop does not answer.' });
    const hours = (till.clock.now().getTime() - NOON.getTime()) / 3_600_000;
    expect(hours).to.be.within(1.5, 3);
  });

  it('fails at once where trying again is useless', async () => {
    for (const fault of [new DomainError('not_configured'), new ShopFault('unusable', 'The shop answers nonsense.')]) {
      const till = await aToldTill({
        imports: () => {
          throw fault;
        },
      });
      await till.tell('orders', ['create', 7]);
      await till.work();

      expect(till.calls).to.have.length(1);
      expect((await till.logs())[0]).to.include({ state: 'failed' });
    }
  });

  it('says nothing of a fault of ours in the journal', async () => {
    const till = await aToldTill({
      imports: () => {
        throw new Error('select * from secrets');
      },
    });
    await till.tell('orders', ['create', 7]);
    await till.step();

    expect((await till.logs())[0]?.reason).to.equal('The import failed.');
  });

  it('loses nothing when a process goes down between the journal, the import and its end', async () => {
    const till = await aToldTill();
    await till.tell('orders', ['create', 7]);
    const [turn] = till.pushed;
    expect(turn).to.include({ queue: WEBHOOK_QUEUE });
    // What a process did before it went down; its message comes again.
    const claimed = await till.persistence.transact(till.scope, ({ webhookLogs }) =>
      webhookLogs.claim(
        till.scope,
        { entity: 'orders', number: 1 },
        { token: '00000000-0000-4000-8000-000000000001', limit: 50, leaseUntil: new Date(NOON.getTime() + 300_000) },
        NOON,
      ),
    );
    expect(claimed).to.have.length(1);

    await till.work();

    expect(till.calls).to.deep.equal([{ entity: 'orders', externalIds: ['7'] }]);
    expect((await till.logs())[0]).to.include({ state: 'completed', attempts: 2 });
  });

  it('takes no notice of a turn that is out of date', async () => {
    const till = await aToldTill();
    await till.tell('orders', ['create', 7]);
    await till.work();
    await till.redeliver();
    await till.tell('orders', ...Array.from({ length: TURN_EVENTS + 1 }, (_, id): Told => ['update', id]));
    await till.step();
    await till.redeliver();

    expect(till.calls).to.have.length(2);
    await till.work();
    expect(till.calls).to.have.length(3);
  });

  it('translates our id of an order into that of the shop', async () => {
    const till = await aToldTill();
    const order = aFulfilment(till.scope, { id: '0196e0f2-7c3a-7b1e-9c5d-3f2a1b0c9d8e', channel: 'shop', invoiceNumber: '1042' });
    await till.persistence.transact(till.scope, ({ orders }) => orders.place(till.scope, order, anEvent('confirmed')));
    await till.tell('orders', ['update', order.id], ['update', 1042], ['update', '0196e0f2-7c3a-7b1e-9c5d-000000000000']);

    await till.work();

    expect(till.calls).to.deep.equal([{ entity: 'orders', externalIds: ['0196e0f2-7c3a-7b1e-9c5d-000000000000', '1042'] }]);
    expect((await till.logs()).map(({ state }) => state)).to.deep.equal(['completed', 'completed', 'completed']);
  });

  it('never lets what one establishment was told reach another', async () => {
    const one = await aToldTill();
    const other = await aToldTill({ persistence: one.persistence });
    await one.tell('orders', ['create', 7]);
    await one.work();

    expect(await other.logs()).to.deep.equal([]);
    const [log] = await one.logs();
    expect(await one.services.views.webhookLogs.get(other.scope, log?.id ?? '')).to.equal(null);
  });
});

describe('the recalculation after shop events', () => {
  const asked = (till: Awaited<ReturnType<typeof aToldTill>>) =>
    till.pushed.filter(({ queue }) => queue === REORDER_QUEUE).map(({ payload }) => JSON.parse(payload).itemId);

  it('is asked for per product, once for what comes together', async () => {
    const till = await aToldTill({ supplierRecalc: true });
    await till.tell('products', ['update', 7], ['update', 8]);
    await till.work();
    await till.tell('products', ['update', 7]);
    await till.work();

    expect(asked(till)).to.deep.equal(['local-7', 'local-8']);
    till.clock.advance(60_000);
    await till.tell('products', ['update', 7]);
    await till.work();
    expect(asked(till)).to.deep.equal(['local-7', 'local-8', 'local-7']);
  });

  it('is asked for the products of an order, of one that is gone too', async () => {
    const id = freshToken();
    const till = await aToldTill({ supplierRecalc: true, imports: () => ({ result: 'gone', localId: id }) });
    const lines = [aLine({ id: 'a', itemId: 'mug' }), aLine({ id: 'b', itemId: 'bowl' }), aLine({ id: 'c', itemId: 'mug' })];
    const order = aFulfilment(till.scope, { id, channel: 'shop', lines });
    await till.persistence.transact(till.scope, ({ orders }) => orders.place(till.scope, order, anEvent('confirmed')));
    await till.tell('orders', ['delete', 7]);
    await till.work();

    expect(asked(till)).to.deep.equal(['mug', 'bowl']);
  });

  it('is not asked for a customer, nor where nobody wants it', async () => {
    const [wanted, unwanted] = [await aToldTill({ supplierRecalc: true }), await aToldTill()];
    await wanted.tell('customers', ['update', 7]);
    await unwanted.tell('products', ['update', 7]);
    await wanted.work();
    await unwanted.work();

    expect([...asked(wanted), ...asked(unwanted)]).to.deep.equal([]);
  });
});
