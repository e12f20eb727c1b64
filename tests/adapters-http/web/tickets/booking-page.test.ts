import type { WebAssets } from '@comptoir/adapters-http/web/assets.js';
import { renderBookingPage } from '@comptoir/adapters-http/web/tickets/booking-page.js';
import { bookingState, followed } from '@comptoir/adapters-http/web/tickets/booking-state.js';
import { ticketTextsOf } from '@comptoir/adapters-http/web/tickets/texts/ticket-texts-of.js';
import type { PaymentStatus } from '@comptoir/core/payments/payment.js';
import { TICKET_LANGUAGES } from '@comptoir/core/ticketing/offer.js';
import { expect } from 'chai';
import { aFoundBooking } from '../../../suites/booking-builders.js';

const ASSETS: WebAssets = { url: (name) => `/assets/${name}`, get: () => undefined };

type Page = Partial<Parameters<typeof renderBookingPage>[0]>;

const pageOf = (changes: Page = {}) =>
  renderBookingPage({ booking: aFoundBooking(), methods: ['at_pickup'], language: 'fr', trouble: null, assets: ASSETS, ...changes });

const byCard = (status: PaymentStatus) => ({ method: 'card', status }) as const;
const WAITING = aFoundBooking({
  order: { status: 'held', payment: byCard('pending') },
  tickets: [],
  payUrl: 'https://till.example/pay',
  heldUntil: new Date('2026-06-16T12:30:00Z'),
});

describe('the page of a booking', () => {
  it('says in every language how it stands, when it is and what it costs', () => {
    for (const language of TICKET_LANGUAGES) {
      const html = pageOf({ language });
      const texts = ticketTextsOf(language);
      expect(html, language).to.include(`<html lang="${language}">`);
      for (const words of [
        texts.states.confirmed.title,
        texts.ticketOf(2, 2),
        texts.download,
        texts.paidWith.at_pickup,
        'B-017',
        '14:00 – ',
      ]) {
        expect(html.replaceAll('&#39;', "'"), `${language}: ${words}`).to.include(words);
      }
      expect(html, language).to.match(/24[.,]00\s?€|€24\.00/);
    }
  });

  it('says in every language that it was paid at the desk, once it was', () => {
    for (const language of TICKET_LANGUAGES) {
      const { paidAtDesk, paidWith } = ticketTextsOf(language);
      const html = pageOf({ language, booking: aFoundBooking({ order: { paidCents: 2400 } }) }).replaceAll('&#39;', "'");
      expect(html).to.include(paidAtDesk).and.not.to.include(paidWith.at_pickup);
    }
  });

  it('stands as its order and its payment do', () => {
    const stands = (status: 'held' | 'confirmed' | 'cancelled', payment?: PaymentStatus) =>
      bookingState(aFoundBooking({ order: { status, ...(payment !== undefined && { payment: byCard(payment) }) } }));
    expect([stands('held'), stands('confirmed'), stands('cancelled')]).to.deep.equal(['unfinished', 'confirmed', 'cancelled']);
    expect([stands('held', 'pending'), stands('held', 'failed')]).to.deep.equal(['waiting', 'failed']);
    expect([stands('confirmed', 'paid'), stands('cancelled', 'expired')]).to.deep.equal(['confirmed', 'cancelled']);
    expect([stands('cancelled', 'refund_due'), stands('cancelled', 'refunded')]).to.deep.equal(['refundDue', 'refunded']);
  });

  it('leads on to what is left to do', () => {
    const waiting = pageOf({ booking: WAITING, methods: ['at_pickup', 'card'] });
    expect(waiting).to.include('action="/billetterie/musee-test/commande/order/pay"');
    expect(waiting).to.include('action="/billetterie/musee-test/commande/order/pay/at-pickup"');
    expect(waiting).not.to.include('/pdf"');
    const unfinished = aFoundBooking({ order: { status: 'held' }, tickets: [] });
    const { offer, session } = unfinished;
    expect(pageOf({ booking: unfinished })).to.include(`/billetterie/musee-test#o=${offer.id}&amp;d=2026-06-16&amp;s=${session.id}`);
  });

  it('runs a script only while something is about to happen', () => {
    expect(pageOf()).not.to.include('<script');
    expect(pageOf({ booking: WAITING })).to.include('src="/assets/booking.js"');
    expect(followed(WAITING)).to.deep.equal({ orderId: 'order', status: 'held', paymentStatus: 'pending' });
  });

  it('shows no code of a ticket that lets nobody in any more', () => {
    const [first, second] = aFoundBooking().tickets;
    if (first === undefined || second === undefined) throw new Error('The booking has no two tickets.');
    const html = pageOf({
      booking: aFoundBooking({
        tickets: [
          { ...first, state: 'cancelled' },
          { ...second, state: 'used' },
        ],
      }),
    });
    expect(html.match(/class="qr"/g)).to.have.length(1);
    expect(html).to.include('Annulé').and.to.include('Déjà utilisé');
    const cancelled = aFoundBooking({ order: { status: 'cancelled' }, cancellable: false });
    expect(pageOf({ booking: cancelled }))
      .not.to.include('class="qr"')
      .and.not.to.include('/cancel"');
  });

  it('escapes what guests and staff wrote', () => {
    const hostile = '</script><script>alert(1)</script>"><img src=x onerror=alert(1)>';
    const booking = aFoundBooking({ tickets: aFoundBooking().tickets.map((ticket) => ({ ...ticket, rateName: hostile })) });
    const html = pageOf({ booking: { ...booking, offer: { ...booking.offer, title: { fr: hostile } } } });
    expect(html).not.to.match(/<img|<script/);
  });
});
