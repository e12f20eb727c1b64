import { answerCall } from '@comptoir/core/kit/call-procedure.js';
import { posOrdersRouter } from '@comptoir/core/till/pos-orders-procedures.js';
import { expect } from 'chai';
import { establish } from '../../suites/builders.js';
import { aRefundDraft, aSaleDraft, aSoldLine, recorded } from '../../suites/sale-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench, aCall } from '../support.js';

/** A sale of three galettes for 10.00 € in all, of which the first came back. */
async function aSaleInParts() {
  const { services, persistence } = aBench();
  const { scope } = await establish(persistence);
  const lines = [aSoldLine({ quantity: 3, unitPriceCents: 400 })];
  const discounts = [{ kind: 'amount', value: 200, label: 'Remise', line: null }] as const;
  const sale = await recorded(persistence, scope, aSaleDraft({ lines, discounts, payments: [{ method: 'card', amountCents: 1000 }] }));
  await recorded(persistence, scope, aRefundDraft(sale.id, { payments: [{ method: 'card', amountCents: 333 }] }));
  const call = aCall(services, { permissions: ['posOrders:read'], site: scope });
  const { priceRefund } = posOrdersRouter();
  const ask = async (input: unknown) => (await answerCall('posOrders.priceRefund', priceRefund, call, input)).result;
  return { sale, persistence, scope, ask };
}

describe('the price of a refund', () => {
  it('is what is paid out for the lines, of what is left of them', async () => {
    const { sale, persistence, scope, ask } = await aSaleInParts();
    const { left, totalCents } = await ask({ id: sale.id, lines: [{ number: 1, quantity: 1 }] });
    expect(left.map(({ quantity, totalCents: cents }) => [quantity, cents])).to.deep.equal([[2, 667]]);
    const payments = [{ method: 'card', amountCents: totalCents }] as const;
    expect((await recorded(persistence, scope, aRefundDraft(sale.id, { payments }))).totalCents).to.equal(-totalCents);
    expect((await ask({ id: sale.id, lines: [{ number: 1, quantity: 1 }] })).totalCents).to.equal(667 - totalCents);
  });

  it('is nothing while no line is named', async () => {
    const { sale, ask } = await aSaleInParts();
    expect(await ask({ id: sale.id })).to.deep.include({ totalCents: 0 });
  });

  it('is refused for more than is left, for a line that is named twice and for what is no sale', async () => {
    const { sale, ask } = await aSaleInParts();
    expect((await refusalOf(ask({ id: sale.id, lines: [{ number: 1, quantity: 3 }] }))).code).to.equal('over_refunded');
    const twice = [1, 1].map((number) => ({ number, quantity: 1 }));
    expect((await refusalOf(ask({ id: sale.id, lines: twice }))).code).to.equal('invalid_request');
    expect((await refusalOf(ask({ id: 'none' }))).code).to.equal('unknown_sale');
  });
});
