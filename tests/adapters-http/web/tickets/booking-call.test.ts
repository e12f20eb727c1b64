import { bookingFaults, completeBody, holdBody, readBookingAnswer } from '@comptoir/adapters-http/web/tickets/booking-call.js';
import { clockOf, type Held, minutesSaid, readHeld } from '@comptoir/adapters-http/web/tickets/held.js';
import { completeInput, holdInput } from '@comptoir/core/ticketing/booking-contract.js';
import { expect } from 'chai';

const FORM = { name: ' Ada ', email: '', phone: ' 01 23 ', payment: 'card' } as const;

describe('the calls that book tickets', () => {
  it('send what the till takes', () => {
    const wanted = { slug: 'musee', sessionId: 's1', quantities: { b: 2, a: 1, c: 0 }, language: 'de' } as const;
    expect(holdInput.parse(JSON.parse(holdBody(wanted)))).to.deep.equal({
      slug: 'musee',
      sessionId: 's1',
      lines: [
        { rateId: 'a', quantity: 1 },
        { rateId: 'b', quantity: 2 },
      ],
      lang: 'de',
    });
    expect(completeInput.parse(JSON.parse(completeBody(FORM)))).to.deep.equal({
      customer: { name: 'Ada', phone: '01 23' },
      payment: 'card',
    });
  });

  it('write the same wish in the same way, so that it can be sent again', () => {
    const common = { slug: 'musee', sessionId: 's1', language: 'fr' } as const;
    expect(holdBody({ ...common, quantities: { a: 1, b: 2 } })).to.equal(holdBody({ ...common, quantities: { b: 2, a: 1, c: 0 } }));
  });

  it('find the faults that a guest can mend', () => {
    expect(bookingFaults({ ...FORM, name: ' ', email: 'ada@', phone: '1'.repeat(41) })).to.deep.equal({
      name: 'required',
      email: 'invalid',
      phone: 'too_long',
    });
    expect(bookingFaults(FORM)).to.deep.equal({});
  });

  it('read a booking, and whether it waits for a card', () => {
    const order = {
      id: 'x',
      status: 'held',
      heldUntil: '2026-06-16T12:10:00Z',
      payUrl: 'https://till.example/pay',
      paymentStatus: 'pending',
    };
    expect(readBookingAnswer(201, { ok: true, order })).to.deep.equal({
      kind: 'booking',
      booking: { orderId: 'x', status: 'held', paymentStatus: 'pending', heldUntil: new Date('2026-06-16T12:10:00Z'), isToPay: true },
    });
  });

  it('tell a refusal from an answer that never came', () => {
    const full = readBookingAnswer(409, { ok: false, error: 'session_full', remaining: 3 });
    expect(full).to.deep.equal({ kind: 'refused', refusal: { code: 'session_full', fields: {}, remaining: 3 } });
    expect(readBookingAnswer(409, { ok: false, error: 'idempotency_in_flight' })).to.deep.equal({ kind: 'in_flight' });
    for (const [status, body] of [
      [null, null],
      [502, 'Bad gateway'],
      [200, {}],
    ] as const) {
      expect(readBookingAnswer(status, body).kind, String(status)).to.equal('unanswered');
    }
    expect(readBookingAnswer(418, { error: 'teapot' })).to.nested.include({ kind: 'refused', 'refusal.code': 'unexpected' });
  });

  it('find the fields that the till found fault with', () => {
    const answer = {
      ok: false,
      error: 'invalid_request',
      details: [
        { path: 'customer.email', message: '' },
        { path: 'lines.0', message: '' },
      ],
    };
    expect(readBookingAnswer(400, answer)).to.nested.include({ 'refusal.fields.email': 'invalid' });
  });
});

describe('places that are held', () => {
  const held: Held = {
    orderId: 'x',
    until: 1000,
    choice: { offerId: 'o', day: '2026-06-18', sessionId: 's' },
    day: '2026-06-18',
    start: '2026-06-18T08:00:00Z',
    end: '2026-06-18T09:00:00Z',
    quantities: { a: 2 },
  };

  it('are found again over a reload, until they lapse', () => {
    expect(readHeld(JSON.stringify(held), 999)).to.deep.equal(held);
    expect(readHeld(JSON.stringify(held), 1000)).to.equal(null);
  });

  it('are not there when what was kept is something else', () => {
    const broken = [
      null,
      '',
      '{',
      '{}',
      'null',
      '[]',
      JSON.stringify({ ...held, quantities: { a: 'two' } }),
      JSON.stringify({ ...held, until: null }),
    ];
    for (const kept of broken) expect(readHeld(kept, 0), String(kept)).to.equal(null);
  });

  it('are counted down by the second and said by the minute', () => {
    expect([600, 599, 61, 5, 0].map(clockOf)).to.deep.equal(['10:00', '9:59', '1:01', '0:05', '0:00']);
    expect([600, 301, 300, 121, 120, 60, 1].map(minutesSaid)).to.deep.equal([null, null, 5, 5, 2, 1, 1]);
  });
});
