import { TICKET_LANGUAGES, type TicketLanguage } from '@comptoir/core/ticketing/offer.js';

/** Each as those who speak it call it. */
export const TICKET_LANGUAGE_NAMES: Readonly<Record<TicketLanguage, string>> = {
  fr: 'Français',
  en: 'English',
  de: 'Deutsch',
  it: 'Italiano',
  es: 'Español',
};

/** The language with this code; undefined when tickets are not sold in it. */
export function ticketLanguage(code: unknown): TicketLanguage | undefined {
  return TICKET_LANGUAGES.find((language) => language === code);
}
