import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import type { SettlementService } from '@comptoir/core/settlement/settlement-service.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { expect } from 'chai';
import { aLine, aProduct, establish, NOON } from '../suites/builders.js';
import { aRecordedPayment, aRecordedRefund, confirmedIn } from '../suites/settlement-builders.js';
import { aUnit, levelIn, onTheShelf } from '../suites/stock-builders.js';
import { atOnce, errorOf } from '../suites/suite.js';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres.js';
import { withClient } from '../support/postgres-server.js';
import { testDeps } from '../support/service-deps.js';

const TIMES = 50;
const PAYMENT = { method: 'cash', amountCents: 300, captured: true, reference: null, note: null, receivedAt: null } as const;
const REFUND = { amountCents: 300, paymentId: null, returnId: null, method: null, reason: null, reference: null } as const;
const EVERYTHING = { lines: null, carrier: null, trackingNumber: null, trackingUrl: null, note: null, shipped: false } as const;

describe('the settlement of orders on a PostgreSQL server', function () {
  this.timeout(60_000);
  let given: TestDatabase;
  let database: Database;
  let services: Services;

  before(async function () {
    given = await createMigratedDatabase(this);
    database = await openDatabase({ kind: 'postgres', url: given.url, poolSize: 16 }, { logger: silentLogger, processes: nodeProcesses });
    services = makeServices(testDeps({ persistence: database.persistence, clock: fixedClock(NOON), crypto: nodeCrypto }));
  });
  after(async () => {
    await database?.close();
    await given?.drop();
  });

  /** An order of 25 €, and what becomes of 50 such calls at once. */
  async function anOrder() {
    const { scope } = await establish(database.persistence);
    const { id } = await confirmedIn(database.persistence, scope);
    return { scope, id };
  }

  async function outcomes(call: (settlement: SettlementService) => Promise<unknown>): Promise<Record<string, number>> {
    const codes = await atOnce(TIMES, () =>
      call(services.settlement).then(
        () => 'done',
        (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
      ),
    );
    return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]));
  }

  const orderOf = async (scope: Scope, id: string) => {
    const order = await database.persistence.views.orders.get(scope, id);
    const events = await database.persistence.views.orders.events(scope, id);
    expect(events).to.have.length(order?.version ?? 0);
    return order;
  };

  it('takes of 50 payments at once what is due, and not a cent more', async () => {
    const { scope, id } = await anOrder();

    expect(await outcomes((settlement) => settlement.recordPayment(scope, id, PAYMENT))).to.deep.equal({ done: 8, over_paid: 42 });

    expect(await orderOf(scope, id)).to.include({ paidCents: 2400, refundedCents: 0 });
    expect((await database.persistence.views.settlement.money(scope, id)).payments).to.have.length(8);
  });

  it('gives of 50 refunds at once what was paid, and not a cent more', async () => {
    const { scope, id } = await anOrder();
    await services.settlement.recordPayment(scope, id, { ...PAYMENT, amountCents: 1000 });
    await services.settlement.recordPayment(scope, id, { ...PAYMENT, amountCents: 1000 });

    expect(await outcomes((settlement) => settlement.refund(scope, id, REFUND))).to.deep.equal({ done: 6, over_refunded: 44 });

    expect(await orderOf(scope, id)).to.include({ paidCents: 2000, refundedCents: 1800 });
    const { payments, refunds } = await database.persistence.views.settlement.money(scope, id);
    const back = payments.map((payment) =>
      refunds.filter(({ paymentId }) => paymentId === payment.id).reduce((sum, one) => sum + one.amountCents, 0),
    );
    expect(back).to.deep.equal([800, 1000]);
  });

  it('packs everything once, of 50 who want to', async () => {
    const { scope, id } = await anOrder();

    expect(await outcomes((settlement) => settlement.createFulfilment(scope, id, EVERYTHING))).to.deep.equal({
      done: 1,
      too_many_goods: 49,
    });

    expect((await orderOf(scope, id))?.lines.map(({ fulfilled }) => fulfilled)).to.deep.equal([2, 0]);
    expect(await database.persistence.views.settlement.parcelsOf(scope, id)).to.have.length(1);
  });

  it('puts what came back into stock once, of 50 who receive it', async () => {
    const { persistence } = database;
    const { scope } = await establish(persistence, { trade: 'shop', features: { ...SITE_DEFAULTS.features, stock: true } });
    await persistence.transact(scope, ({ products }) => products.create(scope, [aProduct({ id: 'mug', manageStock: true })]));
    await onTheShelf(persistence, scope, [aUnit('mug')], 5);
    const { id } = await confirmedIn(persistence, scope, {
      status: 'delivered',
      lines: [aLine({ id: 'a', itemId: 'mug', quantity: 2, fulfilled: 2 })],
    });
    const lines = [{ lineId: 'a', quantity: 2, condition: 'sellable' }] as const;
    const back = await services.settlement.createReturn(scope, id, { lines, reason: null, received: false });

    const counts = await outcomes((settlement) => settlement.receiveReturn(scope, back.id, null));

    expect(counts).to.deep.equal({ done: 1, invalid_transition: 49 });
    expect(await levelIn(persistence, scope, aUnit('mug'))).to.include({ stock: 7, reserved: 0 });
    expect(await orderOf(scope, id)).to.include({ status: 'returned', version: 4 });
  });

  it('lets people reconcile the same payments in whatever order at once', async () => {
    const { scope, id: first } = await anOrder();
    const { id: second } = await confirmedIn(database.persistence, scope);
    const ids = [
      (await services.settlement.recordPayment(scope, first, PAYMENT)).id,
      (await services.settlement.recordPayment(scope, second, PAYMENT)).id,
    ];

    await atOnce(20, (index) => services.settlement.reconcile(scope, index % 2 === 0 ? ids : ids.toReversed(), true));

    const found = await database.persistence.views.settlement.paymentsById(scope, ids);
    expect(found.every(({ reconciledAt }) => reconciledAt !== null)).to.equal(true);
  });

  it('lets nobody change recorded money, not even by the product’s own connection', async () => {
    const { scope, id } = await anOrder();
    const payment = aRecordedPayment(id, { status: 'authorized', capturedAt: null });
    const money = await database.persistence.transact(scope, async ({ settlement }) => {
      await settlement.addPayment(scope, payment);
      await settlement.updatePayment(scope, { ...payment, status: 'captured', capturedAt: NOON });
      await settlement.addRefund(scope, aRecordedRefund(payment));
      return settlement.money(scope, id);
    });
    const ofPayment = `order_payments set %s where id = '${payment.id}'`;

    const refusals = [
      ...['amount_cents = 1', "method = 'card'", "order_id = 'x'", "recorded_by = 'user:eve'", 'received_at = now()', "reference = 'x'"],
      ...["status = 'authorized', captured_at = null", "status = 'voided', captured_at = null, voided_at = now()", 'captured_at = now()'],
    ].map((change) => `update ${ofPayment.replace('%s', change)}`);
    const others = [
      'delete from order_payments',
      'truncate order_payments cascade',
      'update order_refunds set amount_cents = 1',
      'delete from order_refunds',
    ];
    await withClient(given.url, async (client) => {
      for (const change of [...refusals, ...others, 'delete from order_refunds where false', 'truncate order_refunds']) {
        expect(String(await errorOf(client.query(change))), change).to.include('append-only');
      }
      const overRefunded = `update orders set refunded_cents = paid_cents + 1 where id = '${id}'`;
      expect(String(await errorOf(client.query(overRefunded)))).to.include('orders_refunded_check');
    });

    expect(await database.persistence.views.settlement.money(scope, id)).to.deep.equal(money);
  });
});
