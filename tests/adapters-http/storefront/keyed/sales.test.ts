import { saleAnswer, salesAnswer } from '@comptoir/core/keyed/sale-contract.js';
import { expect } from 'chai';
import { establishBeside, NOON } from '../../../suites/builders.js';
import { aRefundDraft, aSaleDraft, aSoldLine, recorded } from '../../../suites/sale-builders.js';
import { jsonOf } from '../../call.js';
import { expectRefusal, faultyPaths } from '../../refusal.js';
import { closeAll } from '../../serve.js';
import { type KeyedTill, openKeyedTill } from './shop-key.js';

describe('sales by key', () => {
  let till: KeyedTill;
  const list = async (query = '') => {
    const answer = await till.ask(`/sales${query}`, { key: till.keys.read });
    expect(answer.status, answer.text).to.equal(200);
    return salesAnswer.parse(jsonOf(answer));
  };
  const numbers = async (query: string) => (await list(query)).sales.map(({ number }) => number);
  const soldAt = (at: string) => recorded(till.persistence, till.scope, aSaleDraft({ at: new Date(at) }));

  beforeEach(async () => {
    till = await openKeyedTill({ timezone: 'Europe/Paris' });
  });

  afterEach(closeAll);

  it('are what the till has sold, in euros', async () => {
    const line = aSoldLine({ syncKey: 'PS-1', sku: 'GAL-1', quantity: 3, unitPriceCents: 333, taxBasisPoints: 550 });
    const { id } = await recorded(till.persistence, till.scope, aSaleDraft({ lines: [line] }));

    const answer = await till.ask(`/sales/${id}`, { key: till.keys.read });

    expect(saleAnswer.parse(jsonOf(answer)).sale).to.deep.equal({
      id,
      kind: 'sale',
      number: 1,
      register: 'Caisse 1',
      at: NOON.toISOString(),
      refundOf: null,
      lines: [
        {
          number: 1,
          itemId: 'galette',
          variantId: null,
          key: 'PS-1',
          sku: 'GAL-1',
          name: 'Galette complète',
          quantity: 3,
          unitPrice: 3.33,
          discount: 0,
          total: 9.99,
          vatRate: 5.5,
        },
      ],
      taxes: [{ vatRate: 5.5, net: 9.47, tax: 0.52 }],
      discounts: [],
      rounding: 'rate',
      payments: [{ method: 'cash', amount: 9.99 }],
      total: 9.99,
      cashRounding: 0,
      orderId: null,
      currency: 'EUR',
    });
    expect((await list()).sales).to.deep.equal([saleAnswer.parse(jsonOf(answer)).sale]);
  });

  it('and refunds come newest first, page by page, and by kind', async () => {
    const sale = await recorded(till.persistence, till.scope);
    const refund = await recorded(till.persistence, till.scope, aRefundDraft(sale.id));
    await recorded(till.persistence, till.scope);

    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.nextCursor}`);

    expect([...first.sales, ...second.sales].map(({ number }) => number)).to.deep.equal([3, 2, 1]);
    expect(second.nextCursor).to.equal(null);
    expect((await list('?kind=refund')).sales).to.have.length(1);
    expect((await list('?kind=refund')).sales[0]).to.deep.include({ id: refund.id, refundOf: sale.id, total: -9.5 });
  });

  it('can be those of days of the establishment, or between instants', async () => {
    await soldAt('2026-06-14T21:59:59Z');
    await soldAt('2026-06-14T22:00:00Z');
    await soldAt('2026-06-16T21:59:59Z');
    await soldAt('2026-06-16T22:00:00Z');

    expect(await numbers('?from=2026-06-15&to=2026-06-16')).to.deep.equal([3, 2]);
    expect(await numbers('?to=2026-06-14')).to.deep.equal([1]);
    expect(await numbers('?from=2026-06-14T22:00:00Z&to=2026-06-16T22:00:00Z')).to.deep.equal([3, 2]);
    expect(await numbers(`?from=${encodeURIComponent('2026-06-17T00:00:00+02:00')}`)).to.deep.equal([4]);
    expect(await numbers('?from=1970-01-02&to=9999-12-30')).to.deep.equal([4, 3, 2, 1]);
  });

  it('are refused for a query that cannot be', async () => {
    for (const [query, path] of [
      ['kind=gift', 'kind'],
      ['from=yesterday', 'from'],
      ['from=2026-02-30', 'from'],
      ['to=0001-01-01', 'to'],
      ['to=2026-06-16&to=2026-06-17', 'to'],
      ['limit=201', 'limit'],
      ['cursor=zz', 'cursor'],
    ]) {
      expect(faultyPaths(expectRefusal(await till.ask(`/sales?${query}`), 400, 'invalid_request')), query).to.deep.equal([path]);
    }
  });

  it('need not be sent again to who has them', async () => {
    const { id } = await recorded(till.persistence, till.scope);
    const { headers } = await till.ask(`/sales/${id}`);
    expect(headers['etag']).to.match(/^"[\w-]+"$/);

    const again = await till.ask(`/sales/${id}`, { headers: { 'If-None-Match': String(headers['etag']) } });

    expect([again.status, again.text]).to.deep.equal([304, '']);
  });

  it('are unknown when they belong to another establishment, or to nobody', async () => {
    const beside = await establishBeside(till.persistence, till);
    const { id } = await recorded(till.persistence, beside.scope);
    for (const other of [id, 'nothing', '%00', 'x'.repeat(65)]) {
      expectRefusal(await till.ask(`/sales/${other}`), 404, 'unknown_sale');
    }
    expect((await list()).sales).to.deep.equal([]);
  });

  it('cannot be made or changed by a key', async () => {
    const { id } = await recorded(till.persistence, till.scope);
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      expectRefusal(await till.ask(`/sales/${id}`, { method, body: {} }), 405, 'method_not_allowed');
    }
  });
});
