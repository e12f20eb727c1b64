import { AT_PICKUP } from '@comptoir/core/orders/order.js';
import { type BookingLetter, cancellationMail } from '@comptoir/core/ticketing/booking-mail.js';
import { BOOKING_WORDS } from '@comptoir/core/ticketing/booking-words.js';
import { TICKET_LANGUAGES } from '@comptoir/core/ticketing/offer.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';

const LETTER: BookingLetter = {
  order: {
    customer: { name: 'Ada', phone: null, email: 'ada@example.test' },
    lines: [],
    payment: AT_PICKUP,
    totalCents: 2400,
    currency: 'EUR',
  },
  session: { startsAt: NOON },
  site: { name: 'Musée des Ondes', timezone: 'Europe/Paris' },
  language: 'fr',
  url: 'https://till.example/order',
};

describe('the mail about a cancelled booking', () => {
  it('says in every language that money paid at the desk is given back there, and nothing where none was', () => {
    for (const language of TICKET_LANGUAGES) {
      const sentence = BOOKING_WORDS[language].refundedAtDesk('#').replace('#', '').trim();
      const told = (changes: Partial<BookingLetter>) => cancellationMail({ ...LETTER, language, ...changes })?.text ?? '';
      expect(told({ paidAtDeskCents: 2400 }))
        .to.include(sentence)
        .and.to.match(/24[.,]00/);
      expect(told({})).not.to.include(sentence);
    }
  });
});
