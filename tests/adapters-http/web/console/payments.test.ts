import { dueIn, type Payment, paymentOf } from '@comptoir/adapters-http/web/console/till/payments.js';
import { cashRoundingOf } from '@comptoir/core/sales/sale-payments.js';
import { expect } from 'chai';
import fc from 'fast-check';

describe('payments at the counter', () => {
  it('give change for cash, and for nothing else', () => {
    expect(paymentOf('cash', 2000, 1250, null)).to.deep.equal({ method: 'cash', amountCents: 1250, tenderedCents: 2000 });
    expect(paymentOf('card', 2000, 1250, null)).to.equal('too_much');
    expect(paymentOf('card', 1250, 1250, null)).to.deep.equal({ method: 'card', amountCents: 1250 });
  });

  it('take no nothing, but for a sale of nothing', () => {
    expect(paymentOf('cash', 0, 1250, null)).to.equal('not_an_amount');
    expect(paymentOf('cash', 0, 0, null)).to.deep.equal({ method: 'cash', amountCents: 0 });
  });

  it('round what is left for cash where there are no smaller coins, and take no part of it that coins cannot make', () => {
    const paid = [{ method: 'card', amountCents: 500 }] as const;
    expect(dueIn('cash', 1253, paid, 5)).to.equal(755);
    expect(dueIn('card', 1253, paid, 5)).to.equal(753);
    expect(paymentOf('cash', 703, 755, 5)).to.equal('odd_cash');
  });

  it('are what the till takes, in whatever parts they are made', () => {
    const method = fc.constantFrom('cash' as const, 'card' as const, 'cheque' as const);
    const handed = fc.array(fc.tuple(method, fc.integer({ min: 1, max: 5000 })), { maxLength: 5 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), handed, method, fc.constantFrom(null, 5, 10), (total, parts, last, step) => {
        const paid: Payment[] = [];
        for (const [by, cents] of parts) {
          const payment = paymentOf(by, cents, dueIn(by, total, paid, step), step);
          if (typeof payment !== 'string' && payment.amountCents < dueIn(by, total, paid, step)) paid.push(payment);
        }
        const due = dueIn(last, total, paid, step);
        const payment = paymentOf(last, due, due, step);
        if (typeof payment === 'string') throw new Error(payment);
        expect(() => cashRoundingOf([...paid, payment], total, step)).not.to.throw();
      }),
    );
  });
});
