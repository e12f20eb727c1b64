import { lineOf } from '@comptoir/adapters-http/web/basket.js';
import {
  attemptFor,
  EMPTY_FORM,
  formFaults,
  orderBody,
  type PlaceAnswer,
  REFUSAL_CODES,
  readAttempt,
  readPlaceAnswer,
} from '@comptoir/adapters-http/web/checkout.js';
import { priceBasket } from '@comptoir/adapters-http/web/priced-basket.js';
import { orderInputSchema } from '@comptoir/core/orders/order-contract.js';
import { expect } from 'chai';
import { aCarte, anItem, BURGER } from './builders.js';

const SOUP = anItem();
const CARTE = aCarte({ items: [SOUP, BURGER] });
const LINES = priceBasket(
  {
    lines: [
      lineOf(SOUP, { variantId: null, optionIds: [] }, 1, ''),
      lineOf(BURGER, { variantId: 'double', optionIds: ['saignant', 'lard'] }, 2, ' sans oignon '),
    ],
  },
  CARTE,
).lines;
const FORM = { ...EMPTY_FORM, name: ' Ada ', email: '' };

describe('the order form', () => {
  it('needs a name and an address that can be one', () => {
    expect(formFaults(EMPTY_FORM)).to.deep.equal({ name: 'required' });
    expect(formFaults({ ...FORM, email: 'ada@' })).to.deep.equal({ email: 'invalid' });
    expect(formFaults({ ...FORM, note: 'x'.repeat(501) })).to.deep.equal({ note: 'too_long' });
    expect(formFaults(FORM)).to.deep.equal({});
  });

  it('sends what the contract takes, and no empty fields', () => {
    const body: unknown = JSON.parse(orderBody('chez-test', LINES, FORM));
    expect(orderInputSchema.safeParse(body).success).to.equal(true);
    expect(body).to.deep.equal({
      slug: 'chez-test',
      items: [
        { id: 'soupe', quantity: 1 },
        { id: 'burger', quantity: 2, variantId: 'double', optionIds: ['lard', 'saignant'], note: 'sans oignon' },
      ],
      customer: { name: 'Ada' },
    });
  });
});

describe('an attempt to order', () => {
  const body = orderBody('chez-test', LINES, FORM);
  let made = 0;
  const newKey = () => `key-${++made}`;

  it('keeps its key while it asks for the same', () => {
    const first = attemptFor(body, null, 0, newKey);
    expect(attemptFor(body, first, 60_000, newKey)).to.equal(first);
    expect(readAttempt(JSON.stringify(first))).to.deep.equal(first);
  });

  it('gets another key for another wish, and for the same wish much later', () => {
    const first = attemptFor(body, null, 0, newKey);
    expect(attemptFor(`${body} `, first, 0, newKey).key).not.to.equal(first.key);
    expect(attemptFor(body, first, 3_600_000, newKey).key).not.to.equal(first.key);
  });

  it('is forgotten when what was kept cannot be read', () => {
    for (const kept of [null, '', '{}', '[]', '"x"']) expect(readAttempt(kept)).to.equal(null);
  });
});

describe('the answer to an order', () => {
  const read = (status: number | null, body: unknown = null, retryAfter: string | null = null) => readPlaceAnswer(status, body, retryAfter);
  const refusalOf = (answer: PlaceAnswer) => ('refusal' in answer ? answer.refusal : undefined);

  it('is an order', () => {
    expect(read(200, { ok: true, order: { id: 'abc' } })).to.deep.equal({ kind: 'placed', orderId: 'abc', isToPay: false });
    const order = { id: 'abc', payUrl: 'https://till.example/pay' };
    expect(read(200, { ok: true, order })).to.deep.equal({ kind: 'placed', orderId: 'abc', isToPay: true });
  });

  it('settles the attempt when it is a refusal, and leaves it open when nobody can know', () => {
    expect(read(409, { error: 'closed' }).kind).to.equal('refused');
    expect(read(429, { error: 'rate_limited' }, '90')).to.nested.include({ kind: 'refused', 'refusal.retryAfterSecs': 90 });
    expect(read(502, { error: 'till_unreachable' })).to.nested.include({ kind: 'unanswered', 'refusal.code': 'till_unreachable' });
    expect(read(null)).to.nested.include({ kind: 'unanswered', 'refusal.code': 'unreachable' });
    expect(read(500, '<html>').kind).to.equal('unanswered');
    expect(read(200, { ok: true }).kind, 'an answer that is none').to.equal('unanswered');
    expect(read(409, { error: 'idempotency_in_flight' }, '2')).to.deep.equal({ kind: 'in_flight', retryAfterSecs: 2 });
  });

  it('names what is sold out, when it opens and what the minimum is', () => {
    const items = [
      { id: 'soupe', name: 'Soupe' },
      { id: 'bol', name: 'Bol', variantId: 'grand', available: 2 },
    ];
    expect(refusalOf(read(409, { error: 'sold_out', items }))?.soldOut).to.deep.equal([
      { id: 'soupe', name: 'Soupe', variantId: null, left: 0 },
      { id: 'bol', name: 'Bol', variantId: 'grand', left: 2 },
    ]);
    expect(refusalOf(read(409, { error: 'closed', nextOpening: '2026-03-10T11:00:00Z' }))?.nextOpening?.getUTCHours()).to.equal(11);
    expect(refusalOf(read(422, { error: 'below_minimum', minimum: 12.5 }))?.minimumCents).to.equal(1250);
  });

  it('points at fields and lines', () => {
    const details = [{ path: 'customer.email' }, { path: 'note' }, { path: 'items.1.optionIds' }, { path: 'slug' }];
    const refusal = refusalOf(read(400, { error: 'invalid_request', details }));
    expect(refusal?.fields).to.deep.equal({ email: 'invalid', note: 'invalid' });
    expect(refusal?.lines).to.deep.equal([1]);
  });

  it('of an unknown kind is told as such', () => {
    expect(refusalOf(read(418, { error: 'teapot' }))?.code).to.equal('unexpected');
    expect(REFUSAL_CODES).to.include('unexpected');
  });
});
