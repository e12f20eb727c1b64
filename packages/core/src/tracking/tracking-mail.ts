import { mailOf } from '../identity/mail-letter.js';
import type { Mail } from '../kit/mail.js';
import type { TrackedOrder } from './tracked-order.js';
import { statusSentence, type TrackingLanguage, trackingWordsOf } from './words/words-of.js';

export interface TrackingLetter {
  readonly order: Pick<TrackedOrder, 'number' | 'status' | 'parcels'>;
  /** To whom it is written. */
  readonly name: string;
  /** The establishment. */
  readonly place: string;
  readonly language: TrackingLanguage;
  readonly url: string;
}

/** Tells how far an order is, with what its parcels are called at their carriers, and leads to its page. */
export function trackingMail(to: string, { order, name, place, language, url }: TrackingLetter): Mail {
  const words = trackingWordsOf(language);
  const { number, parcels } = order;
  const numbers = parcels.flatMap(({ carrier, trackingNumber }) =>
    trackingNumber === null ? [] : [carrier === null ? trackingNumber : `${carrier}: ${trackingNumber}`],
  );
  return mailOf(to, {
    subject: words.mail.subject(number, place),
    paragraphs: [words.mail.greeting(name), statusSentence(order, words), ...numbers, place],
    action: { label: words.mail.action, url },
  });
}
