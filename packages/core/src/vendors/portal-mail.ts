import { mailOf } from '../identity/mail-letter.js';
import type { Mail } from '../kit/mail.js';
import { type PortalLanguage, portalWordsOf } from './portal-words.js';

export interface PortalLetter {
  readonly vendor: string;
  /** The establishment. */
  readonly host: string;
  readonly url: string;
  readonly expiresAt: Date;
  readonly language: PortalLanguage;
}

/** Hands the vendor its link. */
export function portalMail(to: string, { vendor, host, url, expiresAt, language }: PortalLetter): Mail {
  const { mail } = portalWordsOf(language);
  return mailOf(to, {
    subject: mail.subject(host),
    paragraphs: [mail.greeting(vendor), mail.body(host), mail.until(formatInstant(expiresAt, language)), host],
    action: { label: mail.action, url },
  });
}

/** The day as people write it, in UTC. */
export function formatInstant(at: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}
