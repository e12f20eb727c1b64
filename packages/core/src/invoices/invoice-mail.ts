import { mailOf } from '../identity/mail-letter.js';
import type { Mail } from '../kit/mail.js';
import { formatMoney } from '../kit/money.js';
import type { Invoice } from './invoice.js';
import { invoiceLanguageOf, wordsOf } from './words/words-of.js';

/** Tells the buyer of it, in the language it is written in, with a link to where it can be seen and downloaded. */
export function invoiceMail(invoice: Invoice, to: string, seller: string, url: string): Mail {
  const language = invoiceLanguageOf(invoice.language);
  const { kinds, mail } = wordsOf(language);
  const document = `${kinds[invoice.kind]} ${invoice.number ?? ''}`.trim();
  const amount = formatMoney(invoice.grossCents, invoice.currency, language);
  const due = invoice.kind === 'invoice' && invoice.dueDate !== null ? [mail.dueBy(formatDay(invoice.dueDate, language))] : [];
  return mailOf(to, {
    subject: mail.subject(document, seller),
    paragraphs: [mail.greeting(invoice.buyer.name), mail.body(document, amount), ...due, seller],
    action: { label: mail.action, url },
  });
}

/** `2026-11-21` as people write it: `21 novembre 2026`. */
export function formatDay(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}
