import { firstPeriod, nextPeriod, type Recurrence } from '@comptoir/core/recurring-invoices/periods.js';
import { recurringCreate } from '@comptoir/core/recurring-invoices/recurring-contract.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { establish, FIRST_PAGE } from '../../suites/builders.js';
import { A_BUYER } from '../../suites/invoice-builders.js';
import { atOnce, refusalOf } from '../../suites/suite.js';
import { aBench } from '../support.js';

const series = (recurrence: Recurrence, from: string, count: number) => {
  const periods = [firstPeriod(recurrence, from)];
  while (periods.length < count) periods.push(nextPeriod(recurrence, periods.at(-1) ?? from));
  return periods;
};

describe('the periods of a recurring invoice', () => {
  it('are the same day of each month, or its last where it has no such day', () => {
    expect(series({ every: 'month', day: 31 }, '2027-12-31', 4)).to.deep.equal(['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']);
    expect(series({ every: 'month', day: 'last' }, '2026-01-15', 3)).to.deep.equal(['2026-01-31', '2026-02-28', '2026-03-31']);
    expect(series({ every: 'month', day: 5 }, '2026-01-06', 2)).to.deep.equal(['2026-02-05', '2026-03-05']);
  });

  it('are a day of the week, and a day of the year, the 28th in years without a 29th', () => {
    expect(series({ every: 'week', weekday: 1 }, '2026-06-16', 2)).to.deep.equal(['2026-06-22', '2026-06-29']);
    expect(series({ every: 'year', month: 2, day: 29 }, '2026-03-01', 3)).to.deep.equal(['2027-02-28', '2028-02-29', '2029-02-28']);
  });

  it('always go on, and come once in a month, a week or a year', () => {
    const days = fc.integer({ min: 0, max: 20_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
    const month = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant('last' as const));
    fc.assert(
      fc.property(days, month, (from, day) => {
        const months = series({ every: 'month', day }, from, 30).map((period) => period.slice(0, 7));
        expect(new Set(months).size).to.equal(30);
        expect(months).to.deep.equal([...months].sort());
      }),
    );
  });
});

async function anOffice() {
  const bench = aBench();
  const { scope } = await establish(bench.persistence);
  const { recurringInvoices, recurringWork, views } = bench.services;
  const make = (changes: Record<string, unknown> = {}) =>
    recurringInvoices.create(
      scope,
      recurringCreate.parse({
        name: 'Abonnement',
        recurrence: { every: 'month', day: 16 },
        startDate: '2026-06-16',
        mode: 'issue',
        content: { buyer: A_BUYER, lines: [{ name: 'Abonnement', unitPriceCents: 2000, taxBasisPoints: 2000 }] },
        ...changes,
      }),
    );
  const periods = async (id: string) => (await views.recurringInvoices.runs(scope, id, FIRST_PAGE)).items.map(({ period }) => period);
  const get = (id: string) => views.recurringInvoices.get(scope, id);
  const invoices = async () => (await views.invoices.list(scope, FIRST_PAGE)).items;
  return { ...bench, scope, recurringInvoices, work: recurringWork, make, periods, get, invoices };
}

describe('recurring invoices', () => {
  it('make one invoice for each period, however many look for it at once', async () => {
    const { make, work, periods, invoices } = await anOffice();
    const { id } = await make();
    const counts = await atOnce(4, () => work.run());

    expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(1);
    expect(await periods(id)).to.deep.equal(['2026-06-16']);
    expect(await invoices()).to.have.length(1);
    expect((await invoices())[0]).to.deep.include({ number: 'F2026-000001', grossCents: 2000 });
  });

  it('come on the day it is where the establishment is', async () => {
    const { make, work, clock } = await anOffice();
    await make({ recurrence: { every: 'month', day: 20 } });
    clock.set(new Date('2026-06-19T21:59:59Z'));
    expect(await work.run()).to.equal(0);
    clock.set(new Date('2026-06-19T22:00:00Z'));
    expect(await work.run()).to.equal(1);
  });

  it('make up for what was missed while nothing ran', async () => {
    const { make, work, clock, periods } = await anOffice();
    const { id } = await make();
    clock.set(new Date('2026-09-01T10:00:00Z'));

    expect(await work.run()).to.equal(3);
    expect(await periods(id)).to.deep.equal(['2026-08-16', '2026-07-16', '2026-06-16']);
  });

  it('end after their last day, or after so many times', async () => {
    const { make, work, clock, get, periods } = await anOffice();
    const [twice, until] = [await make({ maxCount: 2 }), await make({ endDate: '2026-07-15' })];
    clock.set(new Date('2026-12-01T10:00:00Z'));
    await work.run();

    expect(await periods(twice.id)).to.have.length(2);
    expect(await periods(until.id)).to.have.length(1);
    expect(await get(twice.id)).to.deep.include({ status: 'ended', nextDate: null });
  });

  it('rest while they are paused, and go on from today unless they are to catch up', async () => {
    const { make, work, clock, recurringInvoices, scope, periods } = await anOffice();
    const [one, other] = [await make(), await make()];
    for (const { id } of [one, other]) await recurringInvoices.pause(scope, id);
    clock.set(new Date('2026-08-20T10:00:00Z'));
    expect(await work.run()).to.equal(0);
    await recurringInvoices.resume(scope, one.id, false);
    await recurringInvoices.resume(scope, other.id, true);
    await work.run();

    expect(await periods(one.id)).to.deep.equal([]);
    expect(await periods(other.id)).to.have.length(3);
    expect((await refusalOf(recurringInvoices.resume(scope, one.id, false))).code).to.equal('invalid_transition');
  });

  it('can be made ahead of their time, and the period does not come again', async () => {
    const { make, work, clock, recurringInvoices, scope, periods } = await anOffice();
    const { id } = await make({ startDate: '2026-07-01' });
    await recurringInvoices.runNow(scope, id);
    clock.set(new Date('2026-07-20T10:00:00Z'));

    expect(await work.run()).to.equal(0);
    expect(await periods(id)).to.deep.equal(['2026-07-16']);
  });

  it('never come to a period again that has its invoice, whatever is changed of them', async () => {
    const { make, work, clock, recurringInvoices, scope, get, periods } = await anOffice();
    const [today, ahead, ended] = [await make(), await make({ startDate: '2026-07-01' }), await make({ maxCount: 1 })];
    await work.run();
    await recurringInvoices.runNow(scope, ahead.id);

    for (const { id } of [today, ahead, ended]) await recurringInvoices.update(scope, id, { maxCount: 3 });
    expect(await Promise.all([today, ahead, ended].map(async ({ id }) => (await get(id))?.nextDate))).to.deep.equal([
      '2026-07-16',
      '2026-08-16',
      '2026-07-16',
    ]);
    clock.set(new Date('2026-12-01T10:00:00Z'));
    await work.run();

    expect(await periods(today.id)).to.deep.equal(['2026-08-16', '2026-07-16', '2026-06-16']);
    expect(await periods(ahead.id)).to.deep.equal(['2026-09-16', '2026-08-16', '2026-07-16']);
    expect(await get(ended.id)).to.deep.include({ status: 'ended', count: 3, fault: null });
  });

  it('are drafts, or are mailed, as they are set', async () => {
    const { make, work, invoices, outbox } = await anOffice();
    await make({ mode: 'draft' });
    await make({ mode: 'send' });
    await work.run();

    expect((await invoices()).map(({ status }) => status)).to.have.members(['draft', 'issued']);
    expect(outbox.sent.map(({ to }) => to)).to.deep.equal([A_BUYER.email]);
  });

  it('pause by themselves where they are refused, say why, and make nothing', async () => {
    const { make, work, invoices, get } = await anOffice();
    const { id } = await make({
      mode: 'send',
      content: { buyer: { name: 'Ada' }, lines: [{ name: 'A', unitPriceCents: 1, taxBasisPoints: 0 }] },
    });

    expect(await work.run()).to.equal(0);
    expect(await get(id)).to.deep.include({ status: 'paused', fault: 'invalid_request', count: 0 });
    expect(await invoices()).to.deep.equal([]);
  });
});
