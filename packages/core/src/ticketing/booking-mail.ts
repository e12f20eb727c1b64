import { type Letter, mailOf } from '../identity/mail-letter.js';
import type { Mail } from '../kit/mail.js';
import { formatMoney } from '../kit/money.js';
import type { TicketingOrder } from '../orders/order.js';
import type { Site } from '../sites/site.js';
import { BOOKING_WORDS } from './booking-words.js';
import type { TicketLanguage } from './offer.js';
import type { TicketSession } from './ticket-session.js';
import { seatsOf } from './wanted-seats.js';

/** What a mail about a booking tells. */
export interface BookingLetter {
  readonly order: Pick<TicketingOrder, 'customer' | 'lines' | 'payment' | 'totalCents' | 'currency'>;
  readonly session: Pick<TicketSession, 'startsAt'>;
  readonly site: Pick<Site, 'name' | 'timezone'>;
  /** What was paid of it at the desk. */
  readonly paidAtDeskCents?: number;
  readonly language: TicketLanguage;
  /** Where the booking is followed: a secret, for its tickets are there. */
  readonly url: string;
}

/** Tells that it is confirmed, with the way to the tickets. Null without an address. */
export function confirmationMail(letter: BookingLetter): Mail | null {
  const { order, site, language, url } = letter;
  const words = BOOKING_WORDS[language];
  const offer = offerOf(letter);
  const money = order.payment.method === 'card' ? words.paid : words.payAtDesk;
  return mailTo(letter, {
    subject: words.confirmedSubject(offer),
    paragraphs: [
      words.greeting(order.customer.name),
      words.confirmed(seatsOf(order.lines), offer, whenOf(letter)),
      ...(order.totalCents === 0 ? [] : [money(formatMoney(order.totalCents, order.currency, language))]),
      words.show,
      site.name,
    ],
    action: { label: words.tickets, url },
  });
}

/** Tells that it was cancelled, and how money comes back. Null without an address. */
export function cancellationMail(letter: BookingLetter): Mail | null {
  const { order, site, language, url, paidAtDeskCents = 0 } = letter;
  const words = BOOKING_WORDS[language];
  const offer = offerOf(letter);
  const isOwed = order.payment.status === 'refund_due' || order.payment.status === 'refunded';
  return mailTo(letter, {
    subject: words.cancelledSubject(offer),
    paragraphs: [
      words.greeting(order.customer.name),
      words.cancelled(offer, whenOf(letter)),
      ...(isOwed ? [words.refunded(formatMoney(order.totalCents, order.currency, language))] : []),
      ...(paidAtDeskCents > 0 ? [words.refundedAtDesk(formatMoney(paidAtDeskCents, order.currency, language))] : []),
      site.name,
    ],
    action: { label: words.booking, url },
  });
}

function mailTo({ order: { customer } }: BookingLetter, letter: Letter): Mail | null {
  return customer.email === null ? null : mailOf(customer.email, letter);
}

/** What the offer was called when it was booked. */
function offerOf({ order }: BookingLetter): string {
  return order.lines[0]?.name ?? '';
}

function whenOf({ session, site, language }: BookingLetter): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone: site.timezone });
  return format.format(session.startsAt);
}
